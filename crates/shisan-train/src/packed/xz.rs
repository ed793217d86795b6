//! xz files stream by stream. Each stream ends with a check of its content (CRC-64).

use std::io::{self, BufRead, ErrorKind, Read, Seek, Write};

use lzma_rust2::{LzmaOptions, XzOptions, XzReader, XzWriter};

/// How an xz stream begins.
const MAGIC: [u8; 6] = [0xFD, b'7', b'z', b'X', b'Z', 0];
/// The highest level of compression.
const PRESET: u32 = 9;
/// Memory of the decoder at most, in KiB: what the highest level needs, and some.
const MAX_MEMORY: u32 = 100 << 10;
/// Bytes of the content of a stream, at most.
const MAX_CONTENT: u64 = 1 << 30;

/// Whether this is the begin of an xz file.
pub(crate) fn is_xz(start: &[u8]) -> bool {
    start.starts_with(&MAGIC)
}

/// An xz stream of `content`.
///
/// # Errors
/// Never, as long as memory lasts.
pub(crate) fn compress(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut options = XzOptions::with_preset(PRESET);
    // A dictionary for the content, not for 64 MiB: both sides reserve it.
    let LzmaOptions { dict_size, .. } = &mut options.lzma_options;
    *dict_size = (content.len() as u32).next_power_of_two().clamp(4096, *dict_size);
    let mut writer = XzWriter::new(Vec::new(), options)?;
    writer.write_all(content)?;
    writer.finish()
}

/// The streams of a file.
#[derive(Debug)]
pub(crate) struct Streams<R>(R);

impl<R: BufRead + Seek> Streams<R> {
    pub fn new(input: R) -> Self {
        Self(input)
    }

    /// Where the next stream begins, in bytes from the start of the file.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn position(&mut self) -> io::Result<u64> {
        self.0.stream_position()
    }

    /// The content of the next stream, which its check has confirmed; `None` at the end of the file.
    ///
    /// # Errors
    /// When the file cannot be read, or the stream is cut short or damaged.
    pub fn next_content(&mut self) -> io::Result<Option<Vec<u8>>> {
        if self.0.fill_buf()?.is_empty() {
            Ok(None)
        } else {
            self.content().map(Some).map_err(reason)
        }
    }

    fn content(&mut self) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        let mut reader = XzReader::new_mem_limit(&mut self.0, false, MAX_MEMORY);
        reader.by_ref().take(MAX_CONTENT).read_to_end(&mut content)?;
        // The check comes behind the last byte.
        if reader.read(&mut [0])? > 0 {
            return Err(io::Error::other(format!("more than {MAX_CONTENT} bytes in a stream")));
        }
        self.skip_padding()?;
        Ok(content)
    }

    /// Goes on behind the padding that may follow a stream: zeros in fours.
    fn skip_padding(&mut self) -> io::Result<()> {
        loop {
            let mut four = Vec::new();
            self.0.by_ref().take(4).read_to_end(&mut four)?;
            if four != [0; 4] {
                return self.0.seek_relative(-(four.len() as i64));
            }
        }
    }
}

/// The same error in words for people.
fn reason(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::UnexpectedEof => io::Error::other("cut short"),
        ErrorKind::InvalidData | ErrorKind::InvalidInput => {
            io::Error::other(format!("damaged: {error}"))
        }
        _ => error,
    }
}
