"""A length and a way to make one element -> a Sequence whose elements are made when they are asked for."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeVar, overload

T = TypeVar("T", covariant=True)


class Lazy(Sequence[T]):
    """A large corpus has 100,000 chunks and tasks, and a run looks at a few hundred of them.

    >>> class Squares(Lazy[int]):
    ...     def __len__(self) -> int:
    ...         return 10
    ...
    ...     def made(self, place: int) -> int:
    ...         return place * place
    >>> Squares()[-1], Squares()[:3]
    (81, (0, 1, 4))
    """

    __slots__ = ()

    @abstractmethod
    def made(self, place: int) -> T:
        """The element at `place`, which is at least 0 and below the length."""

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...
    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        if isinstance(place, slice):
            return tuple(map(self.made, range(*place.indices(len(self)))))
        return self.made(range(len(self))[place])

    def __iter__(self) -> Iterator[T]:
        return map(self.made, range(len(self)))
