//! The parameters of the search, a row each, with a value for each rule. Scores are in points of the
//! evaluation, depths in plies.

use gomoku_rules::Rule;

/// The number of rules.
const RULES: usize = Rule::ALL.len();

/// A parameter: a row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name, a field of [`Params`].
    pub name: &'static str,
    /// The default of each rule, in the order of [`Rule::ALL`].
    pub defaults: [i32; RULES],
    /// The smallest value that makes sense.
    pub min: i32,
    /// The largest.
    pub max: i32,
    /// About the smallest change that can be felt in play.
    pub step: i32,
    /// What it is.
    pub doc: &'static str,
}

/// The values of a row by rule: one that all rules share, or one for each.
const fn by_rule(values: &[i32]) -> [i32; RULES] {
    assert!(values.len() == 1 || values.len() == RULES, "one value, or one for each rule");
    let mut column = [values[0]; RULES];
    let mut rule = 1;
    while rule < values.len() {
        column[rule] = values[rule];
        rule += 1;
    }
    column
}

/// Makes [`Params`] of rows `/// doc`, `name: defaults in min..=max, step;`. The defaults are one value
/// for all rules or, in the order of [`Rule::ALL`], one for each.
macro_rules! params {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident: $($default:literal)+ in $min:literal..=$max:literal, $step:literal;
    )+) => {
        /// The values that a search uses under one rule.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[doc = $doc])+ pub $name: i32,)+
        }

        impl Params {
            /// All rows.
            pub const ROWS: &[Param] = &[$(Param {
                name: stringify!($name),
                defaults: by_rule(&[$($default),+]),
                min: $min,
                max: $max,
                step: $step,
                doc: concat!($($doc),+).trim_ascii(),
            },)+];

            /// The defaults under `rule`.
            pub const fn defaults(rule: Rule) -> Self {
                Self { $($name: by_rule(&[$($default),+])[rule.index()],)+ }
            }

            /// The value of the parameter of this name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)+
                    _ => None,
                }
            }

            /// The field of this name, to set it.
            pub(super) fn field(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }
    };
}

params! {
    /// Futility pruning: how much the margin grows with each ply of depth.
    futility_margin: 80 in 10..=400, 10;
    /// Futility pruning: below this depth.
    futility_depth: 9 in 1..=24, 1;
    /// Razoring: how much the margin grows with each ply of depth.
    razor_margin: 60 in 10..=400, 8;
    /// Razoring: up to this depth.
    razor_depth: 3 in 0..=12, 1;
    /// Internal iterative reduction (IIR): from this depth on.
    iir_depth: 6 in 2..=16, 1;
    /// Late move reduction (LMR): from this depth on.
    lmr_depth: 2 in 2..=8, 1;
    /// Late move reduction: percent of ln(depth) * ln(move count), in plies.
    lmr_factor: 90 in 20..=300, 6;
    /// Late move reduction: history points that change it by one ply.
    lmr_history: 6000 in 500..=20000, 600;
    /// Policy reduction: points of ordering score below the first move that reduce a move by one ply,
    /// and twice as many by two.
    policy_reduction_step: 50 in 5..=500, 5;
    /// Late move pruning: the move count limit at depth 0, to which each ply of depth adds one.
    move_count_base: 3 in 1..=24, 1;
    /// Late move pruning: what the square of the depth adds to the limit, in 128ths.
    move_count_square: 16 in 0..=256, 3;
    /// Fail-high reduction: how far above beta the static evaluation must be, for each ply of depth.
    fail_high_margin: 15 in 0..=200, 3;
    /// Alpha-raise reduction: below this depth.
    alpha_raise_depth: 12 in 0..=40, 1;
    /// Useless-evasion pruning: below this depth.
    useless_evasion_depth: 5 in 0..=40, 1;
    /// Re-search extension: a reduced move is searched again a ply deeper if its score is this far above
    /// alpha.
    deeper_margin: 34 in 0..=1000, 8;
    /// Re-search extension by one ply: what each ply of reduction adds to the margin.
    deeper_step: 11 in 0..=200, 4;
    /// Re-search extension: two plies deeper if its score is this far above alpha.
    much_deeper_margin: 349 in 0..=3000, 40;
    /// Re-search extension by two plies: what each ply of reduction adds to the margin.
    much_deeper_step: 26 in 0..=400, 8;
    /// Aspiration windows: half of the first window.
    aspiration_delta: 24 in 4..=200, 3;
    /// Aspiration windows: above this depth.
    aspiration_depth: 4 in 1..=12, 1;
    /// Move ordering: points for 8192 points of main history.
    history_weight: 32 in 0..=1024, 8;
    /// Move ordering: points for a killer move.
    killer_score: 40 in 0..=400, 6;
    /// Move ordering: points for the counter-move.
    counter_score: 25 in 0..=400, 5;
    /// Quiescence search: maximum depth of continuous fours.
    quiesce_plies: 40 in 0..=200, 4;
    /// Network: moves are scored by it at nodes of this depth and more.
    policy_depth: 2 in 0..=16, 1;
    /// Network: left out in quiescence search this far outside the window.
    leaf_network_margin: 200 in 0..=5000, 100;
    /// Network: left out at inner nodes this far outside the bounds of razoring and futility pruning.
    node_network_margin: 200 in 0..=5000, 100;
    /// Parallel search: moves that another thread is searching are deferred from this depth on.
    defer_depth: 3 in 1..=16, 1;
    /// Parallel search: below this depth a thread skips an iteration that half of the threads have reached.
    skip_depth: 13 in 0..=64, 1;
}

impl Params {
    /// The row of this name.
    ///
    /// # Errors
    /// When there is none; the message lists all names.
    pub fn row(name: &str) -> Result<&'static Param, String> {
        let names = || Self::ROWS.iter().map(|row| row.name).collect::<Vec<_>>().join(", ");
        let row = Self::ROWS.iter().find(|row| row.name == name);
        row.ok_or_else(|| format!("unknown parameter {name:?}, expected one of {}", names()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_its_field_within_its_range() {
        for row in Params::ROWS {
            for rule in Rule::ALL {
                let mut params = Params::defaults(rule);
                assert_eq!(params.get(row.name), Some(row.defaults[rule.index()]));
                assert!((row.min..=row.max).contains(&row.defaults[rule.index()]), "{row:?}");
                *params.field(row.name).expect("its field") = row.max;
                assert_eq!(params.get(row.name), Some(row.max));
            }
            assert!(row.step > 0 && row.step < row.max - row.min, "{row:?}");
            assert!(!row.doc.is_empty() && row.doc == row.doc.trim(), "{row:?}");
        }
    }

    #[test]
    fn a_row_has_one_value_or_one_for_each_rule() {
        assert_eq!(by_rule(&[7]), [7; 5]);
        assert_eq!(by_rule(&[1, 2, 3, 4, 5]), [1, 2, 3, 4, 5]);
    }
}
