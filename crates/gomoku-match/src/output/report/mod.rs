//! A match as lines of text in the shapes of fastchess
//! (<https://github.com/Disservin/fastchess>), which scripts and testing servers read.
//!
//! The client of `OpenBench` (<https://github.com/AndyGrant/OpenBench>) takes all lines as ASCII, stops at
//! an empty one, and reads those with `Finished game`: the third word is the number, the seventh
//! the result, and the text from the first colon to the next the reason, in which it looks for
//! `disconnect`, `stalls`, `on time` and `illegal`. The worker of fishtest
//! (<https://github.com/official-stockfish/fishtest>) reads `Games: ..` and `Ptnml(0-2): ..`, waits
//! for `Finished match`, and counts every line with `on time`, `timeout`, `disconnect` or `stall` as a
//! fault. Our own lines (opening balance, speed, faults, latency) stand outside the block between the
//! dashes and use none of these words.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::output::summary::{EngineSummary, MatchState, MatchSummary, ascii};
use crate::stats::results::{Counts, GameScore, Pentanomial};
use crate::stats::sprt::SprtVerdict;

/// `Started game 3 of 400 (A vs B)`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Started<'a> {
    /// The number of the game, from 1; games `2k - 1` and `2k` are a pair.
    pub number: u64,
    /// Games of the whole match.
    pub total: u64,
    /// The engine that moves first.
    pub first: &'a str,
    /// Its opponent.
    pub second: &'a str,
}

impl fmt::Display for Started<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, total, first, second } = self;
        write!(f, "Started game {number} of {total} ({first} vs {second})")
    }
}

/// `Finished game 3 (A vs B): 1-0 {B loses on time}`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Finished<'a> {
    /// The number of the game, from 1; games `2k - 1` and `2k` are a pair.
    pub number: u64,
    /// The engine that moved first.
    pub first: &'a str,
    /// Its opponent.
    pub second: &'a str,
    /// What the game brought the engine that moved first; in JSON `result`: `1-0`, `0-1` or `1/2-1/2`.
    #[serde(rename = "result", serialize_with = "serialize_result")]
    pub score: GameScore,
    /// Why it ended, on one line.
    pub reason: &'a str,
    /// What the loser's own output says of its fault.
    pub error: Option<&'a str>,
}

impl Finished<'_> {
    /// The result as it is written.
    pub const fn result(&self) -> &'static str {
        result(self.score)
    }
}

/// The result of a game as it is written.
const fn result(score: GameScore) -> &'static str {
    match score {
        GameScore::Win => "1-0",
        GameScore::Loss => "0-1",
        GameScore::Draw => "1/2-1/2",
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn serialize_result<S: Serializer>(score: &GameScore, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(result(*score))
}

impl fmt::Display for Finished<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, first, second, reason, .. } = self;
        let result = self.result();
        write!(f, "Finished game {number} ({first} vs {second}): {result} {{{reason}}}")
    }
}

/// `Score of A vs B: 12 - 3 - 5  [0.725] 20`: wins, losses and draws of A, points per game, games.
#[derive(Clone, Copy, Debug)]
pub struct ScoreLine<'a> {
    /// The engine whose view the counts take.
    pub first: &'a str,
    /// Its opponent.
    pub second: &'a str,
    /// The results.
    pub counts: Counts,
}

impl fmt::Display for ScoreLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, second, counts: Counts { games, .. } } = self;
        let (wins, losses, draws) = (games.wins, games.losses, games.draws);
        let (score, total) = (games.score(), games.total());
        write!(f, "Score of {first} vs {second}: {wins} - {losses} - {draws}  [{score:.3}] {total}")
    }
}

/// The state of a match in several lines: between dashes the block of fastchess, or a table of ranks
/// when more than two engines play; below it our own lines. The last line ends with a line feed, too.
#[derive(Clone, Copy, Debug)]
pub struct Standings<'a>(pub &'a MatchSummary);

/// The lines around the block.
const DASHES: &str = "--------------------------------------------------";

