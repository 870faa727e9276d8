"""Data: language -> how a question points at its own source ("according to the text").

Kinds of pattern: `source` names the page as an authority; `place` names a part of the page; `this` points at the page;
`person` is its author; `position` and `ending` point without a noun. The noun, where there is one, is the group `noun`.
Every repetition is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

_NOUNS = {
    "en": "text|passage|document|documentation|docs|doc|article|context|excerpt|paragraph|section|guide|page"
    "|chapter|table"
    "|figure|example|snippet|manual|handbook|paper|study|report|tutorial|code|file|readme",
    "de": "textabschnitt|textstelle|textes|text|abschnitt|dokumentation|dokument|artikel|auszug|absatz|kapitel"
    "|seite|tabelle"
    "|abbildung|beispiel|anleitung|handbuch|studie|bericht|tutorial|code|datei|leitfaden|passage|kontext",
    "fr": "texte|passage|documentation|document|article|contexte|extrait|paragraphe|section|guide|page|chapitre"
    "|tableau|figure"
    "|exemple|manuel|étude|rapport|tutoriel|code|fichier",
    "es": "texto|pasaje|documentación|documento|artículo|contexto|extracto|fragmento|párrafo|sección|guía|página"
    "|capítulo|tabla"
    "|figura|ejemplo|manual|estudio|informe|tutorial|código|archivo",
    "it": "testo|passaggio|documentazione|documento|articolo|contesto|estratto|paragrafo|sezione|guida|pagina"
    "|capitolo|tabella"
    "|figura|esempio|manuale|studio|rapporto|tutorial|codice|file",
    "pt": "texto|trecho|documentação|documento|artigo|contexto|parágrafo|seção|secção|guia|página|capítulo|tabela"
    "|figura|exemplo"
    "|manual|estudo|relatório|tutorial|código|arquivo|ficheiro",
    "ru": "тексту?|документ(?:у|а|е|ации|ация|ацию)?|разделу?|раздела|разделе|стать[яеиёю]|страниц[аеуы]|глав[аеуы]"
    "|руководств[оауе]|руководству|отрывк[аеу]|отрывок|пример[еау]?|таблиц[аеыу]",
    "zh": "文档|文檔|文章|本文|文本|段落|章节|章節|页面|頁面|指南|教程|手册|手冊|上文|下文|文件|表格|示例|节|節",
    "ja": "文書|ドキュメント|文章|本文|テキスト|段落|章|節|ページ|ガイド|マニュアル|チュートリアル|記事|抜粋|表|例",
    "ko": "문서|글|본문|텍스트|단락|장|절|페이지|가이드|설명서|튜토리얼|기사|발췌문|표|예제",
    "nl": "tekst|passage|documentatie|document|artikel|context|fragment|alinea|paragraaf|sectie|gids|handleiding"
    "|pagina|hoofdstuk"
    "|tabel|figuur|voorbeeld|studie|rapport|tutorial|code|bestand",
}

# "According to the code of conduct": such a code is a subject, no sample of a program.
_RULES = (
    r"(?!(?:code|codice|código) (?:of |de |di |d['’])(?:[^\W\d_]{1,20} )?"
    r"(?:conduct|conduite|conducta|condotta|conduta|déontologie|ethics|éthique|ética|etica|practice)\b)"
)

# {n} is the language's nouns. The patterns use single spaces: the caller has put the question on one line.
_PATTERNS = {
    "en": {
        "source": r"\b(?:according to|based on|as (?:mentioned|described|stated|shown|noted|outlined|explained)"
        r" (?:in|by))"
        r" (?:the|this|that|these|said|above|following|given|provided|present)(?: (?:above|following|given"
        r"|provided|present))?"
        r" (?P<noun>{n})\b",
        "place": r"\b(?:in|from|per|within) (?P<det>the|this|that|these|said)(?P<marked> (?:above|following|given"
        r"|provided|present"
        r"|same))? (?P<noun>{n})\b",
        "this": r"\b(?:this|these) (?P<noun>guide|document|article|tutorial|section|chapter|passage|example|table"
        r"|figure|text"
        r"|excerpt|page)\b",
        "position": r"\b(?:mentioned|described|listed|shown|discussed|given) (?:above|below|here|earlier|previously)\b",
        "person": r"\bthe (?P<noun>authors?|writer|narrator|speaker|text|passage|excerpt)\b",
        "ending": r"\b(?:what|which) .{0,40}\b(?:is|are) (?:mentioned|listed|provided|given)$",
    },
    "de": {
        "source": r"\b(?:laut|gemäß|basierend auf|anhand|wie in)(?: (?:dem|der|des|den|diesem|dieser|dieses))?"
        r"(?: (?:obige|folgende|vorliegende|gegebene)[mnrs]?)? (?P<noun>{n})\b",
        "place": r"\b(?:in|aus|auf) (?P<det>dem|der|diesem|dieser)(?P<marked> (?:obige|folgende|vorliegende"
        r"|gegebene)[mnr])?"
        r" (?P<noun>{n})\b|\b(?:im|vom)(?P<marked2> (?:obige|folgende|vorliegende|gegebene)n)? (?P<noun2>{n})\b",
        "this": r"\bdiese[mnrs]? (?P<noun>{n})\b",
        "position": r"\b(?:oben|unten|hier|zuvor) (?:genannt|erwähnt|beschrieben|gezeigt|aufgeführt|aufgelistet"
        r"|dargestellt)\w*",
        "person": r"\b(?:der|die|des|dem|den) (?P<noun>autors?|autoren|autorin|verfassers?|erzähler)\b",
        "ending": r"\b(?:was|welche[mnrs]?) .{0,40}\b(?:erwähnt|genannt|aufgeführt|angegeben)(?: (?:wird|werden"
        r"|ist|sind))?$",
    },
    "fr": {
        "source": r"\b(?:selon|d['’]après|conformément (?:à|au)|sur la base (?:de|du)|d['’]après) ?(?:le |la "
        r"|l['’]|ce |cet |cette )?"
        r"(?P<noun>{n})\b",
        "place": r"\bdans (?P<det>le |la |l['’]|ce |cet |cette )(?P<noun>{n})\b",
        "this": r"\b(?:ce|cet|cette|ces) (?P<noun>{n})s?\b",
        "position": r"\b(?:mentionné|décrit|listé|présenté|indiqué|cité|montré)e?s? (?:ci-dessus|ci-dessous|plus"
        r" haut|plus bas|ici"
        r"|précédemment)\b",
        "person": r"\b(?:l['’]|les |le |la )(?P<noun>auteure?s?|narrateur)\b",
        "ending": r"\bquel(?:le)?s? .{0,40}\b(?:est|sont) (?:mentionné|indiqué|listé|cité)e?s?$",
    },
    "es": {
        "source": r"\b(?:según|de acuerdo con|con base en|basado en|basándose en|tal como se \w{2,20} en)"
        r" (?:el|la|este|esta|ese|esa|dicho|dicha) (?P<noun>{n})\b",
        "place": r"\ben (?P<det>el|la|este|esta|ese|esa|dicho|dicha) (?P<noun>{n})\b",
        "this": r"\b(?:este|esta|estos|estas) (?P<noun>{n})s?\b",
        "position": r"\b(?:mencionad|descrit|listad|mostrad|indicad)[oa]s? (?:arriba|abajo|aquí|anteriormente|más"
        r" arriba|más abajo)\b",
        "person": r"\b(?:el|la|los|las) (?P<noun>autore?s?|autora|narrador)\b",
        "ending": r"\b(?:qué|cuál|cuáles) .{0,40}\b(?:se mencionan?|se indican?|se listan?|se enumeran?)$",
    },
    "it": {
        "source": r"\b(?:secondo|in base a|come (?:descritto|indicato|mostrato) (?:in|da)) ?(?:il "
        r"|la |lo |l['’]"
        r"|questo |questa |al |alla )?(?P<noun>{n})\b",
        "place": r"\b(?P<det>nel|nella|nello) (?P<noun>{n})\b",
        "this": r"\b(?:questo|questa|questi|queste|quest['’]) ?(?P<noun>{n})\b",
        "position": r"\b(?:menzionat|descritt|elencat|mostrat|indicat)[oaie] (?:sopra|sotto|qui|in precedenza)\b",
        "person": r"\b(?:l['’]|gli )(?P<noun>autor[ei]|autrice)\b",
    },
    "pt": {
        "source": r"\b(?:segundo|de acordo com|com base|conforme) ?(?:o |a |no |na |este |esta"
        r" )?(?P<noun>{n})\b",
        "place": r"\b(?P<det>no|na|neste|nesta) (?P<noun>{n})\b",
        "this": r"\b(?:este|esta|estes|estas|deste|desta) (?P<noun>{n})\b",
        "position": r"\b(?:mencionad|descrit|listad|mostrad|indicad)[oa]s? (?:acima|abaixo|aqui|anteriormente)\b",
        "person": r"\b(?:o|a|os|as) (?P<noun>autore?s?|autora|narrador)\b",
    },
    "ru": {
        "source": r"\b(?:согласно|по|исходя из|на основании|как (?:указано|описано|сказано) в)"
        r" (?:этому|данному|этой|данной|этого|этом|тексту|приведённому|следующему)? ?(?P<noun>{n})\b",
        "this": r"\b(?:этот|эта|это|этом|этой|этого|данн(?:ый|ая|ое|ом|ой)) (?P<noun>{n})\b",
        "position": r"\b(?:упомянут|описан|перечислен|показан|указан)\w* (?:выше|ниже|здесь|ранее)\b"
        r"|\b(?:выше|ниже|здесь|ранее) (?:упомянут|описан|перечислен|показан|указан)\w*",
        "person": r"\b(?P<noun>автор(?:а|у|ом|ы|ов)?) (?:текста|документа|статьи)\b",
    },
    "zh": {
        "source": r"(?:根据|根據|按照|依据|基于|如)(?:本|该|該|此|这|這|上述|以上|以下|所给|给定的?)?"
        r"(?:篇|个|份|段)?(?P<noun>{n})",
        "this": r"(?:本|该|該|此|这篇|這篇|这个|这份|这段|这一)(?P<noun>{n})",
        "position": r"(?:上面|下面|上述|以上|前面|这里|此处)(?:所)?(?:提到|描述|列出|所示|说明|给出)",
        "person": r"(?P<noun>作者)(?:认为|提到|指出|说|建议)",
    },
    "ja": {
        "source": r"(?:この|本|上記の|以下の|その)?(?P<noun>{n})(?:によると|によれば|に基づいて|に基づくと)",
        "this": r"(?:この|本|当)(?P<noun>{n})(?:で|に|の|は|では|には)",
        "position": r"(?:上記|下記|前述|以下|ここ)(?:に|で|の)?(?:述べ|挙げ|示さ|記載|説明)",
        "person": r"(?P<noun>著者|筆者)(?:は|が|の)",
    },
    "ko": {
        "source": r"(?:이|본|위|위의|아래|해당|다음) ?(?P<noun>{n})(?:에|의|를|을)?"
        r" ?(?:따르면|의하면|바탕으로|근거하여)",
        "this": r"(?:이|본|해당) (?P<noun>{n})(?:에서|에는|에|의|은|는|이|가)",
        "position": r"(?:위에서|아래에|앞에서|여기에?서?) (?:언급|설명|나열|제시|기술)",
        "person": r"(?P<noun>저자|필자|글쓴이)(?:는|은|가|이|의)",
    },
    "nl": {
        "source": r"\b(?:volgens|op basis van|zoals (?:beschreven|vermeld) in) (?:de|het|dit|deze) (?P<noun>{n})\b",
        "place": r"\b(?:in|uit) (?P<det>de|het|dit|deze) (?P<noun>{n})\b",
        "this": r"\b(?:dit|deze) (?P<noun>{n})\b",
        "position": r"\b(?:hierboven|hieronder|hier|eerder) (?:genoemd|beschreven|vermeld|getoond|weergegeven)e?\b",
        "person": r"\bde (?P<noun>auteurs?|schrijver)\b",
    },
}

NOUNS: Mapping[str, frozenset[str]] = MappingProxyType(
    {code: frozenset(text.split("|")) for code, text in _NOUNS.items()}
)
FAMILIES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        language: MappingProxyType(
            {kind: text.replace("{n}", f"{_RULES}(?:{_NOUNS[language]})") for kind, text in patterns.items()}
        )
        for language, patterns in _PATTERNS.items()
    }
)


@cache
def families_of(language: str) -> Mapping[str, re.Pattern[str]]:
    """Kind -> its compiled pattern. To compile those of all languages takes 0.05 s, and a run asks in one."""
    return {kind: re.compile(text, re.IGNORECASE) for kind, text in FAMILIES[language].items()}
