//! The database of `RenjuNet`, which offers all games of renju tournaments as one file of XML, `.rif`.
//!
//! ```text
//! <database>
//!   <players><player id="1" name="Ando" surname="Meritee"/> ... </players>
//!   <tournaments><tournament id="1" name="World Championship" year="2005" start="2005-08-01"/> ...
//!   <games>
//!     <game id="1" tournament="1" round="F2" rule="1" black="1" white="2" bresult="1" opening="21" alt="i8">
//!       <move>h8 h9 h7</move><info>a note</info>
//!     </game>
//! ```
//!
//! Tables of countries, cities, rules, openings, players and tournaments come before the games. Rows count
//! from the bottom of a 15x15 board. `bresult` is 1, 0.5 or 0 for Black.
//!
//! There is no specification; the format is told by the programs that read it, such as
//! <https://github.com/renju-note/renju-note>, and in <https://quinstella.net/dev/renjunet_database_format/>.

mod tables;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use gomoku_rules::record::{GameResult, RecordError};
use gomoku_rules::{CellNames, Coords, Rule, Side, Size};
use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};

use crate::tree::{Builder, Property, Tree, TreeMove};
pub(crate) use tables::Tables;

/// What ends a game.
pub(crate) const END: &[u8] = b"</game>";
/// Bytes that a game may have, and the tables before the first one.
pub(crate) const LONGEST: usize = 1 << 26;

const BOARD: CellNames = CellNames { coords: Coords::Bottom, size: Size::square(15) };

/// The property of SGF for the rule of the opening by its name; our own name.
const RULE: &str = "RULE";

/// Whether a text is the beginning of a database, rather than other XML.
pub(crate) fn is_database(head: &str) -> bool {
    let head = head.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    head.starts_with('<') && head.contains("<database")
}

/// What is said of a game.
#[derive(Default)]
struct Game {
    attributes: BTreeMap<String, String>,
    /// The moves, and the byte where they begin.
    moves: (usize, String),
    info: String,
}

/// Reads a piece of a database that ends with a game, or with the end of the file, and adds what it says of
/// players, tournaments and the like to `tables`. `None` if there is no game in it.
///
/// # Errors
/// Where it is no XML, or a move cannot be made; with it comes the game up to there.
pub(crate) fn read_game(
    text: &str,
    tables: &mut Tables,
) -> Result<Option<Tree>, (RecordError, Option<Box<Tree>>)> {
    match elements(text, tables) {
        Ok(None) => Ok(None),
        Ok(Some(game)) => {
            let tree = game.tree(text, tables)?;
            if text.as_bytes().ends_with(END) {
                return Ok(Some(tree));
            }
            let error = RecordError::at(text, text.len(), "the rest of the game, up to </game>");
            Err((error, Some(Box::new(tree))))
        }
        Err(error) => Err((error, None)),
    }
}

fn elements(text: &str, tables: &mut Tables) -> Result<Option<Game>, RecordError> {
    let mut reader = Reader::from_str(text);
    // A piece begins and ends in the middle of the whole.
    reader.config_mut().check_end_names = false;
    reader.config_mut().allow_unmatched_ends = true;
    let mut game: Option<Game> = None;
    let mut element = String::new();
    loop {
        let at = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
        let error = |expected: &str| RecordError::at(text, at, expected);
        let event = reader.read_event().map_err(|wrong| error(&format!("XML: {wrong}")))?;
        match event {
            Event::Eof => return Ok(game),
            Event::Start(start) | Event::Empty(start) => {
                start.name().as_ref().clone_into(&mut element);
                let attributes =
                    attributes(&start).ok_or_else(|| error("an element with its attributes"))?;
                if element == "game" {
                    game = Some(Game { attributes, ..Game::default() });
                } else {
                    tables.add(&element, attributes);
                }
            }
            Event::End(_) => element.clear(),
            Event::Text(written) => {
                if let Some(game) = &mut game {
                    match &*element {
                        "move" => {
                            game.moves.0 = at;
                            game.moves.1.push_str(&written);
                        }
                        "info" => game.info.push_str(&written),
                        _ => {}
                    }
                }
            }
            Event::CData(written) => {
                if let (Some(game), "info") = (&mut game, &*element) {
                    game.info.push_str(&written);
                }
            }
            Event::GeneralRef(name) => {
                if let (Some(game), "info") = (&mut game, &*element) {
                    let reference = format!("&{};", &*name);
                    let text = unescape(&reference).map(std::borrow::Cow::into_owned);
                    game.info.push_str(&text.unwrap_or(reference));
                }
            }
            _ => {}
        }
    }
}

