"""Section -> "How do you X?": a numbered list with all its steps, below a task that its heading or lead names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from benchmill.generator.extractive.answers import is_answer, length
from benchmill.generator.extractive.fact import Fact, Part
from benchmill.generator.extractive.section import Section
from benchmill.generator.languages import letters_of
from benchmill.generator.markup.node import Node
from benchmill.records.words import apart, content_words, words

_MOST_HEADED = 1  # other pages with a heading about a task's object: more of them, and "MFA" is of several things
_DEEPEST = 3  # a heading below three others names a part of what is done there, often with another program
_LEAST_BELOW_A_HEADING = 3  # a list of two steps may be incomplete: the text below it may continue the task
_MENU = re.compile(r" (?:>|-{1,2}>|→) (?=[A-Z\"“*])")  # "Settings > Users": a path in a menu
_NUMBERED = re.compile(r"\d|[()]")  # "import to Pebblewire (Method 2)" is one of several ways
_OF_VERSION = re.compile(r"[<>≤≥]=? ?v?\d|\bv?\d+\.\d")  # "Converting a cluster (< v6.1)"
_AND = re.compile(r"\s(?:and|und|et|y|e|en|и|&)\s|[、和与]")
_MOST_STEPS, _MOST_QUOTED = 9, 60


def procedures(section: Section) -> Iterator[Fact]:
    """The one numbered list of a section, if it has two to nine steps of plain sentences."""
    ordered = [node for node in section.nodes if node.kind == "list" and node.name == "ordered"]
    if len(ordered) != 1 or not section.name or section.is_page("of_others"):
        return
    items = ordered[0].children
    steps = [step for item in items if (step := _step(section, item))]
    is_whole = len(steps) == len(items) and items[0].level == 1  # not cut by pictures or code
    task = _task(section, ordered[0], len(steps)) if is_whole and 2 <= len(steps) <= _MOST_STEPS else ""
    is_own = _names_product(section, steps) and task not in section.language.words("verbs")
    is_of_version = any(map(_OF_VERSION.search, section.headings))
    is_plain = not (is_of_version or _NUMBERED.search(task) or section.language.says("generic_task", task))
    is_clear = is_own and is_plain and _is_alone(section, task)
    if task and is_clear and not _is_on_other_platforms(section, task) and not _has_code_behind(section, ordered[0]):
        scope = section.scope(task)
        form = "how_there" if scope and section.language.says("where", task) else "how"
        question = section.language.ask(form, task=task, scope=scope)
        yield Fact(section.document, "procedures", question, tuple(steps), task, "procedure")


def _names_product(section: Section, steps: Sequence[Part]) -> bool:
    """Whether a step names the product: what no step names is done in another program."""
    name = re.compile(rf"(?<![^\W_]){re.escape(section.name)}(?![a-z\d])", re.IGNORECASE)
    return any(name.search(step.answer) for step in steps)


def _is_on_other_platforms(section: Section, task: str) -> bool:
    """Whether the page's path or a heading names a platform that the task does not: elsewhere it has other steps."""
    around = " ".join((*section.titles, apart(section.document.id)))
    platforms = section.language.pattern("platform").findall(around)
    return any(each.casefold() not in task.casefold() for each in platforms)


def _has_code_behind(section: Section, steps: Node) -> bool:
    """Whether code follows the steps, which does what the last one says, or shows what else is to be filled in."""
    return any(node.kind == "code" for node in section.nodes[section.nodes.index(steps) :])


def _task(section: Section, steps: Node, count: int) -> str:
    """The task that the sentence right above the steps names, else the heading."""
    lead = next(said for said, node in section.with_lead if node is steps)
    if match := section.language.pattern("task_lead").match(lead):
        return " ".join(filter(None, match.groups())).strip()
    before = section.nodes[: section.nodes.index(steps)]
    is_plain = count >= _LEAST_BELOW_A_HEADING and _is_unconditional(section, before)
    return _task_of_heading(section) if is_plain and 1 < len(section.above) <= _DEEPEST else ""


def _is_unconditional(section: Section, before: Sequence[Node]) -> bool:
    """Whether the words between the heading and its steps limit them to no case, as "If you have an account" does."""
    said = " ".join(section.shown(node) for node in before)
    is_prose = len(before) == 1 and before[0].kind == "paragraph" and "condition" in section.language.data
    return not before or (is_prose and not section.language.says("condition", said))


def _is_alone(section: Section, task: str) -> bool:
    """Whether the task is clear without its page: it says all that the page's title says, or one of the two things that
    are the title, and at most one other page is about the object. Else the steps may be about a part of these."""
    code, document = section.language.code, section.document
    said = {*content_words(f"{task} {section.name}", code)}
    subjects = [_own_words(section, part) for part in _AND.split(document.title)]
    is_said = any(map(said.issuperset, filter(None, subjects))) or not any(subjects)
    return is_said and len({*section.corpus.headed(task.partition(" ")[2], code)} - {document.id}) <= _MOST_HEADED


def _own_words(section: Section, title: str) -> list[str]:
    """The content words of a title that few titles have."""
    own = (each for each in words(title) if not section.language.is_general(each))
    return [*content_words(" ".join(own), section.language.code)]


def _task_of_heading(section: Section) -> str:
    """The task that the heading names."""
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
        above = [word for word in section.headings[1].split() if not language.is_of_titles(word)]
        is_product = letters_of("".join(above)) == letters_of(section.name)
        return f"{verb or 'install'} {section.name}" if is_product else ""
    return f"{verb} {rest}" if verb and rest else ""


def _step(section: Section, item: Node) -> Part | None:
    """A step with all its sentences and without its pictures."""
    said = " ".join(filter(None, (section.shown(node).strip() for node in item.children)))
    if any(node.kind != "paragraph" for node in item.children) or length(said) < 2:
        return None
    place = (item.start, item.children[-1].end)
    plain = _MENU.sub(", ", re.sub(r"`[^`]*`", "`x`", said))
    is_whole = section.language.is_step(said) and is_answer(plain, section.language, unclear="unclear_step")
    return Part(said.rstrip(" ;"), place) if is_whole and length(section.words(*place)) <= _MOST_QUOTED else None
