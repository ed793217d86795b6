//! The games of files, one after another, for the commands that say something about each.

use std::io::{Read, Write};
use std::num::NonZeroU64;
use std::path::PathBuf;

use anyhow::{Context, anyhow, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::analyze::SearchArgs;
use crate::convert::{Input, InputError, InputFormat, no_game, open_each};
use gomoku_match::{choice, rule};
use gomoku_records::Game;
use gomoku_rules::record::{Format, Record};
use gomoku_rules::{CellNames, Coords, Rule, Size};
use shisan_analysis::{
    Action, Analyzer, Answer, BoardSize, Color, Defaults, Id, Move, Moves, Outcome, Problem, Query,
    Request, RuleName, Stones,
};
use shisan_engine::engine::EngineConfig;
use shisan_engine::search::Clock;

/// Which games, and how each is searched.
#[derive(Clone, Debug, clap::Args)]
pub struct GamesArgs {
    /// The rule [default: that of the game, or freestyle]
    #[arg(long, value_parser = rule())]
    rule: Option<Rule>,
    /// The board of games that do not state it: a side, or width x height [default: that of the command
    /// at the head of our own openings, or 15]
    #[arg(long)]
    size: Option<Size>,
    /// How cells are named: rows from the top or from the bottom, or as in GTP: from the bottom and
    /// without a column I
    #[arg(long, default_value = "top", value_parser = choice::<Coords>(Coords::ALL.map(Coords::name)))]
    coords: Coords,
    /// Nodes of a search
    #[arg(long, value_name = "N", default_value = "100000")]
    nodes: NonZeroU64,
    /// Leave out games that cannot be read or played, name each on standard error, and exit with 1 in the
    /// end; without it the first of them ends the run with 2
    #[arg(long)]
    skip_errors: bool,
    /// The games, in any format that `shisan convert` reads, or - for standard input, the default
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// A game of a file.
pub struct FileGame {
    /// The file; `None` for standard input.
    pub file: Option<String>,
    /// Its number in the file, from 1.
    pub number: u64,
    pub record: Record,
    pub rule: Rule,
    pub names: CellNames,
    /// Whether there are other files.
    is_of_several: bool,
    /// Whether it is a drawn board, the stones of which have no order.
    is_drawn: bool,
}

impl GamesArgs {
    /// Asks for `action` about each game of the files, or of `input`, and gives the answers to `print`, one
    /// after another. What records leave out, and each game that is skipped, is named on `err`. Returns
    /// whether no game was skipped.
    ///
    /// # Errors
    /// When a file cannot be read, when there is no game, when `print` fails, or at the first game that is
    /// malformed or has no answer, if such games are not skipped.
    pub fn answer_each(
        &self,
        action: Action,
        config: EngineConfig,
        input: &mut dyn Read,
        err: &mut dyn Write,
        print: &mut dyn FnMut(&FileGame, Outcome) -> anyhow::Result<()>,
    ) -> anyhow::Result<bool> {
        let analyzer = Analyzer::new(SearchArgs::default().engine_config(config));
        let mut round = Round { args: self, action, analyzer, err, answered: 0, skipped: 0 };
        open_each(&self.files, input, None, self.size, self.coords, |path, games| match games {
            Ok(games) => {
                round.answer(path.map(|path| path.display().to_string()).as_deref(), games, print)
            }
            Err(error) => round.skip(error),
        })?;
        let Round { answered, skipped, .. } = round;
        if answered + skipped == 0 {
            return Err(no_game(&self.files));
        }
        Ok(skipped == 0)
    }
}

/// A run over all games.
struct Round<'a> {
    args: &'a GamesArgs,
    action: Action,
    analyzer: Analyzer,
    err: &'a mut dyn Write,
    answered: u64,
    skipped: u64,
}

impl Round<'_> {
    fn answer(
        &mut self,
        file: Option<&str>,
        games: Input,
        print: &mut dyn FnMut(&FileGame, Outcome) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let name = games.name().to_owned();
        let is_drawn = games.format() == InputFormat::File(Format::Board.into());
        for game in games {
            let Game { number, record, warnings, .. } = match game {
                Ok(game) => game,
                Err(error) => {
                    self.skip(error)?;
                    continue;
                }
            };
            let place = if number > 1 { format!("game {number}: ") } else { String::new() };
            for warning in &warnings {
                writeln!(self.err, "warning: {name}: {place}{warning}")?;
            }
            let rule = self.args.rule.or(record.rule).unwrap_or_default();
            let names = CellNames { coords: self.args.coords, size: record.size };
            let (file, is_of_several) = (file.map(str::to_owned), self.args.files.len() > 1);
            let game = FileGame { file, number, record, rule, names, is_of_several, is_drawn };
            match self.outcome(&game) {
                Ok(outcome) => {
                    self.answered += 1;
                    print(&game, outcome)?;
                }
                Err(error) => {
                    self.skip(InputError::Malformed(anyhow!("{name}: {place}{error:#}")))?;
                }
            }
        }
        Ok(())
    }

    fn skip(&mut self, error: InputError) -> anyhow::Result<()> {
        self.skipped += 1;
        error.skip(self.args.skip_errors, self.err)
    }

    /// The answer about `game`, with its progress on a terminal.
    fn outcome(&mut self, game: &FileGame) -> anyhow::Result<Outcome> {
        let query = self.query(game)?;
        let request = Request::new(Id::Number(1), &query, Vec::new(), &Defaults::default());
        let (request, turns) = request.map_err(|problem| error(&problem))?;
        let turn = turns.first().map_or(0, |&(turn, _)| turn);
        let template = "searching {bar:30} {pos}/{len} positions, {elapsed}";
        let bar = ProgressBar::new(turn as u64 + 1)
            .with_style(ProgressStyle::with_template(template).context("the progress")?);
        let progress = |answer: &Answer| match &answer.outcome {
            Outcome::Reviewed(review) => bar.set_position(review.done as u64),
            Outcome::Found(puzzles) => bar.set_position(puzzles.done as u64),
            _ => {}
        };
        let answer = self.analyzer.answer(&request, turn, &Clock::unlimited(), &progress);
        bar.finish_and_clear();
        match answer.outcome {
            Outcome::Error(problem) => Err(error(&problem)),
            outcome => Ok(outcome),
        }
    }

    fn query(&self, game: &FileGame) -> anyhow::Result<Query> {
        let FileGame { record, rule, names, .. } = game;
        let cells = record.cells().map(|pos| names.name(pos));
        let (stones, moves) = if game.is_drawn {
            let reason = "a drawn board has no order of moves to review";
            ensure!(self.action != Action::Review, reason);
            let colors = [Color::Black, Color::White].into_iter().cycle();
            (Some(Stones::List(colors.zip(cells).collect())), None)
        } else {
            (None, Some(Moves::List(cells.map(Move::Cell).collect())))
        };
        Ok(Query {
            action: Some(self.action),
            rule: Some(RuleName::Name(rule.name().to_owned())),
            size: Some(BoardSize::Sides([names.size.width(), names.size.height()].map(u32::from))),
            coords: Some(names.coords),
            moves,
            stones,
            max_nodes: Some(self.args.nodes.get()),
            report_every_ms: Some(100),
            ..Query::default()
        })
    }
}

