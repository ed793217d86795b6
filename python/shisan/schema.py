"""The queries and answers of `shisan analyze`, made of its schema; docs/json.md has the same.

Names are those of the schema in snake case. A missing array is `()`, any other field `None`.
`TRYCMD=overwrite cargo test -p shisan-analysis schema` writes this file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Optional, TypedDict, Union

#: The version of the schema.
SCHEMA = 1


class GameTree(TypedDict, total=False):
    """A game with its variations, or a study of positions."""

    #: `[width, height]`
    size: Sequence[int]
    #: the positions, each after the one that it follows; the first is the root
    nodes: Sequence[TreeNode]
    #: the name of the player of Black
    black: str
    #: a comment on the whole game
    comment: str
    #: when the game was played, as its source writes it
    date: str
    #: the tournament
    event: str
    #: where the game was played
    place: str
    #: the result as SGF writes it: `B+`, `W+R`, `B+T`, `0`; absent if the game is not over
    result: str
    #: the round of the tournament
    round: str
    #: the rule; absent if it is not stated
    rule: Rule
    #: the name of the player of White
    white: str


class Restriction(TypedDict, total=False):
    """KataGo's restriction of the moves of one side."""

    player: AnyColor
    moves: Sequence[str]
    untilDepth: int


class SideStones(TypedDict, total=False):
    """Stones by side."""

    b: CellList
    w: CellList


class TreeNode(TypedDict, total=False):
    """A node of a game tree: a move or none, and what is written there."""

    #: milliseconds that are left to Black afterwards
    blackClockMs: int
    #: the comment
    comment: str
    #: texts on the board: `[cell, text]`
    labels: Sequence[Sequence[str]]
    #: marks on the board: `[mark, cells]`, the cells one as `h8` or a rectangle as `h8:j10`
    marks: Sequence[tuple[Mark, str]]
    #: the move that leads here: `[color, cell]`, or `[color, "pass"]`
    move: tuple[Color, str]
    #: the index of the node that it follows, whose first follower goes on with the main line; the
    #: node before it if absent
    parent: int
    #: other SGF properties: `[name, values]`, the values with their escapes
    properties: Sequence[tuple[str, Sequence[str]]]
    #: stones that are set up or taken off before the move, one after another: `[content, cells]`
    setup: Sequence[tuple[CellContent, str]]
    #: milliseconds that the move took
    timeMs: int
    #: the side to move afterwards, if it is not the one whose turn it is
    toMove: Color
    #: milliseconds that are left to White afterwards
    whiteClockMs: int


#: What to do.
Action = Literal[
    "analyze",
    "move",
    "solve",
    "forbid",
    "review",
    "puzzles",
    "opening",
    "convert",
    "version",
    "terminate",
    "terminateAll",
    "clearCache",
    "quit",
]
#: A published agent, or one of two plain players.
Agent = Literal["finard", "zheng", "chain", "gobang", "gao-liang", "one-ply", "random"]
#: The word for all positions of a game, or all games of a file.
All = Literal["all"]
#: A side, by its word or its letter.
AnyColor = Literal["black", "b", "B", "white", "w", "W"]
#: A board size.
BoardSize = Union[int, Sequence[int]]
#: A stone, or none.
CellContent = Literal["black", "white", "empty"]
#: Cells.
CellList = Union[str, Sequence[str]]
#: A side.
Color = Literal["black", "white"]
#: How cells are named.
Coords = Literal["top", "bottom", "gtp"]
#: A format of games.
Format = Literal["pos", "offsets", "psq", "sgf", "board", "link", "sav"]
#: What tells queries apart.
Id = Union[int, str]
#: A part of an answer that is left out unless it is asked for.
Include = Literal["policy", "heat", "threats", "forbidden", "proof", "keys", "timing", "book"]
#: What a move was worth.
Judgement = Literal[
    "best",
    "good",
    "inaccuracy",
    "mistake",
    "blunder",
    "missed-win",
    "losing-move",
]
#: A sign on a cell.
Mark = Literal["triangle", "square", "circle", "cross"]
#: A kind of checkmate.
MateKind = Literal["VCF", "VCT"]
#: A decision: a cell, `swap` or `stay`, a number of fifth moves, or the cells that are offered.
OpeningDecision = Union[int, str, Sequence[str]]
#: One of the two who play an opening: `first` begins it.
OpeningPlayer = Literal["first", "second"]
#: A rule of the opening.
OpeningRule = Literal["pro", "long-pro", "swap", "swap2", "yamaguchi", "soosyrv-8", "taraguchi-10"]
#: The answer of the solvers.
ProofResult = Literal["mate", "none", "undecided"]
#: A rule.
Rule = Literal["freestyle", "standard", "renju", "caro", "caro-overline"]
#: How it is known that no other move wins.
Uniqueness = Literal["proved", "searched"]
#: A move, with or without the side that makes it.
Move = Union[str, tuple[AnyColor, str]]
#: A format of games that is read.
ReadFormat = Union[Format, Literal["yixin-pos", "lib", "db", "db-lz4", "rif"]]
#: Moves to allow or to avoid.
Restrictions = Union[CellList, Sequence[Restriction]]
#: A rule by its name or its Gomocup number.
RuleName = Union[int, Rule]
#: Stones in no order.
Stones = Union[SideStones, Sequence[tuple[AnyColor, str]]]
#: Which positions of a game.
Turns = Union[Sequence[int], All]
#: Which game of a file.
WhichGame = Union[int, All]
#: The moves of a game.
Moves = Union[str, Sequence[Move]]


