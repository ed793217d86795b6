"""Collections and trees, against the installed program."""

import asyncio
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from shisan import (
    AsyncEngine,
    Collection,
    Engine,
    GameTree,
    PlayedMove,
    ShisanError,
    data_frame,
    find_program,
    read_reviews,
)

STUDY = (
    "(;GM[4]SZ[15]PB[Nakamura]PW[Meritee]RE[B+]RU[renju];B[hh]C[the centre]"
    "(;W[hg];B[ig]TR[hh];W[ij])(;W[ig];B[ih]))"
)
OTHER = "(;GM[4]SZ[15]PB[Sato]RE[W+];B[hh];W[gh];B[gi])"


class CollectionTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "games").mkdir()
        (self.folder / "games" / "all.sgf").write_text(STUDY + OTHER, encoding="utf-8")
        self.games = Collection.index(self.folder / "games.idx", self.folder / "games")

    def test_games_are_found(self) -> None:
        first, second = self.games.find()
        self.assertEqual((first.players, first.result), (("Nakamura", "Meritee"), "black"))
        self.assertEqual((first.opening, first.turn), ("D4 Kagetsu", None))
        self.assertEqual((second.game, second.players[1]), (2, None))
        found = list(self.games.find("h8h7i7"))
        self.assertEqual([(it.game, it.turn, it.next) for it in found], [(1, 3, "i10"), (2, 3, None)])
        self.assertEqual([it.game for it in self.games.find("h8", player="sato")], [2])
        for unique in (True, False):
            self.assertEqual(len(list(self.games.find(unique=unique, player=None, since=None))), 2)
        self.assertEqual(list(self.games.find(result="draw")), [])

    def test_moves_are_counted(self) -> None:
        first, end = self.games.moves("h8h7i7")
        self.assertEqual((first.move, first.games, first.losses), ("i10", 1, 1))
        self.assertEqual(end, PlayedMove(1, 1, 0, 0, 0, None, 1.0))

    def test_games_are_written(self) -> None:
        target = self.folder / "found.pos"
        with self.assertWarnsRegex(UserWarning, "^pos has no place for 1 player") as caught:
            self.games.write(target, player="sato")
        self.assertEqual(caught.filename, __file__)
        self.assertEqual(target.read_text(encoding="utf-8"), "h8g8g9\n")
        self.assertEqual(list(self.games.duplicates()), [])

    def test_a_name_that_begins_with_a_hyphen_is_no_option(self) -> None:
        home = os.getcwd()
        self.addCleanup(os.chdir, home)
        os.chdir(self.folder)
        Path("--json.sgf").write_text(OTHER, encoding="utf-8")
        games = Collection.index("--index", "--json.sgf")
        self.assertEqual([it.file for it in games.find()], ["--json.sgf"])
        games.write("--found.sgf")
        self.assertIn("PB[Sato]", Path("--found.sgf").read_text(encoding="utf-8"))
        with self.assertRaisesRegex(ShisanError, "-1.*not a cell"):
            games.moves("-1")

    def test_errors_are_raised(self) -> None:
        with self.assertRaisesRegex(ShisanError, "h8 is taken"):
            list(self.games.find("h8h8"))
        (self.folder / "games" / "new.txt").write_text("h8\n", encoding="utf-8")
        with self.assertRaisesRegex(ShisanError, "new.txt is new: index them again"):
            self.games.moves()
        (self.folder / "games" / "new.txt").write_text("h8h8\nh8\n", encoding="utf-8")
        index = self.folder / "games.idx"
        with self.assertRaisesRegex(ShisanError, "new.txt: line 1, column 3"):
            Collection.index(index, self.folder / "games")
        with self.assertWarnsRegex(UserWarning, "^skipped: .*new.txt: line 1, column 3: ") as caught:
            whole = Collection.index(index, self.folder / "games", skip_errors=True)
        self.assertEqual(caught.filename, __file__)
        self.assertEqual(len(list(whole.find())), 3)
        with self.assertRaisesRegex(ShisanError, "missing"):
            Collection.index(self.folder / "x.idx", self.folder / "missing")

    @unittest.skipIf(os.name == "nt", "has no signals")
    def test_a_program_that_is_killed_says_so(self) -> None:
        killed = self.folder / "killed"
        killed.write_text("#!/bin/sh\nkill -9 $$\n")
        killed.chmod(0o755)
        with self.assertRaisesRegex(ShisanError, "^shisan ended with exit code -9$"):
            Collection(self.folder / "games.idx", program=str(killed)).moves()

    def test_reviews_are_read(self) -> None:
        games, journal = self.folder / "games" / "all.sgf", self.folder / "reviews.jsonl"
        words = ["review", "--nodes=300", f"--journal={journal}", str(games)]
        subprocess.run([find_program(), *words], check=True, stderr=subprocess.DEVNULL)
        first, second = read_reviews(journal)
        self.assertEqual((first.file, first.game, first.rule), (str(games), 1, "renju"))
        self.assertEqual((len(first.review.moves), len(second.review.moves)), (4, 3))
        rows = list(first.rows())
        self.assertEqual((rows[0]["move"], rows[0]["black"], len(rows)), ("h8", "Nakamura", 4))
        self.assertLessEqual(rows[0]["loss"], 1.0)
        whole = journal.read_bytes()
        journal.write_bytes(whole[:-40])
        self.assertEqual([it.game for it in read_reviews(journal)], [1])
        for foreign in (b"5\n", b"{}\n", b"h8i9\n", b'{"kind":"match"}\n', b"\xff\n", b"[]\n"):
            journal.write_bytes(whole + foreign)
            with self.assertRaisesRegex(ShisanError, "reviews.jsonl: line 4: not a review"):
                list(read_reviews(journal))

    def test_every_move_of_a_review_makes_the_same_row(self) -> None:
        games, journal = self.folder / "mate.pos", self.folder / "reviews.jsonl"
        games.write_text("h8h9i9g7i10j10g8f6f8e8o15\n", encoding="utf-8")
        words = ["review", "--rule=renju", "--nodes=500", f"--journal={journal}", str(games)]
        subprocess.run([find_program(), *words], check=True, stderr=subprocess.DEVNULL)
        (game,) = read_reviews(journal)
        self.assertIsNotNone(game.review.moves[-1].proof)
        with mock.patch.dict(sys.modules, polars=mock.Mock(DataFrame=dict)):
            for rows in (list(game.rows()), list(game.rows())[::-1]):
                frame = data_frame(rows)
                self.assertEqual({len(column) for column in frame.values()}, {11})
                self.assertFalse({"pv", "proof"} & frame.keys())
                self.assertIn("missed-win", frame["judgement"])

    def test_rows_make_a_data_frame(self) -> None:
        try:
            frame = data_frame(self.games.find())
        except ImportError:
            self.skipTest("neither polars nor pandas is installed")
        self.assertEqual((len(frame), list(frame["game"])), (2, [1, 2]))
        self.assertEqual(len(data_frame([])), 0)


