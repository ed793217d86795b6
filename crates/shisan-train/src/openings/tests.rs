use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Parser;

use super::candidates::board;
use super::*;
use gomoku_rules::referee::{Verdict, judge};
use gomoku_rules::{Rule, Size, record};
use shisan_engine::engine::EngineConfig;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    args: OpeningsArgs,
}

/// An empty folder of this name.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("shisan-{name}-{}", std::process::id()));
    drop(fs::remove_dir_all(&path));
    fs::create_dir_all(&path).expect("disk space");
    path
}

fn run(arguments: &str, output: &Path) -> anyhow::Result<Finish> {
    let words = format!("openings {arguments} --output {}", output.display());
    let line = Line::try_parse_from(words.split(' ')).expect("arguments");
    let stop = || Ok(Arc::new(AtomicBool::new(false)));
    openings(&line.args, None, &[], &stop, &mut Vec::new())
}

fn made(arguments: &str, output: &Path) -> String {
    assert_eq!(run(arguments, output).expect("openings"), Finish::Complete);
    fs::read_to_string(output).expect("a file")
}

/// The lines of the openings.
fn lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with('#')).collect()
}

#[test]
fn openings_are_balanced_playable_and_all_different() {
    let (folder, size) = (folder("openings"), Size::square(15));
    for rule in Rule::ALL {
        let arguments = format!("--rule {rule} --size 15 --count 8 --nodes 4000");
        let text = made(&arguments, &folder.join(rule.name()));
        let mut shapes = HashSet::new();
        for line in lines(&text) {
            let moves = record::parse_offsets(line, size).expect("offsets");
            assert_eq!(judge(size, rule, &moves).1, Verdict::Ongoing, "{rule}: {line}");
            let image = Symmetry::ALL[shapes.len() % 8];
            let moves: Vec<_> = moves.iter().map(|&pos| image.apply(pos, size)).collect();
            assert!(shapes.insert(Symmetry::canonical(&board(&moves, size))), "{rule}: {line}");
        }
        assert_eq!(shapes.len(), 8);
    }
}

#[test]
fn seed_and_file_alone_decide() {
    let folder = folder("openings-seed");
    let arguments = "--size 15 --count 6 --nodes 2000 --max-eval 80";
    let text = made(arguments, &folder.join("one"));
    assert!(text.starts_with("# shisan openings --rule freestyle --size 15x15 --seed 1 --nodes"));
    assert_eq!(made(&format!("{arguments} --jobs 3"), &folder.join("three")), text);
    let other = made(&format!("{arguments} --seed 2"), &folder.join("other"));
    assert_ne!(lines(&other), lines(&text));
    // What is cut anywhere, or had fewer openings, goes on to the same bytes.
    for end in [0, 20, 100, text.len() / 2, text.len() - 3, text.len()] {
        fs::write(folder.join("cut"), &text[..end]).expect("disk space");
        assert_eq!(made(arguments, &folder.join("cut")), text, "{end}");
    }
    let more = made(&arguments.replace("--count 6", "--count 8"), &folder.join("cut"));
    assert!(more.starts_with(&text) && lines(&more).len() == 8, "{more}");
}

#[test]
fn a_test_that_is_stopped_says_nothing_of_the_opening() {
    let words = "openings --size 15 --nodes 300 --game-nodes 30 --output none".split(' ');
    let args = Line::try_parse_from(words).expect("arguments").args;
    let passes = |is_stopped| {
        let stop = Arc::new(AtomicBool::new(is_stopped));
        let test = Test::new(&args, &EngineConfig::default(), stop);
        test.passes(&mut Engine::default(), &Board::new(args.size)).expect("memory")
    };
    assert_eq!(passes(true), None);
    assert!(passes(false).is_some());
}

#[test]
fn candidates_of_a_file_keep_their_order() {
    let (folder, size) = (folder("openings-from"), Size::square(15));
    let first = folder.join("first");
    let shallow = made("--size 15 --count 12 --nodes 300 --max-eval 200", &first);
    let from = format!("--size 15 --candidates {} --nodes 3000 --max-eval 100", first.display());
    let text = made(&from, &folder.join("second"));
    let (all, kept) = (lines(&shallow), lines(&text));
    assert!((1..all.len()).contains(&kept.len()), "{shallow}{text}");
    assert!(kept.is_sorted_by_key(|line| all.iter().position(|it| it == line)), "{text}");
    let cut = folder.join("cut");
    fs::write(&cut, &text[..text.len() - 3]).expect("disk space");
    assert_eq!(made(&from, &cut), text);
    fs::write(&cut, text.clone() + "-7,-7, 7,7\n").expect("disk space");
    let error = run(&from, &cut).expect_err("an unknown opening").to_string();
    assert!(error.ends_with("cut: its last opening is no candidate"), "{error}");

    // Black, who is to move, wins from three in a row.
    let won = record::parse_moves("h8a1i8a15j8o15").expect("moves");
    let won = record::format_offsets(&won, size);
    fs::write(&first, format!("{won}\n{shallow}")).expect("disk space");
    let from = format!("--size 15 --candidates {} --nodes 300 --max-eval 30000", first.display());
    assert_eq!(lines(&made(&from, &folder.join("all")))[0], won);
    let played = made(&format!("{from} --game-nodes 300"), &folder.join("played"));
    assert!(!played.contains(&won) && !lines(&played).is_empty(), "{played}");
}

#[test]
fn a_search_for_openings_that_do_not_exist_ends() {
    // Positions whose evaluation is 0 are rare, and the smallest board has no hundred of them in
    // so few candidates.
    let arguments = "--size 5 --count 100 --nodes 400 --max-eval 0 --max-attempts 3";
    let path = folder("openings-none").join("file");
    let error = run(arguments, &path).expect_err("too many openings").to_string();
    let reason =
        "--max-attempts 3: so many candidates in a row gave no new balanced opening: found ";
    assert!(error.starts_with(reason), "{error}");
    let text = fs::read_to_string(&path).expect("a file");
    assert!(error.contains(&format!("found {} of 100;", lines(&text).len())), "{error}\n{text}");
    let again = run(arguments, &path).expect_err("too many openings").to_string();
    assert_eq!((again, fs::read_to_string(&path).expect("a file")), (error, text));
}

#[test]
fn other_openings_are_refused_and_stay() {
    let path = folder("openings-refused").join("file");
    let arguments = "--size 15 --count 2 --nodes 300 --max-eval 200";
    let text = made(arguments, &path);
    let refusal = |arguments: &str| {
        let error = format!("{:#}", run(arguments, &path).expect_err(arguments));
        error.replace(&path.display().to_string(), "FILE")
    };
    let other = refusal(&format!("{arguments} --seed 2"));
    assert!(other.starts_with("FILE holds other openings, of `shisan openings --rule "), "{other}");
    fs::write(&path, text.clone() + "h8\n").expect("disk space");
    assert!(refusal(arguments).starts_with("FILE: line 5, column 1: "), "{}", refusal(arguments));
    for (line, reason) in [
        ("0,0, 0,0, 0,0", "h8: the cell is taken"),
        ("0,0, 0,1, 1,0, 1,1, 2,0, 2,1, 3,0, 3,1, 4,0", "the game is over with l8"),
    ] {
        fs::write(&path, format!("{text}{line}\n")).expect("disk space");
        assert_eq!(refusal(arguments), format!("FILE: line 5: {reason}"));
    }
    fs::write(&path, "0,0, 1,1\n").expect("disk space");
    assert_eq!(refusal(arguments), "FILE: not a file of openings");
}
