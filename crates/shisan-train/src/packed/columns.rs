//! The columns of a block: all settings, then all results, seeds, lengths, moves and scores.
//!
//! Small numbers are one byte, so that the compressor sees what is frequent: a move lies near the one
//! before it, and a score is about the negative of that of the opponent's move. The moves that a label
//! shares with its game, or with another label, are a number.

use std::collections::HashSet;

use gomoku_rules::{Pos, Rule, Side, Size};
use shisan_engine::score::Score;

use super::super::record::{Choice, Outcome, Record};

/// The most games in a block: larger ones repeat more, and cost a reader more memory.
pub(crate) const MAX_GAMES: usize = 1 << 16;

/// The outcomes, by their number.
const OUTCOMES: [Outcome; 4] =
    [Outcome::Won(Side::Black), Outcome::Won(Side::White), Outcome::Draw, Outcome::Unfinished];

/// A move this far from the one before, in either direction, is one byte.
const NEAR: i32 = 7;
/// Cells of a row of near ones.
const ROW: i32 = 2 * NEAR + 1;
/// Column and row follow.
const FAR: u8 = 255;

const RANDOM: u8 = 0;
const FORCED: u8 = 1;
/// The code of a score that is the expected one; those above are near it.
const EXPECTED: u8 = 2;
/// From here on a code is the upper byte of what exceeds the scores of one byte, the lower byte follows.
const TWO_BYTES: u8 = 224;
/// The score itself follows in two bytes, the lower one first.
const PLAIN: u8 = 255;
/// Scores that one byte holds.
const ONE_BYTE: u32 = (TWO_BYTES - EXPECTED) as u32;

/// The columns of the games added so far.
#[derive(Debug, Default)]
pub(super) struct Columns {
    settings: Vec<u8>,
    outcomes: Vec<u8>,
    seeds: Vec<u8>,
    shared: Vec<u8>,
    lengths: Vec<u8>,
    moves: Vec<u8>,
    scores: Vec<u8>,
    /// The seed of a game that follows on the last one.
    next_seed: u64,
}

impl Columns {
    /// Adds a game, which stands behind `last`.
    pub fn add(&mut self, setting: usize, game: &Record, last: Option<&Record>) {
        write_number(&mut self.settings, setting as u64);
        let outcome = OUTCOMES.iter().position(|outcome| *outcome == game.outcome);
        self.outcomes.push(outcome.unwrap_or_default() as u8);
        write_number(&mut self.seeds, zigzag(game.seed.wrapping_sub(self.next_seed).cast_signed()));
        self.next_seed = game.seed.wrapping_add(1);
        let shared = last.map_or(0, |last| shared(last, game));
        let (before, own) = game.moves.split_at(shared);
        write_number(&mut self.shared, shared as u64);
        write_number(&mut self.lengths, own.len() as u64);
        let mut last = before.last().map_or(game.size.centre(), |(pos, _)| *pos);
        let mut expected = 0;
        for &(pos, choice) in own {
            write_move(&mut self.moves, last, pos);
            expected = -write_choice(&mut self.scores, expected, choice);
            last = pos;
        }
    }

    /// All columns, one after the other.
    pub fn join(self) -> Vec<u8> {
        let Self { settings, outcomes, seeds, shared, lengths, moves, scores, .. } = self;
        [settings, outcomes, seeds, shared, lengths, moves, scores].concat()
    }
}

/// How a move that another game shares was chosen there: labels keep which moves are random, and no scores.
fn inherited(choice: Choice) -> Choice {
    if choice == Choice::Random { Choice::Random } else { Choice::Forced }
}

/// The number of the first moves that `game` shares with `last`.
pub(crate) fn shared(last: &Record, game: &Record) -> usize {
    let pairs = last.moves.iter().zip(&game.moves);
    pairs.take_while(|(last, own)| (last.0, inherited(last.1)) == **own).count()
}

