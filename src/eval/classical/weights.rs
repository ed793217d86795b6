//! Weights by code and threat mask, as the evaluation looks them up.

use super::file::Tables;
use crate::pattern::{CODES, code_of, multisets};
use gomoku_rules::Side;

/// The score of a move on a cell, by the cell's code.
#[derive(Clone, Copy, Debug, Default)]
struct MoveScore {
    /// For the side that has this code.
    own: i16,
    /// For its opponent, who takes the cell away.
    opponent: i16,
}

/// The scores of the moves of one side.
#[derive(Clone, Copy, Debug)]
pub struct MoveScores<'a> {
    own: &'a [MoveScore; CODES],
    opponent: &'a [MoveScore; CODES],
}

impl MoveScores<'_> {
    /// The score of a move on a cell where the side has the code `own`, and its opponent the other.
    #[inline]
    pub fn score(self, own: u16, opponent: u16) -> i32 {
        i32::from(self.own[own as usize].own) + i32::from(self.opponent[opponent as usize].opponent)
    }
}

/// The weights of one rule for each side.
#[derive(Debug)]
pub struct Weights([SideWeights; 2]);

#[derive(Debug)]
struct SideWeights {
    values: Box<[i16; CODES]>,
    scores: Box<[MoveScore; CODES]>,
    threat_terms: Vec<i16>,
}

impl Weights {
    /// The weights of a file.
    pub fn new(tables: &Tables) -> Self {
        Self(Side::BOTH.map(|side| {
            let table = &tables.sides[side.index() % tables.sides.len()];
            let (mut values, mut scores) = (zeroed(), zeroed());
            for (place, patterns) in multisets().enumerate() {
                let code = usize::from(code_of(patterns));
                values[code] = table.values[place];
                scores[code] = MoveScore { own: table.own[place], opponent: table.opponent[place] };
            }
            SideWeights { values, scores, threat_terms: table.threat_terms.clone() }
        }))
    }

    /// What an empty cell with this code adds to the value of `side`, in fractions of a point.
    #[inline]
    pub fn value(&self, side: Side, code: u16) -> i32 {
        i32::from(self.0[side.index()].values[code as usize])
    }

    /// The scores of the moves of `side`.
    #[inline]
    pub fn move_scores(&self, side: Side) -> MoveScores<'_> {
        let [own, opponent] = [side, !side].map(|side| &*self.0[side.index()].scores);
        MoveScores { own, opponent }
    }

    /// The points of `side`, to move, for the threats on the board.
    #[inline]
    pub fn threat_term(&self, side: Side, threat_mask: usize) -> i32 {
        i32::from(self.0[side.index()].threat_terms[threat_mask])
    }
}

/// A table with one entry a code, on the heap.
#[expect(clippy::unnecessary_box_returns, reason = "too large for the stack")]
fn zeroed<T: Copy + Default>() -> Box<[T; CODES]> {
    vec![T::default(); CODES].try_into().unwrap_or_else(|_| unreachable!("the length is CODES"))
}
