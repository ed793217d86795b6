"""Long runs in parts, against the installed program."""

import json
import shlex
import sys
import tempfile
import unittest
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

from shisan import ShisanError, cluster, find_program, read_reviews

PROGRAM = shlex.quote(find_program())
MATCH = [
    f"--engine=new={PROGRAM} brain",
    f"--engine=base={PROGRAM} brain",
    "--rule=renju",
    "--size=15",
    "--nodes=300",
    "--limit=base.nodes=200",
    "--transform",
    "--seed=7",
]
SELFPLAY = ["--nodes=100", "--size=9"]
GAMES = "".join(f"(;GM[4]SZ[15];B[hh];W[{cell}];B[ig];W[ij])" for cell in ("gh", "hg", "hi"))


class ClusterTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_shards_are_one_match(self) -> None:
        arguments = [*MATCH, "--games=12"]
        with ProcessPoolExecutor(2) as executor:
            shards = cluster.match(executor, arguments, self.folder / "shards", shards=3)
        with ThreadPoolExecutor(1) as executor:
            one = cluster.match(executor, arguments, self.folder / "one", shards=1)
        self.assertEqual(shards["state"], "finished")
        self.assertEqual(shards["encounters"][0]["games"], 12)
        self.assertEqual(shards["encounters"], one["encounters"])

    def test_a_decided_test_ends_the_match(self) -> None:
        sprt = ["--games=400", "--sprt=elo0=0,elo1=200,alpha=0.1,beta=0.1", "--limit=new.nodes=4000"]
        folder = self.folder / "decided"
        with ThreadPoolExecutor(1) as executor:
            summary = cluster.match(executor, [*MATCH, *sprt], folder, shards=20)
        self.assertLess(summary["encounters"][0]["games"], 400)
        self.assertLess(len(list(folder.glob("*.jsonl"))), 20)
        # The verdict is there without another game.
        with ThreadPoolExecutor(1) as executor:
            again = cluster.match(executor, [*MATCH, *sprt], folder, shards=20)
        self.assertEqual(again["sprt"], summary["sprt"])

    @unittest.skipUnless(sys.platform == "linux", "needs timeout")
    def test_an_interrupted_part_goes_on(self) -> None:
        arguments = [*MATCH, "--games=200"]
        killed = self.folder / "killed"
        killed.write_text(f'#!/bin/sh\nexec timeout --signal=KILL 2 {PROGRAM} "$@"\n')
        killed.chmod(0o755)
        with ThreadPoolExecutor(2) as executor:
            summary = cluster.match(
                executor, arguments, self.folder / "parts", shards=2, program=str(killed)
            )
            one = cluster.match(executor, arguments, self.folder / "one", shards=1)
        self.assertEqual(summary["encounters"], one["encounters"])

    def test_only_what_is_missing_is_run(self) -> None:
        with ThreadPoolExecutor(2) as executor:
            files = cluster.selfplay(
                executor, SELFPLAY, self.folder / "games", games=7, games_a_part=3, first=10
            )
            (one,) = cluster.selfplay(executor, SELFPLAY, self.folder / "one", games=7, first=10)
            games = [line for file in files for line in games_of(file)]
            self.assertEqual(games, games_of(one))
            files[1].unlink()
            times = [file.stat().st_mtime_ns for file in (files[0], files[2])]
            again = cluster.selfplay(
                executor, SELFPLAY, self.folder / "games", games=7, games_a_part=3, first=10
            )
        self.assertEqual(again, files)
        self.assertEqual([file.stat().st_mtime_ns for file in (files[0], files[2])], times)
        self.assertEqual([line for file in files for line in games_of(file)], games)

    def test_reviews_hold_all_games(self) -> None:
        games = self.folder / "games.sgf"
        games.write_text(GAMES)
        with ThreadPoolExecutor(2) as executor:
            journals = cluster.review(
                executor, ["--nodes=200", str(games)], self.folder / "reviews", shards=2
            )
        reviewed = [review.game for journal in journals for review in read_reviews(journal)]
        self.assertEqual(sorted(reviewed), [1, 2, 3])

    def test_answers_are_in_order(self) -> None:
        moves = ["h8", "h8i9", "h8i9g7", "", "h8h8"]
        queries = [{"id": k, "moves": text, "maxNodes": 100} for k, text in enumerate(moves)]
        with ThreadPoolExecutor(2) as executor:
            answers = list(cluster.analyze(executor, queries, queries_a_part=2))
        self.assertEqual([answer["id"] for answer in answers], list(range(5)))
        self.assertIn("error", answers[4])

    def test_queries_are_numbered_before_they_are_divided(self) -> None:
        queries = [{"action": "version"}, {"id": "b", "action": "version"}, {"action": "version"}]
        with ThreadPoolExecutor(1) as executor:
            answers = list(cluster.analyze(executor, queries, queries_a_part=1))
        self.assertEqual([answer["id"] for answer in answers], [1, "b", 3])

    def test_a_part_is_not_empty(self) -> None:
        with ThreadPoolExecutor(1) as executor:
            for number in (0, -1):
                for run in (cluster.match, cluster.review):
                    with self.assertRaisesRegex(ValueError, f"shards: expected 1 or more, not {number}"):
                        run(executor, [], self.folder, shards=number)
                for games, games_a_part in ((number, 1), (1, number)):
                    with self.assertRaisesRegex(ValueError, f"expected 1 or more, not {number}"):
                        cluster.selfplay(
                            executor, [], self.folder, games=games, games_a_part=games_a_part
                        )
                with self.assertRaisesRegex(ValueError, "queries_a_part: expected 1 or more"):
                    cluster.analyze(executor, [{}], queries_a_part=number)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_text_may_hold_what_ends_lines_elsewhere(self) -> None:
        ids = ["a\u2028b", "a\u2029b", "a\x85b", "a\x0bb"]
        with ThreadPoolExecutor(1) as executor:
            queries = [{"id": text, "action": "version"} for text in ids]
            answers = list(cluster.analyze(executor, queries, queries_a_part=4))
        self.assertEqual([answer["id"] for answer in answers], ids)

    def test_errors_are_said(self) -> None:
        with ThreadPoolExecutor(1) as executor:
            with self.assertRaisesRegex(ShisanError, "shard1.jsonl: .*nonsense"):
                cluster.match(executor, ["--nonsense"], self.folder / "wrong", shards=1)
            cluster.selfplay(executor, SELFPLAY, self.folder / "games", games=1)
            with self.assertRaisesRegex(ShisanError, "another command"):
                cluster.selfplay(executor, ["--nodes=50"], self.folder / "games", games=1)
            kept = json.loads((self.folder / "games" / "command.json").read_text())
            self.assertEqual(kept[:2], ["selfplay", "--nodes=100"])


def games_of(file: Path) -> list[str]:
    return [line for line in file.read_text().splitlines() if not line.startswith("#")]


if __name__ == "__main__":
    unittest.main()