impl fmt::Display for Standings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(summary) = self;
        writeln!(f, "{DASHES}")?;
        match summary.duel() {
            Some((first, second, counts)) => duel(f, summary, first, second, &counts)?,
            None => ranks(f, summary)?,
        }
        writeln!(f, "{DASHES}")?;
        if summary.duel().is_none() {
            for encounter in &summary.encounters {
                let [first, second] = encounter.engines.map(|index| &summary.engines[index].name);
                writeln!(f, "{}", ScoreLine { first, second, counts: encounter.counts })?;
            }
        }
        let pairs = summary.encounters.iter().map(|e| e.counts).sum::<Counts>().pairs;
        if let Some(share) = pairs.split_ratio() {
            let (split, total) = (pairs.wl, pairs.total());
            let share = 100.0 * share;
            writeln!(f, "Opening balance: {share:.2} % split pairs ({split} of {total})")?;
        }
        if summary.repeated > 0 {
            let (repeated, games) = (summary.repeated, summary.games());
            writeln!(
                f,
                "Note: {repeated} of {games} games repeat an earlier one: deterministic engines need openings"
            )?;
        }
        if let Some(speed) = summary.games_per_hour() {
            writeln!(f, "Speed: {speed:.0} games/hour")?;
        }
        match summary.test().and_then(|(sprt, counts)| sprt.games_left(&counts)) {
            Some(games) => writeln!(f, "Expected: about {games:.0} more games"),
            None => Ok(()),
        }
    }
}

/// The lines between the dashes for two engines.
fn duel(
    f: &mut fmt::Formatter<'_>,
    summary: &MatchSummary,
    first: &EngineSummary,
    second: &EngineSummary,
    counts: &Counts,
) -> fmt::Result {
    let both = |text: &dyn Fn(&EngineSummary) -> String| match [text(first), text(second)] {
        [first, second] if first == second => first,
        [first, second] => format!("{first} - {second}"),
    };
    let limits = both(&|engine| engine.limits.clone());
    let threads = both(&|engine| format!("{}t", engine.threads));
    let memory = both(&|engine| format!("{}MB", engine.memory_mib));
    write!(f, "Results of {} vs {} ({limits}, {threads}, {memory}", first.name, second.name)?;
    if !summary.openings.is_empty() {
        write!(f, ", {}", summary.openings)?;
    }
    writeln!(f, "):")?;
    let Counts { games, pairs } = counts;
    if games.total() == 0 {
        return writeln!(f, "No games");
    }
    let estimate = counts.estimate();
    writeln!(f, "Elo: {}, nElo: {}", estimate.elo, estimate.normalised_elo)?;
    write!(f, "LOS: {:.2} %, DrawRatio: {:.2} %", 100.0 * estimate.los, drawn(counts))?;
    if counts.is_paired() {
        let is_any_won = pairs.ww + pairs.wd > 0;
        write!(f, ", PairsRatio: {:.2}", or_infinite(pairs.pairs_ratio(), is_any_won))?;
    }
    writeln!(f)?;
    let (total, wins, losses, draws) = (games.total(), games.wins, games.losses, games.draws);
    let (points, share) = (games.points(), 100.0 * games.score());
    writeln!(
        f,
        "Games: {total}, Wins: {wins}, Losses: {losses}, Draws: {draws}, \
         Points: {points:.1} ({share:.2} %)"
    )?;
    if counts.is_paired() {
        let ratio = or_infinite(pairs.wl_dd_ratio(), pairs.wl > 0);
        writeln!(f, "Ptnml(0-2): {}, WL/DD Ratio: {ratio:.2}", ptnml(pairs))?;
    }
    if let Some((sprt, tested)) = summary.test() {
        let llr = sprt.llr(&tested);
        let (lower, upper) = sprt.bounds();
        let done = 100.0 * sprt.fraction(llr);
        let (elo0, elo1) = (sprt.elo0(), sprt.elo1());
        writeln!(f, "LLR: {llr:.2} ({done:.1}%) ({lower:.2}, {upper:.2}) [{elo0:.2}, {elo1:.2}]")?;
    }
    Ok(())
}

/// The lines between the dashes for more than two engines, the strongest first.
fn ranks(f: &mut fmt::Formatter<'_>, summary: &MatchSummary) -> fmt::Result {
    let mut rows: Vec<_> = summary
        .engines
        .iter()
        .enumerate()
        .map(|(index, engine)| {
            let counts = summary.standing(index);
            (engine, counts, counts.estimate())
        })
        .collect();
    rows.sort_by(|(_, _, a), (_, _, b)| b.elo.value.total_cmp(&a.elo.value));
    let width = rows.iter().map(|(engine, ..)| engine.name.len()).max().unwrap_or(0).max(25);
    writeln!(
        f,
        "{:<4} {:<width$} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>20}",
        "Rank", "Name", "Elo", "+/-", "nElo", "+/-", "Games", "Score", "Draw", "Ptnml(0-2)"
    )?;
    for (rank, (engine, counts, estimate)) in rows.iter().enumerate() {
        let games = &counts.games;
        let pairs = if counts.is_paired() { ptnml(&counts.pairs) } else { String::new() };
        if games.total() == 0 {
            let (rank, name) = (rank + 1, &engine.name);
            writeln!(
                f,
                "{rank:>4} {name:<width$} {:>10} {:>10} {:>10} {:>10} {:>10}",
                "-", "-", "-", "-", 0
            )?;
            continue;
        }
        writeln!(
            f,
            "{:>4} {:<width$} {:>10.2} {:>10.2} {:>10.2} {:>10.2} {:>10} {:>9.1}% {:>9.1}% {pairs:>20}",
            rank + 1,
            engine.name,
            estimate.elo.value,
            estimate.elo.error,
            estimate.normalised_elo.value,
            estimate.normalised_elo.error,
            games.total(),
            100.0 * games.score(),
            drawn(counts),
        )?;
    }
    Ok(())
}

