"""Answers as dataclasses, from their JSON."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any, Union, get_args, get_origin, get_type_hints


def camel_case(name: str) -> str:
    """The name of a field in JSON."""
    first, *rest = name.split("_")
    # The unit is one word.
    return first + "".join(word.capitalize().replace("Mib", "MiB") for word in rest)


def snake_case(field: str) -> str:
    """The name in Python of a field, such as `maxNodes` or `stones[1]`."""
    end = re.search(r"[.\[]|$", field).start()  # type: ignore[union-attr]
    name = re.sub("MiB|[A-Z]", lambda found: f"_{found[0].lower()}", field[:end])
    return name + field[end:]


def decode(kind: Any, value: Any) -> Any:
    """The JSON `value` as a `kind`. Unknown fields are ignored: new ones may be added."""
    if value is None:
        return None
    if isinstance(kind, type) and is_dataclass(kind):
        present = ((name, hint, value.get(key)) for name, key, hint in _layout(kind))
        return kind(
            **{name: decode(hint, item) for name, hint, item in present if item is not None}
        )
    origin = get_origin(kind)
    if origin is tuple:
        item_kind = get_args(kind)[0]
        return tuple(decode(item_kind, item) for item in value)
    if origin is Union:
        kind, *others = get_args(kind)
        if others in ([], [type(None)]):
            return decode(kind, value)
    # One of several kinds: an array is a tuple there, too, so that answers have a hash.
    return tuple(value) if isinstance(value, list) else value


@lru_cache(maxsize=None)
def _layout(kind: Any) -> list[tuple[str, str, Any]]:
    """The fields of a dataclass: name, name in JSON, type."""
    hints = get_type_hints(kind)
    return [(field.name, camel_case(field.name), hints[field.name]) for field in fields(kind)]
