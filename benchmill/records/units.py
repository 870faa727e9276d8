"""Data for benchmill/records/numbers.py: units with their factors, months, number words, articles."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType

# Base unit: (factor: its names). Kilobytes are 1,000 bytes, kibibytes 1,024.
_UNITS: dict[str, dict[str, str]] = {
    "s": {
        "1e-9": "ns nanosecond nanoseconds",
        "1e-6": "us µs μs microsecond microseconds",
        "1e-3": "ms msec millisecond milliseconds millisekunde millisekunden"
        " milliseconde millisecondes milisegundo milisegundos",
        "1": "s sec secs second seconds sekunde sekunden seconde secondes segundo segundos secondo secondi",
        "60": "min mins minute minutes minuten minuto minutos minuti",
        "3600": "h hr hrs hour hours stunde stunden heure heures hora horas ora ore",
        "86400": "d day days tag tage tagen jour jours día días dia dias giorno giorni dag dagen",
        "604800": "week weeks woche wochen semaine semaines semana semanas settimana settimane weken",
    },
    "month": {"1": "month months monat monate monaten mois mes meses mese mesi maand maanden"},
    "year": {"1": "year years yr yrs jahr jahre jahren an ans année années año años ano anos anno anni jaar"},
    "b": {
        "1": "b byte bytes octet octets",
        "1e3": "kb kilobyte kilobytes ko",
        "1e6": "mb megabyte megabytes mo",
        "1e9": "gb gigabyte gigabytes go",
        "1e12": "tb terabyte terabytes to",
        "1024": "kib kibibyte kibibytes",
        "1048576": "mib mebibyte mebibytes",
        "1073741824": "gib gibibyte gibibytes",
    },
    "bit": {"1": "bit bits"},
    "%": {"1": "% percent prozent"},
    "px": {"1": "px pixel pixels"},
    "hz": {"1": "hz hertz", "1e3": "khz", "1e6": "mhz", "1e9": "ghz"},
    "c": {"1": "°c"},
    "eur": {"1": "eur euro euros €"},
    "usd": {"1": "usd dollar dollars"},
}

# Units of languages without spaces, and of Korean and Russian.
_OTHER_UNITS: dict[str, dict[str, str]] = {
    "s": {
        "1e-3": "毫秒 ミリ秒 밀리초 мс миллисекунда миллисекунды миллисекунд",
        "1": "秒钟 秒鐘 秒間 秒 초 сек секунда секунды секунд",
        "60": "分钟 分鐘 分間 分 분 мин минута минуты минут",
        "3600": "小时 小時 時間 시간 час часа часов",
        "86400": "天 日間 일간 день дня дней",
        "604800": "周 週間 주 неделя недели недель",
    },
    "b": {"1": "字节 バイト 바이트 байт байта", "1e3": "кб", "1e6": "мб", "1e9": "гб", "1e12": "тб"},
    "%": {"1": "パーセント 퍼센트 процент процента процентов"},
}
UNSPACED_UNITS = frozenset(
    name for of in _OTHER_UNITS.values() for names in of.values() for name in names.split() if ord(name[0]) > 0x3000
)

UNITS: Mapping[str, tuple[Decimal, str]] = MappingProxyType(
    {
        name: (Decimal(factor), base)
        for group in (_UNITS, _OTHER_UNITS)
        for base, factors in group.items()
        for factor, names in factors.items()
        for name in names.split()
    }
)
# After a space these short ones are more often words ("16 to 32", "5 an hour", "8 go") than units.
SPACED_UNITS = frozenset(UNITS) - {"an", "to", "go", "mo", "ko", "d", "b", "ore", "ora", "ans", "ano"}

_MONTHS = (
    "january jan januar janvier enero gennaio janeiro januari",
    "february feb februar février febrero febbraio fevereiro februari",
    "march mar märz mars marzo março maart",
    "april apr avril abril aprile",
    "may mai mayo maggio maio mei",
    "june jun juni juin junio giugno junho",
    "july jul juli juillet julio luglio julho",
    "august aug août agosto augustus",
    "september sep sept septembre septiembre settembre setembro",
    "october oct oktober octobre octubre ottobre outubro",
    "november nov novembre noviembre novembro",
    "december dec dezember décembre diciembre dicembre dezembro",
)
MONTHS: Mapping[str, int] = MappingProxyType(
    {name: number for number, names in enumerate(_MONTHS, start=1) for name in names.split()}
)

_NUMBER_WORDS = """
    0 zero 1 one 2 two zwei deux 3 three drei trois tres 4 four vier quatre cuatro 5 five fünf cinq cinco
    6 six sechs seis 7 seven sieben siete 8 eight acht huit ocho 9 nine neun neuf nueve 10 ten zehn dix diez
    11 eleven elf onze 12 twelve zwölf douze doce 13 thirteen 14 fourteen 15 fifteen 16 sixteen 17 seventeen
    18 eighteen 19 nineteen 20 twenty 30 thirty 40 forty 50 fifty 60 sixty 70 seventy 80 eighty 90 ninety"""


def _number_words() -> dict[str, int]:
    """Every word with the number before it."""
    found: dict[str, int] = {}
    number = 0
    for word in _NUMBER_WORDS.split():
        if word.isdigit():
            number = int(word)
        else:
            found[word] = number
    return found


NUMBER_WORDS: Mapping[str, int] = MappingProxyType(_number_words())

COMMA_DECIMAL = frozenset({"de", "fr", "es", "it", "pt", "nl"})

# "s" is what a possessive leaves behind; a number's own "s" is its unit and never a token.
ARTICLES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "en": frozenset({"a", "an", "the", "s"}),
        "de": frozenset({"der", "die", "das", "dem", "den", "des", "ein", "eine", "einem", "einen", "einer", "eines"}),
        "fr": frozenset({"le", "la", "les", "l", "un", "une", "des", "du", "d"}),
        "es": frozenset({"el", "la", "los", "las", "un", "una", "unos", "unas"}),
        "it": frozenset({"il", "lo", "la", "i", "gli", "le", "l", "un", "uno", "una"}),
        "pt": frozenset({"o", "a", "os", "as", "um", "uma", "uns", "umas"}),
        "nl": frozenset({"de", "het", "een"}),
    }
)
