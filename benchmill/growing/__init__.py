"""A docs folder and carried items -> selected candidates: source, workers, critics, selection, recheck."""
