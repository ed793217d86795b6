"""The engine, as plain calls and as coroutines. One process answers many queries at a time."""

from __future__ import annotations

import asyncio
import warnings
import weakref
from collections.abc import AsyncIterator, Iterator, Sequence
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Optional, TypeVar, Union

from .decoding import decode
from .errors import QueryError, ShisanError
from .game import Game
from .process import Deliver, Process, find_program
from .queries import Json, Position, Records, Size, argument_of, conversion_of, query_of
from .schema import (
    SCHEMA,
    Conversion,
    Coords,
    ForbiddenPoint,
    Format,
    GameOver,
    GameTree,
    OpeningDecision,
    OpeningRule,
    OpeningState,
    Proof,
    Puzzle,
    Puzzles,
    Query,
    ReadFormat,
    Report,
    Review,
    Version,
)

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

Answer = Union[Report, GameOver]
_KINDS = {
    "ok": Report,
    "over": GameOver,
    "reviewed": Review,
    "found": Puzzles,
    "opened": OpeningState,
}
_Result = TypeVar("_Result")
_Warner = TypeVar("_Warner", Report, Puzzles)


class _Analysis:
    """A query that several threads or tasks may read, and close meanwhile."""

    #: How many of its positions have no final answer yet.
    _left = 0
    #: What ends its iteration.
    _end: type[Exception]
    _answers: Union[SimpleQueue[Optional[Json]], asyncio.Queue[Optional[Json]]]

    def __init__(
        self, engine: _Engine, deliver: Deliver, action: str, position: Position, options: Query
    ) -> None:
        query, positions = query_of(action, position, options)
        # Held, so that it is not closed meanwhile.
        self._engine = engine
        self._action = action
        self._id = engine._process.ask(query, deliver)
        self._left = positions

    def close(self) -> None:
        """Ends the query, and every wait for its answers."""
        if self._left > 0:
            self._left = 0
            self._engine._process.terminate(self._id)

    __del__ = close

    def _read(self, answer: Optional[Json]) -> Answer:
        if answer is None:
            # For the next that waits.
            self._answers.put_nowait(None)
        if self._left <= 0:
            raise self._end
        if answer is None:
            self._left = 0
            raise self._engine._process.death()
        status = answer["status"]
        if answer["final"]:
            self._left = 0 if status == "error" and "turn" not in answer else self._left - 1
            if self._left <= 0:
                self._engine._process.forget(self._id)
        if status == "error":
            field = argument_of(self._action, answer.get("field"))
            raise QueryError(answer["error"], field, answer.get("turn"))
        if status == "noResult":
            raise ShisanError("the query was ended")
        result: Answer = decode(_KINDS[status], answer)
        return result


class Analysis(_Analysis, Iterator[Answer]):
    """Answers as they come. Leaving its `with` block ends the query; so does Ctrl-C."""

    _end = StopIteration

    def __init__(self, engine: Engine, action: str, position: Position, options: Query) -> None:
        self._answers: SimpleQueue[Optional[Json]] = SimpleQueue()
        super().__init__(engine, self._answers.put, action, position, options)

    def __next__(self) -> Answer:
        if self._left <= 0:
            raise StopIteration
        try:
            return self._read(_wait(self._answers))
        except KeyboardInterrupt:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncAnalysis(_Analysis, AsyncIterator[Answer]):
    """Answers as they come. Leaving its `with` block ends the query; so does cancellation."""

    _end = StopAsyncIteration

    def __init__(
        self, engine: AsyncEngine, action: str, position: Position, options: Query
    ) -> None:
        loop = asyncio.get_running_loop()
        self._answers: asyncio.Queue[Optional[Json]] = asyncio.Queue()
        answers = self._answers
        # Without `self`: a query that is dropped ends.
        deliver: Deliver = lambda answer: loop.call_soon_threadsafe(answers.put_nowait, answer)
        super().__init__(engine, deliver, action, position, options)

    async def __anext__(self) -> Answer:
        if self._left <= 0:
            raise StopAsyncIteration
        try:
            return self._read(await self._answers.get())
        except asyncio.CancelledError:
            self.close()
            raise

    async def aclose(self) -> None:
        """Ends the query, and every wait for its answers."""
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()


