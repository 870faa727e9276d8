"""A token -> a Hub on the loopback: repositories in memory, and a log of the requests."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from urllib.parse import unquote, urlsplit

from benchmill.outputs.hub import git_id


class HubServer(ThreadingHTTPServer):
    """Runs in a thread for as long as the `with` block lasts; all files are regular ones, none in large-file storage.

    `repositories`: name -> path -> content; `log`: method and path of every request; `commits`: one entry for each
    commit.
    """

    daemon_threads = True

    def __init__(self, token: str = "hf_right") -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.token = token
        self.repositories: dict[str, dict[str, bytes]] = {}
        self.private: dict[str, bool] = {}
        self.log: list[str] = []
        self.commits: list[str] = []
        self.before_commit: Callable[[], object] = lambda: None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def writes(self) -> list[str]:
        """Requests that may change something; the check of a card's YAML changes nothing."""
        return [line for line in self.log if not line.startswith(("GET", "HEAD")) and "validate-yaml" not in line]

    def head(self, name: str) -> str:
        """The id of the repository's last commit."""
        return hashlib.sha1(json.dumps([name, self.commits]).encode(), usedforsecurity=False).hexdigest()

    def __enter__(self) -> HubServer:
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.shutdown()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: HubServer

    def do_GET(self) -> None:
        path = self._asked()
        if found := re.fullmatch(r"/api/datasets/([^/]+/[^/]+)", path):
            self._info(found[1])
        elif found := re.fullmatch(r"/datasets/([^/]+/[^/]+)/resolve/([^/]+)/(.+)", path):
            content = self.server.repositories.get(found[1], {}).get(found[3])
            self._answer(content if content is not None else b"", 200 if content is not None else 404)
        elif found := re.fullmatch(r"/([^/]+/[^/]+)/resolve/main/(.+)", path):
            self._file(found[1], found[2])
        elif path == "/api/whoami-v2":
            self._json({"name": "me"} if self._known() else {"error": "Invalid username or password."}, self._status())
        else:
            self._json({"error": "not found"}, 404)

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_POST(self) -> None:
        path, body = self._asked(), self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if not self._known():
            self._json({"error": "Invalid username or password."}, 401)
        elif path == "/api/repos/create":
            asked = json.loads(body)
            name = f"{asked['organization']}/{asked['name']}"
            self.server.repositories.setdefault(name, {".gitattributes": b"*.parquet filter=lfs\n"})
            self.server.private[name] = asked.get("visibility") == "private" or asked.get("private") is True
            self._json({"url": f"{self.server.url}/datasets/{name}"})
        elif path == "/api/validate-yaml":
            self._json({"errors": [], "warnings": []})
        elif found := re.fullmatch(r"/api/datasets/([^/]+/[^/]+)/preupload/main", path):
            files = [{"path": one["path"], "uploadMode": "regular", "shouldIgnore": False} for one in _files(body)]
            self._json({"files": files})
        elif found := re.fullmatch(r"/api/datasets/([^/]+/[^/]+)/commit/main", path):
            self._commit(found[1], body)
        else:
            self._json({"error": "not found"}, 404)

    def _asked(self) -> str:
        path = unquote(urlsplit(self.path).path)
        self.server.log.append(f"{self.command} {path}")
        return path

    def _known(self) -> bool:
        return self.headers.get("Authorization") == f"Bearer {self.server.token}"

    def _status(self) -> int:
        return 200 if self._known() else 401

    def _info(self, name: str) -> None:
        files = self.server.repositories.get(name)
        if files is None or not self._known():
            # the Hub does not show strangers which repositories exist
            self._json({"error": "Repository not found"}, 404 if self._known() else 401, "RepoNotFound")
            return
        siblings = [{"rfilename": path, "size": len(text), "blobId": git_id(text)} for path, text in files.items()]
        self._json({"id": name, "sha": self.server.head(name), "siblings": siblings, "tags": []})

    def _file(self, name: str, path: str) -> None:
        """Send a file of a repository, with the headers by which the client caches it."""
        content = self.server.repositories.get(name, {}).get(path)
        if content is None:
            self._answer(b"", 404, "EntryNotFound")
        else:
            self._answer(content, 200, more={"ETag": f'"{git_id(content)}"', "X-Repo-Commit": self.server.head(name)})

    def _commit(self, name: str, body: bytes) -> None:
        header, *operations = [json.loads(line) for line in body.splitlines() if line]
        self.server.before_commit()
        if header["value"].get("parentCommit") not in (None, self.server.head(name)):
            self._json({"error": "A commit has happened since."}, 412)
            return
        files = self.server.repositories[name]
        for operation in operations:
            value = operation["value"]
            if operation["key"] == "file":
                files[value["path"]] = base64.b64decode(value["content"])
            else:
                del files[value["path"]]
        self.server.commits.append(header["value"]["summary"])
        url = f"{self.server.url}/datasets/{name}/commit/{self.server.head(name)}"
        self._json({"success": True, "commitOid": self.server.head(name), "commitUrl": url})

    def _json(self, value: object, status: int = 200, code: str = "") -> None:
        self._answer(json.dumps(value).encode(), status, code)

    def _answer(self, content: bytes, status: int, code: str = "", more: dict[str, str] | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        for name, value in {**({"X-Error-Code": code} if code else {}), **(more or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Nothing on standard error."""


def _files(body: bytes) -> list[dict[str, str]]:
    files: list[dict[str, str]] = json.loads(body)["files"]
    return files
