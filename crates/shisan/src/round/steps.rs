//! The steps of a round, each a run of the program that began it.

use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{self, Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail, ensure};
use gomoku_match::Reaper;
use gomoku_match::disk::{self, replace};
use shisan_engine::eval::Network;
use shisan_train::{check_exam, check_games};

use super::child;
use super::outcome::{Outcome, Verdict, exam_elo, is_finished, match_result};
use super::settings::{SEEDS, Settings};
use crate::host::{INTERRUPTED, STEP, command_line};

/// The networks in the folder of a round: the one that plays its games, unless that is the program's, and the one
/// that it makes.
const PRESENT: &str = "present.bin";
const NETWORK: &str = "new.bin";

/// The exit code of a step that has failed and said why.
const FAILED: u8 = 2;

/// A round of training.
pub struct Round<'a> {
    pub settings: &'a Settings,
    /// The file of the settings.
    pub file: &'a Path,
    /// The program that plays it; its steps are run by a copy.
    pub program: &'a Path,
    pub number: u32,
    /// Games or positions at the same time.
    pub jobs: usize,
    /// What kills a step that is left.
    pub reaper: &'a Reaper,
    /// What an interrupt sets.
    pub stop: &'a AtomicBool,
}

/// How a round ends.
#[derive(Debug)]
pub enum End {
    Over(Outcome),
    /// A step was interrupted or has failed, with this exit code, and said so.
    Stopped(u8),
}

impl End {
    /// Whether the round is over and its network the better one.
    pub fn is_accepted(&self) -> bool {
        matches!(self, Self::Over(outcome) if outcome.verdict() == Verdict::Accepted)
    }
}

/// A run of the program.
struct Step {
    words: Vec<OsString>,
    /// Where what it prints goes.
    output: Option<PathBuf>,
    /// It runs in the folder of the round, so that its words hold wherever that lies.
    is_inside: bool,
}

impl Step {
    /// The subcommand with these options.
    fn new(words: &str) -> Self {
        let words = words.split(' ').map(OsString::from).collect();
        Self { words, output: None, is_inside: false }
    }

    fn with(mut self, words: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        self.words.extend(words.into_iter().map(Into::into));
        self
    }

    fn printing_to(mut self, file: PathBuf) -> Self {
        self.output = Some(file);
        self
    }

    fn inside(mut self) -> Self {
        self.is_inside = true;
        self
    }
}

