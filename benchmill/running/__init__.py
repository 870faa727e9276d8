"""What every run needs around its work: an event loop, a model session, progress, a way to stop."""
