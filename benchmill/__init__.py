"""benchmill: docs folder -> filtered question-answer benchmark."""
