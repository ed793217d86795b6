//! Random openings: a few stones close together.

use fastrand::Rng;

use crate::pattern::Position;
use gomoku_rules::{Pos, Rule, Size};

/// A random opening: two to eight stones in a box of five to eight cells a side, away from the edge if
/// the board is large enough; none of them makes a five or a foul.
pub fn random_opening(size: Size, rule: Rule, random: &mut Rng) -> Position {
    let mut position = Position::new(size, rule);
    let stones = random.usize(2..=8);
    let width = random.u8(5..=8);
    let margin = |length: u8| 3.min((length - width.min(length)) / 2);
    let corner = |length: u8, random: &mut Rng| {
        let free = length.saturating_sub(width);
        random.u8(margin(length)..=(free - margin(length)).max(margin(length)))
    };
    let (left, top) = (corner(size.width(), random), corner(size.height(), random));
    while position.board().stones().len() < stones {
        let mover = position.side_to_move();
        let (dx, dy) = (random.u8(..width), random.u8(..width));
        let pos = size.pos(i32::from(left + dx), i32::from(top + dy));
        let allowed =
            |&pos: &Pos| position.board().is_empty_at(pos) && position.is_legal(mover, pos);
        if let Some(pos) = pos.filter(allowed) {
            position.play(pos);
        }
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku_rules::referee::{Verdict, judge};

    #[test]
    fn stones_are_few_close_and_legal() {
        let mut random = Rng::with_seed(4);
        for (round, rule) in Rule::ALL.into_iter().cycle().take(500).enumerate() {
            let size = Size::square([5, 6, 15, 20, 32][round % 5]);
            let moves: Vec<Pos> = random_opening(size, rule, &mut random)
                .board()
                .stones()
                .iter()
                .map(|s| s.pos)
                .collect();
            assert!((2..=8).contains(&moves.len()));
            assert_eq!(judge(size, rule, &moves).1, Verdict::Ongoing, "{rule} {size} {moves:?}");
            let span = |along: fn(&Pos) -> u8| {
                moves.iter().map(along).max().zip(moves.iter().map(along).min())
            };
            for (max, min) in [span(|pos| pos.x()), span(|pos| pos.y())].into_iter().flatten() {
                assert!(max - min < 8);
            }
        }
    }
}
