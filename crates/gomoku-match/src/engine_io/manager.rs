//! The manager's side of the protocol: the commands, which [`crate::game::play`] sends.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::engine_io::limits::EngineSettings;
use gomoku_protocol::{Command, Info, Key, List};
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

    /// The time charged for a move that took `time`. The judge polls every 10 ms and charges that much
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
        let mut infos = match self {
            Self::Native => native_infos(rule, engine),
            Self::Judge => judge_infos(rule, engine),
        };
        let options = &engine.limits.options;
        infos.extend(options.iter().map(|(key, value)| Info::named(key, value)));
        let infos = infos.into_iter().map(|info| self.text(&Command::Info(info))).collect();
        (self.text(&Command::Start(size)), infos)
    }

    /// The commands that ask for a move: `BOARD`, unless the engine knows all stones but the last.
    pub(crate) fn move_commands(
        self,
        board: &Board,
        left_ms: Option<i64>,
        knows_others: bool,
    ) -> String {
        let time_left = Info::new(Key::TimeLeft, left_ms.unwrap_or(UNLIMITED_MS));
        let position = match (self, board.last()) {
            (Self::Native, None) => Command::Begin,
            (_, Some(last)) if knows_others => Command::Turn(last.pos.into()),
            _ => Command::List(List::of_board(board)),
        };
        self.text(&Command::Info(time_left)) + &self.text(&position)
    }

    /// The command that ends an engine.
    pub(crate) fn end_command(self) -> String {
        self.text(&Command::End)
    }

    /// A command as lines with their ends: the judge writes those of Windows.
    pub(crate) fn text(self, command: &Command) -> String {
        let end = match self {
            Self::Native => "\n",
            Self::Judge => "\r\n",
        };
        command.to_string().replace('\n', end) + end
    }
}

/// In the order of c-gomoku-cli, so that both play the same games at fixed nodes.
fn native_infos(rule: Rule, engine: &EngineSettings) -> Vec<Info> {
    let (time, limits) = (engine.time, &engine.limits);
    let mut infos = vec![Info::new(Key::Rule, rule_number(rule))];
    infos.extend(time.turn.map(|turn| Info::new(Key::TimeoutTurn, turn.as_millis())));
    let match_ms = time.game.map_or(0, |game| game.as_millis());
    infos.push(Info::new(Key::TimeoutMatch, match_ms));
    if time.game.is_some() && !time.increment.is_zero() {
        infos.push(Info::new(Key::TimeIncrement, time.increment.as_millis()));
    }
    infos.extend(limits.depth.map(|depth| Info::new(Key::MaxDepth, depth)));
    infos.extend(limits.nodes.map(|nodes| Info::new(Key::MaxNode, nodes)));
    infos.push(Info::new(Key::MaxMemory, limits.memory));
    infos.extend(limits.threads.map(|threads| Info::new(Key::ThreadNum, threads)));
    infos.extend(folder(engine));
    infos
}

/// As `GomocupJudge` (`new_protocol.py`), then the limits that it does not know.
fn judge_infos(rule: Rule, engine: &EngineSettings) -> Vec<Info> {
    let (time, limits) = (engine.time, &engine.limits);
    let millis = |time: Option<Duration>| {
        time.map_or_else(|| UNLIMITED_MS.to_string(), |time| time.as_millis().to_string())
    };
    let mut infos = vec![
        Info::new(Key::TimeoutTurn, millis(time.turn.or(time.game))),
        Info::new(Key::TimeoutMatch, millis(time.game)),
        Info::new(Key::MaxMemory, limits.memory),
        Info::new(Key::GameType, 1),
        Info::new(Key::Rule, rule_number(rule)),
    ];
    infos.extend(folder(engine));
    infos.extend(limits.depth.map(|depth| Info::new(Key::MaxDepth, depth)));
    infos.extend(limits.nodes.map(|nodes| Info::new(Key::MaxNode, nodes)));
    infos.extend(limits.threads.map(|threads| Info::new(Key::ThreadNum, threads)));
    infos
}

fn folder(engine: &EngineSettings) -> Option<Info> {
    engine.folder.as_ref().map(|folder| Info::new(Key::Folder, folder.display()))
}

fn rule_number(rule: Rule) -> u32 {
    GameRule::from(rule).gomocup()
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
