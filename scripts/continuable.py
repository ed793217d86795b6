"""For scripts that the same command continues, as continuable.sh: how they run programs, fail and end."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

INTERRUPTED = 75
is_interrupted = False
programs: set[subprocess.Popen] = set()


def fail(reason: str) -> None:
    """Ends the script with exit code 2; after an interrupt that, not the failure, is the reason."""
    if is_interrupted:
        raise KeyboardInterrupt
    print(f"error: {reason}", file=sys.stderr)
    sys.exit(2)


def start(command: list[str], **options) -> subprocess.Popen:
    """Starts a program that an interrupt ends. It has a session of its own, since a second interrupt, such as
    the terminal's, would end it at once."""
    if is_interrupted:
        raise KeyboardInterrupt
    program = subprocess.Popen(command, start_new_session=True, **options)
    programs.add(program)
    if is_interrupted:
        program.terminate()
    return program


def run(command: list[str], input: str | None = None, **options) -> subprocess.CompletedProcess:
    """Runs a program to its end, as `subprocess.run` does."""
    if input is not None:
        options["stdin"] = subprocess.PIPE
    program = start(command, **options)
    output, error = program.communicate(input)
    return subprocess.CompletedProcess(command, program.returncode, output, error)


def output(command: list[str], input: str | None = None) -> str:
    """What a program prints. Where it fails, the script does."""
    done = run(command, input, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode == INTERRUPTED:
        raise KeyboardInterrupt
    if done.returncode:
        reasons = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        fail(f"{shlex.join(command)}: {reasons[-1].removeprefix('error: ')}")
    return done.stdout


def whole_lines(path: str | Path) -> list[bytes]:
    """The lines of a file. The last one of a run that was killed may be half a line, to which the next would be
    added: it is cut off."""
    if not os.path.exists(path):
        return []
    with open(path, "rb+") as file:
        lines = file.read()
        lines = lines[: lines.rfind(b"\n") + 1]
        file.truncate(len(lines))
    return lines.splitlines()


def interrupt(*_) -> None:
    """Ends the programs that run, which ends `work`: nothing else takes long."""
    global is_interrupted
    is_interrupted = True
    for program in list(programs):
        program.terminate()


def main(work) -> None:
    """Runs `work`; an interrupt ends the script with exit code 75, a failure with 2."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, interrupt)
    try:
        try:
            work()
        except OSError as error:
            fail(f"{error.filename or sys.argv[0]}: {error.strerror}")
    except KeyboardInterrupt:
        print(f"to continue: {shlex.join(sys.argv)}", file=sys.stderr)
        sys.exit(INTERRUPTED)
