//! The `review` subcommand: judges the moves of games.

mod drawings;
mod html;
mod journal;
mod words;

use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{bail, ensure};

use self::html::HtmlFile;
use self::journal::Journal;
use self::words::{CLASSES, better, class_name, counts, matters, percent};
use crate::engine_args::EngineArgs;
use crate::file_games::{FileGame, GamesArgs, Run, Selection};
use crate::host::with_options;
use gomoku_match::disk::{ensure_distinct, named_twice};
use gomoku_match::{Finish, Shard};
use gomoku_rules::Side;
use shisan_analysis::{Action, Color, Outcome, Review, ReviewedMove};

/// What to review, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct ReviewArgs {
    #[command(flatten)]
    games: GamesArgs,
    /// Print all moves, not only inaccuracies and worse
    #[arg(long)]
    all: bool,
    /// Print JSON lines instead of text
    #[arg(long, conflicts_with = "all")]
    json: bool,
    /// Keep what is finished in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all", "json", "html"])]
    journal: Option<PathBuf>,
    /// Continue from the journal
    #[arg(long, requires = "journal")]
    resume: bool,
    /// Review one part of the games, such as 3/8; the journals of all parts hold all games
    #[arg(long, default_value_t)]
    shard: Shard,
    /// Write a page with graphs and boards to this file too, once all games are reviewed; it needs no other
    /// file and no script
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl ReviewArgs {
    /// The words of a command line that continues the one with these `words`.
    pub fn continuing(&self, words: &[OsString]) -> Vec<OsString> {
        with_options(words, (!self.resume).then(|| "--resume".into()))
    }

    /// Whether a run keeps what is finished.
    pub fn has_journal(&self) -> bool {
        self.journal.is_some()
    }
}

