"""Case -> several-questions: questions that ask more than one thing."""

from __future__ import annotations

import re

from benchmill.critique.checks.case import Case, show

_QUOTED = re.compile(r"\"[^\"]{0,200}\"|“[^”]{0,200}”|https?://\S+|\b\w+\?\w")
_ENDS = re.compile(r"[?？](?=\s|$|[\"')])|？")
_AUXILIARY = "is|are|was|were|do|does|did|can|could|should|will|would|must|has|have"
_SECOND = {
    "en": re.compile(
        rf"(?:,|\band|\bor)(?: also| then)? (?:(?:what|how|why|when|where|who)(?: (?:many|much|long|often|far))?"
        rf"|(?:which|what)(?: \w+){{1,2}}) (?:{_AUXILIARY})\b(?! not\b)",
        re.IGNORECASE,
    ),
    # a verb follows: of a clause that another verb governs ("und wann ein Job endet") the subject does
    "de": re.compile(
        r"\b(?:und|oder) (?:(?:bis|ab|seit|für|von|mit|zu|auf|in|an|bei|nach|über|durch|um|aus) )?"
        r"(?:wie (?:viele? (?:\w+ )?|lange |oft |weit |groß |hoch |schwer )?|was |warum |wann |wo |wer "
        r"|womit |wohin |woher |welche[mnrs]? \w+ )"
        r"(?!(?:ein(?:e[mnrs]?)?|der|die|das|den|dem|des|man|er|sie|es|ich|wir|sich|alle[ns]?|auch|nicht|zu)\b)(?-i:[a-zäöü])\w+",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        r"\b(?:et|ou) (?:comment|pourquoi|quand|où|qui|combien(?: d(?:e |['’])\w+)?|quel(?:le)?s?(?: \w+)?) "
        r"(?!(?:les?|la|une?|des?|du|on|ils?|elles?|ce|cette|ces|mon|son|sa|ses|ne)\b|l['’]|d['’])\w+",
        re.IGNORECASE,
    ),
    "es": re.compile(
        r"\b(?:y|o|e) (?:qué|cómo|cuándo|dónde|quién|cuál(?:es)?|por qué|cuánt[oa]s?(?: \w+)?) "
        r"(?!(?:el|la|los|las|una?|unos|unas|no|su|sus)\b|\w+[aei]r\b)\w+",
        re.IGNORECASE,
    ),
    "pt": re.compile(
        r"\b(?:e|ou) (?:quando|onde|como|quem|por que|qual|quais|quant[oa]s?(?: \w+)?) "
        r"(?!(?:os?|as?|uma?|uns|umas|não|se|seus?|suas?)\b|\w+[aei]r\b)\w+",
        re.IGNORECASE,
    ),
    "it": re.compile(
        r"\b(?:e|o) (?:quando|dove|come|chi|perché|quale|quali|quant[oaie](?: \w+)?) "
        r"(?!(?:il|lo|la|i|gli|le|una?|non|si|suo|sua)\b|l['’]|\w+[aei]re\b)\w+",
        re.IGNORECASE,
    ),
    "ru": re.compile(
        r"\b(?:и|или) (?:когда|где|куда|кто|почему|зачем|сколько(?: \w+)?|как(?: часто| долго)?"
        r"|как(?:ой|ая|ое|ие) \w+) "
        r"(?!(?:он[аои]?|её|его|их|это|не)\b)\w+",
        re.IGNORECASE,
    ),
}
# "depending on what is set" and "when and where is" ask once; these words before the pair show it.
_SHARED = re.compile(
    r"\b(?:what|how|why|when|where|who|which|was|wie|warum|wann|wo|wer|comment|pourquoi|quand|où|qui|combien|qué|cómo"
    r"|cuándo|a?dónde|quién|por qué|quando|a?onde|como|quem|dove|come|chi|perché|когда|где|куда|кто|почему|зачем|как)$",
    re.IGNORECASE,
)


def several(case: Case) -> str | None:
    """Allows one interrogative, and more for a list, comparison, multi-hop, ambiguous question or procedure."""
    if case.candidate.kind in {"list", "comparison", "multi_hop", "ambiguous"} or case.settings.style == "search":
        return None
    text = _QUOTED.sub("x", case.prose)
    if len(_ENDS.findall(re.sub(r"[?？]{2,}", "?", text))) > 1:
        return f"asks more than once: {show(text)}"
    pattern = _SECOND.get(case.language)
    for match in pattern.finditer(text) if pattern else ():
        before = text[: match.start()].rstrip(" ,")
        if before and _interrogative(before, case.language) and not _SHARED.search(before):
            return f"asks two things: {show(match[0])} after {show(before)}"
    return None


_FIRST = {
    "en": re.compile(rf"\b(?:what|how|why|when|where|who|which)\b|^(?:{_AUXILIARY})\b", re.IGNORECASE),
    "de": re.compile(r"\b(?:was|wie|warum|wann|wo|wer|welche[mnrs]?)\b", re.IGNORECASE),
    "fr": re.compile(r"\b(?:comment|pourquoi|quand|où|qui|combien|quel(?:le)?s?|que|qu['’]est)\b", re.IGNORECASE),
    "es": re.compile(r"\b(?:qué|cómo|cuándo|dónde|quién|cuál(?:es)?|cuánt[oa]s?|por qué)\b", re.IGNORECASE),
    "pt": re.compile(r"\b(?:que|quando|onde|como|quem|qual|quais|quant[oa]s?)\b", re.IGNORECASE),
    "it": re.compile(r"\b(?:che|quando|dove|come|chi|perché|qual[ei]?|quant[oaie])\b", re.IGNORECASE),
    "ru": re.compile(r"\b(?:что|когда|где|куда|кто|почему|зачем|сколько|как\w*)\b", re.IGNORECASE),
}
# "If a proxy is set, which host is contacted?": the clause before the comma asks nothing.
_CONDITION = re.compile(r"^(?:if|when|while|after|before|once|where|wenn|si|cuando)\b[^?]*$", re.IGNORECASE)


def _interrogative(before: str, language: str) -> bool:
    return bool(_FIRST[language].search(before)) and not _CONDITION.match(before)
