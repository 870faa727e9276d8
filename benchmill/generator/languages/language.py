"""A language's code -> Language: how the language words questions, and the words that mark constructs."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from benchmill.records.identity import short_digest
from benchmill.records.words import words

# Markup, and a condition: "If a key is there, delete it" is an order, "If a key is there, the server takes it" is none.
_BEFORE_ORDER = re.compile(r"^[\W_]*(?:(?:if|when|once|wenn|sobald|falls|si|quand|lorsque|une fois)\b[^,]*,\s*)?", re.I)
# The pattern of steps was read on two French folders; that of German misses "Öffnen Sie".
_STEPS_BY_PATTERN = frozenset({"fr"})
_OF_SETTINGS = ("setting", "option", "variable")


@dataclass(frozen=True)
class Language:
    """The data of one file of this folder."""

    code: str
    data: Mapping[str, Any]

    def ask(self, form: str, **words: str) -> str:
        """A question of the form. If a language has several templates, a hash of the `words` selects one."""
        wordings = self.data["questions"].get(form, [])
        if not wordings:
            return ""
        chosen = wordings[int(short_digest(form, *words.values()), 16) % len(wordings)]
        question = " ".join(str(chosen.format(**words)).split())
        for written, elided in (*self.data.get("elisions", ()), *self.data.get(f"elisions_{form}", ())):
            question = re.sub(written, elided, question)
        is_name_first = not self.data["scope"].startswith(" ")  # in scripts without capitals: "dble 中…"
        return question if is_name_first else question[:1].upper() + question[1:]

    def pattern(self, name: str) -> re.Pattern[str]:
        """The pattern of that name. If the language has no such pattern, the result matches nothing."""
        return _compiled(self.data["patterns"].get(name) or r"(?!)")

    def kind_of_key(self, header: str) -> str:
        """The kind of things in a table's first column: `setting`, `command`; empty if it is unknown."""
        return self._titled("keys", header)

    def heads_defaults(self, header: str) -> bool:
        """Whether a column holds defaults."""
        return self._titled("values", header) == "default"

    def _titled(self, columns: str, header: str) -> str:
        words = header.strip("`*: ").casefold()
        said = {words, self.pattern("name_of").sub("", words)}  # "nom du paramètre", "参数名称"
        return next((kind for kind, headers in self.data[columns].items() if not said.isdisjoint(headers)), "")

    def names_settings(self, title: str) -> bool:
        """Whether a title says that its page is about settings, by a word, a part of one or a form of one."""
        kinds = (self.kind_of_key(each) for each in (title, *words(title)))
        return self.says("about_settings", title.casefold()) or any(kind in _OF_SETTINGS for kind in kinds)

    def kind_of_things(self, said: str) -> str:
        """The kind of things that the last plural noun of a sentence or heading names. Where nouns have no plural, the
        words around them may not be apart: "以下配置项有默认值" names settings."""
        for word in reversed(re.findall(r"[^\W\d]+(?: variables)?", said)):
            kind = self.kind_of_key(word)
            if kind and word.casefold() not in self.data["singular"]:
                return kind
        if self.data["singular"]:
            return ""
        named = ((name, kind) for kind, names in self.data["keys"].items() for name in names)
        joined = ((name, kind) for name, kind in named if not name.isascii())
        ends = ((said.rfind(name) + len(name), len(name), kind) for name, kind in joined if name in said)
        return max(ends, default=(0, 0, ""))[2]

    def thing(self, kind: str, name: str) -> str:
        """The phrase for a thing of that kind in a question: "the `DELAY` setting"."""
        return str(self.data["things"].get(kind, "{name}")).format(name=name)

    def is_of_titles(self, word: str) -> bool:
        """Whether a word of titles says nothing of what the page is about: "Overview", "Guide"."""
        return word.casefold() in self.data["title_words"]

    def is_general(self, title: str) -> bool:
        """Whether each word of a title is one of titles or of settings: "General configuration"."""
        general = self.words("of_no_part")
        said = words(title)
        return all(self.is_of_titles(each) or self.names_settings(each) or each.casefold() in general for each in said)

    def is_pointing(self, word: str) -> bool:
        return word.casefold().strip(",.;:'’") in self.words("pointing")

    def is_step(self, said: str) -> bool:
        """Whether a step begins like an instruction."""
        first = said.split()[0].strip(",:.").casefold()
        return first in self.words("verbs") | self.words("step_words") or self.says("step", said)

    def is_order(self, said: str) -> bool:
        """Whether a step, behind its marker and its condition, begins like an instruction."""
        first = _BEFORE_ORDER.sub("", said)
        return bool(first) and self.is_step(first)

    def surely_orders(self, said: str) -> bool:
        """Whether an entry of a list begins with an order: "Open the page", "Ouvrez la page", "Öffnen Sie die Seite".

        An infinitive may be an order or the name of a button.
        """
        return self.is_order(said) if self.words("verbs") else self.says("order", _BEFORE_ORDER.sub("", said))

    @property
    def tells_steps(self) -> bool:
        """Whether what is no order by `is_order` surely is none."""
        return bool(self.words("verbs")) or self.code in _STEPS_BY_PATTERN

    def says(self, name: str, words: str) -> bool:
        """Whether the language's pattern `name` occurs in `words`."""
        return bool(_compiled(self.data.get(name, "(?!)")).search(words))

    def words(self, name: str) -> frozenset[str]:
        """The list of words of that name; empty if the language has no such list."""
        return _split(self.data.get(name, ""))


@lru_cache(maxsize=16)
def language(code: str) -> Language | None:
    """The language, or None if this folder has no file for the code. The data of every language are a part of it."""
    folder = resources.files("benchmill.generator.languages")
    file = folder / f"{code}.toml"
    if not file.is_file():
        return None
    every, own = (tomllib.loads(each.read_text(encoding="utf-8")) for each in (folder / "every_language.toml", file))
    return Language(code, _joined(own, every))


def _joined(own: Mapping[str, Any], every: Mapping[str, Any]) -> dict[str, Any]:
    """Both data. Tables, lists and words that both have are joined."""
    both = {**every, **own}
    for name in own.keys() & every.keys():
        one, other = own[name], every[name]
        both[name] = (
            _joined(one, other) if isinstance(one, dict) else one + (other if isinstance(one, list) else f" {other}")
        )
    return both


def letters_of(name: str) -> str:
    """A name without capitals, spaces and marks: "pebblewire" for `Pebble-Wire`."""
    return re.sub(r"[\W_]+", "", name).casefold()


@lru_cache(maxsize=512)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE if pattern.startswith((r"\b", "(?:")) else 0)


@lru_cache(maxsize=128)
def _split(words: str) -> frozenset[str]:
    return frozenset(words.split())
