//! Books written in the order of their keys.

use std::fs::{File, Permissions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::iter::Peekable;
use std::path::Path;

use anyhow::Context;
use gomoku_match::disk::{Lock, ensure_regular, target};
use gomoku_rules::{Rule, Size};
use shisan_engine::book::{
    Book, BookEntry, BookError, BookPosition, HEADER_LENGTH, Header, Records, encode,
};
use tempfile::NamedTempFile;

use super::values::{Record, best_values};

/// A book under construction: a file beside the one that it becomes.
pub struct BookWriter {
    records: BufWriter<NamedTempFile>,
    /// A file without a name: an index of any length takes no memory.
    index: BufWriter<File>,
    header: Header,
}

impl BookWriter {
    /// Begins a book of this game, which will be at `path`.
    ///
    /// # Errors
    /// When its folder cannot be written.
    pub fn beside(path: &Path, rule: Rule, size: Size) -> anyhow::Result<Self> {
        let name = || path.display().to_string();
        let begin = || {
            ensure_regular(path)?;
            let target = target(path);
            let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new("."));
            let mut builder = tempfile::Builder::new();
            #[cfg(unix)]
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
            let mut records = BufWriter::new(builder.tempfile_in(folder)?);
            records.write_all(&[0; HEADER_LENGTH as usize])?;
            let index = BufWriter::new(tempfile::tempfile_in(folder)?);
            anyhow::Ok(Self {
                records,
                index,
                header: Header { rule, size, count: 0, index: HEADER_LENGTH },
            })
        };
        begin().with_context(name)
    }

    /// Adds a position, which comes after the last one.
    ///
    /// # Errors
    /// When the disk is full.
    pub fn add(&mut self, position: &BookPosition, entry: &BookEntry) -> io::Result<()> {
        let Header { index, count, .. } = &mut self.header;
        self.index.write_all(&position.key.to_le_bytes())?;
        self.index.write_all(&index.to_le_bytes())?;
        let record = encode(position, entry);
        *index += record.len() as u64;
        *count += 1;
        self.records.write_all(&record)
    }

    /// The book, in a file that is gone unless it gets another name; and the number of its positions.
    ///
    /// # Errors
    /// When the disk is full.
    pub fn finish(self) -> io::Result<(NamedTempFile, u64)> {
        let Self { mut records, index, header } = self;
        let mut index = index.into_inner().map_err(io::Error::from)?;
        index.rewind()?;
        io::copy(&mut index, &mut records)?;
        let mut file = records.into_inner().map_err(io::Error::from)?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&header.encode())?;
        file.as_file().sync_all()?;
        Ok((file, header.count))
    }

    /// Replaces the file at `path` by the book; returns the number of its positions.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn replace(self, path: &Path) -> anyhow::Result<u64> {
        let replace = || {
            let (file, count) = self.finish()?;
            if let Ok(before) = std::fs::metadata(path) {
                let permissions: Permissions = before.permissions();
                file.as_file().set_permissions(permissions)?;
            }
            file.persist(target(path))?;
            anyhow::Ok(count)
        };
        replace().with_context(|| path.display().to_string())
    }
}

/// Writes what the sources know, each position once, in place of the file at `path`; the value of an expanded
/// position is that of its best move, whichever source knows it. Returns the number of positions.
///
/// # Errors
/// When a source is damaged, or the book cannot be written.
pub fn merge(path: &Path, rule: Rule, size: Size, sources: &[&Book]) -> anyhow::Result<u64> {
    let mut writer = BookWriter::beside(path, rule, size)?;
    let values = best_values(rule, size, || Merged::of(sources))?;
    for record in Merged::of(sources)? {
        let (position, mut entry) = record?;
        if entry.is_expanded
            && let Some(&value) = values.get(&position.key)
        {
            // Moves that are not known may not lose: it is to be searched again.
            entry.is_expanded = value.is_some();
            entry.value = value.or(entry.value);
        }
        writer.add(&position, &entry).with_context(|| path.display().to_string())?;
    }
    writer.replace(path)
}

/// The positions of several books, in the order of their keys, each once.
struct Merged<'a>(Vec<Peekable<Named<'a>>>);

impl<'a> Merged<'a> {
    fn of(sources: &[&'a Book]) -> anyhow::Result<Self> {
        let open = |&book: &&'a Book| {
            let records = book.records().map_err(|error| named(book.path(), error))?;
            Ok(Named { book, records }.peekable())
        };
        Ok(Self(sources.iter().map(open).collect::<anyhow::Result<_>>()?))
    }

    fn read(&mut self) -> anyhow::Result<Option<(BookPosition, BookEntry)>> {
        let next = |source: &mut Peekable<Named>| match source.peek() {
            Some(Ok((position, _))) => Some(position.clone()),
            _ => None,
        };
        let first = self.0.iter_mut().filter_map(next).min();
        let mut known: Option<BookEntry> = None;
        for source in &mut self.0 {
            let record = source.next_if(|record| match (record, &first) {
                (Ok((position, _)), Some(first)) => position == first,
                (Err(_), _) => true,
                _ => false,
            });
            match (record.transpose()?, &mut known) {
                (Some((_, entry)), Some(known)) => known.merge(&entry),
                (Some((_, entry)), None) => known = Some(entry),
                _ => {}
            }
        }
        Ok(first.zip(known))
    }
}

impl Iterator for Merged<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        self.read().transpose()
    }
}

/// The records of a book, whose errors name it.
struct Named<'a> {
    book: &'a Book,
    records: Records<'a>,
}

impl Iterator for Named<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Self::Item> {
        let named = |error: BookError| named(self.book.path(), error);
        Some(self.records.next()?.map_err(named))
    }
}

/// Keeps other runs from writing the book at `path`, or through a link to it, until it is dropped.
///
/// # Errors
/// When another run does.
pub fn lock(path: &Path) -> anyhow::Result<Lock> {
    let mut name = target(path).into_os_string();
    name.push(".lock");
    Lock::acquire(Path::new(&name))
}

/// An error of the book at `path`.
pub fn named(path: &Path, error: BookError) -> anyhow::Error {
    anyhow::Error::new(error).context(path.display().to_string())
}

/// Opens the book at `path`.
///
/// # Errors
/// When it cannot be read.
pub fn open(path: &Path) -> anyhow::Result<Book> {
    Book::open(path).map_err(|error| named(path, error))
}
