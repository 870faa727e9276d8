"""Word lists of the patterns. English: docs in other languages give tables and defaults, hardly more."""

from __future__ import annotations

_PAGE_WORDS = """
overview introduction intro usage use quickstart quicktour start configuration config installation install setup
reference limits glossary faq faqs questions troubleshooting guide tutorial tutorials index readme notes note tips tip
parameters options settings arguments example examples api apis methods functions properties attributes members
remarks syntax requirements details description summary basics advanced features feature concepts terms terminology
documentation docs manual home welcome about resources getting started frequently asked command commands line cli
interface changelog internal utilities utils general miscellaneous other others common classes class errors error
messages codes environment variables return value values notice warning warnings background architecture design
philosophy developer links page content contents header headers scripts script training inference support
compatibility exceptions extensions
"""
# Titles made of these say what kind of page it is, not what it is about.
PAGE_WORDS = frozenset(_PAGE_WORDS.split())

_NO_PRODUCTS = """
I API APIs HTTP HTTPS JSON XML HTML CSS SQL URL URLs URI UTF ASCII TOML YAML CSV PDF GPU GPUs CPU CPUs RAM VRAM ID IDs
OS IP TCP UDP DNS TLS SSL SSH REST CLI SDK UI Linux Windows macOS Mac Unix Python Java JavaScript C Go Rust Hub
Internet Unicode Markdown Note Tip Warning Important Example See Use Set If In The This That It A An For To You Your
We Our January February March April May June July August September October November December Monday Tuesday Wednesday
Thursday Friday Saturday Sunday GitHub Google Microsoft Apple NVIDIA Intel AMD CUDA PyTorch True False None English
README POST GET PUT DELETE PATCH HEAD OPTIONS Docker AI ML LLM LLMs HF TODO KiB MiB GiB TiB KB MB GB TB HMAC Colab
License Apache Version Copyright Hugging Face Team And Or As At By From Of On With Each Every When Where Which Who How
Why What Is Are Was Be UTC OK PEP RFC ISO IEEE Default Type Name Value Yes No
"""
# Capitalised words that are nobody's product.
NO_PRODUCTS = frozenset(_NO_PRODUCTS.split())

_VERBS = """
mean represent contain store hold cut slow force mark treat emit wipe place authenticate catch inject mount ignore
bypass customise preview cache swap combine mix blend denoise upscale interpolate inpaint initialise instantiate
iterate track log rotate split accelerate accept access adapt add adjust allow apply assign avoid build calculate call
change check choose clean collect compare compile compress compute configure connect contribute control convert copy
create customize debug define delete deploy describe detect determine disable display download edit enable encode
ensure estimate evaluate execute export extend extract fetch filter find fine-tune follow format generate get give
group handle help hide identify implement import improve include increase initialize insert inspect install integrate
invoke keep launch learn limit list load make manage map measure merge migrate modify monitor move open optimize
override parse pause perform prepare prevent print process produce provide publish push query quantize raise read
receive record reduce register release remove rename render replace report request reset resize resolve restart
restore resume retrieve return revoke run sample save scale schedule search select send serve set share show sign skip
sort specify speed start stop stream support switch take test train transfer transform trigger try tune turn undo
understand uninstall unload update upgrade upload use validate verify view wait work wrap write
"""
VERBS = frozenset(_VERBS.split())

# Heads that say nothing without what follows them.
_VAGUE = """
way kind type sort form one part set lot number thing case example same following combination collection variant
version result reason list series pair
"""
VAGUE = frozenset(_VAGUE.split())

# Words no subject of a question may begin with: they point at something a stranger does not see.
_POINTING = """
it this that these those they there here note tip for in we you if when one another each both all some such most its
their below above our your on at to with as since while although because after before by from what which how why where
who let see also however please important warning example examples other others many several next first second finally
then now and or but not no yes more same following everything something nothing anything result he she i my his her
only even just every any so thus hence former latter given similar similarly instead unlike like under within during
through smaller larger higher lower bigger better faster fewer less
"""
POINTING = frozenset(_POINTING.split())

_ARTICLES = "the a an your this that these those default"
ARTICLES = frozenset(_ARTICLES.split())


_PREPOSITIONS = """
of for to in on at by with from after before between until during per into as when
"""
PREPOSITIONS = frozenset(_PREPOSITIONS.split())


def is_third_person(words: list[str]) -> bool:
    """Whether words begin like "controls the ..." or "wraps a ...": told of something, by its verb.

    >>> is_third_person(["wraps", "a", "model"]), is_third_person(["steps", "to", "wait"])
    (True, False)
    """
    first = words[0].casefold() if words else ""
    if (
        not first.endswith("s")
        or first in PREPOSITIONS
        or first in POINTING
        or first.endswith(("ss", "us", "is"))
        or not first.isalpha()
    ):
        return False
    if base_form(first) or first.endswith(("izes", "ifies", "ates")):
        return True
    return len(words) > 1 and words[1].casefold() in ARTICLES | {"all", "each", "how", "whether"}


def base_form(word: str) -> str:
    """The verb of an -ing form or third person that the list knows; empty where it knows none.

    >>> [base_form(word) for word in ("Installing", "controls", "running", "applies", "Taking", "table")]
    ['install', 'control', 'run', 'apply', 'take', '']
    """
    small = word.casefold()
    stems = [small]
    if small.endswith("ing"):
        stems += [small[:-3], small[:-3] + "e", small[:-4]]
    for ending, instead in (("ies", "y"), ("es", ""), ("s", "")):
        if small.endswith(ending):
            stems.append(small[: -len(ending)] + instead)
    return next((stem for stem in stems if stem in VERBS), "")