/// Reviews the games of the files that `args` name, or of `input`, and prints each review as it is done, or
/// keeps it in the journal. What records leave out, and each game that is skipped, is named on `err`. An
/// interrupt ends the run, which leaves a page as it was; with a journal the same arguments continue.
///
/// # Errors
/// When there is no game, one cannot be read, or a move follows its end, or the journal is of something
/// else.
pub fn review(
    args: &ReviewArgs,
    engine: &EngineArgs,
    on_interrupt: &dyn Fn() -> anyhow::Result<Arc<AtomicBool>>,
    input: &mut dyn Read,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Run> {
    let config = engine.config()?;
    if let Some(path) = &args.journal {
        ensure!(!args.games.files().is_empty(), "--journal: name the files of the games");
        if let Some(file) = named_twice(args.games.files()) {
            bail!("{}: named twice", file.display());
        }
        let (mut journal, known) =
            Journal::open(path, args.resume, &args.games, args.shard, engine)?;
        let has = |place, file: Option<&str>, game| {
            args.shard.has(place) && !known.contains(&(file.map(str::to_owned), game))
        };
        let selection = Selection { has: &has, stop: &*on_interrupt()? };
        let mut keep = |game: &FileGame, outcome| match outcome {
            Outcome::Reviewed(review) => journal.append(&game.json(&review)?),
            _ => Ok(()),
        };
        let run = args.games.answer_some(&selection, Action::Review, config, input, err, &mut keep);
        if run.is_err() {
            journal.remove_if_unused();
        }
        return run;
    }
    ensure_distinct(
        args.games.files().iter().map(PathBuf::as_path).chain(engine.weights()),
        &args.html,
    )?;
    let mut gap = "";
    let mut page = args.html.as_deref().map(HtmlFile::open).transpose()?;
    let has = |place, _: Option<&str>, _| args.shard.has(place);
    let selection = Selection { has: &has, stop: &*on_interrupt()? };
    let mut print = |game: &FileGame, outcome| {
        let Outcome::Reviewed(review) = outcome else { return Ok(()) };
        if let Some(page) = &mut page {
            page.add(game, &review)?;
        }
        if args.json {
            writeln!(out, "{}", game.json(&review)?)?;
        } else {
            write!(out, "{gap}")?;
            print(game, &review, args.all, out)?;
            gap = "\n";
        }
        Ok(out.flush()?)
    };
    let run = args.games.answer_some(&selection, Action::Review, config, input, err, &mut print)?;
    if run.finish == Finish::Complete {
        page.map_or(Ok(()), HtmlFile::finish)?;
    }
    Ok(run)
}

fn print(game: &FileGame, review: &Review, all: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let moves = review.moves.len();
    writeln!(out, "{}, {moves} {}", game.title(), if moves == 1 { "move" } else { "moves" })?;
    let shown = review.moves.iter().filter(|it| all || matters(it.judgement));
    for played in shown {
        writeln!(out, "{}", line(played))?;
    }
    print_summary(review, out)
}

/// A move in a line: number, side, cell, class, the chance to win before and after it, and what was better.
fn line(played: &ReviewedMove) -> String {
    let number = played.turn + 1;
    let chance = format!("{} -> {}", percent(played.winrate_before), percent(played.winrate_after));
    let side = Side::from(played.side);
    let head =
        format!("{number:>3} {side:<5} {:<4} {:<12}", played.cell, class_name(played.judgement));
    format!("{head} {chance:<14} {}", better(played)).trim_end().to_owned()
}

/// The moves of both sides by their classes, and their accuracy.
fn print_summary(review: &Review, out: &mut dyn Write) -> anyhow::Result<()> {
    let heads = std::iter::once("accuracy").chain(CLASSES.map(class_name));
    writeln!(out, "        {}", heads.clone().collect::<Vec<_>>().join("  "))?;
    for (side, figures) in [(Color::Black, &review.black), (Color::White, &review.white)] {
        let accuracy = figures.accuracy.map_or("-".to_owned(), |it| format!("{it:.1} %"));
        let cells = std::iter::once(accuracy).chain(counts(figures).map(|it| it.to_string()));
        write!(out, "{:<6}", Side::from(side).to_string())?;
        for (head, cell) in heads.clone().zip(cells) {
            write!(out, "  {cell:>width$}", width = head.len())?;
        }
        writeln!(out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use clap::Parser;
    use serde_json::Value;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: ReviewArgs,
    }

    #[expect(clippy::unnecessary_wraps, reason = "a handler of interrupts may fail")]
    fn never() -> anyhow::Result<Arc<AtomicBool>> {
        Ok(Arc::default())
    }

    /// What is printed on standard output and on standard error.
    fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> anyhow::Result<(String, String)> {
        let few = if arguments.contains(&"--nodes") { &[][..] } else { &["--nodes", "300"] };
        let line = Line::try_parse_from([&["review"], few, arguments].concat())?;
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let engine = EngineArgs::default();
        review(&line.args, &engine, &never, &mut input.as_ref(), &mut out, &mut err)?;
        Ok((String::from_utf8(out)?, String::from_utf8(err)?))
    }

    fn json(arguments: &[&str], input: impl AsRef<[u8]>) -> Vec<Value> {
        let (out, _) = run(&[&["--json"], arguments].concat(), input).expect("games");
        out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    fn cells(review: &Value) -> String {
        let moves = review["moves"].as_array().expect("moves");
        moves.iter().filter_map(|it| it["move"].as_str()).collect()
    }

    #[test]
    fn every_format_and_encoding_is_read() {
        let sgf = "(;GM[4]SZ[15]RU[renju]PB[Jos\u{e9}];B[hh];W[ii])";
        let utf16: Vec<u8> = "\u{feff}h8i9\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for (input, rule) in [
            (sgf.as_bytes().to_vec(), "renju"),
            (sgf.chars().map(|letter| letter as u8).collect(), "renju"),
            (utf16, "freestyle"),
            (b"\xef\xbb\xbfh8i9".to_vec(), "freestyle"),
            (b"0,0, 1,1\n".to_vec(), "freestyle"),
            (b"Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n-1\n".to_vec(), "freestyle"),
            (b"# shisan openings --rule standard --size 15\n0,0, 1,1\n".to_vec(), "standard"),
        ] {
            let games = json(&[], &input);
            assert_eq!(games.len(), 1);
            assert_eq!((&*cells(&games[0]), &games[0]["rule"]), ("h8i9", &rule.into()));
            let file = tempfile::NamedTempFile::new().expect("disk space");
            fs::write(file.path(), &input).expect("disk space");
            let path = file.path().to_str().expect("a path");
            let mut of_file = json(&[path], "");
            assert_eq!(of_file[0]["file"], path);
            of_file[0]["file"] = Value::Null;
            assert_eq!(of_file, games);
            assert_eq!(json(&["-"], &input), games);
        }
        assert_eq!(json(&[], sgf)[0]["players"], serde_json::json!(["Jos\u{e9}", null]));
    }

    #[test]
    fn rule_size_and_coords_are_those_asked_for() {
        let sgf = "(;GM[4]SZ[11]RU[renju];B[aa];W[ff])";
        let game = &json(&["--rule", "caro", "--size", "20", "--coords", "bottom"], sgf)[0];
        assert_eq!(game["rule"], "caro");
        assert_eq!((&game["size"], &*cells(game)), (&serde_json::json!([11, 11]), "a11f6"));
        let game = &json(&["--size", "20x12", "--coords", "gtp"], "A1J12")[0];
        assert_eq!((&game["size"], &*cells(game)), (&serde_json::json!([20, 12]), "A1J12"));
    }

    #[test]
    fn games_are_reviewed_in_turn_and_always_the_same() {
        let games = "h8i9h9\n\nh8\n";
        let (out, _) = run(&["--all"], games).expect("games");
        let heads: Vec<&str> = out.lines().filter(|line| line.starts_with("game")).collect();
        let expected = ["game 1: freestyle, 15x15, 3 moves", "game 2: freestyle, 15x15, 1 move"];
        assert_eq!(heads, expected);
        assert_eq!(out.lines().filter(|line| line.starts_with("  1 black h8 ")).count(), 2);
        assert_eq!(run(&["--all"], games).expect("games").0, out);
        assert_eq!(json(&[], games)[1]["game"], 2);
    }

    #[test]
    fn several_files_are_read_and_bad_games_skipped() {
        let folder = tempfile::tempdir().expect("disk space");
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).expect("disk space");
            path.to_str().expect("a path").to_owned()
        };
        let good = file("good.txt", "h8\nh8h8\nh9i9\n");
        let over = file("over.txt", "a1a3b1b3c1c3d1d3e1e3\n");
        let files = [&*good, &over];
        let error = format!("{:#}", run(&files, "").expect_err("a taken cell"));
        assert!(error.contains("good.txt: game 2: "), "{error}");
        let line = Line::try_parse_from(
            ["review", "--nodes", "300", "--skip-errors"].iter().chain(&files),
        );
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let args = line.expect("arguments").args;
        let engine = EngineArgs::default();
        let run = review(&args, &engine, &never, &mut &b""[..], &mut out, &mut err).expect("games");
        assert!(!run.all_read);
        let (out, err) = (String::from_utf8_lossy(&out), String::from_utf8_lossy(&err));
        let heads = out.lines().filter(|line| line.contains(": game ")).count();
        assert_eq!((heads, err.lines().count()), (2, 2), "{out}{err}");
        assert!(err.lines().all(|line| line.starts_with("skipped: ")), "{err}");
        assert!(err.contains("over.txt: move 10, e3: the game was over before: five"), "{err}");
    }

    const MISSED: &str = "(;GM[4]SZ[15]RU[renju]PB[<script>alert(1)</script>]PW[\"Bob\" & 'Co'];\
        B[hh];W[hi];B[ii];W[gg];B[ij];W[jj];B[gh];W[ff];B[fh];W[eh];B[oo])";

    /// The page of the games of `input`.
    fn page(arguments: &[&str], input: &str) -> String {
        let folder = tempfile::tempdir().expect("disk space");
        let path = folder.path().join("review.html");
        let html = ["--html", path.to_str().expect("a path")];
        let (out, _) = run(&[&html[..], arguments].concat(), input).expect("games");
        assert_eq!(out, run(arguments, input).expect("games").0, "the text is the same");
        fs::read_to_string(&path).expect("a page")
    }

    #[test]
    fn a_page_shows_the_game_and_its_mistakes() {
        let page = page(&["--nodes", "20000"], MISSED);
        let has = |part: &str| assert!(page.contains(part), "{part} is not in {page}");
        for part in [
            "<!doctype html>\n<html lang=\"en\">",
            "<meta name=\"viewport\"",
            "<p class=\"about\">game 1: renju, 15x15, 11 moves</p>",
            "\"Black’s chance to win: ",
            "; 100 % after move 10, white e8, losing move; ",
            " % after move 11, black o15, missed win; ",
            " % in the end\"",
            "<td>White</td><td>e8</td><td><a class=\"losing-move\" href=\"#game-1-move-10\">losing move</a></td>",
            "<td class=\"line\">win: i8 j8 i7 i6 i11</td>",
            "<figure id=\"game-1-move-11\">\n<h4>11 black o15: <span class=\"missed-win\">missed win</span></h4>",
            // o15 is crossed out, and Black wins from i8 on.
            "<path d=\"M540 540l16 16m0 -16l-16 16\"",
            "<text x=\"332\" y=\"301\" fill=\"#fafaf7\">1</text>",
            "<text x=\"332\" y=\"409\" fill=\"#fafaf7\">5</text>",
        ] {
            has(part);
        }
        // A row for each move, a picture for each mistake and the graph.
        assert_eq!(page.matches("<tr><th scope=\"row\" class=\"number\">").count(), 11);
        let mistakes = page.matches("<td><a class=").count();
        assert!(mistakes >= 2 && page.matches("<figure ").count() == mistakes, "{mistakes}");
        assert_eq!(page.matches("<svg ").count(), mistakes + 1);
        assert_eq!(page.matches("role=\"img\" aria-label=\"").count(), mistakes + 1);
    }

    #[test]
    fn names_are_escaped_and_nothing_is_loaded() {
        let page = page(&[], MISSED);
        let names = "&lt;script&gt;alert(1)&lt;/script&gt; – &quot;Bob&quot; &amp; &#39;Co&#39;";
        for part in [
            format!("<title>Review: {names}</title>"),
            format!("<h1>Review: {names}</h1>"),
            format!("<h2 id=\"game-1-title\">{names}</h2>"),
        ] {
            assert!(page.contains(&part), "{part} is not in {page}");
        }
        for part in ["<script", "src=", "url(", "http://", "https://", "@import", "<link"] {
            assert!(!page.contains(part), "{part} is in {page}");
        }
        assert_eq!(words::escape("a\0\u{1b}[1m\nb"), "a  [1m b");
    }

    #[test]
    fn several_games_share_a_page() {
        let page = page(&[], "h8i9\n\nh8\n");
        assert!(page.contains("<h1>Review of 2 games</h1>\n<nav aria-label=\"Games\">"), "{page}");
        for number in 1..=2 {
            let link = format!("<a href=\"#game-{number}\">Game {number}</a>");
            let part = format!("<section id=\"game-{number}\"");
            assert!(page.contains(&link) && page.contains(&part), "{page}");
        }
        let empty = self::page(&[], "(;GM[4]SZ[15])");
        assert!(empty.contains("game 1: freestyle, 15x15, 0 moves") && !empty.contains("<svg"));
        assert_eq!(self::page(&["--json"], "h8i9\n\nh8\n"), page);
    }

    #[test]
    fn a_review_is_continued_whatever_its_files_are_called() {
        for (line, expected) in [
            ("review --journal j a.sgf", "review --journal j a.sgf --resume"),
            ("review --journal j -- -a.sgf", "review --journal j --resume -- -a.sgf"),
            ("review --journal j --resume -- -a.sgf", "review --journal j --resume -- -a.sgf"),
        ] {
            let args = Line::try_parse_from(line.split(' ')).expect("arguments").args;
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            let continued = args.continuing(&words);
            assert_eq!(continued, expected.split(' ').collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_review_that_fails_leaves_files_as_they_were() {
        let folder = tempfile::tempdir().expect("disk space");
        let path = folder.path().join("review.html");
        let html = ["--html", path.to_str().expect("a path")];
        run(&html, "h8\nh8h8\n").expect_err("a taken cell");
        assert!(!path.exists());
        fs::write(&path, "mine").expect("disk space");
        run(&html, "h8\nh8h8\n").expect_err("a taken cell");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "mine");
        let folder = ["--html", folder.path().to_str().expect("a path")];
        let error = format!("{:#}", run(&folder, "h8").expect_err("a folder"));
        assert_eq!(error.lines().count(), 1, "{error}");
        let error = run(&["--html", "-"], "h8").expect_err("standard output").to_string();
        assert!(error.starts_with("-: expected a file"), "{error}");
    }

    #[test]
    fn stones_that_are_set_up_are_no_moves() {
        // In turn, the black ones would make a five before they are six.
        let game = "(;GM[4]SZ[15]RU[standard]AB[aa:fa]AW[ao][co][eo][go][io];W[hh];B[ko];W[oo])";
        let review = &json(&[], game)[0];
        assert_eq!((&*cells(review), &review["moves"][0]["side"]), ("h8k15o15", &"white".into()));
        let (out, _) = run(&["--all"], game).expect("a game");
        assert!(out.contains(", 3 moves\n  1 white h8 "), "{out}");
        let page = page(&[], "(;GM[4]AB[hh][hi][hj][hk]AW[hg][jj][kk][ll];B[cc];W[hl])");
        let drawn = page.split("<h4>1 black c3: ").nth(1).expect("a missed win");
        assert!(drawn.matches("<circle ").count() >= 8, "{drawn}");
    }

    #[test]
    fn what_is_left_out_is_named() {
        let (_, err) = run(&[], "(;GM[4];B[hh](;W[ii])(;W[jj]))").expect("a game");
        assert!(err.starts_with("warning: standard input: ") && err.contains("variation"), "{err}");
    }

    #[test]
    fn a_game_without_moves_is_an_empty_review() {
        let (out, _) = run(&[], "(;GM[4]SZ[15])").expect("a game");
        assert!(out.starts_with("game 1: freestyle, 15x15, 0 moves\n"), "{out}");
    }

    #[test]
    fn bad_input_is_one_line() {
        let board = " 1 . . . . .\n 2 . X . . .\n 3 . O . . .\n 4 . . . . .\n 5 . . . . .\n";
        for (input, reason) in [
            ("", "standard input: no game found"),
            ("\n\n", "standard input: no game found"),
            (board, "standard input: no move to review: stones that are set up have no order"),
            ("h8h8", "standard input: game 1: line 1, column 3: expected a free cell: h8 is taken"),
            (
                "h8\na1a3b1b3c1c3d1d3e1e3",
                "standard input: game 2: move 10, e3: the game was over before: five",
            ),
            ("<html>", "standard input: not a format that this program reads: XML or HTML"),
        ] {
            let error = format!("{:#}", run(&[], input).expect_err(reason));
            assert_eq!(error.replace("game 1: ", ""), reason.replace("game 1: ", ""));
        }
        let error = format!("{:#}", run(&["/nowhere.sgf"], "").expect_err("no file"));
        assert!(error.starts_with("/nowhere.sgf: ") && error.lines().count() == 1, "{error}");
        for arguments in [&["--nodes", "0"][..], &["--rule", "go"], &["--json", "--all"]] {
            assert!(run(arguments, "h8").is_err(), "{arguments:?}");
        }
    }
}
