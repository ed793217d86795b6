//! Tells of a match while it is played: lines or JSON on the output, a bar on a terminal, records of
//! the games and a chart in files.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use crate::game::played::PlayedPair;
use crate::match_config::MatchConfig;
use crate::output::json;
use crate::output::match_charts::{elo_chart, llr_chart};
use crate::output::records::RecordFile;
use crate::output::report::{FinalReport, ScoreLine, Standings, Started};
use crate::output::scoreboard::Scoreboard;
use crate::output::summary::MatchSummary;
use crate::output::termination;

/// The form of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    /// Lines in the shapes of fastchess.
    Text,
    /// One JSON object a line.
    Json,
}

/// Standings are told after so many games, and at the end.
const INTERVAL: u64 = 20;

/// Who tells of a match.
pub(crate) struct MatchOutput<'a> {
    style: OutputFormat,
    out: &'a mut dyn Write,
    bar: ProgressBar,
    records: Option<RecordFile>,
    chart: Option<PathBuf>,
    names: Vec<String>,
    /// Games of the whole match, for `Started game n of N`.
    total: u64,
    start: Instant,
    /// Games finished since the start.
    games: u64,
}

impl<'a> MatchOutput<'a> {
    pub fn new(
        style: OutputFormat,
        conditions: &MatchConfig,
        record: Option<&Path>,
        chart: Option<&Path>,
        out: &'a mut dyn Write,
    ) -> anyhow::Result<Self> {
        let schedule = conditions.schedule();
        let own = 2 * schedule.pairs().count() as u64;
        // Drawn on standard error, and hidden when that is no terminal.
        let bar = ProgressBar::new(own);
        bar.set_style(ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}, {eta} left")?);
        Ok(Self {
            style,
            out,
            bar,
            records: record.map(|path| RecordFile::create(path, conditions)).transpose()?,
            chart: chart.map(Path::to_owned),
            names: conditions.engines.iter().map(|engine| engine.name.clone()).collect(),
            total: schedule.games(),
            start: Instant::now(),
            games: 0,
        })
    }

    /// Counts what an earlier run has finished, without a word.
    pub fn catch_up(&mut self, scoreboard: &mut Scoreboard) -> anyhow::Result<()> {
        while let Some((_, played)) = scoreboard.count_next() {
            self.record(&played)?;
            self.bar.inc(2);
        }
        self.bar.reset_eta();
        Ok(())
    }

    /// A game begins.
    pub fn started(&mut self, number: u64, black: usize, white: usize) -> anyhow::Result<()> {
        let (first, second) = (self.names[black].clone(), self.names[white].clone());
        let started = Started { number, total: self.total, first: &first, second: &second };
        match self.style {
            OutputFormat::Text => self.line(&started.to_string()),
            OutputFormat::Json => self.line(&json::MatchEvent::from(started).to_json()?),
        }
    }

    /// A pair is finished: tells of it and of those that waited for it.
    pub fn finished(
        &mut self,
        scoreboard: &mut Scoreboard,
        pair: PlayedPair,
    ) -> anyhow::Result<()> {
        scoreboard.add(pair);
        self.games += 2;
        scoreboard.set_session(self.games, self.start.elapsed());
        while let Some((pair, played)) = scoreboard.count_next() {
            self.record(&played)?;
            self.print_pair(2 * pair.index + 1, &played, scoreboard.summary())?;
            self.bar.inc(2);
            self.bar.set_message(short(scoreboard.summary()));
            if self.bar.position().is_multiple_of(INTERVAL) {
                self.print_standings(scoreboard.summary())?;
                self.draw(scoreboard)?;
            }
        }
        Ok(())
    }

    /// The match is over, or interrupted and to be gone on with by `resume`.
    pub fn end(&mut self, scoreboard: &mut Scoreboard, resume: Option<&str>) -> anyhow::Result<()> {
        // Pairs behind one that was cut short.
        while let Some((_, played)) = scoreboard.count_next() {
            self.record(&played)?;
        }
        scoreboard.set_session(self.games, self.start.elapsed());
        self.bar.finish_and_clear();
        self.print_standings(scoreboard.summary())?;
        if self.style == OutputFormat::Text {
            self.text(&FinalReport { summary: scoreboard.summary(), resume }.to_string())?;
        }
        self.draw(scoreboard)
    }

    /// Tells something else, where lines for people are told.
    pub fn note(&mut self, line: &str) -> anyhow::Result<()> {
        if self.style == OutputFormat::Text { self.line(line) } else { Ok(()) }
    }

    fn print_pair(
        &mut self,
        number: u64,
        played: &PlayedPair,
        summary: &MatchSummary,
    ) -> anyhow::Result<()> {
        for (number, game) in (number..).zip(&played.games) {
            match self.style {
                OutputFormat::Text => {
                    let reason = termination::reason(game);
                    self.line(&termination::finished(number, game, &reason).to_string())?;
                }
                OutputFormat::Json => {
                    let code = game.outcome.reason.to_string();
                    let finished = termination::finished(number, game, &code);
                    self.line(&json::MatchEvent::from(finished).to_json()?)?;
                }
            }
        }
        if self.style == OutputFormat::Text
            && let Some((first, second, counts)) = summary.duel()
        {
            let score = ScoreLine { first: &first.name, second: &second.name, counts };
            self.line(&score.to_string())?;
        }
        Ok(())
    }

    fn print_standings(&mut self, summary: &MatchSummary) -> anyhow::Result<()> {
        match self.style {
            OutputFormat::Text => self.text(&Standings(summary).to_string()),
            OutputFormat::Json => self.line(&json::MatchEvent::from(summary).to_json()?),
        }
    }

    fn record(&mut self, played: &PlayedPair) -> anyhow::Result<()> {
        match &mut self.records {
            Some(records) => played.games.iter().try_for_each(|game| records.write(game)),
            None => Ok(()),
        }
    }

    fn draw(&self, scoreboard: &Scoreboard) -> anyhow::Result<()> {
        let Some(path) = &self.chart else { return Ok(()) };
        let title = self.names[..2].join(" vs ");
        let chart = match scoreboard.summary().sprt {
            Some(sprt) => llr_chart(&title, scoreboard.history(), &sprt),
            None => elo_chart(&title, scoreboard.history()),
        };
        std::fs::write(path, chart.to_string()).with_context(|| path.display().to_string())
    }

    fn line(&mut self, line: &str) -> anyhow::Result<()> {
        self.text(&format!("{line}\n"))
    }

    fn text(&mut self, text: &str) -> anyhow::Result<()> {
        let out = &mut *self.out;
        self.bar.suspend(|| out.write_all(text.as_bytes()).and_then(|()| out.flush()))?;
        Ok(())
    }
}

/// The state of the match in a few words, for the bar.
fn short(summary: &MatchSummary) -> String {
    let speed = summary.games_per_hour().map_or(String::new(), |games| format!(", {games:.0}/h"));
    match summary.duel() {
        Some((_, _, counts)) => {
            let (games, elo) = (counts.games, counts.estimate().elo);
            format!("+{} -{} ={}, Elo {elo}{speed}", games.wins, games.losses, games.draws)
        }
        None => speed.trim_start_matches(", ").to_owned(),
    }
}
