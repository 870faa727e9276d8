"""What the review page refuses: other sites, other hosts, other programs, tricks, and too much."""

from __future__ import annotations

import json
import shutil
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.end_to_end.command import benchmill
from tests.reviewing.running import Person, Running, ids, reviewing


@pytest.fixture(scope="module")
def server(grown: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    bench = Path(shutil.copytree(grown, tmp_path_factory.mktemp("refusing") / "bench"))
    with reviewing(bench, "--reviewer", "anna") as running:
        yield running


@pytest.fixture
def person(server: Running) -> Person:
    return Person(server)


def test_it_listens_on_this_machine_only(server: Running) -> None:
    assert server.address.startswith("http://127.0.0.1:")
    with socket.socket() as other, pytest.raises(OSError):
        other.settimeout(2)
        other.connect(("127.0.0.2", server.port))


def test_without_the_token_nothing_is_shown(server: Running) -> None:
    stranger = Person.__new__(Person)
    stranger.server, stranger.name, stranger.cookies = server, "", {}
    for path in ("/", "/?token=wrong", "/item/q-0", "/new", "/agreement", "/name"):
        assert stranger.get(path)[0] == 403
    stranger.cookies = {f"benchmill-{server.port}": "wrong"}
    assert stranger.get("/")[0] == 403


def test_the_token_leaves_the_address_at_once(server: Running) -> None:
    person = Person(server)
    assert list(person.cookies) == [f"benchmill-{server.port}"]
    status, text = person.get("/")
    assert status == 200
    assert server.token not in text


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1:1", "127.0.0.1.evil.example", "", "[::1]"])
def test_a_foreign_host_is_refused(person: Person, host: str) -> None:
    assert person.get("/", Host=host)[0] in (400, 421)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"])
def test_a_foreign_origin_is_refused(person: Person, origin: str) -> None:
    assert person.get("/", Origin=origin)[0] == 403
    assert person.send("POST", "/item/q-0/decide", b"verb=accept", {"Origin": origin})[0] == 403


def test_a_form_without_an_origin_is_refused(person: Person) -> None:
    assert person.send("POST", "/item/q-0/decide", b"verb=accept")[0] == 403


@pytest.mark.parametrize(
    "path",
    [
        "/../../etc/passwd",
        "/item/../../ledger.sqlite",
        "/item/%2e%2e%2fledger.sqlite",
        "/item/q-0%00",
        "/ledger.sqlite",
        "/static/../items.jsonl",
        "//etc/passwd",
        "/item/" + "x" * 5000,
    ],
)
def test_a_path_that_is_no_page_shows_nothing(person: Person, path: str) -> None:
    status, text = person.get(path)
    assert status in (400, 404)
    assert "root:" not in text
    assert "SQLite" not in text


def test_a_document_is_shown_by_its_name_in_the_ledger_and_no_file_is(person: Person) -> None:
    for name in ("../../../etc/passwd", "/etc/passwd", "../bench/ledger.sqlite"):
        status, text = person.get(f"/new?document={name}")
        assert status == 200
        assert "root:" not in text
        assert 'id="text"' not in text


def test_an_oversized_form_is_refused_with_and_without_its_length(person: Person, server: Running) -> None:
    item = ids_of(server)
    status, _ = person.decide(item, "note", reason="x" * 300_000)
    assert status == 413
    cookie = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
    with socket.create_connection(("127.0.0.1", server.port), timeout=600) as raw:
        raw.sendall(
            f"POST /item/{item}/decide HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.base}\r\n"
            f"Cookie: {cookie}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
        )
        try:
            for _ in range(40):
                raw.sendall(b"2800\r\n" + b"x" * 0x2800 + b"\r\n")
            raw.sendall(b"0\r\n\r\n")
        except OSError:
            pass  # it hangs up before all is sent
        assert raw.recv(100).startswith(b"HTTP/1.1 413")


def ids_of(server: Running) -> str:
    status, text = Person(server).get("/?state=all")
    assert status == 200
    return text.partition('href="/item/')[2][:18]


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE"])
def test_other_methods_are_refused(person: Person, method: str) -> None:
    assert person.send(method, "/")[0] == 405


def test_every_page_says_what_a_browser_may_do_with_it(person: Person, server: Running) -> None:
    import http.client

    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=600)
    connection.request("GET", "/", headers={"Cookie": "; ".join(f"{n}={v}" for n, v in person.cookies.items())})
    headers = connection.getresponse().headers
    connection.close()
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-frame-options"] == "DENY"
    assert headers["cache-control"] == "no-store"


def test_a_folder_that_is_no_workspace_is_refused_before_a_port_is_open(tmp_path: Path) -> None:
    ran = benchmill("review", tmp_path)
    assert ran.code == 2
    assert "is no workspace" in ran.err
    assert ran.out == ""


def test_a_program_reads_the_address_as_json_on_one_line(grown: Path) -> None:
    with reviewing(grown, "--json", "--reviewer", "anna") as running:
        said = json.loads(running.address)
        assert said["reviewer"] == "anna"
        assert Person(replace(running, address=said["address"])).get("/?state=all")[0] == 200


def test_a_port_in_use_is_an_error_that_says_so(server: Running, grown: Path) -> None:
    ran = benchmill("review", grown, "--port", server.port)
    assert ran.code == 2
    assert f"port {server.port} cannot be used" in ran.err


def test_an_id_that_is_not_there_is_not_found(person: Person, grown: Path) -> None:
    assert ids(grown)[0] not in ("q-0", "")
    assert person.get("/item/q-0")[0] == 404
    assert person.decide("q-0", "accept")[0] == 404
