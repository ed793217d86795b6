//! Sets of cells, one word a row.

use gomoku_rules::Pos;

/// A set of cells of a board of any size.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct CellSet {
    rows: [u32; 32],
}

impl CellSet {
    /// Whether `pos` is a member.
    #[inline]
    pub const fn contains(&self, pos: Pos) -> bool {
        self.rows[pos.y() as usize & 31] >> pos.x() & 1 != 0
    }

    /// Adds `pos`.
    #[inline]
    pub const fn insert(&mut self, pos: Pos) {
        self.rows[pos.y() as usize & 31] |= 1 << pos.x();
    }

    /// Removes `pos`.
    #[inline]
    pub const fn remove(&mut self, pos: Pos) {
        self.rows[pos.y() as usize & 31] &= !(1 << pos.x());
    }

    /// Adds `pos` if it is no member, else removes it.
    #[inline]
    pub const fn toggle(&mut self, pos: Pos) {
        self.rows[pos.y() as usize & 31] ^= 1 << pos.x();
    }

    /// Adds every member of `other`.
    #[inline]
    pub fn insert_all(&mut self, other: &Self) {
        self.rows.iter_mut().zip(other.rows).for_each(|(row, more)| *row |= more);
    }

    /// Whether no cell is a member.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    /// How many cells are members.
    pub fn len(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// The members of row `y`, bit `x` for column `x`.
    #[inline]
    pub const fn row(&self, y: usize) -> u32 {
        self.rows[y & 31]
    }

    /// The members in reading order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Pos> + '_ {
        self.rows.iter().enumerate().flat_map(|(y, &row)| bits(row, y))
    }

    /// The members that are also members of `other`, in reading order.
    #[inline]
    pub fn intersection<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = Pos> + 'a {
        self.within(&other.rows)
    }

    /// The members that are set in `rows`, from the first row on, in reading order.
    #[inline]
    pub(super) fn within<'a>(&'a self, rows: &'a [u32]) -> impl Iterator<Item = Pos> + 'a {
        self.rows.iter().zip(rows).enumerate().flat_map(|(y, (&a, &b))| bits(a & b, y))
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

/// The cells of row `y` whose bits are set in `row`.
#[inline]
fn bits(mut row: u32, y: usize) -> impl Iterator<Item = Pos> {
    std::iter::from_fn(move || {
        let x = row.trailing_zeros();
        (row != 0).then(|| {
            row &= row - 1;
            Pos::from_index(y << 5 | x as usize)
        })
    })
}
