//! JSON in files of lines, of which the caller names the file and the line.

use anyhow::anyhow;
use serde::de::DeserializeOwned;
use serde_json::error::{Category, Error};

/// Reads a line of JSON.
///
/// # Errors
/// In plain words, with the column.
pub fn parse_json<T: DeserializeOwned>(line: &str) -> anyhow::Result<T> {
    serde_json::from_str(line).map_err(|error| json_error(&error))
}

/// What is wrong with a line of JSON. The library counts lines as well, of which there is one.
pub(crate) fn json_error(error: &Error) -> anyhow::Error {
    let column = error.column();
    match error.classify() {
        Category::Data => {
            let reason = error.to_string();
            let place = format!(" at line {} column {column}", error.line());
            match reason.strip_suffix(&place) {
                Some(reason) => anyhow!("{reason}, before column {}", column + 1),
                None => anyhow!(reason),
            }
        }
        Category::Eof => anyhow!("JSON that ends too early, at column {column}"),
        Category::Io | Category::Syntax => anyhow!("not JSON at column {column}"),
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
        ] {
            let error = parse_json::<PlayedPair>(line).expect_err(line).to_string();
            assert_eq!(error, reason, "{line}");
        }
    }
}
