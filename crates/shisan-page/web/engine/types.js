// The queries and answers of docs/json.md, made of their schema:
// `TRYCMD=overwrite cargo test -p shisan-analysis schema` writes this file.

/** What to do. @typedef {'analyze' | 'move' | 'solve' | 'forbid' | 'review' | 'puzzles' | 'opening' | 'convert' | 'version' | 'terminate' | 'terminateAll' | 'clearCache' | 'quit'} Action */

/** A published agent, or one of two plain players. @typedef {'finard' | 'zheng' | 'chain' | 'gobang' | 'gao-liang' | 'one-ply' | 'random'} Agent */

/** The word for all positions of a game, or all games of a file. @typedef {'all'} All */

/** A side, by its word or its letter. @typedef {'black' | 'b' | 'B' | 'white' | 'w' | 'W'} AnyColor */

/** A board size. @typedef {number | [number, number]} BoardSize */

/**
 * How games ended.
 * @typedef {object} BookGames
 * @property {number} black won by Black
 * @property {number} white won by White
 * @property {number} drawn drawn
 * @property {number} open without a result
 */

/**
 * A move of a book.
 * @typedef {object} BookLine
 * @property {string} move the move
 * @property {number} depth the depth of its search in plies
 * @property {BookGames} games games with it
 * @property {number | null} [score] its value for the side that makes it, in the engine's points; `null` where it has none
 */

/** A stone, or none. @typedef {'black' | 'white' | 'empty'} CellContent */

/** Cells. @typedef {string | string[]} CellList */

/** A side. @typedef {'black' | 'white'} Color */

/**
 * Games in another format.
 * @typedef {object} Conversion
 * @property {number} games how many games there are
 * @property {string | null} [bytes] the game in the format `to`, if that is a binary format, or the games in the `encoding` of the query, in base64
 * @property {string | null} [guessedEncoding] the encoding of their texts, as the web names it; absent unless it had to be guessed
 * @property {string[] | null} [moves] without `to`: its moves
 * @property {string | null} [opening] without `to`: the opening of renju that it begins with, such as `D4 Kagetsu`; absent if it begins with none of them, or another rule is stated
 * @property {Rule | null} [rule] without `to`: the rule of the first game; `null` if the text does not state it
 * @property {[number, number] | null} [size] without `to`: `[width, height]`
 * @property {[Color, string][]} [stones] without `to`: the stones that were set up before its moves, in no order, as those of a drawn board; absent if there are none
 * @property {string | null} [text] the games in the format `to`, if that is a text and the query names no `encoding`
 * @property {GameTree | null} [tree] the game that `game` names, with `to` `tree`
 * @property {GameTree[]} [trees] all games in turn, with `to` `tree` and `game` `all`
 */

/** How cells are named. @typedef {'top' | 'bottom' | 'gtp'} Coords */

/**
 * An action that was done.
 * @typedef {object} Done
 * @property {Action} action the action
 * @property {Id | null} [terminateId] `terminate`: the query that was ended
 * @property {number | null} [terminated] `terminate`, `terminateAll`, `quit`: how many positions were ended
 * @property {Version | null} [version] `version`: this program
 */

/**
 * A line that contributes to a foul.
 * @typedef {object} ForbiddenLine
 * @property {string} shape `three`, `four` or `overline`
 * @property {string} direction `row`, `column`, `falling diagonal` or `rising diagonal`
 * @property {string[]} stones its stones, the forbidden one among them
 * @property {string[]} completedBy the cells that make a five of a four, or an open four of a three
 */

/**
 * A point judged by the rules of renju.
 * @typedef {object} ForbiddenPoint
 * @property {string} cell the point
 * @property {ForbiddenLine[]} lines the lines that make it forbidden
 * @property {string | null} [kind] `overline`, `double-four` or `double-three`; `null` if Black may play there
 */

/** A format of games. @typedef {'pos' | 'offsets' | 'psq' | 'sgf' | 'board' | 'link' | 'sav'} Format */

