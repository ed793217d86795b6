"""The five-in-a-row engine Shisan: analysis, checkmates, forbidden points, boards for notebooks.

>>> from shisan import Engine, Game
>>> with Engine() as engine:
...     for report in engine.analyze(Game("h8i9h9", rule="renju"), lines=2, max_nodes=20000):
...         print(report)
"""

from .engine import Analysis, Answer, AsyncAnalysis, AsyncEngine, Engine
from .errors import EngineDied, QueryError, ShisanError
from .game import Game, Stones
from .process import find_program
from .queries import Position
from .schema import (
    SCHEMA,
    Agent,
    Color,
    Coords,
    Format,
    ForbiddenLine,
    ForbiddenPoint,
    GameOver,
    Judgement,
    Line,
    OpeningDecision,
    OpeningOptions,
    OpeningPlayer,
    OpeningRule,
    OpeningState,
    Proof,
    Puzzle,
    Puzzles,
    Query,
    QueryWarning,
    Report,
    Review,
    ReviewedMove,
    Rule,
    SideReview,
    Swap2,
    Swap2Choice,
    ThreatCell,
    Threats,
    Uniqueness,
    Version,
)
from .svg import Drawing

__all__ = [
    "SCHEMA",
    "Agent",
    "Analysis",
    "Answer",
    "AsyncAnalysis",
    "AsyncEngine",
    "Color",
    "Coords",
    "Drawing",
    "Engine",
    "EngineDied",
    "ForbiddenLine",
    "ForbiddenPoint",
    "Format",
    "Game",
    "GameOver",
    "Judgement",
    "Line",
    "OpeningDecision",
    "OpeningOptions",
    "OpeningPlayer",
    "OpeningRule",
    "OpeningState",
    "Position",
    "Proof",
    "Puzzle",
    "Puzzles",
    "Query",
    "QueryError",
    "QueryWarning",
    "Report",
    "Review",
    "ReviewedMove",
    "Rule",
    "ShisanError",
    "SideReview",
    "Swap2",
    "Swap2Choice",
    "Stones",
    "ThreatCell",
    "Threats",
    "Uniqueness",
    "Version",
    "find_program",
]
