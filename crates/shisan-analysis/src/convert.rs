//! The action `convert`: games from one format of record to another, to a tree, or to the fields of a query.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::openings_command::OpeningsCommand;
use crate::request::{given_rule, given_size};
use crate::schema::{Color, Conversion, Problem, Query, TREE, Warning, WhichGame};
use crate::tree;
use gomoku_records::{
    FileFormat, GameError, Lost, Source, TextEncoding, Tree, Trees, WriteOptions, Written,
};
use gomoku_rules::{CellNames, Coords, Pos, RenjuOpening, Rule, Size};

/// Converts the games of `query`, whose cells are named as `coords` says unless it says it. What the games
/// leave out is added to `warnings`.
///
/// # Errors
/// When a field is wrong, or at the first malformed place of the games.
pub fn convert(
    query: &Query,
    coords: Coords,
    warnings: &mut Vec<Warning>,
) -> Result<Conversion, Problem> {
    let conversion = converted(query, coords, warnings);
    conversion.map_err(|problem| problem.of_query(&query.names))
}

/// What games become.
#[derive(Clone, Copy, PartialEq)]
enum Target {
    File(FileFormat),
    Tree,
    /// The fields of a query.
    Fields,
}

fn converted(
    query: &Query,
    coords: Coords,
    warnings: &mut Vec<Warning>,
) -> Result<Conversion, Problem> {
    let from = query.from.as_deref().map(str::parse::<FileFormat>).transpose();
    let from = from.map_err(|error| Problem::of("from", error.to_string()))?;
    let to = match query.to.as_deref() {
        None => Target::Fields,
        Some(TREE) => Target::Tree,
        Some(name) => Target::File(name.parse().map_err(|_| {
            let formats = FileFormat::WRITTEN.map(FileFormat::name).join(", ");
            Problem::of("to", format!("expected {formats} or {TREE}"))
        })?),
    };
    let encoding = query.encoding.as_deref().map(str::parse::<TextEncoding>).transpose();
    let encoding = encoding.map_err(|error| Problem::of("encoding", error.to_string()))?;
    let wanted = query.game.unwrap_or(WhichGame::Number(1));
    let mut output = Output {
        coords: query.coords.unwrap_or(coords),
        encoding,
        to,
        wanted,
        rule: given_rule(query)?,
        conversion: Conversion::default(),
        bytes: None,
        lost: Lost::default(),
    };
    let given = [
        ("text", query.text.is_some()),
        ("bytes", query.bytes.is_some()),
        ("tree", query.tree.is_some()),
    ];
    let mut given = given.into_iter().filter(|&(_, is_given)| is_given).map(|(field, _)| field);
    let field = given.next().ok_or(Problem::of("text", "expected games"))?;
    if let Some(other) = given.next() {
        let reason = format!("{field} says the same: give one of them");
        return Err(Problem::of(other, reason));
    }
    let mut warn = |warning: String| {
        warnings.push(Warning { field: field.to_owned(), warning });
    };
    if let Some(tree) = &query.tree {
        let mut tree = tree::read(tree, output.coords)?;
        tree.info.rule = tree.info.rule.or(output.rule);
        output.add(1, &tree).map_err(|reason| Problem::of(field, reason))?;
    } else {
        let bytes = match (&query.text, &query.bytes) {
            // The mark says that it is UTF-8, whatever encoding it states for its file.
            (Some(text), _) => format!("\u{feff}{}", text.trim_start_matches('\u{feff}')).into(),
            (_, bytes) => STANDARD
                .decode(bytes.as_deref().unwrap_or_default())
                .map_err(|_| Problem::of(field, "expected base64"))?,
        };
        let size = given_size(query)?;
        output.read(&bytes, from, size, &mut warn).map_err(|it| Problem::of(field, it))?;
    }
    let Output { mut conversion, bytes, lost, .. } = output;
    conversion.bytes = bytes.map(|bytes| STANDARD.encode(bytes));
    if conversion.games == 0 {
        return Err(Problem::of(field, "no game found"));
    }
    if to == Target::Tree
        && conversion.tree.is_none()
        && let WhichGame::Number(wanted) = wanted
    {
        let reason = format!("no game {wanted}: the last is {}", conversion.games);
        return Err(Problem::of("game", reason));
    }
    if let Target::File(format) = to
        && !lost.is_nothing()
    {
        warn(format!("{format} has no place for {lost}"));
    }
    Ok(conversion)
}

