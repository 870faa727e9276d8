"""Texts such as "factoid=40" -> names and their shares: how users write a mix of kinds, styles or difficulties."""

from __future__ import annotations

from collections.abc import Sequence

from benchmill.records.askable import unasked_kinds
from benchmill.records.candidate import KINDS
from benchmill.records.errors import UsageError, did_you_mean
from benchmill.records.manner import DIFFICULTIES, STYLES


def names_of(texts: Sequence[str]) -> tuple[str, ...]:
    """The names, without their shares.

    >>> names_of(["keywords=20", "sentence = 80"])
    ('keywords', 'sentence')
    """
    return tuple(text.partition("=")[0].strip() for text in texts)


def shares_of(texts: Sequence[str]) -> dict[str, float]:
    """Name -> share of those that have one.

    >>> shares_of(["keywords=20", "sentence = 80"]), shares_of(["easy"])
    ({'keywords': 20.0, 'sentence': 80.0}, {})
    """
    found = {}
    for text in texts:
        name, given, share = text.partition("=")
        if given:
            found[name.strip()] = float(share)
    return found


def check_shares(option: str, what: str, texts: Sequence[str], known: Sequence[str]) -> None:
    """Raise UsageError unless each text is a known name, all of them or none with a share above 0."""
    for text in texts:
        name, given, share = (part.strip() for part in text.partition("="))
        if known and name not in known:
            raise UsageError(f"unknown {what} {name!r}{did_you_mean(name, known)}; there are: {', '.join(known)}")
        if given and not (share.replace(".", "", 1).isdigit() and float(share) > 0):
            raise UsageError(f"the share of {name} must be a number above 0, as in {name}=40, not {share!r}")
    if 0 < sum("=" in text for text in texts) < len(texts):
        first, second = (*names_of(texts), "")[:2]
        raise UsageError(f"{option} gives every {what} a share ({first}=40,{second}=20), or none ({first},{second})")
    if len(set(names_of(texts))) < len(set(texts)):
        raise UsageError(f"{option} names a {what} twice: {', '.join(texts)}")


def check_mixes(
    kinds: Sequence[str],
    styles: Sequence[str],
    difficulty: Sequence[str],
    personas: Sequence[str],
    *,
    by_rules: Sequence[str] = (),
) -> None:
    """Raise UsageError where a mix cannot be grown. `by_rules`: the kinds of the built-in writer, where that writes."""
    check_shares("--kinds", "kind", kinds, KINDS)
    check_shares("--styles", "style", styles, STYLES)
    check_shares("--difficulty", "difficulty", difficulty, DIFFICULTIES)
    if not by_rules:
        _check_askable(kinds, styles, difficulty)
        return
    for kind in names_of(kinds):
        if kind not in by_rules:
            raise UsageError(
                f"the extractive writer grows no {kind} questions, it grows: {', '.join(by_rules)}; "
                "--model ollama:NAME or openai:NAME grows all kinds"
            )
    if set(names_of(styles)) - {"sentence"}:
        raise UsageError("--styles: the extractive writer asks in sentences only; a --model asks in every style")
    if personas:
        raise UsageError("--persona: the extractive writer writes for no audience; use --model")


def manners_in_words(styles: Sequence[str], difficulty: Sequence[str]) -> str:
    """
    >>> manners_in_words(["symptom=20"], ["easy", "hard"])
    '--styles symptom with --difficulty easy,hard'
    """
    given = (("--styles", styles), ("--difficulty", difficulty))
    return " with ".join(f"{option} {','.join(names_of(texts))}" for option, texts in given if texts)


def _check_askable(kinds: Sequence[str], styles: Sequence[str], difficulty: Sequence[str]) -> None:
    """Raise UsageError where nobody asks a kind that the user named, or any kind at all, in the manners given."""
    unasked = unasked_kinds(names_of(styles), names_of(difficulty))
    named = [kind for kind in names_of(kinds) if kind in unasked]
    if named or len(unasked) == len(KINDS):
        what, out = (f"a {named[0]} question", f", or leave {named[0]} out of --kinds") if named else ("a question", "")
        how = manners_in_words(styles, difficulty)
        raise UsageError(f"nobody asks {what} so ({how}): give another style or difficulty, too{out}")
