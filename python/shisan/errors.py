"""What can go wrong."""

from __future__ import annotations

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
