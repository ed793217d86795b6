#!/usr/bin/env python3
"""Measures the levels in games and writes their Elo into data/tables/levels.txt.

    scripts/calibrate_levels.py

Each level meets its neighbour, in four of ten parts of the games the one after too, and the anchors in
data/tables/levels.txt meet the levels around them. Every game has a fixed number of nodes, so that no machine and no
load changes a result. A part of every pair is played before the next part of any, and after each part the
table has the Elo and the errors of all games so far. Stop it at any time: the same command goes on. Games
that are played stay valid until the values of a level or the play of the program change, which its `bench`
says.

Elo is the maximum likelihood of all games of a rule together (Bradley and Terry), a draw being half a win.
The error is 95 % of the difference to the one-ply player, whose Elo is the same in all rules.

The anchors: a random mover and a one-ply player (`shisan classic`), and Rapfi's classical evaluation at a
number of nodes, for which the variable RAPFI names a command (https://github.com/dhbloo/rapfi).

Exit code: 0 all games are played, 1 neighbours are not 55 to 75 % apart, 75 interrupted, 2 bad input or failure.
"""
import argparse, hashlib, json, math, os, shlex, shutil, sys, tempfile

import continuable
from continuable import fail, output

HERE = os.path.dirname(os.path.abspath(__file__))
PARTS = 10
# Of pairs that are no neighbours.
FAR_PARTS = 4
REFERENCE = "one-ply"
# A foul is none: on a full board renju's Black may have nothing but forbidden cells left.
FAULTS = ("timeouts", "crashes", "illegal_moves")
VALUES = 10


class Player:
    """A level or an anchor of one rule."""

    def __init__(self, rule, name, words, is_anchor):
        self.rule, self.name, self.words, self.is_anchor = rule, name, words, is_anchor
        self.elo, self.error, self.games = 0.0, 0.0, 0
        # An anchor's command may name folders of this machine: its games are known by its name.
        self.identity = name if is_anchor else " ".join(words)

    def take(self, columns):
        """Takes the columns that the table has for it, which stay until they are measured again."""
        self.elo, self.error, self.games = float(columns[0]), float(columns[1]), int(columns[2])


def are_neighbours(first, second):
    levels = [player for player in (first, second) if not player.is_anchor]
    numbers = [int(level.name.split("-")[1]) for level in levels]
    return len(numbers) == 2 and numbers[0] == numbers[1] + 1


class Table:
    """data/tables/levels.txt: its remarks, the rows of the levels and those of the anchors."""

    def __init__(self, path):
        self.path, self.lines, self.levels, self.anchors = path, [], {}, {}
        for line in open(path):
            words = line.split()
            if not words or words[0].startswith("#") and words[:2] != ["#", "anchor"]:
                self.lines.append(line)
            elif words[0] == "#":
                # `# anchor RULE NAME ELO ERROR GAMES FIRST LAST`
                player = Player(words[2], words[3], words[7:], True)
                player.take(words[4:7])
                self.anchors.setdefault(words[2], []).append(player)
                self.lines.append(player)
            else:
                rule, number = words[0], int(words[1])
                player = Player(rule, f"level-{number}", words[5:], False)
                player.take(words[2:5])
                self.levels.setdefault(rule, []).append(player)
                if len(words) != 5 + VALUES or len(self.levels[rule]) != number:
                    fail(f"{path}: {line.strip()!r} is not level {len(self.levels[rule])}")
                self.lines.append(player)

    def write(self):
        text = ""
        for line in self.lines:
            if isinstance(line, str):
                text += line
                continue
            measured = f"{line.elo:6.0f} {line.error:5.0f} {line.games:5}"
            if line.is_anchor:
                text += f"# anchor {line.rule:9} {line.name:12} {measured}   {' '.join(line.words)}\n"
            else:
                number = line.name.split("-")[1]
                values = " ".join(f"{word:>6}" for word in line.words)
                text += f"{line.rule:9} {number:>5} {measured} {values}\n"
        with open(self.path + ".part", "w") as part:
            part.write(text)
        os.replace(self.path + ".part", self.path)

    def pairs(self, rule):
        """Who meets whom: neighbours, next but one, and each anchor the levels FIRST to LAST."""
        levels = self.levels[rule]
        yield from zip(levels[1:], levels)
        yield from zip(levels[2:], levels)
        for anchor in self.anchors.get(rule, []):
            first, last = int(anchor.words[0]), int(anchor.words[1])
            for level in levels[first - 1:last]:
                yield level, anchor


