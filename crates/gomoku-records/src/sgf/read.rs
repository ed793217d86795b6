//! Reads a game of SGF into a tree.

use std::time::Duration;

use gomoku_rules::record::RecordError;
use gomoku_rules::record::sgf::{
    OPENING, SgfGame, SgfNode, SgfProperty, SgfValue, cell_of, is_pass, note_of, read_games,
    result, result_of, size_of,
};
use gomoku_rules::{Pos, Rule, Side, Size};

use crate::tree::{Area, Builder, Mark, NodeId, Notes, Property, Setup, Taken, Tree, TreeMove};

/// Reads the first game of `text`; on a board of `size` unless it states its own.
///
/// # Errors
/// Where the text is no SGF, or contains what no tree holds: another game, a board of another size, a cell
/// outside the board, or a move on a taken one. With it comes the tree of what stands before that place.
pub(crate) fn read_tree(text: &str, size: Size) -> Result<Tree, (RecordError, Box<Tree>)> {
    let game = read_games(text).swap_remove(0);
    let size = match board(text, &game, size) {
        Ok(size) => size,
        Err(error) => return Err((error, Box::new(Tree::new(size)))),
    };
    let mut reader = Reader {
        text,
        builder: Builder::new(size),
        ids: Vec::with_capacity(game.nodes.len()),
        opening: Vec::new(),
    };
    let error = reader.nodes(&game.nodes).err().or(game.error);
    let mut tree = reader.builder.into_tree();
    match error {
        None => Ok(tree),
        Some(error) => {
            // Of the node that is damaged, nothing may have been read.
            tree.remove_silent_end();
            Err((error, Box::new(tree)))
        }
    }
}

/// The size of the board.
fn board(text: &str, game: &SgfGame, size: Size) -> Result<Size, RecordError> {
    let value = |name| game.nodes.first().and_then(|root| root.value(name));
    let error = |value: &SgfValue, expected| RecordError::at(text, value.at, expected);
    if let Some(value) = value("GM")
        && !["4", "1"].contains(&&*value.line())
    {
        return Err(error(value, "4, the number of gomoku and renju, or 1, that of Go"));
    }
    let Some(value) = value("SZ") else { return Ok(size) };
    let expected = "a board size from 5 to 32, such as 15 or 30:20";
    size_of(&value.line()).ok_or_else(|| error(value, expected))
}

struct Reader<'a> {
    text: &'a str,
    builder: Builder,
    /// The node of the tree for each of the text.
    ids: Vec<NodeId>,
    /// The stones of an opening that has properties of its own.
    opening: Vec<Pos>,
}