/// A problem in one line, with the number of the move.
fn error(problem: &Problem) -> anyhow::Error {
    let index =
        |field: &str| field.strip_prefix("moves[")?.strip_suffix(']')?.parse::<usize>().ok();
    match problem.field.as_deref().and_then(index) {
        Some(index) => anyhow!("move {}, {}", index + 1, problem.error),
        None => anyhow!("{}", problem.error),
    }
}

impl FileGame {
    /// Its number, players, rule and board in words, and its file if there are several.
    pub fn title(&self) -> String {
        let Record { black, white, size, .. } = &self.record;
        let players = match (black, white) {
            (None, None) => String::new(),
            (black, white) => {
                let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
                format!("{} - {}, ", name(black), name(white))
            }
        };
        let file = self.file.as_ref().filter(|_| self.is_of_several);
        let file = file.map_or_else(String::new, |file| format!("{file}: "));
        format!("{file}game {}: {players}{}, {size}", self.number, self.rule)
    }

    /// A JSON line that says which game `about` is about.
    pub fn json(&self, about: &impl Serialize) -> anyhow::Result<String> {
        let Record { black, white, size, .. } = &self.record;
        let line = JsonLine {
            file: self.file.as_deref(),
            game: self.number,
            rule: self.rule.name(),
            size: [size.width(), size.height()],
            players: [black.as_deref(), white.as_deref()],
            about,
        };
        Ok(serde_json::to_string(&line)?)
    }
}

/// What is said of a game, as JSON.
#[derive(Serialize)]
struct JsonLine<'a, T> {
    /// `null` for standard input.
    file: Option<&'a str>,
    /// Its number in the file, from 1.
    game: u64,
    rule: &'static str,
    size: [u8; 2],
    /// The names of the players, Black's first.
    players: [Option<&'a str>; 2],
    #[serde(flatten)]
    about: &'a T,
}