class Query(TypedDict, total=False):
    """The options of a query about a position."""

    #: `move`: the [published agent](classics.md) that plays: `finard`, `zheng`, `chain`, `gobang`,
    #: `gao-liang`, or `one-ply` or `random`; Shisan if absent
    agent: Agent
    #: the only moves to compare
    allow: Restrictions
    #: `solve`: whose win to look for; the side to move if absent
    attacker: AnyColor
    #: moves to leave out
    avoid: Restrictions
    #: `analyze`: the most balanced moves come first in `lines`, those after which both sides have
    #: the most equal chance
    balanced: bool
    #: `forbid`: judges this cell only
    cell: str
    #: how cells are named, here and in the answers: `top`, `bottom` or `gtp`
    coords: Coords
    #: `opening`: the decisions so far: a cell, `swap`, `stay`, a number of fifth moves, or an array
    #: of the cells that are offered
    decisions: Sequence[OpeningDecision]
    #: `convert`: the encoding of names and comments in the answer; with it a text comes in `bytes`,
    #: too; UTF-8 if absent
    encoding: str
    #: `convert`: the game that becomes a tree, from 1, or `all`; the first if absent
    game: WhichGame
    #: MiB of the transposition table; that of the program if absent
    hash_mib: int
    #: what else the answer should hold: `policy`, `heat`, `threats`, `forbidden`, `proof`, `keys`,
    #: `timing`, `book`
    include: Sequence[Include]
    #: plays and sees as well as a player of this Elo, see [levels.md](levels.md); full strength if
    #: absent
    level: int
    #: how many of the best moves, each with its line (multi-PV)
    lines: int
    #: ends the search after this many plies
    max_depth: int
    #: ends the search after this many nodes
    max_nodes: int
    #: ends the search after this many milliseconds
    max_time_ms: int
    #: `opening`: `pro`, `long-pro`, `swap`, `swap2`, `yamaguchi`, `soosyrv-8` or `taraguchi-10`;
    #: `swap2` if absent
    opening_rule: OpeningRule
    #: positions of a higher priority come first; 0 if absent
    priority: int
    #: `solve`: quiet attacks too, neither four nor three, that threaten to win by fours
    quiet: bool
    #: milliseconds from one report of progress to the next; 0 reports none
    report_every_ms: int
    #: `freestyle`, `standard`, `renju`, `caro`, `caro-overline`, or the Gomocup number; `freestyle`
    #: if absent
    rule: RuleName
    #: makes another player of the same level or agent; if absent 1, for an agent 0
    seed: int
    #: the side of the board or `[width, height]`, 5 to 32; 15 if absent
    size: BoardSize
    #: stones in no order, before the moves: `{"b": cells, "w": cells}` or an array of `[color,
    #: cell]`
    stones: Stones
    #: threads of the search, at most one a processor; those of the program if absent
    threads: int
    #: who moves first after `stones`; if absent Black, or White where Black has more stones
    to_move: AnyColor
    #: `convert`: the same as one game tree, see below
    tree: GameTree
    #: which positions, by the number of moves before them, or `all`; the last one if absent
    turns: Turns
    #: replays each mate against every legal reply
    verify: bool


