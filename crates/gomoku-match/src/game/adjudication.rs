//! Games that end because the scores of both engines agree on the result.

use crate::engine_io::score::ReportedScore;
use crate::game::outcome::{Adjudged, Outcome, Termination};
use crate::game::settings::{Adjudication, AdjudicationRule};
use gomoku_rules::Side;

/// What both engines have reported with their last moves.
#[derive(Clone, Debug)]
pub(crate) struct Adjudicator {
    rules: Adjudication,
    streaks: [Streak; 2],
}

/// How many of an engine's last moves reported the same.
#[derive(Clone, Copy, Debug, Default)]
struct Streak {
    winning: u32,
    losing: u32,
    balanced: u32,
}

impl Adjudicator {
    /// No moves yet.
    pub(crate) fn new(rules: Adjudication) -> Self {
        Self { rules, streaks: [Streak::default(); 2] }
    }

    /// Notes the score that `side` reported with its move, the last of this many stones; without one, as
    /// with a move that was forced, its streaks stay as they are. Returns the result, if both engines agree
    /// on one now.
    pub(crate) fn note(
        &mut self,
        side: Side,
        score: Option<ReportedScore>,
        stones: usize,
    ) -> Option<Outcome> {
        let Adjudication { win, draw } = self.rules;
        let points = i64::from(score?.points());
        let reported = |rule: Option<AdjudicationRule>, holds: fn(i64, i64) -> bool| {
            rule.is_some_and(|rule| holds(points, rule.points.into()))
        };
        let extend = |streak: u32, reported: bool| if reported { streak + 1 } else { 0 };
        let streak = &mut self.streaks[side.index()];
        streak.winning = extend(streak.winning, reported(win, |points, bound| points >= bound));
        streak.losing = extend(streak.losing, reported(win, |points, bound| points <= -bound));
        streak.balanced =
            extend(streak.balanced, reported(draw, |points, bound| points.abs() <= bound));

        let [black, white] = self.streaks;
        let agree = |rule: Option<AdjudicationRule>, one: u32, other: u32| {
            rule.is_some_and(|rule| {
                stones >= rule.stones && rule.moves > 0 && one.min(other) >= rule.moves
            })
        };
        if agree(win, black.winning, white.losing) {
            return Some(adjudged(Some(Side::Black)));
        }
        if agree(win, white.winning, black.losing) {
            return Some(adjudged(Some(Side::White)));
        }
        agree(draw, black.balanced, white.balanced).then(|| adjudged(None))
    }
}

fn adjudged(winner: Option<Side>) -> Outcome {
    let kind = if winner.is_some() { Adjudged::Win } else { Adjudged::Draw };
    Outcome { winner, reason: Termination::Adjudicated(kind) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ReportedScore::{Loss, Points, Win};

    /// The result of a game whose moves had these scores, Black first, and how many it took.
    fn result(rules: Adjudication, scores: &[Option<ReportedScore>]) -> Option<(usize, Outcome)> {
        let mut adjudicator = Adjudicator::new(rules);
        let sides = Side::BOTH.into_iter().cycle();
        (1..).zip(sides.zip(scores)).find_map(|(stones, (side, &score))| {
            adjudicator.note(side, score, stones).map(|outcome| (stones, outcome))
        })
    }

    const WIN: Adjudication = Adjudication {
        win: Some(AdjudicationRule { points: 500, moves: 2, stones: 0 }),
        draw: None,
    };
    const DRAW: Adjudication = Adjudication {
        win: None,
        draw: Some(AdjudicationRule { points: 10, moves: 2, stones: 6 }),
    };

    #[test]
    fn a_win_takes_both() {
        let reported = [Points(500), Points(-500), Win(Some(9)), Loss(None)].map(Some);
        assert_eq!(result(WIN, &reported), Some((4, adjudged(Some(Side::Black)))));
        let reported = [Points(-500), Points(500), Loss(None), Win(None)].map(Some);
        assert_eq!(result(WIN, &reported), Some((4, adjudged(Some(Side::White)))));
        let alone = [Points(900), Points(-499), Points(900), Points(-499)].map(Some);
        assert_eq!(result(WIN, &alone), None);
        let both_proud = [Win(None); 8].map(Some);
        assert_eq!(result(WIN, &both_proud), None);
    }

    #[test]
    fn a_streak_is_unbroken() {
        let (up, down) = (Some(Points(600)), Some(Points(-600)));
        let broken = [up, down, Some(Points(0)), down, up, down, up, down];
        assert_eq!(result(WIN, &broken), Some((7, adjudged(Some(Side::Black)))));
        let forced = [up, down, None, down, None, None, up, None];
        assert_eq!(result(WIN, &forced), Some((7, adjudged(Some(Side::Black)))));
        assert_eq!(result(WIN, &[None; 20]), None);
    }

    #[test]
    fn a_draw_waits_for_its_stones() {
        let level = [Points(10), Points(-10)].map(Some).repeat(4);
        assert_eq!(result(DRAW, &level), Some((6, adjudged(None))));
        let tilted = [Points(11), Points(-10)].map(Some).repeat(4);
        assert_eq!(result(DRAW, &tilted), None);
        assert_eq!(result(Adjudication::default(), &level), None);
    }
}