/// This many games of the rule and size, each behind the index of its setting.
///
/// # Errors
/// When the bytes are not such columns.
pub(super) fn read_games(
    columns: &[u8],
    rule: Rule,
    size: Size,
    settings: usize,
    count: usize,
) -> Result<Vec<(usize, Record)>, String> {
    if count > MAX_GAMES {
        return Err(format!("{count} games, more than {MAX_GAMES}"));
    }
    let mut bytes = Bytes(columns);
    // Nothing is reserved for a count that the bytes may not bear out.
    let mut games = Vec::new();
    for _ in 0..count {
        let setting = bytes.number()? as usize;
        if setting >= settings {
            return Err("a game without a setting".to_owned());
        }
        let (outcome, moves) = (Outcome::Unfinished, Vec::new());
        games.push((setting, Record { rule, size, seed: 0, outcome, moves }));
    }
    for (_, game) in &mut games {
        let outcome = bytes.byte()?;
        game.outcome = *OUTCOMES.get(usize::from(outcome)).ok_or("an unknown result")?;
    }
    let mut next_seed = 0_u64;
    for (_, game) in &mut games {
        game.seed = next_seed.wrapping_add_signed(unzigzag(bytes.number()?));
        next_seed = game.seed.wrapping_add(1);
    }
    let mut numbers = || (0..count).map(|_| bytes.number()).collect::<Result<Vec<u64>, _>>();
    let (shared, lengths) = (numbers()?, numbers()?);
    for (index, (shared, length)) in shared.iter().zip(&lengths).enumerate() {
        if shared.saturating_add(*length) > size.cells() as u64 {
            return Err(format!("more moves than the board of {size} has cells"));
        }
        let (before, rest) = games.split_at_mut(index);
        let moves = &mut rest[0].1.moves;
        let last = before.last().map_or(&[][..], |(_, game)| &game.moves);
        let last =
            last.get(..*shared as usize).ok_or("more shared moves than the game before has")?;
        moves.extend(last.iter().map(|&(pos, _)| (pos, Choice::Forced)));
        let mut taken: HashSet<Pos> = moves.iter().map(|(pos, _)| *pos).collect();
        let mut last = moves.last().map_or(size.centre(), |(pos, _)| *pos);
        for _ in 0..*length {
            last = bytes.cell(last, size)?;
            if !taken.insert(last) {
                return Err(format!("{last} is played twice"));
            }
            moves.push((last, Choice::Forced));
        }
    }
    for (index, shared) in shared.iter().enumerate() {
        let (before, rest) = games.split_at_mut(index);
        let (same, own) = rest[0].1.moves.split_at_mut(*shared as usize);
        let last = before.last().map_or(&[][..], |(_, game)| &game.moves);
        for ((_, choice), (_, last)) in same.iter_mut().zip(last) {
            *choice = inherited(*last);
        }
        let mut expected = 0;
        for (_, choice) in own {
            (*choice, expected) = bytes.choice(expected)?;
        }
    }
    if !bytes.0.is_empty() {
        return Err("more bytes than games".to_owned());
    }
    Ok(games)
}

/// Seven bits a byte, the lowest first; the highest bit says that more follow (LEB128).
fn write_number(column: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        column.push(number as u8 | 0x80);
        number >>= 7;
    }
    column.push(number as u8);
}

/// 0, -1, 1, -2, 2, ... as 0, 1, 2, 3, 4, ...
fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63).cast_unsigned()
}

fn unzigzag(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}

fn write_move(column: &mut Vec<u8>, last: Pos, pos: Pos) {
    let [x, y] =
        [(pos.x(), last.x()), (pos.y(), last.y())].map(|(a, b)| i32::from(a) - i32::from(b) + NEAR);
    if (0..ROW).contains(&x) && (0..ROW).contains(&y) {
        column.push((y * ROW + x) as u8);
    } else {
        column.extend([FAR, pos.x(), pos.y()]);
    }
}

/// Returns the score that the side to move may expect: what the move has, or what was expected.
fn write_choice(column: &mut Vec<u8>, expected: i32, choice: Choice) -> i32 {
    let Choice::Searched(score) = choice else {
        column.push(if choice == Choice::Random { RANDOM } else { FORCED });
        return expected;
    };
    let score = score.get();
    let distance = zigzag(i64::from(score - expected)) as u32;
    match distance.checked_sub(ONE_BYTE) {
        None => column.push(EXPECTED + distance as u8),
        Some(rest) if rest >> 8 < u32::from(PLAIN - TWO_BYTES) => {
            column.extend([TWO_BYTES + (rest >> 8) as u8, rest as u8]);
        }
        Some(_) => {
            column.push(PLAIN);
            column.extend((score as i16).to_le_bytes());
        }
    }
    score
}

/// What is left of the columns.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> Result<u8, String> {
        let (&byte, rest) = self.0.split_first().ok_or("the games are cut short")?;
        self.0 = rest;
        Ok(byte)
    }

    fn number(&mut self) -> Result<u64, String> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err("a number of more than 64 bits".to_owned())
    }

    fn cell(&mut self, last: Pos, size: Size) -> Result<Pos, String> {
        let code = self.byte()?;
        let (x, y) = if code == FAR {
            (i32::from(self.byte()?), i32::from(self.byte()?))
        } else {
            let code = i32::from(code);
            (i32::from(last.x()) + code % ROW - NEAR, i32::from(last.y()) + code / ROW - NEAR)
        };
        size.pos(x, y).ok_or_else(|| format!("a move beside the board of {size}"))
    }

    /// How a move was chosen, and the score that the next side may expect.
    fn choice(&mut self, expected: i32) -> Result<(Choice, i32), String> {
        let code = self.byte()?;
        let distance = match code {
            RANDOM => return Ok((Choice::Random, -expected)),
            FORCED => return Ok((Choice::Forced, -expected)),
            PLAIN => {
                let score = i16::from_le_bytes([self.byte()?, self.byte()?]);
                return Ok((Choice::Searched(Score::from_raw(score)), -i32::from(score)));
            }
            TWO_BYTES.. => {
                let high = u32::from(code - TWO_BYTES) << 8;
                ONE_BYTE + (high | u32::from(self.byte()?))
            }
            _ => u32::from(code - EXPECTED),
        };
        let score = expected + unzigzag(u64::from(distance)) as i32;
        let raw = i16::try_from(score).map_err(|_| format!("a score of {score}"))?;
        Ok((Choice::Searched(Score::from_raw(raw)), -score))
    }
}
