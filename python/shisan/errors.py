"""What can go wrong."""

from __future__ import annotations

import warnings
from typing import Optional


class ShisanError(Exception):
    """Any error of this package."""


class QueryError(ShisanError, ValueError):
    """The engine refused a query: why, in one line, and the field that is wrong, if it is one."""

    def __init__(
        self, reason: str, field: Optional[str] = None, turn: Optional[int] = None
    ) -> None:
        super().__init__(f"{field}: {reason}" if field else reason)
        self.reason = reason
        self.field = field
        #: The position that has no answer; `None` where the query as a whole is wrong.
        self.turn = turn


class EngineDied(ShisanError):
    """The process has ended. On Unix, -N is the exit code of one that signal N killed."""

    def __init__(self, exit_code: int, reason: str = "") -> None:
        super().__init__(
            f"shisan ended with exit code {exit_code}" + (f": {reason}" if reason else "")
        )
        self.exit_code = exit_code
        #: The first line of its standard error.
        self.reason = reason

    def __reduce__(self) -> tuple[type[EngineDied], tuple[int, str]]:
        return EngineDied, (self.exit_code, self.reason)


def reason_of(exit_code: int, errors: str) -> str:
    """Why a program has failed: the last line of its standard error, or else its exit code."""
    lines = errors.strip().splitlines()
    return lines[-1].removeprefix("error: ") if lines else str(EngineDied(exit_code))


def warn_of(errors: str, stacklevel: int) -> None:
    """Makes warnings of those in the standard error of a program; `stacklevel` as seen by the caller."""
    for line in errors.splitlines():
        if line.startswith(("warning: ", "skipped: ")):
            warnings.warn(line.removeprefix("warning: "), stacklevel=stacklevel + 1)
