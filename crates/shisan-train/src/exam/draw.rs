//! `exam draw`: the questions.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use fastrand::Rng;

use super::file::Part;
use super::question::{Kind, Question};
use super::writer::ExamWriter;
use crate::batch::{OnInterrupt, in_order, search};
use crate::games;
use crate::harvest::harvest;
use crate::progress::Progress;
use crate::record::{Choice, Record};
use crate::sample::is_quiet;
use crate::setting::Setting;
use gomoku_match::hash::fnv1a;
use gomoku_match::{Finish, named, parse_jobs, rule};
use gomoku_rules::{Pos, Rule, Symmetry};
use shisan_engine::brain;
use shisan_engine::engine::{Engine, EngineConfig};
use shisan_engine::pattern::Position;
use shisan_engine::score::Score;

/// The most questions of an exam: a list of them is kept in memory.
const MOST_QUESTIONS: i64 = 1_000_000;

/// Which questions to draw.
#[derive(Clone, Debug, clap::Args)]
pub struct DrawArgs {
    /// The rule
    #[arg(long, default_value = "freestyle", value_parser = rule())]
    rule: Rule,
    /// Stop after the question of this number
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u32).range(1..=MOST_QUESTIONS))]
    questions: u32,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Questions to draw at the same time
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = parse_jobs)]
    jobs: usize,
    /// The file of the exam; the questions that it holds already are not drawn again
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Files of training games
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
}

/// Nodes of the search that positions are taken from.
const NODES: u64 = 4096;
/// Nodes of the search that does not see a win, and of the one that proves it. Exams are taken with four times
/// fewer, four times more, and half as many as the second: a candidate that found all or none of the wins
/// because it drew them would be no base.
const UNSEEN: u64 = 16_384;
const PROVEN: u64 = 32 * UNSEEN;
/// A position is decided when a side is ahead by more than this many points, 82 % to win.
const DECIDED: i32 = 300;
/// A win is seen late one or two moves of the winner before a game shows it.
const MOVES_BEFORE: usize = 2;
/// Games to try for a question.
const ATTEMPTS: u32 = 500;

/// Draws the questions that `args` ask for and the file does not hold yet. The engine searches with the
/// weights of this file and with `settings`. An interrupt ends it after the searches under way; the same
/// arguments continue.
///
/// # Errors
/// When a file cannot be read or written, is not a file of training games of the rule, or holds another
/// exam or weights for another rule, the games have no such positions, or memory is short.
pub fn draw(
    args: &DrawArgs,
    weights: Option<&Path>,
    settings: &[String],
    on_interrupt: OnInterrupt,
    progress: &mut (dyn Write + Send),
) -> anyhow::Result<Finish> {
    let config = brain::configure_for(&[args.rule], weights, settings)?;
    let mut games = games::read(&args.games, args.rule, true)?;
    games.retain(|game| !game.is_label());
    ensure!(!games.is_empty(), "{}: no games of {}", named(&args.games), args.rule);
    let fingerprint = format!("{:016x}", games::fingerprint(&games, &[]));
    let setting = Setting::new([
        ("rule", args.rule.to_string()),
        ("seed", args.seed.to_string()),
        ("games", fingerprint),
    ]);
    let setting = setting.with_engine([args.rule], &config, settings);
    let (mut writer, exam) = ExamWriter::of_questions(&args.output, &setting)?;
    let known = exam.map(|exam| exam.questions).unwrap_or_default();
    let mut keys: HashSet<_> = known.values().map(key).collect();
    let next = known.last_key_value().map_or(1, |(&last, _)| last + 1);
    let numbers: Vec<u32> = (next..=args.questions).collect();
    let config = EngineConfig { threads: 1, ..config };
    let mut progress = Progress::new(progress, numbers.len(), "questions")?;
    let stop = on_interrupt()?;
    let draw = |engine: &mut Engine, &number: &u32| {
        let seed = fnv1a(format!("{} {number}", args.seed).as_bytes());
        let mut drawing = Drawing { engine, config: &config, random: Rng::with_seed(seed) };
        drawing.question(&games, number).map(Some)
    };
    let keep = |question: Option<Question>, progress: &mut Progress| {
        let new = question.filter(|question| keys.insert(key(question)));
        if let Some(question) = &new {
            writer.begin(Part::Questions, &setting)?;
            writer.append(question)?;
        }
        progress.count(usize::from(new.is_some()))
    };
    let end = in_order(&numbers, args.jobs, &stop, &mut progress, draw, keep)?;
    if end == Finish::Complete && keys.is_empty() {
        writer.remove_if_unused();
        bail!("{}: no question was found in the games", named(&args.games));
    }
    Ok(end)
}

