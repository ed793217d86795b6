//! Sets of cells, one word for two rows.

use gomoku_rules::Pos;

/// A set of cells of a board of any size: bit [`Pos::index`] stands for a cell.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct CellSet {
    words: [u64; CellSet::WORDS],
}

impl CellSet {
    const WORDS: usize = Pos::COUNT / 64;

    /// Whether `pos` is a member.
    #[inline]
    pub const fn contains(&self, pos: Pos) -> bool {
        self.words[pos.index() / 64] >> (pos.index() % 64) & 1 != 0
    }

    /// Adds `pos`.
    #[inline]
    pub const fn insert(&mut self, pos: Pos) {
        self.words[pos.index() / 64] |= 1 << (pos.index() % 64);
    }

    /// Removes `pos`.
    #[inline]
    pub const fn remove(&mut self, pos: Pos) {
        self.words[pos.index() / 64] &= !(1 << (pos.index() % 64));
    }

    /// Adds `pos` if it is no member, else removes it.
    #[inline]
    pub const fn toggle(&mut self, pos: Pos) {
        self.words[pos.index() / 64] ^= 1 << (pos.index() % 64);
    }

    /// Adds every member of `other`.
    #[inline]
    pub fn insert_all(&mut self, other: &Self) {
        self.words.iter_mut().zip(other.words).for_each(|(word, more)| *word |= more);
    }

    /// Removes every cell that is not a member of `other`.
    #[inline]
    pub fn retain_all(&mut self, other: &Self) {
        self.words.iter_mut().zip(other.words).for_each(|(word, kept)| *word &= kept);
    }

    /// Whether no cell is a member.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// How many cells are members.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The members in reading order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Pos> + '_ {
        cells(|word| self.words[word])
    }

    /// The members that are set in `rows`, from the first row on, in reading order.
    #[inline]
    pub(super) fn within<'a>(&'a self, rows: &'a [u32; 32]) -> impl Iterator<Item = Pos> + 'a {
        let two = |word: usize| u64::from(rows[2 * word]) | u64::from(rows[2 * word + 1]) << 32;
        cells(move |word| self.words[word] & two(word))
    }
}

impl Extend<Pos> for CellSet {
    fn extend<I: IntoIterator<Item = Pos>>(&mut self, cells: I) {
        cells.into_iter().for_each(|pos| self.insert(pos));
    }
}

impl FromIterator<Pos> for CellSet {
    fn from_iter<I: IntoIterator<Item = Pos>>(cells: I) -> Self {
        let mut set = Self::default();
        set.extend(cells);
        set
    }
}

/// The cells whose bits are set in the words that `word` returns, in reading order.
#[inline]
fn cells(word: impl Fn(usize) -> u64) -> impl Iterator<Item = Pos> {
    let (mut next, mut left) = (0, 0);
    std::iter::from_fn(move || {
        while left == 0 {
            if next == CellSet::WORDS {
                return None;
            }
            left = word(next);
            next += 1;
        }
        let pos = Pos::from_index((next - 1) * 64 + left.trailing_zeros() as usize);
        left &= left - 1;
        Some(pos)
    })
}
