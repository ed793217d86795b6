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
use std::io::{self, ErrorKind, Read};

use gomoku_rules::record::{GameResult, RecordError};
use gomoku_rules::{CellNames, Coords, Rule, Side, Size};
use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};

use crate::source::Source;
use crate::tree::{Builder, Property, Tree, TreeMove};
pub(crate) use tables::Tables;

/// What ends a game.
const END: &[u8] = b"</game>";
/// Bytes that a game may have, and the tables before the first one.
const LONGEST: usize = 1 << 26;

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
    /// The pieces of its moves, and the byte where each begins.
    moves: Vec<(usize, String)>,
    info: String,
    /// The byte where its end is missing.
    cut: Option<usize>,
}

/// A game, or why there is none, and what stands before that.
type Attempt = Result<Tree, (RecordError, Option<Box<Tree>>)>;

/// How many bytes there are up to the end of the next game.
///
/// # Errors
/// When they cannot be read, or are too many.
pub(crate) fn length_of_game<R: Read>(source: &mut Source<R>) -> io::Result<usize> {
    let mut searched = 0;
    loop {
        let bytes = source.bytes();
        let end = bytes[searched..].windows(END.len()).position(|part| part == END);
        if let Some(end) = end {
            return Ok(searched + end + END.len());
        }
        if bytes.len() > LONGEST {
            return Err(io::Error::new(ErrorKind::InvalidData, "a game of more than 64 MiB"));
        }
        searched = bytes.len().saturating_sub(END.len() - 1);
        if !source.fill()? {
            return Ok(source.bytes().len());
        }
    }
}

/// Reads a piece of a database that ends with a game, or with the end of the file, and adds what it says of
/// players, tournaments and the like to `tables`. Before the last game there may be some that are one element
/// without content.
///
/// A game is an error where it is no XML, or a move cannot be made; with it comes the game up to there.
pub(crate) fn read_games(text: &str, tables: &mut Tables) -> Vec<Attempt> {
    let (mut games, error) = elements(text, tables);
    if error.is_some() {
        games.pop_if(|game| game.cut.is_some());
    }
    let games = games.into_iter().map(|game| {
        let cut = game.cut;
        let tree = game.tree(text, tables)?;
        match cut {
            None => Ok(tree),
            Some(at) => {
                let error = RecordError::at(text, at, "the rest of the game, up to </game>");
                Err((error, Some(Box::new(tree))))
            }
        }
    });
    games.chain(error.map(|error| Err((error, None)))).collect()
}

/// The games of a piece, up to where it is no XML.
fn elements(text: &str, tables: &mut Tables) -> (Vec<Game>, Option<RecordError>) {
    let mut games = Vec::new();
    let error = read_elements(text, tables, &mut games).err();
    (games, error)
}

fn read_elements(
    text: &str,
    tables: &mut Tables,
    games: &mut Vec<Game>,
) -> Result<(), RecordError> {
    let mut reader = Reader::from_str(text);
    // A piece begins and ends in the middle of the whole.
    reader.config_mut().check_end_names = false;
    reader.config_mut().allow_unmatched_ends = true;
    // The elements around the present place.
    let mut open: Vec<String> = Vec::new();
    loop {
        let at = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
        let error = |expected: &str| RecordError::at(text, at, expected);
        let event = reader.read_event().map_err(|wrong| error(&format!("XML: {wrong}")))?;
        let mut said: Option<String> = None;
        match event {
            Event::Eof => return Ok(()),
            Event::Start(ref start) | Event::Empty(ref start) => {
                let name = start.name().as_ref().to_owned();
                let attributes =
                    attributes(start).ok_or_else(|| error("an element with its attributes"))?;
                let is_whole = matches!(event, Event::Empty(_));
                if name == "game" {
                    if let Some(cut) = games.last_mut().and_then(|game| game.cut.as_mut()) {
                        *cut = at;
                    }
                    let cut = (!is_whole).then_some(text.len());
                    games.push(Game { attributes, cut, ..Game::default() });
                } else {
                    tables.add(&name, attributes);
                }
                if !is_whole {
                    open.push(name);
                }
            }
            Event::End(end) => {
                let name = end.name();
                if let ("game", Some(game)) = (name.as_ref(), games.last_mut()) {
                    game.cut = None;
                }
                if let Some(index) = open.iter().rposition(|element| *element == name.as_ref()) {
                    open.truncate(index);
                }
            }
            Event::Text(written) => said = Some((*written).to_owned()),
            Event::CData(written) => said = Some((*written).to_owned()),
            Event::GeneralRef(name) => {
                let reference = format!("&{};", &*name);
                let text = unescape(&reference).map(std::borrow::Cow::into_owned);
                said = Some(text.unwrap_or(reference));
            }
            _ => {}
        }
        let within = |name: &str| open.iter().any(|element| element == name);
        if let (Some(said), Some(game)) = (said, games.last_mut().filter(|_| within("game"))) {
            if within("info") {
                game.info.push_str(&said);
            } else if within("move") {
                game.moves.push((at, said));
            }
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
        // A name is a line.
        Some((name, value.replace(char::is_control, " ")))
    };
    start.attributes().map(pair).collect()
}

impl Game {
    fn tree(mut self, text: &str, tables: &Tables) -> Attempt {
        let mut builder = Builder::new(BOARD.size);
        self.inform(&mut builder, tables);
        let mut error = None;
        let names = self.moves.iter().flat_map(|&(start, ref moves)| {
            let place =
                move |name: &str| start + (name.as_ptr() as usize - moves.as_ptr() as usize);
            moves.split_ascii_whitespace().map(move |name| (place(name), name))
        });
        for (at, name) in names {
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
