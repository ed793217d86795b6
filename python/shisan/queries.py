"""Queries as JSON, from the arguments of calls."""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from typing import Any, Optional, Union

from .decoding import camel_case, snake_case
from .game import Game
from .schema import Query, ReadFormat

#: The games of a file: its text, or its bytes in any encoding.
Records = Union[str, bytes]
#: A game, or its moves: a pos string such as `h8i9`, or cells.
Position = Union[Game, str, Sequence[str]]
#: The side of a board, or its width and height.
Size = Union[int, Sequence[int], None]
Json = dict[str, Any]

#: The arguments of calls that have other names than the fields that are made of them, by action.
_ARGUMENTS = {
    "convert": {"from": "format", "text": "games", "bytes": "games"},
    "opening": {"opening_rule": "name", "decisions": "made"},
}


def query_of(action: str, position: Position, options: Query) -> tuple[Json, int]:
    """A query, and how many positions it asks about."""
    unknown = sorted(options.keys() - Query.__annotations__.keys())
    if unknown:
        raise TypeError(f"no such option: {', '.join(unknown)}")
    if isinstance(position, Game):
        query: Json = {"action": action, **position.query()}
        for name in ("coords", "size", "stones", "to_move"):
            value = options.get(name)
            if value is not None and value != query.get(camel_case(name)):
                raise ValueError(f"{name}: the game has its own")
    else:
        query = {
            "action": action,
            "moves": position if isinstance(position, str) else list(position),
        }
    query.update((camel_case(name), value) for name, value in options.items())
    moves = query["moves"]
    count = len(re.findall("[A-Za-z]+", moves) if isinstance(moves, str) else moves)
    turns = options.get("turns")
    if turns is None:
        return query, 1
    # A word in any case; the engine refuses another than `all`.
    if isinstance(turns, str):
        return query, count + 1
    query["turns"] = list(turns)
    return query, max(len(query["turns"]), 1)


def conversion_of(games: Records, format: Optional[ReadFormat], size: Size, **options: str) -> Json:
    """A query of the games of a file."""
    query: Json = {"action": "convert", "from": format, **options}
    if size is not None:
        query["size"] = size if isinstance(size, int) else list(size)
    if isinstance(games, bytes):
        return {**query, "bytes": base64.b64encode(games).decode()}
    return {**query, "text": games}


def argument_of(action: str, field: Optional[str]) -> Optional[str]:
    """The argument that a field of a query is made of, such as `max_nodes` or `made[1]`."""
    names = _ARGUMENTS.get(action, {})
    name = re.sub(r"^\w+", lambda found: names.get(found[0], found[0]), snake_case(field or ""))
    return name or None
