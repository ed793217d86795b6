mod servers;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use super::*;
use crate::game::outcome::Termination;
use crate::output::summary::{Encounter, Latency};
use crate::output::termination;
use crate::stats::results::Trinomial;
use crate::testing::{TERMINATIONS, game};
use gomoku_rules::Side;

fn engine(name: &str) -> EngineSummary {
    EngineSummary {
        name: name.to_owned(),
        limits: "0.5/move".to_owned(),
        threads: 1,
        memory_mib: 350,
        ..EngineSummary::default()
    }
}

fn pairs([ll, ld, wl, dd, wd, ww]: [u64; 6]) -> Counts {
    Pentanomial { ll, ld, wl, dd, wd, ww }.into()
}

fn duel_of(counts: Counts) -> MatchSummary {
    MatchSummary {
        engines: vec![engine("New"), engine("Base")],
        encounters: vec![Encounter { engines: [0, 1], counts }],
        openings: "freestyle20.txt".to_owned(),
        sprt: "elo0=0,elo1=100".parse().ok(),
        tested: counts,
        session_games: 580,
        session_time: Duration::from_secs(2 * 3600 + 3 * 60 + 4),
        ..MatchSummary::default()
    }
}

#[test]
fn lines_of_games_have_their_shape() {
    let started = Started { number: 3, total: 400, first: "A", second: "B" };
    assert_eq!(started.to_string(), "Started game 3 of 400 (A vs B)");
    let finished = |score| {
        let reason = "five in a row";
        Finished { number: 3, first: "A", second: "B", score, reason, error: None }.to_string()
    };
    assert_eq!(finished(GameScore::Win), "Finished game 3 (A vs B): 1-0 {five in a row}");
    assert_eq!(finished(GameScore::Loss), "Finished game 3 (A vs B): 0-1 {five in a row}");
    assert_eq!(finished(GameScore::Draw), "Finished game 3 (A vs B): 1/2-1/2 {five in a row}");
    let counts = Trinomial { wins: 12, losses: 3, draws: 5 }.into();
    let score = ScoreLine { first: "A", second: "B", counts };
    assert_eq!(score.to_string(), "Score of A vs B: 12 - 3 - 5  [0.725] 20");
}

#[test]
fn a_duel_has_the_block_of_fastchess() {
    let mut summary = duel_of(pairs([34, 54, 31, 32, 64, 75]));
    summary.sprt = "elo0=0,elo1=120".parse().ok();
    let expected = "\
--------------------------------------------------
Results of New vs Base (0.5/move, 1t, 350MB, freestyle20.txt):
Elo: 55.58 +/- 27.65, nElo: 57.94 +/- 28.28
LOS: 100.00 %, DrawRatio: 21.72 %, PairsRatio: 1.58
Games: 580, Wins: 245, Losses: 153, Draws: 182, Points: 336.0 (57.93 %)
Ptnml(0-2): [34, 54, 63, 64, 75], WL/DD Ratio: 0.97
LLR: -2.36 (-80.1%) (-2.94, 2.94) [0.00, 120.00]
--------------------------------------------------
Opening balance: 10.69 % split pairs (31 of 290)
Speed: 283 games/hour
Expected: about 24 more games
";
    assert_eq!(Standings(&summary).to_string(), expected);
}

#[test]
fn unlike_conditions_are_both_told() {
    let mut summary = duel_of(Trinomial { wins: 3, losses: 0, draws: 0 }.into());
    summary.engines[1].limits = "10+0.1".to_owned();
    summary.engines[1].memory_mib = 64;
    summary.openings.clear();
    summary.sprt = None;
    summary.session_games = 0;
    let text = Standings(&summary).to_string();
    assert_eq!(
        text.lines().collect::<Vec<_>>(),
        [
            DASHES,
            "Results of New vs Base (0.5/move - 10+0.1, 1t, 350MB - 64MB):",
            "Elo: 338.04 +/- 582.17, nElo: 393.95 +/- 340.48",
            "LOS: 98.83 %, DrawRatio: 0.00 %",
            "Games: 3, Wins: 3, Losses: 0, Draws: 0, Points: 3.0 (100.00 %)",
            DASHES,
        ]
    );
}

#[test]
fn ratios_without_divisor_are_infinite_as_in_fastchess() {
    let text = Standings(&duel_of(pairs([0, 0, 5, 0, 0, 5]))).to_string();
    assert!(
        text.contains(", PairsRatio: inf\n") && text.contains(", WL/DD Ratio: inf\n"),
        "{text}"
    );
    let text = Standings(&duel_of(pairs([0, 1, 0, 0, 0, 0]))).to_string();
    assert!(
        text.contains(", PairsRatio: 0.00\n") && text.contains(", WL/DD Ratio: 0.00\n"),
        "{text}"
    );
    assert!(!text.contains("NaN"), "{text}");
}

#[test]
fn without_games_there_are_no_figures() {
    let text = Standings(&duel_of(Counts::default())).to_string();
    let results = "Results of New vs Base (0.5/move, 1t, 350MB, freestyle20.txt):";
    assert_eq!(text.lines().take(4).collect::<Vec<_>>(), [DASHES, results, "No games", DASHES]);
    let mut summary = MatchSummary {
        engines: vec![engine("played"), engine("also"), engine("waits")],
        encounters: vec![
            Encounter { engines: [0, 1], counts: pairs([0, 0, 0, 0, 0, 2]) },
            Encounter { engines: [0, 2], counts: Counts::default() },
        ],
        ..MatchSummary::default()
    };
    let text = Standings(&summary).to_string();
    let row = text.lines().find(|line| line.contains("waits")).expect("a row");
    assert_eq!(
        row.split_whitespace().skip(1).collect::<Vec<_>>(),
        ["waits", "-", "-", "-", "-", "0"]
    );
    summary.encounters[0].counts = Counts::default();
    assert!(!Standings(&summary).to_string().contains("1199"));
}

