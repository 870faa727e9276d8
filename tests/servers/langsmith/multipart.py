"""A multipart body as the SDK writes it -> the examples in it."""

from __future__ import annotations

import json
from email import message_from_bytes
from typing import Any

from tests.servers.langsmith.store import Refused


def rows_in(body: bytes, content_type: str) -> list[dict[str, Any]]:
    """One row for each example: `{id}` holds metadata and split, `{id}.inputs` and `{id}.outputs` the rest."""
    message = message_from_bytes(b"Content-Type: " + content_type.encode() + b"\r\n\r\n" + body)
    rows: dict[str, dict[str, Any]] = {}
    parts = message.get_payload()
    if not isinstance(parts, list):
        raise Refused(422, "no multipart body")
    for part in parts:
        if isinstance(part, str):
            raise Refused(422, "no multipart body")
        name = str(part.get_param("name", header="content-disposition"))
        id_, _, field = name.partition(".")
        payload = part.get_payload(decode=True)
        if part.get_content_type() != "application/json" or not isinstance(payload, bytes):
            raise Refused(422, f"part {name} is not JSON")
        value = json.loads(payload)
        row = rows.setdefault(id_, {"id": id_})
        row |= {field: value} if field else value
    return list(rows.values())