class _Engine:
    def __init__(
        self,
        program: Optional[str] = None,
        *,
        jobs: int = 1,
        threads: int = 1,
        hash_mib: int = 64,
        arguments: Sequence[str] = (),
    ) -> None:
        """Starts `program` or the installed one: `jobs` searches of `threads` threads."""
        command = [program or find_program(), "analyze", "--quit-without-waiting"]
        command += [
            f"--jobs={jobs}",
            f"--threads={threads}",
            f"--hash={hash_mib}MiB",
            *arguments,
        ]
        self._process = Process(command)
        self._finalizer = weakref.finalize(self, self._process.close)
        answers: SimpleQueue[Optional[Json]] = SimpleQueue()
        self._process.ask({"action": "version"}, answers.put)
        answer = _wait(answers)
        if answer is None:
            raise self._process.death()
        version = answer.get("version")
        schema = version.get("schema") if isinstance(version, dict) else None
        if schema != SCHEMA:
            self.close()
            # With `--katago` the version is a text.
            found = "without a schema" if schema is None else f"of schema {schema}"
            raise ShisanError(f"{command[0]}: expected answers of schema {SCHEMA}, not {found}")
        #: The program that answers.
        self.version: Version = decode(Version, version)

    def close(self) -> None:
        """Ends all queries and the process."""
        self._finalizer()


class Engine(_Engine):
    """A running engine. Leaving the `with` block, and the interpreter, ends its process."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def analyze(self, position: Position, **options: Unpack[Query]) -> Analysis:
        """Analyses one or, by `turns`, several positions: progress every `report_every_ms`, then a
        final report each. The search begins at once."""
        return Analysis(self, "analyze", position, options)

    def evaluate(self, position: Position, **options: Unpack[Query]) -> Report:
        """The final report of one position."""
        return self._report("analyze", position, options)

    def best_move(self, position: Position, **options: Unpack[Query]) -> str:
        """The move that the engine would play, or the published `agent`."""
        return _present(_warned(self._report("move", position, options)).best)

    def play(self, game: Game, /, **options: Unpack[Query]) -> str:
        """Plays the engine's move in `game`, or that of the published `agent`."""
        return game.play(_present(_warned(self._report("move", game, options)).best))

    def solve(self, position: Position, **options: Unpack[Query]) -> Proof:
        """Looks for a checkmate by continuous fours and threes."""
        return _present(_warned(self._report("solve", position, options)).proof)

    def review(self, position: Position, **options: Unpack[Query]) -> Review:
        """Judges the moves of a game, with this many nodes or this much time for each position."""
        with Analysis(self, "review", position, options) as analysis:
            return _last(Review, list(analysis))

    def puzzles(self, position: Position, **options: Unpack[Query]) -> tuple[Puzzle, ...]:
        """Finds the positions of a game, or those stones, with one winning move."""
        with Analysis(self, "puzzles", position, options) as analysis:
            return _warned(_last(Puzzles, list(analysis))).puzzles

    def opening(
        self, name: OpeningRule, made: Sequence[OpeningDecision] = (), **options: Unpack[Query]
    ) -> OpeningState:
        """What is due in an opening after the decisions made, and what the engine decides."""
        options = {**options, "opening_rule": name, "decisions": made}
        with Analysis(self, "opening", "", options) as analysis:
            return _last(OpeningState, list(analysis))

    def forbidden(self, position: Position, **options: Unpack[Query]) -> tuple[ForbiddenPoint, ...]:
        """The points that renju forbids Black, with the lines that make them so."""
        return _warned(self._report("forbid", position, options)).forbidden

    def convert(
        self,
        games: Records,
        to: Format = "pos",
        *,
        format: Optional[ReadFormat] = None,
        size: Size = None,
        coords: Coords = "top",
    ) -> str:
        """The games of a file as text in another format."""
        return _text(self._converted(conversion_of(games, format, size, to=to, coords=coords)), to)

    def read_game(
        self,
        games: Records,
        *,
        format: Optional[ReadFormat] = None,
        size: Size = None,
        coords: Coords = "top",
    ) -> Game:
        """The first game of a file."""
        return _game(self._converted(conversion_of(games, format, size, coords=coords)), coords)

    def read_trees(
        self,
        games: Records,
        *,
        format: Optional[ReadFormat] = None,
        size: Size = None,
        coords: Coords = "top",
    ) -> Iterator[GameTree]:
        """The games of a file, one after another, with variations, comments and marks."""
        query = conversion_of(games, format, size, to="tree", coords=coords)
        conversion = self._converted({**query, "game": "all"})
        yield from conversion.trees

    def write_tree(self, tree: GameTree, to: Format, *, coords: Coords = "top") -> str:
        """A game as text."""
        query = {"action": "convert", "tree": tree, "to": to, "coords": coords}
        return _text(self._converted(query), to)

    def _converted(self, query: Json) -> Conversion:
        answers: SimpleQueue[Optional[Json]] = SimpleQueue()
        number = self._process.ask(query, answers.put)
        try:
            return _read_conversion(self, _wait(answers))
        finally:
            self._process.forget(number)

    def _report(self, action: str, position: Position, options: Query) -> Report:
        with Analysis(self, action, position, options) as analysis:
            return _only(list(analysis))


