"""Language code -> its stop words: the short words (question words included) that say nothing about a subject."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# Pieces that stay when a word is split at its apostrophe ("l'API", "3.5's", "we'll") are in these lists, too.
_LISTS = {
    "en": """
        a about above after again against all also am among an and any are aren't as at be because been before
        being below between both but by can can't cannot could couldn't d did didn't do does doesn't doing don't
        down during each either else etc ever every few for from further had hadn't has hasn't have haven't
        having he her here hers herself him himself his how however i if in into is isn't it its itself just ll
        m may me might more most much must my myself no nor not of off on once one only onto or other ought our
        ours out over own per please quite rather re s same shall she should shouldn't so some such than that
        the their theirs them themselves then there these they this those through thus to too under until up
        upon us ve very via was wasn't we were weren't what whatever when where whether which while who whom
        whose why will with within without won't would wouldn't yes yet you your yours yourself""",
    "de": """
        aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bin bis bist
        da dabei dadurch dafür damit dann das dass dein deine dem den denn der des dessen dich die dies diese
        diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwas euch
        euer eure für gegen hab habe haben hat hatte hatten hier ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im
        in indem ins ist jede jedem jeden jeder jedes jene kann kein keine keinem keinen können könnte man mehr
        mein meine mich mir mit muss müssen nach nicht nichts noch nun nur ob oder ohne sehr sein seine seinem
        seinen seiner seit sich sie sind so solche soll sollen sollte sondern sonst sowie über um und uns unser
        unsere unter vom von vor wann war waren warum was weil welche welchem welchen welcher welches wenn wer
        werde werden wie wieder will wir wird wo wodurch wofür womit worden wurde wurden während wäre würde
        würden zu zum zur zwischen""",
    "fr": """
        ai aie ainsi alors après as au aucun aucune aussi autre autres aux avant avec avez avoir avons c car ce
        ceci cela celle celles celui ces cet cette ceux chaque chez ci combien comme comment d dans de depuis
        des dont du donc elle elles en encore entre es est et eu eux fait faire faut il ils j je jusqu l la
        laquelle le lequel les lesquelles lesquels leur leurs lors lorsque lui là m ma mais me mes moi moins mon
        même n ne ni nos notre nous on ont ou où par parce pas peut peuvent plus plusieurs pour pourquoi puis qu
        quand que quel quelle quelles quels qui quoi s sa sans se sera serait ses si soit son sont sous sur t ta
        tandis te tes toi ton tous tout toute toutes très tu un une vers vos votre vous y à été être""",
    "es": """
        a al algo algún alguna algunas alguno algunos ante antes aquel aquella así aun aunque cada como con
        contra cual cuales cualquier cuando cuanto cuál cuáles cuándo cuánto cuánta cuántos cuántas cómo de del
        desde donde dos durante dónde e el ella ellas ellos en entre era eran es esa esas ese eso esos esta
        estaba estado estas este esto estos está están ha haber había hace hacen hacer hacia han has hasta hay
        he la las le les lo los me mi mis mismo muy más ni no nos nosotros nuestra nuestro o os otra otras otro
        otros para pero poco por porque pues puede pueden que quien quienes quién qué se sea según ser si sido
        sin sobre solo son su sus sí sólo también tan tanto te tener tiene tienen toda todas todo todos tu tus
        un una unas uno unos usted ustedes y ya yo él""",
    "it": """
        a ad agli ai al alla alle allo anche ancora avere aveva c che chi ci ciò coi col come con cosa così cui
        d da dagli dai dal dalla dalle dallo degli dei del dell della delle dello deve di dopo dove dovrebbe e
        ed era essere fa fino fra gli ha hai hanno ho i il in io l la le lei li lo loro lui ma me mentre mi mia
        mie miei mio molto ne negli nei nel nell nella nelle nello noi non nostra nostro o ogni oltre per perché
        più poi possono prima può qual quale quali quando quanta quante quanti quanto quel quella quelle quelli
        quello questa queste questi questo qui se sei sempre senza si sia siamo sono sopra sotto sta stata stato
        su sua sue sugli sui sul sulla sulle suo suoi tra tu tua tuo tutta tutte tutti tutto un un' una uno vi
        viene voi è""",
    "pt": """
        a ainda algum alguma alguns algumas ante antes ao aos após aquela aquele aquilo as assim até cada com
        como contra cuja cujo da das de dela dele deles depois desde dessa desse desta deste do dos durante e
        ela elas ele eles em entre era essa essas esse esses esta estas este estes está estão eu foi foram há
        isso isto já lhe mais mas me mesmo meu minha muito na nas nem no nos nossa nosso não nós nem num numa o
        onde os ou outra outras outro outros para pela pelas pelo pelos pode podem por porque porquê qual quais
        qualquer quando quanto quantos quantas que quem quê se seja sem sempre ser seu seus sob sobre sua suas
        são só também te tem ter teu toda todas todo todos tu tua têm um uma umas uns você vocês à às é""",
    "nl": """
        aan af al alle alleen als altijd ander andere ben bent bij daar dan dat de deze die dit doen door dus
        een eens en er geen geweest haar had hadden heb hebben heeft hem het hier hij hoe hoeveel hun ik in
        indien is ja je jij jou jouw jullie kan konden kunnen kunt maar me meer men met mij mijn moet moeten na
        naar niet niets nog nu of om omdat onder ons onze ook op over per s reeds sinds te tegen ten tijdens
        toch toen tot tussen u uit uw van vanaf veel via voor waar waarom waarmee wanneer waren was wat we wel
        welk welke werd werden wie wij wil worden wordt zal ze zelf zich zij zijn zo zoals zonder zou zouden
        zullen één""",
}

STOP_WORDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {code: frozenset(text.split()) for code, text in _LISTS.items()}
)
