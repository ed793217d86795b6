"""The engine, as plain calls and as coroutines, against the installed program."""

import _thread
import asyncio
import gc
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any, Optional, get_args

from shisan import (
    Agent,
    Answer,
    AsyncEngine,
    Engine,
    EngineDied,
    Game,
    GameOver,
    OpeningDecision,
    QueryError,
    Report,
    ShisanError,
)

# Jobs in the background of a shell ignore interrupts, and so would all that is started here.
signal.signal(signal.SIGINT, signal.default_int_handler)

ENDLESS = 3_600_000
MATE = "h8h9i9g7i10j10g8f6f8e8"


def answers_at_once(engine: Engine) -> bool:
    """Whether no search is in the way of a small query."""
    start = time.monotonic()
    engine.best_move("h8", max_nodes=100)
    return time.monotonic() - start < 30


class EngineTest(unittest.TestCase):
    engine: Engine

    @classmethod
    def setUpClass(cls) -> None:
        cls.engine = Engine()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.engine.close()

    def test_reports_of_all_turns(self) -> None:
        game = Game("a1a2b1b2c1c2d1d2e1")
        answers = list(self.engine.analyze(game, turns="all", max_nodes=100))
        self.assertEqual(sorted(answer.turn for answer in answers), list(range(10)))
        over = answers[-1]
        assert isinstance(over, GameOver)
        self.assertEqual(
            (over.winner, over.reason, over.line), ("black", "five", ("a1", "b1", "c1", "d1", "e1"))
        )
        self.assertEqual(
            len(list(self.engine.analyze(game.moves, turns=range(3, 5), max_nodes=100))), 2
        )

    def test_all_turns_are_asked_for_in_capitals_too(self) -> None:
        answers = list(self.engine.analyze("h8i9", turns="ALL", max_nodes=20))  # type: ignore[arg-type]
        self.assertEqual(sorted(answer.turn for answer in answers), [0, 1, 2])
        with self.assertRaisesRegex(QueryError, 'turns: expected an array of numbers or "all"'):
            list(self.engine.analyze("h8i9", turns="every"))  # type: ignore[arg-type]

    def test_games_of_files_are_read(self) -> None:
        latin = b"(;GM[4]SZ[20:15]RU[renju]PB[Jos\xe9];B[aa];W[ta])"
        game = self.engine.read_game(latin, coords="bottom")
        self.assertEqual(
            (game.rule, game.width, game.height, game.moves), ("renju", 20, 15, ("a15", "t15"))
        )
        self.assertEqual(self.engine.read_game("\ufeffh8i9").moves, ("h8", "i9"))
        self.assertEqual(self.engine.read_game("0,0", size=[9, 7]).moves, ("e4",))
        self.assertIn("PB[José]", self.engine.convert(latin, "sgf"))
        # 表 ends with a backslash in Shift_JIS.
        japanese = "(;GM[4]CA[Shift_JIS]PB[表];B[hh])".encode("shift_jis")
        self.assertIn("PB[表]", self.engine.convert(japanese, "sgf"))
        psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\nDvořák\nB\n-1\n"
        self.assertIn("PB[Dvořák]", self.engine.convert(psq.encode("cp1250"), "sgf"))
        self.assertEqual(self.engine.convert("\ufeffh8\ni9".encode("utf-16-le")), "h8\ni9\n")
        self.assertIn("W[ig]", self.engine.convert("H8J9", "sgf", coords="gtp"))
        # Two moves of a Yixin-Board, which are 15 times the column plus the row.
        self.assertEqual(self.engine.convert(b"\x02\x70\x80", format="yixin-pos"), "h8i9\n")
        games = self.engine.convert("(;GM[4];B[hh])(;GM[4];B[ii])")
        self.assertEqual([Game(moves).moves for moves in games.splitlines()], [("h8",), ("i9",)])
        with self.assertRaisesRegex(QueryError, "line 1, column 3: expected a free cell"):
            self.engine.convert("h8h8")
        no_texts: Any = ("lib", "tree")
        for to in no_texts:
            with self.assertRaisesRegex(QueryError, f"to: {to} is no text"):
                self.engine.convert("h8i9", to)
        left_out = "pos has no place for 1 other property of SGF"
        with self.assertWarnsRegex(UserWarning, left_out) as caught:
            self.assertEqual(self.engine.convert("(;GM[4]XY[gg];B[hh])"), "h8\n")
        self.assertEqual(caught.filename, __file__)

    def test_progress_comes_before_the_final_report(self) -> None:
        analysis = self.engine.analyze(
            "h8i9h9", max_time_ms=300, report_every_ms=20, include=["timing"]
        )
        *progress, last = analysis
        self.assertTrue(last.final and not any(report.final for report in progress))
        assert isinstance(last, Report)
        self.assertIsNotNone(last.nps)
        self.assertEqual(list(analysis), [], "it is over")

    def test_everything_that_can_be_included(self) -> None:
        game = Game("h8h9i7i9h10i6i11i12", rule="renju")
        report = self.engine.evaluate(
            game,
            lines=2,
            max_nodes=2000,
            include=["policy", "heat", "threats", "forbidden", "proof", "keys"],
        )
        self.assertEqual((report.turn, report.to_move, report.nodes), (8, "black", 2000))
        self.assertEqual((len(report.policy), len(report.heat)), (225, 225))
        self.assertEqual([point.cell for point in report.forbidden], ["g9"])
        assert report.threats and report.key and report.sym_key
        self.assertEqual(report.lines[0].move, report.best)
        self.assertEqual(report.winrate, report.winrate_black)

    def test_moves_are_played(self) -> None:
        game = Game("h8h9", coords="gtp")
        cell = self.engine.play(game, max_nodes=500)
        self.assertEqual(game.moves, ("H8", "H9", cell))
        weak = {self.engine.best_move("h8h9i9", level=100, seed=seed) for seed in range(8)}
        self.assertGreater(len(weak), 1)
        setup = Game(
            "j10", size=20, stones={"b": ["a1", "a2", "a3", "a4"], "w": "t1t2t3"}, to_move="white"
        )
        self.assertEqual(self.engine.best_move(setup), "a5")
        self.assertEqual(
            self.engine.best_move(Game("k9", size=20)), self.engine.best_move("k9", size=20)
        )

    def test_published_agents_play(self) -> None:
        agents: tuple[Agent, ...] = get_args(Agent)
        game = Game("h8i9h9", rule="renju")
        for agent in agents:
            move = self.engine.play(game, agent=agent)
            self.assertEqual(move, game.moves[-1], agent)
            game.undo()
            self.assertEqual(move, self.engine.best_move(game, agent=agent), agent)
        self.assertEqual(self.engine.best_move("h8a1i8a2j8a3k8a4", agent="finard")[1:], "8")
        with self.assertRaisesRegex(QueryError, "an agent takes no level"):
            self.engine.best_move("h8", agent="zheng", level=900)

    def test_mates_and_fouls(self) -> None:
        proof = self.engine.solve(Game(MATE, rule="renju"), verify=True)
        self.assertEqual((proof.result, proof.kind, proof.plies), ("mate", "VCF", 5))
        self.assertEqual(proof.line, ("i8", "j8", "i7", "i6", "i11"))
        self.assertEqual(self.engine.solve("h8").result, "none")
        (point,) = self.engine.forbidden("h8h9i7i9h10i6i11i12")
        self.assertEqual((point.cell, point.kind), ("g9", "double-three"))
        self.assertEqual(
            {line.completed_by for line in point.lines}, {("f8", "j12"), ("f10", "j6")}
        )
        (allowed,) = self.engine.forbidden("h8", cell="h9")
        self.assertIsNone(allowed.kind)

    def test_games_are_reviewed(self) -> None:
        game = Game(f"{MATE}o15", rule="renju")
        review = self.engine.review(game, max_nodes=2000)
        self.assertEqual("".join(it.move for it in review.moves), f"{MATE}o15")
        self.assertEqual((review.final, review.done, review.total), (True, 12, 12))
        missed = review.moves[-1]
        assert missed.proof is not None
        self.assertEqual((missed.judgement, missed.winrate_before), ("missed-win", 1))
        self.assertEqual(missed.pv, ("i8", "j8", "i7", "i6", "i11"))
        self.assertEqual((missed.proof.attacker, missed.proof.line), ("black", missed.pv))
        self.assertEqual(review.black.missed_win, 1)
        self.assertEqual(self.engine.review(game, max_nodes=2000, report_every_ms=1), review)
        empty = self.engine.review("")
        self.assertEqual((empty.moves, empty.white.accuracy), ((), None))
        with self.assertRaisesRegex(QueryError, "a review takes no turns"):
            self.engine.review("h8i9", turns="all")

    def test_puzzles_are_found(self) -> None:
        # White threatens to make five at e2, where Black makes two fours.
        stones = {"b": "e3f3e4g4e5h5", "w": "a2b2c2d2e6i6"}
        (puzzle,) = self.engine.puzzles(Game(size=9, stones=stones, to_move="black"))
        self.assertEqual((puzzle.turn, puzzle.side, puzzle.win_in), (0, "black", 2))
        self.assertEqual((puzzle.proof.line[0], puzzle.unique), ("e2", "proved"))
        self.assertIn(("white", "a2"), puzzle.stones)
        position = Game(size=9, stones=puzzle.stones, to_move=puzzle.side)
        self.assertEqual(self.engine.best_move(position, max_nodes=1000), "e2")
        self.assertEqual(self.engine.puzzles(position, report_every_ms=1), (puzzle,))
        self.assertEqual(self.engine.puzzles("h8i9", max_nodes=1000), ())
        with self.assertRaisesRegex(QueryError, "a search for puzzles takes no turns"):
            self.engine.puzzles("h8i9", turns="all")

    def test_swap2_is_opened(self) -> None:
        opening = self.engine.opening("swap2", max_nodes=300)
        self.assertEqual((opening.player, opening.black), ("first", "first"))
        self.assertEqual((len(set(opening.decisions)), opening.turn), (3, 0))
        side = self.engine.opening("swap2", opening.decisions, max_nodes=300)
        self.assertEqual((side.player, side.moves), ("second", opening.decisions))
        self.assertEqual(self.engine.opening("swap2", ["h8", "a1", "h7"]).decisions, ("swap",))

    def test_an_opening_is_decided_to_its_end(self) -> None:
        decisions: list[OpeningDecision] = []
        state = self.engine.opening("taraguchi-10", rule="renju", max_nodes=200)
        while state.player is not None:
            decisions.extend(state.decisions)
            state = self.engine.opening("taraguchi-10", decisions, rule="renju", max_nodes=200)
        self.assertEqual((state.turn, len(set(state.moves)), state.options), (5, 5, None))
        self.assertEqual(state.decisions, ())
        with self.assertRaisesRegex(QueryError, "another decision is due"):
            self.engine.opening("swap2", ["h8", "swap"])

    def test_what_is_ignored_is_a_warning(self) -> None:
        game = Game("h8")
        calls: list[tuple[str, Callable[[], object]]] = [
            ("attacker", lambda: self.engine.best_move("h8", attacker="black", max_nodes=10)),
            ("attacker", lambda: self.engine.play(game, attacker="black", max_nodes=10)),
            ("max_depth", lambda: self.engine.solve("h8", max_depth=1, max_nodes=10)),
            ("lines", lambda: self.engine.puzzles("h8i9", lines=3, max_nodes=10)),
            ("max_nodes", lambda: self.engine.forbidden("h8", max_nodes=10)),
        ]
        for option, call in calls:
            with self.assertWarnsRegex(UserWarning, f"^{option}: ignored") as caught:
                call()
            self.assertEqual(caught.filename, __file__)

    def test_a_game_has_its_own_board(self) -> None:
        game = Game("h8j9h9k10")
        for name, value in (("coords", "gtp"), ("size", 20), ("to_move", "white"), ("stones", {"b": ["a1"]})):
            with self.assertRaisesRegex(ValueError, f"^{name}: the game has its own"):
                self.engine.best_move(game, **{name: value}, max_nodes=10)  # type: ignore[arg-type]
        self.engine.best_move(game, rule="renju", coords="top", size=[15, 15], max_nodes=10)

    def test_errors_name_reason_and_field(self) -> None:
        with self.assertRaises(QueryError) as caught:
            self.engine.best_move("h8h8")
        self.assertEqual(
            (caught.exception.reason, caught.exception.field), ("h8: the cell is taken", "moves[1]")
        )
        with self.assertRaisesRegex(QueryError, "max_nodes: expected a whole number from 1 to"):
            self.engine.best_move("h8", max_nodes=0)
        with self.assertRaisesRegex(QueryError, "hash_mib: expected a whole number from 1 to"):
            self.engine.best_move("h8", hash_mib=0)
        with self.assertRaisesRegex(QueryError, r"stones\[1\]: expected \[color, cell\]"):
            self.engine.best_move("", stones=[("black", "h8"), ("h9", "h10")])  # type: ignore[list-item]
        calls: list[tuple[str, Callable[[], object]]] = [
            ("name", lambda: self.engine.opening("swap3")),  # type: ignore[arg-type]
            ("made[1]", lambda: self.engine.opening("swap2", ["h8", "zz"])),
            ("decisions", lambda: self.engine.best_move("h8", decisions=5)),  # type: ignore[arg-type]
            ("format", lambda: self.engine.convert("h8", format="pdf")),  # type: ignore[arg-type]
            ("games", lambda: self.engine.convert("?")),
            ("games", lambda: self.engine.read_game(b"\xff\xfe")),
        ]
        for field, call in calls:
            with self.assertRaises(QueryError) as caught:
                call()
            self.assertEqual(caught.exception.field, field)
        with self.assertRaisesRegex(QueryError, "rule: only renju forbids"):
            self.engine.forbidden(Game("h8", rule="standard"))
        with self.assertRaisesRegex(QueryError, "the game is over: five"):
            self.engine.best_move("a1a2b1b2c1c2d1d2e1")
        with self.assertRaisesRegex(TypeError, "no such option: max_node"):
            self.engine.analyze("h8", max_node=5)  # type: ignore[call-arg]
        with self.assertRaisesRegex(QueryError, "several positions"):
            self.engine.evaluate("h8", turns="all", max_nodes=10)
        with self.assertRaisesRegex(QueryError, "longer than"):
            self.engine.best_move("h8 " * 3_000_000)
        analysis = self.engine.analyze("h8i9", turns="all", allow=["h8"], max_nodes=10)
        self.assertIsInstance(next(analysis), Report)
        for turn in (1, 2):
            with self.assertRaises(QueryError) as caught:
                next(analysis)
            self.assertEqual(caught.exception.turn, turn)
        self.assertEqual(list(analysis), [])

    def test_what_is_no_json_leaves_the_engine_usable(self) -> None:
        nodes: Any
        for nodes, error in (({1}, TypeError), (float("nan"), ValueError)):
            with self.assertRaises(error):
                self.engine.evaluate("h8", max_nodes=nodes)
        # A line that cannot be read is told by its number, so no number may be lost.
        with self.assertRaisesRegex(QueryError, "not JSON"):
            self.engine.best_move("h8\ud800", max_nodes=100)

    def test_closed_and_dropped_queries_end(self) -> None:
        with self.engine.analyze("h8i9h9", max_time_ms=ENDLESS, report_every_ms=10) as analysis:
            self.assertFalse(next(analysis).final)
        self.assertEqual(list(analysis), [])
        self.assertTrue(answers_at_once(self.engine))
        for report in self.engine.analyze("h8i9h9", max_time_ms=ENDLESS, report_every_ms=10):
            self.assertFalse(report.final)
            break
        gc.collect()
        self.assertTrue(answers_at_once(self.engine))

    def test_the_end_of_a_query_ends_the_waits_of_all_threads(self) -> None:
        closed = self.engine.analyze("h8i9h9", max_time_ms=ENDLESS)
        finished = self.engine.analyze("h8i9h9", max_nodes=1000)
        for analysis, count in ((closed, 0), (finished, 1)):
            found: list[object] = []
            threads = [
                threading.Thread(target=found.extend, args=(analysis,), daemon=True)
                for _ in range(3)
            ]
            for thread in threads:
                thread.start()
            if analysis is closed:
                time.sleep(0.1)
                analysis.close()
            for thread in threads:
                thread.join(timeout=30)
                self.assertFalse(thread.is_alive())
            self.assertEqual(len(found), count)

    def test_threads_share_an_engine(self) -> None:
        found: dict[int, int] = {}

        def ask(nodes: int) -> None:
            found[nodes] = self.engine.evaluate("h8i9h9", max_nodes=nodes).nodes

        threads = [threading.Thread(target=ask, args=(nodes,)) for nodes in range(200, 220)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, {nodes: nodes for nodes in range(200, 220)})


class AsyncEngineTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        # No complaints about slow machines.
        asyncio.get_running_loop().set_debug(False)

    async def test_queries_are_answered_side_by_side(self) -> None:
        async with AsyncEngine(jobs=2) as engine:
            reports = await asyncio.gather(
                *(engine.evaluate("h8i9h9", max_nodes=n) for n in range(200, 300))
            )
            self.assertEqual([report.nodes for report in reports], list(range(200, 300)))
            self.assertEqual((await engine.solve(MATE, rule="renju")).plies, 5)
            self.assertEqual(
                [it.cell for it in await engine.forbidden("h8h9i7i9h10i6i11i12")], ["g9"]
            )
            review = await engine.review("h8i9h9", max_nodes=100)
            self.assertEqual([it.side for it in review.moves], ["black", "white", "black"])
            self.assertEqual(await engine.puzzles("h8i9h9", max_nodes=100), ())
            opening = await engine.opening("swap2", ["h8", "a1", "h7"], max_nodes=300)
            self.assertEqual(opening.decisions, ("swap",))
            game = Game("h8i9")
            self.assertEqual(await engine.play(game, max_nodes=100), game.moves[2])
            turns = [
                answer.turn async for answer in engine.analyze(game, turns=[0, 1], max_nodes=100)
            ]
            self.assertEqual(sorted(turns), [0, 1])
            with self.assertRaisesRegex(QueryError, "not a cell of the 15x15 board"):
                await engine.best_move("z99")

    async def test_games_of_files_are_read(self) -> None:
        async with AsyncEngine() as engine:
            self.assertEqual(await engine.convert(b"# Jos\xe9\nh8i9"), "h8i9\n")
            self.assertEqual((await engine.read_game("(;SZ[9];B[ee])")).moves, ("e5",))
            with self.assertRaises(QueryError):
                await engine.read_game(b"<xml>")

    async def test_cancelled_tasks_end_their_queries(self) -> None:
        async with AsyncEngine() as engine:
            task = asyncio.create_task(engine.best_move("h8i9h9", max_time_ms=ENDLESS))
            await asyncio.sleep(0.1)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.evaluate("h8i9h9", max_time_ms=ENDLESS), 0.1)
            async for report in engine.analyze("h8i9h9", max_time_ms=ENDLESS, report_every_ms=10):
                self.assertFalse(report.final)
                break
            analysis = engine.analyze("h8i9h9", max_time_ms=ENDLESS)
            await analysis.aclose()
            self.assertEqual([answer async for answer in analysis], [])
            self.assertTrue(await asyncio.wait_for(engine.best_move("h8", max_nodes=100), 30))

    async def test_the_end_of_a_query_ends_the_waits_of_all_tasks(self) -> None:
        async with AsyncEngine() as engine:
            analysis = engine.analyze("h8i9h9", max_time_ms=ENDLESS)

            async def rest() -> list[Answer]:
                return [answer async for answer in analysis]

            waits = asyncio.gather(rest(), rest())
            await asyncio.sleep(0.1)
            await analysis.aclose()
            self.assertEqual(await asyncio.wait_for(waits, 30), [[], []])

    async def test_an_event_loop_may_end_before_its_queries(self) -> None:
        engine = AsyncEngine()

        async def start() -> object:
            return engine.analyze("h8i9h9", max_time_ms=300, report_every_ms=1)

        other_loop = asyncio.get_running_loop().run_in_executor(None, lambda: asyncio.run(start()))
        held = await other_loop
        self.assertTrue(await asyncio.wait_for(engine.best_move("h8", max_nodes=100), 30), held)
        engine.close()


