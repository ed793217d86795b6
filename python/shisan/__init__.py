"""The five-in-a-row engine Shisan: analysis, checkmates, forbidden points, boards for notebooks.

>>> from shisan import Engine, Game
>>> with Engine() as engine:
...     for report in engine.analyze(Game("h8i9h9", rule="renju"), lines=2, max_nodes=20000):
...         print(report)
"""

from .collection import (
    Collection,
    FoundGame,
    PlayedMove,
    ReviewedGame,
    data_frame,
    read_reviews,
)
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
    GameTree,
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
    ReadFormat,
    Report,
    Review,
    ReviewedMove,
    Rule,
    SideReview,
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
    "Collection",
    "Color",
    "Coords",
    "Drawing",
    "Engine",
    "EngineDied",
    "ForbiddenLine",
    "ForbiddenPoint",
    "Format",
    "FoundGame",
    "Game",
    "GameOver",
    "GameTree",
    "Judgement",
    "Line",
    "OpeningDecision",
    "OpeningOptions",
    "OpeningPlayer",
    "OpeningRule",
    "OpeningState",
    "PlayedMove",
    "Position",
    "Proof",
    "Puzzle",
    "Puzzles",
    "Query",
    "QueryError",
    "QueryWarning",
    "ReadFormat",
    "Report",
    "Review",
    "ReviewedGame",
    "ReviewedMove",
    "Rule",
    "ShisanError",
    "SideReview",
    "Stones",
    "ThreatCell",
    "Threats",
    "Uniqueness",
    "Version",
    "data_frame",
    "find_program",
    "read_reviews",
]
