//! The openings of a report: images of one are the same.

use std::collections::HashMap;

use serde::{Serialize, Serializer};

use crate::game::played::PlayedPair;
use gomoku_rules::record::format_moves;
use gomoku_rules::{Board, Rule, Side, Size, Symmetry};

/// All openings, in the order in which they came.
#[derive(Clone, Default)]
pub(super) struct Openings {
    list: Vec<OpeningFigures>,
    places: HashMap<(Rule, Size, u64), usize>,
}

/// The games from an opening.
#[derive(Clone, Debug, Serialize)]
struct OpeningFigures {
    /// As a pos string, as it came first.
    moves: String,
    /// The board.
    #[serde(with = "crate::text")]
    size: Size,
    /// Games that Black won, draws, and games that White won.
    games: [u64; 3],
    /// Pairs, and those of them in which each engine won a game.
    pairs: u64,
    split: u64,
}

impl Openings {
    /// Counts a pair; returns the place of its opening.
    pub fn count(&mut self, rule: Rule, size: Size, pair: &PlayedPair) -> usize {
        let [game, _] = &pair.games;
        let mut board = Board::new(size);
        let mut moves = game.opening.iter();
        // A journal that was edited by hand may hold stones off the board.
        while let Some(&pos) = moves.next().filter(|&&pos| board.check_free(pos).is_ok()) {
            board.play(pos);
        }
        let key = (rule, size, Symmetry::key(&board));
        let new = || OpeningFigures {
            moves: format_moves(&game.opening),
            size,
            games: [0; 3],
            pairs: 0,
            split: 0,
        };
        let place = *self.places.entry(key).or_insert_with(|| {
            self.list.push(new());
            self.list.len() - 1
        });
        let opening = &mut self.list[place];
        let winners = pair.games.each_ref().map(|game| game.outcome.winner);
        for winner in winners {
            let index = match winner {
                Some(Side::Black) => 0,
                None => 1,
                Some(Side::White) => 2,
            };
            opening.games[index] += 1;
        }
        opening.pairs += 1;
        // With the colours exchanged, one colour that wins both games is one win for each engine.
        opening.split += u64::from(winners[0].is_some() && winners[0] == winners[1]);
        place
    }
}

impl Serialize for Openings {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(&self.list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::pair;
    use gomoku_rules::Pos;

    #[test]
    fn images_are_one_opening_and_split_pairs_are_counted() {
        let mut openings = Openings::default();
        let size = Size::square(15);
        let mut place = |number, results: &str, x, y| {
            let mut pair = pair(number, results);
            pair.games.iter_mut().for_each(|game| game.opening = vec![Pos::new(x, y)]);
            openings.count(Rule::Standard, size, &pair)
        };
        // `new` plays Black in the first game and White in the second.
        assert_eq!(place(0, "WL", 7, 8), 0);
        assert_eq!(place(1, "WW", 8, 7), 0, "an image");
        assert_eq!(place(2, "DD", 7, 7), 1);
        let json = serde_json::to_value(&openings).expect("every field can be written");
        let expected = serde_json::json!([
            {"moves": "h9", "size": "15x15", "games": [3, 0, 1], "pairs": 2, "split": 1},
            {"moves": "h8", "size": "15x15", "games": [0, 2, 0], "pairs": 1, "split": 0},
        ]);
        assert_eq!(json, expected);
    }
}
