"""Case -> about-the-document: questions about the document instead of its subject."""

from __future__ import annotations

import re

from benchmill.critique.checks.case import Case, show

_PARTS = "page|section|chapter|figure|paragraph|heading|bullet point|footnote"
_VERBS = "is|are|do|does|contains?|describes?|covers?|explains?|discusse?s?|mentions?|shows?|provides?|talks?"
_TRIVIA = {
    "en": re.compile(
        rf"\b(?:what|which) (?:{_PARTS})(?: (?:number|title|heading))?(?: of [\w ]{{1,40}}?)? (?:{_VERBS})\b"
        rf"|\b(?:on|in) (?:what|which) (?:{_PARTS})\b"
        rf"|\b(?:in|on|of|does|to|see|per) (?:{_PARTS}) (?:number )?\d++(?:\.\d++)*+(?! of (?:the )?(?-i:[A-Z]))"
        r"|\bwho (?:wrote|authored|published|(?:is|are|was|were) the authors?)\b"
        r"|\bcopyright (?:holder|notice|year|statement)|\b(?:holds?|owns?) the copyright\b|\bcopyrighted\b"
        r"|\b(?:title|heading|name|first (?:word|sentence|line)|last (?:word|sentence|line)) of (?:the|this)"
        r" (?:document|doc|page|guide"
        r"|article|section|chapter|file|tutorial|text|passage|first section|last section)\b"
        r"|\bhow many (?:sections|chapters|headings|paragraphs|bullet points|figures|examples|tables|code"
        r" (?:blocks|examples|snippets)"
        r"|pages|words|sentences|links) (?:are (?:there|listed|shown|given|in)|does (?:the|this)|is (?:the|this)"
        r"|do(?:es)? the docs?)\b"
        r"|\b(?:document|page|guide|article|documentation) (?:last )?(?:updated|written|published|created|divided"
        r"|organi[sz]ed|structured)\b",
        re.IGNORECASE,
    ),
    "de": re.compile(
        r"\bauf welcher seite\b|\bin welchem (?:abschnitt|kapitel|absatz)\b|\b(?:auf|in|von) (?:seite|abschnitt"
        r"|kapitel|abbildung) \d"
        r"|\bwer (?:hat .{0,40}\bgeschrieben|ist der autor|sind die autoren)\b|\burheberrecht\w*|\bwie viele"
        r" (?:abschnitte|kapitel|seiten"
        r"|abbildungen|absätze|überschriften) hat\b|\b(?:titel|überschrift) (?:des|der|dieses|dieser) (?:dokument"
        r"|seite|abschnitt|artikel)",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        r"\b(?:à|sur) quelle page\b|\bdans quel(?:le)? (?:section|chapitre|paragraphe)\b|\b(?:page|section"
        r"|chapitre|figure) \d"
        r"|\bqui (?:a écrit|est l['’]auteur|sont les auteurs)\b|\bdroits? d['’]auteur\b|\bcombien de (?:sections"
        r"|chapitres|pages|figures)\b"
        r"|\btitre (?:du|de la|de ce|de cette) (?:document|page|section|article)\b",
        re.IGNORECASE,
    ),
    "es": re.compile(
        r"\ben qué (?:página|sección|capítulo|párrafo)\b|\b(?:página|sección|capítulo|figura) \d|\bquién(?:es)?"
        r" (?:escribió|es el autor"
        r"|son los autores)\b|\bderechos de autor\b|\bcuánt[oa]s (?:secciones|capítulos|páginas|figuras) (?:tiene"
        r"|hay)\b"
        r"|\btítulo (?:del|de la|de este|de esta) (?:documento|página|sección|artículo)\b",
        re.IGNORECASE,
    ),
}
_NOUN = re.compile(r"\b(page|section|chapter|figure|paragraph|table|example|heading|document|article)", re.IGNORECASE)


def trivial(case: Case) -> str | None:
    """Nothing about pages, figures, section numbers, authors, copyright, titles, or the number of sections.

    Where pages or sections are things of the product (see `CorpusFacts.is_product_term`) they may be asked about.
    """
    text = case.prose.rstrip("?!. ")
    for match in _TRIVIA.get(case.language, _TRIVIA["en"]).finditer(text):
        noun = _NOUN.search(match[0])
        if not (noun and case.facts.is_product_term(noun[1].lower())):
            return f"asks about the document, not its subject: {show(match[0])}"
    return None
