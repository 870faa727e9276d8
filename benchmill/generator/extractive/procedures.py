"""Section -> "How do you X?": a numbered list with all its steps, below a task that its heading or lead names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from benchmill.generator.extractive.answers import is_answer, length
from benchmill.generator.extractive.fact import Fact, Part
from benchmill.generator.extractive.language import letters_of
from benchmill.generator.extractive.section import Section
from benchmill.generator.markup.node import Node
from benchmill.records.words import content_words

_LEAST_BELOW_A_HEADING = 3  # a list of two steps may be incomplete: the text below it may continue the task
_MENU = re.compile(r" (?:>|-{1,2}>|→) (?=[A-Z\"“*])")  # "Settings > Users": a path in a menu
_TITLE_CASE = re.compile(r"(?<![\w`-])[A-Z][a-z]+(?![\w-])")
_CODE_MARKS = ("```", "~~~", ".. ", ":")
_MOST_STEPS, _MOST_WORDS, _MOST_QUOTED, _MOST_BEFORE = 9, 80, 60, 1


def procedures(section: Section) -> Iterator[Fact]:
    """One fact for each numbered list of two to nine steps."""
    ordered = [node for node in section.nodes if node.kind == "list" and node.name == "ordered"]
    separated = any(node.children and node.children[0].level > 1 for node in ordered)  # by pictures or code
    if separated or section.is_tutorial:  # whose steps have its own example's values
        return
    for lead, node in section.with_lead:
        count = len(node.children) if node in ordered else 0
        steps = [step for item in node.children[:count] if (step := _step(section, item))]
        said = sum(length(step.answer) for step in steps)
        if len(steps) == count and 2 <= count <= _MOST_STEPS and said <= _MOST_WORDS:
            alone = len(ordered) == 1 and _is_unconditional(section, section.nodes[: section.nodes.index(node)])
            if task := _task(section, lead, below_heading=alone and count >= _LEAST_BELOW_A_HEADING):
                scope = section.scope(task)
                form = "how_there" if scope and section.language.says("where", task) else "how"
                question = section.language.ask(form, task=task, scope=scope)
                yield Fact(section.document, "procedures", question, tuple(steps), kind="procedure")


def _is_unconditional(section: Section, before: Sequence[Node]) -> bool:
    """Whether the words between the heading and its steps limit them to no case, as "If you have an account" does."""
    said = " ".join(section.shown(node) for node in before)
    conditions = section.language.data.get("condition")
    is_prose = len(before) <= _MOST_BEFORE and all(node.kind == "paragraph" for node in before)
    return not before or bool(conditions and is_prose and not section.language.says("condition", said))


def _task(section: Section, lead: str, *, below_heading: bool) -> str:
    """The task of the steps, from the sentence right above them, else from the heading if it has only one list."""
    language = section.language
    match = language.pattern("task_lead").match(lead)
    if match and section.name:
        task = next(task for task in match.groups() if task).strip()
        own, said = _stems(section, section.heading), _stems(section, task)
        if len(own & said) > 1 and not own <= said:
            return ""  # "To delete a property" below "Deleting Entity properties": whose?
    elif not below_heading or not section.name or len(section.above) < 2 or _is_of_variant(section):
        return ""  # nothing says what the list is for
    elif _is_within_another(section):
        return ""
    else:
        heading = section.heading.rstrip(".:")
        named = language.pattern("task_heading").match(heading)
        task = named["task"].strip() if named else _imperative(section, heading)
        # a name stays as it is written: `FormBuilder`, CSS
        keeps = language.data.get("nouns_are_capitalised") or any(map(str.isupper, task.split(" ")[0][1:]))
        task = task if keeps else task[:1].lower() + task[1:]
    is_generic = language.says("generic_task", task) or (not match and language.says("generic_task", section.heading))
    # "Getting started" on the page of a tool that an organisation uses is about the tool
    is_own = section.name.casefold() in " ".join(section.titles).casefold()
    return "" if _is_in_another(section, task) or (is_generic and not is_own) else task


def _imperative(section: Section, heading: str) -> str:
    """The task that an English heading names: "Installing the server" names "install the server". Empty if the heading
    does not begin with a verb. A verb alone gets the product as its object."""
    first, _, rest = heading.partition(" ")
    small, language = first.casefold(), section.language
    stems = [small[:-3], small[:-3] + "e", small[:-4]] if small.endswith("ing") else [small]
    verb = next((stem for stem in stems if stem in language.words("verbs")), "")
    if small in language.words("verbs_alone") and not rest:
        # below the heading of an extension or of a plugin, it is that which is installed
        above = [word for word in section.headings[1].split() if word.casefold() not in language.data["title_words"]]
        is_product = letters_of("".join(above)) == letters_of(section.name)
        return f"{verb or 'install'} {section.name}" if is_product else ""
    if not verb or not rest or "," in rest or " and " in rest or rest.endswith("?"):
        return ""
    # A name has its capital within sentences, too; "New" in "Creating New Environments" has it in the heading only.
    names = _TITLE_CASE.findall(rest)
    return f"{verb} {rest}" if all(re.search(rf"\b[a-z]+,? {name}\b", section.document.text) for name in names) else ""


def _is_within_another(section: Section) -> bool:
    """Whether another heading of the page, none above the section, has all words of the section's own: besides "Insert
    an image to an entry", "Insert images" is clear only below "Media library"."""
    own = _stems(section, section.heading)
    others = {above[-1].start: above[-1] for above, _ in section.page if above and above[-1] not in section.above}
    return any(own <= _stems(section, section.shown(other)) for other in others.values())


def _stems(section: Section, said: str) -> set[str]:
    return {word[:4] for word in content_words(said, section.language.code)}


def _is_of_variant(section: Section) -> bool:
    """Whether the page is about one platform, or about another program that works with the product."""
    folders = PurePosixPath(section.document.id).parts[:-1]
    is_among_others = any(section.language.pattern("folder_of_others").fullmatch(each.casefold()) for each in folders)
    return is_among_others or any(_is_in_another(section, title) for title in section.titles[-2:])


def _is_in_another(section: Section, said: str) -> bool:
    """Whether a task or title is on a platform or in a program, as "View the dashboards in Grafana" is."""
    other = section.language.pattern("in_another").search(said)
    return other is not None and section.name.casefold() not in other[1].casefold()


def _step(section: Section, item: Node) -> Part | None:
    """A step with all its sentences and without its pictures; one that ends in a colon with the one command below."""
    prose = [node for node in item.children if node.kind == "paragraph"]
    code = [node for node in item.children if node.kind == "code"]
    bodies = [node for node in prose if section.shown(node).strip()]
    if not bodies or len(prose) + len(code) != len(item.children) or len(bodies) > 2 or len(code) > 1:
        return None
    said, text = " ".join(section.shown(node) for node in bodies), section.document.text
    for block in code:
        lines = [line.strip(" \t$") for line in text[block.start : block.end].split("\n")]
        commands = [line for line in lines if line and not line.startswith(_CODE_MARKS)]
        said = f"{said.rstrip('.:')}: `{commands[0]}`" if len(commands) == 1 and "`" not in commands[0] else ""
    place = (item.start, item.children[-1].end)
    plain = _MENU.sub(", ", re.sub(r"`[^`]*`", "`x`", said))
    if length(said) < 2 or length(section.words(*place)) > _MOST_QUOTED or not section.language.is_step(said):
        return None
    return Part(said.rstrip(" ;"), place) if is_answer(plain, section.language, unclear="unclear_step") else None