#[test]
fn repeated_games_are_noted() {
    let mut summary = duel_of(pairs([0, 0, 5, 0, 0, 0]));
    assert!(!Standings(&summary).to_string().contains("repeat"));
    summary.repeated = 8;
    let text = Standings(&summary).to_string();
    let note = "Note: 8 of 10 games repeat an earlier one: deterministic engines need openings";
    assert!(text.lines().any(|line| line == note), "{text}");
}

#[test]
fn more_than_two_engines_are_ranked() {
    let encounter = |engines, counts| Encounter { engines, counts };
    let summary = MatchSummary {
        engines: vec![engine("weak"), engine("strong"), engine("middling")],
        encounters: vec![
            encounter([0, 1], pairs([8, 0, 2, 0, 0, 0])),
            encounter([0, 2], pairs([5, 1, 3, 0, 0, 1])),
            encounter([1, 2], pairs([1, 0, 4, 0, 1, 4])),
        ],
        ..MatchSummary::default()
    };
    let text = Standings(&summary).to_string();
    let lines: Vec<&str> = text.lines().collect();
    let head = "Rank Name                             Elo        +/-       nElo        +/-      Games      \
                Score       Draw           Ptnml(0-2)";
    assert_eq!(lines[1], head);
    let name = |line: &str| line.split_whitespace().nth(1).map(str::to_owned);
    let names: Vec<_> = lines[2..5].iter().filter_map(|line| name(line)).collect();
    assert_eq!(names, ["strong", "middling", "weak"]);
    assert!(lines[2].starts_with("   1 strong                   "), "{}", lines[2]);
    assert!(
        lines[2].ends_with("         40      78.8%      30.0%     [1, 0, 6, 1, 12]"),
        "{}",
        lines[2]
    );
    assert!(lines[2..5].iter().all(|line| line.len() == head.len()), "{text}");
    assert_eq!(
        &lines[5..],
        [
            DASHES,
            "Score of weak vs strong: 2 - 18 - 0  [0.100] 20",
            "Score of weak vs middling: 5 - 14 - 1  [0.275] 20",
            "Score of strong vs middling: 13 - 6 - 1  [0.675] 20",
            "Opening balance: 30.00 % split pairs (9 of 30)",
        ]
    );
}

#[test]
fn the_end_tells_verdict_faults_and_time() {
    let mut summary = duel_of(pairs([10, 0, 100, 0, 0, 90]));
    summary.engines[0].latency = Some(Latency { mean_ms: -12.34, max_ms: 5.06 });
    summary.engines[1].timeouts = 2;
    summary.engines[1].crashes = 1;
    summary.engines[1].late_moves = 4;
    summary.engines[1].stray_lines = 7;
    summary.engines[1].last_error = Some("ValueError: ö".into());
    let expected = "\
SPRT ([0.00, 100.00]) completed - H1 was accepted
Player: New
  Timeouts: 0
  Crashed: 0
  Illegal moves: 0
  Fouls: 0
  Latency: mean -12.3 ms, max 5.1 ms
Player: Base
  Timeouts: 2
  Crashed: 1
  Illegal moves: 0
  Fouls: 0
  Late moves within the tolerance: 4
  Stray lines: 7
  Last error: ValueError: ?
Finished match
Total Time: 02:03:04 (hours:minutes:seconds)
";
    assert_eq!(FinalReport { summary: &summary, resume: None }.to_string(), expected);
    let ending = |counts, resume: Option<&str>| {
        let state = if resume.is_some() { MatchState::Interrupted } else { MatchState::Finished };
        FinalReport { summary: &MatchSummary { state, ..duel_of(counts) }, resume }
            .to_string()
            .lines()
            .map(str::to_owned)
            .collect()
    };
    let lines: Vec<String> = ending(pairs([90, 0, 100, 0, 0, 10]), None);
    assert_eq!(lines[0], "SPRT ([0.00, 100.00]) completed - H0 was accepted");
    let lines: Vec<String> = ending(Counts::default(), Some("shisan match --resume"));
    assert_eq!(lines[0], "SPRT ([0.00, 100.00]) undecided");
    let last = lines.len();
    assert_eq!(
        lines[last - 3],
        "Tournament was interrupted. To resume the tournament, run: shisan match --resume"
    );
    assert_eq!(lines[last - 2], "Interrupted match");
}

#[test]
fn a_test_that_lacks_pairs_says_what_it_has_seen() {
    let summary = MatchSummary {
        state: MatchState::Incomplete,
        tested: pairs([0, 0, 3, 0, 0, 2]),
        session_games: 0,
        session_time: Duration::ZERO,
        move_time: Duration::from_secs(61),
        // As many as would decide.
        ..duel_of(pairs([0, 0, 100, 0, 0, 100]))
    };
    let text = FinalReport { summary: &summary, resume: None }.to_string();
    let lines: Vec<&str> = text.lines().collect();
    let undecided = "SPRT ([0.00, 100.00]) undecided by the 10 games before the first missing pair";
    assert_eq!(lines[0], undecided);
    let time = "Total Time: 00:01:01 (hours:minutes:seconds) of all moves";
    assert_eq!(lines[lines.len() - 2..], ["Incomplete match", time]);
    let llr = summary.test().map(|(sprt, tested)| format!("LLR: {:.2} ", sprt.llr(&tested)));
    let standings = Standings(&summary).to_string();
    assert!(standings.contains("Games: 400, ") && standings.contains(&llr.expect("a test")));
}