@dataclass(frozen=True)
class BookGames:
    """How games ended."""

    #: won by Black
    black: int
    #: won by White
    white: int
    #: drawn
    drawn: int
    #: without a result
    open: int


@dataclass(frozen=True)
class BookLine:
    """A move of a book."""

    #: the move
    move: str
    #: the depth of its search in plies
    depth: int
    #: games with it
    games: BookGames
    #: its value for the side that makes it, in the engine's points; `null` where it has none
    score: Optional[int] = None


@dataclass(frozen=True)
class Conversion:
    """Games in another format."""

    #: whether this is the last line about this position; `false` for progress
    final: bool
    #: how many games there are
    games: int
    #: the game in the format `to`, if that is a binary format, or the games in the `encoding` of
    #: the query, in base64
    bytes: Optional[str] = None
    #: the encoding of their texts, as the web names it; absent unless it had to be guessed
    guessed_encoding: Optional[str] = None
    #: without `to`: its moves
    moves: tuple[str, ...] = ()
    #: without `to`: the opening of renju that it begins with, such as `D4 Kagetsu`; absent if it
    #: begins with none of them, or another rule is stated
    opening: Optional[str] = None
    #: without `to`: the rule of the first game; `null` if the text does not state it
    rule: Optional[Rule] = None
    #: without `to`: `[width, height]`
    size: tuple[int, ...] = ()
    #: without `to`: the stones that were set up before its moves, in no order, as those of a drawn
    #: board; absent if there are none
    stones: tuple[tuple[Color, str], ...] = ()
    #: the games in the format `to`, if that is a text and the query names no `encoding`
    text: Optional[str] = None
    #: the game that `game` names, with `to` `tree`
    tree: Optional[GameTree] = None
    #: all games in turn, with `to` `tree` and `game` `all`
    trees: tuple[GameTree, ...] = ()
    #: what was ignored in the query or read in one of several ways, and a book that cannot be read;
    #: absent if there is none
    warnings: tuple[QueryWarning, ...] = ()


@dataclass(frozen=True)
class Done:
    """An action that was done."""

    #: whether this is the last line about this position; `false` for progress
    final: bool
    #: the action
    action: Action
    #: `terminate`: the query that was ended
    terminate_id: Optional[Id] = None
    #: `terminate`, `terminateAll`, `quit`: how many positions were ended
    terminated: Optional[int] = None
    #: `version`: this program
    version: Optional[Version] = None
    #: what was ignored in the query or read in one of several ways, and a book that cannot be read;
    #: absent if there is none
    warnings: tuple[QueryWarning, ...] = ()


@dataclass(frozen=True)
class ForbiddenLine:
    """A line that contributes to a foul."""

    #: `three`, `four` or `overline`
    shape: str
    #: `row`, `column`, `falling diagonal` or `rising diagonal`
    direction: str
    #: its stones, the forbidden one among them
    stones: tuple[str, ...]
    #: the cells that make a five of a four, or an open four of a three
    completed_by: tuple[str, ...]


@dataclass(frozen=True)
class ForbiddenPoint:
    """A point judged by the rules of renju."""

    #: the point
    cell: str
    #: the lines that make it forbidden
    lines: tuple[ForbiddenLine, ...]
    #: `overline`, `double-four` or `double-three`; `null` if Black may play there
    kind: Optional[str] = None


