#!/usr/bin/env python3
"""The trials of the five published agents again, and a round robin of all of them and five levels: the tables
of docs/classics.md, on standard output.

    scripts/classics.py [finard zheng chain gobang gao-liang first-move round-robin]

The same command continues where it was killed, and with more GAMES plays those that are missing. No game is
limited by time, and the times on positions are processor time, so that load changes little. All journals lie
in one folder. About an hour of one core. valgrind counts where the time goes, and numpy is measured, if they
are installed.

Exit code: 0 finished, 75 interrupted, 2 bad input or failure.
Environment: PROGRAM (instead of building one), TRIALS (the folder), GAMES (between two agents, 20).
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import continuable
import lattice
import python_speed
from continuable import fail
from trials import REPOSITORY, Trials, dialogue, measure, point, positions, run, table

games = os.environ.get("GAMES", "20")
if not games.isdecimal() or int(games) < 2:
    fail(f"GAMES: {games}: expected a number from 2 on")
GAMES = int(games)
EMPTY = ("--tournament", "gauntlet", "--openings", "empty", "--games", "2")
trials: Trials


def match(name, brains, *options, games=GAMES):
    """A match between agents by their options, or a level by its number."""
    if "--games" not in options:
        options += ("--games", str(games))
    brains = {brain: command(agent) for brain, agent in brains.items()}
    return trials.match(name, brains, *options)


def command(agent):
    if "/" in agent:
        return agent
    return f"brain --level {agent}" if agent.isdigit() else f"classic {agent}"


def seeds(name, agent):
    """As many players as give GAMES games against one opponent."""
    return {f"{name}{seed}": f"{agent} --seed {seed}" for seed in range(1, GAMES // 2 + 1)}


def on_positions(agent, found, size=15):
    return measure([str(trials.program), "classic", *agent.split()], size, found)


def sample():
    """Games of five agents, for positions."""
    agents = ("finard", "chain", "gobang", "gao-liang", "one-ply")
    return match("sample", {agent: agent for agent in agents}, games=2)


def near_openings():
    """Openings near the centre, which fit on every board from 11x11 up."""
    path = trials.folder / "near.txt"
    lines = (REPOSITORY / "crates/gomoku-match/openings/freestyle15.txt").read_text().splitlines()
    fits = lambda line: all(abs(int(number)) <= 5 for number in line.replace(",", " ").split())
    path.write_text("\n".join(line for line in lines if line[:1] != "#" and fits(line)) + "\n")
    return path.name


def share(agent, functions, found, size=15):
    """The share of a brain's instructions below these functions, as valgrind counts them; None without it."""
    if not shutil.which("valgrind"):
        return None
    counts, text = trials.folder / "callgrind.out", trials.folder / "positions.txt"
    text.write_text(dialogue(size, found))
    brain = ["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={counts}"]
    with text.open() as lines:
        brain += [str(trials.program), "classic", *agent.split()]
        continuable.run(brain, stdin=lines, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    annotate = ["callgrind_annotate", "--inclusive=yes", "--threshold=100", str(counts)]
    report = subprocess.run(annotate, capture_output=True, text=True).stdout.splitlines()
    percent = lambda line: float(line.split("(")[1].split("%")[0])
    found = [percent(line) for line in report for name in functions if name in line and "%)" in line]
    return max(found, default=None)


def finard():
    print("## Finard\n")
    random = match("finard-random", {"finard": "finard", **seeds("random-", "random")}, *EMPTY)
    own = [
        (len(game["moves"]) + (game["black"] == "finard")) // 2
        for game in random.games
        if game["outcome"]["winner"] and game[game["outcome"]["winner"]] == "finard"
    ]
    columns = ["won", "drawn", "lost", "fewest of its moves", "most"]
    table(columns, [[*random.score("finard"), min(own), max(own)]])

    print("Against itself from the empty board, the order of equal moves by seeds:\n")
    rows = []
    for black, depths in ((10, (10, 11, 13, 15, 20)), (20, (20, 25, 30))):
        blacks = seeds("black-", f"finard --depth {black}")
        for white in depths:
            game = match(f"finard-{black}-{white}", {"white": f"finard --depth {white}", **blacks}, *EMPTY)
            games = [game["outcome"]["winner"] for game in game.games if game["white"] == "white"]
            results = [games.count("black"), games.count(None), games.count("white")]
            rows.append([black, white, len(games), *results])
    table(["depth of Black", "depth of White", "games", "won by Black", "drawn", "won by White"], rows)

    print("Against the agent as it is: one line of 20 plies for each of 10 moves.\n")
    rows = []
    for name, options in {
        "no search": "one-ply",
        "tree of 10 moves, depth 2": "finard --replies 10 --depth 2",
        "tree of 10 moves, depth 3": "finard --replies 10 --depth 3",
        "tree of 3 moves after 10, depth 4": "finard --replies 3 --depth 4",
        "tree of 2 moves after 10, depth 6": "finard --replies 2 --depth 6",
        "depth by value, 20": "finard --depth-by-value",
        "depth by value, 30": "finard --depth-by-value --depth 30",
    }.items():
        code = options.replace(" --", "-").replace(" ", "-")
        played = match(f"finard-against-{code}", {"variant": options, "finard": "finard"}, games=2 * GAMES)
        rows.append([name, *played.score("variant"), round(played.nodes("variant"))])
    rows.append(["as it is, in the last match", "", "", "", round(played.nodes("finard"))])
    table(["variant", "won", "drawn", "lost", "nodes a move"], rows)

    found = positions(sample(), 100)
    print(f"On {len(found)} positions of games of the agents:\n")
    rows, before = [], None
    for depth in (5, 10, 15, 20, 25, 30, 40):
        measured = on_positions(f"finard --depth {depth}", found)
        fewer = "" if before is None else sum(now < then for now, then in zip(measured.nodes, before.nodes))
        rows.append([depth, round(measured.mean_nodes), f"{measured.mean_ms:.1f}", fewer])
        before = measured
    table(["depth", "nodes a move", "ms", "positions with fewer nodes than a line above"], rows)

    print("The same agent against others:\n")
    rows = [["random movers", round(random.nodes("finard"))]]
    for level in (400, 800, 1200, 1600, 2000):
        played = match(f"finard-level-{level}", {"finard": "finard", "level": str(level)})
        rows.append([f"level {level}", round(played.nodes("finard"))])
    table(["against", "nodes a move"], rows)

    tests = ["cargo", "test", "--quiet", "-p", "gomoku-classics", "values_and_ends", "--", "--ignored", "--nocapture"]
    run(tests, sys.stdout)


def zheng():
    print("## Zheng\n")
    rows = []
    for name, options, label, games in (
        ("no-kill", "--no-check-kill", "without check kill", 5 * GAMES),
        ("keep-5", "--keep 5 --keep-one-in 1000", "5 moves kept", GAMES),
        ("keep-10", "--keep 10 --keep-one-in 1000", "10 moves kept", GAMES),
        ("all", "--keep-one-in 1", "all moves kept", GAMES),
        ("unsorted", "--unsorted", "a third at random", GAMES),
        ("depth-3", "--no-check-kill --depth 3", "depth 3 without check kill", 2 * GAMES),
    ):
        played = match(f"zheng-{name}", {"variant": f"zheng {options}", "zheng": "zheng"}, games=games)
        rows.append([label, *played.score("variant"), round(played.nodes("variant"))])
        if name == "no-kill":
            plain = ["as it is, in the first match", "", "", "", round(played.nodes("zheng"))]
    table(["against the agent as it is", "won", "drawn", "lost", "nodes a move"], [*rows, plain])

    found = positions(sample(), 40)
    print(f"On {len(found)} positions of games of the agents:\n")
    rows = []
    for options in ("", "--unsorted", "--keep-one-in 1", "--keep-one-in 1 --unsorted"):
        for kill in ("", "--no-check-kill"):
            measured = on_positions(f"zheng {options} {kill}", found)
            label = " ".join(f"{options} {kill}".split()) or "as it is"
            rows.append([label, round(measured.mean_nodes), f"{measured.mean_ms:.1f}"])
    table(["options", "nodes a move", "ms"], rows)
    part = share("zheng", ("zheng::Search::sorted", "zheng::Search::kept"), found[:10])
    print(f"instructions in sorting: {part} %\n")
    python_speed.strings()


def chain():
    print("## Chain counter\n")
    random = match("chain-random", {"chain": "chain", **seeds("random-", "random")}, *EMPTY)
    reply = match("chain-reply", {"chain": "chain", "without": "chain --no-reply"}, games=10 * GAMES)
    opponent = match("chain-one-ply", {"chain": "chain", "one-ply": "one-ply"}, games=5 * GAMES)
    without = match("chain-no-reply-one-ply", {"chain": "chain --no-reply", "one-ply": "one-ply"}, games=5 * GAMES)
    table(
        ["", "against", "won", "drawn", "lost"],
        [
            ["as it is", "random movers", *random.score("chain")],
            ["as it is", 'itself without "one more step"', *reply.score("chain")],
            ["as it is", "one-ply", *opponent.score("chain")],
            ['without "one more step"', "one-ply", *without.score("chain")],
        ],
    )
    print("Fours of a game that the next move did not turn into a five:\n")
    rows = []
    for label, played, name in (("as it is", opponent, "chain"), ('without "one more step"', without, "chain")):
        rows.append([label, f"{sum(map(lambda game: fours(game, name), played.games)) / len(played.games):.2f}"])
    table(["against one-ply", "fours a game"], rows)

    stones, lines, apart = lattice.check()
    print(f"Absolute defence: {stones} stones meet all {lines} fives of 15x15; {apart} of them share no cell.\n")
    builder = f"'{sys.executable}' '{Path(lattice.__file__).resolve()}'"
    rows = []
    for name, brains in {
        "random movers": seeds("other-", "random"),
        "level 400": {"other-": "400"},
        "one-ply": seeds("other-", "one-ply"),
        "finard": seeds("other-", "finard"),
        "chain": {"other-": "chain"},
        "zheng": {"other-": "zheng"},
    }.items():
        played = match(f"lattice-{name.replace(' ', '-')}", {"lattice": builder, **brains}, *EMPTY)
        results = [game["outcome"]["winner"] for game in played.games if game["black"] == "lattice"]
        rows.append([name, *(results.count(winner) for winner in ("black", None, "white"))])
    table(["a Black that builds it, against", "won", "drawn", "lost"], rows)


def fours(game, name):
    """How many fours this player made in a game, of which the next own move was no five."""
    cells = [point(cell) for cell in [*game["opening"], *(move["pos"] for move in game["moves"])]]
    owner, count = {}, 0
    for number, cell in enumerate(cells):
        owner[cell] = number % 2
        is_own = game[("black", "white")[number % 2]] == name
        if not is_own or number < len(game["opening"]) or number + 2 >= len(cells) - 1:
            continue
        count += any(
            cell in five
            and sum(owner.get(other) == number % 2 for other in five) == 4
            and all(owner.get(other) != 1 - number % 2 for other in five)
            for five in FIVES
        )
    return count


FIVES = list(lattice.fives(15))


def gobang():
    print("## Gobang\n")
    openings, rows = near_openings(), []
    for side in (11, 13, 15, 19):
        for opponent in ("one-ply", "gobang --depth 2", "gobang"):
            name = f"gobang-{side}-{opponent.replace(' ', '')}"
            options = ("--size", str(side), "--openings", openings)
            played = match(name, {"gobang": "gobang", "opponent": opponent}, *options, games=GAMES // 2)
            rows.append([f"{side}x{side}", opponent, *played.score("gobang"), round(played.nodes("gobang"))])
            if side == 11 and opponent == "gobang":
                small = positions(played, 60)
    table(["board", "opponent", "won", "drawn", "lost", "nodes a move"], rows)

    print(f"On {len(small)} positions on 11x11:\n")
    rows = []
    for options in ("--depth 2", "--depth 2 --unsorted", "", "--unsorted", "--depth 4"):
        measured = on_positions(f"gobang {options}", small, 11)
        rows.append([options or "as it is", round(measured.mean_nodes), f"{measured.mean_ms:.2f}"])
    table(["options", "nodes a move", "ms"], rows)
    part = share("gobang", ("gobang::rows::Rows::update_line", "gobang::rows::Rows::line_values"), small[:20], 11)
    print(f"instructions in counting rows: {part} %\n")
    python_speed.rows()


def gao_liang():
    print("## Gao and Liang\n")
    size = ("--size", "20")
    played = match(
        "gao-liang-table",
        {
            "7,4*": "gao-liang --depth 7 --breadth 4,4,4,4,3,3,3",
            "6,5": "gao-liang --depth 6 --breadth 5",
            "5,7": "gao-liang --depth 5 --breadth 7",
            "4,12": "gao-liang --depth 4 --breadth 12",
            "3,-": "gao-liang --depth 3 --breadth all",
        },
        *size,
        games=GAMES // 2,
    )
    table(["depth, breadth", "games", "score", "Elo"], played.elo())
    table(["first", "second", "won", "drawn", "lost"], played.encounters())
    found = positions(played, 30)

    plain = "gao-liang --depth 3 --breadth all --unsorted --no-forced-moves --no-checkmate"
    rows = []
    for name, options in {"no checkmate seeking": "gao-liang --no-checkmate", "depth 3, none of the methods": plain}.items():
        code = "checkmate" if name.startswith("no") else "plain"
        against = match(f"gao-liang-{code}", {"on": "gao-liang", "off": options}, *size, games=2 * GAMES)
        for brain, label in (("on", "as it is"), ("off", name)):
            rows.append([label, *against.score(brain), round(against.nodes(brain))])
    table(["one match for each two lines", "won", "drawn", "lost", "nodes a move"], rows)

    print(f"On {len(found)} positions on 20x20:\n")
    methods = {
        "none": "--breadth all --unsorted --no-forced-moves --no-checkmate",
        "sorted": "--breadth all --no-forced-moves --no-checkmate",
        "forced moves": "--breadth all --unsorted --no-checkmate",
        "sorted, forced moves": "--breadth all --no-checkmate",
        "sorted, forced moves, 5 candidates": "--no-checkmate",
        "all, with checkmate seeking": "",
    }
    rows = []
    for name, options in methods.items():
        for depth in (1, 2, 3, 4):
            measured = on_positions(f"gao-liang --depth {depth} {options}", found, 20)
            rows.append([name, depth, round(measured.mean_nodes), f"{measured.mean_ms:.1f}"])
    table(["methods", "depth", "nodes a move", "ms"], rows)
    rows = []
    for name, options in (("the points near the move", ""), ("all points", "--full-update")):
        measured = on_positions(f"gao-liang --depth 4 --no-checkmate {options}", found, 20)
        rows.append([name, f"{1000 * measured.seconds / sum(measured.nodes) * 1000:.1f}"])
    table(["scored again", "µs a node"], rows)
    rows = []
    for depth in (1, 3, 5, 7, 9, 11, 13, 15):
        measured = on_positions(f"gao-liang --checkmate-depth {depth}", found, 20)
        rows.append([depth, round(measured.mean_nodes), f"{measured.mean_ms:.1f}"])
    table(["plies of the longest checkmate", "nodes a move", "ms"], rows)


def first_move():
    print("## The first move\n")
    brains = {f"n{thousands}k": trials.command("brain --threads 1") for thousands in (10, 20, 40, 80, 160)}
    limits = [part for name in brains for part in ("--limit", f"{name}.nodes={name[1:-1]}000")]
    played = match("first-move", brains, *limits, "--openings", "empty", "--games", "2")
    winners = [game["outcome"]["winner"] for game in played.games]
    table(["won by Black", "drawn", "won by White"], [[winners.count(side) for side in ("black", None, "white")]])


def round_robin():
    agents = ("finard", "zheng", "chain", "gobang", "gao-liang", "one-ply", "random")
    brains = {agent: agent for agent in agents}
    brains |= {f"level-{level}": str(level) for level in (400, 800, 1200, 1600, 2000)}
    return match("round-robin", brains)


def print_round_robin():
    print("## Round robin\n")
    played = round_robin()
    table(["agent", "games", "score", "Elo"], played.elo())
    names, rows = played.cross()
    table(["", *names], rows)


SECTIONS = {
    "finard": finard,
    "zheng": zheng,
    "chain": chain,
    "gobang": gobang,
    "gao-liang": gao_liang,
    "first-move": first_move,
    "round-robin": print_round_robin,
}


def work():
    global trials
    unknown = [name for name in sys.argv[1:] if name not in SECTIONS]
    if unknown:
        fail(f"{unknown[0]}: expected {', '.join(SECTIONS)}")
    trials = Trials("classics")
    for name in sys.argv[1:] or SECTIONS:
        SECTIONS[name]()


if __name__ == "__main__":
    continuable.main(work)
