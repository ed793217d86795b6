"""Matches with journals, positions, and measurements of brains, for scripts that try claims."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import continuable
from continuable import fail

REPOSITORY = Path(__file__).resolve().parent.parent
#: In the folder of trials.
PROGRAM = "./shisan"


class Trials:
    """A folder of journals, and the program that plays: a copy of its own, which builds do not change."""

    def __init__(self, name: str) -> None:
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        self.folder = Path(os.environ.get("TRIALS") or cache / "shisan" / name).resolve()
        self.program = self.folder / PROGRAM
        if not self.program.exists():
            program = os.environ.get("PROGRAM") or built()
            if not os.access(program, os.X_OK):
                fail(f"{program}: not a program")
            self.folder.mkdir(parents=True, exist_ok=True)
            part = self.folder / "shisan.part"
            shutil.copy2(program, part)
            part.rename(self.program)

    def match(self, name: str, brains: dict[str, str], *options: str) -> Match:
        """Plays a match between brains, given by the arguments of the program, or goes on with it."""
        journal, done = self.folder / f"{name}.jsonl", self.folder / f"{name}.done"
        # Journals hold the commands of the brains: none has the path of the folder, which may be moved.
        command = [PROGRAM, "match", "--nodes", "1000000000"]
        for brain, arguments in brains.items():
            command += ["--engine", f"{brain}={self.command(arguments)}"]
        if "--size" not in options:
            command += ["--size", "15"]
        command += [*options, "--journal", journal.name, "--resume", "--json"]
        # Another command is another match: the program says whether it continues the journal.
        if not done.exists() or done.read_text() != shlex.join(command):
            done.unlink(missing_ok=True)
            with (self.folder / f"{name}.json").open("w") as output:
                run(command, output, self.folder)
            done.write_text(shlex.join(command))
        return Match(journal, self.folder / f"{name}.json")

    def command(self, arguments: str) -> str:
        """The command of a brain in the folder; a word with a slash is another program."""
        if "/" in arguments.split()[0]:
            return arguments
        return f"{PROGRAM} {arguments}"


class Match:
    """A finished match."""

    def __init__(self, journal: Path, summary: Path) -> None:
        lines = [json.loads(line) for line in journal.read_text().splitlines()]
        #: Its games, with `black`, `white`, `opening`, `moves` and `outcome`.
        self.games: list[dict] = [game for line in lines for game in line.get("games") or ()]
        self.summary: dict = json.loads(summary.read_text().splitlines()[-1])

    def score(self, name: str) -> tuple[int, int, int]:
        """Wins, draws and losses of the brains whose names begin so."""
        results = [0, 0, 0]
        for game in self.games:
            winner = game["outcome"]["winner"]
            own = winner is not None and game[winner].startswith(name)
            results[1 if winner is None else 0 if own else 2] += 1
        return results[0], results[1], results[2]

    def moves(self, name: str) -> list[dict]:
        """The moves of the brains whose names begin so, with `nodes`."""
        found = []
        for game in self.games:
            for number, move in enumerate(game["moves"], len(game["opening"])):
                if game[("black", "white")[number % 2]].startswith(name):
                    found.append(move)
        return found

    def nodes(self, name: str) -> float:
        """Mean nodes of a move of the brains whose names begin so."""
        counts = [move["nodes"] for move in self.moves(name)]
        return sum(counts) / len(counts)

    def elo(self) -> list[list[str]]:
        """For each brain, the best first: name, games, score, Elo against all others."""
        rows = []
        for engine in sorted(self.summary["engines"], key=lambda engine: -engine["points"]):
            elo, error = engine["elo"], engine["elo_error"]
            interval = "-" if elo is None else f"{elo:.0f} ± {error:.0f}"
            rows.append([engine["name"], engine["games"], f"{100 * engine['score']:.1f} %", interval])
        return rows

    def encounters(self) -> list[list]:
        """For each two brains: both names, wins, draws and losses of the first."""
        fields = ("first", "second", "wins", "draws", "losses")
        return [[encounter[field] for field in fields] for encounter in self.summary["encounters"]]

    def cross(self) -> tuple[list[str], list[list]]:
        """The names, the best first, and a row for each: its points against the others."""
        points = {}
        for first, second, wins, draws, losses in self.encounters():
            points[first, second] = wins + draws / 2
            points[second, first] = losses + draws / 2
        names = [row[0] for row in self.elo()]
        cell = lambda row, column: "" if row == column else f"{points[row, column]:g}"
        return names, [[row, *(cell(row, column) for column in names)] for row in names]


def positions(match: Match, count: int) -> list[list[tuple[int, int]]]:
    """`count` positions of the games of a match, after 6, 11, 16 and more moves."""
    found = []
    for game in match.games:
        cells = [point(cell) for cell in [*game["opening"], *(move["pos"] for move in game["moves"])]]
        # The last move ends the game.
        found += [cells[:length] for length in range(6, len(cells) - 1, 5)]
    step = max(1, len(found) // count)
    return found[::step][:count]


def point(cell: str) -> tuple[int, int]:
    """The column and row of a cell such as `h8`, from 0."""
    letters = cell.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("a") + 1
    return column - 1, int(cell[len(letters):]) - 1


class Measured:
    """What a brain took for some positions: nodes and answer of each, and processor time in all."""

    def __init__(self, answers: list[str], nodes: list[int], seconds: float) -> None:
        self.answers, self.nodes, self.seconds = answers, nodes, seconds

    @property
    def mean_nodes(self) -> float:
        return sum(self.nodes) / len(self.nodes)

    @property
    def mean_ms(self) -> float:
        return 1000 * self.seconds / len(self.nodes)


def measure(command: list[str], size: int, positions: list[list[tuple[int, int]]]) -> Measured:
    """Asks a brain for its move in each position."""
    brain = continuable.start(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert brain.stdin and brain.stdout
    brain.stdin.write(dialogue(size, positions))
    brain.stdin.close()
    lines = [line.split() for line in brain.stdout]
    _, status, usage = os.wait4(brain.pid, 0)
    if status != 0:
        fail(f"{shlex.join(command)}: exit code {os.waitstatus_to_exitcode(status)}")
    nodes = [int(line[2]) for line in lines if line[:2] == ["MESSAGE", "nodes"]]
    answers = [line[0] for line in lines if "," in line[0]]
    if len(answers) != len(positions):
        fail(f"{shlex.join(command)}: {len(answers)} answers to {len(positions)} positions")
    return Measured(answers, nodes, usage.ru_utime + usage.ru_stime)


def dialogue(size: int, positions: list[list[tuple[int, int]]]) -> str:
    """What a manager says to a brain about positions with each side's stones in turn."""
    lines = [f"START {size}"]
    for cells in positions:
        lines.append("BOARD")
        for number, (x, y) in enumerate(cells):
            lines.append(f"{x},{y},{1 if (len(cells) - number) % 2 == 0 else 2}")
        lines.append("DONE")
    return "\n".join([*lines, "END", ""])


def built() -> Path:
    """The program, built."""
    run(["cargo", "build", "--release", "-p", "shisan"], sys.stderr)
    target = os.environ.get("CARGO_TARGET_DIR") or "target"
    return REPOSITORY / target / "release" / "shisan"


def run(command: list[str], output, folder: Path = REPOSITORY) -> None:
    """Runs a command at low priority in a folder."""
    code = continuable.run(["nice", "-n", "15", *command], stdout=output, cwd=folder).returncode
    if code == continuable.INTERRUPTED:
        raise KeyboardInterrupt
    if code:
        fail(f"{command[0]}: exit code {code}")


def table(columns: list[str], rows: list[list]) -> None:
    """Prints a table."""
    line = lambda cells: print(f"| {' | '.join(str(cell) for cell in cells)} |".replace("  ", " "))
    line(columns)
    print("|" + "---|" * len(columns))
    for row in rows:
        line(row)
    print(flush=True)
