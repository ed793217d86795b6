//! One session: a game, who plays, and what each command does to them. Every answer is text.

use std::path::Path;

use super::brains::Brains;
use super::command::{Command, HELP};
use super::engine::Shisan;
use super::files::{self, Loaded};
use super::game::Game;
use super::players::{Player, Players};
use super::{board, why};
use anyhow::bail;
use gomoku_match::{OpponentFailure, OpponentMove, counted};
use gomoku_records::Tree;
use gomoku_rules::record::RecordMove;
use gomoku_rules::{Decision, Opening, Pos, Side};
use shisan_engine::score::Score;

/// A session.
pub struct Session {
    game: Game,
    players: Players,
    /// Who takes a side that a person gives up.
    opponent: Player,
    shisan: Shisan,
    brains: Brains,
    /// Why the player to move is not asked for its move.
    halt: Option<Halt>,
}

/// Why the player to move is not asked for its move.
enum Halt {
    /// An interrupt has stopped it.
    Stopped,
    /// It has failed, as this line says.
    Failed(String),
}

impl Session {
    /// A session that begins with `game`; `opponent` takes a side that a person gives up.
    ///
    /// # Errors
    /// When a brain cannot be started.
    pub fn new(
        game: Game,
        players: Players,
        opponent: Player,
        shisan: Shisan,
        mut brains: Brains,
    ) -> anyhow::Result<Self> {
        brains.seat(&players)?;
        Ok(Self { game, players, opponent, shisan, brains, halt: None })
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Who plays which side.
    pub fn players(&self) -> &Players {
        &self.players
    }

    /// The options that make the same players play.
    pub fn player_options(&self) -> Vec<String> {
        self.players.options(&self.opponent)
    }

    /// The engine of this program.
    pub fn shisan(&self) -> &Shisan {
        &self.shisan
    }

    /// The game and its players in words.
    pub fn describe(&self) -> String {
        let (rule, size) = (self.game.rule(), self.game.board().size());
        let strength = Some(self.shisan.strength()).filter(|_| self.players.have_shisan());
        let strength = strength.map(|strength| format!(", {strength}")).unwrap_or_default();
        let players = self.players.describe();
        format!("{rule} {size}: {players}{strength}\n{}", self.status())
    }

    /// Whose turn it is, or how the game ended.
    fn status(&self) -> String {
        let turn = || format!("{} to move", self.game.side_to_move());
        let names = self.game.names();
        self.game.end().map_or_else(turn, |end| end.describe(names))
    }

    /// All that is known of the game, with the names of the players.
    pub fn tree(&self) -> Tree {
        let name = |side| {
            let player = self.players.of(side);
            let level = self.shisan.level().filter(|_| *player == Player::Shisan);
            let level = level.map(|level| format!(" level {}", level.elo()));
            Some(player.name() + &level.unwrap_or_default())
        };
        let mut tree = self.game.tree();
        if tree.info.black.is_none() && tree.info.white.is_none() {
            (tree.info.black, tree.info.white) = (name(Side::Black), name(Side::White));
        }
        tree
    }

    /// The player to move, unless it is a person, the game is over, or it waits for a command.
    pub fn player_to_move(&self) -> Option<Player> {
        let player = self.players.of(self.game.side_to_move());
        let waits = self.halt.is_some() || self.game.end().is_some() || *player == Player::Person;
        (!waits).then(|| player.clone())
    }

    /// Lets the player to move make its move, if it is no person. One that is stopped while no person
    /// plays, or that fails, waits for a command.
    ///
    /// # Errors
    /// When Shisan has no memory.
    pub fn let_player_move(&mut self) -> anyhow::Result<String> {
        let Some(answer) = self.brains.choose(&self.game) else { return self.let_shisan_move() };
        let called = self.players.of(self.game.side_to_move()).called().to_owned();
        match answer {
            Ok(OpponentMove { pos, time, late, stray }) => {
                self.game.play(pos, Some(time)).map_err(anyhow::Error::msg)?;
                let late =
                    late.map(|late| format!("{called} is {:.1} s late\n", late.as_secs_f64()));
                let stray = stray.map(|line| format!("{called} also writes {line:?}\n"));
                Ok(late.unwrap_or_default() + &stray.unwrap_or_default() + &self.last_move())
            }
            Err(OpponentFailure::Stopped) => {
                self.halt = Some(Halt::Stopped);
                Ok(format!("{called} is stopped; `go` asks it again"))
            }
            Err(failure) => {
                let text = format!("{called} {failure}");
                self.halt = Some(Halt::Failed(text.clone()));
                Ok(format!("{text}; `go` asks it again, `opponent` changes it"))
            }
        }
    }

    /// Lets the players change sides.
    ///
    /// # Errors
    /// When a brain cannot be started.
    pub fn change_sides(&mut self) -> Result<String, String> {
        self.seat(self.players.swapped())
    }

    /// What Shisan decides in `opening`, and whether an interrupt has made it.
    ///
    /// # Errors
    /// When there is no memory.
    pub fn decide(&mut self, opening: &Opening) -> anyhow::Result<(Vec<Decision>, bool)> {
        self.shisan.decide(opening, &self.game)
    }

    /// Lets the game wait for a command after an interrupt, unless a person plays or it is over; says so.
    pub fn wait(&mut self) -> Option<&'static str> {
        let waits = !self.players.have_person() && self.game.end().is_none();
        self.halt = waits.then_some(Halt::Stopped);
        waits.then_some("stopped: `go` goes on")
    }

