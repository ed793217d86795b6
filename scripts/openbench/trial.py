#!/usr/bin/env python3
"""Tests of a server and a client of OpenBench, played to their ends: scripts/openbench/trial.py FOLDER TEST...

Tests: games (fixed games), sprt, foreign (a brain that is not ours), spsa, stop (the server ends it early).
.ci/openbench makes FOLDER and calls this in namespaces of its own. Exit code 0: all ended as they should.
"""

import bz2
import os
import re
import sqlite3
import subprocess
import sys
import tarfile
import time
from pathlib import Path

import requests

FOLDER = Path(sys.argv[1])
SERVER = "http://127.0.0.1:8000"
ACCOUNT = {"username": "farm", "password": "farmfarm-1"}
REPOSITORY = "https://github.com/shisan-gomoku/shisan"
DATABASE = FOLDER / "OpenBench/db.sqlite3"
# Seconds: the client rests for a minute when it finds no test, and reports every half.
LONGEST = 900


def side(name, branch, engine, limit, repository):
    """What the form asks for about one of both engines."""
    return {
        f"{name}_engine": engine,
        f"{name}_repo": repository,
        f"{name}_branch": branch,
        f"{name}_bench": "",
        f"{name}_network": "",
        f"{name}_options": "Threads=1 Hash=16",
        f"{name}_time_control": limit,
    }


def form(dev="N=300", base="N=300", engine="Shisan", repository=REPOSITORY, **more):
    return {
        **side("dev", "patch", engine, dev, repository),
        **side("base", "main", engine, base, repository),
        "book_name": "standard15.txt",
        "upload_pgns": "VERBOSE",
        "throughput": "1000",
        "workload_size": "4",
        "priority": "0",
        "syzygy_wdl": "DISABLED",
        "syzygy_adj": "DISABLED",
        "win_adj": "None",
        "draw_adj": "None",
        "scale_method": "BASE",
        "scale_nps": "700000",
        "info": "",
        "test_mode": "GAMES",
        "test_bounds": "N/A",
        "test_confidence": "N/A",
        "test_max_games": "16",
        **more,
    }


SPRT = {"test_mode": "SPRT", "test_bounds": "[-30.00, 30.00]", "test_confidence": "[0.1, 0.1]"}
SPSA = {
    "spsa_inputs": "futility_margin, int, 80, 10, 400, 60, 0.02\nlmr_factor, int, 90, 20, 300, 60, 0.02",
    "spsa_reporting_type": "BATCHED",
    "spsa_distribution_type": "SINGLE",
    "spsa_alpha": "0.602",
    "spsa_gamma": "0.101",
    "spsa_A_ratio": "0.1",
    "spsa_iterations": "4",
    "spsa_pairs_per": "4",
}
ADJUDICATION = {"win_adj": "movecount=3 score=1500", "draw_adj": "movenumber=40 movecount=8 score=10"}
TESTS = {
    "games": form(),
    "sprt": form(dev="N=1000", base="N=100", workload_size="8", **SPRT, **ADJUDICATION),
    "foreign": form(engine="Tiny", repository="https://github.com/tiny/tiny", dev="MT=100", base="MT=100"),
    # Fewer nodes reach no depth at which the parameters matter.
    "spsa": form(dev="N=3000", base="N=3000", **SPSA),
    # 512 games are assigned, and 8 are wanted: the first report ends them.
    "stop": form(dev="MT=100", base="MT=100", workload_size="128", test_max_games="8"),
}


def check(condition, *what):
    if not condition:
        sys.exit(f"error: {what[0]}: {' '.join(map(str, what[1:]))}")


def await_server():
    for _ in range(120):
        try:
            return requests.get(SERVER + "/login/", timeout=5)
        except requests.ConnectionError:
            time.sleep(0.5)
    return check(False, SERVER, "does not answer")


def post(session, path, data):
    token = {"csrfmiddlewaretoken": session.cookies["csrftoken"]} if "csrftoken" in session.cookies else {}
    answer = session.post(SERVER + path, data={**data, **token}, headers={"Referer": SERVER}, timeout=60)
    check(answer.ok, path, answer.status_code)
    return answer


def rows(query, *values):
    with sqlite3.connect(DATABASE, timeout=30) as database:
        database.row_factory = sqlite3.Row
        return database.execute(query, values).fetchall()


def register():
    session = requests.Session()
    session.get(SERVER + "/register/", timeout=30)
    password = ACCOUNT["password"]
    account = {"username": ACCOUNT["username"], "password1": password, "password2": password, "email": "a@b.c"}
    post(session, "/register/", account)
    with sqlite3.connect(DATABASE, timeout=30) as database:
        database.execute("UPDATE OpenBench_profile SET enabled = 1, approver = 1")
    return session