/// What symmetric images of a position share.
fn key(question: &Question) -> (gomoku_rules::Size, u64) {
    (question.size, Symmetry::key(&question.board()))
}

/// The drawing of one question.
struct Drawing<'a> {
    engine: &'a mut Engine,
    config: &'a EngineConfig,
    random: Rng,
}

impl Drawing<'_> {
    /// The question with this number, if one is found.
    fn question(&mut self, games: &[Record], number: u32) -> anyhow::Result<Option<Question>> {
        let kind = Kind::of(number);
        for _ in 0..ATTEMPTS {
            let game = &games[self.random.usize(..games.len())];
            let moves = match kind {
                Kind::Game => self.place(game).map(|index| before(game, index)),
                Kind::Search => self.searched(game)?,
                Kind::Win => self.late_win(game)?,
            };
            let question = moves.map(|moves| Question { number, kind, size: game.size, moves });
            if let Some(question) = question.filter(|question| question.is_open(game.rule)) {
                return Ok(Some(question));
            }
        }
        Ok(None)
    }

    /// A search by an engine that knows nothing else; its score.
    fn search(&mut self, position: &Position, nodes: u64) -> anyhow::Result<Option<Score>> {
        self.engine.configure(self.config.clone()).map_err(anyhow::Error::msg)?;
        self.engine.new_game();
        let found = search(self.engine, position.board(), position.rule(), nodes);
        Ok(found.and_then(|found| found.score))
    }

    /// The index of a move of the game before which nothing is decided.
    fn place(&mut self, game: &Record) -> Option<usize> {
        let is_open = |index: &usize| match game.moves[*index].1 {
            Choice::Searched(score) => {
                score.get().abs() <= DECIDED && is_quiet(&position(game.rule, game, *index))
            }
            Choice::Random | Choice::Forced => false,
        };
        let places: Vec<usize> = (opening(game)..game.length()).filter(is_open).collect();
        self.random.choice(places)
    }

    /// A position that a search from one of the game has looked into, as any other that it has.
    fn searched(&mut self, game: &Record) -> anyhow::Result<Option<Vec<Pos>>> {
        let Some(index) = self.place(game) else { return Ok(None) };
        let mut position = position(game.rule, game, index);
        self.search(&position, NODES)?;
        let is_open = |eval: i32| eval.abs() <= DECIDED;
        Ok(harvest(self.engine, &mut position, 1, &mut self.random, is_open).pop())
    }

    /// A position before a win that the game shows, which a short search does not see yet, and a long one
    /// proves.
    fn late_win(&mut self, game: &Record) -> anyhow::Result<Option<Vec<Pos>>> {
        let is_won = |(_, choice): &(Pos, Choice)| matches!(choice, Choice::Searched(score) if score.is_win());
        let Some(shown) = game.moves.iter().position(is_won) else { return Ok(None) };
        let index = shown.checked_sub(2 * self.random.usize(1..=MOVES_BEFORE));
        let is_inside = |index: &usize| (opening(game)..game.length()).contains(index);
        let Some(index) = index.filter(is_inside) else { return Ok(None) };
        let position = position(game.rule, game, index);
        if !is_quiet(&position) {
            return Ok(None);
        }
        let short = self.search(&position, UNSEEN)?;
        if short.is_none_or(Score::is_decisive) {
            return Ok(None);
        }
        let long = self.search(&position, PROVEN)?;
        Ok(long.filter(|score| score.is_win()).map(|_| before(game, index)))
    }
}

/// The number of moves of the opening.
fn opening(game: &Record) -> usize {
    game.moves.iter().take_while(|(_, choice)| *choice == Choice::Random).count()
}

