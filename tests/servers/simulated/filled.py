"""A JSON Schema and a few known values -> a value of that schema. Unknown properties get plain values."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Give = Callable[[str, Mapping[str, object]], object]


class Unknown:
    """Raised by a `give` function that has no value for a name."""


UNKNOWN = Unknown()


def names_in(schema: object) -> frozenset[str]:
    """Every property name anywhere in a schema."""
    found: set[str] = set()
    if isinstance(schema, Mapping):
        properties = schema.get("properties")
        if isinstance(properties, Mapping):
            found |= {str(name) for name in properties}
        for value in schema.values():
            found |= names_in(value)
    elif isinstance(schema, list):
        for value in schema:
            found |= names_in(value)
    return frozenset(found)


def fill(schema: Mapping[str, object], give: Give) -> object:
    """A value of `schema`: properties get the value of `give(name, schema)`, or one by their type."""
    return _value("", schema, schema, give)


def resolved(schema: Mapping[str, object], root: Mapping[str, object]) -> Mapping[str, object]:
    """A schema without its reference; of several, the first that is not null."""
    reference = schema.get("$ref")
    if isinstance(reference, str):
        found: object = root
        for part in reference.removeprefix("#/").split("/"):
            found = found.get(part, {}) if isinstance(found, Mapping) else {}
        return resolved(found, root) if isinstance(found, Mapping) else {}
    for word in ("anyOf", "oneOf"):
        choices = schema.get(word)
        if isinstance(choices, list):
            real = [c for c in choices if isinstance(c, Mapping) and c.get("type") != "null"]
            return resolved(real[0], root) if real else {}
    return schema


def _value(name: str, schema: Mapping[str, object], root: Mapping[str, object], give: Give) -> object:
    schema = resolved(schema, root)
    given = give(name, schema)
    if not isinstance(given, Unknown):
        return given
    choices = schema.get("enum")
    if isinstance(choices, list) and choices:
        return choices[0]
    if "const" in schema:
        return schema["const"]
    kind = schema.get("type")
    kind = next((k for k in kind if k != "null"), "null") if isinstance(kind, list) else kind
    properties = schema.get("properties")
    if kind == "object" or isinstance(properties, Mapping):
        inner = properties if isinstance(properties, Mapping) else {}
        return {str(key): _value(str(key), part, root, give) for key, part in inner.items()}
    if kind == "array":
        items = schema.get("items")
        return [_value(name, items, root, give)] if isinstance(items, Mapping) else []
    plain: dict[object, object] = {"integer": schema.get("minimum", 1), "number": 1, "boolean": True, "null": None}
    return plain.get(kind, "Nothing to add.")
