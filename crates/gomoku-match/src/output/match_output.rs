//! The output of a match while it is played: text or JSON, a progress bar on a terminal, records of
//! the games and a chart.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::disk;
use crate::game::played::PlayedPair;
use crate::match_config::MatchConfig;
use crate::output::html::HtmlReport;
use crate::output::json::MatchEvent;
use crate::output::match_charts::{elo_chart, llr_chart, standings_chart};
use crate::output::merge_figures::MergeFigures;
use crate::output::records::RecordFile;
use crate::output::report::{FinalReport, ScoreLine, Standings, Started};
use crate::output::scoreboard::Scoreboard;
use crate::output::summary::MatchSummary;
use crate::output::termination;
use crate::progress::keep_drawing;

/// The format of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    /// Lines as fastchess prints them.
    Text,
    /// One JSON object per line.
    Json,
}

/// Standings are printed after this many games, and at the end.
const STANDINGS_INTERVAL: u64 = 20;

/// Reads the pair of this number from a journal.
pub(crate) type ReadPair<'a> = &'a dyn Fn(u64) -> anyhow::Result<PlayedPair>;

/// Prints a match.
pub(crate) struct MatchOutput<'a> {
    format: OutputFormat,
    out: &'a mut dyn Write,
    /// Until it goes away, as `head` does: from then on nothing is printed.
    has_reader: bool,
    bar: ProgressBar,
    records: Option<RecordFile>,
    /// The command that shows recorded games.
    viewer: String,
    chart: Option<PathBuf>,
    report: Option<HtmlReport>,
    names: Vec<String>,
    /// Games of the whole match, for `Started game n of N`.
    total: u64,
    /// Games of this shard.
    own: u64,
    start: Instant,
    /// Games finished since the start.
    games: u64,
}

impl<'a> MatchOutput<'a> {
    /// Starts the records from scratch: the journal has all earlier games.
    ///
    /// # Errors
    /// When the name of the records has no format.
    pub fn new(
        format: OutputFormat,
        config: &MatchConfig,
        record: Option<&Path>,
        chart: Option<&Path>,
        viewer: &str,
        out: &'a mut dyn Write,
    ) -> anyhow::Result<Self> {
        let schedule = config.schedule();
        let game = &config.game;
        let own = schedule.pair_count().saturating_mul(2);
        let total = schedule.games();
        let records = |path: &Path| {
            RecordFile::new(path, game.rule, game.size, move |pair| schedule.is_own(pair))
        };
        // Drawn on standard error, and hidden unless that is a terminal.
        let bar = ProgressBar::new(own);
        bar.set_style(ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}, {eta} left")?);
        keep_drawing(&bar, Duration::from_secs(1));
        Ok(Self {
            format,
            out,
            has_reader: true,
            bar,
            records: record.map(records).transpose()?,
            viewer: viewer.to_owned(),
            chart: chart.map(Path::to_owned),
            report: None,
            names: config.engines.iter().map(|engine| engine.name.clone()).collect(),
            total,
            own,
            start: Instant::now(),
            games: 0,
        })
    }

    /// Writes this report at the end.
    pub fn set_report(&mut self, report: HtmlReport) {
        self.report = Some(report);
    }

    /// Whether the reader of what is printed has not gone away.
    pub fn has_reader(&self) -> bool {
        self.has_reader
    }

    /// Draws no progress bar.
    pub fn hide_progress(&self) {
        self.bar.set_draw_target(ProgressDrawTarget::hidden());
    }

    /// Counts what earlier runs have finished and says how much that is.
    pub fn catch_up(
        &mut self,
        scoreboard: &mut Scoreboard,
        played: u64,
        read: ReadPair,
    ) -> anyhow::Result<()> {
        self.count_played(scoreboard, read)?;
        if played == 0 {
            return Ok(());
        }
        let (games, total) = (2 * played, self.own);
        match self.format {
            OutputFormat::Text => self.line(&format!("Resumed: {games} of {total} games")),
            OutputFormat::Json => self.event(&MatchEvent::Resumed { games, total }),
        }
    }

    /// Counts finished pairs without printing them.
    pub fn count_played(
        &mut self,
        scoreboard: &mut Scoreboard,
        read: ReadPair,
    ) -> anyhow::Result<()> {
        while let Some(pair) = scoreboard.count_next() {
            if self.records.is_some() || self.report.is_some() {
                self.record(&read(pair.index)?)?;
            }
            self.bar.inc(2);
        }
        self.bar.reset_eta();
        Ok(())
    }

    /// Adds a pair to the records and to the report.
    fn record(&mut self, pair: &PlayedPair) -> anyhow::Result<()> {
        if let Some(records) = &mut self.records {
            records.write_pair(pair.pair, &pair.games)?;
        }
        if let Some(report) = &mut self.report {
            report.add_pair(pair)?;
        }
        Ok(())
    }

    /// A game starts.
    pub fn started(&mut self, number: u64, black: usize, white: usize) -> anyhow::Result<()> {
        let (first, second) = (self.names[black].clone(), self.names[white].clone());
        let started = Started { number, total: self.total, first: &first, second: &second };
        match self.format {
            OutputFormat::Text => self.line(&started.to_string()),
            OutputFormat::Json => self.event(&MatchEvent::Started(started)),
        }
    }

