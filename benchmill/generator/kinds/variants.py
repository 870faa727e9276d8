"""Two names -> whether they are variants of one thing, which somebody may have to choose between."""

from __future__ import annotations

import re

from benchmill.generator.languages import language as language_data
from benchmill.records.languages import detect

# Tags, shortcodes of site generators, targets and definitions of links: no prose, though they hold names in quotes.
MARKUP = re.compile(r"\{\{.*?\}\}|</?[a-z][^>\n]*>|(?<=\])\([^)\n]*\)|^:{3,}.*$|^\[[^\]\n]+\]:.*$", re.M | re.I)
_PART = re.compile(r"[^\W_]+")
_INSIDE = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_HAN_OR_KANA = re.compile(r"([぀-ヿ㐀-鿿])")
# Headings and entries that say what to do; those with a number are steps.
_NUMBERED = r"\W*\d{1,2}[.):、．]|"
_INFINITIVE = re.compile(rf"{_NUMBERED}\W*\w+(?:ar|er|ir|re)\b", re.I)
_TASK = {
    "": re.compile(rf"{_NUMBERED}.*する\W*$"),
    "en": re.compile(rf"{_NUMBERED}\W*\w+ing\b", re.I),
    "de": re.compile(rf"{_NUMBERED}.*\s[a-zäöüß]+(?:en|ern|eln)\W*$"),
    "zh": re.compile(
        rf"{_NUMBERED}\W*(?:新建|创建|管理|编辑|删除|添加|设置|配置|使用|安装|更新|上传|查看|获取|升级|启用|新增)"
    ),
    **dict.fromkeys(("es", "fr", "it", "pt"), _INFINITIVE),
}
_ACT = re.compile(
    r"(?:add|append|clear|close|copy|create|delete|destroy|disable|edit|enable|export|fetch|find|follow|get|has|hide|import"
    r"|insert|install|is|list|load|open|pause|put|remove|rename|report|restart|resume|save|set|show|start|stop|sweep|toggle"
    r"|unhide|uninstall|unpause|unset|update)$"
)
_NOUN_FIRST = frozenset(("es", "fr", "it", "pt"))
_AFTER_NAME = re.compile(r"\(.*|(?<=\w)[:=].*|\.[a-z]{1,4}$")  # arguments, types, values, and the ending of a file
_LONGEST_NAME = 6  # parts, and signs of Chinese
_VERSION = re.compile(r"\W*v?\d+(?:\.\d+)+\W*", re.I)
# The last part of a name in code that is a field: `tenantId` and `strategyId` are both filled in, and nobody chooses.
_FIELD = re.compile(
    r"(?:id|key|ur[il]|endpoint|host|port|path|file|dir|name|(?:min|max)?version|user|password|period|interval|timeout|delay"
    r"|duration|limit|count|size|thread|worker|retr(?:y|ie)|attempt|retain|rate|ratio|date|time|ref)s?$"
)
_CALL = re.compile(r"\(\)`?$")
_BORDERS = frozenset(("min", "max", "minimum", "maximum"))  # of one value, both set
# Sections of a reference: "Client options" and "Server options" are looked up, and so is the schema of each thing.
_REFERENCE = re.compile(
    r"(?:schema|option|param|parameter|setting|variable|property|propertie|field|attribute|flag)s?$"
)


def are_variants(one: str, other: str, text: str = "") -> bool:
    """Whether one part of two names differs, and not the last: the last part says what both are.

    In languages with the noun first, which `text` shows, it is not the first part that differs; in commands it may be
    any. Of tasks, of fields and parameters in code, of functions that do different things, of the sections of a
    reference and of two versions nobody compares two.

    >>> are_variants("`read-only`", "`write-only`"), are_variants("**Tool aliases**", "**Shell aliases**")
    (True, True)
    >>> are_variants("`db_host`", "`db_port`"), are_variants("`mise use`", "`mise install`")
    (False, True)
    >>> are_variants("`tenantId`", "`strategyId`"), are_variants("v2.3.0", "v2.4.0")
    (False, False)
    >>> are_variants("`LOCK_GRACE_PERIOD`", "`LOCK_SCAN_PERIOD`"), are_variants("min_pool", "max_pool")
    (False, False)
    >>> are_variants("`groupValue()`", "`formatValue()`"), are_variants("`runFastJob()`", "`runSlowJob()`")
    (False, True)
    >>> are_variants("`view_w_px`", "`view_h_px`"), are_variants("`$oneLabel`", "`$manyLabel`")
    (False, False)
    >>> are_variants("Senha do banco", "Porta do banco", "A senha do banco de dados não é a do usuário.")
    False
    >>> are_variants("created_date", "deleted_date"), are_variants("created_runs", "deleted_runs")
    (False, True)
    >>> are_variants("Creating tokens", "Deleting tokens"), are_variants("Modo claro", "Modo oscuro", "El modo de día.")
    (False, True)
    """
    first, second = _parts(one), _parts(other)
    if min(len(first), len(second)) < 2 or max(len(first), len(second)) > _LONGEST_NAME:
        return False
    if _VERSION.fullmatch(one) or (" " not in one.strip("`* ") and _FIELD.match(first[-1])):
        return False
    if "$" in one or _REFERENCE.match(first[-1]) or set(first) ^ set(second) <= _BORDERS:
        return False
    differ = [here != there for here, there in zip(first, second, strict=False)]
    is_han = any(map(_HAN_OR_KANA.match, first))
    if is_han and (first[-2:] != second[-2:] or min(len(first), len(second)) < 4 or set(first) <= set(second)):
        return False
    if not is_han and (len(first) != len(second) or sum(differ) != 1 or one.startswith("`-")):
        return False
    language = detect(text) or "en"
    is_task = _is_task(one, language) or _is_task(other, language)
    if is_han or is_task:
        return not is_task
    if all(each.startswith("`") and " " in each for each in (one, other)):
        return True
    at = differ.index(True)
    if len(first[at]) == len(second[at]) == 1 or (at == 0 and _CALL.search(one)):
        return False
    is_alike = at > 0 or one.startswith("`") if language in _NOUN_FIRST else not differ[-1]
    return is_alike and not all(map(_ACT.match, (first[at], second[at])))


def _parts(name: str) -> list[str]:
    """The words of a name, also of one in code; Chinese and Japanese signs one by one."""
    bare = _AFTER_NAME.sub("", MARKUP.sub(" ", name).strip("`* "))
    return [part.casefold() for part in _PART.findall(_HAN_OR_KANA.sub(r" \1 ", _INSIDE.sub(" ", bare)))]


def _is_task(name: str, language: str) -> bool:
    """Whether a heading or an entry without code says what to do, or is numbered."""
    if name.startswith("`"):
        return False
    english = language_data("en") if language == "en" else None
    says_so = english is not None and english.is_step(name.strip("* ") or "-")
    return says_so or _TASK.get(language, _TASK[""]).match(name) is not None
