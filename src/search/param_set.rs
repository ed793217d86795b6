//! The parameters that an engine uses: a column for each rule, set by `NAME=VALUE`.

use std::fmt::Write;

use super::params::{Param, Params};
use gomoku_rules::Rule;

/// The values of all parameters under all rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParamSet([Params; Rule::ALL.len()]);

impl Default for ParamSet {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl ParamSet {
    /// The defaults.
    pub const DEFAULT: Self = {
        let [a, b, c, d, e] = Rule::ALL;
        Self([
            Params::defaults(a),
            Params::defaults(b),
            Params::defaults(c),
            Params::defaults(d),
            Params::defaults(e),
        ])
    };

    /// The defaults, changed by each of `settings` in turn.
    ///
    /// # Errors
    /// As [`ParamSet::set`].
    pub fn with_settings(settings: &[String]) -> Result<Self, String> {
        let mut params = Self::default();
        settings.iter().try_for_each(|setting| params.set(setting))?;
        Ok(params)
    }

    /// The values under `rule`.
    pub fn for_rule(&self, rule: Rule) -> &Params {
        &self.0[rule.index()]
    }

    /// Sets a parameter from `NAME=VALUE` for all rules, or from `RULE.NAME=VALUE` for one.
    ///
    /// # Errors
    /// When the text has another form, the rule or the name is unknown, or the value is out of range.
    /// Nothing is set then.
    pub fn set(&mut self, setting: &str) -> Result<(), String> {
        let (full_name, value) = setting
            .split_once('=')
            .ok_or_else(|| format!("expected NAME=VALUE, not {setting:?}"))?;
        let (rule, name) = match full_name.split_once('.') {
            Some((rule, name)) => (Some(parse_rule(rule)?), name),
            None => (None, full_name),
        };
        let Param { min, max, .. } = Params::row(name)?;
        let value = value.parse().ok().filter(|value| (min..=max).contains(&value));
        let value = value
            .ok_or_else(|| format!("expected {full_name} from {min} to {max}, not {setting:?}"))?;
        for set in Rule::ALL.into_iter().filter(|set| rule.is_none_or(|rule| rule == *set)) {
            if let Some(field) = self.0[set.index()].field(name) {
                *field = value;
            }
        }
        Ok(())
    }

    /// The table of the parameters for people: a line each, with the value of each rule where they
    /// differ. With `rule` the values of that rule alone, named as [`ParamSet::set`] takes them.
    pub fn table(&self, rule: Option<Rule>) -> String {
        let mut text = String::new();
        for row in Params::ROWS {
            let Param { min, max, step, doc, .. } = row;
            let name = full_name(row, rule);
            let value = match rule {
                None if !self.is_common(row) => {
                    let values = self.values(row).map(|(rule, value)| format!("{rule} {value}"));
                    values.collect::<Vec<_>>().join(", ")
                }
                rule => self.value(row, rule).to_string(),
            };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name} = {value}, from {min} to {max}, step {step}: {doc}");
        }
        text
    }

    /// The same as a JSON array of objects `name`, `value`, `default`, `min`, `max`, `step`, `doc` and,
    /// without `rule`, `values` by rule. Where these differ, `value` and `default` are the first rule's.
    pub fn json(&self, rule: Option<Rule>) -> String {
        let objects = Params::ROWS.iter().map(|row| {
            let Param { defaults, min, max, step, doc, .. } = row;
            let (name, value) = (full_name(row, rule), self.value(row, rule));
            let default = defaults[rule.map_or(0, Rule::index)];
            let values = if rule.is_none() { self.json_values(row) } else { String::new() };
            format!(
                "{{\"name\":\"{name}\",\"value\":{value},\"default\":{default},\"min\":{min},\
                 \"max\":{max},\"step\":{step},\"doc\":{doc:?}{values}}}"
            )
        });
        format!("[{}]\n", objects.collect::<Vec<_>>().join(","))
    }

    fn json_values(&self, row: &Param) -> String {
        let values = self.values(row).map(|(rule, value)| format!("\"{rule}\":{value}"));
        format!(",\"values\":{{{}}}", values.collect::<Vec<_>>().join(","))
    }

    fn values(&self, row: &Param) -> impl Iterator<Item = (Rule, i32)> {
        let name = row.name;
        Rule::ALL.into_iter().filter_map(move |rule| Some((rule, self.for_rule(rule).get(name)?)))
    }