/**
 * A position in which the game is over.
 * @typedef {object} GameOver
 * @property {number} turn the position, by the number of moves before it
 * @property {string} reason `five`, `full board`, `no move` if renju forbids every free cell to Black, or Black's foul: `overline`, `double-four`, `double-three`
 * @property {string[]} line the stones of the five or longer line
 * @property {Color | null} [winner] `black`, `white`, or `null` for a draw
 */

/**
 * A game with its variations, or a study of positions.
 * @typedef {object} GameTree
 * @property {[number, number]} size `[width, height]`
 * @property {TreeNode[]} nodes the positions, each after the one that it follows; the first is the root
 * @property {string} [black] the name of the player of Black
 * @property {string} [comment] a comment on the whole game
 * @property {string} [date] when the game was played, as its source writes it
 * @property {string} [event] the tournament
 * @property {string} [place] where the game was played
 * @property {string} [result] the result as SGF writes it: `B+`, `W+R`, `B+T`, `0`; absent if the game is not over
 * @property {string} [round] the round of the tournament
 * @property {Rule} [rule] the rule; absent if it is not stated
 * @property {string} [white] the name of the player of White
 */

/** What tells queries apart. @typedef {number | string} Id */

/**
 * A position of a book. Of one that it does not know, only the moves to others are there.
 * @typedef {object} InBook
 * @property {boolean} known whether the book knows the position
 * @property {number} depth the depth of its search in plies
 * @property {BookGames} games games that passed through it
 * @property {string} comment the comment, empty for none
 * @property {BookLine[]} moves the moves to positions of the book, the best first
 * @property {number | null} [score] its value for the side to move, in the engine's points; `null` where it has none
 */

/** A part of an answer that is left out unless it is asked for. @typedef {'policy' | 'heat' | 'threats' | 'forbidden' | 'proof' | 'keys' | 'timing' | 'book'} Include */

/** What a move was worth. @typedef {'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder' | 'missed-win' | 'losing-move'} Judgement */

/**
 * A move with its value for the side that makes it.
 * @typedef {object} Line
 * @property {string} move the move
 * @property {number} depth depth of its search in plies: that of the others, unless it is a mate; a single line may be one deeper, from an unfinished iteration
 * @property {string[]} pv the principal variation, this move first; of a mate as many moves as it has plies, the last one makes the five; where renju leaves Black no move, it ends before the five, which the mate counts
 * @property {number | null} [mate] plies to the five: positive if that side wins, negative if it loses, `null` if no win is known
 * @property {number | null} [prior] its chance in `policy`
 * @property {boolean | null} [pvCut] `true` where the rest of a mate was not found soon enough, so that `pv` ends before the five; else absent
 * @property {number | null} [score] its value, in the engine's points
 * @property {number | null} [winrate] the chance to win of the side that makes it, 0 to 1
 */

/** A sign on a cell. @typedef {'triangle' | 'square' | 'circle' | 'cross'} Mark */

/** A kind of checkmate. @typedef {'VCF' | 'VCT'} MateKind */

/** A move, with or without the side that makes it. @typedef {string | [AnyColor, string]} Move */

/** The moves of a game. @typedef {string | Move[]} Moves */

/**
 * A position that was terminated.
 * @typedef {object} NoResult
 * @property {number} turn the position, by the number of moves before it
 */

/** A decision: a cell, `swap` or `stay`, a number of fifth moves, or the cells that are offered. @typedef {number | string | string[]} OpeningDecision */

/**
 * What may be decided in an opening.
 * @typedef {object} OpeningOptions
 * @property {string[]} cells the cells that may be taken, by a stone or as one of those that are offered
 * @property {boolean} swap whether to change sides is decided now: `swap` or `stay`
 * @property {number | null} [declare] the greatest number of fifth moves that may be declared; `null` if none is due
 * @property {number | null} [offer] how many fifth moves may be offered; `null` if none are due
 */

