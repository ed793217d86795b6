//! The command at the head of a file of openings.

use gomoku_rules::{Rule, Size, without_byte_order_mark};

/// What the first line of a file of openings says of the `shisan openings` command that made it.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpeningsCommand {
    /// The rule of the openings.
    pub rule: Option<Rule>,
    /// Their board.
    pub size: Option<Size>,
}

impl OpeningsCommand {
    /// The command at the head of `text`; nothing if there is none.
    pub fn of(text: &str) -> Self {
        let mut words =
            without_byte_order_mark(text).lines().next().unwrap_or_default().split_whitespace();
        if words.next() != Some("#") || words.nth(1) != Some("openings") {
            return Self::default();
        }
        let words: Vec<&str> = words.collect();
        let value = |option| words.windows(2).find(|pair| pair[0] == option).map(|pair| pair[1]);
        Self {
            rule: value("--rule").and_then(|rule| rule.parse().ok()),
            size: value("--size").and_then(|size| size.parse().ok()),
        }
    }
}
