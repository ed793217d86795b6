"""Games: stones on a board and the moves that put them there. Only the engine knows the rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Optional, Union, get_args

from . import svg
from .schema import CellList, Color, Coords, ForbiddenPoint, Line, Report, Rule

#: Stones in no order: cells by color, or pairs of a color and a cell.
Stones = Union[Mapping[str, CellList], Sequence[tuple[str, str]]]

#: The widths and heights that a board may have.
_SIDES = range(5, 33)
_COLORS: dict[str, Color] = {"b": "black", "black": "black", "w": "white", "white": "white"}

# A byte order mark or an end of file (Ctrl-Z) comes from a file; numbers count the moves.
_SEPARATOR = r"[\s,;\ufeff\x1a]|[0-9]+(?:\)|\.+)"
_DASH = r"-(?=[\s\ufeff\x1a]*[A-Za-z0-9])"
_CELL = re.compile(rf"{_SEPARATOR}|([A-Za-z]+[0-9]*|.)(?:{_SEPARATOR}|{_DASH})*")


class Game:
    """Stones set up in no order, if any, then moves by turns. `coords` says how cells are named, as
    in the schema: with `top`, `a1` is the upper left cell."""

    def __init__(
        self,
        moves: CellList = "",
        *,
        rule: Rule = "freestyle",
        size: Union[int, Sequence[int]] = 15,
        coords: Coords = "top",
        stones: Optional[Stones] = None,
        to_move: Optional[Color] = None,
    ) -> None:
        if coords not in get_args(Coords):
            raise ValueError(f"{coords!r}: expected {', '.join(get_args(Coords))}")
        self.rule = rule
        self.coords = coords
        self.width, self.height = (size, size) if isinstance(size, int) else size
        if self.width not in _SIDES or self.height not in _SIDES:
            raise ValueError(f"{size!r}: expected sides from {_SIDES[0]} to {_SIDES[-1]}")
        letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ" if coords == "gtp" else "abcdefghijklmnopqrstuvwxyz"
        #: The names of the columns.
        self.columns = [*letters, *(letters[0] + letter for letter in letters)][: self.width]
        #: The numbers of the rows, from the top.
        self.rows = list(range(1, self.height + 1))[:: 1 if coords == "top" else -1]
        #: The colors of the stones by column and row from the upper left.
        self.stones: dict[tuple[int, int], Color] = {}
        self._moves: list[str] = []
        self._setup: dict[str, list[str]] = {"b": [], "w": []}
        for color, cell in _pairs(stones or {}):
            self._setup[color[0]].append(self._place(cell, color))
        more_black = len(self._setup["b"]) > len(self._setup["w"])
        self._default_first: Color = "white" if more_black else "black"
        self._first: Color = self._default_first if to_move is None else _color(to_move)
        for cell in _split(moves):
            self.play(cell)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves so far."""
        return tuple(self._moves)

    @property
    def to_move(self) -> Color:
        """Whose turn it is."""
        return (
            self._first
            if len(self._moves) % 2 == 0
            else "white"
            if self._first == "black"
            else "black"
        )

    def play(self, cell: str) -> str:
        """Puts the next stone. Raises `ValueError` where there is no empty cell."""
        self._moves.append(self._place(cell, self.to_move))
        return self._moves[-1]

    def undo(self) -> str:
        """Takes the last move back."""
        if not self._moves:
            raise ValueError("there is no move to take back")
        del self.stones[self.point(self._moves[-1])]
        return self._moves.pop()

    def at(self, turn: int) -> Game:
        """The game after its first `turn` moves."""
        if not 0 <= turn <= len(self._moves):
            raise ValueError(f"{turn}: expected a turn from 0 to {len(self._moves)}")
        options: dict[str, Any] = {
            "stones": self._setup,
            "to_move": self._first,
            "coords": self.coords,
        }
        return Game(self._moves[:turn], rule=self.rule, size=(self.width, self.height), **options)

    def point(self, cell: str) -> tuple[int, int]:
        """The column and row of a cell, from 0 at the upper left."""
        split = re.fullmatch("([A-Za-z]+)([0-9]+)", cell)
        if split:
            letters = split[1].upper() if self.coords == "gtp" else split[1].lower()
            if letters in self.columns and int(split[2]) in self.rows:
                return self.columns.index(letters), self.rows.index(int(split[2]))
        raise ValueError(f"{cell!r}: not a cell of the {self.width}x{self.height} board")

    def cell(self, column: int, row: int) -> str:
        """The name of the cell at a column and row, from 0 at the upper left."""
        return f"{self.columns[column]}{self.rows[row]}"

    def query(self) -> dict[str, Any]:
        """The fields of a query about this game."""
        query: dict[str, Any] = {
            "rule": self.rule,
            "size": [self.width, self.height],
            "coords": self.coords,
            "moves": self.moves,
        }
        if any(self._setup.values()):
            query["stones"] = self._setup
        if self._first != self._default_first:
            query["toMove"] = self._first
        return query

    def show(
        self,
        report: Optional[Report] = None,
        *,
        heat: Sequence[Optional[float]] = (),
        policy: Sequence[Optional[float]] = (),
        lines: Sequence[Line] = (),
        forbidden: Sequence[ForbiddenPoint] = (),
        marks: Optional[Mapping[str, str]] = None,
        numbers: bool = True,
    ) -> svg.Drawing:
        """Draws the board with what is given: the position of the report and all that it holds, a
        heat map or a policy, best moves by rank, forbidden points, short texts on cells."""
        game = self.at(report.turn) if report else self
        if report:
            heat, policy = heat or report.heat, policy or report.policy
            lines, forbidden = lines or report.lines, forbidden or report.forbidden
        return svg.draw(game, heat, policy, lines, forbidden, marks or {}, numbers)

    def _repr_svg_(self) -> str:
        return self.show()

    def __str__(self) -> str:
        signs = {"black": "X", "white": "O"}
        rows = ["  " + "".join(f"{name:>2}" for name in self.columns)]
        for y, number in enumerate(self.rows):
            cells = (signs.get(self.stones.get((x, y), ""), ".") for x in range(self.width))
            rows.append(f"{number:>2} " + " ".join(cells))
        return "\n".join(rows)

    def __repr__(self) -> str:
        stones = f", stones={self._setup}" if any(self._setup.values()) else ""
        to_move = f", to_move={self._first!r}" if self._first != self._default_first else ""
        size = self.width if self.width == self.height else (self.width, self.height)
        coords = "" if self.coords == "top" else f", coords={self.coords!r}"
        moves = "".join(self._moves)
        return f"Game({moves!r}, rule={self.rule!r}, size={size}{coords}{stones}{to_move})"

    def _place(self, cell: str, color: Color) -> str:
        point = self.point(cell)
        if point in self.stones:
            raise ValueError(f"{cell!r}: there is a stone")
        self.stones[point] = color
        return self.cell(*point)


def _pairs(stones: Stones) -> list[tuple[Color, str]]:
    """The stones, each with its color."""
    if isinstance(stones, Mapping):
        sides = [(_color(color), cells) for color, cells in stones.items()]
        return [(color, cell) for color, cells in sides for cell in _split(cells)]
    return [(_color(color), cell) for color, cell in map(_pair, stones)]


def _color(name: str) -> Color:
    if name.lower() not in _COLORS:
        raise ValueError(f"{name!r}: expected black or white")
    return _COLORS[name.lower()]


def _pair(stone: Any) -> tuple[str, str]:
    if isinstance(stone, str) or len(stone) != 2:
        raise ValueError(f"{stone!r}: expected a color and a cell")
    color, cell = stone
    return color, cell


def _split(cells: CellList) -> Sequence[str]:
    """The cells of a pos string; what is none stands alone."""
    return list(filter(None, _CELL.findall(cells))) if isinstance(cells, str) else cells