impl Reader<'_> {
    fn nodes(&mut self, nodes: &[SgfNode]) -> Result<(), RecordError> {
        // The properties of a node have no order.
        let is_move = |property: &&SgfProperty| matches!(&*property.name, "B" | "W");
        let is_opening = |property: &&SgfProperty| OPENING.contains(&&*property.name);
        for node in nodes {
            let properties = || node.properties.iter();
            let opening =
                OPENING.iter().flat_map(|name| properties().filter(move |it| it.name == *name));
            // What the root says is said of the game, what another node says of its last stone.
            let (first, last): (Vec<_>, Vec<_>) = opening.partition(|_| node.parent.is_some());
            if let Some(parent) = node.parent {
                self.builder.go_up_to(self.ids[parent]);
                first.into_iter().try_for_each(|property| self.open(property))?;
                let is_open = self.builder.at() != self.ids[parent];
                let says_more = |property: &SgfProperty| !self.is_of_opening(property);
                if node.properties.is_empty() || !is_open && properties().any(says_more) {
                    self.builder.add(None).map_err(|taken| self.taken(node.at, taken))?;
                }
            }
            for property in properties().filter(|it| !is_move(it) && !is_opening(it)) {
                self.property(property)?;
            }
            last.into_iter().try_for_each(|property| self.open(property))?;
            // A move comes after the stones that are set up with it.
            for property in properties().filter(is_move) {
                self.play(property)?;
            }
            self.ids.push(self.builder.at());
        }
        Ok(())
    }

    fn play(&mut self, property: &SgfProperty) -> Result<(), RecordError> {
        let side = if property.name == "B" { Side::Black } else { Side::White };
        if let Some(second) = property.values.get(1) {
            return Err(self.error(second, "one cell for a move".to_owned()));
        }
        let value = &property.values[0];
        let letters = value.raw.trim();
        let board = self.builder.tree().size;
        let pos = if is_pass(letters, board) { None } else { Some(self.cell(value, letters)?) };
        if pos.is_some_and(|pos| self.repeats(side, pos)) {
            return Ok(());
        }
        let played = TreeMove { side, pos };
        // Of two moves in a node, the second one is a node of its own.
        let has_move = self.builder.tree().node(self.builder.at()).played().is_some();
        let result = if has_move {
            self.builder.add(Some(played)).map(drop)
        } else {
            self.builder.play(played)
        };
        result.map_err(|taken| self.taken(value.at, taken))
    }

    /// What is known of the present node.
    fn notes(&self) -> &Notes {
        self.builder.tree().node(self.builder.at()).notes()
    }

    /// Whether the present node has neither a comment nor a time.
    fn is_silent(&self) -> bool {
        self.notes().comment.is_none() && self.notes().time.is_none()
    }

    /// Whether a property says nothing but stones of the opening, which are nodes of their own.
    fn is_of_opening(&self, property: &SgfProperty) -> bool {
        let side = match &*property.name {
            name if OPENING.contains(&name) => return true,
            "B" => Side::Black,
            "W" => Side::White,
            _ => return false,
        };
        let pos = cell_of(property.values[0].raw.trim(), self.builder.tree().size);
        pos.is_some_and(|pos| self.repeats(side, pos))
    }

    /// Whether a move repeats a stone of the opening.
    fn repeats(&self, side: Side, pos: Pos) -> bool {
        self.opening.contains(&pos) && self.builder.stones().side_at(pos) == Some(side)
    }

    fn property(&mut self, property: &SgfProperty) -> Result<(), RecordError> {
        match &*property.name {
            "FF" | "CA" | "AP" | "SZ" => {}
            // The first one of the root has been checked.
            "GM" if self.is_game(&property.values[0].line()) => {}
            "AB" => self.set_up(Some(Side::Black), property)?,
            "AW" => self.set_up(Some(Side::White), property)?,
            "AE" => self.set_up(None, property)?,
            "C" if self.is_silent() && property.values.len() == 1 => {
                let (time, comment) = note_of(&property.values[0].text());
                self.builder.note(|notes| {
                    notes.time = time;
                    notes.comment = comment;
                });
            }
            name => {
                if !self.is_understood(name, property) {
                    let values = property.values.iter().map(|value| value.raw.to_owned());
                    let (name, values) = (name.to_owned(), values.collect());
                    self.builder.note(|notes| notes.properties.push(Property { name, values }));
                }
            }
        }
        Ok(())
    }

    /// Whether the number of a game says nothing more: five in a row, or another one behind the first.
    fn is_game(&self, number: &str) -> bool {
        number == "4" || self.builder.depth() == 0 && number != "1"
    }

    /// Takes what a property says, if a tree has a place for all of it.
    fn is_understood(&mut self, name: &str, property: &SgfProperty) -> bool {
        let size = self.builder.tree().size;
        let [value, more @ ..] = &property.values[..] else { return false };
        let mark = match name {
            "TR" => Some(Mark::Triangle),
            "SQ" => Some(Mark::Square),
            "CR" => Some(Mark::Circle),
            "MA" => Some(Mark::Cross),
            _ => None,
        };
        if let Some(mark) = mark {
            let areas = property.values.iter().map(|value| area_of(value.raw, size));
            let Some(areas) = areas.collect::<Option<Vec<_>>>() else { return false };
            let marks = areas.into_iter().map(|area| (mark, area));
            self.builder.note(|notes| notes.marks.extend(marks));
            return true;
        }
        if name == "LB" {
            let label = |value: &SgfValue| {
                let (cell, _) = value.raw.split_once(':')?;
                let text = value.line();
                Some((cell_of(cell.trim(), size)?, text.split_once(':')?.1.to_owned()))
            };
            let labels = property.values.iter().map(label);
            let Some(labels) = labels.collect::<Option<Vec<_>>>() else { return false };
            self.builder.note(|notes| notes.labels.extend(labels));
            return true;
        }
        if !more.is_empty() {
            return false;
        }
        let line = value.line();
        match name {
            "PL" if self.notes().to_move.is_none() => {
                let turn = match line.to_ascii_lowercase().bytes().next() {
                    Some(b'b') => Side::Black,
                    Some(b'w') => Side::White,
                    _ => return false,
                };
                self.builder.note(|notes| notes.to_move = Some(turn));
            }
            "BL" | "WL" if self.notes().clocks[usize::from(name == "WL")].is_none() => {
                let seconds = line.parse::<f64>().ok();
                let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                let Some(time) = time.filter(|time| time.as_secs() < 1 << 40) else { return false };
                let clock = Duration::from_millis((time.as_secs_f64() * 1e3).round() as u64);
                let of_white = usize::from(name == "WL");
                self.builder.note(|notes| notes.clocks[of_white] = Some(clock));
            }
            _ if self.builder.depth() == 0 => return self.is_info(name, value, &line),
            _ => return false,
        }
        true
    }

    /// Takes what a property of the root says of the whole game.
    fn is_info(&mut self, name: &str, value: &SgfValue, line: &str) -> bool {
        let info = self.builder.info_mut();
        // Of several rules or results the first one counts.
        let known = match name {
            "RU" => info.rule.map(|rule| rule.name().to_owned()),
            "RE" => info.result.map(result),
            _ => None,
        };
        if let Some(known) = known {
            self.keep_first(name, known);
            return false;
        }
        let text = match name {
            "PB" => &mut info.black,
            "PW" => &mut info.white,
            "DT" => &mut info.date,
            "EV" => &mut info.event,
            "RO" => &mut info.round,
            "PC" => &mut info.place,
            "GC" if info.comment.is_none() => {
                info.comment = Some(value.text()).filter(|text| !text.is_empty());
                return true;
            }
            // Where the value says more than a tree holds, it is kept as it is.
            "RU" => {
                info.rule = line.parse().ok();
                return info.rule.is_some_and(|rule| rule.name() == line);
            }
            "RE" => {
                info.result = result_of(line);
                return info.result.is_some_and(|known| result(known) == line);
            }
            _ => return false,
        };
        let is_first = text.is_none();
        if is_first {
            *text = Some(line.to_owned()).filter(|line| !line.is_empty());
        }
        is_first
    }

    /// Keeps a rule or result as it is written before another one is kept behind it.
    fn keep_first(&mut self, name: &str, value: String) {
        let is_known = |property: &Property| {
            let value = property.values.first().map_or("", |value| value.trim());
            let says = if name == "RU" {
                value.parse::<Rule>().is_ok()
            } else {
                result_of(value).is_some()
            };
            property.name == name && says
        };
        self.builder.note(|notes| {
            if !notes.properties.iter().any(is_known) {
                notes.properties.push(Property { name: name.to_owned(), values: vec![value] });
            }
        });
    }

    fn set_up(&mut self, side: Option<Side>, property: &SgfProperty) -> Result<(), RecordError> {
        let board = self.builder.tree().size;
        for value in property.values.iter().filter(|value| !value.raw.trim().is_empty()) {
            let area = area_of(value.raw, board).ok_or_else(|| self.no_cell(value))?;
            // Stones that are set up behind an opening are a node of their own.
            if self.builder.tree().node(self.builder.at()).played().is_some() {
                self.builder.add(None).map_err(|taken| self.taken(value.at, taken))?;
            }
            self.builder.set_up(Setup { side, area });
        }
        Ok(())
    }

    /// Plays the stones of an opening in turn: cells with commas between them.
    fn open(&mut self, property: &SgfProperty) -> Result<(), RecordError> {
        for value in property.values.iter().filter(|value| !value.raw.trim().is_empty()) {
            for letters in value.raw.split(',') {
                let pos = self.cell(value, letters.trim())?;
                if !self.opening.contains(&pos) {
                    let side = self.builder.stones().to_move();
                    let added = self.builder.add(Some(TreeMove::at(side, pos)));
                    added.map_err(|taken| self.taken(value.at, taken))?;
                    self.opening.push(pos);
                }
            }
        }
        Ok(())
    }

    fn cell(&self, value: &SgfValue, letters: &str) -> Result<Pos, RecordError> {
        cell_of(letters, self.builder.tree().size).ok_or_else(|| self.no_cell(value))
    }

    fn no_cell(&self, value: &SgfValue) -> RecordError {
        let size = self.builder.tree().size;
        self.error(value, format!("a cell of the {size} board: two letters such as hh"))
    }

    fn error(&self, value: &SgfValue, expected: String) -> RecordError {
        RecordError::at(self.text, value.at, expected)
    }

    fn taken(&self, at: usize, Taken(pos): Taken) -> RecordError {
        RecordError::at(self.text, at, format!("a free cell: {pos} is taken"))
    }
}

/// A cell, or the rectangle between two of them.
fn area_of(raw: &str, size: Size) -> Option<Area> {
    let (from, to) = raw.split_once(':').unwrap_or((raw, raw));
    let area = Area { from: cell_of(from.trim(), size)?, to: cell_of(to.trim(), size)? };
    (area.from.x() <= area.to.x() && area.from.y() <= area.to.y()).then_some(area)
}