class Results:
    """The games played so far, a line a part."""

    def __init__(self, folder, bench):
        self.path, self.bench, self.parts = os.path.join(folder, "results.jsonl"), bench, {}
        for line in continuable.whole_lines(self.path):
            # Two lines in one are neither.
            try:
                part = json.loads(line)
            except ValueError:
                continue
            self.parts[part["key"]] = part

    def key(self, first, second, part):
        text = f"{self.bench} {options.games} {first.rule} {first.identity} | {second.identity} | {part}/{PARTS}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def of(self, first, second):
        parts = [self.parts.get(self.key(first, second, part)) for part in range(1, PARTS + 1)]
        parts = [part for part in parts if part]
        return tuple(sum(part[name] for part in parts) for name in ("wins", "losses", "draws"))

    def add(self, first, second, part, counts):
        line = {"key": self.key(first, second, part), "rule": first.rule, "first": first.name,
                "second": second.name, "part": part, **counts}
        self.parts[line["key"]] = line
        with open(self.path, "a") as file:
            file.write(json.dumps(line) + "\n")


def fit(players, encounters, reference):
    """Elo and errors: Newton's method on the likelihood, with one drawn game for each pair as a prior."""
    index = {player: number for number, player in enumerate(players)}
    count = len(players)
    scores = [(index[a], index[b], w + d / 2 + 0.5, l + d / 2 + 0.5) for a, b, (w, l, d) in encounters]
    rating = [0.0] * count
    fixed = index[reference]
    for step in range(200):
        gradient = [0.0] * count
        hessian = [[0.0] * count for _ in range(count)]
        for a, b, won, lost in scores:
            chance = 1 / (1 + math.exp(rating[b] - rating[a]))
            slope, curve = won - (won + lost) * chance, (won + lost) * chance * (1 - chance)
            gradient[a] += slope
            gradient[b] -= slope
            hessian[a][a] += curve
            hessian[b][b] += curve
            hessian[a][b] -= curve
            hessian[b][a] -= curve
        inverse = invert(hessian, fixed)
        steps = [sum(row[k] * gradient[k] for k in range(count)) for row in inverse]
        rating = [value + max(-1.0, min(1.0, step)) for value, step in zip(rating, steps)]
        if max(map(abs, steps)) < 1e-9:
            break
    scale = 400 / math.log(10)
    return ([value * scale for value in rating],
            [1.96 * scale * math.sqrt(max(inverse[k][k], 0)) for k in range(count)])


def invert(matrix, fixed):
    """The inverse of `matrix` without row and column `fixed`, which are zero in the result."""
    kept = [k for k in range(len(matrix)) if k != fixed]
    rows = [[matrix[i][j] for j in kept] + [float(i == j) for j in kept] for i in kept]
    size = len(kept)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        factor = rows[column][column] or 1e-12
        rows[column] = [value / factor for value in rows[column]]
        for row in range(size):
            if row != column and rows[row][column]:
                factor = rows[row][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column])]
    inverse = [[0.0] * len(matrix) for _ in matrix]
    for i, row in zip(kept, rows):
        for j, value in zip(kept, row[size:]):
            inverse[i][j] = value
    return inverse


def rate(table, results):
    """Elo of all who have played, into the table."""
    for rule, levels in table.levels.items():
        anchors = table.anchors.get(rule, [])
        reference = next((anchor for anchor in anchors if anchor.name == REFERENCE), None)
        if reference is None:
            fail(f"{rule} has no anchor {REFERENCE}")
        encounters = [(a, b, results.of(a, b)) for a, b in table.pairs(rule)]
        if not any(sum(counts) for a, b, counts in encounters):
            continue
        players = levels + anchors
        known = reference.elo
        ratings, errors = fit(players, encounters, reference)
        for player, rating, error in zip(players, ratings, errors):
            games = sum(sum(counts) for a, b, counts in encounters if player in (a, b))
            player.elo, player.error, player.games = known + rating, error, games
        for lower, upper in zip(levels, levels[1:]):
            upper.elo = max(round(upper.elo), round(lower.elo) + 1)


def due(table, results, rule, part):
    """The pairs of a rule that have yet to play this part."""
    for first, second in table.pairs(rule):
        is_played = results.key(first, second, part) in results.parts
        if not is_played and (part <= FAR_PARTS or are_neighbours(first, second)):
            yield first, second


def nodes_of(anchor):
    """The nodes of an anchor that has a command of its own."""
    nodes = anchor.name.rpartition("-")[2]
    return nodes if nodes.isdigit() else None


