//! Levels: playing strengths below the full one, by Elo.
//!
//! A level searches a fixed number of nodes, so that no clock and no machine changes its moves. It sees
//! what a player of its strength sees (`view`): a few of the moves, the threats that it does not overlook,
//! checkmates up to a length; and it misjudges positions a little. How much of each (`handicap`) comes from
//! a table that games have measured (`level_table`).

/// A playing strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    elo: u16,
    seed: u64,
}

impl Level {
    /// The weakest level.
    pub const MIN: u16 = 100;
    /// The strongest level.
    pub const MAX: u16 = 2200;
    /// The seed unless another is wanted.
    pub const DEFAULT_SEED: u64 = 1;

    /// The level of so much Elo. What it overlooks follows from `seed` and the position.
    ///
    /// # Errors
    /// When there is no such level, in one line.
    pub fn new(elo: i64, seed: u64) -> Result<Self, String> {
        match u16::try_from(elo) {
            Ok(elo @ Self::MIN..=Self::MAX) => Ok(Self { elo, seed }),
            _ => {
                Err(format!("level {elo} is out of range: expected {} to {}", Self::MIN, Self::MAX))
            }
        }
    }

    /// Its Elo.
    pub fn elo(self) -> u16 {
        self.elo
    }

    /// The seed of its chances.
    pub fn seed(self) -> u64 {
        self.seed
    }
}
