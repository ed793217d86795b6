"""Long runs in parts, on any `concurrent.futures.Executor`: threads or processes of this machine, Dask, MPI.

>>> from concurrent.futures import ThreadPoolExecutor
>>> from shisan import cluster
>>> engines = ["--engine=new=pbrain-new", "--engine=base=pbrain-base", "--nodes=20000"]
>>> with ThreadPoolExecutor(8) as executor:
...     summary = cluster.match(executor, [*engines, "--games=4000"], "new-base", shards=100)

Each part is one run of `shisan` that makes one file. Workers need the program and what its
arguments name, but no disk in common: the file comes back, and is kept in a folder here. What
is interrupted goes on from what came back; so does the same call with the same folder, whose
parts `shisan` completes, or refuses where an engine or a file is not the same any more.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Optional
from uuid import uuid4

from .collection import PathLike
from .errors import ShisanError, reason_of, warn_of
from .process import find_program

__all__ = ["analyze", "match", "review", "selfplay"]

#: Stands for the file of a part among its arguments.
FILE = "{file}"
#: The file of a folder that says what it is for.
CLAIM = "command.json"
#: What `shisan` exits with when it was interrupted.
INTERRUPTED = 75

#: Actions about other queries: they would end some of a part, but not those of the others.
ENDING = ("quit", "terminate", "terminateall", "terminate_all")

#: Options of a match that name a file about all of its games.
OUTPUTS = ("--record", "--chart", "--html")

#: Exit code, file, and standard error.
Run = tuple[int, bytes, str]

#: The calls that Ctrl-C has ended, in the process of a worker.
interrupted: set[str] = set()


@dataclass(frozen=True)
class Part:
    """A run of `shisan` that makes the file of this name, or continues it."""

    name: str
    arguments: tuple[str, ...]
    #: The exit codes of a run that has finished it.
    finished: tuple[int, ...] = (0,)


def match(
    executor: Executor,
    arguments: Sequence[str],
    folder: PathLike,
    *,
    shards: int,
    program: Optional[str] = None,
) -> dict[str, Any]:
    """Plays a match in so many shards, and returns its summary, as `shisan match merge --json` gives it.

    `arguments` are those of `shisan match`, without journal, shard and other files that it writes:
    `shisan match merge` makes those from the journals. A sequential test ends the match when it is
    decided: shards that have not begun are not played then. Ten shards a worker keep all of them
    busy until the end.

    Raises `ValueError` for an argument that each shard would write to.
    """
    _expect_positive(shards=shards)
    for argument in arguments:
        if argument.split("=")[0] in OUTPUTS:
            raise ValueError(f"{argument}: expected no file that each shard would write")
    parts = [
        Part(
            f"shard{k}.jsonl",
            ("match", *arguments, f"--shard={k}/{shards}", "--resume", "--journal", FILE),
        )
        for k in range(1, shards + 1)
    ]
    folder = Path(folder)
    _claim(folder, ["match", *arguments, str(shards)])

    def begun() -> list[Part]:
        return [part for part in parts if (folder / part.name).exists()]

    def merged() -> tuple[dict[str, Any], bool]:
        return _merge([folder / part.name for part in begun()], program)

    # Only a test may end a match before its last part. Each merge reads all journals.
    is_test = any(argument.startswith("--sprt") for argument in arguments)
    if is_test and merged()[1]:
        parts = begun()
    with closing(_run(executor, parts, folder, program)) as batches:
        for errors in batches:
            warn_of(errors, stacklevel=2)
            if is_test and merged()[1]:
                break
    return merged()[0]


def selfplay(
    executor: Executor,
    arguments: Sequence[str],
    folder: PathLike,
    *,
    games: int,
    games_a_part: int = 100,
    first: int = 0,
    program: Optional[str] = None,
) -> list[Path]:
    """Plays the training games `first` to `first + games - 1`, and returns their files.

    `arguments` are those of `shisan selfplay`, without games and file. All files together hold the
    games of one run, in the same order.
    """
    _expect_positive(games=games, games_a_part=games_a_part)
    parts = [
        Part(
            f"games{start}-{end - 1}.txt",
            ("selfplay", *arguments, f"--first={start}", f"--games={end - start}", FILE),
        )
        for start in range(first, first + games, games_a_part)
        for end in [min(start + games_a_part, first + games)]
    ]
    command = ["selfplay", *arguments, str(first), str(games_a_part)]
    return _all(executor, parts, command, folder, program)


def review(
    executor: Executor,
    arguments: Sequence[str],
    folder: PathLike,
    *,
    shards: int,
    program: Optional[str] = None,
) -> list[Path]:
    """Reviews games in so many shards, and returns the journals, which `read_reviews` reads.

    `arguments` are those of `shisan review`, with the files of the games, without journal and
    shard.
    """
    _expect_positive(shards=shards)
    parts = [
        Part(
            f"reviews{k}.jsonl",
            ("review", *arguments, f"--shard={k}/{shards}", "--resume", "--journal", FILE),
            # With games left out.
            (0, 1) if "--skip-errors" in arguments else (0,),
        )
        for k in range(1, shards + 1)
    ]
    return _all(executor, parts, ["review", *arguments, str(shards)], folder, program)


def analyze(
    executor: Executor,
    queries: Iterable[dict[str, Any]],
    *,
    arguments: Sequence[str] = (),
    queries_a_part: int = 100,
    program: Optional[str] = None,
) -> Iterator[dict[str, Any]]:
    """The answers to queries of `shisan analyze` (docs/json.md), in the order of the queries.

    `arguments` are those of `shisan analyze`. An answer that is an error stands among the others.
    A query without `id` gets its number, from 1. Queries that end others are refused.
    """
    _expect_positive(queries_a_part=queries_a_part)
    numbered = (_numbered(number, query) for number, query in enumerate(queries, 1))
    parts = iter(lambda: list(islice(numbered, queries_a_part)), [])
    return _analyze(executor, parts, tuple(arguments), program)


def _numbered(number: int, query: dict[str, Any]) -> dict[str, Any]:
    if str(query.get("action")).lower() in ENDING:
        raise ValueError(f"query {number}: expected no {query['action']}: it would end other queries")
    # In a query, `None` counts as absent.
    return query if query.get("id") is not None else {**query, "id": number}


def _analyze(
    executor: Executor,
    parts: Iterator[list[dict[str, Any]]],
    arguments: tuple[str, ...],
    program: Optional[str],
) -> Iterator[dict[str, Any]]:
    """The answers to all parts, in their order."""
    futures: list[Future[list[dict[str, Any]]]] = []
    try:
        futures.extend(executor.submit(_answers, program, arguments, part) for part in parts)
        for future in futures:
            yield from future.result()
    finally:
        for future in futures:
            future.cancel()


def _expect_positive(**numbers: int) -> None:
    for name, number in numbers.items():
        if number < 1:
            raise ValueError(f"{name}: expected 1 or more, not {number}")


def _all(
    executor: Executor,
    parts: Sequence[Part],
    command: list[str],
    folder: PathLike,
    program: Optional[str],
) -> list[Path]:
    """Runs all parts; returns their files in their order."""
    folder = Path(folder)
    _claim(folder, command)
    with closing(_run(executor, parts, folder, program)) as batches:
        for errors in batches:
            warn_of(errors, stacklevel=3)
    return [folder / part.name for part in parts]


def _run(
    executor: Executor, parts: Sequence[Part], folder: Path, program: Optional[str]
) -> Generator[str, None, None]:
    """Runs all parts, whose files are then in the folder; yields the standard error of those that are finished.

    What the folder holds of a part goes to the program, which knows whether it belongs there and
    what is missing.
    """
    # The key is done when its file is in the folder.
    running: dict[Future[Run], tuple[Part, int, Future[Run]]] = {}
    call = uuid4().hex

    def submit(part: Part) -> None:
        file = folder / part.name
        begun = file.read_bytes() if file.exists() else b""
        future = executor.submit(_work, program, part, begun, call)
        kept: Future[Run] = Future()
        running[kept] = part, len(begun), future
        future.add_done_callback(partial(_keep, file, kept))

    try:
        for part in parts:
            submit(part)
        while running:
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            finished = []
            for kept in done:
                part, begun, _ = running.pop(kept)
                exit_code, content, errors = kept.result()
                if exit_code in part.finished:
                    if not content:
                        raise ShisanError(f"{part.name}: {program or 'shisan'} has made no file")
                    finished.append(errors)
                elif _is_interrupted(exit_code) and len(content) > begun:
                    submit(part)
                else:
                    # What makes no headway is not tried again.
                    raise ShisanError(f"{part.name}: {reason_of(exit_code, errors)}")
            if finished:
                yield "".join(finished)
    except BaseException:
        for _, _, future in running.values():
            future.cancel()
        if all(kept.done() for kept in running):
            _free(folder, parts)
        raise


def _is_interrupted(exit_code: int) -> bool:
    """Whether the run was ended, by a signal perhaps behind a shell. Windows makes 1 of it."""
    return exit_code in (INTERRUPTED, 1) or exit_code < 0 or exit_code > 128


def _keep(file: Path, kept: Future[Run], future: Future[Run]) -> None:
    """Writes what a part has made as soon as it is here, even where an error or Ctrl-C has ended `_run`."""
    try:
        _, content, _ = run = future.result()
        # Another call may have gone on from there.
        if len(content) > (file.stat().st_size if file.exists() else 0):
            _write(file, content)
    except BaseException as error:
        kept.set_exception(error)
    else:
        kept.set_result(run)


def _work(program: Optional[str], part: Part, begun: bytes, call: str) -> Run:
    """Runs a part where the executor has its worker. Ctrl-C reaches the workers of this machine too: the program
    ends in order, and what the worker has been given besides is not begun."""
    if call in interrupted:
        return INTERRUPTED, begun, "interrupted"
    with tempfile.TemporaryDirectory(prefix="shisan-") as folder:
        file = Path(folder) / part.name
        if begun:
            file.write_bytes(begun)
        arguments = [str(file) if argument == FILE else argument for argument in part.arguments]
        run, is_interrupted = _to_the_end(program, arguments)
        if is_interrupted:
            interrupted.add(call)
        content = file.read_bytes() if file.exists() else b""
        errors = run.stderr.replace(f"{file}: ", "").replace(str(file), "the file")
        return run.returncode, content, errors


def _answers(
    program: Optional[str], arguments: tuple[str, ...], queries: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    lines = "".join(json.dumps(query, allow_nan=False) + "\n" for query in queries)
    run = _shisan(program, ["analyze", "--ordered", *arguments], lines)
    if run.returncode != 0:
        raise ShisanError(reason_of(run.returncode, run.stderr))
    return [json.loads(line) for line in _lines(run.stdout)]


def _lines(text: str) -> list[str]:
    """The lines of JSON, whose strings may hold what Unicode calls a line end."""
    return [line for line in text.split("\n") if line]


def _merge(journals: Sequence[Path], program: Optional[str]) -> tuple[dict[str, Any], bool]:
    """The summary of these journals, and whether nothing is missing for the verdict."""
    if not journals:
        return {}, False
    run = _shisan(program, ["match", "merge", "--json", "--", *map(str, journals)])
    if run.returncode not in (0, INTERRUPTED):
        raise ShisanError(reason_of(run.returncode, run.stderr))
    # There is none where the runs were killed before their journals were begun.
    last = (_lines(run.stdout) or ["{}"])[-1]
    summary: dict[str, Any] = json.loads(last)
    return summary, run.returncode == 0


def _shisan(
    program: Optional[str], arguments: Sequence[str], text: str = ""
) -> subprocess.CompletedProcess[str]:
    command = [program or find_program(), *arguments]
    return subprocess.run(command, input=text, capture_output=True, encoding="utf-8")


def _to_the_end(
    program: Optional[str], arguments: Sequence[str]
) -> tuple[subprocess.CompletedProcess[str], bool]:
    """Runs the program to its end, through Ctrl-C; says whether that came."""
    command = [program or find_program(), *arguments]
    pipe, is_interrupted = subprocess.PIPE, False
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, encoding="utf-8"
    ) as child:
        while True:
            try:
                output = child.communicate()
                break
            except KeyboardInterrupt:
                is_interrupted = True
    return subprocess.CompletedProcess(command, child.returncode, *output), is_interrupted


def _claim(folder: Path, command: list[str]) -> None:
    """Keeps what the folder is for, or sees that it is for this."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / CLAIM
    with suppress(FileNotFoundError):
        if json.loads(kept.read_text(encoding="utf-8")) != command:
            raise ShisanError(f"{folder}: holds the parts of another command")
        return
    _write(kept, json.dumps(command).encode())


def _free(folder: Path, parts: Sequence[Part]) -> None:
    """Takes the claim back where no part has a result: the arguments may be put right then."""
    made = [folder / part.name for part in parts if (folder / part.name).exists()]
    # The first line of a file has no result.
    if all(file.read_bytes().count(b"\n") < 2 for file in made):
        for file in [*made, folder / CLAIM]:
            file.unlink()


def _write(path: Path, content: bytes) -> None:
    """Writes a file whole or not at all."""
    new = path.with_name(f"{path.name}.new")
    new.write_bytes(content)
    os.replace(new, path)
