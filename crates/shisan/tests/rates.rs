//! Ratings by the built program: a match is rated alike from its journal and from its records.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

use crate::folder::Folder;

fn shisan(folder: &Folder, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shisan"));
    command.current_dir(folder.path()).env_remove("RUST_LOG").args(arguments);
    command.output().expect("the program runs")
}

/// Names, Elo and results of the players, the strongest first.
#[track_caller]
fn rated(folder: &Folder, file: &str) -> Vec<(String, f64, [u64; 3])> {
    let output = shisan(folder, &["match", "rate", "--json", file]);
    assert!(output.status.success(), "{file}: {}", String::from_utf8_lossy(&output.stderr));
    let ratings: Value = serde_json::from_slice(&output.stdout).expect("a line of JSON");
    assert_eq!((&ratings["event"], &ratings["games"]), (&"ratings".into(), &24.into()), "{file}");
    let players = ratings["groups"][0]["players"].as_array().expect("players");
    let player = |it: &Value| {
        let results = ["wins", "losses", "draws"].map(|key| it[key].as_u64().expect("a count"));
        (it["name"].as_str().expect("text").to_owned(), it["elo"].as_f64().expect("Elo"), results)
    };
    players.iter().map(player).collect()
}

#[test]
fn records_in_every_format_rate_as_the_journal_does() {
    let folder = Folder::new("rates");
    fs::create_dir(folder.path().join("psq")).expect("a folder");
    let common = ["match", "--nodes=30", "--games=8", "--force-jobs", "--journal=league.jsonl"];
    let engines = ["--engine=a=shisan brain", "--engine=b=shisan brain", "--engine=c=shisan brain"];
    let levels = ["--level=b=300", "--level=c=600", "--no-progress", "--resume"];
    let mut expected = None;
    for record in ["games.sgf", "games.pgn", "games.jsonl", "psq/game.psq"] {
        let record = format!("--record={record}");
        let output = shisan(&folder, &[&common[..], &engines, &levels, &[&*record]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    for file in ["league.jsonl", "games.sgf", "games.pgn", "games.jsonl", "psq"] {
        let found = rated(&folder, file);
        assert_eq!(&found, expected.get_or_insert(found.clone()), "{file}");
    }
    // Records of a journal that is read, too, and files that are named twice, count once.
    for (files, copies) in [
        (&["league.jsonl", "games.sgf", "games.pgn", "games.jsonl", "psq"][..], 96),
        (&["games.pgn", "games.pgn", "./games.pgn"], 0),
        (&["psq", "psq/game.000001.psq"], 0),
        (&["league.jsonl", "."], 96),
    ] {
        let output = shisan(&folder, &[&["match", "rate", "--json"][..], files].concat());
        let ratings: Value = serde_json::from_slice(&output.stdout).expect("a line of JSON");
        let counts = ["games", "copied_games"].map(|key| ratings[key].as_u64());
        assert_eq!(counts, [Some(24), Some(copies)], "{files:?}");
    }
    let own = |name: &str| folder.path().join(name);
    fs::copy(own("league.jsonl"), own("copy.jsonl")).expect("disk space");
    #[cfg(unix)]
    fs::hard_link(own("games.pgn"), own("hard.pgn")).expect("a link");
    for (files, expected) in [
        (&["league.jsonl", "copy.jsonl"][..], [24, 24, 0]),
        #[cfg(unix)]
        (&["games.pgn", "hard.pgn"], [24, 0, 0]),
        (&["games.pgn", "games.sgf", "psq"], [72, 0, 48]),
    ] {
        let output = shisan(&folder, &[&["match", "rate", "--json"][..], files].concat());
        let ratings: Value = serde_json::from_slice(&output.stdout).expect("a line of JSON");
        let keys = ["games", "copied_games", "repeated_games"];
        assert_eq!(keys.map(|key| ratings[key].as_u64()), expected.map(Some), "{files:?}");
    }
    let output = shisan(&folder, &["match", "rate", "league.jsonl", "copy.jsonl"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.ends_with("\n24 games; 24 that a journal has already left out\n"), "{said}");
    // Shards and a record of all of them.
    for shard in ["1/3", "2/3", "3/3"] {
        let journal = format!("--journal=shard{}.jsonl", &shard[..1]);
        let own = ["match", "--nodes=30", "--games=6", "--force-jobs", &*journal, "--shard", shard];
        let output = shisan(&folder, &[&own[..], &engines, &levels].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let shards = ["shard1.jsonl", "shard2.jsonl", "shard3.jsonl"];
    shisan(&folder, &[&["match", "merge", "--record=all.pgn"][..], &shards].concat());
    let output = shisan(&folder, &[&["match", "rate"][..], &shards, &["all.pgn"]].concat());
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.ends_with("\n18 games; 18 that a journal has already left out\n"), "{said}");
    // Another game of the same players is none of them.
    let other = "(;GM[4]SZ[20]PB[a]PW[b]RE[B+];B[jj];W[kk])";
    fs::write(folder.path().join("other.sgf"), other).expect("disk space");
    let output = shisan(&folder, &["match", "rate", "league.jsonl", "games.sgf", "other.sgf"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.ends_with("\n25 games; 24 that a journal has already left out\n"), "{said}");
    for (arguments, reason) in [
        (["league.jsonl", "--anchor=d=1500"], "error: --anchor: no player is called d\n"),
        (
            ["league.jsonl", "--anchor=a=1e308"],
            "error: invalid value 'a=1e308' for '--anchor <NAME=ELO>': \
             expected NAME=ELO with an Elo from -10000 to 10000\n",
        ),
        (
            ["empty.txt", "--json"],
            "error: empty.txt: no game with the names of two players and a result\n",
        ),
    ] {
        fs::write(folder.path().join("empty.txt"), "h8i9\n").expect("disk space");
        let output = shisan(&folder, &[&["match", "rate"][..], &arguments].concat());
        assert_eq!(String::from_utf8_lossy(&output.stderr), reason);
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn what_is_left_out_of_a_game_is_named() {
    let folder = Folder::new("rates-warnings");
    let game = "(;GM[4]SZ[20]PB[a]PW[b]RE[B+];B[jj];W[kk])";
    let other = game.replace(";W[kk]", "(;W[kk])(;W[kl])");
    fs::write(folder.path().join("games.sgf"), game.to_owned() + &other).expect("disk space");
    let output = shisan(&folder, &["match", "rate", "games.sgf"]);
    let warning = "warning: games.sgf: game 2: line 1, column 86: a variation was left out: only the \
                   main line is read\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), warning);
    assert!(output.status.success());
}

#[test]
fn journals_of_other_runs_are_no_games() {
    let folder = Folder::new("rates-soak");
    fs::create_dir(folder.path().join("x")).expect("a folder");
    let soak = "{\"kind\":\"soak\",\"schema\":2,\"version\":\"0.1.0\"}\n";
    fs::write(folder.path().join("x/s.jsonl"), soak).expect("disk space");
    let game = "(;GM[4]SZ[20]PB[a]PW[b]RE[B+];B[jj];W[kk])";
    fs::write(folder.path().join("x/game.sgf"), game).expect("disk space");
    for (command, subject) in [
        (&["match", "rate"][..], "x/s.jsonl"),
        (&["match", "merge"], "x/s.jsonl: line 1"),
        (&["convert"], "x/s.jsonl: line 1"),
    ] {
        let output = shisan(&folder, &[command, &["x/s.jsonl"]].concat());
        let expected = format!("error: {subject}: the journal of a soak, not of a match\n");
        assert_eq!(String::from_utf8_lossy(&output.stderr), expected);
        assert_eq!(output.status.code(), Some(2));
    }
    let output = shisan(&folder, &["match", "rate", "x"]);
    let left_out = String::from_utf8_lossy(&output.stderr);
    assert_eq!(left_out, "left out: x/s.jsonl: the journal of a soak, not of a match\n");
    assert!(
        output.status.success() && String::from_utf8_lossy(&output.stdout).ends_with("\n1 game\n")
    );
}