/** One of the two who play an opening: `first` begins it. @typedef {'first' | 'second'} OpeningPlayer */

/** A rule of the opening. @typedef {'pro' | 'long-pro' | 'swap' | 'swap2' | 'yamaguchi' | 'soosyrv-8' | 'taraguchi-10'} OpeningRule */

/**
 * An opening after some decisions, and the next ones.
 * @typedef {object} OpeningState
 * @property {number} turn the stones that are put
 * @property {OpeningPlayer} black who has Black now: `first` or `second`
 * @property {Color} toMove the side to move
 * @property {string[]} moves the stones so far, Black's and White's in turn
 * @property {string[]} offered the fifth moves that are offered, until one is taken
 * @property {OpeningDecision[]} decisions what the engine decides, up to the other player's next decision
 * @property {number} nodes nodes of all searches
 * @property {number | null} [declared] how many fifth moves are declared; `null` where none are
 * @property {string | null} [opening] the opening of renju that the stones begin with, such as `D4 Kagetsu`; `null` if they are none, and under other rules
 * @property {OpeningOptions | null} [options] what may be decided; `null` when the opening is over
 * @property {OpeningPlayer | null} [player] whose decision is due: `first`, who begins the opening, or `second`; `null` when it is over
 * @property {number | null} [winrateBlack] the chance of Black to win, as far as it was searched; `null` where there was nothing to compare
 */

/**
 * Why there is no answer.
 * @typedef {object} Problem
 * @property {string} error the reason, in one line
 * @property {string | null} [field] the field that is wrong, as the query names it; `null` for the line as a whole
 * @property {number | null} [turn] the position; absent where the query itself is wrong
 */

/**
 * Whether the attacker mates by continuous fours and threes.
 * @typedef {object} Proof
 * @property {Color} attacker whose win was looked for
 * @property {ProofResult} result `mate`, `none` (every attack failed) or `undecided` (a limit was reached, or the win found is excluded)
 * @property {MateKind} kind `VCF` (by fours) or `VCT` (by fours and threes): what was found, or looked for
 * @property {string[]} line the moves of both sides against the longest resistance met
 * @property {number} nodes nodes of the solvers
 * @property {number | null} [plies] plies to the five, of a mate
 * @property {number | null} [replies] replies tried to verify the mate; absent unless it was asked for
 */

/** The answer of the solvers. @typedef {'mate' | 'none' | 'undecided'} ProofResult */

/**
 * A position with one winning move.
 * @typedef {object} Puzzle
 * @property {number} turn the position, by the number of moves before it
 * @property {Color} side who is to move, and wins
 * @property {[Color, string][]} stones its stones, each as `[color, cell]`, as a query takes them; those of the moves in their order
 * @property {number} winIn moves of the winner up to the five
 * @property {Uniqueness} unique how far it is known that no other move wins: `proved`, each of them is refuted; `searched`, a search without the winning move finds no win
 * @property {Proof} proof the win, the winning move first; replayed against every legal reply
 */

/**
 * The positions of a game with one winning move.
 * @typedef {object} Puzzles
 * @property {number} done positions that were studied
 * @property {number} total positions of the game
 * @property {Puzzle[]} puzzles the puzzles that are found, in the order of the game: all of them in the last answer
 * @property {number} nodes nodes of the solver and of the searches
 */

/**
 * Something that was ignored.
 * @typedef {object} QueryWarning
 * @property {string} field the field, as the query names it
 * @property {string} warning why
 */

/** A format of games that is read. @typedef {Format | 'yixin-pos' | 'lib' | 'db' | 'db-lz4' | 'rif'} ReadFormat */

