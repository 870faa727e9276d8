"""Section -> "How do you X?": a numbered list with all its steps, below a task that its heading or lead names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.extractive.answers import is_answer, length
from benchmill.generator.extractive.fact import Fact, Part
from benchmill.generator.extractive.section import Section
from benchmill.generator.extractive.verbs import imperative, is_step
from benchmill.generator.markup.node import Node

_LEAST_BELOW_A_HEADING = 3  # a list of two steps may be incomplete: the text below it may continue the task
_MENU = re.compile(r" (?:>|->|→) (?=[A-Z\"“*])")  # "Settings > Users": a path in a menu
_LABELLED = re.compile(r"[^.:`]{3,40}: \S")
_MOST_STEPS, _MOST_WORDS, _MOST_QUOTED, _MOST_BEFORE = 9, 80, 60, 2


def procedures(section: Section) -> Iterator[Fact]:
    """One fact for each numbered list of two to nine steps."""
    ordered = [node for node in section.nodes if node.kind == "list" and node.name == "ordered"]
    for before, node in zip((None, *section.nodes), section.nodes, strict=False):
        if node not in ordered or _is_part(ordered) or not 2 <= len(node.children) <= _MOST_STEPS:
            continue
        # a list far below its heading may be about something else
        alone = len(ordered) == 1 and section.nodes.index(node) <= _MOST_BEFORE
        task = _task(section, before, alone=alone and len(node.children) >= _LEAST_BELOW_A_HEADING)
        steps = [_step(section, item) for item in node.children]
        if sum(bool(_LABELLED.match(step.answer)) for step in steps if step) * 2 > len(steps):
            continue  # "Start: ...", "Scale: ...": aspects with their descriptions
        if not task or section.language.says("vague_task", task) or not all(steps):
            continue
        if not all(is_step(section.language, step.answer) for step in steps if step):
            continue
        if sum(length(step.answer) for step in steps if step) > _MOST_WORDS:
            continue
        question = section.language.ask("how", task=task, scope=section.scope(task))
        yield Fact("procedures", question, tuple(step for step in steps if step), kind="procedure")


def _is_part(ordered: list[Node]) -> bool:
    """Whether a list continues an earlier list: pictures or code between the steps separate the two."""
    return any(node.children and node.children[0].level > 1 for node in ordered)


def _task(section: Section, before: Node | None, *, alone: bool) -> str:
    """The task of the steps, from the sentence right above them, else from the heading if it has only one list."""
    language = section.language
    if before is not None and before.kind == "paragraph":
        places = section.sentences(before)
        lead = section.words(*places[-1]) if places else ""
        if match := language.pattern("task_lead").match(lead):
            return next(task for task in match.groups() if task).strip()
        if language.says("explains", lead):
            return ""  # the list says how the program decides, not what a reader does
    heading = section.heading.strip().rstrip(".:")
    if not alone or not section.name or len(section.above) < 2:
        return ""
    if match := language.pattern("task_heading").match(heading):
        task = match["task"].strip()
        return task if language.data.get("nouns_are_capitalised") else task[:1].lower() + task[1:]
    return imperative(language, heading, section.name, section.document.text)


def _step(section: Section, item: Node) -> Part | None:
    """A step with all its sentences; one that ends in a colon with the command below it."""
    bodies = [node for node in item.children if node.kind == "paragraph"]
    code = [node for node in item.children if node.kind == "code"]
    if not bodies or len(bodies) + len(code) != len(item.children) or len(bodies) > 2 or len(code) > 1:
        return None
    said = " ".join(section.shown(node) for node in bodies)
    end = item.children[-1].end
    if code:
        lines = [line.strip(" \t$") for line in section.document.text[code[0].start : code[0].end].split("\n")]
        lines = [line for line in lines if line and not line.startswith(("```", "~~~", ".. ", ":"))]
        if len(lines) != 1 or "`" in lines[0]:
            return None
        said = f"{said.rstrip('.:')}: `{lines[0]}`"
    if length(section.document.text[item.start : end]) > _MOST_QUOTED:
        return None
    checked = _MENU.sub(", ", re.sub(r"`[^`]*`", "`x`", said))
    return (
        Part(said, (item.start, end))
        if is_answer(checked, section.language, unclear="unclear_step") and length(said) > 1
        else None
    )
