"""Text -> its quantities and dates in one form, and the tokens by which two answers are compared.

>>> [str(q) for q in quantities("waits 5,000 ms, then five seconds; -1 means 50 % of 1_000")]
['5s', '5s', '-1', '50%', '1000']
>>> dates("released on January 5th, 2024 (2024-01-05), not in May 2023")
['2024-01-05', '2024-01-05', '2023-05']
>>> answer_tokens("The default: `5 seconds` of a Client's time") == answer_tokens("default 5s of Client's time")
True
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from benchmill.records.plain import without_emphasis
from benchmill.records.units import ARTICLES, COMMA_DECIMAL, MONTHS, NUMBER_WORDS, SPACED_UNITS, UNITS, UNSPACED_UNITS
from benchmill.records.words import words

_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_DATE = (
    rf"(?P<iso>(?<![\w.-])\d{{4}}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?![\w-]))"
    rf"|(?P<day_first>\b\d{{1,2}}(?:st|nd|rd|th|\.|er)? (?:of |de )?(?P<month1>{_MONTH})\b\.?,?"
    rf"(?: (?:de )?(?P<year1>\d{{4}})\b)?)"
    rf"|(?P<month_first>\b(?P<month2>{_MONTH})\b\.? (?:(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\b,? )?(?P<year2>\d{{4}})\b"
    rf"|\b(?!may\b)(?P<month3>{_MONTH}) (?P<day3>\d{{1,2}})(?:st|nd|rd|th)?\b(?![ -]?[%°:.,]?\d))"
)
# Before a number: no letter, digit or dot. Han, kana and hangul may be: they are written without spaces.
_NOT_IN_WORD = r"(?<![^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])(?<!\.)"
_WORD = "|".join(sorted(NUMBER_WORDS, key=len, reverse=True))
# 1.2.3 and 10.0.0.1 are names, not quantities; so is what begins with a letter (v2) or goes on with one (4xx).


_UNSPACED = "|".join(sorted(UNSPACED_UNITS, key=len, reverse=True))


def _any(decimal: str, thousands: str) -> re.Pattern[str]:
    """The pattern of dates and numbers, for a language with these decimal and thousands marks.

    1.2.3 and 10.0.0.1 are names, not quantities; so is what begins with a letter (v2) or goes on with one (4xx).
    """
    return re.compile(
        rf"{_DATE}|(?P<version>{_NOT_IN_WORD}\d+(?:\.\d+){{2,}}\w*)"
        rf"|{_NOT_IN_WORD}(?P<sign>(?<![\w)\]-])(?:[-+−](?=[$€£]?\d)|minus ))?(?P<money>[$€£] ?)?"
        rf"(?:(?P<digits>\d+(?:[{thousands}_'  ]\d{{3}}(?!\d))*(?:[{decimal}]\d+)?(?:e[-+]?\d{{1,3}})?)"
        rf"|\b(?P<word>{_WORD})\b)"
        rf"(?P<unit>[ -]?(?:%|°c|{_UNSPACED}|[a-zµμ€]+(?![^\W\u3040-\u9fff\uac00-\ud7af])|[а-яё]+\b))?"
    )


_POINT, _COMMA = _any(".", ","), _any(".,", ".,")
_SHORT = 3  # letters of an abbreviation: `ms`, `min`, `GiB`
_RARE = 100  # a number that few other things have
_MONEY = {"$": "usd", "€": "eur", "£": "gbp"}


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit, if it has one that is known, both in base form (`5,000 ms` is 5 s).

    `written` is the number as the text has it, with sign, without unit; `text` the characters it was read from.
    """

    value: Decimal
    unit: str
    written: Decimal
    text: str

    def __str__(self) -> str:
        return f"{_plain(self.value)}{self.unit}"

    @property
    def in_digits(self) -> bool:
        """Whether it was written in digits, not as a word such as `five`."""
        return any(character.isdigit() for character in self.text)


def quantities(text: str, language: str = "en") -> list[Quantity]:
    """Every quantity of `text`, in order: digits or number words, thousands separators, signs, units, money.

    Parts of names (`v2`, `4xx`), versions (`1.2.3`) and dates are not quantities. In a language with a decimal comma
    `1,5` is one and a half.
    """
    return [piece for piece in _pieces(text, language) if isinstance(piece, Quantity)]


def dates(text: str) -> list[str]:
    """Every date of `text` in ISO form, `YYYY-MM-DD`, `YYYY-MM` or `--MM-DD`; months may be names."""
    return [_date(match) for match in _POINT.finditer(text.lower()) if _is_date(match)]


def answer_tokens(text: str, language: str = "en") -> list[str]:
    """`text` as tokens to compare answers by: no case, articles, punctuation; numbers, units, dates in one form."""
    return [str(token) for token in tokens_with_quantities(text, language)]


