"""Text -> its named entities, by a spaCy pipeline: the entity reader of Disambig-F1. The only file that knows spaCy."""

from __future__ import annotations

from collections.abc import Sequence

from benchmill.records import MissingExtra, UsageError
from benchmill.records.installed import check_versions
from benchmill.scorer.asqa import EntityReader


def spacy_reader(pipeline: str = "en_core_web_sm") -> EntityReader:
    """A reader of named entities; `pipeline` is an installed spaCy package or a folder with a saved pipeline.

    Nothing is downloaded. Raises MissingExtra where spaCy is absent, UsageError where the pipeline is absent (with the
    install line) or cannot find entities.
    """
    try:
        import spacy  # type: ignore[import-not-found, unused-ignore]  # an extra of 120 MB, 1 s to import
    except ModuleNotFoundError as error:
        raise MissingExtra("reading entities for Disambig-F1", "entities") from error
    check_versions("spacy")
    try:
        language = spacy.load(pipeline)
    except OSError as error:
        raise UsageError(
            f"the spaCy pipeline {pipeline!r} is not installed; install it with: python -m spacy download {pipeline}"
        ) from error
    if not {"ner", "entity_ruler", "span_ruler"} & set(language.pipe_names):
        raise UsageError(f"the spaCy pipeline {pipeline!r} finds no entities; it has: {', '.join(language.pipe_names)}")

    def read(text: str) -> Sequence[str]:
        return [entity.text for entity in language(text).ents]

    return read