/**
 * A position with what was asked about it. What was not asked for is absent.
 * @typedef {object} Report
 * @property {number} turn the position, by the number of moves before it
 * @property {Color} toMove whose turn it is
 * @property {string | null} [best] the best move
 * @property {InBook | null} [book] what the book of `--book` knows of the position
 * @property {number} [depth] completed depth in plies
 * @property {ForbiddenPoint[] | null} [forbidden] the points that renju forbids Black, with either side to move; none under other rules
 * @property {(number | null)[] | null} [heat] row by row from the top: how much of the chance to win a move there gives away, 0 to 1; `null` where none was searched
 * @property {string | null} [key] of stones, side to move, rule and size, in hexadecimal digits
 * @property {Line[] | null} [lines] the best moves with their lines, the best first
 * @property {number | null} [mate] plies to the five: positive if the side to move wins, negative if it loses, `null` if no win is known
 * @property {number} [nodes] nodes searched
 * @property {number | null} [nps] nodes a second
 * @property {(number | null)[] | null} [policy] row by row from the top: the chance of a move to be played, before any search; `null` where none may be played
 * @property {Proof | null} [proof] a checkmate by fours and threes; `null` where the search found no win
 * @property {number | null} [score] the value for the side to move, in the engine's points
 * @property {number} [seldepth] the longest line searched, in plies
 * @property {string | null} [symKey] the same for all turns and reflections of the position
 * @property {Threats | null} [threats] where either side may make a three or more; in renju a three of Black counts where a legal move makes an open four of it
 * @property {number | null} [timeMs] milliseconds since the search began
 * @property {number | null} [winrate] the chance to win of the side to move, 0 to 1
 * @property {number | null} [winrateBlack] the chance to win of Black
 */

/**
 * KataGo's restriction of the moves of one side.
 * @typedef {object} Restriction
 * @property {AnyColor} player
 * @property {string[]} moves
 * @property {number} untilDepth
 */

/** Moves to allow or to avoid. @typedef {CellList | Restriction[]} Restrictions */

/**
 * A game, move by move.
 * @typedef {object} Review
 * @property {number} done positions that were studied
 * @property {number} total positions of the game; 0 without moves
 * @property {ReviewedMove[]} moves the moves that are judged, in their order: all of them in the last answer
 * @property {SideReview} black Black's moves in figures
 * @property {SideReview} white White's moves in figures
 * @property {number} nodes nodes of the searches and of the solver
 */

/**
 * A move with what it was worth.
 * @typedef {object} ReviewedMove
 * @property {number} turn the position before it, by the number of moves before it
 * @property {Color} side who made it
 * @property {string} move the move
 * @property {Judgement} judgement its class: `best`, `good`, `inaccuracy`, `mistake` or `blunder`, by `loss`; `missed-win` or `losing-move`, which are proved
 * @property {number} loss how much of the chance to win it gives away, 0 to 1
 * @property {number} winrateBefore the chance to win of this side before it, 0 to 1; 1 or 0 where the winner is known
 * @property {number} winrateAfter the chance to win of this side after it
 * @property {string[]} pv the line of `best`, this move first
 * @property {string | null} [best] the best move in this position
 * @property {number | null} [mateAfter] `mateBefore` of the position after it; 0 where it ends the game
 * @property {number | null} [mateBefore] plies from the position before it to the five: positive if this side wins, negative if it loses, `null` if no win is known
 * @property {Proof | null} [proof] `missed-win`: the win that was given away, from the position before the move; `losing-move`: the opponent's win after it; replayed against every legal reply; else `null`
 */

/** A rule. @typedef {'freestyle' | 'standard' | 'renju' | 'caro' | 'caro-overline'} Rule */

/** A rule by its name or its Gomocup number. @typedef {number | Rule} RuleName */

/**
 * The moves of a side in figures.
 * @typedef {object} SideReview
 * @property {number} best how many of its moves are `best`
 * @property {number} good how many are `good`
 * @property {number} inaccuracy how many are an `inaccuracy`
 * @property {number} mistake how many are a `mistake`
 * @property {number} blunder how many are a `blunder`
 * @property {number} missedWin how many are a `missed-win`
 * @property {number} losingMove how many are a `losing-move`
 * @property {number | null} [accuracy] the mean accuracy of its moves in per cent; `null` without moves
 */

