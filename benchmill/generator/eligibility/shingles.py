"""Token lists of chunks -> their 8-word shingles as 32-bit hashes, in flat arrays (4 bytes a word).

Words are hashed by CRC-32, so a chunk's shingles depend on its words alone, in every process.
"""

from __future__ import annotations

import zlib
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.uint64]

_LENGTH = 8
_LOW = 0xFFFFFFFF
# Odd 64-bit factors, one for each position in a shingle: powers of the golden ratio's factor (Knuth 6.4). Its multiples
# would give one hash to two shingles of the same words, if the places of each word have the same sum in both.
_FACTORS = tuple(pow(0x9E3779B97F4A7C15, 2 * place + 1, 1 << 64) for place in range(_LENGTH))


@dataclass(frozen=True, slots=True, eq=False)
class Shingles:
    """The shingles of chunks, distinct and ascending within a chunk; and how many each chunk has."""

    values: NDArray[np.uint32]
    sizes: NDArray[np.uint32]


def shingles_of(chunks: Iterable[Sequence[str]]) -> Shingles:
    """The shingles of chunks, given as words. Fewer than 8 words make one shingle together, no words make none."""
    import numpy as np

    number_of = _Numbers().__getitem__
    words = array("I")
    lengths = array("I")
    for tokens in chunks:
        words.extend(map(number_of, tokens))
        lengths.append(len(tokens))
    if not words:
        return Shingles(np.zeros(0, np.uint32), np.zeros(len(lengths), np.uint32))
    keys = once(_hashed(np.frombuffer(words, np.uint32), np.frombuffer(lengths, np.uint32).astype(np.int64)))
    sizes = np.bincount((keys >> np.uint64(32)).astype(np.int64), minlength=len(lengths))
    return Shingles((keys & np.uint64(_LOW)).astype(np.uint32), sizes.astype(np.uint32))


class _Numbers(dict[str, int]):
    """word -> a 32-bit hash that is the same in every process."""

    def __missing__(self, word: str) -> int:
        self[word] = number = zlib.crc32(word.encode("utf-8", "surrogatepass"))
        return number


def _hashed(tokens: NDArray[np.uint32], lengths: NDArray[np.int64]) -> Numbers:
    """For every shingle of a block of chunks: the chunk's number in the block (upper half) and the hash (lower)."""
    import numpy as np

    hashed, chunk = mixed(tokens), np.repeat(np.arange(len(lengths), dtype=np.uint64), lengths)
    found = [np.zeros(0, np.uint64)]
    if len(tokens) >= _LENGTH:
        most = len(tokens) - _LENGTH + 1
        hashes = np.zeros(most, np.uint64)
        for place, factor in enumerate(_FACTORS):
            hashes += hashed[place : place + most] * np.uint64(factor)
        whole = chunk[:most] == chunk[_LENGTH - 1 :]
        found.append((chunk[:most] << np.uint64(32) | hashes >> np.uint64(32))[whole])
    starts = np.cumsum(lengths) - lengths
    for number in np.flatnonzero((lengths > 0) & (lengths < _LENGTH)).tolist():
        few = hashed[starts[number] : starts[number] + lengths[number]]
        value = (few * np.array(_FACTORS[: len(few)], np.uint64)).sum() >> np.uint64(32)
        found.append(np.array([number << 32 | int(value)], np.uint64))
    return np.concatenate(found)


def once(values: Any) -> Any:  # noqa: ANN401 - an array of any whole numbers
    """The distinct values, ascending. Sorting is many times as fast here as the hashing that numpy uses."""
    import numpy as np

    values = np.sort(values)
    return values[differ(values)]


def differ(ascending: Any) -> NDArray[np.bool_]:  # noqa: ANN401 - an array of any whole numbers
    """True for each value that differs from the previous value, and for the first value."""
    import numpy as np

    return np.concatenate((np.ones(min(1, len(ascending)), bool), ascending[1:] != ascending[:-1]))


def mixed(values: NDArray[np.uint32]) -> Numbers:
    """Small numbers mapped to numbers that look random (splitmix64)."""
    import numpy as np

    found = (values.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    found = (found ^ found >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    found = (found ^ found >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return found ^ found >> np.uint64(31)
