"""Places or keys, and a way to make one value -> a Sequence or Mapping whose values are made when asked for."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeVar, overload

T = TypeVar("T", covariant=True)
K = TypeVar("K")
V = TypeVar("V")


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


class LazyMapping(Mapping[K, V]):
    """The value of a key is made once, when it is first asked for; `__iter__` gives the keys, of which there are few.

    >>> class Lengths(LazyMapping[str, int]):
    ...     def __iter__(self) -> Iterator[str]:
    ...         return iter(("one", "three"))
    ...
    ...     def made(self, key: str) -> int:
    ...         return len(key)
    >>> Lengths()["three"], len(Lengths()), Lengths().get("two")
    (5, 2, None)
    """

    @abstractmethod
    def made(self, key: K) -> V:
        """The value of `key`, which is one of the keys."""

    @abstractmethod
    def __iter__(self) -> Iterator[K]: ...

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __getitem__(self, key: K) -> V:
        if key not in self._kept:
            if key not in iter(self):
                raise KeyError(key)
            self._kept[key] = self.made(key)
        return self._kept[key]

    @cached_property
    def _kept(self) -> dict[K, V]:
        return {}