/// The attributes of an element by name; `None` if they are malformed.
fn attributes(start: &BytesStart) -> Option<BTreeMap<String, String>> {
    let pair = |attribute: Result<quick_xml::events::attributes::Attribute, _>| {
        let attribute = attribute.ok()?;
        let name = attribute.key.as_ref().to_owned();
        let raw = attribute.value.into_owned();
        // A name that no one defined stays as it is.
        let value = unescape(&raw).map(std::borrow::Cow::into_owned).unwrap_or(raw);
        Some((name, value))
    };
    start.attributes().map(pair).collect()
}

impl Game {
    fn tree(
        mut self,
        text: &str,
        tables: &Tables,
    ) -> Result<Tree, (RecordError, Option<Box<Tree>>)> {
        let mut builder = Builder::new(BOARD.size);
        self.inform(&mut builder, tables);
        let (start, moves) = &self.moves;
        let mut error = None;
        for name in moves.split_ascii_whitespace() {
            let at = start + (name.as_ptr() as usize - moves.as_ptr() as usize);
            let side = if builder.depth().is_multiple_of(2) { Side::Black } else { Side::White };
            let played = match name {
                "pass" | "--" => Ok(TreeMove::pass(side)),
                name => BOARD.parse(name).map(|pos| TreeMove::at(side, pos)),
            };
            let expected = match played {
                Err(_) => "a cell of the 15x15 board, such as h8".to_owned(),
                Ok(played) => match builder.add(Some(played)) {
                    Ok(_) => continue,
                    Err(_) => format!("a free cell: {name} is taken"),
                },
            };
            error = Some(RecordError::at(text, at, expected));
            break;
        }
        let tree = builder.into_tree();
        match error {
            None => Ok(tree),
            Some(error) => Err((error, Some(Box::new(tree)))),
        }
    }

    /// Says who played where, and with what result.
    fn inform(&mut self, builder: &mut Builder, tables: &Tables) {
        let mut take = |name: &str| self.attributes.remove(name).filter(|value| !value.is_empty());
        let info = builder.info_mut();
        let player = |id: Option<String>| id.map(|id| tables.player(&id));
        (info.black, info.white) = (player(take("black")), player(take("white")));
        info.round = take("round");
        info.result = match take("bresult").as_deref() {
            Some("1") => Some(GameResult::win(Side::Black)),
            Some("0") => Some(GameResult::win(Side::White)),
            Some("0.5") => Some(GameResult::DRAW),
            _ => None,
        };
        if let Some(id) = take("tournament") {
            (info.event, info.date, info.place) = tables.tournament(&id);
        }
        let rule = take("rule").map(|id| tables.name("rule", &id));
        info.rule = rule.as_deref().and_then(rule_of);
        info.comment = Some(self.info.trim().to_owned()).filter(|info| !info.is_empty());
        let known = [(RULE, rule), ("ON", take("opening").map(|id| tables.name("opening", &id)))];
        let known = known.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        let left = std::mem::take(&mut self.attributes).into_iter();
        let left = left.map(|(name, value)| {
            let letters = name.chars().filter(char::is_ascii_alphabetic);
            let name: String = letters.map(|c| c.to_ascii_uppercase()).collect();
            // Short names are SGF's, and so are those of an opening.
            let is_free = name == "ID" || name.len() > 2 && !name.starts_with('Q');
            (if is_free || name.is_empty() { name } else { format!("RIF{name}") }, value)
        });
        let all = known.chain(left);
        let is_there = |(name, value): &(String, String)| !name.is_empty() && !value.is_empty();
        for (name, value) in all.filter(is_there) {
            let values = vec![gomoku_rules::record::sgf::escape(&value)];
            builder.note(|notes| notes.properties.push(Property { name, values }));
        }
    }
}

/// Renju is played after all openings but those of gomoku.
fn rule_of(name: &str) -> Option<Rule> {
    let name = name.to_ascii_lowercase();
    let is_other = ["gomoku", "swap2", "#"].iter().any(|other| name.contains(other));
    (!is_other).then_some(Rule::Renju)
}