class TreeTest(unittest.TestCase):
    def check(self, trees: "list[GameTree]", text: str) -> None:
        study, other = trees
        self.assertEqual([node.get("parent") for node in study["nodes"]][4:6], [None, 1])
        self.assertEqual(study["nodes"][1]["comment"], "the centre")
        self.assertEqual(study["nodes"][3]["marks"], [["triangle", "h8"]])
        self.assertEqual(other["black"], "Sato")
        self.assertIn("TR[hh]", text)

    def test_all_trees_of_a_file_are_one_query(self) -> None:
        with Engine() as engine:
            ask = engine._process.ask
            with mock.patch.object(engine._process, "ask", side_effect=ask) as asked:
                trees = list(engine.read_trees(OTHER * 20))
            self.assertEqual((len(trees), asked.call_count), (20, 1))
            with self.assertWarnsRegex(UserWarning, "read up to there"):
                self.assertEqual(len(list(engine.read_trees(OTHER + "(;GM[4];B[hh];W["))), 2)

    def test_trees_are_read_and_written(self) -> None:
        with Engine() as engine:
            trees = list(engine.read_trees(STUDY + OTHER))
            text = engine.write_tree(trees[0], "sgf")
            self.check(trees, text)
            self.assertEqual(list(engine.read_trees(text)), trees[:1])

    def test_trees_are_read_and_written_by_coroutines(self) -> None:
        async def read() -> None:
            async with AsyncEngine() as engine:
                trees = [tree async for tree in engine.read_trees(STUDY + OTHER)]
                self.check(trees, await engine.write_tree(trees[0], "sgf"))

        asyncio.run(read())


if __name__ == "__main__":
    unittest.main()