/// What the games have become so far.
struct Output {
    to: Target,
    coords: Coords,
    /// That of a file; text is given as such without it.
    encoding: Option<TextEncoding>,
    /// The games that become trees.
    wanted: WhichGame,
    /// That of games that do not state theirs.
    rule: Option<Rule>,
    conversion: Conversion,
    /// The content of a file.
    bytes: Option<Vec<u8>>,
    lost: Lost,
}

impl Output {
    /// Reads and adds the games of a file; those that do not state their board are on one of `size`.
    fn read(
        &mut self,
        bytes: &[u8],
        from: Option<FileFormat>,
        size: Option<Size>,
        warn: &mut impl FnMut(String),
    ) -> Result<(), String> {
        let mut source = Source::new(bytes);
        let head = source.head_bytes().map_err(|error| error.to_string())?;
        let from = from.map_or_else(|| FileFormat::detect(head), Ok);
        let from = from.map_err(|error| error.to_string())?;
        let command = OpeningsCommand::of(&String::from_utf8_lossy(head));
        let size = size.or(command.size).unwrap_or(Size::square(15));
        self.rule = self.rule.or(command.rule);
        let board = CellNames { coords: self.coords, size };
        for game in Trees::new(source, from, board) {
            let mut game = match game {
                Ok(game) => game,
                Err(error) => return self.salvage(error, warn),
            };
            let of_game =
                if game.number > 1 { format!("game {}: ", game.number) } else { String::new() };
            for warning in &game.warnings {
                warn(format!("{of_game}{warning}"));
            }
            let encoding = game.guessed_encoding.map(str::to_owned);
            let guessed = &mut self.conversion.guessed_encoding;
            *guessed = guessed.take().or(encoding);
            game.tree.info.rule = game.tree.info.rule.or(self.rule);
            self.add(game.number, &game.tree).map_err(|reason| format!("{of_game}{reason}"))?;
        }
        Ok(())
    }

    /// Ends the games at a damaged one, which counts up to the damage, if a tree is wanted; else the error
    /// stands, as it does where it leaves nothing of the game that is wanted.
    fn salvage(&mut self, error: GameError, warn: &mut impl FnMut(String)) -> Result<(), String> {
        let reason = error.to_string();
        if self.to != Target::Tree {
            return Err(reason);
        }
        if let GameError::Damaged { read, .. } | GameError::Malformed { read: Some(read), .. } =
            error
            && read.tree.has_moves()
        {
            warn(format!("{reason}: read up to there"));
            return self.add(read.number, &read.tree);
        }
        let before = self.conversion.games as u64;
        if before == 0 || self.wanted == WhichGame::Number(before + 1) {
            return Err(reason);
        }
        warn(format!("{reason}: no game is read from there on"));
        Ok(())
    }

    fn add(&mut self, number: u64, tree: &Tree) -> Result<(), String> {
        self.conversion.games += 1;
        match self.to {
            Target::Tree if self.wanted == WhichGame::Number(number) => {
                self.conversion.tree = Some(tree::written(tree, self.coords));
            }
            Target::Tree if matches!(self.wanted, WhichGame::Word(_)) => {
                self.conversion.trees.push(tree::written(tree, self.coords));
            }
            Target::Fields if number == 1 => self.add_fields(tree)?,
            Target::File(format) => self.write(format, number, tree)?,
            _ => {}
        }
        Ok(())
    }

    /// Takes the main line as the fields of a query.
    fn add_fields(&mut self, tree: &Tree) -> Result<(), String> {
        let record = tree.record().map_err(|error| error.to_string())?;
        let names = CellNames { coords: self.coords, size: record.size };
        let (set_up, played) = record.set_up_and_played();
        let cells: Vec<Pos> = played.iter().map(|played| played.pos).collect();
        let opening = record.rule.is_none_or(|rule| rule == Rule::Renju) && set_up.is_empty();
        let opening = opening.then(|| RenjuOpening::of(record.size, &cells)).flatten();
        let stones = set_up.iter().map(|stone| names.name(stone.pos));
        let conversion = &mut self.conversion;
        conversion.rule = Some(record.rule.map(|rule| rule.name().to_owned()));
        conversion.size = Some([record.size.width(), record.size.height()]);
        conversion.stones = [Color::Black, Color::White].into_iter().cycle().zip(stones).collect();
        conversion.moves = Some(names.all(&cells));
        conversion.opening = opening.map(|opening| opening.to_string());
        Ok(())
    }

