"""Long runs in parts, against the installed program."""

import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest import mock

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
# Runs a command, and kills it whenever its last word, a file, has grown by 25 kB.
KILLER = """
import os, subprocess, sys, time
length = lambda: os.path.exists(sys.argv[-1]) and os.path.getsize(sys.argv[-1])
end = length() + 25_000
run = subprocess.Popen(sys.argv[1:])
while run.poll() is None:
    if length() > end:
        run.kill()
    time.sleep(0.02)
sys.exit(run.returncode if run.returncode >= 0 else 128 - run.returncode)
"""


class ClusterTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_shards_are_one_match(self) -> None:
        arguments = [*MATCH, "--games=12"]
        with ProcessPoolExecutor(2) as executor, mock.patch.object(
            cluster, "_merge", wraps=cluster._merge
        ) as merge:
            shards = cluster.match(executor, arguments, self.folder / "shards", shards=3)
        merge.assert_called_once()
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
        begun = {file: file.read_bytes() for file in folder.glob("*.jsonl")}
        self.assertLess(len(begun), 20)
        # The verdict is there without another game.
        with ThreadPoolExecutor(1) as executor:
            again = cluster.match(executor, [*MATCH, *sprt], folder, shards=20)
        self.assertEqual(again["sprt"], summary["sprt"])
        self.assertEqual({file: file.read_bytes() for file in folder.glob("*.jsonl")}, begun)

    def test_a_journal_that_is_not_begun_is_begun(self) -> None:
        arguments = [*MATCH, "--games=4", "--sprt=elo0=0,elo1=200"]
        with ThreadPoolExecutor(1) as executor:
            one = cluster.match(executor, arguments, self.folder, shards=1)
            # As a run leaves it that is killed when it begins.
            (self.folder / "shard1.jsonl").write_text('{"schema":')
            again = cluster.match(executor, arguments, self.folder, shards=1)
        self.assertEqual(again["encounters"], one["encounters"])

    def test_a_folder_that_begins_with_a_hyphen_is_no_option(self) -> None:
        home = os.getcwd()
        self.addCleanup(os.chdir, home)
        os.chdir(self.folder)
        with ThreadPoolExecutor(1) as executor:
            summary = cluster.match(executor, [*MATCH, "--games=2"], "-match", shards=1)
        self.assertEqual(summary["state"], "finished")

    @unittest.skipIf(sys.platform == "win32", "needs a shell")
    def test_an_interrupted_part_goes_on(self) -> None:
        arguments = [*MATCH, "--games=100"]
        killed = self.folder / "killed"
        killer = self.folder / "killer.py"
        killer.write_text(KILLER)
        script(killed, f'exec {shlex.quote(sys.executable)} {killer} {PROGRAM} "$@"')
        with ThreadPoolExecutor(2) as executor:
            summary = cluster.match(
                executor, arguments, self.folder / "parts", shards=2, program=str(killed)
            )
            one = cluster.match(executor, arguments, self.folder / "one", shards=1)
        self.assertEqual(summary["encounters"], one["encounters"])

    @unittest.skipIf(os.name == "nt", "has no process groups")
    def test_ctrl_c_keeps_what_processes_have_made(self) -> None:
        work = "import sys\nfrom concurrent.futures import Future, ProcessPoolExecutor\nfrom shisan import cluster\n"
        work += "with ProcessPoolExecutor(1) as executor:\n"
        work += "    cluster.match(executor, sys.argv[2:], sys.argv[1], shards=2)\n"
        folder = self.folder / "shards"
        arguments = [*MATCH, "--games=100000"]
        command = [sys.executable, "-c", work, str(folder), *arguments]
        environment = {**os.environ, "TMPDIR": str(self.folder)}
        python = subprocess.Popen(
            command, env=environment, start_new_session=True, stderr=subprocess.PIPE
        )
        while not any(
            journal.read_bytes().count(b"\n") > 3
            for journal in self.folder.glob("shisan-*/shard1.jsonl")
        ):
            time.sleep(0.05)
        os.killpg(python.pid, signal.SIGINT)
        python.communicate(timeout=30)
        self.assertEqual([file.name for file in folder.glob("*.jsonl")], ["shard1.jsonl"])
        self.assertGreater((folder / "shard1.jsonl").read_bytes().count(b"\n"), 3)

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

    def test_self_play_grows_and_shrinks(self) -> None:
        with ThreadPoolExecutor(2) as executor:
            for games in (4, 7, 2):
                files = cluster.selfplay(
                    executor, SELFPLAY, self.folder, games=games, games_a_part=3
                )
                seeds = [int(line.split()[2]) for file in files for line in games_of(file)]
                self.assertEqual(seeds, list(range(games)))

    @unittest.skipIf(sys.platform == "win32", "needs a shell")
    def test_what_has_changed_is_refused(self) -> None:
        brain = self.folder / "brain"
        arguments = [f"--engine=new={brain}", *MATCH[1:], "--games=4"]
        script(brain, f'exec {PROGRAM} "$@" brain')
        games = self.folder / "games.sgf"
        games.write_text(GAMES)
        with ThreadPoolExecutor(2) as executor:

            def match() -> "dict[str, Any]":
                return cluster.match(executor, arguments, self.folder / "match", shards=2)

            def review() -> "list[Path]":
                words = ["--nodes=50", str(games)]
                return cluster.review(executor, words, self.folder / "reviews", shards=2)

            self.assertEqual(match()["encounters"], match()["encounters"])
            self.assertEqual(review(), review())
            script(brain, f'exec {PROGRAM} "$@" classic random')
            with self.assertRaisesRegex(ShisanError, r"shard.\.jsonl.* another build of new"):
                match()
            games.write_text(GAMES[1:])
            with self.assertRaisesRegex(ShisanError, r"reviews.\.jsonl: .* another review: files.0"):
                review()

    @unittest.skipIf(sys.platform == "win32", "needs a shell")
    def test_a_program_that_makes_no_file_leaves_none(self) -> None:
        program = self.folder / "program"
        script(program, "exit 0")
        with ThreadPoolExecutor(2) as executor:
            with self.assertRaisesRegex(ShisanError, "shard.*program has made no file"):
                cluster.match(executor, MATCH, self.folder / "match", shards=2, program=str(program))
        self.assertEqual(list((self.folder / "match").glob("shard*")), [])

    @unittest.skipIf(sys.platform == "win32", "needs a shell")
    def test_an_error_in_one_part_keeps_the_others(self) -> None:
        program = self.folder / "program"
        error = "echo error: the disk >&2; exit 2"
        script(program, f'case "$*" in *--first=0*) {error};; esac\nsleep 1; exec {PROGRAM} "$@"')
        with self.assertRaisesRegex(ShisanError, "games0-1.txt: the disk"):
            with ThreadPoolExecutor(2) as executor:
                cluster.selfplay(
                    executor, SELFPLAY, self.folder / "games", games=4, games_a_part=2, program=str(program)
                )
        self.assertEqual(len(games_of(self.folder / "games" / "games2-3.txt")), 2)
        # It was under way when the folder might have been given free.
        with self.assertRaisesRegex(ShisanError, "another command"):
            with ThreadPoolExecutor(1) as executor:
                cluster.selfplay(executor, ["--nodes=50"], self.folder / "games", games=1)

    @unittest.skipIf(sys.platform == "win32", "needs a shell")
    def test_a_part_is_finished_by_the_exit_codes_of_its_command(self) -> None:
        program = self.folder / "program"
        script(program, f'{PROGRAM} "$@"; exit 1')
        with ThreadPoolExecutor(1) as executor:
            with self.assertRaisesRegex(ShisanError, "games0-0.txt: "):
                cluster.selfplay(
                    executor, SELFPLAY, self.folder / "games", games=1, program=str(program)
                )

    def test_a_late_part_replaces_no_longer_file(self) -> None:
        file, late = self.folder / "file", Future[cluster.Run]()
        file.write_bytes(b"12345")
        late.set_result((75, b"123", ""))
        cluster._keep(file, Future(), late)
        self.assertEqual(file.read_bytes(), b"12345")

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
        version: dict[str, Any] = {"action": "version"}
        queries = [version, {**version, "id": "b"}, {**version, "id": None}]
        with ThreadPoolExecutor(1) as executor:
            answers = list(cluster.analyze(executor, queries, queries_a_part=1))
        self.assertEqual([answer["id"] for answer in answers], [1, "b", 3])

    def test_no_query_ends_others(self) -> None:
        version = {"action": "version"}
        with ThreadPoolExecutor(1) as executor:
            for action in ("quit", "terminate", "terminateAll", "terminate_all", "Quit"):
                queries = [version, version, {"action": action}, version]
                with self.assertRaisesRegex(ValueError, f"query 3: expected no {action}"):
                    list(cluster.analyze(executor, queries, queries_a_part=2))

    def test_shards_write_no_file_of_the_whole_match(self) -> None:
        with ThreadPoolExecutor(1) as executor:
            for words in (["--record", "g.pgn"], ["--html=m.html"], ["--chart=m.svg"]):
                with self.assertRaisesRegex(ValueError, f"{words[0]}: expected no file"):
                    cluster.match(executor, [*MATCH, *words], self.folder / "match", shards=2)
        self.assertFalse((self.folder / "match").exists())

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
            with self.assertRaises(FileNotFoundError):
                cluster.match(executor, MATCH, self.folder / "wrong", shards=1, program="missing")
            # What made nothing does not hold the folder.
            summary = cluster.match(executor, [*MATCH, "--games=2"], self.folder / "wrong", shards=1)
            self.assertEqual(summary["state"], "finished")
            bad = self.folder / "bad.sgf"
            bad.write_text("(;GM[4]SZ[15];B[hh];W[hh])" + GAMES)
            review = ["--nodes=50", str(bad)]
            with self.assertRaisesRegex(ShisanError, "bad.sgf"):
                cluster.review(executor, review, self.folder / "reviews", shards=1)
            with self.assertWarnsRegex(UserWarning, "^skipped: .*bad.sgf") as caught:
                cluster.review(executor, [*review, "--skip-errors"], self.folder / "reviews", shards=1)
            self.assertEqual(caught.filename, __file__)
            cluster.selfplay(executor, SELFPLAY, self.folder / "games", games=1)
            with self.assertRaisesRegex(ShisanError, "another command"):
                cluster.selfplay(executor, ["--nodes=50"], self.folder / "games", games=1)
            kept = json.loads((self.folder / "games" / "command.json").read_text())
            self.assertEqual(kept[:2], ["selfplay", "--nodes=100"])


def script(file: Path, text: str) -> None:
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)


def games_of(file: Path) -> list[str]:
    return [line for line in file.read_text().splitlines() if not line.startswith("#")]


if __name__ == "__main__":
    unittest.main()
