//! What the table stores of a position: a search result or a proven end, packed into one word.

use crate::score::Score;
use gomoku_rules::Pos;

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at most the stored one.
    Upper,
    /// The true score is at least the stored one.
    Lower,
    /// The stored score is the true one.
    Exact,
}

/// A search result. A search prunes, so even a decisive score is believed, not proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move found.
    pub pos: Option<Pos>,
    /// The value; distances to mate count from this position.
    pub score: Score,
    /// The static value, if it was computed.
    pub eval: Option<Score>,
    /// The depth searched, in plies.
    pub depth: u8,
    /// How `score` relates to the true value.
    pub bound: Bound,
    /// Whether the position was on a principal variation.
    pub pv: bool,
}

impl Entry {
    /// Whether the search found a win of the side to move.
    pub fn is_won(&self) -> bool {
        self.score.is_win() && self.bound != Bound::Upper
    }

    /// Whether the search found a loss of the side to move.
    pub fn is_lost(&self) -> bool {
        self.score.is_loss() && self.bound != Bound::Lower
    }
}

/// The proven end of a won or lost position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The side to move plays `pos` and completes a five `plies` from now.
    Win {
        /// The winning move.
        pos: Pos,
        /// Stones of both sides up to the five.
        plies: u32,
    },
    /// The opponent completes a five `plies` from now.
    Loss {
        /// The move that resists longest, if there is one.
        pos: Option<Pos>,
        /// Stones of both sides up to the five.
        plies: u32,
    },
}

impl End {
    /// Stones of both sides up to the five.
    pub fn plies(self) -> u32 {
        match self {
            Self::Win { plies, .. } | Self::Loss { plies, .. } => plies,
        }
    }

    /// The move to play.
    pub fn pos(self) -> Option<Pos> {
        match self {
            Self::Win { pos, .. } => Some(pos),
            Self::Loss { pos, .. } => pos,
        }
    }

    /// The end that a decisive entry holds.
    fn of(entry: Entry) -> Option<Self> {
        let plies = entry.score.mate_distance()?;
        match entry.pos {
            Some(pos) if entry.is_won() => Some(Self::Win { pos, plies }),
            pos if entry.is_lost() => Some(Self::Loss { pos, plies }),
            _ => None,
        }
    }

    /// The same for a search to read: as deep as a search that sees the end.
    pub(super) fn entry(self) -> Entry {
        let plies = self.plies() as usize;
        let (score, bound) = match self {
            Self::Win { .. } => (Score::mate_in(plies), Bound::Lower),
            Self::Loss { .. } => (Score::mated_in(plies), Bound::Upper),
        };
        Entry { pos: self.pos(), score, eval: None, depth: plies.min(255) as u8, bound, pv: false }
    }
}

/// An entry as the table keeps it, with its generation and whether it is proven.
///
/// Bits: move 0..11, proven 11, score 16..32, static value 32..48, depth 48..56, bound 56..58,
/// principal variation 58, generation 59..64. The bound is stored plus one, so no entry is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packed(pub u64);

impl Packed {
    const NO_POS: u64 = 1 << 10;
    const PROVEN: u64 = 1 << 11;
    const NO_EVAL: i16 = i16::MIN;
    /// How many generations are told apart.
    const GENERATIONS: u8 = 32;
    /// A bound that is this many plies shallower still replaces a result: it is newer.
    const DEPTH_MARGIN: u8 = 2;

    pub fn new(entry: Entry, is_proven: bool, generation: u8) -> Self {
        let pos = entry.pos.map_or(Self::NO_POS, |pos| pos.index() as u64);
        let eval = entry.eval.map_or(Self::NO_EVAL, |eval| eval.get() as i16);
        Self(
            pos | if is_proven { Self::PROVEN } else { 0 }
                | u64::from(entry.score.get() as u16) << 16
                | u64::from(eval as u16) << 32
                | u64::from(entry.depth) << 48
                | (entry.bound as u64 + 1) << 56
                | u64::from(entry.pv) << 58
                | u64::from(generation % Self::GENERATIONS) << 59,
        )
    }

    pub fn entry(self) -> Option<Entry> {
        let data = self.0;
        let bound = match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let eval = (data >> 32) as i16;
        Some(Entry {
            pos: (data & Self::NO_POS == 0).then(|| Pos::from_index(data as usize & 1023)),
            score: Score::from_raw((data >> 16) as i16),
            eval: (eval != Self::NO_EVAL).then(|| Score::from_raw(eval)),
            depth: (data >> 48) as u8,
            bound,
            pv: data >> 58 & 1 != 0,
        })
    }

    /// The end that this proves.
    pub fn proof(self) -> Option<End> {
        self.entry().filter(|_| self.is_proven()).and_then(End::of)
    }

    fn is_proven(self) -> bool {
        self.0 & Self::PROVEN != 0
    }

    /// Whether this stays in place of `new`, a later entry for the same position: a proof gives way to a
    /// proof only, an end to a nearer end only, and a deep result not to a shallow bound of its
    /// generation.
    pub fn outlasts(self, new: Self) -> bool {
        if self.is_proven() != new.is_proven() {
            return self.is_proven();
        }
        let is_same_generation = self.generation() == new.generation();
        let (Some(old), Some(new)) = (self.entry(), new.entry()) else { return false };
        if old.is_won() || old.is_lost() {
            let is_nearer = old.is_won() && new.is_won() && new.score > old.score
                || old.is_lost() && new.is_lost() && new.score < old.score;
            return !is_nearer;
        }
        is_same_generation
            && !(new.is_won() || new.is_lost())
            && new.bound != Bound::Exact
            && old.depth > new.depth + Self::DEPTH_MARGIN
    }

    fn generation(self) -> u8 {
        (self.0 >> 59) as u8
    }

    /// The depth, -1 for an empty place, less eight for each generation since.
    pub fn worth(self, generation: u8) -> i32 {
        let age = generation.wrapping_sub(self.generation()) % Self::GENERATIONS;
        let depth = if self.0 == 0 { -1 } else { i32::from((self.0 >> 48) as u8) };
        depth - 8 * i32::from(age)
    }

    /// The same in another generation.
    pub fn renewed(self, generation: u8) -> Self {
        Self(self.0 & !(31 << 59) | u64::from(generation % Self::GENERATIONS) << 59)
    }
}
