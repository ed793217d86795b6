//! One session: a game, who plays, and what each command does to them. Every answer is text.

use std::path::Path;

use super::command::{Command, HELP};
use super::files::{self, Loaded};
use super::game::{End, Game};
use super::opponent::Opponent;
use super::people::People;
use super::{board, why};
use crate::forbid::names;
use gomoku_rules::record::Record;
use gomoku_rules::{Pos, Side};
use shisan::score::Score;

/// A session.
pub struct Session {
    game: Game,
    people: People,
    opponent: Opponent,
}

impl Session {
    /// A session that begins with `game`.
    pub fn new(game: Game, people: People, opponent: Opponent) -> Self {
        Self { game, people, opponent }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Who plays which side.
    pub fn people(&self) -> People {
        self.people
    }

    /// The engine.
    pub fn opponent(&self) -> &Opponent {
        &self.opponent
    }

    /// The game and its players in words.
    pub fn describe(&self) -> String {
        let (rule, size) = (self.game.rule(), self.game.board().size());
        let strength = match self.people {
            People::Both => String::new(),
            _ => format!(", {}", self.opponent.strength()),
        };
        let people = self.people.describe();
        format!("{rule} {size}: {people}{strength}\n{}", self.status())
    }

    /// Whose turn it is, or how the game ended.
    fn status(&self) -> String {
        let turn = || format!("{} to move", self.game.side_to_move());
        self.game.end().map_or_else(turn, End::describe)
    }

    /// The record of the game, with the names of the players.
    pub fn record(&self) -> Record {
        let name = |side| {
            let level = self.opponent.level().map(|level| format!(" level {}", level.elo()));
            let engine = format!("Shisan {}{}", shisan::VERSION, level.unwrap_or_default());
            Some(if self.people.play(side) { "Human".to_owned() } else { engine })
        };
        Record { black: name(Side::Black), white: name(Side::White), ..self.game.record() }
    }

    /// Whether the engine has to move.
    pub fn is_engine_to_move(&self) -> bool {
        self.game.end().is_none() && !self.people.play(self.game.side_to_move())
    }

    /// Lets the engine move. If it plays itself and is stopped, people take both sides.
    ///
    /// # Errors
    /// When it has no memory.
    pub fn let_engine_move(&mut self) -> anyhow::Result<String> {
        let choice = self.opponent.choose(&self.game)?;
        self.game.play(choice.result.pos, Some(choice.time)).map_err(anyhow::Error::msg)?;
        let mut text = self.last_move();
        if choice.is_stopped && self.people == People::None && self.game.end().is_none() {
            self.people = People::Both;
            text += "\nstopped: you play both sides; `side none` goes on";
        }
        Ok(text)
    }

    /// Does what `command` says; [`Command::Quit`] is for the caller.
    ///
    /// # Errors
    /// When it cannot be done: nothing has changed then.
    pub fn execute(&mut self, command: Command) -> Result<String, String> {
        match command {
            Command::Move(pos) => {
                self.game.play(pos, None)?;
                Ok(self.last_move())
            }
            Command::Hint => self.hint(),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Why(pos) => self.why(pos),
            Command::Save(path) => {
                files::save(&path, &self.record()).map_err(|error| format!("{error:#}"))?;
                Ok(format!("saved: {}", path.display()))
            }
            Command::Load(path) => self.load(&path),
            Command::Swap => {
                let people = self.people.swapped();
                self.people = people.ok_or("swap: one side has to be yours, see side")?;
                Ok(self.people.describe().to_owned())
            }
            Command::Side(people) => {
                self.people = people;
                Ok(self.people.describe().to_owned())
            }
            Command::Level(elo) => {
                self.opponent.set_level(elo)?;
                Ok(format!("the engine plays at {}", self.opponent.strength()))
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
        self.game = game;
        self.opponent.new_game();
    }

    /// The last move in words, with the end of the game if it is one.
    fn last_move(&self) -> String {
        let moves = self.game.moves();
        let Some(last) = moves.last() else { return String::new() };
        let text = format!("{}. {} {}", moves.len(), !self.game.side_to_move(), last.pos);
        match self.game.end() {
            Some(end) => format!("{text}\n{}", end.describe()),
            None => text,
        }
    }

    fn moves(&self) -> String {
        let cells: Vec<Pos> = self.game.moves().iter().map(|played| played.pos).collect();
        let count = cells.len();
        if count == 0 {
            return "no moves yet".to_owned();
        }
        format!("{count} {}: {}", if count == 1 { "move" } else { "moves" }, names(&cells))
    }

    /// Takes moves back until a person is to move, at least one of a person's.
    fn undo(&mut self) -> Result<String, String> {
        if self.people == People::None {
            return Err("undo: the engine plays both sides, see side".to_owned());
        }
        let sides = [Side::Black, Side::White].into_iter().cycle();
        let movers = sides.take(self.game.moves().len());
        let last = movers.enumerate().filter(|&(_, side)| self.people.play(side)).last();
        let count = last.map(|(index, _)| self.game.moves().len() - index);
        let count = count.ok_or("undo: there is no move of yours")?;
        let undone: Vec<Pos> = (0..count).filter_map(|_| self.game.undo()).collect();
        Ok(format!("taken back: {}\n{}", names(&undone), self.status()))
    }

    /// Plays moves again that were taken back, until a person is to move.
    fn redo(&mut self) -> Result<String, String> {
        let mut texts = Vec::new();
        while self.game.redo().is_some() {
            texts.push(self.last_move());
            if !self.is_engine_to_move() {
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
            return Err(format!("the game is over: {}", end.describe()));
        }
        let result = self.opponent.advise(&self.game).map_err(|error| error.to_string())?.result;
        let worth = result.score.map(|score| format!(", {}", in_words(score))).unwrap_or_default();
        Ok(format!("hint: {}{worth}; {}", result.pos, names(&result.pv)))
    }

    fn why(&self, pos: Pos) -> Result<String, String> {
        let board = self.game.board();
        if !board.size().contains(pos) {
            return Err(format!("{pos}: the cell is outside the board"));
        }
        if let Some(side) = board.cell(pos).side() {
            let number = self.game.moves().iter().position(|played| played.pos == pos);
            let number = number.map(|index| format!(", move {}", index + 1)).unwrap_or_default();
            let end = match self.game.end() {
                Some(end @ End::Five(_, line)) if line.contains(&pos) => end.describe(),
                _ => return Ok(format!("{pos} is {side}'s{number}")),
            };
            return Ok(format!("{pos} is {side}'s{number}\n{end}"));
        }
        if let Some(end) = self.game.end() {
            return Err(format!("the game is over: {}", end.describe()));
        }
        let rule = self.game.rule();
        Ok(self.opponent.stoppable(|stop| why::explain(board, rule, pos, stop)))
    }

    fn load(&mut self, path: &Path) -> Result<String, String> {
        let size = self.game.board().size();
        let loaded = files::load(path, size).map_err(|error| format!("{error:#}"))?;
        let Loaded { record, warnings, count } = loaded;
        let game = Game::from_record(record, self.game.rule());
        let game = game.map_err(|error| format!("{}: {error}", path.display()))?;
        self.start(game);
        let more = if count > 1 { format!(", the first of {count} games") } else { String::new() };
        let mut lines = vec![format!("loaded: {}{more}", path.display())];
        lines.extend(warnings);
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
