//! The arguments of the brain. Pure.
//!
//! Managers pass all sorts of arguments, which a brain ignores wherever they stand. People mistype: on a terminal
//! every unknown word is an error, and anywhere one that looks like a command of the brain or a tool of `shisan`,
//! or, behind an option of ours, like another one.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{anyhow, bail};
use lexopt::{Arg, Parser};

use gomoku_rules::Rule;

/// What `pbrain-shisan --help` prints.
pub const HELP: &str = "\
Shisan, a five-in-a-row engine for the Gomocup (Piskvork) protocol

Usage: pbrain-shisan [OPTIONS] [COMMAND]

Without a command it plays for the manager on its standard input.

Commands:
  bench                          Measure the speed of moves and of the search, and print the node count
  params [--rule RULE] [--json]  List the parameters of the search with their ranges

Options:
      --weights FILE    Play with the weights of this file under their rule
      --set NAME=VALUE  Set a parameter of the search for all rules, or for one by RULE.NAME=VALUE;
                        may be repeated, and the last one counts
      --level ELO       Play at this Elo, from 100 to 2200, instead of full strength
      --seed N          Seed of a level's mistakes [default: 1]
      --levels FILE     Read the levels from this file
      --book FILE       Play from this book in games of its rule and board size
  -h, --help            Print help
  -V, --version         Print version
";

/// The commands of the brain.
const COMMANDS: [&str; 3] = ["bench", "params", "help"];
/// Its options.
const OPTIONS: [&str; 10] = [
    "--weights",
    "--set",
    "--level",
    "--seed",
    "--levels",
    "--book",
    "-h",
    "--help",
    "-V",
    "--version",
];
/// The subcommands that `shisan` has and the brain has not.
pub const TOOLS: [&str; 28] = [
    "analyze",
    "book",
    "check",
    "classic",
    "completions",
    "convert",
    "corpus",
    "exam",
    "forbid",
    "games",
    "grade",
    "gtp",
    "inspect",
    "label",
    "man",
    "match",
    "openings",
    "play",
    "puzzles",
    "review",
    "round",
    "selfplay",
    "serve",
    "soak",
    "solve",
    "spsa",
    "train",
    "tune",
];

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    Brain,
    Bench,
    Params { json: bool, rule: Option<Rule> },
    Help,
    Version,
}

/// The level to play at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelOptions {
    /// Its Elo; `None` is full strength.
    pub elo: Option<i64>,
    /// The seed of what it overlooks; `None` is the default one.
    pub seed: Option<u64>,
    /// A file with another table of levels.
    pub table: Option<PathBuf>,
}

/// What the command line says.
#[derive(Debug)]
pub struct Arguments {
    pub weights: Option<PathBuf>,
    pub settings: Vec<String>,
    pub level: LevelOptions,
    pub book: Option<PathBuf>,
    pub task: Task,
}

impl Arguments {
    /// Reads the words behind the program's name. `is_terminal`: a person types, not a manager.
    ///
    /// # Errors
    /// For a mistake of a person, in one line.
    pub fn parse(words: Vec<OsString>, is_terminal: bool) -> anyhow::Result<Self> {
        let first = words.first().map(|first| first.to_string_lossy().into_owned());
        let Some(first) = first else { return Ok(Self::brain()) };
        let name = first.split_once('=').map_or(&*first, |(name, _)| name);
        if COMMANDS.contains(&&*first) || OPTIONS.contains(&name) {
            let unknown = if is_terminal { Unknown::Refused } else { Unknown::Mistyped };
            return Self::read(words, unknown);
        }
        // One letter alone turns `brain` into `train`, and many a word of a manager into `man`.
        let is_meant = |tool: &&&str| first == **tool || tool.len() > 3 && is_typo(&first, tool);
        if let Some(tool) = TOOLS.iter().find(is_meant).filter(|_| first != "brain") {
            bail!("{first:?} is not a command of the brain; perhaps you mean: shisan {tool}");
        }
        let near = |known: &&&str| known.len() > 2 && is_typo(name, known);
        let known = COMMANDS.iter().chain(&OPTIONS).find(near);
        match known {
            Some(known) if is_terminal || COMMANDS.contains(known) => {
                bail!("unknown argument {first:?}; perhaps you mean {known}")
            }
            _ if is_terminal => bail!("unknown argument {first:?}: see pbrain-shisan --help"),
            _ => Self::read(words, Unknown::Ignored),
        }
    }

    fn brain() -> Self {
        Self {
            weights: None,
            settings: Vec::new(),
            level: LevelOptions::default(),
            book: None,
            task: Task::Brain,
        }
    }

