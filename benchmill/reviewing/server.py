"""A workspace -> a running review page on this machine. The only file that knows starlette and uvicorn."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, quote, unquote, urlencode

from benchmill.records import BenchmillError, InputError, MissingExtra
from benchmill.records.installed import check_versions
from benchmill.reporting.html import policy
from benchmill.reviewing import pages
from benchmill.reviewing.deciding import Decider
from benchmill.reviewing.desk import Desk, Filter
from benchmill.reviewing.guard import App, Guard
from benchmill.reviewing.settings import Settings

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

_LONGEST_NAME = 60


def serve(settings: Settings, announce: Callable[[str], None]) -> None:
    """Run until interrupted. `announce` gets the address, with its token, once connections are accepted.

    Raises MissingExtra without the extra `review`, WorkspaceError where there is no finished edition, InputError where
    the port is taken.
    """
    try:
        import uvicorn
    except ImportError as error:
        raise MissingExtra("the review page", "review") from error
    check_versions("starlette", "uvicorn")

    Desk(settings.bench).queue("", Filter())  # refuse a folder that is no workspace before opening the port
    with _bound(settings.port) as listening:
        port = listening.getsockname()[1]
        token = secrets.token_urlsafe(24)
        app = Guard(_application(settings, port), token, port, policy("page.js", "reviewing/review.js", forms=True))
        config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False, lifespan="off")
        announce(f"http://127.0.0.1:{port}/?token={token}")
        uvicorn.Server(config).run(sockets=[listening])


def _bound(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(("127.0.0.1", port))
        listening.listen()
    except OSError as error:
        listening.close()
        raise InputError(f"port {port} cannot be used: {error.strerror}; give another --port") from error
    return listening


def _application(settings: Settings, port: int) -> App:
    from starlette.applications import Starlette
    from starlette.routing import Route

    views = _Views(settings, f"reviewer-{port}")
    routes = [
        Route("/", views.queue),
        Route("/name", views.name, methods=["GET", "POST"]),
        Route("/item/{name}", views.item),
        Route("/item/{name}/decide", views.decide, methods=["POST"]),
        Route("/new", views.new, methods=["GET", "POST"]),
        Route("/agreement", views.agreement),
    ]
    return Starlette(routes=routes, exception_handlers={404: views.not_found, BenchmillError: views.trouble})


class _Views:
    """Requests -> pages. Reading and deciding run in threads, so one reviewer does not wait for another's page."""

    def __init__(self, settings: Settings, cookie: str) -> None:
        self._settings = settings
        self._cookie = cookie
        self._desk = Desk(settings.bench)
        self._decider = Decider(settings.bench, double=settings.double)

    def queue(self, request: Request) -> Response:
        who = self._reviewer(request)
        if not who:
            return _go("/name")
        wanted = _filter(request)
        return _page(pages.queue_page(self._desk.queue(who, wanted), wanted, who, self._settings))

    async def name(self, request: Request) -> Response:
        if request.method == "GET":
            return _page(pages.name_page(self._reviewer(request), self._settings))
        given = " ".join((await _form(request)).get("reviewer", "").split())[:_LONGEST_NAME]
        response = _go("/" if given else "/name")
        response.set_cookie(self._cookie, quote(given), httponly=True, samesite="strict")
        return response

    def item(self, request: Request) -> Response:
        who = self._reviewer(request)
        if not who:
            return _go("/name")
        view = self._desk.view(request.path_params["name"], who)
        return _page(pages.item_page(view, who, self._settings, said=request.query_params.get("said", "")[:300]))

    async def decide(self, request: Request) -> Response:
        from starlette.concurrency import run_in_threadpool

        form = await _form(request)
        return await run_in_threadpool(self._decided, request, form)

    def _decided(self, request: Request, form: Mapping[str, str]) -> Response:
        who, name = self._reviewer(request), request.path_params["name"]
        if not who:
            return _go("/name")
        try:
            said = self._decider.decide(name, who, form)
        except BenchmillError as error:
            view = self._desk.view(name, who)
            return _page(pages.item_page(view, who, self._settings, trouble=str(error), typed=form), 409)
        if form.get("verb") in ("accept", "reject"):
            following = self._desk.view(name, who).following
            where = f"/item/{following}" if following else "/"
            return _go(f"{where}?{urlencode({'said': said.sentence})}" if following else where)
        view = self._desk.view(said.item_id or name, who)
        return _page(pages.item_page(view, who, self._settings, said=said.sentence, findings=said.findings))

    async def new(self, request: Request) -> Response:
        from starlette.concurrency import run_in_threadpool

        form = await _form(request) if request.method == "POST" else None
        return await run_in_threadpool(self._new, request, form)

    def _new(self, request: Request, form: Mapping[str, str] | None) -> Response:
        who = self._reviewer(request)
        if not who:
            return _go("/name")
        chosen = (form or {}).get("document") or request.query_params.get("document", "")
        trouble = ""
        if form is not None:
            try:
                said = self._decider.add(who, form)
            except BenchmillError as error:
                trouble = str(error)
            else:
                view = self._desk.view(said.item_id, who)
                return _page(pages.item_page(view, who, self._settings, said=said.sentence, findings=said.findings))
        document = self._desk.document(chosen) if chosen else None
        shown = pages.new_page(self._desk.documents(), document, who, self._settings, trouble, form or {})
        return _page(shown, 409 if trouble else 200)

    def agreement(self, request: Request) -> Response:
        pairs, still_open = self._desk.agreement()
        return _page(pages.agreement_page(pairs, still_open, self._reviewer(request), self._settings))

    def not_found(self, request: Request, error: Exception) -> Response:  # noqa: ARG002 - starlette's signature
        return _page(pages.trouble_page("There is no such page.", self._settings), 404)

    def trouble(self, request: Request, error: Exception) -> Response:  # noqa: ARG002 - starlette's signature
        return _page(pages.trouble_page(str(error), self._settings), 404 if isinstance(error, InputError) else 409)

    def _reviewer(self, request: Request) -> str:
        return unquote(request.cookies.get(self._cookie, "")) or self._settings.reviewer


async def _form(request: Request) -> dict[str, str]:
    body = await request.body()
    found = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=50)
    return {name: values[-1].replace("\r\n", "\n") for name, values in found.items()}


def _filter(request: Request) -> Filter:
    given = request.query_params
    return Filter(given.get("state", "unread"), given.get("kind", ""), given.get("words", "")[:200])


def _go(where: str) -> Response:
    from starlette.responses import RedirectResponse

    return RedirectResponse(where, status_code=303)


def _page(content: bytes, status: int = 200) -> Response:
    from starlette.responses import Response

    return Response(content, status, media_type="text/html")
