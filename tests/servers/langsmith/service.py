"""Request -> Response: routes, rights, faults and the log. It knows LangSmith's API, but no socket."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.servers.langsmith.multipart import rows_in
from tests.servers.langsmith.plan import Asked, LangSmithPlan
from tests.servers.langsmith.store import Refused, Store
from tests.servers.simulated.http import Request, Response, json_response

LARGEST_BODY = 25_000_000
LONGEST_ADDRESS = 8_000
TENANT = "11111111-1111-4111-8111-111111111111"
_PLATFORM = "/v1/platform/datasets/"


@dataclass(slots=True)
class Exchange:
    """A request that was answered."""

    response: Response

    def sent(self) -> None:
        pass

    left = sent


class Service:
    """The state and the replies of one server."""

    def __init__(self, plan: LangSmithPlan) -> None:
        self.plan = plan
        self.log: list[Asked] = []
        self._store = Store(plan.atomic, plan.strict_delete)
        self._script = list(plan.script)
        self._arrivals = 0
        self._calm = False

    def opened(self) -> None:
        pass

    def handle(self, request: Request) -> Exchange:
        address = urlsplit(request.path)
        if address.path == "/_log":
            return Exchange(json_response([asdict(one) for one in self.log]))
        if address.path == "/_calm":
            self._calm = True
            return Exchange(json_response({}))
        if address.path == "/_reset":
            self.log.clear()
            return Exchange(json_response({}))
        query = parse_qs(address.query)
        route = f"{request.method} {_noun(address.path)}"
        fault = self._fault(route)
        rows: list[dict[str, Any]] = []
        try:
            self._allowed(request)
            rows = self._rows(route, request)
            response = self._spoiled(fault, route, address.path, query, request, rows)
        except Refused as refusal:
            response = json_response({"detail": refusal.detail, **_code(refusal)}, refusal.status)
        status = response.status if response.ending == "whole" else 0
        ids = len(query.get("example_ids", query.get("id", [])))
        self.log.append(Asked(route, request.path[:200], status, fault, len(request.body), len(rows) or ids))
        return Exchange(response)

    def _fault(self, route: str) -> str:
        self._arrivals += 1
        if self._calm:
            return ""
        for number, (of, fault) in enumerate(self._script):
            if of == route:
                del self._script[number]
                return fault
        return self.plan.drawn(self._arrivals)

    def _allowed(self, request: Request) -> None:
        if len(request.body) > LARGEST_BODY:
            raise Refused(413, "Request Entity Too Large")
        if len(request.path) > LONGEST_ADDRESS:
            raise Refused(414, "URI Too Long")
        if urlsplit(request.path).path == "/info":
            return
        if self.plan.api_key and request.headers.get("x-api-key") != self.plan.api_key:
            raise Refused(401, "Invalid token")
        if self.plan.workspace and request.headers.get("x-tenant-id") != self.plan.workspace:
            raise Refused(403, "org_scoped_key_requires_workspace")
        if not self.plan.may_write and request.method != "GET":
            raise Refused(403, "Forbidden")

    def _rows(self, route: str, request: Request) -> list[dict[str, Any]]:
        if route not in ("POST examples", "PATCH examples"):
            return []
        if request.path.startswith(_PLATFORM):
            return rows_in(request.body, request.headers.get("content-type", ""))
        rows: list[dict[str, Any]] = json.loads(request.body)
        return rows

    def _spoiled(
        self,
        fault: str,
        route: str,
        path: str,
        query: dict[str, list[str]],
        request: Request,
        rows: list[dict[str, Any]],
    ) -> Response:
        """The answer, changed by the fault."""
        if fault.startswith("http-"):
            status = int(fault.removeprefix("http-"))
            wait = self.plan.retry_after
            headers = (("Retry-After", f"{wait:g}"),) if status == 429 and wait is not None else ()
            return json_response({"detail": "try later"}, status, headers=headers)
        if fault == "reset":
            return Response(200, ending="reset")
        if fault == "hang":
            return Response(200, ending="hang", delay=self.plan.hang_seconds)
        if fault == "partial-500" and route == "POST examples":
            self._answer(route, path, query, request, rows[: (len(rows) + 1) // 2])
            return json_response({"detail": "Internal Server Error"}, 500)
        response = json_response(self._answer(route, path, query, request, rows))
        if fault in ("commit-500", "partial-500"):
            return json_response({"detail": "Internal Server Error"}, 500)
        if fault == "commit-reset":
            return Response(200, ending="reset")
        if fault == "commit-hang":
            return Response(200, ending="hang", delay=self.plan.hang_seconds)
        return Response(200, response.pieces, ending="reset") if fault == "reset-body" else response

    def _answer(
        self, route: str, path: str, query: dict[str, list[str]], request: Request, rows: list[dict[str, Any]]
    ) -> object:
        def one(name: str, otherwise: str = "") -> str:
            return query.get(name, [otherwise])[0]

        parts = path.strip("/").split("/")
        if route == "GET info":
            return {
                "version": "0.12.0",
                "instance_flags": {"dataset_examples_multipart_enabled": self.plan.multipart},
                "batch_ingest_config": {"size_limit": 100, "size_limit_bytes": 20_971_520},
            }
        if route == "GET sessions":
            return [_project()] if self.plan.projects else []
        if route == "GET datasets":
            return self._store.named(one("name")) if len(parts) == 1 else self._store.dataset(parts[1])
        if route == "POST datasets":
            return self._store.create_dataset(json.loads(request.body))
        if route == "GET version":
            return self._store.version(parts[1], one("tag"))
        if route == "PUT tags":
            body = json.loads(request.body)
            self._store.set_tag(parts[1], body["as_of"], body["tag"])
            return {}
        if route == "GET examples":
            limit, offset = min(int(one("limit", "100")), 100), int(one("offset", "0"))
            ids, splits = query.get("id", []), query.get("splits", [])
            return self._store.listed(one("dataset"), one("as_of"), ids, splits, offset, limit)
        if route == "DELETE examples":
            self._store.delete(query["example_ids"])
            return {}
        if route in ("POST examples", "PATCH examples"):
            return self._written(route, path, parts, rows)
        raise Refused(404, f"Not Found: {route}")

    def _written(self, route: str, path: str, parts: list[str], rows: list[dict[str, Any]]) -> object:
        new = route.startswith("POST")
        if path.startswith(_PLATFORM):
            if not self.plan.multipart:
                raise Refused(404, "Not Found")
            return (self._store.create if new else self._store.update)(parts[3], rows)
        if new:
            self._store.create(rows[0]["dataset_id"], rows)
            return [{"id": row["id"]} for row in rows]
        self._store.update(self._store.examples[rows[0]["id"]].dataset_id, rows)
        return {"message": f"{len(rows)} examples updated"}


def counted(log: list[Asked]) -> Counter[str]:
    """Route -> how many requests."""
    return Counter(one.route for one in log)


def _noun(path: str) -> str:
    parts = path.strip("/").split("/")
    if path.startswith(_PLATFORM) or path == "/examples/bulk":
        return "examples"
    return parts[2] if len(parts) == 3 and parts[0] == "datasets" else parts[0]


def _code(refusal: Refused) -> dict[str, str]:
    return {"error": refusal.detail} if refusal.status == 403 else {}


def _project() -> dict[str, object]:
    return {"id": TENANT, "tenant_id": TENANT, "name": "default", "start_time": "2026-01-01T00:00:00+00:00"}
