//! Times on the command line.

use std::time::Duration;

/// Longer times make no sense, and could not be added to the present.
const MAX: Duration = Duration::from_secs(365 * 24 * 3600);

/// Reads a time such as `500ms` or `3m`.
///
/// # Errors
/// When it is not a time, or longer than a year.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text).map_err(|error| error.to_string())?;
    if time > MAX { Err("expected a year at most".to_owned()) } else { Ok(time) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_that_cannot_be_added_to_the_present_are_refused() {
        assert_eq!(parse_duration("1m 500ms"), Ok(Duration::from_millis(60_500)));
        assert_eq!(parse_duration("365days"), Ok(MAX));
        for bad in ["366days", "18446744073709551615s", "fast", "-1s", ""] {
            assert!(parse_duration(bad).is_err(), "{bad}");
        }
    }
}
