"""Nothing -> an SSL context that reads the system's certificates when a connection first needs them."""

from __future__ import annotations

import ssl
from collections.abc import Iterable
from functools import cached_property


class LateTls(ssl.SSLContext):
    """The certificates that httpx2 would read. To read them takes 0.1 s, and a server at http:// needs none.

    A plain address may redirect to https://, so clients for plain addresses need such a context too.
    """

    _protocols: tuple[str, ...] = ()

    def __new__(cls) -> LateTls:
        return super().__new__(cls, ssl.PROTOCOL_TLS_CLIENT)

    @cached_property
    def _checking(self) -> ssl.SSLContext:
        import httpx2

        return httpx2.create_ssl_context()

    def set_alpn_protocols(self, alpn_protocols: Iterable[str]) -> None:
        self._protocols = tuple(alpn_protocols)

    def wrap_bio(
        self,
        incoming: ssl.MemoryBIO,
        outgoing: ssl.MemoryBIO,
        server_side: bool = False,
        server_hostname: str | bytes | None = None,
        session: ssl.SSLSession | None = None,
    ) -> ssl.SSLObject:
        if self._protocols:
            self._checking.set_alpn_protocols(self._protocols)
        return self._checking.wrap_bio(incoming, outgoing, server_side, server_hostname, session)
