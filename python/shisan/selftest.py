"""`python -m shisan.selftest`: whether the installed package and its engine work together."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

from . import Collection, Engine, GameOver, QueryError, Report, ShisanError, find_program

MATE = "h8h9i9g7i10j10g8f6f8e8"
STUDY = "(;GM[4]SZ[15];B[hh](;W[hg])(;W[ig]))"
FOUL = "h8h9i7i9h10i6i11i12"
#: The example of docs/json.md. It changes with the search, and so with `Bench`.
KNOWN = {"moves": "h8i9h9", "best": "h7", "score": -176, "depth": 9, "nodes": 20000}


def versions_match(engine: Engine) -> str:
    package = metadata.version("shisan")
    assert engine.version.version == package, (
        f"the package is {package}, the program {engine.version.version}"
    )
    return package


def mate_is_solved(engine: Engine) -> str:
    proof = engine.solve(MATE, rule="renju", verify=True)
    assert (proof.result, proof.plies) == ("mate", 5) and proof.replies, proof
    return f"{proof.kind} {' '.join(proof.line)}, {proof.replies} replies"


def foul_is_explained(engine: Engine) -> str:
    (point,) = engine.forbidden(FOUL, rule="renju")
    assert (point.cell, point.kind, len(point.lines)) == ("g9", "double-three", 2), point
    return (
        f"{point.cell} {point.kind}: {' and '.join(' '.join(line.stones) for line in point.lines)}"
    )


def search_is_reproducible(engine: Engine) -> str:
    report = engine.evaluate(str(KNOWN["moves"]), rule="renju", lines=2, max_nodes=20000)
    found = {
        "moves": KNOWN["moves"],
        **{name: getattr(report, name) for name in ("best", "score", "depth", "nodes")},
    }
    assert found == KNOWN, f"found {found}, expected {KNOWN}"
    return f"{report.best}, score {report.score}, {report.nodes} nodes"


def trees_are_kept(engine: Engine) -> str:
    text = engine.write_tree(next(engine.read_trees(STUDY)), "sgf")
    (tree,) = engine.read_trees(text)
    assert [node.get("parent") for node in tree["nodes"]] == [None, None, None, 1], tree
    return f"{len(tree['nodes'])} nodes"


def games_are_found(_: Engine) -> str:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "games.sgf").write_text(STUDY, encoding="utf-8")
        games = Collection.index(folder / "games.idx", folder / "games.sgf")
        (found,) = games.find("h8g9")
        assert (found.turn, found.variation) == (2, True), found
        return f"after move {found.turn} of a variation"


def errors_are_raised(engine: Engine) -> str:
    try:
        engine.best_move("h8h8")
    except QueryError as error:
        assert error.field == "moves[1]", error.field
        return str(error)
    raise AssertionError("h8 was played twice")


def query_is_cancelled(engine: Engine) -> str:
    with engine.analyze("h8i9h9", max_time_ms=3_600_000, report_every_ms=10) as analysis:
        progress = next(analysis)
    assert isinstance(progress, Report) and not progress.final, progress
    (over,) = engine.analyze("a1a2b1b2c1c2d1d2e1")
    assert isinstance(over, GameOver) and over.winner == "black", over
    return f"at depth {progress.depth}; the engine answers on"


CHECKS: list[Callable[[Engine], str]] = [
    versions_match,
    mate_is_solved,
    foul_is_explained,
    search_is_reproducible,
    trees_are_kept,
    games_are_found,
    errors_are_raised,
    query_is_cancelled,
]


def main() -> int:
    """Runs all checks; returns the exit code."""
    try:
        print(f"program: {find_program()}")
        engine = Engine()
    except (OSError, ShisanError) as error:
        print(f"FAIL  no engine: {error}")
        return 1
    failures = 0
    with engine:
        for check in CHECKS:
            name = check.__name__.replace("_", " ")
            try:
                print(f"ok    {name}: {check(engine)}")
            except Exception as error:
                failures += 1
                print(f"FAIL  {name}: {error!r}")
    return min(failures, 1)


if __name__ == "__main__":
    sys.exit(main())
