"""Case -> wrong-language: a question or answer that is not in the plan's language."""

from __future__ import annotations

from benchmill.critique.checks.case import Case, show
from benchmill.records.languages import detect, mostly_in, stop_word_hits
from benchmill.records.words import STOP_WORDS

_ANSWER_WORDS = 8  # a shorter answer is a name or a value


def foreign(case: Case) -> str | None:
    """Refuses a text whose letters are mostly of another script, or whose stop words are another language's.

    Code spans do not count, nor do the short entries of a list: a row of names has no language. A doubtful text
    passes, since a short question may have no stop word. Where the user named no language, a question may be in that of
    its document, since a folder may hold two; not in that of a single passage, as the English one of a German page.
    """
    language, document = case.language, case.facts.documents.get(case.seed.document_id)
    spoken = language if case.settings.language else detect(document.text if document else case.seed.text)
    entries = [entry for entry in case.candidate.answer[:4000].split("; ") if len(entry.split()) >= _ANSWER_WORDS]
    entries = [entry for entry in entries if entry not in case.quotes]  # a title stays as the passage has it
    for what, text, fewest in (("question", case.question, 1), ("answer", "; ".join(entries), _ANSWER_WORDS)):
        is_own = mostly_in(text, language)
        if what == "question" and not (is_own or mostly_in(text, spoken or language)):
            return f"the question is not written in the script of {language!r}: {show(text)}"
        plain, hits = stop_word_hits(text)
        if language not in STOP_WORDS or plain < fewest or not is_own:
            continue
        best = max(sorted(hits), key=hits.__getitem__, default=language)
        if best != spoken and hits[best] >= 2 and hits[best] - hits[language] >= 2 and hits[language] * 2 < hits[best]:
            return f"the {what} is written in {best!r}, not {language!r}: {show(text)}"
    return None