/// fastchess's `DrawRatio` in percent: of pairs when all games are paired, else of games.
fn drawn(counts: &Counts) -> f64 {
    let ratio =
        if counts.is_paired() { counts.pairs.draw_ratio() } else { counts.games.draw_ratio() };
    100.0 * ratio.unwrap_or(0.0)
}

fn ptnml(pairs: &Pentanomial) -> String {
    format!("{:?}", pairs.classes())
}

/// A ratio as fastchess has it when there is nothing to divide by: infinite if there is anything to
/// divide. Of nothing by nothing, which fastchess leaves undefined, it is 0.
fn or_infinite(ratio: Option<f64>, is_any: bool) -> f64 {
    ratio.unwrap_or(if is_any { f64::INFINITY } else { 0.0 })
}

/// The last lines of a match: the verdict of its test, the faults of each engine, how to resume after
/// an interruption, and the time taken. The last line ends with a line feed, too.
#[derive(Clone, Copy, Debug)]
pub struct FinalReport<'a> {
    /// The state at the end.
    pub summary: &'a MatchSummary,
    /// The command that resumes a match that was interrupted.
    pub resume: Option<&'a str>,
}

impl fmt::Display for FinalReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { summary, resume } = self;
        if let Some((sprt, tested)) = summary.test() {
            let (elo0, elo1) = (sprt.elo0(), sprt.elo1());
            write!(f, "SPRT ([{elo0:.2}, {elo1:.2}]) ")?;
            match sprt.verdict(sprt.llr(&tested)) {
                SprtVerdict::H0 => writeln!(f, "completed - H0 was accepted")?,
                SprtVerdict::H1 => writeln!(f, "completed - H1 was accepted")?,
                SprtVerdict::Continue => {
                    let (tested, all) = (tested.games.total(), summary.games());
                    let gap = format!(" by the {tested} games before the first missing pair");
                    writeln!(f, "undecided{}", if tested < all { &gap } else { "" })?;
                }
            }
        }
        for engine in &summary.engines {
            writeln!(f, "Player: {}", engine.name)?;
            writeln!(f, "  Timeouts: {}", engine.timeouts)?;
            writeln!(f, "  Crashed: {}", engine.crashes)?;
            writeln!(f, "  Illegal moves: {}", engine.illegal_moves)?;
            writeln!(f, "  Fouls: {}", engine.fouls)?;
            if engine.late_moves > 0 {
                writeln!(f, "  Late moves within the tolerance: {}", engine.late_moves)?;
            }
            if engine.stray_lines > 0 {
                writeln!(f, "  Stray lines: {}", engine.stray_lines)?;
            }
            if let Some(error) = &engine.last_error {
                writeln!(f, "  Last error: {}", ascii(error))?;
            }
            if let Some(latency) = engine.latency {
                let (mean, max) = (latency.mean_ms, latency.max_ms);
                writeln!(f, "  Latency: mean {mean:.1} ms, max {max:.1} ms")?;
            }
        }
        if let Some(command) = resume {
            writeln!(f, "Tournament was interrupted. To resume the tournament, run: {command}")?;
        }
        let state = match summary.state {
            MatchState::Interrupted => "Interrupted",
            MatchState::Incomplete => "Incomplete",
            MatchState::Running | MatchState::Finished => "Finished",
        };
        writeln!(f, "{state} match")?;
        // What was only counted took the time of its moves.
        let (time, of) = match summary.session_games {
            0 => (summary.move_time, " of all moves"),
            _ => (summary.session_time, ""),
        };
        let seconds = time.as_secs();
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        writeln!(f, "Total Time: {hours:02}:{minutes:02}:{seconds:02} (hours:minutes:seconds){of}")
    }
}

#[cfg(test)]
mod tests;
