//! The openings of a match.

use std::path::Path;

use anyhow::{Context, bail, ensure};
use fastrand::Rng;

use crate::disk;
use crate::hash::fnv1a;
use gomoku_rules::record::{self, RecordError};
use gomoku_rules::referee::{self, Verdict};
use gomoku_rules::{Board, Pos, Rule, Size, Symmetry, without_byte_order_mark};

/// The openings that come with the program: the side of their board, their name, their text.
const SHIPPED: [(u8, &str, &str); 5] = [
    (20, "freestyle20", include_str!("../../openings/freestyle20.txt")),
    (15, "freestyle15", include_str!("../../openings/freestyle15.txt")),
    (15, "standard15", include_str!("../../openings/standard15.txt")),
    (15, "renju15", include_str!("../../openings/renju15.txt")),
    (15, "caro15", include_str!("../../openings/caro15.txt")),
];

/// How the names of a rule's openings begin: both caros share theirs.
const fn family(rule: Rule) -> &'static str {
    match rule {
        Rule::Caro | Rule::CaroOverline => "caro",
        rule => rule.name(),
    }
}

/// Openings in the order of the rounds; after the last one the first is played again.
#[derive(Clone, Debug)]
pub struct Book {
    size: Size,
    openings: Vec<Vec<Pos>>,
    transforms: bool,
    /// The index of the opening of the first round, which may lie in a later pass.
    first: u64,
}

impl Book {
    /// The empty board alone.
    pub fn empty(size: Size) -> Self {
        Self { size, openings: vec![Vec::new()], transforms: false, first: 0 }
    }

    /// Reads a file of openings, see [`Book::parse`].
    ///
    /// # Errors
    /// When the file cannot be read or one of its openings cannot be played.
    pub fn read(path: &Path, rule: Rule, size: Size) -> anyhow::Result<Self> {
        let name = || path.display().to_string();
        Self::parse(&disk::read_text(path)?, rule, size).with_context(name)
    }

    /// Reads openings, one a line, each a pos string (`h8i9j10`) or Gomocup offsets from the centre
    /// (`0,0, 1,-1`). Blank lines and lines that start with `#` are skipped.
    ///
    /// # Errors
    /// With the line, when an opening cannot be read or played, or ends the game; when there is none.
    pub fn parse(text: &str, rule: Rule, size: Size) -> anyhow::Result<Self> {
        let lines = (1..).zip(text.lines().map(without_byte_order_mark));
        let is_opening = |line: &str| !line.is_empty() && !line.starts_with('#');
        let openings = lines
            .filter(|(_, line)| is_opening(line.trim()))
            .map(|(number, line)| {
                let in_file = |error| RecordError { line: number, ..error };
                let moves = moves(line, size).map_err(in_file)?;
                ensure_playable(&moves, rule, size).with_context(|| format!("line {number}"))?;
                Ok(moves)
            })
            .collect::<anyhow::Result<Vec<_>>>()?;
        ensure!(!openings.is_empty(), "it holds no opening");
        Ok(Self { size, openings, transforms: false, first: 0 })
    }

    /// The openings that come with the program for a rule: those for the largest board that fits, with
    /// their name. On a board too small for any of them, the empty board.
    ///
    /// # Errors
    /// None in practice: our openings can be played.
    pub fn shipped(rule: Rule, size: Size) -> anyhow::Result<(Self, String)> {
        let shortest = size.width().min(size.height());
        let fitting = SHIPPED
            .iter()
            .filter(|(side, name, _)| *side <= shortest && name.starts_with(family(rule)));
        match fitting.max_by_key(|(side, ..)| side) {
            Some((_, name, text)) => {
                let book = Self::parse(text, rule, size).context(*name)?;
                Ok((book, (*name).to_owned()))
            }
            None => Ok((Self::empty(size), "empty board".to_owned())),
        }
    }

    /// The openings, in their order.
    pub fn into_openings(self) -> Vec<Vec<Pos>> {
        self.openings
    }

    /// The stones of the longest opening.
    pub(crate) fn most_stones(&self) -> usize {
        self.openings.iter().map(Vec::len).max().unwrap_or_default()
    }

    /// Shuffles the openings; the same seed gives the same order.
    #[must_use]
    pub fn shuffled(mut self, seed: u64) -> Self {
        Rng::with_seed(seed).shuffle(&mut self.openings);
        self
    }

    /// Takes the openings under another symmetry of the board with each pass through the book.
    #[must_use]
    pub fn transformed(mut self) -> Self {
        self.transforms = true;
        self
    }

    /// Begins as if `rounds` rounds had been played already.
    #[must_use]
    pub fn starting_at(mut self, rounds: u64) -> Self {
        self.first = rounds;
        self
    }

