//! The tunable numbers of the search, each written once. Points are those of the evaluation; depths
//! are in plies.

/// Points that the value may change within one ply without a search noticing: the margin of futility
/// pruning grows by this much a ply.
pub const FUTILITY_MARGIN: i32 = 80;
/// Futility pruning ends here.
pub const FUTILITY_DEPTH: i32 = 9;
/// Razoring drops into continuous fours when the value is this far below alpha, a ply.
pub const RAZOR_MARGIN: i32 = 60;
/// Razoring ends here.
pub const RAZOR_DEPTH: i32 = 3;
/// Nodes from this depth on that know no move of the table are searched a ply less deep.
pub const IIR_DEPTH: i32 = 4;
/// Moves are reduced from this depth on.
pub const LMR_DEPTH: i32 = 2;
/// Percent of ln(depth) * ln(number of the move) by which a late move is reduced, in plies.
pub const LMR_FACTOR: f64 = 90.0;
/// Points of move score below that of the node's first move that reduce a move by one ply, twice at
/// most.
pub const WEAKNESS_STEP: i32 = 50;
/// History points that change a reduction by one ply.
pub const LMR_HISTORY: i32 = 6_000;
/// Move-count pruning: a node tries this many moves, one more a ply of depth, and ...
pub const MOVE_COUNT_BASE: i32 = 3;
/// ... the square of its depth by this.
pub const MOVE_COUNT_SQUARE: i32 = 8;
/// Half of the first aspiration window, in points.
pub const ASPIRATION_DELTA: i32 = 24;
/// Iterations before the first aspiration window.
pub const ASPIRATION_DEPTH: i32 = 4;
/// History never grows beyond this.
pub const HISTORY_MAX: i32 = 10_000;
/// History points that weigh as much as one point of move score.
pub const HISTORY_SHARE: i32 = 128;
/// Points of a killer move.
pub const KILLER_SCORE: i32 = 40;
/// Points of the move that last refuted the opponent's move.
pub const COUNTER_SCORE: i32 = 25;
/// Continuous fours at the leaves go on for this many plies.
pub const QUIESCE_PLIES: usize = 40;
/// Workers avoid each other's moves from this depth on.
pub const BUSY_DEPTH: i32 = 3;
