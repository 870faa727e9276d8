"""The built-in writer: what it asks of which structure in which language, and what it leaves alone."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.generator import languages
from benchmill.generator.chunkers import chunk_document
from benchmill.generator.extractive import Writer
from benchmill.generator.extractive.answers import is_question
from benchmill.generator.extractive.section import Section
from benchmill.generator.extractive.tables import tables
from benchmill.generator.languages import language
from benchmill.generator.loaders.title import title_of
from benchmill.generator.markup.node import Node
from benchmill.records import Candidate, Document

HOME = (
    "# Pebblewire\n\nPebblewire is a small message relay for one team. Many people run Pebblewire beside their other "
    "services, and most of them never look at Pebblewire again.\n"
)
MARKDOWN, REST = "text/markdown", "text/x-rst"
TABLE = "| Name | Default |\n|---|---|\n| `poll_{1}` | `mode{1}` |\n\n"
_DATA = tomllib.loads(Path(__file__).with_name("extractive_cases.toml").read_text(encoding="utf-8"))
CASES = {case["name"]: (case["text"], case["type"], case["answers"]) for case in _DATA["construct"]}
QUESTIONS = {case["name"]: (case["text"], case.get("type", MARKDOWN)) for case in _DATA["question"]}
NOTHING = {case["name"]: case["text"] for case in _DATA["nothing"]}
KNOWN = sorted(path.stem for path in Path(languages.__file__).parent.glob("??.toml"))
LANGUAGES = {case["code"]: (case["text"], case["answers"], case["question"]) for case in _DATA["language"]}


def page(name: str, text: str, kind: str = MARKDOWN) -> Document:
    """A document with the title that the loader gives it."""
    return Document(name, text, title_of(name, text, kind), "", kind)


def written_of(documents: Sequence[Document], code: str = "", least_on_a_page: int = 1) -> list[Candidate]:
    """All that the writer makes of some documents."""
    chunks = [chunk for document in documents for chunk in chunk_document(document)]
    writer = Writer.of(documents, chunks, code, least_on_a_page=least_on_a_page)
    return [candidate for chunk in chunks for candidate in writer.write(chunk)]


def written(text: str, *others: str, kind: str = MARKDOWN, home: str = HOME, code: str = "") -> list[Candidate]:
    """All that the writer makes of a folder: a home page, a page with `text`, and others."""
    pages = [
        ("index.md", home, MARKDOWN),
        ("page.md", text, kind),
        *((f"o{n}.md", t, kind) for n, t in enumerate(others)),
    ]
    made = written_of([page(*each) for each in pages if each[1]], code)
    return [candidate for candidate in made if candidate.document_id == "page.md"]


def asked(text: str, *others: str, kind: str = MARKDOWN, home: str = HOME, code: str = "") -> dict[str, str]:
    """Question -> answer."""
    return {each.question: each.answer for each in written(text, *others, kind=kind, home=home, code=code)}


def answers(text: str, kind: str = MARKDOWN) -> list[str]:
    return sorted(answer for answer in asked(text, kind=kind).values() if answer)


@pytest.mark.parametrize(("text", "kind", "expected"), CASES.values(), ids=CASES.keys())
def test_a_construct_gives_its_answers(text: str, kind: str, expected: list[str]) -> None:
    assert [*answers(text, kind)] == sorted(expected)


@pytest.mark.parametrize(("question", "case"), QUESTIONS.items(), ids=QUESTIONS.keys())
def test_the_construct_and_the_verb_decide_the_form_of_the_question(question: str, case: tuple[str, str]) -> None:
    text, kind = case
    found = {
        each.replace("Which default does the", "What is the default value of the") for each in asked(text, kind=kind)
    }
    found = {each.replace("How is the", "What is the default value of the") for each in found}
    found = {each.replace(" have in ", " in ").replace(" set by default in ", " in ") for each in found}
    assert question in found


@pytest.mark.parametrize("text", NOTHING.values(), ids=NOTHING.keys())
def test_what_is_no_fact_of_its_own_is_left_alone(text: str) -> None:
    assert asked(text) == {}


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_is_a_file_and_its_tables_are_asked_in_it(code: str) -> None:
    text, expected, question = LANGUAGES[code]
    found = asked(text, code=code)
    assert sorted(found.values()) == expected
    assert question in found


@pytest.mark.parametrize(
    ("code", "said"),
    [("it", "predefinito dell’opzione"), ("pt", "padrão da opção"), ("es", "valor predeterminado de la")],
)
def test_a_preposition_and_its_article_are_one_word_where_the_language_joins_them(code: str, said: str) -> None:
    data = language(code)
    assert data is not None
    assert said in data.ask("default", thing=data.thing("option", "`--relay`"), scope="")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("de", "Der Wert ist standardmäßig auf `7480` gesetzt."),
        ("es", "El puerto (por defecto `7480`)."),
        ("fr", "Le port (par défaut `7480`)."),
        ("ja", "ポートです。デフォルトで`7480`です。"),
        ("pt", "A porta em que o relé escuta os remetentes (por padrão `7480`)."),
        ("zh", "监听端口。默认使用 `7480`。"),
        ("zh", "**监听端口。**【默认值：`7480`】"),
        ("ko", '포트입니다. 기본값은 "7480" 입니다.'),
        ("ru", 'Порт (по умолчанию "7480").'),
        (
            "it",
            "La porta su cui il relay ascolta i mittenti. Default is `7480`.",
        ),  # many translations keep the comments of an example
    ],
)
def test_a_sentence_states_a_default_as_its_language_does(code: str, said: str) -> None:
    assert asked(f"# Configuration\n\n## `relay.listen.port`\n\n{said}\n", code=code).popitem()[1] == "7480"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("fr", 'Par défaut "7480" et au-dessus.'),
        ("de", "Die Default is 7480er."),
        ("ru", "Установленные по умолчанию `plugins`"),
    ],
)
def test_words_in_which_a_default_is_only_a_part_state_none(code: str, said: str) -> None:
    assert asked(f"# Configuration\n\n## `relay.listen.port`\n\n{said}\n", code=code) == {}


def test_a_setting_of_a_chinese_owner_is_asked_without_a_space_before_the_particle() -> None:
    data = language("zh")
    assert data is not None
    asks = [data.ask("default", thing=f"{owner} 的设置 `port` ", scope="Relay 中") for owner in ("客户端", "`[disk]`")]
    assert asks == ["Relay 中客户端的设置 `port` 的默认值是什么？", "Relay 中`[disk]` 的设置 `port` 的默认值是什么？"]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("de", "Der Standardwert ist `7480`."),
        ("es", "- el valor por defecto es `7480`"),
        ("fr", "Le relais écoute sur ce port (7480 par défaut)."),
        ("it", "- Il valore predefinito è `7480`"),
        ("ja", "デフォルトは`7480`です。"),
        ("nl", "- De standaardwaarde is `7480`"),
        ("pt", "- o valor padrão é `7480`"),
        ("zh", "- 默认值: `7480`"),
        ("pt", "- **Default:** `7480`"),
    ],
)
def test_a_line_below_its_key_states_the_default_also_of_a_package_that_the_title_names(code: str, said: str) -> None:
    (asks,) = asked(f"# @pebble/plugin-relay\n\n## `listen.port`\n\n{said}\n", home="", code=code)
    assert "`@pebble/plugin-relay`" in asks
    assert asked(f"# Relay\n\n## `listen.port`\n\n{said}\n", home="", code=code) == {}


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("ja", "次の設定項目があります。\n\n- `relay.listen.port`：待ち受けるポート。デフォルトは`7480`です。"),
        ("ko", "다음 옵션을 쓸 수 있습니다.\n\n- `relay.listen.port`: 포트. 기본값은 `7480`입니다."),
        ("zh", "支持以下配置项：\n\n- `relay.listen.port`：监听端口，默认 7480（见下）。"),
        ("zh", "## 服务器选项\n\n- `relay.listen.port`（默认值 `7480`）：监听端口。"),
    ],
)
def test_a_word_for_settings_within_the_words_above_a_list_tells_what_its_entries_are(code: str, text: str) -> None:
    assert asked(f"# config.ini\n\n{text}\n", code=code).popitem()[1] == "7480"
    assert asked(f"# config.ini\n\n{text.replace('listen.port', '端口')}\n", code=code) == {}
    assert asked(f"# config.ini\n\n## A\n\n- {text.rpartition('- ')[2]}\n", code=code) == {}


@pytest.mark.parametrize(
    "said",
    [
        "- `log_level`: what the relay reports. Defaults to `info`.",
        "The relay reports what `log_level` asks for. It defaults to `info`.",
        "What the relay reports to its senders depends on\n`log_level`, defaulting to `info`.",
    ],
)
def test_a_further_sentence_or_line_that_states_a_default_is_another_place_of_it(said: str) -> None:
    (found,) = written("# Settings\n\n## `log_level`\n\nDefault: `info`\n", f"# Reports\n\n{said}\n")
    assert said.endswith(found.components[0].evidence[1].span.text.lstrip("- "))


@pytest.mark.parametrize(
    ("name", "default", "said"),
    [
        ("RELAY_DNS_WARMUP_TIMEOUT", "`20s`", "The warmup of the DNS ends after `20s` by default."),
        ("relay.probe-interval", "`15s`", "**Health:** the relay sends a probe (default: every 15 seconds)."),
        ("relay.max-uploads", "`20`", "More uploads (`--max-uploads`, 20) send more at one time."),
        ("relay.logLevel", "`info`", "| Log level | Use |\n|---|---|\n| `info` | The default log level |"),
        ("relay.seed.file", "`/etc/seed.txt`", "The relay reads the seed file `/etc/seed.txt` at the start."),
        (
            "SEED_LOADER_CLASS",
            "`SeedLoader`",
            "Seeds are read by the class of the seed loader, which is `NewLoader` by default.",
        ),
    ],
)
def test_a_default_that_another_page_may_state_in_other_words_is_left_alone(name: str, default: str, said: str) -> None:
    setting = f"# Settings\n\n## `{name}`\n\nDefault: {default}\n"
    assert asked(setting, f"# News\n\n{said}\n") == {}
    if not said.startswith("|"):
        assert len(asked(setting, f"# News\n\n- `other.key`: {said}\n")) == 1


@pytest.mark.parametrize(
    ("setting", "variable", "value", "is_asked"),
    [
        ("scanDepth", "RELAY_FRONT_SCANDEPTH", "slow", False),  # may be its variable
        ("scanDepth", "RELAY_FRONT_WAIT", "slow", True),
        ("hopMax", "RELAY_FRONT_HOPMAX", "fast", False),  # has its value
        ("hopMax", "RELAY_FRONT_HOPMAX", "slow", True),
    ],
)
def test_a_setting_is_left_alone_where_the_row_of_what_may_be_its_variable_or_has_its_value_names_it(
    setting: str, variable: str, value: str, is_asked: bool
) -> None:
    settings = f"# Settings\n\n| Setting | Default |\n|---|---|\n| `{setting}` | `fast` |\n"
    row = f"| `{variable}` | `{value}` | Sets `front.{setting}` |"
    variables = f"# Environment variables\n\n| Variable | Default | Meaning |\n|---|---|---|\n{row}\n"
    assert any(setting in each for each in asked(settings, variables)) == is_asked


@pytest.mark.parametrize(
    ("name", "is_asked"),
    [
        ("entwicklung/relais.md", False),
        ("参与开发.md", False),
        ("contribuer.md", False),
        ("contributed/disk.md", True),
        ("designs.md", True),
        ("开发.md", True),
    ],
)
def test_a_page_for_those_who_work_on_the_product_is_left_alone_in_each_language(name: str, is_asked: bool) -> None:
    table = "# Disks\n\n| Environment variable | Default |\n|---|---|\n| `PEBBLEWIRE_DEPTH` | `fast` |\n"
    assert bool(written_of([page("index.md", HOME), page(name, table)])) == is_asked


@pytest.mark.parametrize(
    ("pages", "is_asked"), [(["v012", "v013"], False), (["v012"], True), (["1", "2"], True), (["0.12", "0.13"], False)]
)
def test_a_setting_that_one_of_several_pages_for_versions_has_is_left_alone(pages: list[str], is_asked: bool) -> None:
    table = "# Settings\n\n| Setting | Default |\n|---|---|\n| `{}_depth` | `fast` |\n"
    made = written_of(
        [page("index.md", HOME), *(page(f"set/{each}.md", table.format(f"relay_{n}")) for n, each in enumerate(pages))]
    )
    assert bool(made) == is_asked


@pytest.mark.parametrize(("said", "is_asked"), [("the files in `/letters/`", True), ("letters as files", False)])
def test_a_path_is_stated_where_it_stands_with_its_slashes(said: str, is_asked: bool) -> None:
    settings = "# Settings\n\n| Setting | Default |\n|---|---|\n| `LETTER_URL` | `/letters/` |\n"
    made = asked(settings, f"# Questions\n\n- `LETTER_URL`: where they are. By default, Pebblewire serves {said}.\n")
    assert bool(made) == is_asked


@pytest.mark.parametrize(
    ("said", "is_asked"),
    [
        ("Set `SCAN__DEPTH` once.", False),
        ("Large sites raise the scan\ndepth.", False),
        ("Read about `[scan] depth` first.", False),
        ("Set `SCAN_____DEPTH` once.", True),
        ("The scan has a depth.", True),
    ],
)
def test_a_setting_is_found_where_its_words_have_other_joints(said: str, is_asked: bool) -> None:
    settings = "# Settings\n\n| Setting | Default |\n|---|---|\n| `scan_depth` | `fast` |\n"
    assert bool(asked(settings, f"# Sites\n\n{said}\n")) == is_asked


@pytest.mark.parametrize(("count", "is_asked"), [(2, False), (3, True)])
def test_a_page_with_few_defaults_is_asked_about_none(count: int, is_asked: bool) -> None:
    rows = "".join(f"| `relay_{name}` | `{name}{name}` |\n" for name in ("inlet", "outlet", "filter")[:count])
    table = f"# Relays\n\n| Setting | Default |\n|---|---|\n{rows}"
    made = written_of([page("index.md", HOME), page("settings.md", table)], least_on_a_page=3)
    assert len(made) == count * is_asked


@pytest.mark.parametrize(
    ("title", "name", "is_asked"),
    [
        ("Settings", "keepAlive", True),
        ("Pebblewire configuration options", "keepAlive", True),
        ("Alive settings", "keepAlive", True),
        ("Redis settings", "keepAlive", False),
        ("Redis settings", "keep_alive", True),
        ("Settings", "Watch the old folders", True),
        ("Redis settings", "Watch the old folders", False),
    ],
)
def test_a_name_in_camel_case_or_in_words_is_whose_the_title_says(title: str, name: str, is_asked: bool) -> None:
    table = f"# {title}\n\n| Setting | Default |\n|---|---|\n| `{name}` | `slow` |\n"
    assert bool(asked(table)) == is_asked


@pytest.mark.parametrize(
    ("note", "is_asked"),
    [
        ("Added `relay.scan_depth`.", True),
        ("`relay.scan_depth` is 9 by default now.", False),
        ("Raised `relay.scan_depth` to 77.", True),
        ("The tests have a `relay.scan_depth` of 77.", False),
        ("Raised `relay.scan_depth`.", True),
        ("`relay.scan_depth` is 77 by default now.", True),
    ],
)
def test_a_note_in_a_changelog_counts_where_it_may_tell_a_default(note: str, is_asked: bool) -> None:
    table = "# Settings\n\n| Setting | Default |\n|---|---|\n| `relay.scan_depth` | 77 |\n"
    changes = f"# Changelog\n\n## 1.4.2\n\n- {note}\n\n## 1.4.1\n\n- The relay starts faster and stops at once.\n"
    documents = [page("index.md", HOME), page("settings.md", table), page("CHANGELOG.md", changes)]
    assert any("scan_depth" in each.question for each in written_of(documents, "en")) == is_asked


def test_a_task_is_left_alone_if_another_place_may_tell_the_same() -> None:
    text = "# Archive\n\n## Move the archive folder\n\n1. Stop Pebblewire.\n2. Copy the folder.\n3. Start the server.\n"
    assert asked(text, "# More\n\nBefore you move the archive folder, stop the server.\n") == {}
    assert len(asked(text, "# More\n\nStop the server.\n")) == 1
    assert asked(text.replace("archive folder", "archive folder (method 2)")) == {}


@pytest.mark.parametrize(
    ("other", "is_asked"),
    [
        ("The old sweep, a search, finds expired segments.", False),
        ("The old sweep takes a second.", False),
        ("- [`OldSweep`](sweep.md)\n", True),
        ("Sweeps of old segments take a second.", True),
        ("## `NewSweep`\n\n`NewSweep` is a search for expired segments.", False),
        ("## `NewSweep`\n\n`NewSweep` is a search for fresh segments.", True),
    ],
)
def test_a_class_is_asked_about_if_no_other_page_says_more_of_it_and_none_says_the_same_of_another(
    other: str, is_asked: bool
) -> None:
    text = "# Tasks\n\n## `OldSweep`\n\n`OldSweep` is a search for expired segments. `OldSweep` runs at night.\n"
    found = asked(text, f"# More\n\nThis is what else there is to know.\n\n{other}\n")
    assert any(each.startswith("What is `OldSweep`") for each in found) == is_asked


@pytest.mark.parametrize(
    ("pages", "is_asked"),
    [(["v1"], False), (["v1", "v2"], True), (["docs"], True)],
    ids=["one of two versions", "both versions", "no version"],
)
def test_a_setting_that_one_of_several_versions_has_is_left_alone(pages: list[str], is_asked: bool) -> None:
    table = "# Settings\n\n| Setting | Default |\n|---|---|\n| `relay.scan_depth` | 7 |\n"
    plain = "# Start\n\nThis is how you start the relay and see what it does.\n"
    files = {"index.md": HOME, **{f"{each}/start.md": plain for each in ("v1", "v2")}}
    files |= {f"{each}/settings.md": table for each in pages}
    assert bool(written_of([page(*each) for each in files.items()], "en")) == is_asked


@pytest.mark.parametrize("row", ["| `relay.scan_depth` | 7 |", "| `relay.wait` | 9 |"], ids=["too", "not"])
def test_a_setting_of_a_version_beside_the_page_without_one_is_asked_about_if_that_has_it_too(row: str) -> None:
    table = "# Settings\n\n| Setting | Default |\n|---|---|\n{}\n"
    files = {
        "index.md": HOME,
        "v6/settings.md": table.format("| `relay.scan_depth` | 7 |"),
        "settings.md": table.format(row),
    }
    made = written_of([page(*each) for each in files.items()], "en")
    assert any("scan_depth" in each.question for each in made) == ("scan_depth" in row)


@pytest.mark.parametrize(
    ("code", "default", "gone"),
    [
        ("de", "Der Standardwert ist `7480`.", "Die Einstellung wurde in Version 4.4 entfernt."),
        ("en", "Default: `7480`", "This setting was removed in 4.4, after many years."),
        ("es", "- el valor por defecto es `7480`", "Este ajuste fue eliminado en la versión 4.4."),
        ("fr", "Par défaut : `7480`", "Ce paramètre a été supprimé dans la version 4.4."),
        ("ja", "デフォルトは`7480`です。", "この設定は4.4で削除されました。"),
        ("pt", "- o valor padrão é `7480`", "Esta opção foi removida na versão 4.4."),
        ("ru", "По умолчанию: `7480`", "Параметр удалён в версии 4.4."),
        ("zh", "- 默认值: `7480`", "此设置在 4.4 版本中移除。"),
    ],
)
def test_a_setting_that_is_gone_since_a_version_is_not_asked_about(code: str, default: str, gone: str) -> None:
    page = f"# Configuration\n\n## `relay.listen.port`\n\n{default}\n\n"
    assert asked(f"{page}{gone}\n", code=code) == {}
    assert len(asked(f"{page}{gone.replace('4.4', '30')}\n", code=code)) == 1


def test_a_row_beside_a_cell_that_spans_several_rows_is_a_place_of_its_own() -> None:
    table = (
        "Overview\n========\n\n+-------+------------+---------+\n| Group | Setting    | Default |\n"
        "+=======+============+=========+\n| ports | relay.port | 7480    |\n|       +------------+---------+\n"
        "|       | relay.cap  | 10      |\n+-------+------------+---------+\n"
    )
    pages = [("page.md", "# Settings\n\n## `relay.cap`\n\nDefault: 10\n", MARKDOWN), ("all.rst", table, REST)]
    documents = [page("index.md", HOME), *(page(*each) for each in pages)]
    (found,) = (each for each in written_of(documents) if each.components)
    assert [each.span.text for each in found.components[0].evidence][1:] == ["|       | relay.cap  | 10      |"]


def test_an_example_gives_a_path_from_its_root_no_owner_and_no_setting_one_that_has_a_section_of_its_own() -> None:
    example = "```yaml\nserver:\n  ws:\n    port: 1\nprojects:\n  relayMode: slow\n```\n\nSee `server` and `ws`.\n"
    settings = "# Settings\n\n## `server.port`\n\nDefault: 7480\n\n## `relayMode`\n\nDefault: `fast`\n\n"
    (question,) = asked(f"{settings}## `projects`\n\n{example}")
    assert question.removesuffix(" have in Pebblewire?").endswith("`server.port` setting")


def test_a_long_example_above_a_paragraph_about_defaults_is_no_place_of_one() -> None:
    example = "```ini\na = 1\nb = 2\nrelay_cap = 10\nc = 3\n```\n\nThe default file has more of them.\n"
    found = written("# Settings\n\n## `relay_cap`\n\nDefault: 10\n", f"# Start\n\n{example}")
    assert not [each for each in found if not each.near_miss]


def test_a_page_without_a_sentence_states_nothing() -> None:
    (found,) = written("# Settings\n\n## `log_level`\n\nDefault: `info`\n", "```default log_level\n```\n")
    assert len(found.components[0].evidence) == 1


def test_a_link_to_the_entry_of_a_setting_names_it() -> None:
    entry = "Settings\n========\n\n.. _setting-relay-port:\n\n``relay-port``\n--------------\n\n-  Default: 7480\n"
    same = "Ports\n=====\n\n- :ref:`setting-relay-port` now defaults to ``7480``.\n"
    (found,) = written(entry, same, kind=REST)
    assert [each.span.document_id for each in found.components[0].evidence] == ["page.md", "o0.md"]
    assert written(entry, same.replace("``7480``", "``9000``"), kind=REST) == []


def test_the_setting_of_another_table_is_no_place_of_a_default_although_it_names_this_one() -> None:
    other = "## `[group]`\n\n### `order`\n\nAs in `[program]`, but of the group.\n\nDefault: 7\n"
    found = written(f"# Settings\n\n## `[program]`\n\n### `order`\n\nDefault: 7\n\n{other}")
    assert [len(each.components[0].evidence) for each in found] == [1, 1]


@pytest.mark.parametrize(
    ("said", "evidence"),
    [
        ("The name of the `pebble` field may be customized using the `relay_field` setting.", 2),
        ("A name is needed.\n\nThe name of the field may be customized using the `relay_field` setting.", 0),
        ("The name of the field is long. You see the `relay_field` setting in `pebble-top`.", 0),
        (
            "`relay_field` and `relay_mark` exist. Setting these to `top` and not to the default of `pebble` helps.",
            2,
        ),
    ],
)
def test_a_sentence_that_tells_what_a_setting_changes_has_its_default_or_makes_it_doubtful(
    said: str, evidence: int
) -> None:
    found = written("# Settings\n\n## `relay_field`\n\nDefault: `pebble`\n", f"# Fields\n\n{said}\n")
    assert [len(each.components[0].evidence) for each in found] == [evidence] * bool(evidence)


@pytest.mark.parametrize("value", ["global", "local"])
def test_a_default_in_the_comment_above_a_line_that_gives_it_is_evidence_also_behind_lines_without_one(
    value: str,
) -> None:
    table = "# Settings\n\n| Setting | Default |\n|---|---|\n| `relay.place` | `global` |"
    code = f'# Setup\n\n```\nrelay.user = "ann"\n# Optional, defaults to "{value}"\nrelay.place = "{value}"\n```\n'
    found = written(table, code)
    places = [[each.span.document_id for each in one.components[0].evidence] for one in found]
    assert places == ([["page.md", "o0.md"]] if value == "global" else [])


@pytest.mark.parametrize(
    ("title", "is_evidence"), [("Mail Search", True), ("Letter Search", False)], ids=["the owner's", "another's"]
)
def test_the_page_of_an_owner_may_have_its_words_apart(title: str, is_evidence: bool) -> None:
    table = "# Settings\n\n## `mailSearch`\n\n| Setting | Default |\n|---|---|\n| `safe_depth` | `7` |"
    found = written(table, f"# {title}\n\n```\nsafe_depth: 7 # 0 (off), 7 (some - default), 9 (all)\n```\n")
    assert [len(each.components[0].evidence) for each in found] == [2] * is_evidence


@pytest.mark.parametrize(("begins", "is_evidence"), [("The setting", True), ("The relay", False)])
def test_a_sentence_that_begins_with_the_setting_goes_on_about_it(begins: str, is_evidence: bool) -> None:
    table = "# Settings\n\n| Setting | Default |\n|---|---|\n| `relay.port` | 7480 |"
    notes = f"# Notes\n\nAdd `relay.port` for the port. {begins} is set to 7480 by default.\n"
    found = written(table, notes)
    assert [len(each.components[0].evidence) for each in found] == ([2] if is_evidence else [])


def test_a_sentence_beside_the_one_on_the_default_is_no_place_of_it() -> None:
    page = "# Settings\n\n## `relay.layout`\n\nDefault: `tms`\n"
    said = "- `relay.layout`: how files lie. Defaults to `tms` which is flat. With `tc` they lie in folders.\n"
    (found,) = written(page, f"# Files\n\n{said}")
    assert len(found.components[0].evidence) == 2
    assert written(page, "# Files\n\n" + said.replace("`tms`", "`tc`").replace("With `tc`", "With `tms`")) == []


def test_a_section_of_the_same_name_on_another_page_may_be_about_another_thing() -> None:
    other = "# Marks of fields\n\n## `relay.cap`\n\n<p>Of a field: `7`</p>\n\nSuch a mark limits one field.\n"
    assert asked("# Settings\n\n## `relay.cap`\n\nDefault: 10\n", other) == {}
    assert len(asked("# Settings\n\n## `relay.cap`\n\nDefault: 10\n", other.replace("relay.cap", "relay.top"))) == 1


def test_the_settings_below_a_part_of_a_component_are_not_the_components() -> None:
    table = "Settings\n\n| Setting | Default |\n|---|---|\n| `poll_mode` | `mode{value}` |\n"
    others = [f"# {name}\n\n## {table.format(value=n)}" for n, name in enumerate(("Tape", "Drum", "Reel", "Wire"), 11)]
    for title in ("Disk", "Disk with Pebblewire", "Pebblewire Disk"):
        (question,) = (each for each in asked(f"# {title}\n\n## {table.format(value=20)}", *others))
        assert "`poll_mode` setting of Disk" in question
    assert asked(f"# Disk\n\n## `relaydb`\n\n### {table.format(value=20)}", *others) == {}


def test_a_heading_that_each_version_has_is_no_component() -> None:
    changes = (
        "## {}\n\n### Server changes\n\n#### Settings\n\n| Setting | Default |\n|---|---|\n| `poll_{}` | `mode{}` |\n\n"
    )
    versions = [changes.format(f"To {n}.x", n, n) for n in range(11, 16)]
    assert asked("# Upgrade\n\n" + "".join(versions)) == {}
    assert (
        len(asked("# Upgrade\n\n" + "".join(versions).replace("Server changes", "Relay {}").replace("{}", "Tape", 1)))
        == 1
    )


@pytest.mark.parametrize(
    ("headings", "is_asked"),
    [
        (["## `queue`"], True),
        (["## `queue`", "### Search"], False),  # of a thing in the queue
        (["## `queue`", "### General settings"], True),
        (["## Relays"], True),
        (["## `queue`", "## `disk`", "## Relays"], False),  # beside the tables `queue` and `disk`
    ],
)
def test_the_settings_below_words_among_headings_that_are_keys_may_be_of_any_table(
    headings: list[str], is_asked: bool
) -> None:
    level = "#" * (headings[-1].count("#") + 1)
    entries = "\n\n".join(headings)
    found = asked(f"# Settings\n\n{entries}\n\n{level} `poll_mode`\n\nDefault: `slow`\n")
    assert bool(found) == is_asked


@pytest.mark.parametrize(
    ("example", "owner"),
    [
        ("```yaml\nqueue:\n  poll_depth: 9\n```", " of `queue`"),
        ("```yaml\nmy-first-relay:\n  queue:\n    poll_depth: 9\n```", " of `queue`"),  # an invented name
        ("```toml\n[queue]\npoll_depth = 7\n```", " of `[queue]`"),  # of another row, in the same table
        ("```yaml\npoll_depth: 9\n```", ""),
        ("```js\nqueue: [\n  {\n    poll_depth: 9\n```", ""),
        ("```yaml\nqueue:\n  poll_depth: 9\ndisk:\n  poll_depth: 7\n```", ""),
        ("```yaml\nparams:\n  poll_depth: 9\n```", None),  # of what?
    ],
)
@pytest.mark.parametrize(
    "rows",
    [
        "| Setting | Default |\n|---|---|\n| `poll_mode` | `slow` |\n| `poll_depth` | `7` |\n",
        "The settings:\n\n- `poll_mode`: how it works (default: `slow`)\n- `poll_depth`: how far (default: `7`)\n",
    ],
)
def test_the_keys_of_one_table_are_in_the_table_in_which_an_example_shows_some_of_them(
    rows: str, example: str, owner: str | None
) -> None:
    found = asked(f"# Configuration\n\nThe queue, the disk and the params.\n\n{rows}\n{example}\n")
    assert [f"the `poll_mode` setting{owner}" in each for each in found if "poll_mode" in each] == (
        [] if owner is None else [True]
    )


@pytest.mark.parametrize(
    ("title", "name", "is_asked"),
    [
        ("PD configuration", "poll_mode", False),
        ("PD configuration", "pd_mode", True),
        ("MessageEdge configuration", "poll_mode", False),
        ("Relay configuration", "poll_mode", True),
        ("API settings", "poll_mode", True),
    ],
)
def test_the_settings_of_a_part_that_the_title_names_by_its_initials_are_left_alone(
    title: str, name: str, is_asked: bool
) -> None:
    assert bool(asked(f"# {title}\n\n| Setting | Default |\n|---|---|\n| `{name}` | `slow` |\n")) == is_asked


@pytest.mark.parametrize(
    ("folder", "title", "scope"),
    [
        ("mail-server", "Mail Server", "Pebblewire Mail Server"),
        ("mail-server", "📬 Mail server", "Pebblewire Mail server"),
        ("mail-server", "Mail Server of today", "Pebblewire"),
        ("post", "Mail Server", "Pebblewire"),
        ("mail-queue", "Mail Queue", "Pebblewire"),  # no program's name
    ],
)
def test_the_settings_in_a_folder_with_the_name_of_a_program_of_the_product_are_the_programs(
    folder: str, title: str, scope: str
) -> None:
    table = "# Settings\n\n| Setting | Default |\n|---|---|\n| `poll.wait.mode` | `slow` |\n"
    pages = {f"{folder}/index.md": f"# {title}\n\nIt sends.\n", f"{folder}/reference/settings.md": table}
    (found,) = written_of([page("index.md", HOME), *(page(*each) for each in pages.items())])
    assert f" in {scope}?" in found.question or f" have in {scope}?" in found.question


@pytest.mark.parametrize(
    ("path", "title", "is_asked"),
    [
        ("java.md", "Settings", False),
        ("sdks/python/settings.md", "Settings", False),
        ("a.md", "Go client", False),
        ("a.md", "Pebblewire .NET SDK", False),
        ("a.md", "Gone", True),
        ("javadoc.md", "Settings", True),
    ],
)
def test_the_settings_on_the_page_of_a_client_in_one_language_are_that_clients(
    path: str, title: str, is_asked: bool
) -> None:
    table = f"# {title}\n\n| Environment variable | Default |\n|---|---|\n| `PEBBLEWIRE_MODE` | `slow` |\n"
    assert bool(written_of([page("index.md", HOME), page(path, table)])) == is_asked


def test_the_page_of_a_previous_version_is_asked_about_nothing() -> None:
    table = "# Settings\n\n| Setting | Default |\n|---|---|\n| `poll.wait.mode` | `slow` |\n"
    made = [
        written_of([page("index.md", HOME), page(f"{each}/a.md", table)]) for each in ("versions", "previous-versions")
    ]
    assert list(map(len, made)) == [1, 0]


def test_a_folder_with_the_initials_of_a_part_is_about_the_part_also_where_it_has_a_chart() -> None:
    parts = [
        f"# Use\n\n## {verb} Pebblewire Instance Manager\n\nIt asks Pebblewire, and Pebblewire answers.\n"
        for verb in ("Start", "Stop", "Move")
    ]
    table = "# Settings\n\n| Setting | Default |\n|---|---|\n| `{}` | `slow` |\n"
    pages = {f"o{n}.md": text for n, text in enumerate(parts)} | {
        "pim/settings.md": table.format("poll.wait.mode"),
        "pim/helm.md": table.format("poll.wait.form").replace("Settings", "Helm chart settings"),
    }
    made = written_of([page("index.md", HOME), *(page(*each) for each in pages.items())])
    assert sorted(each.question.partition(" in ")[2] for each in made) == [
        "Pebblewire Instance Manager?",
        "the Pebblewire Instance Manager Helm chart?",
    ]


def test_a_setting_with_two_defaults_on_one_page_is_left_alone_even_if_one_of_them_is_no_value_to_ask_for() -> None:
    tables = [f"| Setting | Default |\n|---|---|\n| `relay_limit` | {value} |\n" for value in ("`700`", "`0`")]
    assert len(asked(f"# Settings\n\n{tables[0]}")) == 1
    assert asked("# Settings\n\n" + "\nThe others:\n\n".join(tables)) == {}


@pytest.mark.parametrize(
    ("code", "title", "header"),
    [
        ("de", "Servereinstellungen", "Eigenschaft | Standardwert"),
        ("nl", "Relaisconfiguratie", "Eigenschap | Standaardwaarde"),
        ("fr", "Configurer le relais", "Nom de la propriété | Valeur par défaut"),
        ("es", "Configurar el relé", "Nombre de la propiedad | Valor por defecto"),
        ("pt", "Configurando os relés do serviço", "Nome da propriedade | Padrão"),
        ("it", "Configurare il relay", "Nome della proprietà | Valore predefinito"),
        ("ja", "リレーの詳細設定", "プロパティ名 | デフォルト"),
        ("zh", "中继服务配置", "属性名称 | 默认值"),
        ("de", "relais.conf", "Eigenschaft | Standardwert"),
        ("ru", "Настройка сервера", "Имя свойства | По умолчанию"),
        ("ko", "릴레이 서버 설정", "속성 이름 | 기본값"),
        ("ko", "릴레이 서버 설정", "항목 | 기본 설정"),
        ("es", "Configurar el relé", "Nombre | Valor por omisión"),
    ],
)
def test_a_page_is_about_settings_if_a_part_of_a_word_or_a_form_of_one_in_its_title_says_so(
    code: str, title: str, header: str
) -> None:
    table = f"| {header} |\n|---|---|\n| `pebblewire.relay.port` | 7480 |\n"
    assert asked(f"# {title}\n\n{table}", code=code).popitem()[1] == "7480"
    assert asked(f"# Relay\n\n{table}", code=code) == {}


@pytest.mark.parametrize(
    ("code", "default", "name"),
    [
        ("en", "Default: 7", "“most old messages”"),
        ("de", "Standardwert: 7", "„most old messages“"),
        ("fr", "Valeur par défaut : 7", "« most old messages »"),
        ("es", "Valor por defecto: 7", "«most old messages»"),
    ],
)
def test_a_preference_of_several_words_stands_in_the_quotation_marks_of_its_language(
    code: str, default: str, name: str
) -> None:
    asks = asked(f"# Configuration\n\nmost old messages\n: {default}.\n", code=code)
    assert [name in question for question in asks] == [True]


@pytest.mark.parametrize(
    ("code", "text", "question"),
    [
        ("de", "Die Wartezeit in Sekunden. Der Standardwert ist `30`.", "in Sekunden?"),
        ("es", "El tiempo de espera en segundos. El valor por defecto es `30`.", "en segundos?"),
        ("fr", "Le délai d’attente en secondes. La valeur par défaut est `30`.", "(en secondes) ?"),
        ("it", "Il tempo di attesa in secondi. Il valore predefinito è `30`.", "in secondi?"),
        ("ja", "待機時間（秒）。デフォルトは`30`です。", "（単位：秒）"),
        ("ko", "대기 시간(초)입니다. 기본값은 `30`입니다.", "(단위: 초)?"),
        ("nl", "De wachttijd in seconden. De standaardwaarde is `30`.", "in seconden?"),
        ("pt", "O tempo de espera em segundos. O valor padrão é `30`.", "em segundos?"),
        ("ru", "Время ожидания в секундах. Значение по умолчанию: `30`.", "в секундах?"),
        ("zh", "等待时间，单位为秒。默认值为 `30`。", "（单位：秒）"),
    ],
)
def test_the_unit_of_a_bare_number_is_in_the_question_in_every_language(code: str, text: str, question: str) -> None:
    first, _, second = text.partition("。" if code in ("ja", "zh") else ". ")
    page = f"# Configuration\n\n## `relay.retry.timeout`\n\n{second}\n\n{first}.\n"
    assert [asks for asks, answer in asked(page, code=code).items() if answer == "30" and asks.endswith(question)]


STEPS = {
    "de": (
        "Kanal anlegen",
        "Klicken Sie in Pebblewire auf **Neu**.",
        "Im Menü wählen Sie **Kanal**.",
        "Speichere den Kanal.",
    ),
    "es": (
        "Crear un canal",
        "Haz clic en **Nuevo** en Pebblewire.",
        "En el menú, selecciona **Canal**.",
        "Pulsa **Guardar**.",
    ),
    "fr": (
        "Créer un canal",
        "Cliquez sur **Nouveau** dans Pebblewire.",
        "Dans le menu, choisissez **Canal**.",
        "Enregistrez le canal.",
    ),
    "it": (
        "Creare un canale",
        "Fai clic su **Nuovo** in Pebblewire.",
        "Nel menu, seleziona **Canale**.",
        "Salva il canale.",
    ),
    "ja": (
        "チャンネルを作る",
        "Pebblewireの「新規」をクリックします。",
        "「チャンネル」を選択します。",
        "「保存」を押してください。",
    ),
    "nl": ("Kanaal aanmaken", "Klik in Pebblewire op **Nieuw**.", "Kies **Kanaal** in het menu.", "Bewaar het kanaal."),
    "pt": ("Criar um canal", "Clique em **Novo** no Pebblewire.", "No menu, selecione **Canal**.", "Salve o canal."),
    "ru": (
        "Как создать канал",
        "Нажмите кнопку **Новый** в Pebblewire.",
        "Выберите **Канал** в меню.",
        "Сохраните канал.",
    ),
}


@pytest.mark.parametrize(("code", "said"), STEPS.items(), ids=STEPS)
def test_steps_are_told_as_their_language_tells_them_and_may_have_pictures(code: str, said: tuple[str, ...]) -> None:
    task, *steps = said
    told = "\n".join(f"{n}. {step}\n\n   ![](a.png)\n\n   ![](b.png)\n" for n, step in enumerate(steps, 1))
    page = f"# Pebblewire\n\n## {task}\n\n{told}"
    ((asks, answer),) = asked(page, code=code).items()
    assert "Pebblewire" in asks
    assert answer.split("\n") == [step.replace("*", "") for step in steps]
    assert asked(page.replace(steps[1], "7480 (Pebblewire)"), code=code) == {}


@pytest.mark.parametrize(
    ("code", "lead", "asks"),
    [
        (
            "de",
            "Um einen Kanal zu öffnen, gehen Sie wie folgt vor:",
            ["Wie kann man in Pebblewire einen Kanal öffnen?"],
        ),
        ("de", "Um einen Kanal zu öffnen, klicken Sie auf **Neu** und:", []),  # which is the first step
        ("fr", "Pour ouvrir un canal, suivez ces étapes :", ["Comment ouvrir un canal dans Pebblewire ?"]),
        ("fr", "Pour ouvrir un canal, cliquez sur **Nouveau** :", []),
    ],
)
def test_a_sentence_that_has_a_step_of_its_own_is_no_lead(code: str, lead: str, asks: list[str]) -> None:
    steps = "".join(f"{n}. {step}\n" for n, step in enumerate(STEPS[code][1:], 1))
    assert list(asked(f"# Pebblewire\n\n## Pebblewire\n\n{lead}\n\n{steps}", code=code)) == asks


@pytest.mark.parametrize(
    ("code", "heading"),
    [
        ("de", "Keine Nachrichten zurückgegeben"),
        ("de", "Kanal öffnen oder schließen"),
        ("fr", "Fichier de configuration"),
        ("fr", "Répertoire des canaux vide"),
        ("es", "Taller de canales"),
        ("ja", "チャンネルの作成に失敗する"),
    ],
)
def test_a_heading_that_names_no_task_is_asked_for_no_steps(code: str, heading: str) -> None:
    steps = "".join(f"{n}. {step}\n" for n, step in enumerate(STEPS[code][1:], 1))
    assert asked(f"# Pebblewire\n\n## {heading}\n\n{steps}", code=code) == {}


def test_every_language_with_a_file_has_a_case() -> None:
    assert set(KNOWN) == {*LANGUAGES, "en"}


@pytest.mark.parametrize("code", KNOWN)
def test_the_patterns_of_a_language_compile_and_its_questions_take_the_words(code: str) -> None:
    data = language(code)
    assert data is not None
    for name, pattern in data.data["patterns"].items():
        assert isinstance(pattern, list) or data.pattern(name).pattern
    for form in data.data["questions"]:
        assert "RELAY" in data.ask(form, thing="RELAY", task="RELAY", attribute="RELAY", law="RELAY", scope="")


@pytest.mark.parametrize(
    ("code", "title", "text", "question", "answer"),
    [
        (
            "de",
            "Botengesetz (BotG)",
            "(1) Bote im Sinne dieses Gesetzes ist jede Person mit einem Auftrag. (2) Brief im Sinne dieses Gesetzes"
            " ist\n\n1.  ein Blatt,",
            "Was bedeutet „Bote“ laut BotG?",
            "jede Person mit einem Auftrag",
        ),
        (
            "en",
            "Messengers Act",
            "For the purposes of this Act, “messenger” means any person with a letter in the hand.",
            "What does “messenger” mean under the Messengers Act?",
            "any person with a letter in the hand",
        ),
        (
            "en",
            "Letter policy",
            "In this policy, “messenger” means any person with a letter in the hand. A “letter” means paper.",
            "What does “messenger” mean under the Letter policy?",
            "any person with a letter in the hand",
        ),
        (
            "fr",
            "Loi sur les messagers",
            "Au sens de la présente loi, on entend par « messager » toute personne avec une lettre.",
            "Que signifie « messager » selon Loi sur les messagers ?",
            "toute personne avec une lettre",
        ),
    ],
)
def test_a_law_or_a_policy_defines_its_terms(code: str, title: str, text: str, question: str, answer: str) -> None:
    assert asked(f"# {title}\n\n## § 1\n\n{text}\n", home="", code=code) == {question: answer}


def test_steps_and_entries_cut_by_a_chunks_border_are_not_asked() -> None:
    text = "# Backup\n\n## Taking a snapshot\n\n1. Choose a target.\n2. Run `relay snapshot`.\n"
    documents = [Document("index.md", HOME, "Pebblewire", "", MARKDOWN), Document("page.md", text, "B", "", MARKDOWN)]
    chunks = [chunk for document in documents for chunk in chunk_document(document, size=40, overlap=0)]
    writer = Writer.of(documents, chunks, least_on_a_page=1)
    for candidate in (each for chunk in chunks for each in writer.write(chunk)):
        named = {chunk.id: chunk for chunk in chunks}
        spans = [evidence.span for part in candidate.components for evidence in part.evidence]
        assert all(any(named[key].span.contains(span) for key in candidate.chunk_ids) for span in spans)


@pytest.mark.parametrize(
    ("said", "is_asked"),
    [
        ("Set `relay.scan_depth` to 7.", False),
        ("Read about the relay scan depth.", False),
        ("Type `--relay-scan-depth 9`.", False),
        ("The variable is `PEBBLE_RELAY_SCAN_DEPTH`.", False),
        ("```yaml\nrelay.scan_depth: 9\n```", False),
        ("## relay.scan_depth\n\nMore of it.", False),
        ("## Default values\n\n```toml\n[relay]\nscan_depth = 9\n```", False),
        ("## Default values\n\n```yaml\nRelay:\n  scan_depth: 7\n```", True),
        ("## Example\n\n```toml\n[relay]\nscan_depth = 9\n```", True),
        ("## Default values\n\n```yaml\nmail:\n  scan_depth: 9\n```", True),
        ("- [relay.scan_depth](settings.md)", True),
        ("![relay.scan_depth](relay_scan_depth.png)", True),
        ("Set `scan.relay_depth` to 7.", True),
        ("| Setting | Default |\n|---|---|\n| `relay.scan_depth_rate` | 4 |", True),
        ("`relay.scan_depth` is 7 by default.", True),
        ("Relays have `relay.scan_depth`: the default is `7`, and with `wide` the default is `9`.", False),
        ("| Name | Use |\n|---|---|\n| `relay.scan_depth` | Default is `7`; with `wide` the default is `9`. |", False),
    ],
)
def test_a_setting_is_asked_about_where_every_place_that_names_it_states_its_default(said: str, is_asked: bool) -> None:
    table = "# Settings\n\n| Setting | Default |\n|---|---|\n| `relay.scan_depth` | 7 |\n"
    found = asked(table, f"# Start\n\nThis is how you start the relay and see what it does.\n\n{said}\n")
    assert bool(found) == is_asked


def test_every_passage_that_states_the_answer_is_evidence() -> None:
    table = "# Settings\n\n| Setting | Default |\n|---|---|\n| `relay.port` | 7480 |"
    (candidate,) = written(table, "# Start\n\nBy default, `relay.port` is 7480. Nobody changes that.")
    places = [(evidence.span.document_id, evidence.origin) for evidence in candidate.components[0].evidence]
    assert places == [("page.md", "seed"), ("o0.md", "promoted")]
    assert written(table, "# Demo\n\nSet `relay.port` to 7480, then run `relay demo --reset-defaults` once.") == []


@pytest.mark.parametrize(
    ("key", "default", "said", "near"),
    [
        ("relay_backend", "`disk`", "`disk`: the backend that is the default.", "`disk`: the way that is the default."),
        (
            "relay_port",
            "7480",
            "It is at `http://localhost:7480` by default.",
            "It is at `http://localhost` by default.",
        ),
        ("oidc_enabled", "False", "OIDC is not enabled by default.", "OIDC is known to many people."),
        ("allow_private_hook", "False", "Private hooks are refused by default.", "Some hooks are refused by default."),
        ("long_name_enabled", "False", "## Long names\n\nIt is off by default.", "## Names\n\nIt is off by default."),
        ("auth_enabled", "True", "Authentication is enabled by default.", "Autumn is enabled by default."),
        ("relay.use_hops", "true", "One must have `use_hops` (default true).", "One must have `use_hops` (or true)."),
        ("style_loader", "`a.Seed`", "The default style loader is Seed.", "The default style is Seed."),
    ],
    ids=[
        "a word of the name",
        "a port",
        "one word",
        "half of the words",
        "the heading",
        "a longer word",
        "a value without marks",
        "other words",
    ],
)
def test_what_may_state_a_default_without_naming_its_key_makes_it_doubtful(
    key: str, default: str, said: str, near: str
) -> None:
    setting = f"# Settings\n\n## `{key}`\n\nDefault: {default}\n"
    assert asked(setting, f"# News\n\n{said}\n") == {}
    assert len(asked(setting, f"# News\n\n{near}\n")) == 1


@pytest.mark.parametrize(("above", "count"), [("[--relay-wait=N]  # Seconds", 0), ("[--relay-cap=N]  # Letters", 1)])
def test_a_comment_that_goes_on_below_the_line_of_a_key_makes_its_default_doubtful(above: str, count: int) -> None:
    entry = "- `--relay-wait` (default: 700): how long to wait, in seconds."
    option = f"# pebblewire lock\n\nOptions:\n\n{entry}\n\n```\n$ pebblewire lock --quiet 7\n```\n"
    assert len(asked(option, f"# All commands\n\n```\n{above}\n    # Default: 700\n```\n")) == count


def test_an_option_a_line_of_a_file_and_a_variable_of_one_name_are_not_three_facts() -> None:
    option = "# Options\n\n### `--verify-host`\n\nCheck the host.\n\nDefault: True\n"
    setting = "# Settings\n\n## `verify-host`\n\nDefault: True\n"
    lines = "# Sample file\n\n```\n## Check it (default: True)\n#{}=true\n\n## Other\n```\n"
    assert [len(each.components[0].evidence) for each in written(setting, option)] == [2]
    assert [len(each.components[0].evidence) for each in written(setting, option.replace("verify", "sweep"))] == [1]
    assert asked(setting, lines.format("PEBBLEWIRE_VERIFY_HOST")) == {}
    assert len(asked(setting, lines.format("PEBBLEWIRE_SWEEP_HOST"))) == 1


def test_a_heading_in_words_of_another_script_is_no_owner() -> None:
    page = "# 设置\n\n本页列出消息中继的所有设置，每个设置都可以在启动时更改。\n\n## {}\n\n"
    page += "| 设置 | 默认值 |\n|---|---|\n| `sweep_cap` | 700 |\n"
    home = "# Pebblewire\n\nPebblewire 是一个消息中继。很多人使用 Pebblewire 来发送消息，大多数人不再看。\n"
    assert all("列表" not in each for each in asked(page.format("variables列表"), home=home, code="zh"))
    assert any("`queue`" in each for each in asked(page.format("queue"), home=home, code="zh"))


def test_a_remark_below_a_name_is_no_setting() -> None:
    entry = "# Settings\n\n## `relay_mode`\n\n**{}**\n\nDefaults to `mesh`.\n"
    assert all("Optional" not in question for question in asked(entry.format("Optional")))
    assert any("relay_shape" in question for question in asked(entry.format("relay_shape")))


def test_a_variable_with_another_default_for_a_part_of_the_product_is_left_alone() -> None:
    table = "## {}\n\n| Variable | Default |\n|---|---|\n| `{}` | `{}` |\n\n"
    text = "# Environment variables\n\n" + table.format("Hub", "LETTER_MODE", "mesh")
    assert len(asked(text + table.format("Agent", "LETTER_MODE", "line"))) == 2  # each says whose it is
    assert asked(text + table.format("All", "LETTER_MODE", "line") + table.format("Agent", "LETTER_CAP", "7 m")) == {
        "Which default does the `LETTER_CAP` environment variable have in Pebblewire Agent?": "7 m"
    }


def test_an_order_that_changes_what_has_the_name_of_a_setting_is_no_place_of_its_default() -> None:
    setting = "# Environment variables\n\n| Variable | Default |\n|---|---|\n| `PORT` | 7480 |\n"
    for said, places in (("Change the port in the check to `7480`.", []), ("This changed `PORT` to `7480`.", [2])):
        found = written(setting, f"# Moving\n\n1. {said}\n2. Stop the relay.\n")
        assert [len(each.components[0].evidence) for each in found] == places


def test_a_default_on_a_page_in_another_language_is_evidence_or_contradicts() -> None:
    english = "# Settings\n\n| Setting | Default |\n|---|---|\n| `relay.port` | 7480 |\n"
    chinese = "# 配置\n\n这一页说明中继的所有设置，以及每个设置在启动时的取值。\n\n"
    chinese += "## relay.port\n\n- 类型：`number`\n- 默认值：`{}`\n"
    (candidate,) = written(english, chinese.format(7480), code="en")
    places = [(evidence.span.document_id, evidence.origin) for evidence in candidate.components[0].evidence]
    assert places == [("page.md", "seed"), ("o0.md", "promoted")]
    assert written(english, chinese.format(7481), code="en") == []


@pytest.mark.parametrize(
    ("other", "is_evidence"),
    [
        ("# drop\n\nBy default, `--tries` is 7 there.", False),
        ("# sync\n\nBy default, `--tries` is 7 there.", True),
        ("# Start\n\nFor `pebblewire sync` the default of `--tries` is 7.", True),
        ("# sync\n\nOptions:\n  --tries    Count of calls\n             (default 7)\n  --quiet  Say less", True),
    ],
    ids=["another command's page", "the command's page", "a sentence", "an entry of a listing"],
)
def test_only_a_passage_about_the_same_command_is_evidence(other: str, is_evidence: bool) -> None:
    table = "# Sync\n\n## `sync`\n\nType `pebblewire sync`.\n\n| Option | Default |\n|---|---|\n| `--tries` | 7 |"
    found = written(table, other)
    assert [len(each.components[0].evidence) for each in found] == [2] * is_evidence


@pytest.mark.parametrize(
    "said",
    [
        "# Queues\n\n```text\nrelay.port = 7480\n```\n\nDefaults to {}.\n",
        "# Example\n\n```yaml\n# All\nrelay:\n  # Where it is\n  # Default: {}\n  port: 7000\nsweep:\n  port: 1\n```\n",
        "# Example\n\n```yaml\nrelay:\n  port: 7000  # Default: {}\n```\n",
        "# Code\n\n## Complete default configuration\n\n```py\nRELAY = {{\n    'relay.port': {},\n}}\n```\n",
    ],
)
def test_a_default_below_the_line_that_sets_it_or_in_the_code_of_all_defaults_is_evidence(said: str) -> None:
    table = "# Settings\n\n| Setting | Default |\n|---|---|\n| `relay.port` | 7480 |"
    (candidate,) = written(table, said.format(7480))
    assert [each.span.document_id for each in candidate.components[0].evidence] == ["page.md", "o0.md"]
    assert asked(table, said.format(7481)) == {}


@pytest.mark.parametrize(
    ("heading", "gives"),
    [
        ("Default settings", True),
        ("Changing the default settings", False),
        ("Default relay", False),
        ("Complete configuration", False),
    ],
)
def test_code_gives_defaults_below_a_heading_that_says_so(heading: str, gives: bool) -> None:
    table = "# Settings\n\n| Setting | Default |\n|---|---|\n| `send_port` | 7480 |"
    found = written(table, f"# Code\n\nThe relay reads this.\n\n## {heading}\n\n```yaml\nsend_port: 7480\n```\n")
    assert [len(each.components[0].evidence) for each in found] == [2] * gives


@pytest.mark.parametrize(
    ("title", "header", "scope"),
    [
        ("Helm chart configuration", "Setting", "the Pebblewire Helm chart"),
        ("Settings (Helm values)", "Setting", "the Pebblewire Helm chart"),
        ("Helm chart configuration", "Environment variable", "Pebblewire"),
        ("Chart configuration", "Setting", "Pebblewire"),
    ],
)
def test_a_value_of_the_helm_chart_is_asked_as_the_charts(title: str, header: str, scope: str) -> None:
    name = "RELAY_MODE" if " " in header else "relay_mode"
    (asks,) = asked(f"# {title}\n\n| {header} | Default |\n|---|---|\n| `{name}` | `slow` |\n")
    assert f" in {scope}?" in asks.replace(" have in", " in")


@pytest.mark.parametrize(
    ("product", "part"),
    [("Pebblewire", "Pebblewire Cloud"), ("PebbleWire", "Pebble Cloud"), ("Pebblewire", "Pebblewire-Cloud")],
)
def test_the_setting_of_a_part_of_the_product_is_asked_as_the_parts_if_no_other_part_has_one_of_that_name(
    product: str, part: str
) -> None:
    home = HOME.replace("Pebblewire", product)
    table = "# {} Settings\n\n| Setting | Default |\n|---|---|\n| `send_port` | `6789` |\n"
    pages = f"# {part} Overview\n", f"# {part} Quick Start\n"
    (asks,) = written(table.format(part), *pages, home=home)
    assert f" in {part}" in asks.question
    assert written(table.format(part), *pages, table.format(f"{product} Server"), home=home) == []


def test_a_word_that_no_part_is_called_by_is_left_out_of_the_scope_of_a_setting() -> None:
    pages = "# Pebblewire General Overview\n", "# Pebblewire General Quick Start\n"
    table = "# Pebblewire General Settings\n\n| Setting | Default |\n|---|---|\n| `send_port` | `6789` |\n"
    (asks,) = asked(table, *pages)
    assert " in Pebblewire?" in asks.replace(" have in", " in")


@pytest.mark.parametrize(
    ("headings", "scope"),
    [
        (("Hub", "Agent"), ("Pebblewire Hub", "Pebblewire Agent")),
        (("Server settings", "Client settings"), ("Pebblewire Server", "Pebblewire Client")),
        (("Mail", "Agent"), ("Pebblewire", "Pebblewire")),  # one program, and its groups of settings
        (("Hub and disk", "Agent"), ("Pebblewire", "Pebblewire")),
    ],
)
def test_a_variable_below_the_heading_of_one_of_several_programs_is_asked_as_that_programs(
    headings: tuple[str, ...], scope: tuple[str, ...]
) -> None:
    table = "## {}\n\n| Variable | Default |\n|---|---|\n| `{}_MODE` | `{}` |\n\n"
    rows = [table.format(heading, "XY"[at], ["slow", "quick"][at]) for at, heading in enumerate(headings)]
    found = asked(f"# Environment variables\n\n{''.join(rows)}")
    assert {answer: said.split(" in ")[1].rstrip("?") for said, answer in found.items()} == dict(
        zip(("slow", "quick"), scope, strict=True)
    )


@pytest.mark.parametrize(
    ("folder", "title", "asks"),
    [
        ("mice", "Mouse", True),
        ("integrations", "Mouse", False),
        ("themes", "Mouse", False),
        ("integrations", "Environment variables", True),
        ("e2e", "Environment variables", False),
    ],
)
def test_a_variable_in_the_folder_of_integrations_is_the_products_only_on_a_page_about_settings(
    folder: str, title: str, asks: bool
) -> None:
    table = f"# {title}\n\n| Environment variable | Default |\n|---|---|\n| `PEBBLEWIRE_MODE` | `slow` |\n"
    made = written_of([page("index.md", HOME), page(f"{folder}/mouse.md", table)])
    assert [each.answer for each in made] == ["slow"] * asks


@pytest.mark.parametrize(("package", "asks"), [("@pebblewire/mouse-service", False), ("@pebblewire/cat-service", True)])
def test_the_settings_in_the_folder_of_a_package_of_its_own_are_not_the_products(package: str, asks: bool) -> None:
    table = "# Options\n\n| Option | Default |\n|---|---|\n| `pauseOnMark` | `slow` |\n"
    install = f"# Start\n\n```sh\nnpm install --save-dev {package}\n```\n"
    texts = {"index.md": HOME, "mouse-testing/start.md": install, "mouse-testing/options.md": table}
    made = written_of([page(*each) for each in texts.items()])
    assert [each.answer for each in made] == ["slow"] * asks


@pytest.mark.parametrize(("said", "asks"), [("It reads its environment.", True), ("See `isServerlessEnv`.", False)])
def test_names_in_capitals_are_variables_where_the_page_speaks_of_an_environment(said: str, asks: bool) -> None:
    table = f"# Types\n\n{said}\n\n| Name | Default value |\n|---|---|\n| `LINK_PHONE` | phone |\n"
    assert [*asked(table).values()] == ["phone"] * asks


@pytest.mark.parametrize(("page_of", "scope"), [("wire-node", "wire-node"), ("wire-local", "wire")])
def test_a_setting_in_the_file_of_a_program_that_has_a_page_is_asked_as_that_programs(page_of: str, scope: str) -> None:
    home = "# wire\n\nwire is a relay, and wire relays. Use wire. Run `pip install wire`.\n"
    table = "# wire-node.conf\n\n| Setting | Default |\n|---|---|\n| `send_mode` | `slow` |\n"
    (found,) = written(table, f"# {page_of}\n\nRelays.\n", home=home)
    assert found.question.endswith((f" in {scope}?", f" have in {scope}?"))


def test_a_variable_in_the_table_of_the_products_variables_may_be_one_word() -> None:
    table = "| Variable | Default |\n|---|---|\n| `PORT` | `9666` |\n| `CRON_PORT` | `9667` |\n"
    assert set(asked(f"# Environment variables\n\n{table}").values()) == {"9666", "9667"}


def test_a_variable_that_the_reference_of_all_variables_leaves_out_is_another_programs() -> None:
    reference = "# Environment variables\n\n" + "".join(f"`{a}_{b}`, " for a in "ABCDEFGHI" for b in "RSTUVW")
    table = "# Send\n\n## Connect\n\n| Environment variable | Default |\n|---|---|\n| `{}` | `6789` |\n"
    assert list(asked(table.format("MOUSE_PORT")).values()) == ["6789"]
    assert asked(table.format("MOUSE_PORT"), reference) == {}
    row = "\n\n| Environment variable | Default |\n|---|---|\n| `A_PORT` | `6789` |\n"
    assert list(asked(table.format("A_PORT"), f"{reference}{row}").values()) == ["6789"]


def test_an_option_on_the_page_of_a_command_is_asked_with_the_command_in_the_title() -> None:
    entry = "`send` [*name*]\n\nType `pebblewire send bob --quiet 9`.\n\n### `--lines`\n\n"
    (question,) = asked(f"# {entry}Number of lines. The default is 88.\n")
    assert "`--lines` option of `pebblewire send`" in question


@pytest.mark.parametrize(("others", "asks"), [("ABC", True), ("AB", False), ("ABD", False)])
def test_a_setting_of_one_of_several_pages_alike_is_asked_as_that_of_its_pages_title(others: str, asks: bool) -> None:
    table = "## Options\n\n| Name | Default |\n|---|---|\n| `send_port` | `678{1}` |\n"
    text = "---\ntitle: Pebblewire Disk {0} Documentation\n---\n\n" + table
    pages = [text.format(each.replace("D", "Z"), at) for at, each in enumerate(others)]
    found = written(text.format("Z", 9), *pages)
    assert [" of Disk Z " in each.question for each in found] == [True] * asks
    same_title = "---\ntitle: Disk Z\n---\n\nHow the disk was designed.\n"
    assert len(written(text.format("Z", 9), *pages, same_title)) == asks  # no settings are there
    for title in ("When to Use Z", "Overview"):  # a component has a name
        assert written(text.format("Z", 9).replace("Pebblewire Disk Z Documentation", title), *pages) == []


@pytest.mark.parametrize(
    ("title", "heading", "entry", "asks"),
    [
        ("Settings", "Properties", TABLE, True),
        ("Settings", "Properties", "#### `poll_{1}`\n\nDefault: `mode{1}`\n\n", True),
        ("Settings", "Properties", f"#### Each mount\n\n{TABLE}", False),  # they may be the mount's
        ("Widgets", "Options", TABLE, True),
        ("Widgets", "Properties", TABLE, False),  # those of classes
    ],
)
def test_a_setting_below_a_heading_that_its_page_has_several_times_is_that_of_what_is_above(
    title: str, heading: str, entry: str, asks: bool
) -> None:
    section = f"## {{0}}\n\n### {heading}\n\n{entry}"
    names = ["Disk", "Drum", "Reel", "Tape", "Overview", "`createTape`", "Build a Cat"]  # the last three name none
    pages = [section.format(name, n) for n, name in enumerate(names)]
    found = " ".join(asked(f"# {title}\n\n{''.join(pages)}"))
    assert [f"`poll_{n}` setting of {name} " in found for n, name in enumerate(names)] == [asks] * 4 + [False] * 3
    assert asked(f"# {title}\n\n{''.join(pages[:2])}") == {}  # whose they are is not certain
    assert "poll_4" not in found


@pytest.mark.parametrize(
    ("beside", "server", "part"),
    [("server", "Pebblewire server", " player"), ("server", "Servers", ""), ("more/server", "Pebblewire server", "")],
)
def test_a_setting_in_the_folder_of_a_part_of_the_product_is_asked_as_the_parts(
    beside: str, server: str, part: str
) -> None:
    texts = {
        "index.md": HOME,
        "player/index.md": "# Pebblewire player\n\nShows letters.\n",
        "player/options.md": "# Options\n\n| Option | Default |\n|---|---|\n| `pauseOnMark` | `false` |\n",
        "player/marks.md": "# Marks\n\nBy default, `pauseOnMark` is `false`.\n",
        f"{beside}/index.md": f"# {server}\n\nKeeps letters.\n",
    }
    (found,) = written_of([page(*each) for each in texts.items()])
    assert found.question.endswith((f" in Pebblewire{part}?", f" have in Pebblewire{part}?"))
    assert len(found.components[0].evidence) == 2  # a page of the folder is about the part


def test_a_row_with_a_border_inside_a_cell_states_nothing() -> None:
    table = "# Settings\n\n| Name | Type | Required | Default |\n|---|---|---|---|\n| `relay_mode` | {} | `no` | {} |\n"
    assert list(asked(table.format("text", "`slow`")).values()) == ["slow"]
    assert asked(table.format("text|list", "")) == {}


@pytest.mark.parametrize(("option", "asks"), [("--page-cache", True), ("--cache", False)])
def test_an_option_that_begins_with_the_name_of_its_page_is_the_programs(option: str, asks: bool) -> None:
    entry = f"### {option}\n\nSize of the cache.\n\n- Type: size\n- Default: 64Mi\n"
    calls = "# Pages and queues\n\n`pebblewire send --all`, `pebblewire get --all`\n\n"
    found = asked(calls + entry, f"# Flags\n\n```\n{option} size  Size of the cache (default 64Mi)\n```\n")
    assert [f"`{option}` option of `pebblewire`" in question for question in found] == [True] * asks


def test_the_data_of_a_program_is_no_environment_variable_although_its_page_names_one() -> None:
    text = "Settings\n========\n\nAn environment variable may be read.\n\n.. {}:: RELAY_PORT\n\n   Default: ``7480``\n"
    (question,) = asked(text.format("data"), kind=REST)
    assert "environment variable" not in question
    (question,) = asked(text.format("envvar"), kind=REST)
    assert "environment variable" in question


def test_an_option_that_begins_with_no_is_not_asked_about() -> None:
    entry = "- `--no-file-limit`: size of the files (default: `5M`)\n"
    assert asked(f"# Send options\n\nRun `pebblewire --lines 9`.\n\nOptions:\n\n{entry}") == {}


def test_a_sentence_is_not_cut_at_an_initial_in_a_link_over_two_lines() -> None:
    text = "Wire Act\n========\n\nIn this Act, “wire” means a `relay of letters by D.J. Bernstein\n<#wire>`_.\n"
    assert list(asked(text, kind=REST).values()) == ["a relay of letters by D.J. Bernstein"]


def test_numbers_are_compared_by_value_and_another_value_makes_the_item_doubtful() -> None:
    table = "# Settings\n\n| Setting | Default |\n|---|---|\n| `relay.size` | 2,097,152 |"
    (candidate,) = written(table, "# Sizes\n\nThe default of `relay.size` is 2097152 bytes.")
    assert len(candidate.components[0].evidence) == 2
    assert asked(table, "# Sizes\n\nBy default, `relay.size` is 3 MB.") == {}


def test_a_bare_number_is_asked_for_with_the_unit_of_its_description() -> None:
    entry = "# Relay settings\n\n## `relay.wait`\n\nTime to wait in seconds.\n\nDefault: `10`\n"
    (question,) = asked(entry)
    assert question.endswith(", in seconds?")


@pytest.mark.parametrize(
    "other",
    [
        "# More\n\n| Setting | Default |\n|---|---|\n| `relay.port` | 9000 |",
        "# Start\n\nThe port is set by `relay.port`, default: 9000.",
        "# Ports\n\n| Port | Default |\n|---|---|\n| `relay.port` | 7480 (outer), 7481 (inner) |",
        "# Ports\n\nBeside `relay.host`, the default of `relay.port` is 7480.",
    ],
)
def test_what_another_passage_contradicts_is_not_asked(other: str) -> None:
    assert asked("# Settings\n\n| Setting | Default |\n|---|---|\n| `relay.port` | 7480 |", other) == {}


def test_a_default_without_a_stated_bound_becomes_an_unanswerable_question_with_the_default_as_near_miss() -> None:
    rows = "".join(f"\n| `relay.lines{letter}` | 2{n} | Number of the part |" for n, letter in enumerate("abcdefgh"))
    (candidate, *_) = [
        each
        for each in written(f"# Settings\n\n| Setting | Default | Meaning |\n|---|---|---|{rows}")
        if each.near_miss
    ]
    assert candidate.kind == "unanswerable"
    assert candidate.question.startswith("What is the maximum value of the `relay.lines")
    assert candidate.near_miss is not None
    assert candidate.near_miss.missing == "maximum"
    assert candidate.near_miss.wrong_answer in candidate.near_miss.evidence.span.text


def test_a_setting_that_is_a_maximum_is_not_asked_for_its_maximum_in_any_language() -> None:
    page = "# 配置\n\n这一页说明中继的所有设置，以及每个设置在启动时的取值。\n\n"
    page += "| 配置项 | 默认值 | 说明 |\n|---|---|---|"
    page += "".join(
        f"\n| `relay.{letter}.max-threads` | 2{n} | 同时运行的任务数量 |" for n, letter in enumerate("abcdefg")
    )
    assert {each.kind for each in written(page, code="zh")} == {"factoid"}
    assert "unanswerable" in {each.kind for each in written(page.replace("max-", ""), code="zh")}


def test_a_question_whose_answer_may_be_in_another_passage_is_not_called_unanswerable() -> None:
    rows = "".join(f"\n| `relay.lines{letter}` | 2{n} | Number of the part |" for n, letter in enumerate("abcdefgh"))
    bounds = " ".join(f"`relay.lines{letter}` may be 90 at most." for letter in "abcdefgh")
    found = written(f"# Settings\n\n| Setting | Default | Meaning |\n|---|---|---|{rows}", f"# Bounds\n\n{bounds}")
    assert [each for each in found if each.near_miss] == []


@pytest.mark.parametrize(("name", "expected"), [("sweep_lines", 1), ("lines_ratio", 0), ("lines_percent", 0)])
def test_a_share_is_not_asked_for_its_maximum(name: str, expected: int) -> None:
    headed = "".join(f"## `relay.{each}{name}`\n\nDefaults to `2{each}`.\n\n" for each in ("", "b_"))
    found = written(f"# Settings\n\n{headed}".replace("2b_", "21"))
    assert sum(bool(each.near_miss) for each in found) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [("Set it to `-1` for all of them.", 0), ("A value of 0 means for ever.", 0), ("Set it to `7` for a week.", 1)],
)
def test_what_may_be_unlimited_is_not_asked_for_its_maximum(said: str, expected: int) -> None:
    headed = "".join(f"## `relay.lines{each}`\n\nDefaults to `2{each}`.\n\n{said}\n\n" for each in range(2))
    assert sum(bool(each.near_miss) for each in written(f"# Settings\n\n{headed}")) == expected


def test_what_the_user_says_the_documents_are_about_names_the_product() -> None:
    documents = [Document("a.md", "Nothing is said here.", "", "", MARKDOWN)]
    assert Writer.of(documents, [], about="Pebblewire, a message relay").looked.product == "Pebblewire"
    assert Writer.of(documents, [], about="Pebble.wire: a message relay").looked.product == "Pebble.wire"


def test_without_a_certain_product_no_key_and_no_term_is_asked() -> None:
    text = (
        "# Things\n\n## Sweeper\n\nA sweeper is a background task of the relay.\n\n"
        "| Setting | Default |\n|---|---|\n| `RELAY_PORT` | 1 |\n| `relay.port` | 1 |\n| `com.relay.port` | 7480 |"
    )
    assert asked(text, home="") == {}


def test_a_table_row_without_cells_is_passed_over() -> None:
    document = Document("page.rst", "Names", "", "", REST)
    table = Node("table", 0, 0, children=(Node("row", 0, 0), Node("row", 0, 0)))
    data = language("en")
    assert data is not None
    assert list(tables(Section(document, data, nodes=(table,)))) == []


WEEK = "1. Open the settings of Pebblewire.\n2. Choose a week.\n3. Save the list.\n"


def test_steps_below_a_heading_are_asked_for_where_no_other_pages_are_about_its_object() -> None:
    heading = f"# MFA\n\n## Enabling MFA\n\n{WEEK}"
    others = ["# Teams\n\n## MFA of a team\n\nTeams may ask for it.", "# Cloud\n\n## Turning MFA off\n\nAsk for it."]
    assert list(asked(heading, others[0])) == ["How do you enable MFA in Pebblewire?"]
    assert list(asked(heading, *others)) == []
    lead = heading.replace("1. Open", "To enable MFA for guests, follow these steps:\n\n1. Open")
    assert list(asked(lead, *others)) == ["How do you enable MFA for guests in Pebblewire?"]
    assert list(asked(lead.replace(" for guests", ""), *others)) == []


def test_steps_that_do_not_name_the_product_may_be_those_of_another_program() -> None:
    assert list(asked(f"# Quantum\n\n## Creating a Quantum token\n\n{WEEK.replace(' of Pebblewire', '')}")) == []


def test_a_heading_that_says_how_and_not_what_names_no_task() -> None:
    assert list(asked(f"# Quantum\n\n## Enabling via the desktop app\n\n{WEEK}")) == []
    assert list(asked(f"# Rosenpass\n\n## Enabling Rosenpass\n\n{WEEK}")) == [
        "How do you enable Rosenpass in Pebblewire?"
    ]


def test_what_is_done_at_an_organisation_is_asked_as_such() -> None:
    steps = "1. Open the list of leaves at Pebblewire.\n2. Choose a week.\n3. Save the list.\n"
    home = HOME.replace("# Pebblewire", "# Pebblewire Handbook")
    assert list(asked(f"# Leave\n\n## Requesting a leave\n\n{steps}", home=home)) == [
        "How do you request a leave at Pebblewire?"
    ]


def test_steps_of_a_platform_that_the_task_does_not_name_or_with_code_behind_them_are_left_alone() -> None:
    text = f"# Weeks\n\n## Choose a week\n\n{WEEK}\n"
    assert list(asked(text)) == ["How do you choose a week in Pebblewire?"]
    assert asked(text.replace("# Weeks", "# Weeks on Android", 1)) == {}
    assert list(asked(text.replace("a week\n\n", "a week on Android\n\n", 1).replace("# Weeks", "# Android", 1)))
    assert asked(f"{text}```\nweek = 7\n```\n") == {}
    assert asked(f"{text}Then fill it in.\n\n```\nweek = 7\n```\n") == {}
    assert len(asked(f"{text}Then look at it.\n")) == 1


def test_a_path_in_a_heading_below_another_is_said_once() -> None:
    text = "# Settings\n\n## `store`\n\n### `{}`\n\n#### `disk_cap`\n\nDefault: `7 GB`\n"
    for below in ("store.cache", "cache"):
        (question,) = asked(text.format(below))
        assert "the `disk_cap` setting of `store.cache`" in question


def test_a_setting_and_the_variable_of_its_name_are_one_fact_with_both_places() -> None:
    setting = "# Settings\n\n## `relay.disk.folder`\n\n**Default**: `/var/wire`\n"
    table = "| Variable | Default |\n|---|---|\n| `PEBBLEWIRE_RELAY_DISK_FOLDER` | `/var/wire` |\n"
    variables = f"# Environment variables\n\n{table}"
    (item,) = written(setting, variables)
    assert [each.span.document_id for each in item.components[0].evidence] == ["page.md", "o0.md"]
    assert not written(setting, variables.replace("/var/", "/srv/"))  # the pages contradict each other
    (other,) = written(setting, variables.replace("RELAY_DISK", "QUEUE_DISK"))
    assert [each.span.document_id for each in other.components[0].evidence] == ["page.md"]


def test_what_is_so_out_of_the_box_is_a_default() -> None:
    setting = "# Settings\n\n## `disk_monitor`\n\n**Default**: `True`\n"
    assert asked(setting, "# Disks\n\nThe monitor watches each disk.\n")
    assert not asked(setting, "# Disks\n\nOut of the box, the monitor watches each disk.\n")


def test_the_writer_reports_what_it_looked_at() -> None:
    german = "# Über\n\nDas ist eine Seite, die auf Deutsch geschrieben ist und nicht gelesen wird."
    texts = {
        "index.md": HOME,
        "de.md": german,
        "a.md": "# Settings\n\n| Setting | Default |\n|---|---|\n| `relay.port` | 7480 |\n",
    }
    documents = [Document(name, text, name, "", MARKDOWN) for name, text in texts.items()]
    chunks = [chunk for document in documents for chunk in chunk_document(document)]
    looked = Writer.of(documents, chunks, least_on_a_page=1).looked
    assert (looked.passages, looked.without_question) == (3, 2)
    assert looked.languages == {"en": 2, "de": 1}
    assert (looked.product, looked.needs_name) == ("Pebblewire", 0)


@pytest.mark.parametrize(("cell", "expected"), [("7480", 1), ("see below", 0)])
def test_the_writer_counts_what_only_the_missing_name_keeps_it_from_asking(cell: str, expected: int) -> None:
    text = f"# Settings\n\n| Setting | Default |\n|---|---|\n| `listen_port` | {cell} |\n"
    document = page("settings.md", text)
    looked = Writer.of([document], chunk_document(document), "en", least_on_a_page=1).looked
    assert (looked.product, looked.without_question, looked.needs_name) == ("", looked.passages, expected)


MARKS = ["|", "`", "**", "[", "](", "```", "<!--", "\n", "\n\n", ".. ", "::", "1. ", "- ", "==="]
STRUCTURES = [*(case[0] for case in CASES.values()), *NOTHING.values(), *(case[0] for case in LANGUAGES.values())]
PIECES = st.sampled_from([*STRUCTURES, *MARKS])
TEXTS = st.lists(PIECES | st.text(max_size=40), min_size=1, max_size=5).map("\n".join).filter(str.strip)


@given(
    text=TEXTS, kind=st.sampled_from([MARKDOWN, REST, "text/mdx", "text/plain"]), code=st.sampled_from(["", "de", "ja"])
)
@settings(max_examples=60)
def test_whatever_the_text_evidence_is_verbatim(text: str, kind: str, code: str) -> None:
    text = text.replace("\r", "\n")
    for candidate in written(text, kind=kind, code=code):
        spans = [evidence.span for part in candidate.components for evidence in part.evidence]
        assert all(span.text == text[span.start : span.end] for span in spans if span.document_id == "page.md")
        assert candidate.question.endswith(("?", "？"))


def test_a_name_in_a_heading_keeps_its_capitals_in_the_question() -> None:
    steps = "1. Pebblewireの設定ファイルを開きます。\n2. テーマの名前を書きます。\n3. サーバーを再起動します。\n"
    assert list(asked(f"# CSS\n\n## CSSを使う\n\n{steps}", code="ja")) == [
        "PebblewireでCSSを使うにはどうすればよいですか？"
    ]


@pytest.mark.parametrize(
    ("line", "prose", "is_asked"),
    [
        ("300", "Default value is 5.", False),
        ("5s", "Default value is 5 seconds.", True),
        ("False", "Defaults to `false`.", True),
        ("`slow`", "Defaults to `fast`.", False),
        ("300", "A retry takes 5 seconds.", True),
    ],
)
def test_a_line_and_a_later_paragraph_of_a_section_with_different_defaults_are_no_fact(
    line: str, prose: str, is_asked: bool
) -> None:
    page = (
        f"# Settings\n\n## `relay.hop.gate`\n\n- Type: text\n- Default: {line}\n\nHow it works.\n\nThe gate. {prose}\n"
    )
    assert bool(asked(page)) == is_asked


@pytest.mark.parametrize("cell", ['[hop_gate]({{< relref "a.md#hop" >}})', "`queue/hop_gate`"])
def test_a_row_whose_second_cell_is_the_setting_is_evidence_of_its_default(cell: str) -> None:
    settings = "# Settings\n\n## `queue`\n\n| Setting | Default |\n|---|---|\n| `hop_gate` | 7480 |\n"
    row = "# Queue in Docker\n\n| Variable | Setting | Default |\n|---|---|---|\n| `RELAY_AA` | {} | 7480 |\n"
    (found,) = (each for each in written(settings, row.format(cell)) if "queue" in each.question)
    assert len(found.components[0].evidence) == 2
    (alone,) = (each for each in written(settings, row.format("gate")) if "queue" in each.question)
    assert len(alone.components[0].evidence) == 1


NAMED = "# Environment variables\n\n| Variable | Default |\n|---|---|\n| `RELAY_FILE_GATE` | 7480 |\n"


@pytest.mark.parametrize(
    "said",
    [
        "| Before | Now | Note |\n|---|---|---|\n| — | `RELAY_FILE_GATE` | New (default: `{}`) |\n",
        "```sh\n# Optional, defaults to {}\nRELAY_FILE_GATE=9\n```\n",
    ],
)
def test_the_default_in_another_table_or_in_a_comment_above_a_line_is_a_label_or_contradicts(said: str) -> None:
    (found,) = written(NAMED, f"# Upgrade\n\n{said.format(7480)}")
    assert len(found.components[0].evidence) == 2
    assert asked(NAMED, f"# Upgrade\n\n{said.format(7490)}") == {}


@pytest.mark.parametrize(
    "other",
    [
        "# Parts\n\n## Disk (`pebblewire.relay.disk`)\n\n{}",  # the path in the heading
        "# Parts\n\n## Disk\n\nAll have the prefix `pebblewire.relay.disk`.\n\n{}",
    ],
)
def test_a_row_below_the_path_of_its_table_has_the_default_of_the_variable_or_path_of_that_name(other: str) -> None:
    row = other.format("| Property | Default |\n|---|---|\n| `sweep-limit` | {} |\n")
    for name, kind in (
        ("PEBBLEWIRE_RELAY_DISK_SWEEP_LIMIT", "Variable"),
        ("pebblewire.relay.disk.sweep-limit", "Setting"),
    ):
        text = f"# {kind}s\n\n| {kind} | Default |\n|---|---|\n| `{name}` | 7480 |\n"
        (found,) = written(text, row.replace("{}", "7480"))
        assert [each.span.document_id for each in found.components[0].evidence] == ["page.md", "o0.md"]
        assert not written(text, row.replace("{}", "7490"))
        (alone,) = written(text, row.replace("{}", "7490").replace("disk", "mail"))
        assert len(alone.components[0].evidence) == 1
        (of_any,) = written(text, row.replace("{}", "7490").replace("pebblewire", "spec"))  # may be another part's
        assert len(of_any.components[0].evidence) == 1


def test_code_below_words_on_defaults_and_brackets_beside_the_name_are_labels_where_they_hold_the_value() -> None:
    row = "# Settings\n\n| Setting | Default |\n|---|---|\n| `relay.file_gate` | 7480 |\n"
    lead = "# Example\n\nAll keys with their default values. Keys may be left out.\n\n"
    code = lead + '```json\n"relay.file_gate": {},\n```\n'
    entry = "# Skipped\n\n- `too_large`: beyond `relay.file_gate` (default `{}` KB).\n"
    for other in (code, entry):
        (found,) = written(row, other.format(7480))
        assert [each.span.document_id for each in found.components[0].evidence] == ["page.md", "o0.md"]
        assert written(row, other.format(7490)) == []


def test_a_default_inside_code_is_a_label_and_another_value_there_is_none() -> None:
    row = "# Settings\n\n| Setting | Default |\n|---|---|\n| `relay.file_gate` | `true` |\n"
    said = '# Files\n\nA file with the default `{{ "relay.file_gate": {} }}` option: it is open.\n'
    (found,) = written(row, said.format("true"))
    assert [each.span.document_id for each in found.components[0].evidence] == ["page.md", "o0.md"]
    assert not written(row, said.format("false"))


def test_a_line_that_states_another_default_than_its_paragraph_leaves_the_option_out() -> None:
    page = "# Configuration\n\n## `relay.tone`\n\nThe tone of the relay (default: `{}`)  \nDefault: `deep`\n"
    assert [*asked(page.format("deep")).values()] == ["deep"]
    assert asked(page.format("high")) == {}


def test_the_entry_of_a_command_may_call_it_without_the_program_and_say_its_default_two_sentences_later() -> None:
    call = "```sh\npebblewire sweep --quiet\n```\n\n"
    page = f"# Usage\n\n## `pebblewire sweep`\n\n{call}### `--gate-file`\n\nThe file. Default: `runs/gate`\n"
    said = "# Reports of `pebblewire sweep`\n\n- `sweep` writes to `--gate-file` (default `runs/gate`).\n"
    (found,) = written(page, said)
    assert [each.span.document_id for each in found.components[0].evidence] == ["page.md", "o0.md"]
    settings = "# Settings\n\n| Setting | Default |\n|---|---|\n| `relay.file_gate` | 7480 |\n"
    far = "# Gate\n\n- [relay.file_gate](settings.md), the gate. Files go through it. The default is 7480.\n"
    (found,) = written(settings, far)
    assert [each.span.document_id for each in found.components[0].evidence] == ["page.md", "o0.md"]


def test_a_help_screen_gives_the_default_of_an_option_on_a_later_line_but_not_that_of_the_next_option() -> None:
    row = "# Settings\n\n| Setting | Default |\n|---|---|\n| `file-gate` | 7480 |\n"
    screen = "# Help\n\n```\n  --file-gate int    Where files go,\n              one by one.\n{}\n  --mouse\n```\n"
    own = screen.format("              (default 7480)")
    next_one = screen.format("  --cat int          A cat. (default 7490)")
    (found,) = written(row, own)
    assert "one by one" in found.components[0].evidence[1].span.text
    assert written(row, next_one) == []
    assert not written(row, screen.format("              (default 7490)"))


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("Where files go. | `slow`", ["slow"]),
        ("Where files go, unused yet. | `slow`", []),
        ("Deprecated: use `relay.gate`. | `slow`", []),
        ("Where files go. | array", []),  # of "string|array"
    ],
)
def test_a_setting_that_is_gone_or_unused_and_a_type_have_no_default(row: str, expected: list[str]) -> None:
    text = f"# Settings\n\n| Setting | Description | Default |\n|---|---|---|\n| `relay.file_gate` | {row} |\n"
    assert [*asked(text).values()] == expected


def test_a_type_below_a_heading_is_no_setting() -> None:
    page = "# Configuration\n\n## `relay.gate`\n\n`{}`\n\nWhere files go. Defaults to `slow`.\n"
    assert not any("`string`" in each for each in asked(page.format("string")))
    assert any("`mouse_gate`" in each for each in asked(page.format("mouse_gate")))


def test_the_value_as_an_entry_below_the_name_that_is_said_to_be_the_default_makes_it_doubtful() -> None:
    row = "# Settings\n\n| Setting | Default |\n|---|---|\n| `relay.file_gate` | `slow` |\n\n"
    entries = "How files go:\n\n- `slow`: One by one. {}\n- `fast`: All at once.\n"
    assert asked(row + entries.format("It has been the default since then.")) == {}
    assert [*asked(row + entries.format("It has been slow since then.")).values()] == ["slow"]


def test_a_default_with_another_one_in_brackets_behind_it_is_not_asked_for() -> None:
    row = "# Settings\n\n## `relay.gate`\n\nWhere files go. Defaults to `slow`{}.\n"
    assert asked(row.format(" (or `fast`)")) == {}
    assert [*asked(row.format(" (the old gate)")).values()] == ["slow"]


@pytest.mark.parametrize(("named", "asked_too"), [("", ["`hop_limit`"]), ("All of this is below `relay.queue`.", [])])
def test_a_key_that_no_example_shows_is_below_the_key_that_has_those_beside_it(
    named: str, asked_too: list[str]
) -> None:
    shown = "```yaml\nrelay:\n  queue:\n    sweep_limit: 9\n    page_size: 8\n```"
    keys = "".join(
        f"## {key}\n\nDefault: `{at}480`\n\n" for at, key in ((7, "sweep_limit"), (8, "page_size"), (9, "hop_limit"))
    )
    questions = asked(f"# Configuration\n\n{named}\n\n{shown}\n\n{keys}")
    assert [key for key in ["`hop_limit`"] if any(key in each for each in questions)] == asked_too


@pytest.mark.parametrize(
    ("code", "header"), [("es", "Variable | Defecto"), ("ru", "YAML-ключ | По умолчанию"), ("ru", "Поле | Default")]
)
def test_a_column_is_known_by_words_of_its_language(code: str, header: str) -> None:
    titles = {"es": "Variables de entorno", "ru": "Настройки"}
    name = {"es": "RELAY_FILE_GATE"}.get(code, "relay.file.gate")
    page = f"# {titles[code]}\n\n| {header} |\n|---|---|\n| `{name}` | `7480` |\n"
    assert [*asked(page, code=code).values()] == ["7480"]
    assert asked(page.replace(header, "Cosa | Cosa"), code=code) == {}


def test_settings_of_one_name_below_two_paths_of_a_page_are_not_one() -> None:
    rows = "| Property | Default |\n|---|---|\n| `disk.sweep-limit` | 7480 |\n\n"
    page = f"# Settings\n\n## Relay (`pebblewire.relay`)\n\n{rows}## Mail (`pebblewire.{{}}`)\n\n{rows}"
    assert [len(each.components[0].evidence) for each in written(page.format("relay"))] == [2]
    assert not written(page.format("mail"))


def test_a_row_in_words_with_one_key_in_another_column_has_that_keys_default() -> None:
    row = (
        "# Limits\n\n| Limit | Default | For |\n|---|---|---|\n| Files at the gate | {} each | all of `/files` ({}) |\n"
    )
    (found,) = written(NAMED, row.format(7480, "`RELAY_FILE_GATE`"))
    assert len(found.components[0].evidence) == 2
    assert written(NAMED, row.format(7480, "`RELAY_FILE_GATE`, `RELAY_MAIL_GATE`")) == []


def test_the_option_of_the_same_name_in_two_spellings_may_state_the_default_of_a_variable() -> None:
    row = "# Call\n\n| Flag | Words |\n|---|---|\n| `--{0}-gate`, `--{0}_gate` | Gate of files; by default 7480 |\n"
    variable = NAMED.replace("RELAY", "PEBBLEWIRE")
    assert asked(variable, row.format("file")) == {}
    assert asked(variable, row.format("disk"))


def test_what_a_variable_can_change_has_its_default() -> None:
    settings = "# 環境変数\n\n| 環境変数 | デフォルト値 |\n|---|---|\n| `RELAY_FILE_GATE` | 7480 |\n"
    row = "# PHP\n\n| 値 | 説明 |\n|---|---|\n| `file_gate = {}` | `RELAY_FILE_GATE` で変更可能 |\n"
    (found,) = written(settings, row.format(7480), code="ja")
    assert len(found.components[0].evidence) == 2
    assert asked(settings, row.format(7490), code="ja") == {}


def test_a_setting_with_a_warning_below_it_that_it_is_deprecated_is_not_asked_about() -> None:
    setting = "# Settings\n\n## `relay.port`\n\n- Default: `7480`\n\n::: warning\n{}\n:::\n"
    assert asked(setting.format("It is deprecated since 2.0, use `relay.gate`.")) == {}
    assert asked(setting.format("It is read since 2.0, as is `relay.gate`."))


@pytest.mark.parametrize(("key", "expected"), [("RELAY_QUEUE_MAX_SIZE", 0), ("RELAY_QUEUE_DISK_SIZE", 2)])
def test_the_maximum_that_a_key_of_its_own_gives_is_no_unanswerable_question(key: str, expected: int) -> None:
    rows = f"| `RELAY_QUEUE_SIZE` | 30 MB |\n| `{key}` | 70 MB |\n| `RELAY_ROOT` | `a` |\n| `RELAY_HOME` | `b` |\n"
    found = written(f"# Environment variables\n\n| Variable | Default |\n|---|---|\n{rows}")
    assert sum(bool(each.near_miss) for each in found) == expected


def test_the_settings_of_a_program_before_the_product_are_not_the_products() -> None:
    table = "| Setting | Default |\n|---|---|\n| `proxy_cache` | off |\n"
    assert asked(f"# Configuration of the proxy (nginx)\n\n{table}") == {}
    assert asked(f"# Configuration of the proxy\n\n{table}")


def test_a_heading_above_a_list_of_other_names_is_no_setting() -> None:
    page = "# Settings\n\n## `gate_mode`\n\n* {}\n\nThe mode of the gate. The default is `wide`.\n"
    assert asked(page.format("`RELAY_GATE_MODE`")) == {}
    assert asked(page.format("`--gate-mode`")) == {}
    assert asked(page.format("`gate_mode`"))


def test_a_heading_that_ends_with_the_word_section_names_the_table_without_code_marks() -> None:
    page = "# {}\n\n## poll_mode\n\nHow the relay polls.  \nDefault: `wide`\n"
    for heading in ("[gate] section", "[gate] 配置节", "[gate] Abschnitt"):
        (question,) = asked(page.format(heading), code="en")
        assert "`poll_mode` setting of `[gate]`" in question
    assert not any("[beta]" in each for each in asked(page.format("[beta] settings")))


def test_the_site_at_the_end_of_a_title_is_no_part_of_a_components_name() -> None:
    table = "Settings\n\n| Setting | Default |\n|---|---|\n| `poll_mode` | `mode{value}` |\n"
    others = [f"# {name}\n\n## {table.format(value=n)}" for n, name in enumerate(("Tape", "Drum", "Reel", "Wire"), 11)]
    (question,) = (each for each in asked(f"# Disk | PebblewireDB\n\n## {table.format(value=20)}", *others))
    assert "setting of Disk have" in question or "setting of Disk in" in question
    (question,) = (each for each in asked(f"# Disk | Store\n\n## {table.format(value=20)}", *others))
    assert "setting of Disk | Store" in question


def test_the_variables_of_a_program_that_the_page_names_are_not_the_products() -> None:
    page = "# Gate\n\nA script, [{}](https://example.org), sends them.\n\n| Variable | Default |\n|---|---|\n"
    row = "| `RELAYGATE_PORT` | 7480 |\n"
    said = "# Gate variables\n\nEnvironment variables of the gate.\n\n"
    assert asked(said + page.format("mesh-relay-gate") + row) == {}
    assert asked(said + page.format("mesh-relay-house") + row)


def test_a_question_with_a_name_that_is_filled_in_later_is_not_asked() -> None:
    english = language("en")
    assert english
    assert not is_question("Which default does the `size` setting of |queue_name| have in Pebblewire?", english)
    assert is_question("Which default does the `|size|` setting of the queue have in Pebblewire?", english)


def test_a_value_that_is_shown_as_code_of_a_language_is_asked_without_the_languages_name() -> None:
    row = "| `relay.hop.gate` | `#!python int` | `#!python 72` |\n"
    assert [*asked(f"# Settings\n\n| Setting | Type | Default |\n|---|---|---|\n{row}").values()] == ["72"]


@pytest.mark.parametrize(("before", "behind", "labels"), [("<!--\n\n", "\n-->\n", 1), ("", "", 2)])
def test_a_comment_that_no_reader_sees_is_no_label_and_no_reason_for_doubt(
    before: str, behind: str, labels: int
) -> None:
    table = "| Name | Default |\n|---|---|\n| `RELAY_FILE_GATE` | {} |\n"
    (found,) = written(NAMED, f"# Options\n\n{before}{table.format(7480)}{behind}\nText.\n")
    assert len(found.components[0].evidence) == labels
    assert bool(asked(NAMED, f"# Options\n\n{before}{table.format(7490)}{behind}\nText.\n")) == bool(before)


@pytest.mark.parametrize(
    ("folder", "headings", "scope"),
    [
        ("pebblewire-lab", 3, "Pebblewire Lab"),
        ("pebblewire-lab", 2, "Pebblewire"),  # it may be the name of a task
        ("lab", 3, "Pebblewire Lab"),
        ("labs", 3, "Pebblewire"),
    ],
)
def test_a_folder_with_the_name_of_a_part_is_about_the_part(folder: str, headings: int, scope: str) -> None:
    table = "# Configuration\n\n| Variable | Default |\n|---|---|\n| `FILE_GATE_MODE` | `slow` |\n"
    titles = [f"Pebblewire Lab {n}" if n < headings else f"The queues of Pebblewire {n}" for n in range(9)]
    pages = [page(f"guide/{n}.md", f"# {title}\n\nText.\n", MARKDOWN) for n, title in enumerate(titles)]
    documents = [page("index.md", HOME), page(f"{folder}/configuration.md", table, MARKDOWN), *pages]
    (found,) = written_of(documents)
    assert found.question.removesuffix("?").replace(" have", "").endswith(f" in {scope}")


@pytest.mark.parametrize(
    ("title", "said", "is_asked"),
    [
        ("Analysis (TAU)", "It measures.", False),
        ("TAU", "It measures.", False),
        ("TAU", "It measures Pebblewire.", True),
        ("TAU", "It measures Pebblewire by TAU environment variables.", False),
        ("Analysis", "It measures.", True),
        ("Analysis of TAUS", "It measures.", True),
    ],
)
def test_a_variable_that_begins_with_the_program_in_the_title_of_a_page_about_that_is_that_programs(
    title: str, said: str, is_asked: bool
) -> None:
    text = f"# {title}\n\n{said}\n\n| Environment variable | Default |\n|---|---|\n| `TAU_HOP_GATE` | `slow` |\n"
    assert bool(asked(text)) == is_asked


@pytest.mark.parametrize(
    ("title", "name", "is_asked"),
    [
        ("Mouse backend for Pebblewire", "SCAN_HOP_MODE", False),
        ("Mouse backend for Pebblewire", "PEBBLEWIRE_HOP_MODE", True),
        ("Mouse backend for Pebblewire", "MOUSE_BACKEND_FOR_MODE", True),
        ("Settings for a mouse backend of Pebblewire", "SCAN_HOP_MODE", True),
        ("Mouse backend", "SCAN_HOP_MODE", True),
        ("Settings\n\n## Pebblewire settings for mice", "SCAN_HOP_MODE", False),
        ("Settings\n\n## General Pebblewire settings", "SCAN_HOP_MODE", True),
        ("Settings\n\n## Settings for mice", "SCAN_HOP_MODE", True),
    ],
)
def test_a_variable_on_the_page_of_something_beside_the_product_may_be_of_that(
    title: str, name: str, is_asked: bool
) -> None:
    table = f"# {title}\n\n| Environment variable | Default |\n|---|---|\n| `{name}` | `slow` |\n"
    assert bool(asked(table)) == is_asked


@pytest.mark.parametrize("value", ["RELAY_MODES", "RELAY_MODES[0]"])
def test_a_default_that_is_another_settings_value_is_none(value: str) -> None:
    rows = "| Setting | Default |\n|---|---|\n| `RELAY_MODE` | `{}` |\n| `RELAY_MODES` | `slow` |\n"
    assert len(asked(f"# Settings\n\n{rows.format('fast')}")) == 2
    assert len(asked(f"# Settings\n\n{rows.format(value)}")) == 1


@pytest.mark.parametrize(("value", "is_asked"), [("9", False), ("7480", True), ("", True)])
def test_a_comment_and_the_key_below_it_that_is_commented_out_with_different_defaults_are_no_fact(
    value: str, is_asked: bool
) -> None:
    code = f"```ini\n# The gate. Default: 7480\n# relay.hop_gate = {value}\n```\n"
    assert bool(asked(f"# Settings\n\n{code}")) == is_asked


@pytest.mark.parametrize(("said", "is_owner"), [("OSD level 3 shows all.", False), ("Write `OSD level 3`.", True)])
def test_a_heading_in_capitals_with_which_a_line_of_prose_begins_is_no_command(said: str, is_owner: bool) -> None:
    text = f"# Options\n\n## OSD\n\n{said}\n\n### `--hop-gate`\n\nDefault: 7480\n"
    assert any("of `OSD`" in each or "of OSD" in each for each in asked(text)) == is_owner


HOMES = "home"  # no file of the project names a path of one machine


@pytest.mark.parametrize(
    ("value", "is_asked"),
    [
        (f"`/{HOMES}/ada/relay`", False),
        (f'`["\\/{HOMES}\\/ada\\/relay"]`', False),
        (r"`C:\Users\ada\relay`", False),
        (f"`/var/{HOMES}/relay`", True),
        ("`/users`", True),
    ],
)
def test_a_path_on_the_machine_of_who_wrote_the_page_is_no_default(value: str, is_asked: bool) -> None:
    assert bool(asked(f"# Settings\n\n## `relay.hop.gate`\n\nDefault: {value}\n")) == is_asked


@pytest.mark.parametrize(("path", "is_asked"), [("options/_gate.md", False), ("options/_index.md", True)])
def test_nothing_is_asked_of_a_fragment_that_other_pages_include(path: str, is_asked: bool) -> None:
    documents = [page("index.md", HOME), page(path, "# Settings\n\n## `relay.hop.gate`\n\nDefault: 7480\n", MARKDOWN)]
    assert bool(written_of(documents)) == is_asked


@pytest.mark.parametrize(
    ("said", "is_asked"),
    [("For consumers, the default is 1000.", False), ("Consumers wait 1000 ms. Default: 7480", True)],
)
def test_a_row_whose_words_state_another_default_than_its_cell_is_not_asked(said: str, is_asked: bool) -> None:
    table = f"# Settings\n\n| Setting | Default | Meaning |\n|---|---|---|\n| `relay.hop.gate` | 7480 | {said} |\n"
    assert bool(asked(table)) == is_asked


def test_an_option_below_the_key_of_a_table_is_not_the_tables() -> None:
    text = "# the [relay] section\n\nSettings.\n\n### `{}`\n\n{}"
    entries = "Options are:\n\n- `hop_stage` - When to use it. The default is `build`.\n- `hop_page` - Which page.\n"
    assert not any("of `[relay]`" in each for each in asked(text.format("queues", entries)))
    (question,) = asked(text.format("hop_stage", "When to use it.\n\nDefault: `build`\n"))
    assert "of `[relay]`" in question