@dataclass(frozen=True)
class GameOver:
    """A position in which the game is over."""

    #: whether this is the last line about this position; `false` for progress
    final: bool
    #: the position, by the number of moves before it
    turn: int
    #: `five`, `full board`, `no move` if renju forbids every free cell to Black, or Black's foul:
    #: `overline`, `double-four`, `double-three`
    reason: str
    #: the stones of the five or longer line
    line: tuple[str, ...]
    #: `black`, `white`, or `null` for a draw
    winner: Optional[Color] = None
    #: what was ignored in the query or read in one of several ways, and a book that cannot be read;
    #: absent if there is none
    warnings: tuple[QueryWarning, ...] = ()


@dataclass(frozen=True)
class InBook:
    """A position of a book. Of one that it does not know, only the moves to others are there."""

    #: whether the book knows the position
    known: bool
    #: the depth of its search in plies
    depth: int
    #: games that passed through it
    games: BookGames
    #: the comment, empty for none
    comment: str
    #: the moves to positions of the book, the best first
    moves: tuple[BookLine, ...]
    #: its value for the side to move, in the engine's points; `null` where it has none
    score: Optional[int] = None


@dataclass(frozen=True)
class Line:
    """A move with its value for the side that makes it."""

    #: the move
    move: str
    #: depth of its search in plies: that of the others, unless it is a mate; a single line may be
    #: one deeper, from an unfinished iteration
    depth: int
    #: the principal variation, this move first; of a mate as many moves as it has plies, the last
    #: one makes the five; where renju leaves Black no move, it ends before the five, which the mate
    #: counts
    pv: tuple[str, ...]
    #: plies to the five: positive if that side wins, negative if it loses, `null` if no win is
    #: known
    mate: Optional[int] = None
    #: its chance in `policy`
    prior: Optional[float] = None
    #: `true` where the rest of a mate was not found soon enough, so that `pv` ends before the five;
    #: else absent
    pv_cut: Optional[bool] = None
    #: its value, in the engine's points
    score: Optional[int] = None
    #: the chance to win of the side that makes it, 0 to 1
    winrate: Optional[float] = None


@dataclass(frozen=True)
class NoResult:
    """A position that was terminated."""

    #: whether this is the last line about this position; `false` for progress
    final: bool
    #: the position, by the number of moves before it
    turn: int
    #: what was ignored in the query or read in one of several ways, and a book that cannot be read;
    #: absent if there is none
    warnings: tuple[QueryWarning, ...] = ()


@dataclass(frozen=True)
class OpeningOptions:
    """What may be decided in an opening."""

    #: the cells that may be taken, by a stone or as one of those that are offered
    cells: tuple[str, ...]
    #: whether to change sides is decided now: `swap` or `stay`
    swap: bool
    #: the greatest number of fifth moves that may be declared; `null` if none is due
    declare: Optional[int] = None
    #: how many fifth moves may be offered; `null` if none are due
    offer: Optional[int] = None


@dataclass(frozen=True)
class OpeningState:
    """An opening after some decisions, and the next ones."""

    #: whether this is the last line about this position; `false` for progress
    final: bool
    #: the stones that are put
    turn: int
    #: who has Black now: `first` or `second`
    black: OpeningPlayer
    #: the side to move
    to_move: Color
    #: the stones so far, Black's and White's in turn
    moves: tuple[str, ...]
    #: the fifth moves that are offered, until one is taken
    offered: tuple[str, ...]
    #: what the engine decides, up to the other player's next decision
    decisions: tuple[OpeningDecision, ...]
    #: nodes of all searches
    nodes: int
    #: how many fifth moves are declared; `null` where none are
    declared: Optional[int] = None
    #: the opening of renju that the stones begin with, such as `D4 Kagetsu`; `null` if they are
    #: none, and under other rules
    opening: Optional[str] = None
    #: what may be decided; `null` when the opening is over
    options: Optional[OpeningOptions] = None
    #: whose decision is due: `first`, who begins the opening, or `second`; `null` when it is over
    player: Optional[OpeningPlayer] = None
    #: the chance of Black to win, as far as it was searched; `null` where there was nothing to
    #: compare
    winrate_black: Optional[float] = None
    #: what was ignored in the query or read in one of several ways, and a book that cannot be read;
    #: absent if there is none
    warnings: tuple[QueryWarning, ...] = ()


