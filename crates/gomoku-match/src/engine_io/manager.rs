//! The manager protocol: the text of the commands, which [`crate::game::play`] sends.

use std::fmt::Write;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::engine_io::limits::EngineSettings;
use gomoku_rules::{Board, GameRule, Rule, Size};

/// What is sent for a time that has no limit.
const UNLIMITED_MS: i64 = 2_147_483_647;

/// How engines are managed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Manager {
    /// Our own way: a process plays many games, `START` must be answered before the clock runs, and
    /// unsolicited lines are dropped.
    #[default]
    #[serde(alias = "lab")]
    #[value(alias = "lab")]
    Native,
    /// As `GomocupJudge`, the manager of the Gomocup tournaments: a process per game, suspended while
    /// the opponent thinks.
    Judge,
}

impl Manager {
    /// How late a move may be before it loses on time, unless another tolerance is given.
    pub const fn default_tolerance(self) -> Duration {
        match self {
            Self::Native => Duration::ZERO,
            Self::Judge => Duration::from_secs(1),
        }
    }

    /// Whether every game has its own process, suspended while the opponent thinks.
    pub(crate) const fn process_per_game(self) -> bool {
        matches!(self, Self::Judge)
    }

    /// How long an engine may take to exit after `END`.
    pub(crate) const fn grace(self) -> Duration {
        match self {
            Self::Native => Duration::from_secs(1),
            Self::Judge => Duration::from_millis(500),
        }
    }

    /// The time charged for a move that took `time`. The judge polls every 10 ms and charges so much
    /// less.
    pub(crate) fn charge(self, time: Duration) -> Duration {
        match self {
            Self::Native => time,
            Self::Judge => {
                let charged = time.saturating_sub(Duration::from_millis(10)).as_millis();
                Duration::from_millis(u64::try_from(charged).unwrap_or(u64::MAX))
            }
        }
    }

    /// The commands before the first move: those up to the one that is answered, and the others.
    pub(crate) fn start_commands(
        self,
        rule: Rule,
        size: Size,
        engine: &EngineSettings,
    ) -> (String, String) {
        let start = start(size);
        let infos: Vec<(&str, String)> = match self {
            Self::Native => native_infos(rule, engine),
            Self::Judge => judge_infos(rule, engine),
        };
        let infos = infos.into_iter().map(|(key, value)| format!("INFO {key} {value}"));
        let options = &engine.limits.options;
        let options = options.iter().map(|(key, value)| format!("INFO {key} {value}"));
        (self.lines([start]), self.lines(infos.chain(options)))
    }

    /// The commands that ask for a move: `BOARD`, unless the engine knows all stones but the last.
    pub(crate) fn move_commands(
        self,
        board: &Board,
        left_ms: Option<i64>,
        knows_others: bool,
    ) -> String {
        let time_left = format!("INFO time_left {}", left_ms.unwrap_or(UNLIMITED_MS));
        let mut lines = vec![time_left];
        match (self, board.last()) {
            (Self::Native, None) => lines.push("BEGIN".to_owned()),
            (_, Some(last)) if knows_others => {
                lines.push(format!("TURN {},{}", last.pos.x(), last.pos.y()));
            }
            _ => {
                lines.push("BOARD".to_owned());
                let ours = board.side_to_move().into();
                lines.extend(board.stones().iter().map(|stone| {
                    let field = if stone.cell == ours { 1 } else { 2 };
                    format!("{},{},{field}", stone.pos.x(), stone.pos.y())
                }));
                lines.push("DONE".to_owned());
            }
        }
        self.lines(lines)
    }

    /// The command that ends an engine.
    pub(crate) fn end_command(self) -> String {
        self.lines(["END".to_owned()])
    }

    /// Lines with their line ends: the judge writes those of Windows.
    fn lines(self, lines: impl IntoIterator<Item = String>) -> String {
        let end = match self {
            Self::Native => "\n",
            Self::Judge => "\r\n",
        };
        lines.into_iter().fold(String::new(), |mut text, line| {
            // Writing to a string cannot fail.
            let _ = write!(text, "{line}{end}");
            text
        })
    }
}

fn start(size: Size) -> String {
    if size.width() == size.height() {
        format!("START {}", size.width())
    } else {
        format!("RECTSTART {},{}", size.width(), size.height())
    }
}

/// In the order of c-gomoku-cli, so that both play the same games at fixed nodes.
fn native_infos(rule: Rule, engine: &EngineSettings) -> Vec<(&'static str, String)> {
    let (time, limits) = (engine.time, &engine.limits);
    let mut infos = vec![("rule", rule_number(rule))];
    infos.extend(time.turn.map(|turn| ("timeout_turn", ms(turn))));
    infos.push(("timeout_match", time.game.map_or_else(|| "0".into(), ms)));
    if time.game.is_some() && !time.increment.is_zero() {
        infos.push(("time_increment", ms(time.increment)));
    }
    infos.extend(limits.depth.map(|depth| ("max_depth", depth.to_string())));
    infos.extend(limits.nodes.map(|nodes| ("max_node", nodes.to_string())));
    infos.push(("max_memory", limits.memory.to_string()));
    infos.extend(limits.threads.map(|threads| ("thread_num", threads.to_string())));
    infos.extend(engine.folder.iter().map(|folder| ("folder", folder.display().to_string())));
    infos
}