    /// A pair is finished: prints it and those that waited for it.
    pub fn finished(&mut self, scoreboard: &mut Scoreboard, read: ReadPair) -> anyhow::Result<()> {
        self.games += 2;
        scoreboard.set_session(self.games, self.start.elapsed());
        while let Some(pair) = scoreboard.count_next() {
            let played = read(pair.index)?;
            self.record(&played)?;
            self.print_pair(2 * pair.index + 1, &played, scoreboard.summary())?;
            self.bar.inc(2);
            self.bar.set_message(short(scoreboard.summary()));
            if self.bar.position().is_multiple_of(STANDINGS_INTERVAL) {
                self.print_standings(scoreboard.summary())?;
                self.draw(scoreboard)?;
            }
        }
        Ok(())
    }

    /// The match is over, or was interrupted and can be continued by the command `resume`.
    pub fn end(
        &mut self,
        scoreboard: &mut Scoreboard,
        resume: Option<&str>,
        read: ReadPair,
    ) -> anyhow::Result<()> {
        // Pairs behind one that is missing.
        self.count_played(scoreboard, read)?;
        if self.games > 0 {
            scoreboard.set_session(self.games, self.start.elapsed());
        }
        self.bar.finish_and_clear();
        self.print_end(scoreboard, resume)?;
        self.draw(scoreboard)?;
        self.write_report(scoreboard)
    }

    fn print_end(&mut self, scoreboard: &Scoreboard, resume: Option<&str>) -> anyhow::Result<()> {
        self.print_standings(scoreboard.summary())?;
        if self.format == OutputFormat::Text {
            let records = self.records.as_ref().and_then(|it| it.describe(&self.viewer));
            if let Some(records) = records {
                self.line(&format!("Records: {records}"))?;
            }
            self.text(&FinalReport { summary: scoreboard.summary(), resume }.to_string())?;
        }
        Ok(())
    }

    /// Prints how complete the merged journals are, and how alike.
    pub fn merged(&mut self, figures: &MergeFigures) -> anyhow::Result<()> {
        match self.format {
            OutputFormat::Text => self.text(&figures.to_string()),
            OutputFormat::Json => self.event(&MatchEvent::Merged(figures)),
        }
    }

    fn print_pair(
        &mut self,
        number: u64,
        played: &PlayedPair,
        summary: &MatchSummary,
    ) -> anyhow::Result<()> {
        for (number, game) in (number..).zip(&played.games) {
            let error = game.fault();
            let finished = |reason| termination::finished(number, game, reason, error.as_deref());
            match self.format {
                OutputFormat::Text => {
                    self.line(&finished(&termination::sentence(game)).to_string())?;
                }
                OutputFormat::Json => {
                    let code = game.outcome.reason.to_string();
                    self.event(&MatchEvent::Finished(finished(&code)))?;
                }
            }
        }
        if self.format == OutputFormat::Text
            && let Some((first, second, counts)) = summary.duel()
        {
            let score = ScoreLine { first: &first.name, second: &second.name, counts };
            self.line(&score.to_string())?;
        }
        Ok(())
    }

    fn print_standings(&mut self, summary: &MatchSummary) -> anyhow::Result<()> {
        match self.format {
            OutputFormat::Text => self.text(&Standings(summary).to_string()),
            OutputFormat::Json => self.event(&MatchEvent::Summary(summary.into())),
        }
    }

    /// Draws the results between two engines, or those of each of several.
    fn draw(&self, scoreboard: &Scoreboard) -> anyhow::Result<()> {
        let Some(path) = &self.chart else { return Ok(()) };
        let chart = match (self.names.as_slice(), scoreboard.summary().sprt) {
            ([first, second], Some(sprt)) => {
                llr_chart(&format!("{first} vs {second}"), scoreboard.history(), &sprt)
            }
            ([first, second], None) => {
                elo_chart(&format!("{first} vs {second}"), scoreboard.history())
            }
            (names, _) => standings_chart(names, scoreboard.standings()),
        };
        disk::replace(path, chart.to_string().as_bytes())
    }

    /// Writes the report of all games that were counted.
    fn write_report(&self, scoreboard: &Scoreboard) -> anyhow::Result<()> {
        let Some(report) = &self.report else { return Ok(()) };
        let test = scoreboard
            .summary()
            .sprt
            .map(|sprt| llr_chart("Sequential test", scoreboard.history(), &sprt));
        report.write(report.ratings(), test.into_iter().collect())
    }

    fn event(&mut self, event: &MatchEvent) -> anyhow::Result<()> {
        self.line(&serde_json::to_string(event)?)
    }

    fn line(&mut self, line: &str) -> anyhow::Result<()> {
        self.text(&format!("{line}\n"))
    }

    fn text(&mut self, text: &str) -> anyhow::Result<()> {
        if !self.has_reader {
            return Ok(());
        }
        let out = &mut *self.out;
        let printed =
            self.bar.suspend(|| out.write_all(text.as_bytes()).and_then(|()| out.flush()));
        match printed {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => self.has_reader = false,
            printed => printed?,
        }
        Ok(())
    }
}

/// The state of the match in a few words, for the progress bar.
fn short(summary: &MatchSummary) -> String {
    let mut words = Vec::new();
    if let Some((_, _, counts)) = summary.duel() {
        let (games, elo) = (counts.games, counts.estimate().elo);
        words.push(format!("+{} -{} ={}", games.wins, games.losses, games.draws));
        words.push(format!("Elo {elo}"));
    }
    words.extend(summary.test().map(|(sprt, counts)| {
        let (lower, upper) = sprt.bounds();
        format!("LLR {:.2} ({lower:.2}, {upper:.2})", sprt.llr(&counts))
    }));
    words.extend(summary.games_per_hour().map(|games| format!("{games:.0}/h")));
    words.join(", ")
}
