#!/usr/bin/env python3
"""Makes the set of puzzles that the page begins with, crates/shisan-page/web/puzzles/set/RULE.txt, from the
games in data/corpus; docs/puzzles.md says which positions are taken, and how they are rated.

    cargo build --release -p shisan
    scripts/puzzles.py                  # all rules
    scripts/puzzles.py renju caro       # some of them

All limits are in nodes, so the files are the same on every machine. What is done is kept in target/puzzles;
the same command continues there.

Exit code: 0 made, 75 interrupted, 2 bad input or failure.
"""

import argparse
import itertools
import json
import os
import random
import re
import sys
from pathlib import Path

import continuable
from continuable import fail, output

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
SETS = ROOT / "crates/shisan-page/web/puzzles/set"
RULES = ("freestyle", "standard", "renju", "caro", "caro-overline")
# The parts of the corpus, data/corpus/RULE-PART.games.xz, the newest games first.
FILES = (3, 1)
SIDE = 15
WANTED = 200
# Wins of so many moves, or fewer at the start and more at the end, are a quarter of them at most.
LENGTHS = range(3, 11)
SHARE = WANTED // 4
CHUNK = 50
# Nodes of the win, of the opponent's threat and of its wins after other moves, and of the search for another win.
WIN_NODES, THREAT_NODES, SECOND_NODES = 3_000, 1_000, 20_000
# A score of 30000 less N is a win in N plies.
WIN_SCORE = 29_000
LEVELS = range(300, 2200, 200)
SEEDS = (1, 2)


def games(shisan, rule):
    """The positions of the games in which the winner first saw its win, those of a file in an order drawn by seed 1."""
    return [moves for part in FILES for moves in games_of(shisan, rule, ROOT / f"data/corpus/{rule}-{part}.games.xz")]


def games_of(shisan, rule, path):
    unpack = [shisan, "corpus", "unpack", "--rule", rule, str(path)]
    positions = []
    for line in output(unpack).splitlines():
        words = line.split()
        score = re.search(r"=(-?\d+)$", line)
        if line.startswith("#") or words[1] != f"{SIDE}x{SIDE}" or not score or abs(int(score[1])) < WIN_SCORE:
            continue
        moves = [re.match(r"[a-z]+\d+", word)[0] for word in words[4:]]
        positions.append(moves[:-1] if int(score[1]) > 0 else moves)
    random.Random(1).shuffle(positions)
    return positions


def ask(shisan, rule, queries):
    """The answers of `shisan analyze` to queries about positions, in their order."""
    colors = ("black", "white")
    lines = []
    for moves, fields in queries:
        stones = [(colors[k % 2], move) for k, move in enumerate(moves)]
        query = {"rule": rule, "size": SIDE, "stones": stones, "toMove": colors[len(moves) % 2], **fields}
        lines.append(json.dumps(query) + "\n")
    return [json.loads(line) for line in output([shisan, "analyze", "--ordered"], "".join(lines)).splitlines()]


def mates(shisan, rule, positions, fields):
    """The mates that the solver finds, `None` where it finds none."""
    answers = ask(shisan, rule, [(moves, {"action": "solve", **fields(moves)}) for moves in positions])
    return [a["proof"] if a.get("proof") and a["proof"]["result"] == "mate" else None for a in answers]


