//! What each code threatens, by rule and side.

use std::sync::LazyLock;

use super::code::{CODES, code_of, multisets};
use super::threat::Threat;
use gomoku_rules::{Rule, Side};

/// What a code means to one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CodeInfo {
    /// What a stone on the cell threatens.
    pub threat: Threat,
    /// The threat as the map counts it: everything below a three counts as nothing, so that most
    /// stones change few counts.
    pub counted: Threat,
}

/// The meanings of all codes under one rule.
#[derive(Debug)]
pub struct CodeTable([Box<[CodeInfo; CODES]>; 2]);

impl CodeTable {
    /// The table of `rule`, built when the rule is first used.
    pub fn of(rule: Rule) -> &'static Self {
        static TABLES: [LazyLock<CodeTable>; 5] = [
            LazyLock::new(|| CodeTable::build(Rule::Freestyle)),
            LazyLock::new(|| CodeTable::build(Rule::Standard)),
            LazyLock::new(|| CodeTable::build(Rule::Renju)),
            LazyLock::new(|| CodeTable::build(Rule::Caro)),
            LazyLock::new(|| CodeTable::build(Rule::CaroOverline)),
        ];
        &TABLES[rule.index()]
    }

    /// What `code` means to `side`.
    #[inline]
    pub fn info(&self, side: Side, code: u16) -> CodeInfo {
        self.0[side.index()][code as usize]
    }

    fn build(rule: Rule) -> Self {
        Self(Side::BOTH.map(|side| {
            let mut infos = vec![CodeInfo::default(); CODES];
            for patterns in multisets() {
                let threat = Threat::of(patterns, rule, side);
                let counted = threat.counted();
                infos[usize::from(code_of(patterns))] = CodeInfo { threat, counted };
            }
            infos.try_into().unwrap_or_else(|_| unreachable!("the length is CODES"))
        }))
    }
}
