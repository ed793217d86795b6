//! The syntax of SGF: a game is a tree of nodes, a node has properties, and a property has values.

use std::borrow::Cow;

use crate::record::error::RecordError;
use crate::record::scanner::Scanner;

/// One node.
#[derive(Clone, Debug)]
pub struct SgfNode<'a> {
    /// The byte of the text where it begins, or where its variation does.
    pub at: usize,
    /// The index of the node that it follows; `None` for the root.
    pub parent: Option<usize>,
    /// What it says, in the order of the text.
    pub properties: Vec<SgfProperty<'a>>,
}

impl<'a> SgfNode<'a> {
    /// The first value of the property that is called `name`.
    pub fn value(&self, name: &str) -> Option<&SgfValue<'a>> {
        let found = self.properties.iter().find(|property| property.name == name);
        found.and_then(|property| property.values.first())
    }
}

/// A name and at least one value.
#[derive(Clone, Debug)]
pub struct SgfProperty<'a> {
    /// The byte of the text where it begins.
    pub at: usize,
    /// The capital letters, and digits, which some editors write; older versions of the format allow small
    /// letters between them.
    pub name: Cow<'a, str>,
    /// The values.
    pub values: Vec<SgfValue<'a>>,
}

/// The text between two brackets.
#[derive(Clone, Copy, Debug)]
pub struct SgfValue<'a> {
    /// The byte of the text where it begins.
    pub at: usize,
    /// The text as it is written, with its escapes.
    pub raw: &'a str,
}

impl SgfValue<'_> {
    /// The value as SGF text: escapes are resolved, line breaks kept, and other control characters, such as tabs,
    /// become spaces.
    pub fn text(&self) -> String {
        let raw = self.raw.replace("\r\n", "\n").replace("\n\r", "\n").replace('\r', "\n");
        let mut text = String::with_capacity(raw.len());
        let mut characters = raw.chars();
        while let Some(mut character) = characters.next() {
            if character == '\\' {
                match characters.next() {
                    Some('\n') | None => continue,
                    Some(escaped) => character = escaped,
                }
            }
            // A blank of another script, such as U+3000, stays.
            let blank = character.is_control() && character != '\n';
            text.push(if blank { ' ' } else { character });
        }
        text
    }

    /// The value as SGF simple text: one line.
    pub fn line(&self) -> String {
        self.text().replace('\n', " ").trim().to_owned()
    }
}

/// A game as it is written: its nodes in the order of the text, each behind its parent.
#[derive(Clone, Debug, Default)]
pub struct SgfGame<'a> {
    /// The nodes; the first is the root.
    pub nodes: Vec<SgfNode<'a>>,
    /// Where the text is no SGF; the nodes are those before that place. Nothing of the text is read after
    /// it.
    pub error: Option<RecordError>,
}

impl SgfGame<'_> {
    /// How many nodes the main line has, the root among them: where a game branches, the first variation
    /// is the main one. They come first in the text.
    pub fn main_line(&self) -> usize {
        let is_child = |(index, node): &(usize, &SgfNode)| node.parent == index.checked_sub(1);
        self.nodes.iter().enumerate().take_while(is_child).count()
    }
}

/// Reads all games of `text`, variations and all.
///
/// ```
/// use gomoku_rules::record::sgf::read_games;
///
/// let games = read_games("(;GM[4];B[hh](;W[ii]C[a \\] b])(;W[jj]");
/// let parents: Vec<_> = games[0].nodes.iter().map(|node| node.parent).collect();
/// assert_eq!(parents, [None, Some(0), Some(1), Some(1)]);
/// assert_eq!(games[0].nodes[2].value("C").map(|value| value.text()).as_deref(), Some("a ] b"));
/// let error = games[0].error.as_ref().map(ToString::to_string);
/// assert_eq!(error.as_deref(), Some("line 1, column 38: expected the rest of the game, which ends with )"));
/// ```
pub fn read_games(text: &str) -> Vec<SgfGame<'_>> {
    let mut scanner = Scanner::new(text);
    let mut games = Vec::new();
    while games.is_empty() || scanner.peek().is_some() {
        let mut game = SgfGame::default();
        game.error = read_game(&mut scanner, &mut game.nodes).err();
        let has_failed = game.error.is_some();
        games.push(game);
        if has_failed {
            break;
        }
        scanner.blanks();
    }
    games
}

/// Reads the nodes of one game. There is no recursion: trees may be deep.
fn read_game<'a>(
    scanner: &mut Scanner<'a>,
    nodes: &mut Vec<SgfNode<'a>>,
) -> Result<(), RecordError> {
    scanner.expect('(', "a game, which begins with (")?;
    // What each open parenthesis goes on from.
    let mut open = vec![None];
    let mut parent = None;
    let mut last = '(';
    let mut at = scanner.at();
    while !open.is_empty() {
        scanner.blanks();
        match (last, scanner.peek()) {
            ('(' | ';', Some(sign @ ';')) => {
                let at = if last == '(' { at } else { scanner.at() };
                scanner.next();
                last = sign;
                nodes.push(SgfNode { at, parent, properties: Vec::new() });
                parent = Some(nodes.len() - 1);
            }
            (';' | ')', Some(sign @ '(')) => {
                at = scanner.at();
                scanner.next();
                last = sign;
                open.push(parent);
            }
            (';' | ')', Some(sign @ ')')) => {
                scanner.next();
                last = sign;
                parent = open.pop().flatten();
            }
            (';', Some(letter)) if letter.is_ascii_alphanumeric() => {
                let property = property(scanner)?;
                if let Some(node) = nodes.last_mut() {
                    node.properties.push(property);
                }
            }
            (_, None) => return Err(scanner.error("the rest of the game, which ends with )")),
            ('(', _) => return Err(scanner.error("a node, which begins with ;")),
            (')', _) => return Err(scanner.error("( or )")),
            _ => return Err(scanner.error("a property, or ; or ( or )")),
        }
    }
    Ok(())
}

fn property<'a>(scanner: &mut Scanner<'a>) -> Result<SgfProperty<'a>, RecordError> {
    let at = scanner.at();
    let letters = scanner.take(|c| c.is_ascii_alphanumeric());
    let name = if letters.contains(|c: char| c.is_ascii_lowercase()) {
        Cow::Owned(letters.chars().filter(|c| !c.is_ascii_lowercase()).collect())
    } else {
        Cow::Borrowed(letters)
    };
    if name.is_empty() {
        return Err(scanner.error_at(at, "a property's name in capital letters"));
    }
    scanner.expect('[', "a value, which begins with [")?;
    let mut values = vec![value(scanner)?];
    while scanner.eat('[') {
        values.push(value(scanner)?);
    }
    Ok(SgfProperty { at, name, values })
}

/// Reads a value after its opening bracket.
fn value<'a>(scanner: &mut Scanner<'a>) -> Result<SgfValue<'a>, RecordError> {
    let (at, start) = (scanner.at(), scanner.rest());
    loop {
        let end = scanner.at() - at;
        match scanner.next() {
            Some(']') => return Ok(SgfValue { at, raw: &start[..end] }),
            Some('\\') => {
                scanner.next();
            }
            Some(_) => {}
            None => return Err(scanner.error_at(at, "a value that ends with ]")),
        }
    }
}