    /// The value under `rule`, or under the first rule.
    fn value(&self, row: &Param, rule: Option<Rule>) -> i32 {
        let mut values = self.values(row);
        let value = values.find(|(of, _)| rule.is_none_or(|rule| rule == *of));
        value.map_or(row.defaults[0], |(_, value)| value)
    }

    /// Whether all rules share the value.
    fn is_common(&self, row: &Param) -> bool {
        let first = self.value(row, None);
        self.values(row).all(|(_, value)| value == first)
    }
}

/// The name of a parameter, as [`ParamSet::set`] takes it.
fn full_name(row: &Param, rule: Option<Rule>) -> String {
    rule.map_or_else(|| row.name.to_owned(), |rule| format!("{rule}.{}", row.name))
}

fn parse_rule(name: &str) -> Result<Rule, String> {
    let names = || Rule::ALL.map(|rule| rule.to_string()).join(", ");
    name.parse().map_err(|_| format!("unknown rule {name:?}, expected one of {}", names()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_holds_for_all_rules_or_for_one() {
        let mut params = ParamSet::default();
        for row in Params::ROWS {
            for value in [row.min, row.max] {
                assert_eq!(params.set(&format!("{}={value}", row.name)), Ok(()));
                assert!(params.values(row).all(|(_, now)| now == value));
            }
            for rule in Rule::ALL {
                assert_eq!(params.set(&format!("{rule}.{}={}", row.name, row.min)), Ok(()));
                assert_eq!(params.for_rule(rule).get(row.name), Some(row.min));
                assert_eq!(params.set(&format!("{}={}", row.name, row.max)), Ok(()));
            }
        }
        params.set("renju.razor_depth=7").expect("a good setting");
        let depths = Rule::ALL.map(|rule| params.for_rule(rule).razor_depth);
        assert_eq!(depths, [12, 12, 7, 12, 12]);
    }

    #[test]
    fn bad_settings_are_refused_with_a_reason() {
        let refusal = |text: &str| {
            let mut params = ParamSet::default();
            let error = params.set(text).expect_err(text);
            assert_eq!(params, ParamSet::default());
            error
        };
        assert_eq!(refusal("razor_depth"), "expected NAME=VALUE, not \"razor_depth\"");
        assert!(refusal("razor=1").starts_with("unknown parameter \"razor\", expected one of fu"));
        assert!(
            refusal("gomoku.razor_depth=1")
                .starts_with("unknown rule \"gomoku\", expected one of freestyle, ")
        );
        for value in ["", "-1", "13", "3.5", "three", "99999999999"] {
            let text = format!("razor_depth={value}");
            assert_eq!(refusal(&text), format!("expected razor_depth from 0 to 12, not {text:?}"));
            let text = format!("renju.razor_depth={value}");
            assert_eq!(
                refusal(&text),
                format!("expected renju.razor_depth from 0 to 12, not {text:?}")
            );
        }
    }

    #[test]
    fn the_table_shows_every_rule_where_they_differ() {
        let params = ParamSet::with_settings(&["caro.razor_depth=5".to_owned()]).expect("good");
        let line = |rule| {
            let table = params.table(rule);
            let line = table.lines().find(|line| line.contains("razor_depth = "));
            line.expect("its line").split(',').next().map(str::to_owned)
        };
        assert!(params.table(None).contains(
            "\nrazor_depth = freestyle 3, standard 3, renju 3, caro 5, caro-overline 3, from 0 to 12, "
        ));
        assert_eq!(line(Some(Rule::Caro)).as_deref(), Some("caro.razor_depth = 5"));
        assert_eq!(line(Some(Rule::Renju)).as_deref(), Some("renju.razor_depth = 3"));
        assert!(params.table(None).contains("\nfutility_depth = 9, from 1 to 24, step 1: Fut"));
        let json = params.json(None);
        assert!(
            json.contains(
                "{\"name\":\"razor_depth\",\"value\":3,\"default\":3,\"min\":0,\"max\":12,"
            )
        );
        assert!(json.contains("{\"freestyle\":3,\"standard\":3,\"renju\":3,\"caro\":5,"));
        let caro = params.json(Some(Rule::Caro));
        assert!(caro.contains("{\"name\":\"caro.razor_depth\",\"value\":5,\"default\":3,"));
        assert!(!caro.contains("values"));
    }
}
