"""One `shisan analyze`, and the threads that write its queries and hand out its answers."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Optional

from .errors import EngineDied

#: Takes the answers to one query, and `None` when it is forgotten or the process ends.
Deliver = Callable[[Optional[dict[str, Any]]], object]


def find_program() -> str:
    """What the environment variable SHISAN names, else the wheel's program, else the PATH's."""
    name = "shisan.exe" if sys.platform == "win32" else "shisan"
    if os.environ.get("SHISAN"):
        return os.environ["SHISAN"]
    with suppress(metadata.PackageNotFoundError):
        for file in metadata.files("shisan") or ():
            if file.name == name and (path := Path(str(file.locate())).resolve()).is_file():
                return str(path)
    # `pip install --target` puts it beside the package.
    folders = [str(Path(__file__).parents[1] / "bin"), os.environ.get("PATH", os.defpath)]
    found = shutil.which(name, path=os.pathsep.join(folders))
    if found is None:
        raise FileNotFoundError(
            "no program `shisan`: install the wheel, or name the program in SHISAN"
        )
    return found


class Process:
    """Safe to use from several threads; no call blocks but `close`."""

    def __init__(self, command: Sequence[str]) -> None:
        self._stderr = tempfile.TemporaryFile()
        # A group of its own: Ctrl-C interrupts Python, which ends the query and keeps the engine.
        group: dict[str, Any]
        if sys.platform == "win32":
            group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        else:
            group = {"start_new_session": True}
        try:
            self._child = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr, **group
            )
        except OSError:
            self._stderr.close()
            raise
        # The garbage collector may end a query amid any call.
        self._lock = threading.RLock()
        # The number of the line, as in the answer to a line that cannot be read.
        self._numbers = itertools.count(1)
        self._outbox: SimpleQueue[Optional[bytes]] = SimpleQueue()
        self._waiting: dict[int, Deliver] = {}
        self._death: Optional[tuple[int, str]] = None
        self._reader = threading.Thread(target=self._read, name="shisan-reader", daemon=True)
        self._reader.start()
        threading.Thread(target=self._write, name="shisan-writer", daemon=True).start()

    def ask(self, query: dict[str, Any], deliver: Deliver) -> int:
        """Sends a query; returns its id."""
        # What is no JSON raises before it takes the number of a line.
        text = json.dumps(query, allow_nan=False)
        with self._lock:
            if self._death:
                raise EngineDied(*self._death)
            number = next(self._numbers)
            self._waiting[number] = deliver
            self._outbox.put(f'{{"id": {number}, {text[1:]}\n'.encode())
            return number

    def forget(self, number: int) -> None:
        """Delivers no more answers to this query, but `None` to what waits for one."""
        with self._lock:
            deliver = self._waiting.pop(number, None)
        self._deliver(deliver, None)

    def terminate(self, number: int) -> None:
        """Ends a query whose answer is not wanted any more."""
        self.forget(number)
        with suppress(EngineDied):
            done = self.ask({"action": "terminate", "terminateId": number}, lambda _: None)
            self.forget(done)

    def death(self) -> EngineDied:
        """Why there are no more answers."""
        assert self._death, "the process lives"
        return EngineDied(*self._death)

    def close(self) -> None:
        """Ends the process at once."""
        self._outbox.put(None)
        # The garbage collector may call from any thread.
        if threading.current_thread() is not self._reader:
            self._reader.join(timeout=2)
        if self._reader.is_alive():
            self._child.kill()

    def _write(self) -> None:
        stdin = self._child.stdin
        assert stdin
        # A process that does not listen has ended, and the reader says so.
        with suppress(OSError), stdin:
            for line in iter(self._outbox.get, None):
                stdin.write(line)
                stdin.flush()

    def _read(self) -> None:
        stdout = self._child.stdout
        assert stdout
        with stdout:
            for line in stdout:
                try:
                    answer = json.loads(line)
                    deliver = self._waiting.get(answer["id"])
                except (ValueError, TypeError, LookupError):
                    # Torn by the end of the process, or no `shisan`.
                    self._child.kill()
                    break
                self._deliver(deliver, answer)
        exit_code = self._child.wait()
        with self._stderr as stderr:
            stderr.seek(0)
            reason = stderr.readline().decode(errors="replace").strip()
        with self._lock:
            self._death = exit_code, reason
            waiting, self._waiting = self._waiting, {}
        self._outbox.put(None)
        for deliver in waiting.values():
            self._deliver(deliver, None)

    @staticmethod
    def _deliver(deliver: Optional[Deliver], answer: Optional[dict[str, Any]]) -> None:
        # Nobody waits in an event loop that is closed.
        with suppress(RuntimeError):
            if deliver:
                deliver(answer)
