//! The action `convert`: games from one format of record to another, or to the fields of a query.

use crate::bytes;
use crate::openings_command::OpeningsCommand;
use crate::request::given_size;
use crate::schema::{Conversion, Problem, Query, Warning};
use gomoku_rules::record::{Format, ParsedRecord};
use gomoku_rules::{CellNames, Coords, Pos, RenjuOpening, Rule, Size};

/// Converts the games of `query`, whose cells are named as `coords` says unless it says it. What the games
/// leave out is added to `warnings`.
///
/// # Errors
/// When a field is wrong, or at the first malformed place of the text.
pub fn convert(
    query: &Query,
    coords: Coords,
    warnings: &mut Vec<Warning>,
) -> Result<Conversion, Problem> {
    let conversion = converted(query, coords, warnings);
    conversion.map_err(|problem| problem.of_query(&query.names))
}

fn converted(
    query: &Query,
    coords: Coords,
    warnings: &mut Vec<Warning>,
) -> Result<Conversion, Problem> {
    let from = format("from", query.from.as_deref())?;
    let to = format("to", query.to.as_deref())?;
    let size = given_size(query)?;
    let coords = query.coords.unwrap_or(coords);
    let (field, games) = match (&query.text, &query.bytes) {
        (Some(text), None) => ("text", read(text, from, size, coords)),
        (None, Some(bytes)) => ("bytes", bytes::read(bytes, from, size, coords)),
        (None, None) => return Err(Problem::of("text", "expected games")),
        (Some(_), Some(_)) => {
            return Err(Problem::of("bytes", "text says the same: give one of them"));
        }
    };
    let (mut games, command) = games.map_err(|reason| Problem::of(field, reason))?;
    for (number, game) in (1..).zip(&mut games) {
        game.record.rule = game.record.rule.or(command.rule);
        let of_game = if number > 1 { format!("game {number}: ") } else { String::new() };
        warnings.extend(game.warnings.iter().map(|warning| Warning {
            field: field.to_owned(),
            warning: format!("{of_game}{warning}"),
        }));
    }
    let Some(ParsedRecord { record: first, .. }) = games.first() else {
        return Err(Problem::of(field, "there is no game"));
    };
    let count = games.len();
    if let Some(to) = to {
        let texts: Vec<String> =
            games.iter().map(|game| to.write_with(&game.record, coords)).collect();
        let text = Some(texts.join(to.separator()));
        return Ok(Conversion {
            games: count,
            text,
            rule: None,
            size: None,
            moves: None,
            opening: None,
        });
    }
    let names = CellNames { coords, size: first.size };
    let cells: Vec<Pos> = first.cells().collect();
    let opening = first.rule.is_none_or(|rule| rule == Rule::Renju);
    let opening = opening.then(|| RenjuOpening::of(first.size, &cells)).flatten();
    Ok(Conversion {
        games: count,
        text: None,
        rule: Some(first.rule.map(|rule| rule.name().to_owned())),
        size: Some([first.size.width(), first.size.height()]),
        moves: Some(names.all(&cells)),
        opening: opening.map(|opening| opening.to_string()),
    })
}

/// The games in `text`, and the command at its head; `coords` name the cells of pos strings.
fn read(
    text: &str,
    format: Option<Format>,
    size: Option<Size>,
    coords: Coords,
) -> Result<(Vec<ParsedRecord>, OpeningsCommand), String> {
    let format = format.map_or_else(|| Format::detect(text), Ok);
    let format = format.map_err(|error| error.to_string())?;
    let command = OpeningsCommand::of(text);
    let size = size.or(command.size).unwrap_or(Size::square(15));
    let games =
        format.parse(text, CellNames { coords, size }).map_err(|error| error.to_string())?;
    Ok((games, command))
}