    /// Whether the player to move waits for a command.
    pub fn waits(&self) -> bool {
        self.halt.is_some()
    }

    fn let_shisan_move(&mut self) -> anyhow::Result<String> {
        let choice = self.shisan.choose(&self.game)?;
        self.game.play(choice.result.pos, Some(choice.time)).map_err(anyhow::Error::msg)?;
        let warning = choice.book_error.map(|error| format!("warning: {error}\n"));
        let text = warning.unwrap_or_default() + &self.last_move();
        let wait = choice.is_stopped.then(|| self.wait()).flatten();
        Ok(text + &wait.map(|line| format!("\n{line}")).unwrap_or_default())
    }

    /// Ends the session with the input.
    ///
    /// # Errors
    /// When a brain that has failed owes its move: its failure.
    pub fn finish(&self) -> anyhow::Result<()> {
        match &self.halt {
            Some(Halt::Failed(text)) => bail!("{text}"),
            Some(Halt::Stopped) | None => Ok(()),
        }
    }

    /// Does what `command` says; [`Command::Quit`] is for the caller.
    ///
    /// # Errors
    /// When it cannot be done: nothing has changed then.
    pub fn execute(&mut self, command: Command) -> Result<String, String> {
        match command {
            Command::Move(pos) => {
                self.game.play(pos, None)?;
                self.halt = None;
                Ok(self.last_move())
            }
            Command::Hint => self.hint(),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Why(pos) => self.shisan.stoppable(|stop| why::answer(&self.game, pos, stop)),
            Command::Save(path) => {
                let saved = files::save(&path, &self.tree(), self.game.names().coords);
                let warning = saved.map_err(|error| format!("{error:#}"))?;
                let lines = [Some(format!("saved: {}", path.display())), warning];
                Ok(lines.into_iter().flatten().collect::<Vec<_>>().join("\n"))
            }
            Command::Load(path) => self.load(&path),
            Command::Swap if self.players == self.players.swapped() => {
                Err("swap: one side has to be yours, see side".to_owned())
            }
            Command::Swap => self.seat(self.players.swapped()),
            Command::Side(people) => self.seat(self.players.with_people(people, &self.opponent)),
            Command::Opponent(player) => self.change_opponent(player),
            Command::Seat(side, player) => {
                let mut players = self.players.clone();
                players.0[side.index()] = player.clone();
                let text = self.seat(players)?;
                if player != Player::Person {
                    self.opponent = player;
                }
                Ok(text)
            }
            Command::Go => self.go(),
            Command::Rematch => {
                self.seat(self.players.swapped())?;
                self.start(Game::new(self.game.rule(), self.game.board().size()));
                Ok(self.describe())
            }
            Command::Level(elo) => {
                self.shisan.set_level(elo)?;
                Ok(format!("the engine plays at {}", self.shisan.strength()))
            }
            Command::Coords(coords) => {
                self.game = self.game.clone().with_coords(coords);
                Ok(board::coords_in_words(coords).to_owned())
            }
            Command::Board => Ok(board::plain(&self.game) + &self.status()),
            Command::Moves => Ok(self.moves()),
            Command::New(rule, size) => {
                let size = size.unwrap_or(self.game.board().size());
                self.start(Game::new(rule.unwrap_or(self.game.rule()), size));
                Ok(self.describe())
            }
            Command::Help => Ok(HELP.to_owned()),
            Command::Quit => Ok(String::new()),
        }
    }

    fn start(&mut self, game: Game) {
        self.game = game.with_coords(self.game.names().coords);
        self.halt = None;
        self.shisan.new_game();
        self.brains.new_game();
    }

    /// Lets `players` take their sides.
    fn seat(&mut self, players: Players) -> Result<String, String> {
        self.brains.seat(&players).map_err(|error| format!("{error:#}"))?;
        self.players = players;
        self.halt = None;
        Ok(self.players.describe())
    }

    /// Lets `player` take the sides of others than people.
    fn change_opponent(&mut self, player: Player) -> Result<String, String> {
        let text = match Side::BOTH.map(|side| self.players.is_person(side)) {
            [true, true] => format!("{} takes a side that you give up, see side", player.called()),
            [false, false] => {
                return Err("opponent: neither side is yours, see black and white".to_owned());
            }
            _ => {
                let players = &self.players.0;
                let change = |old: &Player| {
                    if *old == Player::Person { old.clone() } else { player.clone() }
                };
                self.seat(Players([change(&players[0]), change(&players[1])]))?
            }
        };
        self.opponent = player;
        Ok(text)
    }