def create(session, name):
    """Creates a test by the form of the page; its number."""
    before = {row["id"] for row in rows("SELECT id FROM OpenBench_test")}
    session.get(SERVER + "/login/", timeout=30)
    post(session, "/login/", ACCOUNT)
    answer = post(session, "/tune/new/" if name == "spsa" else "/test/new/", TESTS[name])
    new = {row["id"] for row in rows("SELECT id FROM OpenBench_test")} - before
    errors = re.findall(r'class="[^"]*(?:error|warning)[^"]*"[^>]*>([^<]{3,200})', answer.text)
    check(len(new) == 1, name, "not created:", *errors)
    return new.pop()


def test_row(number):
    return rows("SELECT * FROM OpenBench_test WHERE id = ?", number)[0]


def processes():
    """Brains and runners that are running; not those that the client has killed and does not wait for."""
    listing = subprocess.run(["ps", "-eo", "args"], stdout=subprocess.PIPE, check=True, text=True).stdout
    ours = re.compile(r"(?!.*<defunct>).*(Engines/|(^|/)(Shisan|Tiny)-[0-9A-F]|fastchess-ob)")
    return [line for line in listing.splitlines() if ours.match(line)]


def report(name, row):
    pairs = [row[key] for key in ("LL", "LD", "DD", "DW", "WW")]
    words = [f"{row['games']} games +{row['wins']} -{row['losses']} ={row['draws']} {pairs}"]
    if name == "sprt":
        words.append(f"LLR {row['currentllr']:.2f} ({row['lowerllr']:.2f}, {row['upperllr']:.2f})")
    words += [flag for flag in ("passed", "failed") if row[flag]]
    print(f"{name}: {', '.join(words)}", flush=True)


def judge(name, row):
    check(not row["error"], name, "the server reports an error")
    games, wins, losses, draws = (row[key] for key in ("games", "wins", "losses", "draws"))
    pairs = [row[key] for key in ("LL", "LD", "DD", "DW", "WW")]
    points = sum(half * count for half, count in enumerate(pairs))
    check(games == 2 * sum(pairs) and points == 2 * wins + draws, name, "pairs and games disagree")
    if name == "sprt":
        check(row["passed"] and row["currentllr"] >= row["upperllr"], name, "the stronger side has not passed")
    results = rows("SELECT SUM(crashes) AS crashes, SUM(timeloss) AS late FROM OpenBench_result WHERE test_id = ?", row["id"])
    check(not results[0]["crashes"], name, results[0]["crashes"], "crashes")
    events = rows("SELECT summary FROM OpenBench_logevent WHERE test_id = ? AND machine_id > 0", row["id"])
    check(not events, name, *(event["summary"] for event in events))


def uploaded_games():
    """The games of the PGN files that the server has got, packed or not yet."""
    media = FOLDER / "OpenBench/Media"
    files = [file.read_bytes() for file in media.glob("*.pgn.bz2")]
    for path in media.glob("PGNs/*.tar"):
        with tarfile.open(path) as pack:
            files += [pack.extractfile(member).read() for member in pack]
    return [game for file in files for game in bz2.decompress(file).decode().split("[Event ")[1:]]


def main():
    names = sys.argv[2:]
    await_server()
    session = register()
    numbers = {name: create(session, name) for name in names}
    values = {name: spsa_values(number) for name, number in numbers.items() if name == "spsa"}
    log = FOLDER / "client.log"
    client = subprocess.Popen(
        [sys.executable, "client.py", "-T", "2", "-N", "1", "-S", SERVER, "--no-client-downloads"]
        + ["-U", ACCOUNT["username"], "-P", ACCOUNT["password"]],
        cwd=FOLDER / "OpenBench/Client",
        stdout=log.open("w"),
        stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    end = time.monotonic() + LONGEST
    waiting = dict(numbers)
    while waiting:
        time.sleep(1)
        stopped = client.poll() is not None or time.monotonic() > end or "Traceback" in log.read_text()
        for name, number in list(waiting.items()):
            row = test_row(number)
            if row["finished"] or row["error"] or stopped:
                check(row["finished"], name, "not finished; the client's log:", log.read_text()[-3000:])
                report(name, row)
                judge(name, row)
                del waiting[name]
    # The last workload ends after the last report.
    left = processes()
    for _ in range(60):
        if not left:
            break
        time.sleep(1)
        left = processes()
    check(not left, "left behind", *left)
    client.kill()
    for name in values:
        now = spsa_values(numbers[name])
        row = test_row(numbers[name])
        check(now != values[name] or row["wins"] == row["losses"], name, "no value has moved:", now)
        print(f"{name}: values {values[name]} -> {now}")
    text = log.read_text()
    check("Traceback" not in text, "client", text[-3000:])
    games = uploaded_games()
    check(games, "server", "no games were uploaded")
    searched = sum(game.count(", sd=") for game in games)
    check(searched > 5 * len(games), "server", "moves without their searches")
    print(f"client: {text.count('Finished game')} games; server: {len(games)} games")


def spsa_values(number):
    rows_of_test = rows(
        "SELECT name, value FROM OpenBench_spsaparameter JOIN OpenBench_spsarun ON spsa_run_id = OpenBench_spsarun.id "
        "WHERE tune_id = ?",
        number,
    )
    return {row["name"]: round(row["value"], 2) for row in rows_of_test}


if __name__ == "__main__":
    main()