/**
 * Stones by side.
 * @typedef {object} SideStones
 * @property {CellList} [b]
 * @property {CellList} [w]
 */

/** Stones in no order. @typedef {SideStones | [AnyColor, string][]} Stones */

/**
 * A cell and what a stone there would make.
 * @typedef {object} ThreatCell
 * @property {string} cell the cell
 * @property {string} kind `five`, `open-four`, `four-three`, `four-plus` (with a blocked three or a two), `four`, `double-three`, `three-plus` or `three`
 */

/**
 * The threats of both sides.
 * @typedef {object} Threats
 * @property {ThreatCell[]} black those of Black
 * @property {ThreatCell[]} white those of White
 */

/**
 * A node of a game tree: a move or none, and what is written there.
 * @typedef {object} TreeNode
 * @property {number} [blackClockMs] milliseconds that are left to Black afterwards
 * @property {string} [comment] the comment
 * @property {[string, string][]} [labels] texts on the board: `[cell, text]`
 * @property {[Mark, string][]} [marks] marks on the board: `[mark, cells]`, the cells one as `h8` or a rectangle as `h8:j10`
 * @property {[Color, string]} [move] the move that leads here: `[color, cell]`, or `[color, "pass"]`
 * @property {number} [parent] the index of the node that it follows, whose first follower goes on with the main line; the node before it if absent
 * @property {[string, string[]][]} [properties] other SGF properties: `[name, values]`, the values with their escapes
 * @property {[CellContent, string][]} [setup] stones that are set up or taken off before the move, one after another: `[content, cells]`
 * @property {number} [timeMs] milliseconds that the move took
 * @property {Color} [toMove] the side to move afterwards, if it is not the one whose turn it is
 * @property {number} [whiteClockMs] milliseconds that are left to White afterwards
 */

/** Which positions of a game. @typedef {number[] | All} Turns */

/** How it is known that no other move wins. @typedef {'proved' | 'searched'} Uniqueness */

/**
 * This program.
 * @typedef {object} Version
 * @property {string} name `shisan`
 * @property {string} version such as `0.1.0`
 * @property {number} schema the version of this schema; it rises when a field changes its meaning
 * @property {Rule[]} rules the rules
 * @property {[number, number]} sizes the smallest and the greatest side of a board
 * @property {number} threads the most threads of a search: the processors
 * @property {string | null} [commit] of the source; `null` if the build does not name it
 */

/** Which game of a file. @typedef {number | All} WhichGame */

