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
        r"|\b(?:title|heading) of the(?: [\w'’-]{1,20}){1,2} (?:document|page|guide|article|section|chapter)\b"
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
        r"|chapitres|pages|figures) (?:y a|a|contient|compte|comporte|comprend)\b"
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
    "ru": re.compile(
        r"\bна какой странице\b|\bв как(?:ом|ой) (?:разделе|главе|абзаце|статье)\b"
        r"|\b(?:страниц|глав|раздел|рисун)\w* \d"
        r"|\bкто (?:написал|автор)|\bавторск\w+ прав|\bсколько (?:разделов|глав|страниц|рисунков)\b"
        r"|\b(?:название|заголовок) (?:документа|раздела|страницы|главы)",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"第[一二三四五六七八九十\d]+[章节節页頁段]|哪一?[章节節页頁]|作者是谁|谁(?:写|撰写|编写)|版权|有(?:多少|几)[个個]?[章节節页頁]"
        r"|(?:文档|文章|页面|章节|本文|[一本这该]节|[一本这该]章)的?标题"
    ),
    "ja": re.compile(
        r"第[一二三四五六七八九十\d]+[章節]|何ページ|どの[章節]|著者は|誰が書|著作権|(?:文書|ページ|記事|章|節)の(?:タイトル|題名|見出し)|いくつの[章節]"
    ),
    "ko": re.compile(
        r"제 ?\d+ ?[장절]|몇 ?페이지|어느 (?:장|절|페이지)|저자는|누가 (?:썼|작성)|저작권|(?:문서|페이지)의? 제목"
    ),
}
TRIVIA_LANGUAGES = frozenset(_TRIVIA)
# "In which section of the web settings", "в каком разделе меню": the user looks for it on the screen.
_OF_INTERFACE = re.compile(
    r"(?: [\w'’.-]{1,20}){0,4}? [\w-]{0,12}"
    r"(?:menu|menü|menú|меню|interface|interfaz|oberfläche|интерфейс|settings|einstellung|paramètre|réglage|ajustes|настро"
    r"|dashboard|console|konsole|consola|консол|panel|panneau|панел)",
    re.IGNORECASE,
)
_NOUN = re.compile(r"\b(page|section|chapter|figure|paragraph|table|example|heading|document|article)", re.IGNORECASE)


def trivial(case: Case) -> str | None:
    """Refuses questions about pages, figures, section numbers, authors, copyright, titles or the number of sections.

    A question may ask about pages or sections that are things of the product (see `CorpusFacts.is_product_term`), or
    parts of its user interface.
    """
    text = case.prose.rstrip("?!. ")
    pattern = _TRIVIA.get(case.language or "en")
    for match in pattern.finditer(text) if pattern else ():
        noun = _NOUN.search(match[0])
        behind = match.start() + noun.end() if noun else match.end()
        product_term = noun and case.facts.is_product_term(noun[1].lower())
        if not product_term and not _OF_INTERFACE.match(text, behind):
            return f"asks about the document, not its subject: {show(match[0])}"
    return None