def length(plies):
    return min(max((plies + 1) // 2, LENGTHS[0]), LENGTHS[-1])


def puzzles(shisan, rule, positions, missing):
    """The puzzles among positions, those of a length that is still missing. The cheap questions come first."""
    wins = mates(shisan, rule, positions, lambda _: {"maxNodes": WIN_NODES})
    left = [(moves, win) for moves, win in zip(positions, wins) if win and missing.get(length(win["plies"]), 0) > 0]
    other = lambda moves: {"attacker": ("white", "black")[len(moves) % 2], "maxNodes": THREAT_NODES}
    threats = mates(shisan, rule, [moves for moves, _ in left], other)
    # Where the opponent threatens nothing, slow wins cannot be told; a five that must be stopped is no choice.
    left = [
        (moves, win)
        for (moves, win), threat in zip(left, threats)
        if threat and not (threat["plies"] == 1 and threat["line"][0] == win["line"][0])
    ]
    answers = ask(shisan, rule, [(moves, {"action": "puzzles", "maxNodes": SECOND_NODES}) for moves, _ in left])
    found = []
    for (moves, _), answer in zip(left, answers):
        for puzzle in answer["puzzles"]:
            if missing.get(length(2 * puzzle["winIn"] - 1), 0) > 0:
                missing[length(2 * puzzle["winIn"] - 1)] -= 1
                found.append({"moves": moves, "line": puzzle["proof"]["line"]})
    return found


def rate(shisan, rule, found):
    """Gives each puzzle its rating: the Elo of a level that finds its first move half the time."""
    games = list(itertools.product(LEVELS, SEEDS))
    queries = [(p["moves"], {"action": "move", "level": level, "seed": seed}) for p in found for level, seed in games]
    answers = iter(ask(shisan, rule, queries))
    for puzzle in found:
        # A drawn game with the middle of the scale keeps what all or none solve within it.
        middle = (LEVELS[0] + LEVELS[-1]) // 2
        solved = 0.5 + sum(next(answers)["best"] == puzzle["line"][0] for _ in games)
        met = [level for level, _ in games] + [middle]
        low, high = 0, 3000
        while high - low > 1:
            rating = (low + high) // 2
            expected = sum(1 / (1 + 10 ** ((rating - level) / 400)) for level in met)
            low, high = (rating, high) if expected > solved else (low, rating)
        puzzle["rating"] = low


def canonical(moves):
    """The stones of a position, the same for all its turned and mirrored images."""
    cells = [(ord(move[0]) - ord("a"), int(move[1:]) - 1) for move in moves]
    images = []
    for swap, mirror_x, mirror_y in itertools.product((False, True), repeat=3):
        image = [(y, x) if swap else (x, y) for x, y in cells]
        image = [(SIDE - 1 - x if mirror_x else x, SIDE - 1 - y if mirror_y else y) for x, y in image]
        images.append((sorted(image[::2]), sorted(image[1::2])))
    return str(min(images))


def make(shisan, rule):
    """Writes the set of a rule again after each chunk of positions."""
    journal = TARGET / f"puzzles/{rule}.jsonl"
    journal.parent.mkdir(parents=True, exist_ok=True)
    done = [json.loads(line) for line in continuable.whole_lines(journal)]
    seen, all_found = set(), [puzzle for found in done for puzzle in found]
    missing = {length: SHARE for length in LENGTHS}
    for puzzle in all_found:
        missing[length(len(puzzle["line"]))] -= 1
        seen.add(canonical(puzzle["moves"]))
    positions = games(shisan, rule)
    for start in range(CHUNK * len(done), len(positions), CHUNK):
        if len(all_found) >= WANTED or not any(missing.values()):
            break
        fresh = {canonical(moves): moves for moves in positions[start : start + CHUNK]}
        found = puzzles(shisan, rule, [moves for key, moves in fresh.items() if key not in seen], missing)
        rate(shisan, rule, found)
        seen.update(canonical(puzzle["moves"]) for puzzle in found)
        all_found += found
        with journal.open("a") as file:
            file.write(json.dumps(found) + "\n")
        write(rule, all_found)
        print(f"{rule}: {len(all_found)} puzzles", file=sys.stderr)
        yield
    write(rule, all_found)


def write(rule, found):
    taken = sorted(found[:WANTED], key=lambda p: (p["rating"], len(p["line"]), p["moves"]))
    SETS.mkdir(parents=True, exist_ok=True)
    lines = [f"{p['rating']} {''.join(p['moves'])} {''.join(p['line'])}\n" for p in taken]
    (SETS / f"{rule}.txt").write_text("".join(lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="*", metavar="RULE")
    parser.add_argument("--shisan", default=TARGET / "release/shisan", help="the program that is asked")
    arguments = parser.parse_args()
    for rule in arguments.rules:
        if rule not in RULES:
            fail(f"{rule}: expected one of {', '.join(RULES)}")
    makers = [make(str(arguments.shisan), rule) for rule in arguments.rules or RULES]
    # A chunk of each rule in turn.
    for _ in itertools.zip_longest(*makers):
        pass


if __name__ == "__main__":
    continuable.main(main)