class ProcessTest(unittest.TestCase):
    def test_a_dead_process_is_an_error(self) -> None:
        for action in ("kill", "close"):
            engine = Engine()
            analysis = engine.analyze("h8i9h9", max_time_ms=ENDLESS, report_every_ms=10)
            next(analysis)
            if action == "close":
                engine.close()
            else:
                engine._process._child.kill()
            with self.assertRaises(ShisanError):
                list(analysis)
            engine._process._reader.join()
            with self.assertRaises(EngineDied) as caught:
                engine.best_move("h8")
            self.assertEqual(
                f"{caught.exception}", f"shisan ended with exit code {caught.exception.exit_code}"
            )
            if action == "kill":
                self.assertNotEqual(caught.exception.exit_code, 0)
            engine.close()

    def test_errors_are_the_same_in_another_process(self) -> None:
        for error in (EngineDied(-9, "boom"), EngineDied(2), QueryError("taken", "moves[1]", 3)):
            copied = pickle.loads(pickle.dumps(error))
            self.assertEqual((str(copied), vars(copied)), (str(error), vars(error)))

    def test_a_program_that_does_not_start_says_why(self) -> None:
        with self.assertRaisesRegex(
            EngineDied, "exit code 2: error: invalid value '0' for '--threads"
        ):
            Engine(threads=0)
        with self.assertRaisesRegex(ShisanError, "expected answers of schema 1, not without a schema"):
            Engine(arguments=["--katago"])
        with self.assertRaises(OSError):
            Engine("no-such-program")
        with self.assertRaises(ShisanError):
            Engine(sys.executable)

    @unittest.skipIf(sys.platform == "win32", "needs a shell")
    def test_a_program_that_gives_no_answers_is_ended(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "program"
            for line in ("5", "[]", "{}", '{"id": []}', "Ready"):
                program.write_text(f"#!/bin/sh\necho '{line}'\nexec sleep 60\n")
                program.chmod(0o755)
                with self.subTest(line), self.assertRaises(EngineDied) as caught:
                    Engine(str(program))
                self.assertEqual(caught.exception.exit_code, -signal.SIGKILL)

    @unittest.skipIf(sys.platform == "win32", "signals")
    def test_no_process_outlives_the_interpreter(self) -> None:
        for end, signal_number in [
            ("exit", None),
            ("leave", None),
            ("wait", signal.SIGINT),
            ("wait", signal.SIGKILL),
        ]:
            pid = self.interpreter(end, signal_number)
            for _ in range(300):
                if not is_running(pid):
                    break
                time.sleep(0.1)
            else:
                self.fail(f"the engine outlives {end} {signal_number}")

    @unittest.skipIf(sys.platform == "win32", "signals")
    def test_an_interrupt_spares_the_engine(self) -> None:
        self.interpreter("go on", signal.SIGINT)

    def test_an_interrupt_ends_the_query_that_is_waited_for(self) -> None:
        with Engine() as engine:
            analysis = engine.analyze("h8i9h9", max_time_ms=ENDLESS)
            interrupt = threading.Timer(0.5, _thread.interrupt_main)
            interrupt.start()
            with self.assertRaises(KeyboardInterrupt):
                next(analysis)
            self.assertEqual(list(analysis), [])
            self.assertTrue(answers_at_once(engine))

    def interpreter(self, end: str, signal_number: Optional[int]) -> int:
        """Ends an interpreter whose engine searches; returns the process id of the engine."""
        script = textwrap.dedent(
            """
            import os, sys
            from shisan import Engine
            engine = Engine()
            print(engine._process._child.pid, flush=True)
            end = sys.argv[1]
            analysis = engine.analyze("h8i9h9", max_time_ms=3_600_000, report_every_ms=10)
            next(analysis)
            if end == "exit":
                sys.exit(0)
            try:
                if end in ("wait", "go on"):
                    print("waits", flush=True)
                    for report in analysis: pass
            except KeyboardInterrupt:
                if end == "wait":
                    raise
                analysis.close()
                print(engine.best_move("h8", max_nodes=100), flush=True)
            """
        )
        python = subprocess.Popen(
            [sys.executable, "-c", script, end],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert python.stdout
        pid = int(python.stdout.readline())
        if signal_number is not None:
            self.assertEqual(python.stdout.readline(), "waits\n")
            # As a terminal does: to the whole group.
            os.killpg(python.pid, signal_number)
        output, errors = python.communicate(timeout=60)
        if end == "go on":
            self.assertEqual((python.returncode, errors), (0, ""))
            self.assertRegex(output, "^[a-o][0-9]+\n$")
        return pid


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # An orphan that has not been waited for yet is dead.
    state = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True
    ).stdout
    return bool(state.strip()) and not state.startswith("Z")


if __name__ == "__main__":
    unittest.main()
