"""What a folder of prompts adds: critics of the user's own, examples for the writer, and no file that nobody reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmill.prompts import load
from benchmill.prompts.own import load_writer, own_critics
from benchmill.records.errors import UsageError

TONE = """---
name: tone
inputs: question, answer
scale: 1-3
minimum: 2
---
# System
You judge the tone for {{ audience }}. Reply with {"rationale": "...", "rating": 1 to 3}.

# User
Question: {{ question }}
Answer: {{ answer }}
"""


def folder(path: Path, **files: str) -> Path:
    for name, text in files.items():
        file = path / (name.replace("__", "/") + ("" if "." in name else ".md"))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return path


def test_a_file_with_a_header_is_a_critic(tmp_path: Path) -> None:
    own = folder(tmp_path, critique__tone=TONE, critique__relevance="# System\nYes.\n\n# User\n{{ question }}\n")
    (critic,) = own_critics(own)

    assert (critic.name, critic.inputs, critic.scale, critic.minimum) == ("tone", ("question", "answer"), 3, 2)
    assert critic.prompt.name == "critique/tone"
    assert load("critique/relevance", own).system == "Yes."
    changed = own_critics(folder(tmp_path, critique__tone=TONE.replace("minimum: 2", "minimum: 3")))
    assert changed[0].prompt.fingerprint != critic.prompt.fingerprint
    assert own_critics(None) == ()


def test_what_a_header_leaves_out_has_a_default(tmp_path: Path) -> None:
    body = "# System\nRate it.\n\n# User\n{{ question }}\n"
    (critic,) = own_critics(folder(tmp_path, critique__clear=f"---\nminimum: 5\n---\n{body}", README="Notes."))

    assert (critic.name, critic.inputs, critic.scale, critic.minimum) == ("clear", ("question",), 5, 5)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("critique__tone", TONE.replace("scale: 1-3", "scale: 1-9"), "the scale must be 1-2, 1-3, 1-4 or 1-5"),
        ("critique__tone", TONE.replace("minimum: 2", "minimum: 4"), "the minimum must be from 2 to 3, not '4'"),
        ("critique__tone", TONE.replace("answer\n", "anwser\n", 1), "unknown input 'anwser' (did you mean answer?)"),
        ("critique__tone", TONE.replace("question, answer", "question"), "it uses answer, which its header"),
        ("critique__tone", TONE.replace("name: tone", "name: relevance"), "is none of standalone, groundedness"),
        ("critique__tone", TONE.replace("minimum", "least"), "'least: 2' in its header; a header has name, inputs"),
        ("critique__tone", TONE.replace("scale:", "name: voice\nscale:"), "its header has two lines 'name'"),
        ("critique__tone", TONE.partition("# User")[0], "a prompt has two parts"),
        ("critique__relevanse", "# System\nX\n\n# User\nY\n", "did you mean critique/relevance?"),
        ("critique__notes.txt", "Hello", "known names: critique/closed_book.md, critique/groundedness.md"),
        ("generator__facts", "# System\nX\n\n# User\nY\n", "generator/examples.md, generator/factoid.md"),
        ("writer", "Hello", "no prompt has this name"),
    ],
)
def test_a_wrong_header_and_an_unknown_file_are_errors_that_name_what_is_known(
    tmp_path: Path, name: str, text: str, says: str
) -> None:
    with pytest.raises(UsageError) as error:
        own_critics(folder(tmp_path, **{name: text}))

    assert says in str(error.value)
    assert str(tmp_path) in str(error.value)


def test_examples_reach_every_writer_or_the_kind_they_are_under(tmp_path: Path) -> None:
    examples = 'Ask as {{ nobody }} would.\n\n## list\n\n{"candidates": []}\n\n## factoid\n\nShort facts.\n'
    own = folder(tmp_path, generator__examples=examples)
    values = dict.fromkeys(("per_call", "audience", "about", "language", "passage", "shared", "asking"), "x")
    texts = {kind: load_writer(kind, own).render(**values)[0] for kind in ("list", "factoid", "procedure")}

    assert all("Ask as {{ nobody }} would." in text for text in texts.values())
    assert [kind for kind, text in texts.items() if text.endswith('{"candidates": []}')] == ["list"]
    assert [kind for kind, text in texts.items() if "Short facts." in text] == ["factoid"]
    assert load_writer("list", own).fingerprint != load_writer("list").fingerprint
    assert own_critics(own) == ()


def test_examples_without_a_heading_are_for_all_kinds_and_a_heading_may_be_written_as_people_write(
    tmp_path: Path,
) -> None:
    plain = folder(tmp_path / "plain", generator__examples="# Our users\n\nThey ask short questions.\n")
    headed = folder(tmp_path / "headed", generator__examples="## Multi-hop:\n\nAcross pages.\n")

    assert "They ask short questions." in load_writer("list", plain).system
    assert "Across pages." in load_writer("multi_hop", headed).system
    assert "Across pages." not in load_writer("list", headed).system


def test_a_heading_of_examples_that_is_nearly_a_kind_is_an_error(tmp_path: Path) -> None:
    own = folder(tmp_path, generator__examples="## procedre\n\nHow do I restart it?\n")

    with pytest.raises(UsageError, match=r"'procedre' names no kind of question \(did you mean procedure\?\)"):
        load_writer("list", own)