    /// The opening of a round.
    pub fn opening(&self, round: u64) -> Vec<Pos> {
        let round = self.first.saturating_add(round);
        let count = self.openings.len() as u64;
        let opening = &self.openings[(round % count) as usize];
        let passes = if self.transforms { (round / count) as usize } else { 0 };
        let symmetry = Symmetry::of(self.size).cycle().nth(passes % 8).unwrap_or(Symmetry::ALL[0]);
        opening.iter().map(|&pos| symmetry.apply(pos, self.size)).collect()
    }

    /// A hash of the openings in their order, from the first round on.
    pub fn fingerprint(&self) -> u64 {
        let rounds = 0..self.openings.len() as u64;
        let lines = rounds.map(|round| record::format_moves(&self.opening(round)) + "\n");
        fnv1a(lines.collect::<String>().as_bytes())
    }
}

fn moves(line: &str, size: Size) -> Result<Vec<Pos>, RecordError> {
    if line.trim_start().starts_with(|c: char| c.is_ascii_alphabetic()) {
        record::parse_moves(line)
    } else {
        record::parse_offsets(line, size)
    }
}

/// Checks that a game can go on behind `moves`.
///
/// # Errors
/// With the first move that is illegal, forbidden, or ends the game.
pub fn ensure_playable(moves: &[Pos], rule: Rule, size: Size) -> anyhow::Result<()> {
    let mut board = Board::new(size);
    for &pos in moves {
        match referee::play(&mut board, rule, pos) {
            Verdict::Ongoing => {}
            Verdict::Win { .. } | Verdict::Draw | Verdict::NoMove(_) => {
                bail!("the game is over with {pos}")
            }
            Verdict::Foul(reason) => bail!("{pos} is forbidden: {reason}"),
            Verdict::Illegal(reason) => bail!("{pos}: {reason}"),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size::square(15);

    fn parse(text: &str) -> anyhow::Result<Book> {
        Book::parse(text, Rule::Renju, SIZE)
    }

    #[test]
    fn both_forms_are_read() {
        // Two files, put together.
        let book = parse("# a comment\nh8i9\n\n\u{feff}0,0, 1,1\r\n").expect("two openings");
        assert_eq!((book.openings.len(), book.opening(0)), (2, book.opening(1)));
        assert_eq!(book.opening(2), book.opening(0));
        assert_eq!(Book::empty(SIZE).opening(5), []);
    }

    #[test]
    fn our_own_openings_can_be_played() {
        for rule in Rule::ALL {
            for side in [5, 14, 15, 16, 20, 32] {
                let (book, name) = Book::shipped(rule, Size::square(side)).expect("our openings");
                assert_eq!(book.openings.len(), if side < 15 { 1 } else { 200 }, "{rule} {name}");
            }
        }
        let (_, name) = Book::shipped(Rule::Freestyle, Size::square(20)).expect("our openings");
        assert_eq!(name, "freestyle20");
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_its_line() {
        for (bad, place) in [
            ("h8h8", "line 2: h8"),
            ("h8p1", "line 2: p1"),
            (" h8-", "line 2, column 4: "),
            ("0,0, 1", "line 2, column 7: "),
            ("0,0, 8,8", "line 2, column 6: "),
            ("h8a1g8a3i9a5i10a7i8", "line 2: i8 is forbidden"),
        ] {
            let error = format!("{:#}", parse(&format!("h8\n{bad}")).map(|_| ()).expect_err(bad));
            assert!(error.starts_with(place), "{bad}: {error}");
            assert_eq!(error.matches("line").count(), 1, "{bad}: {error}");
        }
        assert!(parse("# nothing\n").is_err());
    }

    #[test]
    fn each_pass_turns_the_openings() {
        let book = parse("h8i8\nh8i9").expect("two openings").transformed();
        let mut images: Vec<_> = (0..16).step_by(2).map(|round| book.opening(round)).collect();
        images.sort();
        images.dedup();
        assert_eq!(images.len(), 4, "a stone beside the centre has four images");
        assert_eq!(book.opening(16), book.opening(0));
    }

    #[test]
    fn a_later_start_goes_on_where_an_earlier_one_ends() {
        let book = parse("h8i8\nh8i9\nh8j8").expect("openings").transformed();
        for first in 0..30 {
            let later = book.clone().starting_at(first);
            assert!((0..30).all(|round| later.opening(round) == book.opening(first + round)));
            assert_eq!(later.fingerprint() == book.fingerprint(), first % 24 == 0, "{first}");
        }
    }

    #[test]
    fn the_seed_alone_decides_the_order() {
        let text = SIZE.positions().map(|pos| pos.to_string()).collect::<Vec<_>>().join("\n");
        let book = |seed| parse(&text).expect("openings").shuffled(seed);
        assert_eq!(book(1).fingerprint(), book(1).fingerprint());
        assert_ne!(book(1).fingerprint(), book(2).fingerprint());
    }
}