impl Round<'_> {
    /// Plays what is left of the round, against the network of the round before, the first against the
    /// program's.
    ///
    /// # Errors
    /// When the round was begun with other settings, a file cannot be read or written, or the program does not
    /// start or is killed.
    pub fn play(&self) -> anyhow::Result<End> {
        self.begin()?;
        let mut steps = vec![self.games()];
        if !self.network().exists() {
            steps.extend([self.labels(), self.fit()]);
        }
        steps.extend(self.exam());
        for step in steps {
            if let Some(end) = self.run(&step)? {
                return Ok(end);
            }
        }
        let network = self.network();
        let read = Network::read(&disk::read(&network)?).map_err(anyhow::Error::msg);
        let read = read.with_context(|| network.display().to_string())?;
        let mut outcome = Outcome {
            number: self.number,
            provenance: read.provenance,
            exam: match self.settings.exam {
                Some(_) => exam_elo(&self.at("exam.json"))?,
                None => [None; 2],
            },
            matches: Vec::new(),
        };
        for &side in &self.settings.sizes {
            let summary = self.at(&of_match(side, "json"));
            if !is_finished(&summary)
                && let Some(end) = self.run(&self.games_against_present(side)?)?
            {
                return Ok(end);
            }
            outcome.matches.push((side, match_result(&summary)?));
            if outcome.verdict() != Verdict::Accepted {
                break;
            }
        }
        Ok(End::Over(outcome))
    }

    /// The network that the round makes.
    fn network(&self) -> PathBuf {
        self.at(NETWORK)
    }

    /// The folder of a round: `renju-1` beside `renju.json`.
    fn folder(&self, number: u32) -> PathBuf {
        let mut name = self.file.file_stem().map(OsString::from).unwrap_or_default();
        name.push(format!("-{number}"));
        self.beside(name)
    }

    /// What has this name as it is seen from the settings, as a word that is no option.
    fn beside(&self, name: impl AsRef<Path>) -> PathBuf {
        let path = self.file.with_file_name(name.as_ref());
        if path.as_os_str().as_encoded_bytes().starts_with(b"-") {
            Path::new(".").join(path)
        } else {
            path
        }
    }

    /// A file of this round.
    fn at(&self, name: &str) -> PathBuf {
        self.folder(self.number).join(name)
    }

    /// Files that the settings name.
    fn named<'a>(&'a self, files: &'a [PathBuf]) -> impl Iterator<Item = PathBuf> + 'a {
        files.iter().map(|file| self.beside(file))
    }

    fn program(&self) -> PathBuf {
        self.at(&program())
    }

    /// Makes the folder, with a copy of what builds and other rounds may change.
    fn begin(&self) -> anyhow::Result<()> {
        let folder = self.folder(self.number);
        let begun = self.at("settings.json");
        if begun.exists() {
            let settings = Settings::read(&begun)?;
            let is_same = settings == *self.settings;
            ensure!(is_same, "{}: the round was begun with other settings", folder.display());
            return Ok(());
        }
        // Hours before a step reads them, and before the settings hold for good.
        let rule = self.settings.rule()?;
        self.named(&self.settings.older).try_for_each(|file| check_games(&file, Some(rule)))?;
        self.named(&self.settings.pretrain).try_for_each(|file| check_games(&file, None))?;
        let exam = self.settings.exam.as_ref().map(|exam| self.beside(exam));
        exam.iter().try_for_each(|exam| check_exam(exam, rule))?;
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        let present = (self.number > 1).then(|| self.folder(self.number - 1).join(NETWORK));
        let copies = [
            (present, self.at(PRESENT)),
            (exam, self.at("exam.txt")),
            (Some(self.program.to_owned()), self.program()),
        ];
        for (from, to) in copies {
            if let Some(from) = from {
                fs::copy(&from, to).with_context(|| from.display().to_string())?;
            }
        }
        replace(&begun, serde_json::to_string_pretty(self.settings)?.as_bytes())
    }

    /// `None` if the step has finished.
    fn run(&self, step: &Step) -> anyhow::Result<Option<End>> {
        if self.stop.load(Ordering::Relaxed) {
            return Ok(Some(End::Stopped(INTERRUPTED)));
        }
        let program = self.program();
        let output = match &step.output {
            Some(path) => File::create(path).with_context(|| path.display().to_string())?.into(),
            None => Stdio::null(),
        };
        let mut command = Command::new(path::absolute(&program)?);
        if step.is_inside {
            command.current_dir(self.folder(self.number));
        }
        command.args(&step.words).stdout(output);
        command.env("RAYON_NUM_THREADS", self.jobs.to_string()).env(STEP, "1");
        let status = child::run(&mut command, self.reaper, self.stop)
            .with_context(|| program.display().to_string())?;
        match status.code().and_then(|code| u8::try_from(code).ok()) {
            Some(0) => Ok(None),
            Some(code @ (FAILED | INTERRUPTED)) => Ok(Some(End::Stopped(code))),
            // A step that knows no interrupts has no exit code then.
            None if self.stop.load(Ordering::Relaxed) => Ok(Some(End::Stopped(INTERRUPTED))),
            _ => {
                let name = step.words[0].display();
                bail!("{} {name}: {}", program.display(), child::ending(status))
            }
        }
    }

    /// The network that plays the games, unless it is that of the program.
    fn present(&self) -> Option<PathBuf> {
        Some(self.at(PRESENT)).filter(|network| network.exists())
    }

    fn games(&self) -> Step {
        let Settings { rule, sizes, games, nodes, .. } = self.settings;
        let sizes: Vec<String> = sizes.iter().map(u32::to_string).collect();
        let (sizes, first) = (sizes.join(","), u64::from(SEEDS) * u64::from(self.number));
        let jobs = self.jobs;
        Step::new(&format!(
            "selfplay --rule {rule} --size {sizes} --games {games} --first {first} --nodes {nodes} --jobs {jobs}"
        ))
        .with(weights(self.present()))
        .with([self.at("games.txt")])
    }

    fn labels(&self) -> Step {
        let Settings { rule, labels, label_nodes: nodes, .. } = self.settings;
        let jobs = self.jobs;
        Step::new(&format!(
            "label --rule {rule} --variations 8 --positions {labels} --nodes {nodes} --jobs {jobs} --output"
        ))
        .with([self.at("labels.txt"), self.at("games.txt")])
        .with(weights(self.present()))
    }

    /// To the games and labels of all rounds.
    fn fit(&self) -> Step {
        let Settings { rule, epochs, older, pretrain, .. } = self.settings;
        let first =
            self.named(pretrain).flat_map(|file| ["--pretrain".into(), OsString::from(file)]);
        let of_round =
            |number| ["games.txt", "labels.txt"].map(|name| self.folder(number).join(name));
        Step::new(&format!("train --rule {rule} --mixed --resume --epochs {epochs} --output"))
            .with([self.network()])
            .with(first)
            .with((1..=self.number).flat_map(of_round))
            .with(self.named(older))
    }

    /// Both networks take the exam, if there is one.
    fn exam(&self) -> Vec<Step> {
        if self.settings.exam.is_none() {
            return Vec::new();
        }
        let [exam, before, after] =
            ["exam.txt", "exam-present.txt", "exam-new.txt"].map(|name| self.at(name));
        let (nodes, jobs) = (self.settings.exam_nodes, self.jobs);
        let take = |output: &PathBuf| {
            Step::new(&format!("exam take --nodes {nodes} --jobs {jobs} --output"))
                .with([output, &exam])
        };
        vec![
            take(&before).with(weights(self.present())),
            take(&after).with(weights(Some(self.network()))),
            Step::new(&format!("exam compare --json --jobs {jobs}"))
                .with([&exam, &before, &after])
                .printing_to(self.at("exam.json")),
        ]
    }

    fn games_against_present(&self, side: u32) -> anyhow::Result<Step> {
        let Settings { rule, pairs, match_time, match_nodes, sprt, .. } = self.settings;
        // Its journal holds these commands.
        let program = Path::new(".").join(program());
        let brain = |name: &str, network: Option<&str>| -> anyhow::Result<String> {
            let start = [program.clone().into(), "brain".into()];
            let network = network.map(PathBuf::from);
            let words: Vec<OsString> = start.into_iter().chain(weights(network)).collect();
            Ok(format!("{name}={}", command_line(&words)?))
        };
        let present = self.present().map(|_| PRESENT);
        let engines = [brain("new", Some(NETWORK))?, brain("present", present)?];
        let nodes = match_nodes.to_string();
        let limit = match match_time {
            Some(time) => vec!["--turn-time", time, "--tolerance", "3s"],
            None => vec!["--nodes", &*nodes],
        };
        let (games, seed, jobs) = (2 * u64::from(*pairs), self.number, self.jobs);
        Ok(Step::new(&format!(
            "match --rule {rule} --size {side} --games {games} --seed {seed} --jobs {jobs} --force-jobs \
             --transform --resume --json --sprt"
        ))
        .with([sprt])
        .with(limit)
        .with(engines.iter().flat_map(|engine| ["--engine", engine]))
        .with(["--journal", &of_match(side, "jsonl")])
        .printing_to(self.at(&of_match(side, "json")))
        .inside())
    }
}

/// The name of the program in the folder of a round.
fn program() -> String {
    format!("shisan{EXE_SUFFIX}")
}

/// The name of a file of the match on a board with this side.
fn of_match(side: u32, extension: &str) -> String {
    format!("match-{side}.{extension}")
}

/// The options for a network.
fn weights(network: Option<PathBuf>) -> impl Iterator<Item = OsString> {
    network.into_iter().flat_map(|network| ["--weights".into(), network.into()])
}
