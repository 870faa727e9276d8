"""Documents -> facts about each, kept between runs, and what is made of them: chunks, statistics, full-text search."""