    fn is_params(&self) -> bool {
        matches!(self.task, Task::Params { .. })
    }

    fn read(words: Vec<OsString>, unknown: Unknown) -> anyhow::Result<Self> {
        let mut parser = Parser::from_args(words);
        let mut arguments = Self::brain();
        let is_ours = unknown != Unknown::Ignored;
        while let Some(argument) = parser.next()? {
            let takes_command = is_ours && arguments.task == Task::Brain;
            match argument {
                Arg::Long("weights") => arguments.weights = Some(parser.value()?.into()),
                Arg::Long("set") => {
                    arguments.settings.push(parser.value()?.to_string_lossy().into_owned());
                }
                Arg::Long("level") => {
                    let elo = number(&parser.value()?, "--level", "expected an Elo, such as 1200");
                    arguments.level.elo = Some(elo?);
                }
                Arg::Long("seed") => {
                    let seed =
                        number(&parser.value()?, "--seed", "expected a whole number, 0 or more");
                    arguments.level.seed = Some(seed?);
                }
                Arg::Long("levels") => arguments.level.table = Some(parser.value()?.into()),
                Arg::Long("book") => arguments.book = Some(parser.value()?.into()),
                Arg::Long("json") if arguments.is_params() => {
                    let Task::Params { json, .. } = &mut arguments.task else { continue };
                    *json = true;
                }
                Arg::Long("rule") if arguments.is_params() => {
                    let Task::Params { rule, .. } = &mut arguments.task else { continue };
                    *rule = Some(parser.value()?.to_string_lossy().parse()?);
                }
                Arg::Long("help") | Arg::Short('h') if is_ours => arguments.task = Task::Help,
                Arg::Long("version") | Arg::Short('V') if is_ours => arguments.task = Task::Version,
                Arg::Value(word) if takes_command && word == "bench" => {
                    arguments.task = Task::Bench;
                }
                Arg::Value(word) if takes_command && word == "params" => {
                    arguments.task = Task::Params { json: false, rule: None };
                }
                Arg::Value(word) if takes_command && word == "help" => {
                    arguments.task = Task::Help;
                }
                other if arguments.task == Task::Brain && !unknown.refuses(&other) => {
                    parser.optional_value();
                }
                other => return Err(other.unexpected().into()),
            }
        }
        Ok(arguments)
    }
}

/// What becomes of an argument that is not ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unknown {
    /// It is an error.
    Refused,
    /// It is one if it looks like an option of ours.
    Mistyped,
    /// It is ignored, and so are our commands behind it.
    Ignored,
}

impl Unknown {
    fn refuses(self, argument: &Arg) -> bool {
        let is_near = |name: &str| OPTIONS.iter().any(|ours| ours.len() > 2 && is_typo(name, ours));
        match (self, argument) {
            (Self::Refused, _) => true,
            (Self::Mistyped, Arg::Long(name)) => is_near(&format!("--{name}")),
            _ => false,
        }
    }
}

/// The number that is the value of an option.
fn number<T: FromStr>(value: &OsStr, name: &str, expected: &str) -> anyhow::Result<T> {
    let value = value.to_string_lossy();
    value.parse().map_err(|_| anyhow!("{name} {value}: {expected}"))
}

