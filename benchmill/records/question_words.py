"""Word lists that show how a question is asked: question words, verbs that begin or follow one, subjects, trouble.

The languages are mixed on purpose: a query of four words rarely shows its language. Words that mean something else in
another language are left out.
"""

from __future__ import annotations

_ASKING = """
    what which who whom whose when where why how
    was welche welcher welches welchen welchem wer wen wem wann wo warum weshalb wieso wie wozu womit wodurch wohin
    wofür wovon worauf woran worin woher wovor wobei worüber wonach
    que quoi quel quelle quels quelles qui quand où pourquoi comment combien lequel laquelle
    qué cuál cuáles quién quiénes cuándo dónde cómo cuánto cuánta cuántos cuántas
    qual quais quem quando onde porquê quanto quantos quantas
    cosa quale quali chi dove perché quanti quante
    wat welke wie waar wanneer waarom hoe hoeveel
    что какой какая какое какие каких кто когда где почему зачем как сколько куда чем"""
ASKING = frozenset(_ASKING.split())
_WHY = "why warum weshalb wieso pourquoi porquê perché waarom почему зачем"
WHY = frozenset(_WHY.split())
_AUXILIARIES = """
    is are was were do does did can could will would should shall must may might has have had am isn't aren't doesn't
    don't can't
    ist sind wird werden kann können darf muss müssen soll sollte hat haben gibt lässt bekomme finde
    est sont peut peuvent doit doivent faut sera puis
    es son está están puede pueden debe deben hay tiene puedo
    é são pode podem deve devem tem posso fica
    è sono può possono deve devono ha posso
    kan kunnen moet moeten heeft zijn wordt worden mag
    есть может можно нужно должен будет"""
AUXILIARIES = frozenset(_AUXILIARIES.split())
_SUBJECTS = """
    i we my our i'm ich wir mein meine meinem meinen unser je j' nous mon notre yo mi nuestro eu meu minha io
    mio ik mijn wij я мы мой моя у"""
SUBJECTS = frozenset(_SUBJECTS.split())
_TROUBLE = """
    fail fails failed failing error errors exception exceptions crash crashes crashed crashing hang hangs hanging stuck
    broken breaks wrong missing disappear disappears disappeared refuses refused rejected rejects denied slow slower
    freezes frozen timeout-error traceback unexpected unexpectedly leaks empty stops stopped dies killed complains
    raises throws corrupt corrupted lost loses garbled
    fehler fehlermeldung schlägt scheitert scheitern stürzt abgestürzt abbricht hängt fehlt fehlen langsam kaputt
    verschwindet verschwunden verweigert abgelehnt falsch leer bricht
    erreur erreurs échoue échouent plante bloque bloqué lent lente manque manquant refusé cassé vide disparaît
    falla fallan fallo errores bloquea cuelga lento falta rechaza rechazado vacío desaparece
    falha falham erro erros trava travado faltando recusa vazio desaparece
    errore errori fallisce fallito blocca bloccato lento manca mancante rifiuta vuoto sparisce
    fout fouten mislukt faalt vastloopt traag ontbreekt geweigerd leeg verdwijnt
    ошибка ошибку ошибки падает зависает зависло медленно пропадает отказывает пусто сломалось"""
TROUBLE = frozenset(_TROUBLE.split())
CJK_ASKING = (
    "什么",
    "如何",
    "怎么",
    "怎样",
    "哪",
    "多少",
    "为什么",
    "是否",
    "何",
    "どう",
    "どの",
    "いつ",
    "どこ",
    "なぜ",
    "어떻게",
    "무엇",
    "어디",
    "언제",
    "왜",
)
CJK_LINKS = (
    "的",
    "了",
    "在",
    "把",
    "被",
    "是",
    "の",
    "は",
    "を",
    "が",
    "に",
    "で",
    "と",
    "는 ",
    "은 ",
    "을 ",
    "를 ",
    "이 ",
    "가 ",
    "에서",
    "의 ",
)
CJK_TROUBLE = (
    "错误",
    "失败",
    "报错",
    "崩溃",
    "卡住",
    "无法",
    "不能",
    "エラー",
    "失敗",
    "落ちる",
    "動かない",
    "できない",
    "止まる",
    "오류",
    "실패",
    "멈",
    "안 되",
    "안돼",
)
CJK_ENDINGS = ("?", "？", "か", "吗", "呢", "까", "나요", "요")
# What should work, beside a negation: "does not load", "funktioniert nicht".
_WORKING = """
    work works working start starts connect connects load loads respond responds show shows appear appears open opens
    funktioniert startet lädt reagiert öffnet geht verbindet marche fonctionne démarre charge répond funciona arranca
    carga responde abre inicia carrega funziona parte carica risponde werkt start laadt reageert
    работает запускается загружается отвечает открывается"""
WORKING = frozenset(_WORKING.split())
_NOT = "not doesn't don't won't isn't can't cannot never no nicht kein keine pas no não não non niet geen не"
NOT = frozenset(_NOT.split())
# Words that join keywords without making a phrase of them.
_JOINING = "vs in for and with auf für und mit pour et avec para y con per e voor en met для и в"
JOINING = frozenset(_JOINING.split())
