"""The queries and answers of `shisan analyze`; docs/json.md says what each field means.

Names are those of the schema in snake case. A missing array is `()`, any other field `None`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from typing import Any, Literal, Optional, TypedDict, Union, get_args, get_origin, get_type_hints

#: The version of the schema that this package reads.
SCHEMA = 1

Color = Literal["black", "white"]
Coords = Literal["top", "bottom", "gtp"]
Include = Literal["policy", "heat", "threats", "forbidden", "proof", "keys", "timing"]
#: A published agent, or one of two plain players; docs/classics.md says how they play.
Agent = Literal["finard", "zheng", "chain", "gobang", "gao-liang", "one-ply", "random"]
#: The class of a move.
Judgement = Literal[
    "best", "good", "inaccuracy", "mistake", "blunder", "missed-win", "losing-move"
]
#: A pos string such as `h8i9`, or cells.
Cells = Union[str, Sequence[str]]
#: A format of game records.
Format = Literal["pos", "offsets", "psq", "sgf", "board"]
#: Stones in no order: cells by color, or pairs of a color and a cell.
Stones = Union[Mapping[str, Cells], Sequence[tuple[str, str]]]


class Query(TypedDict, total=False):
    """The options of a query about a position."""

    rule: Union[str, int]
    size: Union[int, Sequence[int]]
    coords: Coords
    stones: Stones
    to_move: Color
    turns: Union[Sequence[int], Literal["all"]]
    max_nodes: int
    max_time_ms: int
    max_depth: int
    lines: int
    allow: Cells
    avoid: Cells
    agent: Agent
    level: int
    seed: int
    include: Sequence[Include]
    report_every_ms: int
    priority: int
    attacker: Color
    quiet: bool
    verify: bool
    cell: str


@dataclass(frozen=True)
class Line:
    """One of the best moves with its value for the side that makes it."""

    move: str
    depth: int
    pv: tuple[str, ...]
    pv_cut: Optional[bool] = None
    score: Optional[int] = None
    winrate: Optional[float] = None
    mate: Optional[int] = None
    prior: Optional[float] = None


@dataclass(frozen=True)
class ThreatCell:
    """A cell and what a stone there would make, such as `open-four`."""

    cell: str
    kind: str


@dataclass(frozen=True)
class Threats:
    """The threats of both sides."""

    black: tuple[ThreatCell, ...]
    white: tuple[ThreatCell, ...]


@dataclass(frozen=True)
class ForbiddenLine:
    """A line that contributes to a foul."""

    shape: str
    direction: str
    stones: tuple[str, ...]
    completed_by: tuple[str, ...]


@dataclass(frozen=True)
class ForbiddenPoint:
    """A point judged by the rules of renju; `kind` is `None` if Black may play there."""

    cell: str
    lines: tuple[ForbiddenLine, ...]
    kind: Optional[str] = None


@dataclass(frozen=True)
class Proof:
    """Whether the attacker mates by continuous fours and threes."""

    attacker: Color
    result: Literal["mate", "none", "undecided"]
    kind: Literal["VCF", "VCT"]
    line: tuple[str, ...]
    nodes: int
    plies: Optional[int] = None
    replies: Optional[int] = None


@dataclass(frozen=True)
class QueryWarning:
    """Something in a query that was ignored."""

    field: str
    warning: str


@dataclass(frozen=True)
class Report:
    """A position with what was asked about it. Values are those of the side to move."""

    final: bool
    turn: int
    to_move: Color
    best: Optional[str] = None
    score: Optional[int] = None
    winrate: Optional[float] = None
    winrate_black: Optional[float] = None
    mate: Optional[int] = None
    depth: int = 0
    seldepth: int = 0
    nodes: int = 0
    lines: tuple[Line, ...] = ()
    heat: tuple[Optional[float], ...] = ()
    policy: tuple[Optional[float], ...] = ()
    threats: Optional[Threats] = None
    forbidden: tuple[ForbiddenPoint, ...] = ()
    proof: Optional[Proof] = None
    key: Optional[str] = None
    sym_key: Optional[str] = None
    time_ms: Optional[float] = None
    nps: Optional[int] = None
    warnings: tuple[QueryWarning, ...] = ()


@dataclass(frozen=True)
class GameOver:
    """A position in which the game is over; `winner` is `None` for a draw."""

    final: bool
    turn: int
    reason: str
    line: tuple[str, ...]
    winner: Optional[Color] = None
    warnings: tuple[QueryWarning, ...] = ()


@dataclass(frozen=True)
class ReviewedMove:
    """A move of a game with its class and its value for the side that made it."""

    turn: int
    side: Color
    move: str
    judgement: Judgement
    loss: float
    winrate_before: float
    winrate_after: float
    pv: tuple[str, ...]
    best: Optional[str] = None
    proof: Optional[Proof] = None


@dataclass(frozen=True)
class SideReview:
    """The moves of a side in figures: their accuracy in per cent, and how many are of each class."""

    best: int
    good: int
    inaccuracy: int
    mistake: int
    blunder: int
    missed_win: int
    losing_move: int
    accuracy: Optional[float] = None


@dataclass(frozen=True)
class Review:
    """A game, move by move; docs/review.md says what the classes mean."""

    final: bool
    done: int
    total: int
    moves: tuple[ReviewedMove, ...]
    black: SideReview
    white: SideReview
    nodes: int
    warnings: tuple[QueryWarning, ...] = ()


@dataclass(frozen=True)
class Conversion:
    """Games in another format, or the first of them: its rule, the sides of its board, its moves."""

    games: int
    text: Optional[str] = None
    rule: Optional[str] = None
    size: tuple[int, ...] = ()
    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class Version:
    """The program that answers."""

    name: str
    version: str
    schema: int
    rules: tuple[str, ...]
    sizes: tuple[int, ...]
    commit: Optional[str] = None


def camel_case(name: str) -> str:
    """The name of a field in JSON."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def snake_case(field: str) -> str:
    """The name in Python of a field, such as `maxNodes` or `stones[1]`."""
    end = re.search(r"[.\[]|$", field).start()  # type: ignore[union-attr]
    name = re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", field[:end])
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
        return decode(get_args(kind)[0], value)
    return value


@lru_cache(maxsize=None)
def _layout(kind: Any) -> list[tuple[str, str, Any]]:
    """The fields of a dataclass: name, name in JSON, type."""
    hints = get_type_hints(kind)
    return [(field.name, camel_case(field.name), hints[field.name]) for field in fields(kind)]
