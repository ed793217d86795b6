#!/usr/bin/env python3
"""Plays matches in shards that are killed and resumed, and compares them with the same match in one run.

    scripts/shards.py kill target/release/shisan --matches 50 --games 400
    scripts/shards.py sprt target/release/shisan --matches 50 --nodes 215 --base-nodes 200

`kill`: each match is played once in one run and once in shards. Three runs of shards are ended by SIGKILL and
three by SIGTERM to the runner, its brains and its reaper in random order, at random moments; all are
resumed. The merged results must be those of the one run.

`sprt`: each match has a sequential test. Random subsets of its shards, some of them cut as an unfinished run
leaves them, are merged: the verdict must be that of the one run, or none.

Needs Linux, whose /proc lists the brains. An interrupt prints the command that continues with the match under way.

Exit code: 0 all matches agree, 1 one does not, 75 interrupted, 2 bad input or failure.
"""

import argparse
import json
import os
import random
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import continuable
from continuable import fail

# What differs from one run of a match to the next.
OF_RUN = ["session_games", "session_seconds", "games_per_hour", "move_seconds"]
# How long a process may take to end.
GRACE = 30


class Match:
    """A match of two brains at fixed nodes, in a folder of its own."""

    def __init__(self, args, folder, seed, sprt=None):
        self.args, self.folder, self.seed = args, folder, seed
        program = shlex.quote(str(args.program))
        self.command = [
            args.program, "match", "--json", "--size=15", "--transform", f"--games={args.games}",
            f"--engine=new={program} {args.new}", f"--engine=base={program} {args.base}",
            f"--nodes={args.nodes}", f"--limit=base.nodes={args.base_nodes}", f"--seed={seed}",
        ]  # fmt: skip
        if sprt:
            self.command.append(f"--sprt={sprt}")

    def shard(self, number):
        return self.folder / f"shard{number}"

    def spawn(self, journal, shard="1/1"):
        options = [f"--journal={journal}", f"--shard={shard}", "--resume"]
        return continuable.start(
            self.command + options,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        )

    def play(self, journal, shard="1/1"):
        """Plays to the end; returns the last summary."""
        process = self.spawn(journal, shard)
        output, _ = process.communicate()
        if process.returncode != 0:
            fail(f"{journal}: exit code {process.returncode}")
        return events(output)["summary"]

    def play_shard(self, number, ends, dice):
        """Plays a shard; `ends` are the signals that end its first runs."""
        journal, shard = self.shard(number), f"{number}/{self.args.shards}"
        pairs = self.args.games // 2 // self.args.shards
        for end in sorted(ends, key=lambda _: dice.random()):
            process = self.spawn(journal, shard)
            # Somebody must read what it prints.
            reader = threading.Thread(target=process.stdout.read)
            reader.start()
            target = lines(journal) + dice.randint(0, max(1, pairs // 3))
            while lines(journal) < target and process.poll() is None:
                time.sleep(0.002)
            time.sleep(dice.uniform(0, 0.02))
            self.end(process, end, dice)
            reader.join()
        self.play(journal, shard)

    def end(self, process, end, dice):
        family = descendants(process.pid)
        everyone = [process.pid] if end == signal.SIGKILL else [process.pid, *family]
        dice.shuffle(everyone)
        for pid in everyone:
            try:
                os.kill(pid, end)
            except ProcessLookupError:
                pass
        code = process.wait(GRACE)
        allowed = [0, -end] if end == signal.SIGKILL else [0, 75]
        if code not in allowed:
            fail(f"{end.name} ended a run with exit code {code}")
        deadline = time.monotonic() + GRACE
        while any(is_running(pid) for pid in family):
            if time.monotonic() > deadline:
                fail("a brain is left behind")
            time.sleep(0.01)

    def merge(self, journals):
        """Merges journals; returns the exit code and the last event of each kind."""
        command = [self.args.program, "match", "merge", "--json", *journals]
        merged = continuable.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if merged.returncode not in (0, continuable.INTERRUPTED):
            fail(merged.stderr.strip().removeprefix("error: "))
        return merged.returncode, events(merged.stdout)


def events(text):
    return {event["event"]: event for event in map(json.loads, text.splitlines())}


def results(summary):
    return {key: value for key, value in summary.items() if key not in OF_RUN}


def pentanomial(summary):
    return summary["encounters"][0]["pairs"]["pentanomial"]


def lines(path):
    try:
        return path.read_bytes().count(b"\n")
    except FileNotFoundError:
        return 0


def stat(pid):
    """The state and the parent of a process; None when there is none."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return fields[0], int(fields[1])


def is_running(pid):
    found = stat(pid)
    return found is not None and found[0] != "Z"


def descendants(pid):
    """The processes that a process has started, and theirs."""
    everyone = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    parents = {other: found[1] for other in everyone if (found := stat(other))}
    family = [pid]
    for ancestor in family:
        family += [other for other, parent in parents.items() if parent == ancestor]
    return family[1:]


def kill(args, seed):
    """One match in shards that are killed. Returns a line, and whether all is well."""
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="shards-") as folder:
        match = Match(args, Path(folder), seed)
        whole = match.play(match.folder / "whole")
        ends = {number: [] for number in range(1, args.shards + 1)}
        for end in [signal.SIGKILL] * args.kills + [signal.SIGTERM] * args.terms:
            ends[dice.randint(1, args.shards)].append(end)
        with ThreadPoolExecutor(args.jobs) as pool:
            play = lambda item: match.play_shard(*item, random.Random(f"{seed} {item[0]}"))
            list(pool.map(play, ends.items()))
        code, merged = match.merge(map(match.shard, ends))
        merged = merged["summary"]
    is_same = code == 0 and results(merged) == results(whole)
    verdict = "the same" if is_same else f"DIFFERENT: one run {pentanomial(whole)}, merged"
    return f"match {seed}: {verdict} {pentanomial(merged)}", is_same


def cut(path, dice):
    """A copy of a journal as an unfinished run may leave it."""
    content = path.read_bytes()
    header = content.index(b"\n") + 1
    copy = path.with_suffix(".part")
    copy.write_bytes(content[: dice.randint(header, len(content))])
    return copy


def sprt(args, seed):
    """One match with a sequential test, and merges of parts of it."""
    dice = random.Random(seed)
    test = f"elo0=-60,elo1=60,alpha={args.error},beta={args.error}"
    counts, faults = {"decided": 0, "undecided": 0}, []
    with tempfile.TemporaryDirectory(prefix="shards-") as folder:
        match = Match(args, Path(folder), seed, test)
        whole = match.play(match.folder / "whole")
        verdict = whole["sprt"]["verdict"]
        numbers = range(1, args.shards + 1)
        with ThreadPoolExecutor(args.jobs) as pool:
            list(pool.map(lambda n: match.play(match.shard(n), f"{n}/{args.shards}"), numbers))
        for trial in range(args.merges):
            chosen = [n for n in numbers if dice.random() < (0.5 if trial % 2 else 0.9)] or [1]
            journals = [match.shard(number) for number in chosen]
            journals = [cut(path, dice) if dice.random() < 0.3 else path for path in journals]
            code, merged = match.merge(journals)
            found = merged["merged"]["verdict"]
            decides = found != "continue"
            counts["decided" if decides else "undecided"] += 1
            if decides and (found != verdict or results(merged["summary"]) != results(whole)):
                faults.append(f"{found} of {[path.name for path in journals]}")
            if code != (0 if merged["merged"]["complete"] else 75):
                faults.append(f"exit code {code}")
        code, merged = match.merge(map(match.shard, numbers))
        if code != 0 or results(merged["summary"]) != results(whole):
            faults.append("all shards differ from one run")
    games = whole["sprt"]["tested_games"]
    line = f"match {seed}: {verdict} after {games} games; merges: {counts}"
    return (f"{line} FAULTS: {faults}" if faults else line), not faults


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("task", choices=["kill", "sprt"])
    parser.add_argument("program", type=lambda path: Path(path).resolve())
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--first", type=int, default=1, help="the seed of the first match")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--shards", type=int, default=8)
    parser.add_argument("--jobs", type=int, default=2, help="shards at a time")
    parser.add_argument("--new", default="brain", help="the first engine: arguments of the program")
    parser.add_argument("--base", default="brain", help="the second engine, likewise")
    parser.add_argument("--nodes", type=int, default=100, help="nodes for a move")
    parser.add_argument("--base-nodes", type=int, default=70)
    parser.add_argument("--kills", type=int, default=3, help="SIGKILLs for each match")
    parser.add_argument("--terms", type=int, default=3, help="SIGTERMs for each match")
    parser.add_argument("--merges", type=int, default=40, help="merges of parts of each match")
    parser.add_argument("--error", type=float, default=0.1, help="alpha and beta of the test")
    args = parser.parse_args()
    good = 0
    for seed in range(args.first, args.first + args.matches):
        try:
            line, is_good = (kill if args.task == "kill" else sprt)(args, seed)
        except KeyboardInterrupt:
            sys.argv += [f"--first={seed}", f"--matches={args.first + args.matches - seed}"]
            raise
        good += is_good
        print(line, flush=True)
    print(f"{good} of {args.matches} matches agree")
    sys.exit(good < args.matches)


if __name__ == "__main__":
    continuable.main(main)
