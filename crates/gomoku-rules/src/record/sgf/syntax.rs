//! The syntax of SGF: a game is a tree of nodes, a node has properties, and a property has values.
//! Variations are checked and dropped; the main line remains.

use crate::record::error::RecordError;
use crate::record::scanner::Scanner;

/// One node.
pub(super) type Node<'a> = Vec<Property<'a>>;

/// A name and at least one value.
pub(super) struct Property<'a> {
    /// The byte of the text where it begins.
    pub at: usize,
    /// The capital letters; older versions of the format allow small ones between them.
    pub name: String,
    pub values: Vec<Value<'a>>,
}

/// The text between two brackets.
pub(super) struct Value<'a> {
    /// The byte of the text where it begins.
    pub at: usize,
    /// The text as it is written, with its escapes.
    pub raw: &'a str,
}

impl Value<'_> {
    /// The value as SGF text: escapes are resolved, line breaks kept, and other blanks become spaces.
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
            let blank = character.is_whitespace() && character != '\n';
            text.push(if blank { ' ' } else { character });
        }
        text
    }

    /// The value as SGF simple text: one line.
    pub fn line(&self) -> String {
        self.text().replace('\n', " ").trim().to_owned()
    }
}

/// The main line of a game.
pub(super) struct MainLine<'a> {
    pub nodes: Vec<Node<'a>>,
    /// The byte of the text where the first variation begins that is not part of it.
    pub variation: Option<usize>,
}

/// Reads the main line of each game of the text.
pub(super) fn main_lines(text: &str) -> Result<Vec<MainLine<'_>>, RecordError> {
    let mut scanner = Scanner::new(text);
    let mut games = Vec::new();
    while games.is_empty() || scanner.peek().is_some() {
        games.push(main_line(&mut scanner)?);
        scanner.blanks();
    }
    Ok(games)
}

/// Reads one game. The first variation is the main one wherever a game branches, so that the main line
/// ends where the first parenthesis closes. There is no recursion: trees may be deep.
fn main_line<'a>(scanner: &mut Scanner<'a>) -> Result<MainLine<'a>, RecordError> {
    scanner.expect('(', "a game, which begins with (")?;
    let mut nodes = Vec::new();
    let mut variation = None;
    let mut is_main = true;
    let mut depth = 1;
    let mut last = '(';
    while depth > 0 {
        scanner.blanks();
        match (last, scanner.peek()) {
            ('(' | ';', Some(sign @ ';')) => {
                scanner.next();
                last = sign;
                if is_main {
                    nodes.push(Node::new());
                }
            }
            (';' | ')', Some(sign @ '(')) => {
                if !is_main {
                    variation.get_or_insert(scanner.at());
                }
                scanner.next();
                last = sign;
                depth += 1;
            }
            (';' | ')', Some(sign @ ')')) => {
                scanner.next();
                last = sign;
                depth -= 1;
                is_main = false;
            }
            (';', Some(letter)) if letter.is_ascii_alphabetic() => {
                let property = property(scanner)?;
                if is_main && let Some(node) = nodes.last_mut() {
                    node.push(property);
                }
            }
            (_, None) => return Err(scanner.error("the rest of the game, which ends with )")),
            ('(', _) => return Err(scanner.error("a node, which begins with ;")),
            (')', _) => return Err(scanner.error("( or )")),
            _ => return Err(scanner.error("a property, or ; or ( or )")),
        }
    }
    Ok(MainLine { nodes, variation })
}

fn property<'a>(scanner: &mut Scanner<'a>) -> Result<Property<'a>, RecordError> {
    let at = scanner.at();
    let letters = scanner.take(|c| c.is_ascii_alphabetic()).chars();
    let name: String = letters.filter(char::is_ascii_uppercase).collect();
    if name.is_empty() {
        return Err(scanner.error_at(at, "a property's name in capital letters"));
    }
    scanner.expect('[', "a value, which begins with [")?;
    let mut values = vec![value(scanner)?];
    while scanner.eat('[') {
        values.push(value(scanner)?);
    }
    Ok(Property { at, name, values })
}

/// Reads a value after its opening bracket.
fn value<'a>(scanner: &mut Scanner<'a>) -> Result<Value<'a>, RecordError> {
    let (at, start) = (scanner.at(), scanner.rest());
    loop {
        let end = scanner.at() - at;
        match scanner.next() {
            Some(']') => return Ok(Value { at, raw: &start[..end] }),
            Some('\\') => {
                scanner.next();
            }
            Some(_) => {}
            None => return Err(scanner.error_at(at, "a value that ends with ]")),
        }
    }
}
