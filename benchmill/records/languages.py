"""Text -> its script and language, by letters and stop words; nothing where the text is too short to decide.

>>> detect("Wie lange wartet der Client, wenn kein Timeout gesetzt ist?"), detect("どこですか"), detect("HTTPX 0.28")
('de', 'ja', '')
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from benchmill.records.words import STOP_WORDS, is_plain_word, words

CODE = re.compile(r"`{1,2}[^`\n]{1,200}`{1,2}")
# Code, comments, tags and addresses. In comments of reStructuredText translations keep their original.
_BLOCK = re.compile(
    r"^[ \t]*(`{3,}|~{3,}).*?(?:^[ \t]*\1|\Z)|<!--.*?(?:-->|\Z)|<[^<>\n]{1,300}>|https?://\S+"
    r"|^\.\. (?!\S+::|[_|\[])[^\n]*(?:\n[ \t]+\S[^\n]*)*",
    re.MULTILINE | re.DOTALL,
)
_QUOTED = re.compile(r"\"[^\"\n]{1,80}\"|[“„«「『][^“”„«»「」『』\n]{1,80}[”“»」』]")
# A run of Latin letters with a capital letter, a digit or a joint: "Stream", "v2", "stream-load-config", "--wait".
_LATIN_NAME = re.compile(r"(?<![!-~])(?=[!-~]*(?:[A-Z0-9]|[-_./:@=][a-z]))[!-~]+")
_LETTERS_A_WORD = 3  # a Latin word has about three times the letters of the same word in Chinese or Japanese
_DENSE = frozenset(["han", "kana", "hangul"])
_SAMPLE = 200  # texts that decide the language of a corpus
_LENGTH = 2_000  # characters of each

SCRIPTS: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "latin": re.compile(r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff]"),
        "cyrillic": re.compile(r"[\u0400-\u052f]"),
        "greek": re.compile(r"[\u0370-\u03ff]"),
        "han": re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"),
        "kana": re.compile(r"[\u3040-\u30ff]"),
        "hangul": re.compile(r"[\u1100-\u11ff\uac00-\ud7af]"),
        "arabic": re.compile(r"[\u0600-\u06ff\u0750-\u077f]"),
        "hebrew": re.compile(r"[\u0590-\u05ff]"),
        "devanagari": re.compile(r"[\u0900-\u097f]"),
        "thai": re.compile(r"[\u0e00-\u0e7f]"),
    }
)
_OTHERS = {
    "cyrillic": "ru", "greek": "el", "han": "zh", "kana": "ja", "hangul": "ko", "arabic": "ar", "hebrew": "he",
    "devanagari": "hi", "thai": "th",
}  # fmt: skip
_WRITTEN_IN = {
    **{language: (script,) for script, language in _OTHERS.items()},
    "ja": ("kana", "han"),
    "uk": ("cyrillic",),
    "bg": ("cyrillic",),
    "fa": ("arabic",),
    "ko": ("hangul", "han"),
}


def scripts_of(language: str) -> tuple[str, ...]:
    """The scripts a language is written in; Latin where nothing else is known."""
    return _WRITTEN_IN.get(language, ("latin",))


def letters(text: str) -> Counter[str]:
    """script -> letters of it in `text`, code spans aside."""
    prose = CODE.sub(" ", text)
    if prose.isascii():
        return Counter(latin=sum(map(str.isalpha, prose)))
    return Counter({script: found for script, pattern in SCRIPTS.items() if (found := len(pattern.findall(prose)))})


def mostly_in(text: str, language: str) -> bool:
    """Whether most of a text is in a script of the language; true where it has no letter.

    Code spans and quoted words do not count, nor do names in Latin letters where the language has other ones: half of
    a Chinese question may be products and options.

    >>> mostly_in("Misskeyのdefault.ymlはどこにありますか", "ja"), mostly_in("Where is default.yml?", "ja")
    (True, False)
    >>> mostly_in("Stream Load 写入 Doris 时 stream-load-config 的 timeout 多大?", "zh")
    True
    >>> mostly_in("Where do I find “告警通知” in HertzBeat?", "zh")
    False
    """
    scripts = scripts_of(language)
    prose = _QUOTED.sub(" ", CODE.sub(" ", text))
    found = letters(prose)
    if "latin" not in scripts and any(found[script] for script in scripts):
        found = letters(_LATIN_NAME.sub(" ", prose))
    size = {script: count * (_LETTERS_A_WORD if script in _DENSE else 1) for script, count in found.items()}
    return 2 * sum(size.get(script, 0) for script in scripts) >= sum(size.values())


def stop_word_hits(text: str) -> tuple[int, Counter[str]]:
    """(plain words in `text`, language -> how many of them are its stop words), code spans aside."""
    plain = [word for word in words(CODE.sub(" ", text)) if is_plain_word(word)]
    count = Counter(plain)
    return len(plain), Counter(
        {
            language: hits
            for language, stop in STOP_WORDS.items()
            if (hits := sum(number for word, number in count.items() if word in stop))
        }
    )


@lru_cache(maxsize=64)
def detect(text: str) -> str:
    """The language of a text; empty where too few words show it (fewer than 2 stop words, or under a tenth).

    Code blocks, tags, addresses and comments are not counted: a Chinese page may hold more code than Chinese.
    """
    text = _BLOCK.sub(" ", text)
    found = letters(text)
    if not found:
        return ""
    east = found["han"] + found["kana"]
    if east * _LETTERS_A_WORD > found["latin"] and east > found["hangul"]:
        return "ja" if found["kana"] * 10 > east else "zh"
    script = max(sorted(found), key=lambda script: found[script] * (_LETTERS_A_WORD if script in _DENSE else 1))
    if script != "latin":
        return _OTHERS[script]
    plain, hits = stop_word_hits(text)
    best = max(sorted(hits), key=hits.__getitem__, default="")
    return best if hits[best] >= 2 and hits[best] * 10 >= plain else ""


def language_of(texts: Sequence[str], chosen: str = "") -> str:
    """The language of a corpus: the one that was chosen, else the one that its texts show, else English."""
    return chosen or shown_language(texts) or "en"


def shown_language(texts: Sequence[str]) -> str:
    """The language that two thirds of the texts are in, else the one that most of their text is in; empty where they
    show none that we know. Pages in Chinese may have more letters of names than of Chinese.
    """
    sample = [text[:_LENGTH] for text in texts[:: max(1, len(texts) // _SAMPLE)]]
    found = Counter(map(detect, sample)).most_common(1)
    most = found[0][0] if found and 3 * found[0][1] >= 2 * len(sample) else ""
    return most or detect("\n".join(sample))
