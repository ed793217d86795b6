//! The action `convert`: games from one format of record to another, or to the fields of a query.

use crate::request::given_size;
use crate::schema::{Conversion, Problem, Query};
use gomoku_rules::record::{Format, Record, RecordError};
use gomoku_rules::{CellNames, Coords, Rule, Size};

/// Converts the games of `query`, whose cells are named as `coords` says unless it says it.
///
/// # Errors
/// When a field is wrong, or at the first malformed place of the text.
pub fn convert(query: &Query, coords: Coords) -> Result<Conversion, Problem> {
    converted(query, coords).map_err(|problem| problem.of_query(&query.names))
}

fn converted(query: &Query, coords: Coords) -> Result<Conversion, Problem> {
    let Some(text) = &query.text else { return Err(Problem::of("text", "expected games")) };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let from = format("from", query.from.as_deref())?.unwrap_or_else(|| Format::detect(text));
    let to = format("to", query.to.as_deref())?;
    let games = read_games(text, from, given_size(query)?);
    let games = games.map_err(|error| Problem::of("text", error.to_string()))?;
    let Some(first) = games.first() else { return Err(Problem::of("text", "there is no game")) };
    let count = games.len();
    if let Some(to) = to {
        let texts: Vec<String> = games.iter().map(|game| to.write(game)).collect();
        let text = Some(texts.join(to.separator()));
        return Ok(Conversion { games: count, text, rule: None, size: None, moves: None });
    }
    let names = CellNames { coords: query.coords.unwrap_or(coords), size: first.size };
    Ok(Conversion {
        games: count,
        text: None,
        rule: Some(first.rule.map(|rule| rule.name().to_owned())),
        size: Some([first.size.width(), first.size.height()]),
        moves: Some(first.cells().map(|pos| names.name(pos)).collect()),
    })
}

fn format(field: &str, name: Option<&str>) -> Result<Option<Format>, Problem> {
    let format = name.map(str::parse::<Format>).transpose();
    format.map_err(|error| Problem::of(field, error.to_string()))
}

/// The games in `text`. Those that do not state their board are on one of `size`; without it, on the board
/// of the `shisan openings` command that the text begins with, or on 15x15.
///
/// # Errors
/// At the first malformed place.
pub fn read_games(
    text: &str,
    format: Format,
    size: Option<Size>,
) -> Result<Vec<Record>, RecordError> {
    let command = OpeningsCommand::of(text);
    let size = size.or(command.size).unwrap_or(Size::square(15));
    let mut games = format.read(text, size)?;
    for game in &mut games {
        game.rule = game.rule.or(command.rule);
    }
    Ok(games)
}

/// What the first line of a file of openings says of the command that made it.
#[derive(Default)]
struct OpeningsCommand {
    rule: Option<Rule>,
    size: Option<Size>,
}

impl OpeningsCommand {
    fn of(text: &str) -> Self {
        let mut words = text.lines().next().unwrap_or_default().split_whitespace();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn converted(query: &str) -> Result<Conversion, Problem> {
        let (query, warnings) = parse(1, query.as_bytes()).query.expect("a query");
        assert_eq!(warnings, []);
        convert(&query, Coords::Top)
    }

    fn text(query: &str) -> String {
        converted(query).expect(query).text.expect("a text")
    }

    #[test]
    fn a_text_becomes_another() {
        assert_eq!(text(r#"{"text":"h8i9","to":"offsets"}"#), "0,0, 1,1\n");
        assert_eq!(text(r#"{"text":"0,0, 1,1\n0,1","from":"offsets","to":"pos"}"#), "h8i9\nh9\n");
        let psq = text(r#"{"text":"h8i9","size":20,"to":"psq"}"#);
        assert!(psq.starts_with("Piskvorky 20x20"), "{psq}");
        let openings = r##"{"text":"# shisan openings --rule renju --size 9\n0,0","to":"sgf"}"##;
        let sgf = text(openings);
        assert!(sgf.contains("SZ[9]") && sgf.contains("RU[renju]"), "{sgf}");
    }

    #[test]
    fn a_text_becomes_the_fields_of_a_query() {
        let sgf = r#"{"text":"\ufeff(;GM[4]SZ[20:15]RU[renju];B[aa];W[ta])","coords":"bottom"}"#;
        let found = converted(sgf).expect("a game");
        assert_eq!((found.games, found.text), (1, None));
        assert_eq!((found.rule, found.size), (Some(Some("renju".to_owned())), Some([20, 15])));
        assert_eq!(found.moves.expect("moves"), ["a15", "t15"]);
        let found = converted(r#"{"text":"h8\ni9j10"}"#).expect("games");
        assert_eq!((found.games, found.rule, found.size), (2, Some(None), Some([15, 15])));
        assert_eq!(found.moves.expect("moves"), ["h8"]);
    }

    #[test]
    fn what_is_no_game_is_named_by_its_place() {
        for (query, field, reason) in [
            ("{}", "text", "expected games"),
            (r#"{"text":"\n"}"#, "text", "there is no game"),
            (
                r#"{"text":"h8\nh8i16"}"#,
                "text",
                "line 2, column 3: expected a cell of the 15x15 board",
            ),
            (r#"{"text":"h8","from":"jsonl"}"#, "from", "expected pos, offsets, psq, sgf or board"),
            (r#"{"text":"h8","to":"pdf"}"#, "to", "expected pos, offsets, psq, sgf or board"),
        ] {
            let problem = converted(query).expect_err(query);
            assert_eq!(problem.field.as_deref(), Some(field), "{query}");
            assert!(problem.error.contains(reason), "{query}: {problem:?}");
        }
    }
}
