"""FlatItems <-> ragas' EvaluationDataset as JSON Lines; a generated ragas testset is read, too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmill.outputs.fields import Record, text_in, texts_in
from benchmill.outputs.flat import FlatItem
from benchmill.outputs.json_files import BadRecord, json_lines, read_records
from benchmill.outputs.readable import readable
from benchmill.outputs.whole_file import write_whole


@dataclass(frozen=True, slots=True)
class Sample:
    """A single-turn sample: `contexts` are whole passages, as a retriever returns them.

    `id`, `evidence`, `style`, `difficulty` and `persona` are ours, and ragas drops them: the evidence is what of the
    contexts proves the answer, the others say how the question is asked.
    `synthesizer` names the one of ragas' writers that wrote it.
    """

    question: str
    reference: str
    contexts: tuple[str, ...]
    context_ids: tuple[str, ...] = ()
    id: str = ""
    synthesizer: str = ""
    evidence: tuple[str, ...] = ()
    style: str = ""
    difficulty: str = ""
    persona: str = ""


def samples_of(items: Iterable[FlatItem]) -> tuple[Sample, ...]:
    """One sample an item; a question without an answer has no contexts and says so in its reference."""
    return tuple(
        Sample(
            item.question,
            item.reference,
            tuple(one.text for one in item.gold_chunks),
            tuple(one.chunk or f"{one.document}:{one.start}-{one.end}" for one in item.gold_chunks),
            item.id,
            f"benchmill_{item.kind}",
            item.texts,
            item.style,
            item.difficulty,
            item.persona,
        )
        for item in items
    )


def write_ragas(path: Path, samples: Iterable[Sample]) -> None:
    """The file for `EvaluationDataset.from_jsonl`: the same keys on every line, which it asks for."""
    write_whole(path, json_lines(_record(sample) for sample in samples))


def read_ragas(path: Path, bad: BadRecord | None = None) -> Iterator[tuple[str, Sample]]:
    """(place, sample) of every line, or of every element of a JSON list; the older names of the columns are known.

    A record goes to `bad` where its question or reference is missing, or its id is that of an earlier one; without
    `bad` it raises InputError naming file and line.
    """
    return readable(read_records(path, bad), _read, bad)


def _record(sample: Sample) -> dict[str, object]:
    return {
        "user_input": sample.question,
        "reference": sample.reference,
        "reference_contexts": list(sample.contexts),
        "reference_context_ids": list(sample.context_ids),
        "id": sample.id,
        "synthesizer_name": sample.synthesizer,
        "evidence": list(sample.evidence),
        "style": sample.style,
        "difficulty": sample.difficulty,
        "persona": sample.persona,
    }


def _read(record: Record, place: str) -> Sample:
    # ragas before 0.2 wrote question, ground_truth, contexts, evolution_type
    old = "user_input" not in record and "question" in record
    question, reference, contexts, writer = (
        ("question", "ground_truth", "contexts", "evolution_type")
        if old
        else ("user_input", "reference", "reference_contexts", "synthesizer_name")
    )
    return Sample(
        question=text_in(record, question, place),
        reference=text_in(record, reference, place),
        contexts=_texts(record, contexts, place),
        context_ids=_texts(record, "reference_context_ids", place),
        id=text_in(record, "id", place, ""),
        synthesizer="" if record.get(writer) is None else text_in(record, writer, place),
        evidence=_texts(record, "evidence", place),
        **{name: text_in(record, name, place, "") for name in ("style", "difficulty", "persona")},
    )


def _texts(record: Record, key: str, place: str) -> tuple[str, ...]:
    return () if record.get(key) is None else texts_in(record, key, place)