def own_command(anchor):
    """The command that a variable names."""
    variable = anchor.name.rpartition("-")[0].upper()
    command = os.environ.get(variable) or fail(f"set {variable} to its command")
    try:
        program = shlex.split(command)[0]
    except (IndexError, ValueError):
        program = command
    return command if shutil.which(program) else fail(f"{variable}: {program} is not a program")


def play(addresses, first, second, part):
    """Plays a part of the games of two players: the counts of the first."""
    with tempfile.TemporaryDirectory() as folder:
        journal = os.path.join(folder, "journal.jsonl")
        words = [options.program, "match", "--rule", first.rule, "--size", "15", "--threads", "1",
                 "--turn-time", "20s", "--tolerance", "5s", "--memory", "128MiB", "--games", str(options.games), "--transform",
                 "--shard", f"{part}/{PARTS}", "--json", "--journal", journal]
        for player in (first, second):
            if player.is_anchor:
                if nodes_of(player):
                    command = own_command(player)
                    words += ["--limit", f"{player.name}.nodes={nodes_of(player)}"]
                else:
                    command = shlex.join([options.classics, "classic", player.name])
            else:
                level = str(100 * int(player.name.split("-")[1]))
                command = shlex.join([options.program, "brain", "--levels", addresses, "--level", level])
            words += ["--engine", f"{player.name}={command}"]
        # A machine that is stopped for a while makes engines look dead: such games are played again.
        for _attempt in range(3):
            summary = json.loads(output(words).strip().splitlines()[-1])
            faults = [engine[name] for engine in summary["engines"] for name in FAULTS]
            if not any(faults):
                return {name: summary["encounters"][0][name] for name in ("wins", "losses", "draws")}
            os.remove(journal)
        fail(f"{first.name} or {second.name} lost by a fault: {json.dumps(summary['engines'])}")


def main():
    table = Table(options.table)
    for rule in options.rule or ():
        if rule not in table.levels:
            fail(f"--rule {rule}: expected one of {', '.join(table.levels)}")
    lines = output([options.program, "bench"]).strip().splitlines()
    bench = lines[-1] if lines else fail(f"{options.program} bench: prints nothing")
    os.makedirs(options.folder, exist_ok=True)
    results = Results(options.folder, bench)
    rules = [rule for rule in table.levels if not options.rule or rule in options.rule]
    parts = range(1, options.parts + 1)
    pairs = [pair for part in parts for rule in rules for pair in due(table, results, rule, part)]
    # What is missing is better known now than hours later.
    for anchor in {player for pair in pairs for player in pair if player.is_anchor and nodes_of(player)}:
        own_command(anchor)
    # Levels are called by their numbers here: their Elo is yet to be known.
    addresses = os.path.join(os.path.abspath(options.folder), "levels")
    with open(addresses, "w") as file:
        for levels in table.levels.values():
            for number, player in enumerate(levels, 1):
                file.write(f"{player.rule} {number} {100 * number} 0 0 {' '.join(player.words)}\n")
    for part in parts:
        for rule in rules:
            for first, second in due(table, results, rule, part):
                results.add(first, second, part, play(addresses, first, second, part))
            rate(table, results)
            table.write()
    rate(table, results)
    table.write()
    uneven = False
    for rule in rules:
        for first, second in table.pairs(rule):
            wins, losses, draws = results.of(first, second)
            share = 100 * (wins + draws / 2) / max(1, wins + losses + draws)
            expected = 100 / (1 + 10 ** ((second.elo - first.elo) / 400))
            is_even = not are_neighbours(first, second) or 55 <= share <= 75
            uneven |= not is_even
            print(f"{rule:9} {first.name:9} {second.name:12} +{wins} -{losses} ={draws}  {share:5.1f} %, "
                  f"expected {expected:5.1f} %{'' if is_even else '  not 55 to 75 %'}")
    sys.exit(1 if uneven else 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=os.path.join(HERE, "..", "target/release/shisan"))
    parser.add_argument("--table", default=os.path.join(HERE, "..", "data/tables/levels.txt"))
    parser.add_argument("--folder", default=os.path.expanduser("~/.cache/shisan/levels"))
    parser.add_argument("--rule", action="append", help="these rules alone")
    parser.add_argument("--games", type=int, default=400, help="of each pair, in ten parts")
    parser.add_argument("--parts", type=int, default=PARTS, help="play this many of the ten parts")
    parser.add_argument("--classics", help="the program with `classic` [default: the same]")
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    options.classics = options.classics or options.program
    continuable.main(main)
