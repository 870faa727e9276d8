"""URL -> whether it names this machine, whether a server listens there, and whether proxies may see its traffic."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import re
from urllib.parse import urlsplit

from benchmill.chat.errors import ModelUnreachable
from benchmill.chat.redacted import redacted, shown_address

_KNOCK_SECONDS = 5.0
# MODEL=URL. An "=" in the query of an address comes behind its "//".
_OF_A_MODEL = re.compile(r"(?P<model>[^=/]+(?:/[^=/]+)*)=(?P<url>.+)")


def addresses(base_url: str | None, model: str) -> tuple[str, ...]:
    """The addresses for `model` in a setting that may hold several: those that name it, else those without a name.

    >>> addresses("http://a/v1, http://b/v1, openai:judge=http://c/v1", "openai:writer")
    ('http://a/v1', 'http://b/v1')
    >>> addresses("http://a/v1, http://b/v1, openai:judge=http://c/v1", "openai:judge")
    ('http://c/v1',)
    >>> addresses(None, "openai:writer")
    ()
    """
    every = _named(base_url)
    own = tuple(url for name, url in every if name == model)
    return own or tuple(url for name, url in every if not name)


def models_with_addresses(base_url: str | None) -> tuple[str, ...]:
    """The models that the setting names, each once."""
    return tuple(dict.fromkeys(name for name, _ in _named(base_url) if name))


def has_password(base_url: str | None) -> bool:
    """Whether an address holds a user's name or password.

    >>> has_password("http://a/v1,openai:judge=http://me:secret@b/v1"), has_password("http://a/v1")
    (True, False)
    """
    return any("@" in urlsplit(url if "//" in url else f"//{url}").netloc for _, url in _named(base_url))


def calls_at_once(concurrency: int, base_url: str | None) -> int:
    """Calls under way at once, at most, over all servers of the setting."""
    return concurrency * max(1, len(_named(base_url)))


def _named(base_url: str | None) -> list[tuple[str, str]]:
    """(model, or nothing where none is named; address) of each part of the setting."""
    parts = filter(None, (part.strip() for part in (base_url or "").split(",")))
    return [(of["model"], of["url"]) if (of := _OF_A_MODEL.fullmatch(part)) else ("", part) for part in parts]


def is_loopback(url: str) -> bool:
    """Whether `url` is this machine. HTTP clients send loopback traffic through HTTP_PROXY unless NO_PROXY names it.

    >>> is_loopback("http://127.0.0.1:8000/v1"), is_loopback("http://[::1]/"), is_loopback("https://example.com")
    (True, True, False)
    """
    host = urlsplit(url if "//" in url else f"//{url}").hostname or ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return address.is_loopback or address.is_unspecified


async def knock(url: str) -> None:
    """Open a connection to the host of `url` and close it; no byte is sent. Not for hosts that a proxy reaches for us.

    Raises ModelUnreachable where nobody listens.
    """
    parts = urlsplit(url if "//" in url else f"//{url}")
    try:
        port = parts.port or (443 if parts.scheme == "https" else 80)
        async with asyncio.timeout(_KNOCK_SECONDS):
            _, writer = await asyncio.open_connection(parts.hostname, port)
    except (OSError, ValueError) as error:
        shown = shown_address(url)
        raise ModelUnreachable(f"no server answers at {shown}: {redacted(error) or 'no connection'}") from error
    writer.close()


def spare_loopback() -> None:
    """Keep every HTTP client in this process from sending loopback traffic to a proxy.

    For clients that libraries build; those that we build get `trust_env=False`.
    """
    names = {name.lower() for name, value in os.environ.items() if value}
    if not names & {"http_proxy", "https_proxy", "all_proxy"}:
        return
    spared = os.environ.get("no_proxy") or os.environ.get("NO_PROXY") or ""
    missing = [host for host in ("localhost", "127.0.0.1", "::1") if host not in spared.split(",")]
    if spared.strip() != "*" and missing:
        os.environ["NO_PROXY"] = os.environ["no_proxy"] = ",".join(filter(None, [spared, *missing]))
