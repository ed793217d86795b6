//! Times, sizes and counts, as people write and read them.

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use bytesize::ByteSize;

/// Longer times make no sense, and could not be added to the present.
const MAX: Duration = Duration::from_secs(365 * 24 * 3600);

/// More things at a time than a machine has cores for, and few enough for its threads.
pub(crate) const MAX_JOBS: usize = 1024;

/// So many things, such as `1 game` and `2 games`.
pub fn counted(count: impl Copy + Display + PartialEq + From<u8>, one: &str) -> String {
    if count == 1.into() { format!("{count} {one}") } else { format!("{count} {one}s") }
}

/// The file, or the number of several, as the subject of an error.
pub fn named(files: &[PathBuf]) -> String {
    match files {
        [file] => file.display().to_string(),
        files => format!("{} files", files.len()),
    }
}

/// Milliseconds, to be printed.
pub(crate) fn millis(micros: i64) -> f64 {
    let millis = 1000.0 * Duration::from_micros(micros.unsigned_abs()).as_secs_f64();
    if micros < 0 { -millis } else { millis }
}

/// Reads how many things to do at the same time.
///
/// # Errors
/// When it is not a number from 1 to 1024.
pub fn parse_jobs(text: &str) -> Result<usize, String> {
    let jobs = text.parse().ok().filter(|jobs| (1..=MAX_JOBS).contains(jobs));
    jobs.ok_or_else(|| format!("expected a whole number from 1 to {MAX_JOBS}"))
}

/// Reads how many things there are to be.
///
/// # Errors
/// When it is not a number from 1.
pub fn parse_count(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|&count| count > 0);
    count.ok_or_else(|| "expected a whole number from 1".to_owned())
}

/// Reads a rate.
///
/// # Errors
/// When it is not a finite number above 0.
pub fn parse_rate<N: FromStr + Copy + Into<f64>>(text: &str) -> Result<N, String> {
    finite(text).filter(|&rate: &N| rate.into() > 0.0).ok_or("expected a rate above 0".to_owned())
}

/// Reads a weight.
///
/// # Errors
/// When it is not a finite number from 0.
pub fn parse_weight<N: FromStr + Copy + Into<f64>>(text: &str) -> Result<N, String> {
    let weight = finite(text).filter(|&weight: &N| weight.into() >= 0.0);
    weight.ok_or("expected a weight of 0 or more".to_owned())
}

fn finite<N: FromStr + Copy + Into<f64>>(text: &str) -> Option<N> {
    text.parse().ok().filter(|&number: &N| number.into().is_finite())
}

/// Reads a time such as `500ms` or `3m`.
///
/// # Errors
/// When it is not a time, or longer than a year.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text).map_err(|error| error.to_string())?;
    if time > MAX { Err("expected a year at most".to_owned()) } else { Ok(time) }
}

/// Reads a limit of time, which brains are sent in whole milliseconds.
///
/// # Errors
/// When it is not a time, longer than a year, or would become 0.
pub fn parse_time_limit(text: &str) -> Result<Duration, String> {
    let time = parse_duration(text)?;
    let becomes_zero = !time.is_zero() && time < Duration::from_millis(1);
    if becomes_zero { Err("expected 1ms or more".to_owned()) } else { Ok(time) }
}

/// Reads the time for all moves of a game.
///
/// # Errors
/// As [`parse_time_limit`], and when it is 0.
pub fn parse_match_time(text: &str) -> Result<Duration, String> {
    let time = parse_time_limit(text)?;
    let is_limit = !time.is_zero();
    is_limit.then_some(time).ok_or("expected 1ms or more: 0 means no limit to brains".to_owned())
}

/// Reads a number of bytes such as `350MiB`. Only 0 needs no unit.
///
/// # Errors
/// When it is not a size, or has no unit.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let text = text.trim();
    if text == "0" {
        return Ok(0);
    }
    let is_bare = text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    if is_bare {
        return Err(format!("give a unit, such as {text}MiB"));
    }
    let size: Result<ByteSize, _> = text.parse();
    size.map(|size| size.as_u64()).map_err(|_| "expected a size such as 350MiB".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_one() {
        assert_eq!([0, 1, 2].map(|count| counted(count, "game")), ["0 games", "1 game", "2 games"]);
    }

    #[test]
    fn a_move_an_hour_early_is_not_late() {
        let texts =
            [-3_600_000_000, 0, 3_600_000_000].map(|micros| format!("{:.1}", millis(micros)));
        assert_eq!(texts, ["-3600000.0", "0.0", "3600000.0"]);
    }

    #[test]
    fn times_that_cannot_be_added_to_the_present_are_refused() {
        assert_eq!(parse_duration("1m 500ms"), Ok(Duration::from_millis(60_500)));
        assert_eq!(parse_duration("365days"), Ok(MAX));
        for bad in ["366days", "18446744073709551615s", "fast", "-1s", "", "5"] {
            assert!(parse_duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn limits_of_time_are_not_rounded_to_zero() {
        for text in ["0ms", "1ms", "1500us"] {
            assert_eq!(parse_time_limit(text), parse_duration(text), "{text}");
        }
        for bad in ["999us", "1ns"] {
            assert_eq!(parse_time_limit(bad), Err("expected 1ms or more".into()), "{bad}");
        }
        assert!(parse_time_limit("366days").is_err());
        assert_eq!(parse_match_time("1ms"), Ok(Duration::from_millis(1)));
        for bad in ["0s", "0ms", "999us", "366days"] {
            assert!(parse_match_time(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn jobs_are_bounded() {
        assert_eq!((parse_jobs("1"), parse_jobs("1024")), (Ok(1), Ok(1024)));
        for bad in ["0", "1025", "-1", "many", "", "18446744073709551616"] {
            let refusal = "expected a whole number from 1 to 1024";
            assert_eq!(parse_jobs(bad), Err(refusal.to_owned()), "{bad}");
        }
    }

    #[test]
    fn rates_and_weights_are_finite() {
        assert_eq!(parse_rate("0.002"), Ok(0.002_f64));
        assert_eq!((parse_weight("0"), parse_weight("1e9")), (Ok(0.0_f32), Ok(1e9_f32)));
        for bad in ["nan", "inf", "-inf", "-1", "1e39", "", "fast"] {
            assert!(parse_rate::<f32>(bad).is_err() && parse_weight::<f32>(bad).is_err(), "{bad}");
        }
        for none in ["0", "-0", "1e-60"] {
            assert_eq!(parse_rate::<f32>(none), Err("expected a rate above 0".into()), "{none}");
        }
    }

    #[test]
    fn sizes_have_a_unit() {
        for (text, bytes) in
            [("350MiB", 350 << 20), ("1.5 GiB", 3 << 29), ("83MB", 83_000_000), ("7B", 7), ("0", 0)]
        {
            assert_eq!(parse_bytes(text), Ok(bytes), "{text}");
        }
        for bare in ["350", " 350 ", "1.5"] {
            let refusal = format!("give a unit, such as {}MiB", bare.trim());
            assert_eq!(parse_bytes(bare), Err(refusal));
        }
        for bad in ["", "much", "-1MiB", "MiB", "350XB"] {
            assert_eq!(parse_bytes(bad), Err("expected a size such as 350MiB".into()), "{bad}");
        }
    }
}
