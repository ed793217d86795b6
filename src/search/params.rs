//! The tunable numbers of the search, each written once, and brains that play with others. Points are
//! those of the evaluation; depths are in plies.

use std::sync::OnceLock;

/// A tunable number: a row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name, a field of [`Params`].
    pub name: &'static str,
    /// The value that is played with.
    pub default: i32,
    /// The least value that makes sense.
    pub least: i32,
    /// The greatest.
    pub most: i32,
    /// About the smallest change that play may feel.
    pub step: i32,
    /// What it is.
    pub doc: &'static str,
}

/// Makes [`Params`] of rows `/// doc`, `name: default in least..=most, step;`.
macro_rules! params {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident: $default:literal in $least:literal..=$most:literal, $step:literal;
    )+) => {
        /// The numbers that a search plays with.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[doc = $doc])+ pub $name: i32,)+
        }

        impl Params {
            /// All rows.
            pub const ROWS: &[Param] = &[$(Param {
                name: stringify!($name),
                default: $default,
                least: $least,
                most: $most,
                step: $step,
                doc: concat!($($doc),+).trim_ascii(),
            },)+];

            /// The value of the row of this name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)+
                    _ => None,
                }
            }

            fn field(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }

        impl Default for Params {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }
    };
}

params! {
    /// Points that the value may change within one ply without a search noticing: the margin of
    /// futility pruning grows by this much a ply.
    futility_margin: 80 in 10..=400, 10;
    /// Futility pruning ends here.
    futility_depth: 9 in 1..=24, 1;
    /// Razoring drops into continuous fours when the value is this far below alpha, a ply.
    razor_margin: 60 in 10..=400, 8;
    /// Razoring ends here.
    razor_depth: 3 in 0..=12, 1;
    /// Nodes from this depth on that know no move of the table are searched a ply less deep.
    iir_depth: 6 in 2..=16, 1;
    /// Moves are reduced from this depth on.
    lmr_depth: 2 in 2..=8, 1;
    /// Percent of ln(depth) * ln(number of the move) by which a late move is reduced, in plies.
    lmr_factor: 90 in 20..=300, 6;
    /// Points of move score below that of the node's first move that reduce a move by one ply, twice
    /// at most.
    policy_reduction_step: 50 in 5..=500, 5;
    /// History points that change a reduction by one ply.
    lmr_history: 6000 in 500..=20000, 600;
    /// Move-count pruning: a node tries this many moves, one more a ply of depth, and ...
    move_count_base: 3 in 1..=24, 1;
    /// ... this many 128ths of the square of its depth.
    move_count_square: 16 in 0..=256, 3;
    /// Moves are searched a ply less deep where a cutoff is expected and the value stands above beta by
    /// this much a ply.
    fail_high_margin: 15 in 0..=200, 3;
    /// Once a move has raised alpha, the others are searched a ply less deep in nodes above the leaves
    /// and below this depth.
    alpha_raise_depth: 12 in 0..=40, 1;
    /// Against an open four, moves far from the last two stones that do not touch it are left out below
    /// this depth.
    useless_evasion_depth: 5 in 0..=40, 1;
    /// A late move that a reduced search finds this far above alpha, and more the more it
    /// was reduced, is searched a ply deeper than one that was not late.
    deeper_margin: 34 in 0..=1000, 8;
    /// What a ply of reduction adds to `deeper_margin`.
    deeper_step: 11 in 0..=200, 4;
    /// ... and two plies deeper this far above.
    much_deeper_margin: 349 in 0..=3000, 40;
    /// What a ply of reduction adds to `much_deeper_margin`.
    much_deeper_step: 26 in 0..=400, 8;
    /// Half of the first aspiration window, in points.
    aspiration_delta: 24 in 4..=200, 3;
    /// Iterations before the first aspiration window.
    aspiration_depth: 4 in 1..=12, 1;
    /// Points of move score that 8192 history points weigh as much as.
    history_weight: 32 in 0..=1024, 8;
    /// Points of a killer move.
    killer_score: 40 in 0..=400, 6;
    /// Points of the move that last refuted the opponent's move.
    counter_score: 25 in 0..=400, 5;
    /// Continuous fours at the leaves go on for this many plies.
    quiesce_plies: 40 in 0..=200, 4;
    /// Workers avoid each other's moves from this depth on.
    defer_depth: 3 in 1..=16, 1;
}