def tokens_with_quantities(text: str, language: str = "en") -> list[str | Quantity]:
    """The same tokens, each number or measure as a Quantity: to compare 30 with 30 seconds."""
    articles = ARTICLES.get(language, ARTICLES["en"])
    tokens: list[str | Quantity] = []
    for piece in _pieces(text, language):
        if isinstance(piece, str):
            tokens += [word for word in words(piece) if word not in articles]
        else:
            tokens.append(piece)
    return tokens


def notations(text: str, language: str = "en") -> list[str]:
    """How settings and options write the one measure that a text is, in the units of its dimension.

    >>> {"300", "300s", "300000ms", "5min"} <= set(notations("5 minutes")), notations("50 %"), notations("5 GB or more")
    (True, ['50%'], [])
    """
    found = tokens_with_quantities(text, language)
    if len(found) != 1 or isinstance(found[0], str) or not found[0].unit:
        return []
    forms = []
    for name, (factor, base) in UNITS.items():
        count = found[0].value / factor
        if base == found[0].unit and len(name) <= _SHORT and name.isascii() and count == int(count) > 0:
            forms += [f"{int(count)}{name}", *([str(int(count))] if count >= _RARE else [])]
    return list(dict.fromkeys(forms))


def _pieces(text: str, language: str) -> Iterator[str | Quantity]:
    """The text cut into quantities and what is between them; a date is a piece of text in its ISO form."""
    lowered = (without_emphasis(text) if "_" in text else text).lower()
    at = 0
    for match in (_COMMA if language in COMMA_DECIMAL else _POINT).finditer(lowered):
        quantity = None if _is_date(match) or match["version"] else _quantity(match, language)
        if _is_date(match):
            yield lowered[at : match.start()]
            yield f" {_date(match).replace('-', '.')} "
            at = match.end()
        elif quantity is not None:
            yield lowered[at : match.start()]
            yield quantity
            at = match.start() + len(quantity.text)
    yield lowered[at:]


def _quantity(match: re.Match[str], language: str) -> Quantity | None:
    unit, attached = _unit(match["unit"] or "")
    if match["digits"] is None:
        written = Decimal(NUMBER_WORDS[match["word"]])
    else:
        found = _decimal(match["digits"], language)
        if found is None:
            return None
        written = found
        if attached == "k":
            written, unit = written * 1000, ""
        elif attached and (not unit or (attached == "d" and written <= 3)):
            return None  # 3d is a shape more often than a time
    if match["sign"] and match["sign"] != "+":
        written = -written
    text = match[0] if unit or attached else match[0][: len(match[0]) - len(match["unit"] or "")]
    if match["money"]:
        unit = _MONEY[match["money"].strip()]
    factor, base = UNITS.get(unit, (Decimal(1), unit))
    return Quantity(written * factor, base, written, text)


def _unit(suffix: str) -> tuple[str, str]:
    """(known unit or empty, letters directly after the number)."""
    name = suffix.strip(" -")
    attached = "" if suffix[:1] in {"", " ", "-", "%", "°"} else name
    if attached:
        return (name if name in UNITS else ""), attached
    return (name if name in SPACED_UNITS else ""), ""


@lru_cache(maxsize=4096)
def _decimal(digits: str, language: str) -> Decimal | None:
    if len(digits) > 40:
        return None
    mantissa, _, exponent = digits.partition("e")
    if language in COMMA_DECIMAL and (mantissa.count(",") == 1 or re.fullmatch(r"\d{1,3}(?:\.\d{3})+", mantissa)):
        # 1.234,5 and 1.000 as they are written there; 3.5 and 1,000,000 stay what they are in every technical text.
        mantissa = mantissa.replace(".", "").replace(",", ".")
    mantissa = re.sub(r"[,_'\s]", "", mantissa)
    if mantissa.count(".") > 1:
        return None  # 2.020.1 is a version or a section
    return Decimal(f"{mantissa}e{exponent}" if exponent else mantissa)


def _plain(value: Decimal) -> str:
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _is_date(match: re.Match[str]) -> bool:
    return bool(match["iso"] or match["day_first"] or match["month_first"])


def _date(match: re.Match[str]) -> str:
    if match["iso"]:
        return match["iso"]
    if match["day_first"]:
        day = re.match(r"\d+", match["day_first"])
        year, month, number = match["year1"], match["month1"], day[0] if day else ""
    else:
        year, month, number = match["year2"], match["month2"] or match["month3"], match["day2"] or match["day3"] or ""
    tail = f"-{int(number):02}" if number else ""
    return f"{year or '-'}-{MONTHS[month]:02}{tail}"
