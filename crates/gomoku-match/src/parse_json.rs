//! JSON in lines of files, or in whole files, which the caller names.

use anyhow::anyhow;
use serde::de::DeserializeOwned;
use serde_json::error::{Category, Error};

/// Reads JSON.
///
/// # Errors
/// In plain words, with the column, and with the line behind the first one.
pub fn parse_json<T: DeserializeOwned>(text: &str) -> anyhow::Result<T> {
    serde_json::from_str(text).map_err(|error| json_error(&error))
}

/// What is wrong with JSON.
pub(crate) fn json_error(error: &Error) -> anyhow::Error {
    let column = |column: usize| match error.line() {
        0 | 1 => format!("column {column}"),
        line => format!("line {line}, column {column}"),
    };
    let at = column(error.column());
    match error.classify() {
        Category::Data => {
            let reason = error.to_string();
            let place = format!(" at line {} column {}", error.line(), error.column());
            match reason.strip_suffix(&place) {
                Some(reason) => anyhow!("{reason}, before {}", column(error.column() + 1)),
                None => anyhow!(reason),
            }
        }
        Category::Eof => anyhow!("JSON that ends too early, at {at}"),
        Category::Io | Category::Syntax => anyhow!("not JSON at {at}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::played::PlayedPair;

    #[test]
    fn errors_are_in_plain_words() {
        for (line, reason) in [
            ("{#pair\":0}", "not JSON at column 2"),
            ("{\"pair\":0", "JSON that ends too early, at column 9"),
            ("{\"pair\":0}", "missing field `games`, before column 11"),
            ("x", "not JSON at column 1"),
            ("{\"pair\":0,\n x}", "not JSON at line 2, column 2"),
            ("{\"pair\":0\n}", "missing field `games`, before line 2, column 2"),
        ] {
            let error = parse_json::<PlayedPair>(line).expect_err(line).to_string();
            assert_eq!(error, reason, "{line}");
        }
    }
}