/// Values given on the command line.
static TRIAL: OnceLock<Params> = OnceLock::new();

/// The values that every search of this process plays with.
pub fn params() -> Params {
    TRIAL.get().copied().unwrap_or_default()
}

/// Plays with the values of `settings`, each `NAME=VALUE`, from now on. To be called once, before any
/// search.
///
/// # Errors
/// As [`Params::set`], or when others were taken before.
pub fn try_params(settings: &[String]) -> Result<(), String> {
    let mut params = Params::default();
    for setting in settings {
        params.set(setting)?;
    }
    TRIAL.set(params).map_err(|_| "values were given before".to_owned())
}

/// The parameters with the values that this process plays with: a line each for people, or a JSON
/// array of objects `name`, `value`, `default`, `min`, `max`, `step` and `doc`.
pub fn list_params(json: bool) -> String {
    let played = params();
    let rows = Params::ROWS.iter().map(|row| {
        let Param { name, default, least, most, step, doc } = row;
        let value = played.get(name).unwrap_or(*default);
        if json {
            format!(
                "{{\"name\":\"{name}\",\"value\":{value},\"default\":{default},\"min\":{least},\
                 \"max\":{most},\"step\":{step},\"doc\":{doc:?}}}"
            )
        } else {
            format!("{name} = {value}, from {least} to {most}, step {step}: {doc}\n")
        }
    });
    if json { format!("[{}]\n", rows.collect::<Vec<_>>().join(",")) } else { rows.collect() }
}

impl Params {
    /// The row of this name.
    ///
    /// # Errors
    /// When there is none; the message lists those that are.
    pub fn row(name: &str) -> Result<&'static Param, String> {
        let names = || Self::ROWS.iter().map(|row| row.name).collect::<Vec<_>>().join(", ");
        let row = Self::ROWS.iter().find(|row| row.name == name);
        row.ok_or_else(|| format!("no value of the search is named {name:?}, but {}", names()))
    }

    /// Takes another value from text of the form `NAME=VALUE`.
    ///
    /// # Errors
    /// When the text has another form, the name is unknown or the value outside its range.
    pub fn set(&mut self, setting: &str) -> Result<(), String> {
        let (name, value) = setting
            .split_once('=')
            .ok_or_else(|| format!("expected NAME=VALUE, not {setting:?}"))?;
        let Param { name, least, most, .. } = Self::row(name)?;
        let value = value.parse().ok().filter(|value| (least..=most).contains(&value));
        let value = value
            .ok_or_else(|| format!("expected {name} from {least} to {most}, not {setting:?}"))?;
        if let Some(field) = self.field(name) {
            *field = value;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_its_field_within_its_range() {
        for row in Params::ROWS {
            let mut params = Params::default();
            assert_eq!(params.get(row.name), Some(row.default));
            assert!((row.least..=row.most).contains(&row.default), "{row:?}");
            assert!(row.step > 0 && row.step < row.most - row.least, "{row:?}");
            assert!(!row.doc.is_empty() && row.doc == row.doc.trim(), "{row:?}");
            for value in [row.least, row.most] {
                assert_eq!(params.set(&format!("{}={value}", row.name)), Ok(()));
                assert_eq!(params.get(row.name), Some(value));
            }
        }
    }

    #[test]
    fn bad_settings_are_refused_with_a_reason() {
        let refusal = |text: &str| Params::default().set(text).expect_err(text);
        assert_eq!(refusal("razor_depth"), "expected NAME=VALUE, not \"razor_depth\"");
        assert!(
            refusal("razor=1").starts_with("no value of the search is named \"razor\", but fu")
        );
        for value in ["", "-1", "13", "3.5", "three", "99999999999"] {
            let text = format!("razor_depth={value}");
            assert_eq!(refusal(&text), format!("expected razor_depth from 0 to 12, not {text:?}"));
        }
    }
}