/// Whether `word` is `name` but for one letter more, less or other, or two neighbours swapped.
fn is_typo(word: &str, name: &str) -> bool {
    let (word, name) = (word.as_bytes(), name.as_bytes());
    let same = word.iter().zip(name).take_while(|(one, other)| one == other).count();
    let (word, name) = (&word[same..], &name[same..]);
    let pairs = word.iter().rev().zip(name.iter().rev());
    let same = pairs.take_while(|(one, other)| one == other).count();
    match (&word[..word.len() - same], &name[..name.len() - same]) {
        ([] | [_], [] | [_]) => true,
        ([a, b], [c, d]) => (a, b) == (d, c),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str], is_terminal: bool) -> Result<Task, String> {
        let words = words.iter().map(OsString::from).collect();
        let arguments = Arguments::parse(words, is_terminal);
        arguments.map(|arguments| arguments.task).map_err(|error| error.to_string())
    }

    #[test]
    fn arguments_of_managers_are_ignored() {
        let garbage: [&[&str]; 12] = [
            &[],
            &["--force-utf8", "--help"],
            &["--utf8=yes", "-px", "params"],
            &["--level", "900", "--force-utf8", "/tmp/match"],
            &["--level=900", "-x", "--", "y"],
            &[""],
            &["", "--help"],
            &["--force-utf8"],
            &["-p", "x", "bench"],
            &["/tmp/match"],
            &["gomocup"],
            &["C:\\brains\\pbrain-shisan.exe"],
        ];
        for words in garbage {
            assert_eq!(parse(words, false), Ok(Task::Brain), "{words:?}");
        }
        assert_eq!(parse(&[], true), Ok(Task::Brain));
    }

    #[test]
    fn options_of_ours_count_among_arguments_of_managers() {
        for words in [
            &["--force-utf8", "--level", "900", "gomocup"][..],
            &["gomocup", "--level=900"],
            &["--level", "900", "--force-utf8=yes"],
        ] {
            let words = words.iter().map(OsString::from).collect();
            let arguments = Arguments::parse(words, false).expect("a brain");
            assert_eq!((arguments.task, arguments.level.elo), (Task::Brain, Some(900)));
        }
        for words in [&["--level", "900", "--sed", "7"][..], &["--level=900", "--weight=x"]] {
            parse(words, false).expect_err("mistyped");
        }
    }

    #[test]
    fn a_bad_value_is_named_once() {
        let rule = parse(&["params", "--rule", "chess"], false).expect_err("no rule");
        assert_eq!(rule.matches("chess").count(), 1, "{rule}");
        for (words, expected) in [
            (["--level", "strong"], "--level strong: expected an Elo, such as 1200"),
            (["--seed", "-1"], "--seed -1: expected a whole number, 0 or more"),
        ] {
            assert_eq!(parse(&words, false).expect_err("no number"), expected);
        }
    }

    #[test]
    fn a_person_gets_an_error_for_an_unknown_word() {
        for words in [&[""] as &[&str], &["--force-utf8"], &["gomocup"], &["-p", "bench"]] {
            let error = parse(words, true).expect_err("an error");
            assert!(error.contains("--help"), "{words:?}: {error}");
        }
        let error = parse(&["--wieghts", "x"], true).expect_err("an error");
        assert_eq!(error, "unknown argument \"--wieghts\"; perhaps you mean --weights");
    }

    #[test]
    fn a_mistyped_command_is_never_a_brain() {
        for is_terminal in [false, true] {
            for word in ["match", "mtach", "matc", "mattch", "natch"] {
                let error = parse(&[word, "--games", "2"], is_terminal).expect_err("an error");
                let expected = "is not a command of the brain; perhaps you mean: shisan match";
                assert_eq!(error, format!("{word:?} {expected}"));
            }
            let error = parse(&["bnech"], is_terminal).expect_err("an error");
            assert_eq!(error, "unknown argument \"bnech\"; perhaps you mean bench");
            assert!(parse(&["bench", "twice"], is_terminal).is_err());
            assert!(parse(&["--set"], is_terminal).is_err());
        }
    }

    #[test]
    fn each_tool_is_sent_to_shisan() {
        for tool in TOOLS {
            let error = parse(&[tool], false).expect_err("an error");
            let expected = "is not a command of the brain; perhaps you mean: shisan";
            assert_eq!(error, format!("{tool:?} {expected} {tool}"));
        }
        for word in ["brain", "main", "max"] {
            assert_eq!(parse(&[word], false), Ok(Task::Brain), "{word}");
        }
    }

    #[test]
    fn commands_and_options_are_read() {
        for is_terminal in [false, true] {
            let parse = |words: &[&str]| parse(words, is_terminal);
            assert_eq!(parse(&["bench"]), Ok(Task::Bench));
            assert_eq!(parse(&["params"]), Ok(Task::Params { json: false, rule: None }));
            assert_eq!(parse(&["params", "--json"]), Ok(Task::Params { json: true, rule: None }));
            let renju = Task::Params { json: false, rule: Some(Rule::Renju) };
            assert_eq!(parse(&["params", "--rule", "renju"]), Ok(renju));
            assert!(parse(&["params", "--rule", "chess"]).is_err());
            assert!(parse(&["bench", "--rule", "renju"]).is_err());
            assert_eq!(parse(&["--set", "a=1", "bench"]), Ok(Task::Bench));
            assert_eq!(parse(&["--weights=x"]), Ok(Task::Brain));
            assert_eq!(parse(&["--level", "900", "--seed=7"]), Ok(Task::Brain));
            assert!(parse(&["--level", "strong"]).is_err());
            assert_eq!(parse(&["-h"]), Ok(Task::Help));
            assert_eq!(parse(&["--version"]), Ok(Task::Version));
        }
    }

    #[test]
    fn a_typo_is_one_letter() {
        for word in ["tune", "tun", "tunes", "tone", "utne", "une"] {
            assert!(is_typo(word, "tune"), "{word}");
        }
        for word in ["", "nute", "turn", "tu", "tunnel", "note"] {
            assert!(!is_typo(word, "tune"), "{word}");
        }
    }
}
