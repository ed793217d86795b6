//! Writes a database record by record.

use std::io::{self, Write};

use gomoku_rules::{Rule, Side};
use lz4_flex::frame::FrameEncoder;

use super::layout::{CHARSET, KNOWN_LENGTH, NO_LABEL, PASS};
use super::position::{DbBound, DbPosition};
use super::text;

/// Writes the positions of a database one after another. Its texts are in UTF-8.
pub struct DbWriter<W: Write> {
    out: W,
}

impl<W: Write> DbWriter<W> {
    /// Begins a database of `count` positions.
    ///
    /// # Errors
    /// When there are too many, or `out` cannot be written.
    pub fn new(mut out: W, count: u64) -> io::Result<Self> {
        let count =
            u32::try_from(count + 1).map_err(|_| invalid("more than four billion positions"))?;
        out.write_all(&count.to_le_bytes())?;
        let known = [&[0; KNOWN_LENGTH][..], CHARSET].concat();
        let mut writer = Self { out };
        writer.record(&[0; 3], &known)?;
        Ok(writer)
    }

    /// Writes a position, as the image that stands for all of them.
    ///
    /// # Errors
    /// When the format cannot hold it, or it cannot be written.
    pub fn write(&mut self, position: &DbPosition) -> io::Result<()> {
        let (_, symmetry) = position.canonical();
        let bytes = record(&position.image(symmetry)).map_err(|error| invalid(&error))?;
        self.out.write_all(&bytes)
    }

    /// What was written to.
    pub fn into_inner(self) -> W {
        self.out
    }

    fn record(&mut self, key: &[u8], known: &[u8]) -> io::Result<()> {
        self.out.write_all(&framed(key, known))
    }
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, what)
}

fn framed(key: &[u8], known: &[u8]) -> Vec<u8> {
    let lengths = [key.len() as u16, known.len() as u16].map(u16::to_le_bytes);
    [&lengths[0][..], key, &lengths[1][..], known].concat()
}

/// The bytes of a position.
fn record(position: &DbPosition) -> Result<Vec<u8>, String> {
    let rule = match position.rule {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 2,
        rule => return Err(format!("{rule}: databases are of freestyle, standard and renju")),
    };
    let mut key = vec![rule, position.size.width(), position.size.height()];
    let passed = position.passed()?;
    for side in Side::BOTH {
        key.extend(position.stones[side.index()].iter().flat_map(|pos| [pos.x(), pos.y()]));
        if passed == Some(side) {
            key.extend(PASS);
        }
    }
    if position.is_null() {
        return Ok(framed(&key, &[]));
    }
    let label = if position.label == 0 { NO_LABEL } else { position.label };
    let bound = DbBound::ALL.iter().position(|&bound| bound == position.bound).unwrap_or(0);
    let depth_bound = position.depth.clamp(-1 << 13, (1 << 13) - 1) << 2 | bound as i16;
    let text = text::write(position.comment.as_deref(), &position.labels);
    if KNOWN_LENGTH + text.len() > usize::from(u16::MAX) {
        return Err("texts of more than 65,530 bytes at one position".to_owned());
    }
    let [value, depth_bound] = [position.value, depth_bound].map(i16::to_le_bytes);
    Ok(framed(&key, &[&[label], &value[..], &depth_bound[..], text.as_bytes()].concat()))
}

/// A database of `positions`, the image of each that stands for all of them, in the order of Rapfi.
///
/// # Errors
/// When the format cannot hold one of them.
pub(crate) fn write_plain(positions: &[DbPosition]) -> Result<Vec<u8>, String> {
    let writer = DbWriter::new(Vec::new(), positions.len() as u64);
    let mut writer = writer.map_err(|error| error.to_string())?;
    for position in positions {
        writer.write(position).map_err(|error| error.to_string())?;
    }
    Ok(writer.into_inner())
}

/// The same in a frame of LZ4.
///
/// # Errors
/// As [`write_plain`].
pub(crate) fn write_compressed(positions: &[DbPosition]) -> Result<Vec<u8>, String> {
    let mut encoder = db_frame(Vec::new());
    encoder.write_all(&write_plain(positions)?).map_err(|error| error.to_string())?;
    encoder.finish().map_err(|error| error.to_string())
}

/// What compresses a database that is written to it; its `finish` ends the frame.
pub fn db_frame<W: Write>(out: W) -> FrameEncoder<W> {
    FrameEncoder::new(out)
}
