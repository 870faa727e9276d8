"""Section -> "How do you X?": a numbered list with all its steps, below a task that its heading or lead names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from benchmill.generator.extractive.answers import is_answer, length
from benchmill.generator.extractive.fact import Fact, Part
from benchmill.generator.extractive.language import letters_of
from benchmill.generator.extractive.section import Section
from benchmill.generator.markup.node import Node
from benchmill.records.words import content_words

_LEAST_BELOW_A_HEADING = 3  # a list of two steps may be incomplete: the text below it may continue the task
_MENU = re.compile(r" (?:>|-{1,2}>|→) (?=[A-Z\"“*])")  # "Settings > Users": a path in a menu
_TITLE_CASE = re.compile(r"(?<![\w`-])[A-Z][a-z]+(?![\w-])")
_MOST_STEPS, _MOST_WORDS, _MOST_QUOTED = 9, 80, 60


def procedures(section: Section) -> Iterator[Fact]:
    """The one numbered list of a section, if it has two to nine steps of plain sentences."""
    ordered = [node for node in section.nodes if node.kind == "list" and node.name == "ordered"]
    if (
        len(ordered) != 1 or section.is_page("of_an_example") or not section.name
    ):  # whose steps have its own example's values
        return
    items, before = ordered[0].children, section.nodes[: section.nodes.index(ordered[0])]
    steps = [step for item in items if (step := _step(section, item))]
    is_whole = len(steps) == len(items) and items[0].level == 1  # not cut by pictures or code
    if not is_whole or not 2 <= len(steps) <= _MOST_STEPS or sum(length(step.answer) for step in steps) > _MOST_WORDS:
        return
    lead = next(said for said, node in section.with_lead if node is ordered[0])
    match = section.language.pattern("task_lead").match(lead)
    if match:
        task = " ".join(filter(None, match.groups())).strip()
    else:
        is_plain = len(steps) >= _LEAST_BELOW_A_HEADING and _is_unconditional(section, before)
        task = _task_of_heading(section) if is_plain and len(section.above) > 1 else ""
    is_partial = _is_partial(section, task, is_of_heading=not match)
    if task and not is_partial and not _is_anothers(section, task, is_of_heading=not match):
        scope = section.scope(task)
        form = "how_there" if scope and section.language.says("where", task) else "how"
        question = section.language.ask(form, task=task, scope=scope)
        yield Fact(section.document, "procedures", question, tuple(steps), kind="procedure")


def _is_unconditional(section: Section, before: Sequence[Node]) -> bool:
    """Whether the words between the heading and its steps limit them to no case, as "If you have an account" does."""
    said = " ".join(section.shown(node) for node in before)
    is_prose = len(before) == 1 and before[0].kind == "paragraph" and "condition" in section.language.data
    return not before or (is_prose and not section.language.says("condition", said))


def _task_of_heading(section: Section) -> str:
    heading = section.heading.rstrip(".:")
    named = section.language.pattern("task_heading").match(heading)
    task = named["task"].strip() if named else _imperative(section, heading)
    # a name stays as it is written: `FormBuilder`, CSS
    keeps = section.language.data.get("nouns_are_capitalised") or any(map(str.isupper, task.split(" ")[0][1:]))
    return task if keeps else task[:1].lower() + task[1:]


def _imperative(section: Section, heading: str) -> str:
    """The task that an English heading names: "Installing the server" names "install the server". Empty if the heading
    does not begin with a verb. "Installation" alone has the product as its object below the heading of the product."""
    first, _, rest = heading.partition(" ")
    small, language = first.casefold(), section.language
    stems = [small[:-3], small[:-3] + "e", small[:-4]] if small.endswith("ing") else [small]
    verb = next((stem for stem in stems if stem in language.words("verbs")), "")
    if small in language.words("verbs_alone") and not rest:
        above = [word for word in section.headings[1].split() if word.casefold() not in language.data["title_words"]]
        is_product = letters_of("".join(above)) == letters_of(section.name)
        return f"{verb or 'install'} {section.name}" if is_product else ""
    if not verb or not rest or "," in rest or " and " in rest or rest.endswith("?"):
        return ""
    # A name has its capital within sentences, too; "New" in "Creating New Environments" has it in the heading only.
    names = _TITLE_CASE.findall(rest)
    return f"{verb} {rest}" if all(re.search(rf"\b[a-z]+,? {name}\b", section.document.text) for name in names) else ""


def _is_partial(section: Section, task: str, *, is_of_heading: bool) -> bool:
    """Whether a heading has what the task leaves out: "To delete a property" below "Deleting entity properties", or
    "Insert an image" where another heading of the page is "Insert an image to an entry"."""

    def stems(said: str) -> set[str]:
        return {word[:4] for word in content_words(said, section.language.code)}

    own, said = stems(section.heading), stems(task)
    if not is_of_heading:
        return len(own & said) > 1 and not own <= said
    others = {above[-1] for above, _ in section.page if above}.difference(section.above)
    return any(own <= stems(section.shown(other)) for other in others)


def _is_anothers(section: Section, task: str, *, is_of_heading: bool) -> bool:
    """Whether the task is on a platform or in a program, as "View the dashboards in Grafana" is, or any program's:
    "Getting started" on the page of a tool that an organisation uses is about the tool."""
    language, product = section.language, section.name.casefold()
    said = (task, *section.titles[-2:]) if is_of_heading else (task,)
    others = [found[1].casefold() for each in said if (found := language.pattern("in_another").search(each))]
    is_generic = language.says("generic_task", task) or (
        is_of_heading and language.says("generic_task", section.heading)
    )
    is_own = product in " ".join(section.titles).casefold()
    is_of_others = is_of_heading and section.is_page("of_others")
    return is_of_others or any(product not in other for other in others) or (is_generic and not is_own)


def _step(section: Section, item: Node) -> Part | None:
    """A step with all its sentences and without its pictures."""
    said = " ".join(filter(None, (section.shown(node).strip() for node in item.children)))
    plain = _MENU.sub(", ", re.sub(r"`[^`]*`", "`x`", said))
    if (
        any(node.kind != "paragraph" for node in item.children)
        or length(said) < 2
        or not section.language.is_step(said)
    ):
        return None
    place = (item.start, item.children[-1].end)
    is_short = length(section.words(*place)) <= _MOST_QUOTED
    is_whole = is_short and is_answer(plain, section.language, unclear="unclear_step")
    return Part(said.rstrip(" ;"), place) if is_whole else None