@dataclass(frozen=True)
class Problem:
    """Why there is no answer."""

    #: whether this is the last line about this position; `false` for progress
    final: bool
    #: the reason, in one line
    error: str
    #: the field that is wrong, as the query names it; `null` for the line as a whole
    field: Optional[str] = None
    #: the position; absent where the query itself is wrong
    turn: Optional[int] = None
    #: what was ignored in the query or read in one of several ways, and a book that cannot be read;
    #: absent if there is none
    warnings: tuple[QueryWarning, ...] = ()


@dataclass(frozen=True)
class Proof:
    """Whether the attacker mates by continuous fours and threes."""

    #: whose win was looked for
    attacker: Color
    #: `mate`, `none` (every attack failed) or `undecided` (a limit was reached, or the win found is
    #: excluded)
    result: ProofResult
    #: `VCF` (by fours) or `VCT` (by fours and threes): what was found, or looked for
    kind: MateKind
    #: the moves of both sides against the longest resistance met
    line: tuple[str, ...]
    #: nodes of the solvers
    nodes: int
    #: plies to the five, of a mate
    plies: Optional[int] = None
    #: replies tried to verify the mate; absent unless it was asked for
    replies: Optional[int] = None


@dataclass(frozen=True)
class Puzzle:
    """A position with one winning move."""

    #: the position, by the number of moves before it
    turn: int
    #: who is to move, and wins
    side: Color
    #: its stones, each as `[color, cell]`, as a query takes them; those of the moves in their order
    stones: tuple[tuple[Color, str], ...]
    #: moves of the winner up to the five
    win_in: int
    #: how far it is known that no other move wins: `proved`, each of them is refuted; `searched`, a
    #: search without the winning move finds no win
    unique: Uniqueness
    #: the win, the winning move first; replayed against every legal reply
    proof: Proof


@dataclass(frozen=True)
class Puzzles:
    """The positions of a game with one winning move."""

    #: whether this is the last line about this position; `false` for progress
    final: bool
    #: positions that were studied
    done: int
    #: positions of the game
    total: int
    #: the puzzles that are found, in the order of the game: all of them in the last answer
    puzzles: tuple[Puzzle, ...]
    #: nodes of the solver and of the searches
    nodes: int
    #: what was ignored in the query or read in one of several ways, and a book that cannot be read;
    #: absent if there is none
    warnings: tuple[QueryWarning, ...] = ()


@dataclass(frozen=True)
class QueryWarning:
    """Something that was ignored."""

    #: the field, as the query names it
    field: str
    #: why
    warning: str


@dataclass(frozen=True)
class Report:
    """A position with what was asked about it. What was not asked for is absent."""

    #: whether this is the last line about this position; `false` for progress
    final: bool
    #: the position, by the number of moves before it
    turn: int
    #: whose turn it is
    to_move: Color
    #: the best move
    best: Optional[str] = None
    #: what the book of `--book` knows of the position
    book: Optional[InBook] = None
    #: completed depth in plies
    depth: int = 0
    #: the points that renju forbids Black, with either side to move; none under other rules
    forbidden: tuple[ForbiddenPoint, ...] = ()
    #: row by row from the top: how much of the chance to win a move there gives away, 0 to 1;
    #: `null` where none was searched
    heat: tuple[Optional[float], ...] = ()
    #: of stones, side to move, rule and size, in hexadecimal digits
    key: Optional[str] = None
    #: the best moves with their lines, the best first
    lines: tuple[Line, ...] = ()
    #: plies to the five: positive if the side to move wins, negative if it loses, `null` if no win
    #: is known
    mate: Optional[int] = None
    #: nodes searched
    nodes: int = 0
    #: nodes a second
    nps: Optional[int] = None
    #: row by row from the top: the chance of a move to be played, before any search; `null` where
    #: none may be played
    policy: tuple[Optional[float], ...] = ()
    #: a checkmate by fours and threes; `null` where the search found no win
    proof: Optional[Proof] = None
    #: the value for the side to move, in the engine's points
    score: Optional[int] = None
    #: the longest line searched, in plies
    seldepth: int = 0
    #: the same for all turns and reflections of the position
    sym_key: Optional[str] = None
    #: where either side may make a three or more; in renju a three of Black counts where a legal
    #: move makes an open four of it
    threats: Optional[Threats] = None
    #: milliseconds since the search began
    time_ms: Optional[float] = None
    #: the chance to win of the side to move, 0 to 1
    winrate: Optional[float] = None
    #: the chance to win of Black
    winrate_black: Optional[float] = None
    #: what was ignored in the query or read in one of several ways, and a book that cannot be read;
    #: absent if there is none
    warnings: tuple[QueryWarning, ...] = ()