/// As `GomocupJudge` (`new_protocol.py`), then the limits that it does not know.
fn judge_infos(rule: Rule, engine: &EngineSettings) -> Vec<(&'static str, String)> {
    let (time, limits) = (engine.time, &engine.limits);
    let unlimited = || UNLIMITED_MS.to_string();
    let mut infos = vec![
        ("timeout_turn", time.turn.or(time.game).map_or_else(unlimited, ms)),
        ("timeout_match", time.game.map_or_else(unlimited, ms)),
        ("max_memory", limits.memory.to_string()),
        ("game_type", "1".into()),
        ("rule", rule_number(rule)),
    ];
    infos.extend(engine.folder.iter().map(|folder| ("folder", folder.display().to_string())));
    infos.extend(limits.depth.map(|depth| ("max_depth", depth.to_string())));
    infos.extend(limits.nodes.map(|nodes| ("max_node", nodes.to_string())));
    infos.extend(limits.threads.map(|threads| ("thread_num", threads.to_string())));
    infos
}

fn rule_number(rule: Rule) -> String {
    GameRule::from(rule).gomocup().to_string()
}

fn ms(time: Duration) -> String {
    time.as_millis().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EngineLimits, TimeControl};
    use gomoku_rules::record::parse_moves;

    fn engine() -> EngineSettings {
        EngineSettings {
            name: "a".into(),
            command: "./a".into(),
            folder: None,
            time: TimeControl::default(),
            limits: EngineLimits::default(),
        }
    }

    fn board(moves: &str) -> Board {
        let mut board = Board::new(Size::square(15));
        parse_moves(moves).expect("a pos string").into_iter().for_each(|pos| board.play(pos));
        board
    }

    #[test]
    fn fixed_nodes_are_said_as_c_gomoku_cli_does() {
        let mut engine = engine();
        engine.limits.nodes = Some(10_000);
        let (start, infos) = Manager::Native.start_commands(Rule::Renju, Size::square(15), &engine);
        assert_eq!(start, "START 15\n");
        let said =
            "INFO rule 4\nINFO timeout_match 0\nINFO max_node 10000\nINFO max_memory 367001600\n";
        assert_eq!(infos, said);
        let turn = |moves, knows| Manager::Native.move_commands(&board(moves), None, knows);
        assert_eq!(turn("", false), "INFO time_left 2147483647\nBEGIN\n");
        let said = "INFO time_left 2147483647\nBOARD\n7,7,1\n8,8,2\nDONE\n";
        assert_eq!(turn("h8i9", false), said);
        let said = "INFO time_left 2147483647\nBOARD\n7,7,2\n8,8,1\n0,14,2\nDONE\n";
        assert_eq!(turn("h8i9a15", false), said);
        assert_eq!(turn("h8i9a15", true), "INFO time_left 2147483647\nTURN 0,14\n");
    }

    #[test]
    fn every_limit_is_said() {
        let mut engine = engine();
        engine.time = TimeControl {
            turn: Some(Duration::from_millis(500)),
            game: Some(Duration::from_secs(60)),
            increment: Duration::from_millis(100),
        };
        engine.limits = EngineLimits {
            nodes: Some(1),
            depth: Some(2),
            threads: Some(3),
            memory: 4,
            options: vec![("caution_factor".into(), "3".into()), ("a".into(), "b c".into())],
        };
        engine.folder = Some("/tmp/a b".into());
        let size = Size::new(30, 20).expect("sides");
        let (start, infos) = Manager::Native.start_commands(Rule::CaroOverline, size, &engine);
        assert_eq!(start, "RECTSTART 30,20\n");
        let said = "INFO rule 8\nINFO timeout_turn 500\nINFO timeout_match 60000\n\
                    INFO time_increment 100\nINFO max_depth 2\nINFO max_node 1\nINFO max_memory 4\n\
                    INFO thread_num 3\nINFO folder /tmp/a b\nINFO caution_factor 3\nINFO a b c\n";
        assert_eq!(infos, said);
    }

    #[test]
    fn the_judge_is_itself() {
        let mut engine = engine();
        engine.time.turn = Some(Duration::from_secs(30));
        engine.time.game = Some(Duration::from_secs(180));
        engine.folder = Some("/tmp/f".into());
        let (start, infos) =
            Manager::Judge.start_commands(Rule::Freestyle, Size::square(20), &engine);
        assert_eq!(start, "START 20\r\n");
        let said = "INFO timeout_turn 30000\r\nINFO timeout_match 180000\r\n\
                    INFO max_memory 367001600\r\nINFO game_type 1\r\nINFO rule 0\r\n\
                    INFO folder /tmp/f\r\n";
        assert_eq!(infos, said);
        let judge = Manager::Judge;
        let said = "INFO time_left 178500\r\nBOARD\r\n7,7,2\r\nDONE\r\n";
        assert_eq!(judge.move_commands(&board("h8"), Some(178_500), false), said);
        let said = "INFO time_left 178500\r\nBOARD\r\nDONE\r\n";
        assert_eq!(judge.move_commands(&board(""), Some(178_500), false), said);
        assert_eq!(judge.charge(Duration::from_micros(1_510_900)), Duration::from_millis(1500));
        assert_eq!(judge.charge(Duration::from_millis(7)), Duration::ZERO);
        assert_eq!(judge.end_command(), "END\r\n");
        assert_eq!(judge.default_tolerance(), Duration::from_secs(1));
    }
}
