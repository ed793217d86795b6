"""Collections of games: found by `shisan games`, reviewed by `shisan review`, as rows of data
frames."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Optional, Union

from .decoding import decode
from .errors import ShisanError, reason_of, warn_of
from .process import find_program
from .schema import Review

PathLike = Union[str, "os.PathLike[str]"]
#: The value of the option of `shisan games` with this name: for a flag whether it is given. `None` counts as
#: absent.
Filter = Union[str, int, None]


@dataclass(frozen=True)
class FoundGame:
    """A game of a collection."""

    file: str
    #: its number in the file, from 1
    game: int
    #: `[width, height]`
    size: tuple[int, ...]
    #: the names of the players, Black's first
    players: tuple[Optional[str], ...]
    #: the moves of its main line
    moves: int
    rule: Optional[str] = None
    date: Optional[str] = None
    event: Optional[str] = None
    #: the opening of renju, such as `D4 Kagetsu`
    opening: Optional[str] = None
    #: `black` or `white`, who won, or `draw`
    result: Optional[str] = None
    #: how many moves lead to the position that was asked for
    turn: Optional[int] = None
    #: whether that stands beside the main line
    variation: Optional[bool] = None
    #: the next move of the main line, on the board that was asked for
    next: Optional[str] = None


@dataclass(frozen=True)
class PlayedMove:
    """A move that was played in a position, with the results of those games for its side."""

    games: int
    wins: int
    draws: int
    losses: int
    #: games whose result is not known
    unknown: int
    #: the cell; `None` for games that end in the position
    move: Optional[str] = None
    #: wins and half the draws as part of the games whose result is known
    score: Optional[float] = None


@dataclass(frozen=True)
class ReviewedGame:
    """A game with its review."""

    #: `None` for standard input
    file: Optional[str]
    #: its number in the file, from 1
    game: int
    rule: str
    #: the names of the players, Black's first
    players: tuple[Optional[str], ...]
    review: Review

    def rows(self) -> Iterator[dict[str, Any]]:
        """A row for each move, without `pv` and `proof`, for a data frame."""
        black, white = self.players
        for move in self.review.moves:
            row = {"file": self.file, "game": self.game, "black": black, "white": white}
            fields = asdict(move).items()
            yield {**row, **{name: it for name, it in fields if name not in ("pv", "proof")}}


class Collection:
    """The games of files and folders behind an index. `Collection.index` makes one.

    >>> games = Collection.index("games.idx", "games/")
    >>> frame = data_frame(games.find("h8h7i7", player="Nakamura"))
    """

    def __init__(self, index: PathLike, program: Optional[str] = None) -> None:
        self._index = os.fspath(index)
        self._program = program

    @classmethod
    def index(
        cls, index: PathLike, *files: PathLike, program: Optional[str] = None, **options: Filter
    ) -> Collection:
        """Indexes the games of files and folders, in any format. Options are those of the command."""
        collection = cls(index, program)
        paths = [os.fspath(file) for file in files]
        for _ in collection._lines("index", paths, {"output": collection._index, **options}):
            pass
        return collection

    def find(self, position: str = "", **filters: Filter) -> Iterator[FoundGame]:
        """The games that reach a position, in any image of the board, and pass the filters: `player`,
        `event`, `since`, `until`, `opening`, `result`, `rule`, `unique`; `size` and `coords` are those of
        the position. Without a position all of them."""
        for line in self._ask("find", position, filters):
            yield decode(FoundGame, line)

    def moves(self, position: str = "", **filters: Filter) -> list[PlayedMove]:
        """What was played in a position, the moves of most games first."""
        return [decode(PlayedMove, line) for line in self._ask("moves", position, filters)]

    def duplicates(self, by: str = "moves", **filters: Filter) -> Iterator[tuple[FoundGame, ...]]:
        """Games with the same moves, or `by="position"` with the same last position, in any image."""
        for line in self._ask("duplicates", "", {"by": by, **filters}):
            yield tuple(decode(FoundGame, game) for game in line["games"])

    def write(self, file: PathLike, position: str = "", **filters: Filter) -> None:
        """Writes the games that `find` finds, in the format of the extension of `file`."""
        options: dict[str, Filter] = {"output": os.fspath(file), **filters}
        for _ in self._lines("find", self._words(position), options):
            pass

    def _ask(self, command: str, position: str, filters: dict[str, Filter]) -> Iterator[Any]:
        options: dict[str, Filter] = {"json": True, **filters}
        return map(json.loads, self._lines(command, self._words(position), options))

    def _words(self, position: str) -> list[str]:
        return [self._index, *([position] if position else [])]

    def _lines(self, command: str, words: list[str], options: dict[str, Filter]) -> Iterator[str]:
        program = self._program or find_program()
        named = [_option(*it) for it in options.items() if it[1] is not None and it[1] is not False]
        command_line = [program, "games", command, *named, "--", *words]
        with tempfile.TemporaryFile() as errors, subprocess.Popen(
            command_line,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            encoding="utf-8",
        ) as child:
            assert child.stdout is not None
            try:
                yield from child.stdout
            except GeneratorExit:
                child.kill()
                raise
            exit_code = child.wait()
            errors.seek(0)
            text = errors.read().decode("utf-8", "replace").strip()
            # 1: games were skipped, as `skip_errors` asks.
            if exit_code not in (0, 1):
                raise ShisanError(reason_of(exit_code, text))
            # Where the user's code has asked.
            warn_of(text, stacklevel=3)


def _option(name: str, value: Filter) -> str:
    option = f"--{name.replace('_', '-')}"
    return option if value is True else f"{option}={value}"


def read_reviews(journal: PathLike) -> Iterator[ReviewedGame]:
    """The games of a journal of `shisan review --journal`, or of the lines that `--json` prints. A last
    line that was cut short is left out."""
    with Path(journal).open("rb") as lines:
        for number, text in enumerate(lines, 1):
            if not text.endswith(b"\n"):
                break
            try:
                line = json.loads(text)
                if line.get("kind") == "review":
                    continue
                review = decode(Review, {"final": True, **line})
                players = tuple(line["players"])
                game = ReviewedGame(line["file"], line["game"], line["rule"], players, review)
            except (ValueError, TypeError, LookupError, AttributeError) as error:
                raise ShisanError(f"{journal}: line {number}: not a review") from error
            yield game


def data_frame(rows: Iterable[Any]) -> Any:
    """A data frame of rows, which are dataclasses or dictionaries with the same names: of polars if it is
    installed, or else of pandas."""
    table = [row if isinstance(row, dict) else asdict(row) for row in rows]
    columns = {name: [row[name] for row in table] for name in (table[0] if table else ())}
    for module in ("polars", "pandas"):
        with suppress(ImportError):
            return import_module(module).DataFrame(columns)
    raise ImportError("a data frame needs polars or pandas: install one of them")
