"""A token with Korean in it -> the same without the particle that Korean writes behind a noun.

Without this, "requestScope에" and "requestScope는" would be two names, and "싱글톤" would not be in "싱글톤으로".
"""

from __future__ import annotations

import re
from functools import lru_cache

_HANGUL = r"\u1100-\u11ff\u3130-\u318f\uac00-\ud7af"
HANGUL = re.compile(f"[{_HANGUL}]")
_PART = re.compile(f"[{_HANGUL}]+|[^{_HANGUL}]+")
# Ends of a word that may be a particle: behind one syllable or more, and, since many nouns end so, behind two or more.
_SURE = (
    "으로부터|로부터|에서는|에서도|에서의|으로는|으로도|으로써|으로서|에게서|에게는|까지는|까지도|부터는|이라는|이라고|에서|에게|에는|에도|에만|한테|께서|으로"
    "|로서|로써|로는|부터|까지|마다|처럼|보다|이나|이란|라는|라고|과는|와는|은|는|을|를"
)
_SHORT = "이|가|의|에|도|만|로|와|과|나|랑"
_PARTICLE = re.compile(f"(?:{_SURE}|{_SHORT})")
_END = re.compile(f"(?<=.)(?:{_SURE})$|(?<=..)(?:{_SHORT})$")


@lru_cache(maxsize=65_536)
def without_particle(token: str) -> tuple[str, ...]:
    """The parts of a token in Latin letters and in Korean, without particles.

    >>> without_particle("싱글톤으로"), without_particle("requestscope에"), without_particle("값은")
    (('싱글톤',), ('requestscope',), ('값',))
    >>> without_particle("24시간"), without_particle("차이"), without_particle("리턴타입의")
    (('24', '시간'), ('차이',), ('리턴타입',))
    >>> without_particle("a.가"), without_particle("한국.com")
    (('a',), ('한국', 'com'))
    """
    parts = _PART.findall(token)
    is_behind = len(parts) > 1 and HANGUL.match(parts[-1])
    if is_behind and _PARTICLE.fullmatch(parts[-1]):
        parts.pop()
    ends = (_END.sub("", part) if HANGUL.match(part) else part.strip(".,") for part in parts)
    return tuple(filter(None, ends)) or (token,)