fn format(field: &str, name: Option<&str>) -> Result<Option<Format>, Problem> {
    let format = name.map(str::parse::<Format>).transpose();
    format.map_err(|error| Problem::of(field, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn converted(query: &str) -> Result<Conversion, Problem> {
        let (query, mut warnings) = parse(1, query.as_bytes()).query.expect("a query");
        let conversion = convert(&query, Coords::Top, &mut warnings);
        assert_eq!(warnings, []);
        conversion
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
    fn pos_strings_and_labels_have_the_coordinates_of_the_query() {
        for (coords, pos) in [("top", "h8i1"), ("bottom", "h8i15"), ("gtp", "H8J15")] {
            let query = |rest: &str| format!(r#"{{"coords":"{coords}",{rest}}}"#);
            let psq = text(&query(&format!(r#""text":"{pos}","to":"psq""#)));
            assert!(psq.contains("\n8,8,0\n9,1,0\n"), "{coords}: {psq}");
            let back = text(&query(&format!(r#""text":{},"to":"pos""#, serde_json::json!(psq))));
            assert_eq!(back, format!("{pos}\n"));
            let board = text(&query(&format!(r#""text":"{pos}","to":"board""#)));
            let first = if coords == "top" { " 1 " } else { "15 " };
            assert!(board.lines().nth(1).is_some_and(|row| row.starts_with(first)), "{board}");
            let moves = converted(&query(&format!(r#""text":"{pos}""#))).expect("a game").moves;
            assert_eq!(moves.expect("moves").concat(), pos);
        }
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
    #[cfg(feature = "bytes")]
    fn bytes_are_read_in_any_encoding() {
        // (;GM[4]PB[José];B[hh];W[ii]) in Latin-1, and h8i9 in UTF-16.
        let latin = "KDtHTVs0XVBCW0pvc+ldO0JbaGhdO1dbaWldKQ==";
        let sgf = text(&format!(r#"{{"bytes":"{latin}","to":"sgf"}}"#));
        assert!(sgf.contains("PB[José]") && sgf.contains(";B[hh];W[ii]"), "{sgf}");
        assert_eq!(text(r#"{"bytes":"//5oADgAaQA5AA==","to":"pos"}"#), "h8i9\n");
        // A library of RenLib with h8 and i7.
        let library = "/1JlbkxpYv8DBP////////////8AAHgAaUA=";
        assert_eq!(text(&format!(r#"{{"bytes":"{library}","to":"pos"}}"#)), "h8i7\n");
        for (query, reason) in [
            (r#"{"bytes":"h8i9?"}"#, "expected base64"),
            (r#"{"bytes":"aDhoOA=="}"#, "line 1, column 3: expected a free cell: h8 is taken"),
            (r#"{"bytes":"/1JlbkxpYv8="}"#, "byte 8: expected 20 bytes with the version"),
            (r#"{"bytes":""}"#, "there is no game"),
            (r#"{"bytes":"aDg=","text":"h8"}"#, "text says the same: give one of them"),
        ] {
            let problem = converted(query).expect_err(query);
            assert_eq!((problem.field.as_deref(), &*problem.error), (Some("bytes"), reason));
        }
    }

    #[test]
    fn what_is_left_out_is_a_warning() {
        let query = r#"{"text":"(;XY[gg];B[hh])(;B[hh](;W[ii])(;W[jj]))","to":"pos"}"#;
        let (query, mut warnings) = parse(1, query.as_bytes()).query.expect("a query");
        let conversion = convert(&query, Coords::Top, &mut warnings).expect("games");
        assert_eq!(conversion.text.as_deref(), Some("h8\nh8i9\n"));
        let warnings: Vec<String> =
            warnings.iter().map(|it| format!("{}: {}", it.field, it.warning)).collect();
        let variation = "line 1, column 31: a variation was left out: only the main line is read";
        assert_eq!(
            warnings,
            [
                "text: line 1, column 3: property XY holds cells and was left out".to_owned(),
                format!("text: game 2: {variation}"),
            ]
        );
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
            (r#"{"text":"<a>"}"#, "text", "not a format that this program reads: XML or HTML"),
            (r#"{"text":"{}"}"#, "text", "not a format that this program reads: JSON"),
        ] {
            let problem = converted(query).expect_err(query);
            assert_eq!(problem.field.as_deref(), Some(field), "{query}");
            assert!(problem.error.contains(reason), "{query}: {problem:?}");
        }
    }
}
