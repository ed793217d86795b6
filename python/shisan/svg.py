"""Boards as SVG. They bring their own ground, so that they look alike on light and dark pages, and
no style sheet, which would reach the whole page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Optional, Protocol

from .schema import Color, ForbiddenPoint, Line, Rule

CELL = 36
MARGIN = 44
WOOD, GRID, LABEL = "#e3b968", "#8a6a35", "#5b4636"
BLACK, WHITE, EDGE = "#1d1d1f", "#fafaf7", "#3b2d18"
GOOD, BAD, PRIOR = (0, 112, 128), (196, 48, 43), "#3c4fae"


class Board(Protocol):
    """What a drawing needs of a `Game`."""

    rule: Rule
    width: int
    height: int
    columns: list[str]
    rows: list[int]
    stones: dict[tuple[int, int], Color]

    @property
    def moves(self) -> tuple[str, ...]: ...

    @property
    def to_move(self) -> Color: ...

    def point(self, cell: str) -> tuple[int, int]: ...


class Drawing(str):
    """The text of an SVG file, which notebooks draw."""

    def _repr_svg_(self) -> str:
        return str(self)


def draw(
    game: Board,
    heat: Sequence[Optional[float]],
    policy: Sequence[Optional[float]],
    lines: Sequence[Line],
    forbidden: Sequence[ForbiddenPoint],
    marks: Mapping[str, str],
    numbers: bool,
) -> Drawing:
    """The board of `game`: see `Game.show`."""
    width, height = ((side - 1) * CELL + 2 * MARGIN for side in (game.width, game.height))
    board = f"{game.rule}, {game.width}x{game.height}"
    label = f"{board}, {len(game.stones)} stones, {game.to_move} to move"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width * 0.8:.0f}" height="{height * 0.8:.0f}" role="img" aria-label="{escape(label)}" '
        'font-family="system-ui,sans-serif" font-size="14" text-anchor="middle">',
        f'<rect width="{width}" height="{height}" rx="8" fill="{WOOD}"/>',
        *_grid(game, width, height),
        *(_heat(game, heat) if any(loss is not None for loss in heat) else _policy(game, policy)),
        *_stones(game, numbers),
        *(_cross(game, point) for point in forbidden if point.kind),
        *(_best(game, rank, line) for rank, line in enumerate(lines, 1)),
    ]
    for cell, text in marks.items():
        x, y = _center(game, cell)
        dark = game.stones.get(game.point(cell)) == "black"
        parts.append(
            _disc(
                x, y, 11, BLACK if dark else WOOD if game.point(cell) not in game.stones else WHITE
            )
        )
        parts.append(_text(x, y, text, "#ffd24a" if dark else "#a3211b"))
    return Drawing("\n".join([*parts, "</svg>"]))


def _grid(game: Board, width: int, height: int) -> Iterable[str]:
    xs = [MARGIN + CELL * x for x in range(game.width)]
    ys = [MARGIN + CELL * y for y in range(game.height)]
    paths = [f"M{x} {MARGIN}V{height - MARGIN}" for x in xs] + [
        f"M{MARGIN} {y}H{width - MARGIN}" for y in ys
    ]
    yield f'<path d="{"".join(paths)}" stroke="{GRID}" fill="none" stroke-linecap="square"/>'
    if game.width == game.height == 15:
        for x, y in [(3, 3), (11, 3), (7, 7), (3, 11), (11, 11)]:
            yield _disc(xs[x], ys[y], 3.5, GRID)
    for x, name in zip(xs, game.columns):
        yield _text(x, 17, name, LABEL) + _text(x, height - 17, name, LABEL)
    for y, number in zip(ys, game.rows):
        yield _text(17, y, str(number), LABEL) + _text(width - 17, y, str(number), LABEL)


def _heat(game: Board, heat: Sequence[Optional[float]]) -> Iterable[str]:
    """Large and blue where a move gives nothing away, small and red where it gives the most."""
    worst = max((loss for loss in heat if loss), default=1.0)
    for index, loss in enumerate(heat):
        if loss is not None:
            share = loss / worst
            color = ",".join(f"{good + (bad - good) * share:.0f}" for good, bad in zip(GOOD, BAD))
            x, y = _point(index % game.width, index // game.width)
            yield _disc(
                x,
                y,
                16 - 12 * share,
                f"rgb({color})",
                'fill-opacity=".75"',
                f"gives away {loss:.1%}",
            )


def _policy(game: Board, policy: Sequence[Optional[float]]) -> Iterable[str]:
    """Areas by chance."""
    for index, chance in enumerate(policy):
        if chance is not None and chance >= 0.001:
            x, y = _point(index % game.width, index // game.width)
            yield _disc(
                x, y, 16 * chance**0.5, PRIOR, 'fill-opacity=".7"', f"played with {chance:.1%}"
            )


def _stones(game: Board, numbers: bool) -> Iterable[str]:
    turns = {game.point(cell): turn for turn, cell in enumerate(game.moves, 1)}
    for (column, row), color in game.stones.items():
        x, y = _point(column, row)
        yield _disc(x, y, 16, BLACK if color == "black" else WHITE, f'stroke="{EDGE}"')
        turn = turns.get((column, row), 0)
        is_last = turn == len(game.moves) > 0
        red = "#ff7a6b" if color == "black" else "#c4302b"
        if numbers and turn:
            ink = red if is_last else WHITE if color == "black" else BLACK
            yield _text(x, y, str(turn), ink, 'font-weight="600"')
        elif is_last:
            yield _disc(x, y, 5, red)


def _cross(game: Board, point: ForbiddenPoint) -> str:
    x, y = _center(game, point.cell)
    title = f"<title>{escape(f'{point.cell}: {point.kind}')}</title>"
    path = f"M{x - 8} {y - 8}l16 16M{x - 8} {y + 8}l16 -16"
    return (
        f'<path d="{path}" stroke="#c4302b" stroke-width="4" stroke-linecap="round">{title}</path>'
    )


def _best(game: Board, rank: int, line: Line) -> str:
    """A move by its rank, the first one strongest."""
    x, y = _center(game, line.move)
    value = (
        f"mate {line.mate}"
        if line.mate is not None
        else ""
        if line.winrate is None
        else f"{line.winrate:.1%}"
    )
    width = 3 if rank == 1 else 1.5
    ring = _disc(
        x, y, 15, WOOD, f'stroke="#14613b" stroke-width="{width}"', f"{value}: {' '.join(line.pv)}"
    )
    return ring + _text(x, y, str(rank), "#14613b", 'font-weight="600"')


def _point(column: int, row: int) -> tuple[int, int]:
    return MARGIN + CELL * column, MARGIN + CELL * row


def _center(game: Board, cell: str) -> tuple[int, int]:
    return _point(*game.point(cell))


def _disc(x: int, y: int, radius: float, fill: str, attributes: str = "", title: str = "") -> str:
    start = f'<circle cx="{x}" cy="{y}" r="{radius:.3g}" fill="{fill}" {attributes}'
    return f"{start}><title>{escape(title)}</title></circle>" if title else f"{start}/>"


def _text(x: int, y: int, text: str, fill: str, attributes: str = "") -> str:
    return f'<text x="{x}" y="{y}" dy=".35em" fill="{fill}" {attributes}>{escape(text)}</text>'
