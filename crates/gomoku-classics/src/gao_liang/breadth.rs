//! How many candidates are searched in each layer.

use std::fmt;
use std::str::FromStr;

/// The number of candidates in each layer of the search; the last one holds for all deeper layers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breadth(Vec<usize>);

impl Breadth {
    /// The same number in every layer.
    pub fn uniform(candidates: usize) -> Self {
        Self(vec![candidates])
    }

    /// The number in a layer, counted from 0.
    pub fn of(&self, layer: u32) -> usize {
        let last = self.0.len() - 1;
        self.0[last.min(layer as usize)]
    }
}

impl fmt::Display for Breadth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |&breadth: &usize| match breadth {
            usize::MAX => "all".to_owned(),
            breadth => breadth.to_string(),
        };
        f.write_str(&self.0.iter().map(name).collect::<Vec<_>>().join(","))
    }
}

impl FromStr for Breadth {
    type Err = String;

    /// Reads `5`, `4,4,4,4,3,3,3` or `all`.
    fn from_str(text: &str) -> Result<Self, String> {
        let read = |word: &str| match word {
            "all" => Some(usize::MAX),
            word => word.parse().ok().filter(|&breadth| breadth > 0),
        };
        let breadths = text.split(',').map(read).collect::<Option<Vec<usize>>>();
        breadths.map(Self).ok_or_else(|| format!("{text:?}: expected 5, 4,4,3 or all"))
    }
}
