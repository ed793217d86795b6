//! `-openings` of fastchess: a book whose name says the rule and the board, which chess need not say.

use anyhow::{Context, bail};
use std::path::Path;

use super::options::FastchessOption;
use gomoku_rules::{Rule, Size};

/// The words of `shisan match` about the openings.
///
/// # Errors
/// When an option cannot be read, or the name of the book says no rule and board.
pub(super) fn openings(
    option: &FastchessOption,
    notes: &mut Vec<String>,
) -> anyhow::Result<Vec<String>> {
    notes.extend(option.unknown(|key| ["file", "format", "order", "start"].contains(&key)));
    let file = option.value("file").with_context(|| format!("{option}: expected file=NAME"))?;
    let (rule, size) = rule_and_size(file).with_context(|| {
        format!("-openings file={file}: expected a name that begins by rule and board, such as renju15.txt")
    })?;
    let start = option.value("start").unwrap_or("1");
    let start: u64 = match start.parse() {
        Ok(start @ 1..) => start,
        _ => bail!("-openings start={start}: expected a whole number from 1 on"),
    };
    // OpenBench takes rounds for games: it lets the next client start half as many openings later as this one
    // plays, and engines of fixed nodes would repeat half of these games. Twice the step leaves no overlap.
    let first = start.saturating_mul(2) - 1;
    let mut words = vec![
        format!("--rule={rule}"),
        format!("--size={size}"),
        format!("--openings={file}"),
        format!("--first={first}"),
        // A book that is too small begins again with its mirror images.
        "--transform".to_owned(),
    ];
    match option.value("order").unwrap_or("sequential") {
        "random" => {}
        "sequential" => words.push("--sequential".to_owned()),
        order => bail!("-openings order={order}: expected random or sequential"),
    }
    Ok(words)
}

/// What the name of a book begins by: `caro-overline15.txt`, `freestyle-20-long.txt`, `standard15x20.txt`.
fn rule_and_size(file: &str) -> Option<(Rule, Size)> {
    let name = Path::new(file).file_name()?.to_str()?;
    let rule = Rule::ALL.into_iter().filter(|rule| name.starts_with(rule.name()));
    let rule = rule.max_by_key(|rule| rule.name().len())?;
    let rest = name[rule.name().len()..].trim_start_matches('-');
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != 'x').unwrap_or(rest.len());
    Some((rule, rest[..end].parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_says_rule_and_board() {
        for (name, rule, width, height) in [
            ("Books/standard15.txt", Rule::Standard, 15, 15),
            ("caro-overline15.txt", Rule::CaroOverline, 15, 15),
            ("caro15", Rule::Caro, 15, 15),
            ("freestyle-20-long.txt", Rule::Freestyle, 20, 20),
            ("renju15x20_v2.txt", Rule::Renju, 15, 20),
        ] {
            assert_eq!(
                rule_and_size(name),
                Some((rule, Size::new(width, height).expect("a size")))
            );
        }
        for name in ["Pohl.epd", "renju.txt", "15renju.txt", "renju4.txt", "renju15x.txt", ""] {
            assert_eq!(rule_and_size(name), None, "{name}");
        }
    }
}