    fn write(&mut self, format: FileFormat, number: u64, tree: &Tree) -> Result<(), String> {
        let options =
            WriteOptions { coords: self.coords, encoding: self.encoding.unwrap_or_default() };
        let written = format.write(tree, options).map_err(|error| error.to_string())?;
        let Written { bytes, lost } = written;
        self.lost += lost;
        if format.is_binary() && number > 1 {
            return Err(format!("a file of {format} has one game"));
        }
        let separator = if number > 1 { format.separator() } else { "" };
        if format.is_binary() || self.encoding.is_some() {
            let file = self.bytes.get_or_insert_default();
            file.extend(separator.as_bytes());
            file.extend(bytes);
        } else {
            let text = self.conversion.text.get_or_insert_default();
            text.push_str(separator);
            text.push_str(&String::from_utf8_lossy(&bytes));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::parse;

    fn read(query: &str) -> Result<(Query, Vec<Warning>), Problem> {
        parse(1, query.replacen('{', r#"{"action":"convert","#, 1).as_bytes()).query
    }

    fn converted(query: &str) -> Result<Conversion, Problem> {
        let (query, mut warnings) = read(query).expect("a query");
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
    fn games_without_a_rule_have_that_of_the_query() {
        assert!(text(r#"{"text":"h8","rule":"renju","to":"sgf"}"#).contains("RU[renju]"));
        assert!(text(r#"{"tree":{"nodes":[{}]},"rule":1,"to":"sgf"}"#).contains("RU[standard]"));
        let stated = r#"{"text":"(;GM[4]RU[caro];B[hh])","rule":"renju","to":"sgf"}"#;
        assert!(text(stated).contains("RU[caro]"));
        let found = converted(r#"{"text":"h8","rule":"renju"}"#).expect("a game");
        assert_eq!(found.rule, Some(Some("renju".to_owned())));
        assert!(converted(r#"{"text":"h8","rule":"renju","to":"db"}"#).is_ok());
        let problem = converted(r#"{"text":"h8","rule":"chess"}"#).expect_err("no rule");
        assert_eq!(problem.field.as_deref(), Some("rule"));
    }

    #[test]
    fn pos_strings_and_labels_have_the_coordinates_of_the_query() {
        for (coords, pos) in [("top", "h8i1"), ("bottom", "h8i15"), ("gtp", "H8J15")] {
            let query = |rest: &str| format!(r#"{{"coords":"{coords}",{rest}}}"#);
            let psq = text(&query(&format!(r#""text":"{pos}","to":"psq""#)));
            assert!(psq.contains("\n8,8,0\n9,1,0\n"), "{coords}: {psq}");
            let back = text(&query(&format!(r#""text":{},"to":"pos""#, serde_json::json!(psq))));
            assert_eq!(back, format!("{pos}\n"));
            let board = text(&query(&format!(r#""text":"{}","to":"board""#, &pos[..2])));
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
        assert_eq!((found.moves.expect("moves"), found.stones), (vec!["h8".to_owned()], vec![]));
        let sgf = r#"{"text":"(;GM[4]RU[renju]AB[hh][hi]AW[ii];W[hg];B[jj])"}"#;
        let found = converted(sgf).expect("a game");
        let stones = json!([["black", "h8"], ["white", "i9"], ["black", "h9"]]);
        assert_eq!((json!(found.stones), json!(found.moves)), (stones, json!(["h7", "j10"])));
        assert_eq!(found.opening, None, "its stones have no order");
    }

    #[test]
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
            (r#"{"bytes":""}"#, "no game found"),
            (r#"{"bytes":"aDg=","text":"h8"}"#, "text says the same: give one of them"),
        ] {
            let problem = converted(query).expect_err(query);
            assert_eq!((problem.field.as_deref(), &*problem.error), (Some("bytes"), reason));
        }
    }

    #[test]
    fn a_file_is_written_in_the_encoding_of_the_query() {
        let sgf = "(;GM[4]PB[五 é];B[hh]C[五 é])";
        for to in ["sgf", "lib", "psq"] {
            let query = format!(r#"{{"text":"{sgf}","to":"{to}","encoding":"shift_jis"}}"#);
            let (query, mut warnings) = read(&query).expect("a query");
            let file = convert(&query, Coords::Top, &mut warnings).expect(to);
            assert_eq!(file.text, None, "{to}");
            let bytes = STANDARD.decode(file.bytes.expect("a file")).expect("base64");
            assert!(bytes.windows(4).any(|found| found == b"\x8c\xdc ?"), "{to}");
            let warning = &warnings[0].warning;
            assert!(warning.contains(if to == "sgf" { "2 characters" } else { "1 character" }));
        }
        let problem = converted(r#"{"text":"h8","to":"lib","encoding":"klingon"}"#).expect_err("");
        assert_eq!(problem.field.as_deref(), Some("encoding"));
    }

    #[test]
    fn what_is_left_out_is_a_warning() {
        let query = r#"{"text":"(;XY[gg];B[hh])(;B[hh](;W[ii])(;W[jj]))","to":"pos"}"#;
        let (query, mut warnings) = read(query).expect("a query");
        let conversion = convert(&query, Coords::Top, &mut warnings).expect("games");
        assert_eq!(conversion.text.as_deref(), Some("h8\nh8i9\n"));
        let warnings: Vec<String> =
            warnings.iter().map(|it| format!("{}: {}", it.field, it.warning)).collect();
        let lost = "text: pos has no place for 1 variation, 1 other property of SGF";
        assert_eq!(warnings, [lost]);
    }

    #[test]
    fn what_is_no_game_is_named_by_its_place() {
        for (query, field, reason) in [
            (r#"{"text":null}"#, "text", "expected games"),
            (r#"{"text":"\n"}"#, "text", "no game found"),
            (
                r#"{"text":"h8\nh8i16"}"#,
                "text",
                "line 2, column 3: expected a cell of the 15x15 board",
            ),
            (r#"{"text":"h8","from":"jsonl"}"#, "from", "expected pos, offsets, psq, sgf, board,"),
            (r#"{"text":"h8","to":"pdf"}"#, "to", " or tree"),
            (r#"{"text":"h8\ni9","to":"lib"}"#, "text", "game 2: a file of lib has one game"),
            (r#"{"text":"h8\ni9","to":"tree","game":3}"#, "game", "no game 3: the last is 2"),
            (r#"{"text":"\n","to":"tree","game":"all"}"#, "text", "no game found"),
            (r#"{"text":"(;GM[4]","to":"sgf"}"#, "text", "the rest of the game"),
            (r#"{"tree":{"nodes":[]},"to":"sgf"}"#, "tree.nodes", "expected a root"),
            (r#"{"text":"<a>"}"#, "text", "not a format that this program reads: XML or HTML"),
            (r#"{"text":"{}"}"#, "text", "not a format that this program reads: JSON"),
        ] {
            let problem = converted(query).expect_err(query);
            assert_eq!(problem.field.as_deref(), Some(field), "{query}");
            assert!(problem.error.contains(reason), "{query}: {problem:?}");
        }
    }

    /// All that a tree may hold.
    const STUDY: &str = "(;FF[4]GM[4]SZ[15]RU[renju]PB[Ann]PW[Bob]RE[B+R]DT[2026-11-26]EV[Cup]RO[2]PC[Here]GC[whole]5A[gg]XY[a\\]b]\
        ;AB[aa:bb]AW[cc]AE[ba]PL[W]C[set up];B[hh]C[centre]TR[aa][bb:cd]LB[ii:A]BL[1.5](;W[gg]C[12ms\nup])(;W[];B[ig]))";

    #[test]
    fn a_tree_comes_back_with_all_that_is_written_in_it() {
        let query = json!({"text": STUDY, "to": "tree"});
        let tree = converted(&query.to_string()).expect("a game").tree.expect("a tree");
        assert_eq!((tree.nodes.len(), tree.rule.as_deref()), (6, Some("renju")));
        let parents: Vec<_> = tree.nodes.iter().map(|node| node.parent).collect();
        assert_eq!(parents, [None, None, None, None, Some(2), None]);
        for coords in ["top", "bottom", "gtp"] {
            let query = json!({"text": STUDY, "to": "tree", "coords": coords});
            let tree = converted(&query.to_string()).expect("a game").tree.expect("a tree");
            let back = text(&json!({"tree": tree, "to": "sgf", "coords": coords}).to_string());
            let again = json!({"text": STUDY, "to": "sgf"});
            assert_eq!(back, text(&again.to_string()), "{coords}");
        }
        let query = json!({"tree": tree, "to": "lib"});
        let (query, mut warnings) = read(&query.to_string()).expect("a query");
        let lib = convert(&query, Coords::Top, &mut warnings).expect_err("set up in the middle");
        assert_eq!(lib.field.as_deref(), Some("tree"), "{lib:?}");
        let query = json!({"tree": {"nodes": [{}, {"move": ["black", "h8"], "comment": "é"}]}, "to": "lib"});
        let bytes = converted(&query.to_string()).expect("a library").bytes.expect("bytes");
        let query = json!({"bytes": bytes, "to": "tree"});
        let tree = converted(&query.to_string()).expect("a library").tree.expect("a tree");
        assert_eq!(tree.nodes[1].comment.as_deref(), Some("é"));
    }

    #[test]
    fn what_no_tree_holds_is_named_by_its_place() {
        for (node, field, reason) in [
            (
                json!({"move": ["black", "h16"]}),
                "tree.nodes[1].move",
                "not a cell of the 15x15 board",
            ),
            (json!({"move": "h8"}), "tree.nodes[1].move", "expected [color, cell]"),
            (
                json!({"setup": [["white", "h8"]], "move": ["black", "h8"]}),
                "tree.nodes[1].move",
                "expected a free cell: h8 is taken",
            ),
            (json!({"parent": 1}), "tree.nodes[1].parent", "a node that stands before it"),
            (json!({"marks": [["star", "h8"]]}), "tree.nodes[1].marks[0]", "triangle, square"),
            (json!({"setup": [["black", "h8:z9"]]}), "tree.nodes[1].setup[0]", "not a cell of"),
            (json!({"labels": [["h8"]]}), "tree.nodes[1].labels[0]", "expected [cell, text]"),
            (
                json!({"properties": [["x5", ["a"]]]}),
                "tree.nodes[1].properties[0]",
                "capital letters and digits",
            ),
            (json!({"properties": [["XY", ["a]"]]]}), "tree.nodes[1].properties[0]", "escapes"),
            (json!({"properties": [["XY", ["a\\"]]]}), "tree.nodes[1].properties[0]", "escapes"),
            (json!({"properties": [["x", ["a"]]]}), "tree.nodes[1].properties[0]", "capital"),
            (
                json!({"properties": [["XY", ["a"]], ["W", ["hh"]]]}),
                "tree.nodes[1].properties[1]",
                "expected no W: a tree has other fields for it",
            ),
            (json!({"properties": [["AB", ["hh"]]]}), "tree.nodes[1].properties[0]", "no AB"),
            (json!({"properties": [["SZ", ["9"]]]}), "tree.nodes[1].properties[0]", "no SZ"),
            (json!({"properties": [["PL", ["W"]]]}), "tree.nodes[1].properties[0]", "no PL"),
            (json!({"properties": [["QPR", ["hh"]]]}), "tree.nodes[1].properties[0]", "no QPR"),
        ] {
            let query = json!({"tree": {"nodes": [{}, node]}, "to": "sgf"}).to_string();
            let (query, mut warnings) = match read(&query) {
                Ok(query) => query,
                Err(problem) => {
                    assert_eq!(problem.field.as_deref(), Some(field), "{problem:?}");
                    assert!(problem.error.contains(reason), "{problem:?}");
                    continue;
                }
            };
            let problem = convert(&query, Coords::Top, &mut warnings).expect_err(field);
            assert_eq!(problem.field.as_deref(), Some(field), "{problem:?}");
            assert!(problem.error.contains(reason), "{problem:?}");
        }
    }

    #[test]
    fn a_move_to_a_taken_cell_is_no_tree() {
        let sgf = |nodes: serde_json::Value| {
            converted(&json!({"tree": {"nodes": nodes}, "to": "sgf"}).to_string())
        };
        let (black, white) = (json!({"move": ["black", "h8"]}), json!({"move": ["white", "h8"]}));
        let problem = sgf(json!([{}, black, white])).expect_err("a taken cell");
        assert_eq!(problem.field.as_deref(), Some("tree.nodes[2].move"));
        assert_eq!(problem.error, "expected a free cell: h8 is taken");
        let root = json!({"setup": [["black", "h8"]], "move": ["white", "h8"]});
        let problem = sgf(json!([root])).expect_err("a taken cell");
        assert_eq!(problem.field.as_deref(), Some("tree.nodes[0].move"));
        // Another variation takes it.
        let variation = json!({"parent": 0, "move": ["white", "h8"]});
        assert!(sgf(json!([{}, black, variation])).is_ok());
    }

    #[test]
    fn what_the_reader_leaves_among_the_properties_may_come_back() {
        let sgf = "(;GM[1]SZ[15]C[a]C[b]RE[Black]TR[zz]FF[4];B[hh]PL[X]BL[soon]GM[1]PL[W]PL[B];W[ii]GM[5]\
            C[1][2])";
        let query = json!({"text": sgf, "to": "tree"});
        let tree = converted(&query.to_string()).expect("a game").tree.expect("a tree");
        let kept = |index: usize| -> Vec<&str> {
            tree.nodes[index].properties.iter().map(|(name, _)| &**name).collect()
        };
        assert_eq!(kept(0), ["GM", "C", "RE", "TR"]);
        assert_eq!((kept(1), kept(2)), (vec!["PL", "BL", "GM", "PL"], vec!["GM", "C"]));
        let back = text(&json!({"tree": tree, "to": "sgf"}).to_string());
        assert_eq!(back, text(&json!({"text": sgf, "to": "sgf"}).to_string()));
        let query = json!({"tree": {"nodes": [{"properties": [["GM", ["7"]]]}]}, "to": "sgf"});
        let problem = converted(&query.to_string()).expect_err("another game");
        assert_eq!(problem.field.as_deref(), Some("tree.nodes[0].properties[0]"));
    }

    #[test]
    fn a_damaged_game_is_read_up_to_the_damage() {
        for (text, nodes, reason) in [
            ("(;GM[4];B[hh]C[one];W[i", 2, "a value that ends with ]"),
            ("(;GM[4];B[hh];W[hh];B[aa])", 2, "a free cell"),
        ] {
            let query = json!({"text": text, "to": "tree"}).to_string();
            let (query, mut warnings) = read(&query).expect("a query");
            let conversion = convert(&query, Coords::Top, &mut warnings).expect("a part");
            assert_eq!(conversion.tree.expect("a tree").nodes.len(), nodes, "{text}");
            assert!(warnings[0].warning.contains(reason), "{warnings:?}");
            assert!(warnings[0].warning.ends_with("read up to there"), "{warnings:?}");
        }
    }

    #[test]
    fn a_damaged_game_spares_those_before_it() {
        const SOUND: &str = "(;GM[4];B[hh])(;GM[4];B[hh];W[ii])";
        // The damage leaves a part of the third game, or nothing.
        for (damaged, games) in [("(;GM[4];B[hh];W[", 3), ("(;GM[4]SZ[99];B[hh])", 2)] {
            for number in 1..=5 {
                let text = format!("{SOUND}{damaged}(;GM[4];B[aa])");
                let query = json!({"text": text, "to": "tree", "game": number}).to_string();
                let (query, mut warnings) = read(&query).expect("a query");
                let conversion = convert(&query, Coords::Top, &mut warnings);
                let case = format!("{damaged} {number}: {conversion:?} {warnings:?}");
                if number <= games {
                    let conversion = conversion.expect(&case);
                    assert_eq!(conversion.games, games, "{case}");
                    assert_eq!(conversion.tree.expect(&case).nodes.len(), [2, 3, 2][number - 1]);
                } else {
                    let problem = conversion.expect_err(&case);
                    if number > 3 {
                        let reason = format!("no game {number}: the last is {games}");
                        assert_eq!(problem, Problem::of("game", reason), "{case}");
                    } else {
                        assert!(problem.error.contains("a board size from 5 to 32"), "{case}");
                    }
                }
                assert_eq!(warnings.len(), usize::from(number != 3 || games == 3), "{case}");
            }
        }
        for (damaged, games) in [("", 2), ("(;GM[4];B[hh];W[", 3), ("(;GM[4]SZ[99])", 2)] {
            let text = format!("{SOUND}{damaged}");
            let query = json!({"text": text, "to": "tree", "game": "all"}).to_string();
            let (query, mut warnings) = read(&query).expect("a query");
            let conversion = convert(&query, Coords::Top, &mut warnings).expect(damaged);
            assert_eq!((conversion.games, conversion.trees.len()), (games, games), "{damaged}");
            assert_eq!((conversion.tree, warnings.len()), (None, usize::from(!damaged.is_empty())));
        }
        let query = json!({"text": format!("{SOUND}(;B["), "to": "sgf"}).to_string();
        converted(&query).expect_err("no file leaves a game out");
    }
}