/// The moves before the one with this index.
fn before(game: &Record, index: usize) -> Vec<Pos> {
    game.moves[..index].iter().map(|(pos, _)| *pos).collect()
}

/// The position before the move with this index.
fn position(rule: Rule, game: &Record, index: usize) -> Position {
    let mut position = Position::new(game.size, rule);
    for (pos, _) in &game.moves[..index] {
        position.play(*pos);
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku_rules::referee::{Verdict, judge};
    use shisan_engine::pattern::Threat;

    const GAMES: [&str; 2] = [
        "freestyle 20x20 29926208750 white j11? n10? o9? l10? j12? m11? k9=61 m10=-61 k10=-266 m8=-19 \
         m7=-343 l8=343 k7=-29988",
        "freestyle 15x15 29926208751 black g5? i8? f9? i7? h7? j7? f7? h8? f8=136 f10=-64 g9=135 h9=-206 \
         g10=114 i6=-144 i5=85 h5=-235 k8=235 j6=-248 f6=147 f5 h6=147 i9=-301 i10 k5=-476 l4 g7=-386 \
         j9=400 h11=-516 e7=626 h10=-1079 h12 k6=-29982",
    ];

    fn drawn(numbers: std::ops::RangeInclusive<u32>) -> Vec<Option<Question>> {
        let games: Vec<Record> = GAMES.map(|game| game.parse().expect("a record")).into();
        let config = EngineConfig { threads: 1, ..EngineConfig::default() };
        let mut engine = Engine::default();
        let draw = |number| {
            let random = Rng::with_seed(u64::from(number));
            let mut drawing = Drawing { engine: &mut engine, config: &config, random };
            drawing.question(&games, number).expect("memory")
        };
        numbers.map(draw).collect()
    }

    #[test]
    fn questions_are_legal_and_nothing_is_decided_at_once() {
        let games: Vec<Record> = GAMES.map(|game| game.parse().expect("a record")).into();
        let questions: Vec<Question> = drawn(1..=24).into_iter().flatten().collect();
        assert!(questions.len() >= 20, "{questions:?}");
        for question in questions {
            let Question { kind, size, moves, .. } = &question;
            assert_eq!(judge(*size, Rule::Freestyle, moves).1, Verdict::Ongoing, "{question}");
            let position = Position::from_board(&question.board(), Rule::Freestyle);
            for side in [position.side_to_move(), !position.side_to_move()] {
                assert_eq!(position.count_of(side, Threat::Five), 0, "{question}");
            }
            let of_game = |game: &Record| {
                let same = game.moves.iter().zip(moves).take_while(|(a, b)| a.0 == **b).count();
                same >= opening(game)
            };
            let game = games.iter().find(|game| of_game(game)).expect("behind an opening");
            let is_own = before(game, moves.len().min(game.moves.len())) == *moves;
            assert!(is_own || *kind == Kind::Search, "{question}");
        }
    }

    #[test]
    fn no_question_is_behind_the_end_of_its_game() {
        // Black makes a row of six with the eleventh move.
        let foul = "renju 15x15 1 white h8? a1? h9=3 a3=-3 h10=9 a5=-9 h12=3 a7=-3 h13=3 a9=3 h11=9 c3=9 \
                    f4=9 c5=9 l4=9 e10=9 j13=9 n9=9";
        let game: Record = foul.parse().expect("a record");
        let config = EngineConfig { threads: 1, ..EngineConfig::default() };
        let mut engine = Engine::default();
        for number in (1..=24).filter(|&number| Kind::of(number) == Kind::Game) {
            let random = Rng::with_seed(u64::from(number));
            let mut drawing = Drawing { engine: &mut engine, config: &config, random };
            let question = drawing.question(std::slice::from_ref(&game), number);
            let question = question.expect("memory").expect("a place before the end");
            let line = question.to_string();
            assert_eq!(Question::parse(&line, Rule::Renju), Ok(question));
        }
    }

    #[test]
    fn a_question_depends_on_its_number_alone() {
        let all = drawn(1..=6);
        assert_eq!(drawn(4..=6), all[3..]);
    }
}