@dataclass(frozen=True)
class Review:
    """A game, move by move."""

    #: whether this is the last line about this position; `false` for progress
    final: bool
    #: positions that were studied
    done: int
    #: positions of the game; 0 without moves
    total: int
    #: the moves that are judged, in their order: all of them in the last answer
    moves: tuple[ReviewedMove, ...]
    #: Black's moves in figures
    black: SideReview
    #: White's moves in figures
    white: SideReview
    #: nodes of the searches and of the solver
    nodes: int
    #: what was ignored in the query or read in one of several ways, and a book that cannot be read;
    #: absent if there is none
    warnings: tuple[QueryWarning, ...] = ()


@dataclass(frozen=True)
class ReviewedMove:
    """A move with what it was worth."""

    #: the position before it, by the number of moves before it
    turn: int
    #: who made it
    side: Color
    #: the move
    move: str
    #: its class: `best`, `good`, `inaccuracy`, `mistake` or `blunder`, by `loss`; `missed-win` or
    #: `losing-move`, which are proved
    judgement: Judgement
    #: how much of the chance to win it gives away, 0 to 1
    loss: float
    #: the chance to win of this side before it, 0 to 1; 1 or 0 where the winner is known
    winrate_before: float
    #: the chance to win of this side after it
    winrate_after: float
    #: the line of `best`, this move first
    pv: tuple[str, ...]
    #: the best move in this position
    best: Optional[str] = None
    #: `mateBefore` of the position after it; 0 where it ends the game
    mate_after: Optional[int] = None
    #: plies from the position before it to the five: positive if this side wins, negative if it
    #: loses, `null` if no win is known
    mate_before: Optional[int] = None
    #: `missed-win`: the win that was given away, from the position before the move; `losing-move`:
    #: the opponent's win after it; replayed against every legal reply; else `null`
    proof: Optional[Proof] = None


@dataclass(frozen=True)
class SideReview:
    """The moves of a side in figures."""

    #: how many of its moves are `best`
    best: int
    #: how many are `good`
    good: int
    #: how many are an `inaccuracy`
    inaccuracy: int
    #: how many are a `mistake`
    mistake: int
    #: how many are a `blunder`
    blunder: int
    #: how many are a `missed-win`
    missed_win: int
    #: how many are a `losing-move`
    losing_move: int
    #: the mean accuracy of its moves in per cent; `null` without moves
    accuracy: Optional[float] = None


@dataclass(frozen=True)
class ThreatCell:
    """A cell and what a stone there would make."""

    #: the cell
    cell: str
    #: `five`, `open-four`, `four-three`, `four-plus` (with a blocked three or a two), `four`,
    #: `double-three`, `three-plus` or `three`
    kind: str


@dataclass(frozen=True)
class Threats:
    """The threats of both sides."""

    #: those of Black
    black: tuple[ThreatCell, ...]
    #: those of White
    white: tuple[ThreatCell, ...]


@dataclass(frozen=True)
class Version:
    """This program."""

    #: `shisan`
    name: str
    #: such as `0.1.0`
    version: str
    #: the version of this schema; it rises when a field changes its meaning
    schema: int
    #: the rules
    rules: tuple[Rule, ...]
    #: the smallest and the greatest side of a board
    sizes: tuple[int, ...]
    #: the most threads of a search: the processors
    threads: int
    #: of the source; `null` if the build does not name it
    commit: Optional[str] = None