/**
 * A query: one line of input. Fields that are `null` count as absent.
 * @typedef {object} Query
 * @property {Action | 'query_version' | 'terminate_all' | 'clear_cache'} [action] what to do, see below
 * @property {Agent} [agent] `move`: the [published agent](classics.md) that plays: `finard`, `zheng`, `chain`, `gobang`, `gao-liang`, or `one-ply` or `random`; Shisan if absent
 * @property {Restrictions} [allow] the only moves to compare
 * @property {AnyColor} [attacker] `solve`: whose win to look for; the side to move if absent
 * @property {Restrictions} [avoid] moves to leave out
 * @property {boolean} [balanced] `analyze`: the most balanced moves come first in `lines`, those after which both sides have the most equal chance
 * @property {number} [boardXSize] KataGo's: the width
 * @property {number} [boardYSize] KataGo's: the height
 * @property {string} [bytes] `convert`: the same as the bytes of a file, in any encoding, in base64
 * @property {string} [cell] `forbid`: judges this cell only
 * @property {Coords} [coords] how cells are named, here and in the answers: `top`, `bottom` or `gtp`
 * @property {OpeningDecision[]} [decisions] `opening`: the decisions so far: a cell, `swap`, `stay`, a number of fifth moves, or an array of the cells that are offered
 * @property {string} [encoding] `convert`: the encoding of names and comments in the answer; with it a text comes in `bytes`, too; UTF-8 if absent
 * @property {ReadFormat} [from] `convert`: the format of the games, see [files.md](files.md); detected if absent
 * @property {WhichGame} [game] `convert`: the game that becomes a tree, from 1, or `all`; the first if absent
 * @property {number} [hashMiB] MiB of the transposition table; that of the program if absent
 * @property {Id} [id] comes back with each answer; the number of the input line if absent
 * @property {Include[]} [include] what else the answer should hold: `policy`, `heat`, `threats`, `forbidden`, `proof`, `keys`, `timing`, `book`
 * @property {boolean} [includePolicy] KataGo's: the same as `policy` in `include`
 * @property {number} [level] plays and sees as well as a player of this Elo, see [levels.md](levels.md); full strength if absent
 * @property {number} [lines] how many of the best moves, each with its line (multi-PV)
 * @property {number} [maxDepth] ends the search after this many plies
 * @property {number} [maxNodes] ends the search after this many nodes
 * @property {number} [maxTimeMs] ends the search after this many milliseconds
 * @property {Moves} [moves] the moves so far: a pos string such as `h8i9`, or an array of cells or of `[color, cell]`
 * @property {OpeningRule} [openingRule] `opening`: `pro`, `long-pro`, `swap`, `swap2`, `yamaguchi`, `soosyrv-8` or `taraguchi-10`; `swap2` if absent
 * @property {number[]} [priorities] KataGo's: a priority for each of `turns`
 * @property {number} [priority] positions of a higher priority come first; 0 if absent
 * @property {boolean} [quiet] `solve`: quiet attacks too, neither four nor three, that threaten to win by fours
 * @property {number} [reportDuringSearchEvery] KataGo's: `reportEveryMs` in seconds
 * @property {number} [reportEveryMs] milliseconds from one report of progress to the next; 0 reports none
 * @property {RuleName} [rule] `freestyle`, `standard`, `renju`, `caro`, `caro-overline`, or the Gomocup number; `freestyle` if absent
 * @property {number} [seed] makes another player of the same level or agent; if absent 1, for an agent 0
 * @property {BoardSize} [size] the side of the board or `[width, height]`, 5 to 32; 15 if absent
 * @property {Stones} [stones] stones in no order, before the moves: `{"b": cells, "w": cells}` or an array of `[color, cell]`
 * @property {Id} [terminateId] `terminate`: the `id` of the query to end
 * @property {string} [text] `convert`: games in one of the formats below
 * @property {number} [threads] threads of the search, at most one a processor; those of the program if absent
 * @property {Format | 'yixin-pos' | 'lib' | 'db' | 'db-lz4' | 'tree'} [to] `convert`: the format of the answer, or `tree`; the fields of a query if absent
 * @property {AnyColor} [toMove] who moves first after `stones`; if absent Black, or White where Black has more stones
 * @property {GameTree} [tree] `convert`: the same as one game tree, see below
 * @property {Turns} [turns] which positions, by the number of moves before them, or `all`; the last one if absent
 * @property {boolean} [verify] replays each mate against every legal reply
 */

/**
 * What all answers have.
 * @typedef {object} Envelope
 * @property {Id} id that of the query
 * @property {boolean} final whether this is the last line about this position; `false` for progress
 * @property {QueryWarning[]} [warnings] what was ignored in the query or read in one of several ways, and a book that cannot be read; absent if there is none
 */

/** An answer. @typedef {Envelope & (({status: 'ok'} & Report) | ({status: 'over'} & GameOver) | ({status: 'noResult'} & NoResult) | ({status: 'error'} & Problem) | ({status: 'reviewed'} & Review) | ({status: 'found'} & Puzzles) | ({status: 'opened'} & OpeningState) | ({status: 'converted'} & Conversion) | ({status: 'done'} & Done))} Answer */

export {};