class AsyncEngine(_Engine):
    """The same with coroutines, in any event loop. Cancelling a task ends its query."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.get_running_loop().run_in_executor(None, self.close)

    def analyze(self, position: Position, **options: Unpack[Query]) -> AsyncAnalysis:
        """As `Engine.analyze`."""
        return AsyncAnalysis(self, "analyze", position, options)

    async def evaluate(self, position: Position, **options: Unpack[Query]) -> Report:
        """As `Engine.evaluate`."""
        return await self._report("analyze", position, options)

    async def best_move(self, position: Position, **options: Unpack[Query]) -> str:
        """As `Engine.best_move`."""
        return _present(_warned(await self._report("move", position, options)).best)

    async def play(self, game: Game, /, **options: Unpack[Query]) -> str:
        """As `Engine.play`."""
        return game.play(_present(_warned(await self._report("move", game, options)).best))

    async def solve(self, position: Position, **options: Unpack[Query]) -> Proof:
        """As `Engine.solve`."""
        return _present(_warned(await self._report("solve", position, options)).proof)

    async def review(self, position: Position, **options: Unpack[Query]) -> Review:
        """As `Engine.review`."""
        async with AsyncAnalysis(self, "review", position, options) as analysis:
            return _last(Review, [answer async for answer in analysis])

    async def puzzles(self, position: Position, **options: Unpack[Query]) -> tuple[Puzzle, ...]:
        """As `Engine.puzzles`."""
        async with AsyncAnalysis(self, "puzzles", position, options) as analysis:
            return _warned(_last(Puzzles, [answer async for answer in analysis])).puzzles

    async def opening(
        self, name: OpeningRule, made: Sequence[OpeningDecision] = (), **options: Unpack[Query]
    ) -> OpeningState:
        """As `Engine.opening`."""
        options = {**options, "opening_rule": name, "decisions": made}
        async with AsyncAnalysis(self, "opening", "", options) as analysis:
            return _last(OpeningState, [answer async for answer in analysis])

    async def forbidden(
        self, position: Position, **options: Unpack[Query]
    ) -> tuple[ForbiddenPoint, ...]:
        """As `Engine.forbidden`."""
        return _warned(await self._report("forbid", position, options)).forbidden

    async def convert(
        self,
        games: Records,
        to: Format = "pos",
        *,
        format: Optional[ReadFormat] = None,
        size: Size = None,
        coords: Coords = "top",
    ) -> str:
        """As `Engine.convert`."""
        return _text(await self._converted(conversion_of(games, format, size, to=to, coords=coords)), to)

    async def read_game(
        self,
        games: Records,
        *,
        format: Optional[ReadFormat] = None,
        size: Size = None,
        coords: Coords = "top",
    ) -> Game:
        """As `Engine.read_game`."""
        return _game(await self._converted(conversion_of(games, format, size, coords=coords)), coords)

    async def read_trees(
        self,
        games: Records,
        *,
        format: Optional[ReadFormat] = None,
        size: Size = None,
        coords: Coords = "top",
    ) -> AsyncIterator[GameTree]:
        """As `Engine.read_trees`."""
        query = conversion_of(games, format, size, to="tree", coords=coords)
        conversion = await self._converted({**query, "game": "all"})
        for tree in conversion.trees:
            yield tree

    async def write_tree(self, tree: GameTree, to: Format, *, coords: Coords = "top") -> str:
        """As `Engine.write_tree`."""
        query = {"action": "convert", "tree": tree, "to": to, "coords": coords}
        return _text(await self._converted(query), to)

    async def _converted(self, query: Json) -> Conversion:
        loop = asyncio.get_running_loop()
        answers: asyncio.Queue[Optional[Json]] = asyncio.Queue()
        deliver: Deliver = lambda answer: loop.call_soon_threadsafe(answers.put_nowait, answer)
        number = self._process.ask(query, deliver)
        try:
            return _read_conversion(self, await answers.get())
        finally:
            self._process.forget(number)

    async def _report(self, action: str, position: Position, options: Query) -> Report:
        async with AsyncAnalysis(self, action, position, options) as analysis:
            return _only([answer async for answer in analysis])


def _read_conversion(engine: _Engine, answer: Optional[Json]) -> Conversion:
    if answer is None:
        raise engine._process.death()
    for warning in answer.get("warnings", ()):
        # Where the user's code has asked.
        warnings.warn(warning["warning"], stacklevel=4)
    if answer["status"] == "error":
        raise QueryError(answer["error"], argument_of("convert", answer.get("field")))
    result: Conversion = decode(Conversion, answer)
    return result


def _game(found: Conversion, coords: Coords) -> Game:
    rule, stones = found.rule or "freestyle", found.stones
    return Game(found.moves, rule=rule, size=found.size, coords=coords, stones=stones)


def _only(answers: list[Answer]) -> Report:
    """The final report of one position."""
    answer, *others = (answer for answer in answers if answer.final)
    if others:
        raise QueryError("ask `analyze` about several positions", "turns")
    if isinstance(answer, GameOver):
        raise QueryError(f"the game is over: {answer.reason}", "moves")
    return answer


def _warned(answer: _Warner) -> _Warner:
    """The answer, of which not all is returned: what it warns of becomes a warning."""
    for warning in answer.warnings:
        # Where the user's code has asked.
        warnings.warn(f"{argument_of('', warning.field)}: {warning.warning}", stacklevel=3)
    return answer


def _last(kind: type[_Result], answers: Sequence[object]) -> _Result:
    """The final answer about a game."""
    last = answers[-1]
    assert isinstance(last, kind), "the answer is of another kind"
    return last


def _text(conversion: Conversion, to: str) -> str:
    if conversion.text is None:
        raise QueryError(f"{to} is no text", "to")
    return conversion.text


def _present(result: Optional[_Result]) -> _Result:
    assert result is not None, "the answer lacks what was asked"
    return result


def _wait(answers: SimpleQueue[Optional[Json]]) -> Optional[Json]:
    # Windows delivers Ctrl-C only between waits.
    while True:
        try:
            return answers.get(timeout=0.2)
        except Empty:
            pass