    /// Lets the player to move try again.
    fn go(&mut self) -> Result<String, String> {
        if self.game.end().is_none() && self.players.is_person(self.game.side_to_move()) {
            return Err("go: it is your move".to_owned());
        }
        self.halt = None;
        Ok(self.status())
    }

    /// The last move in words, with the end of the game if it is one.
    fn last_move(&self) -> String {
        let moves = self.game.moves();
        let Some(last) = moves.last() else { return String::new() };
        let (names, side) = (self.game.names(), !self.game.side_to_move());
        let opening = self.game.opening().map(|opening| format!(", {opening}"));
        let opening = opening.filter(|_| moves.len() == 3).unwrap_or_default();
        let text = format!("{}. {side} {}{opening}", moves.len(), names.name(last.pos));
        match self.game.end() {
            Some(end) => format!("{text}\n{}", end.describe(names)),
            None => text,
        }
    }

    /// The stones that were set up, and the moves.
    fn moves(&self) -> String {
        let list = |stones: &[RecordMove]| -> String {
            let cells: Vec<Pos> = stones.iter().map(|stone| stone.pos).collect();
            self.game.names().list(&cells)
        };
        let (set_up, moves) = (self.game.set_up(), self.game.moves());
        let moves = match moves.len() {
            0 => "no moves yet".to_owned(),
            count => format!("{}: {}", counted(count, "move"), list(moves)),
        };
        match set_up.len() {
            0 => moves,
            count => format!("{} set up: {}\n{moves}", counted(count, "stone"), list(set_up)),
        }
    }

    /// Takes moves back until a person is to move, at least one of a person's.
    fn undo(&mut self) -> Result<String, String> {
        let count = match (self.players.have_person(), &self.halt) {
            (true, _) => self.moves_since_person().ok_or("undo: there is no move of yours")?,
            (false, Some(_)) if self.game.moves().is_empty() => {
                return Err("undo: there is no move".to_owned());
            }
            (false, Some(_)) => 1,
            (false, None) => return Err("undo: neither side is yours, see side".to_owned()),
        };
        self.halt = self.halt.take().filter(|_| !self.players.have_person());
        let undone: Vec<Pos> = (0..count).filter_map(|_| self.game.undo()).collect();
        Ok(format!("taken back: {}\n{}", self.game.names().list(&undone), self.status()))
    }

    /// The moves from the last one of a person on.
    fn moves_since_person(&self) -> Option<usize> {
        let to_move = self.game.side_to_move();
        let movers = [!to_move, to_move].into_iter().cycle().take(self.game.moves().len());
        movers.zip(1..).find(|&(side, _)| self.players.is_person(side)).map(|(_, count)| count)
    }

    /// Plays moves again that were taken back, until a person is to move.
    fn redo(&mut self) -> Result<String, String> {
        let mut texts = Vec::new();
        while self.game.redo().is_some() {
            texts.push(self.last_move());
            if self.players.is_person(self.game.side_to_move()) {
                break;
            }
        }
        if texts.is_empty() {
            return Err("redo: no move was taken back".to_owned());
        }
        Ok(texts.join("\n"))
    }

    fn hint(&mut self) -> Result<String, String> {
        if let Some(end) = self.game.end() {
            return Err(format!("the game is over: {}", end.describe(self.game.names())));
        }
        let result = self.shisan.advise(&self.game).map_err(|error| error.to_string())?.result;
        let worth = result.score.map(|score| format!(", {}", in_words(score))).unwrap_or_default();
        let names = self.game.names();
        Ok(format!("hint: {}{worth}; {}", names.name(result.pos), names.list(&result.pv)))
    }

    fn load(&mut self, path: &Path) -> Result<String, String> {
        let (size, coords) = (self.game.board().size(), self.game.names().coords);
        let loaded = files::load(path, size, coords).map_err(|error| format!("{error:#}"))?;
        let Loaded { record, tree, warnings, lost, count } = loaded;
        let game = Game::from_record(record, self.game.rule(), coords);
        let game = game.map_err(|error| format!("{}: {error}", path.display()))?;
        self.start(game.with_event(tree.info));
        let more = if count > 1 { format!(", the first of {count} games") } else { String::new() };
        let mut lines = vec![format!("loaded: {}{more}", path.display())];
        lines.extend(warnings.into_iter().chain(lost));
        lines.extend([self.moves(), self.describe()]);
        Ok(lines.join("\n"))
    }
}

/// A score for the side to move, as a sentence.
fn in_words(score: Score) -> String {
    match score.mate_distance() {
        Some(1) => "wins at once".to_owned(),
        Some(plies) if score.is_win() => format!("wins in {plies} plies"),
        Some(plies) => format!("loses in {plies} plies"),
        None => format!("{:.0} % to win", f64::from(score.win_rate()) * 100.0),
    }
}
