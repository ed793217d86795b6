//! Networks: fits and labels.

use std::fs;
use std::process::Stdio;

use super::{GAMES, kill_after};
use crate::folder::Folder;

#[test]
fn a_killed_fit_of_a_network_goes_on_where_it_was() {
    let folder = Folder::new("train-killed");
    folder.trained(&format!("{GAMES} games.txt"));
    folder.trained("selfplay --rule renju --games 20 --nodes 60 others.txt");
    folder.write("others.txt", folder.read("others.txt") + &folder.read("games.txt"));
    let train =
        "train --rule freestyle --epochs 4 --batch 64 --pretrain others.txt games.txt --output";
    folder.trained(&format!("{train} whole.bin"));
    let arguments = format!("{train} part.bin --resume");
    for epochs in [1, 6] {
        let child = folder.trainer(&arguments).stderr(Stdio::null()).spawn().expect("it runs");
        kill_after(child, || folder.read("part.csv").lines().count() > 2 * epochs + 1);
    }
    if folder.path().join("part.checkpoint").exists() {
        let other = folder.refused(&arguments.replace("--epochs 4", "--epochs 5"));
        assert!(other.contains("part.checkpoint belongs to another fit"), "{other}");
    }
    folder.trained(&arguments);
    let product = |name: &str| fs::read(folder.path().join(name)).expect("a product");
    assert!(product("part.bin") == product("whole.bin"), "the same bytes");
    let provenance = String::from_utf8_lossy(&product("whole.bin")).into_owned();
    assert!(
        provenance.contains("; 20 games and labels of any rule first; "),
        "own games count once: {provenance}"
    );
    assert_eq!(folder.read("part.csv"), folder.read("whole.csv"));
    assert_eq!(folder.read("part.csv").lines().count(), 1 + 2 * (5 + 3));
    assert!(!folder.path().join("part.checkpoint").exists());
    for name in ["value", "moves"] {
        assert!(folder.read(&format!("part.{name}.svg")).ends_with("</svg>\n"));
    }
    folder.trained(&format!("{GAMES} more.txt --weights whole.bin"));
    assert_ne!(folder.lines("more.txt"), folder.lines("games.txt"), "a network plays otherwise");
    folder.trained("train --epochs 1 games.txt --init whole.bin --output next.bin");
    let loss = |file: &str, row: usize| {
        let table = folder.read(file);
        let line = table.lines().nth(row).expect("an epoch").to_owned();
        line.rsplit(',').next().and_then(|loss| loss.parse::<f64>().ok()).expect("a loss")
    };
    let best = (6..=8).map(|row| loss("whole.csv", row)).fold(f64::MAX, f64::min);
    assert!((loss("next.csv", 1) - best).abs() < 0.02, "a fit starts where the last one ended");
}

#[test]
fn labels_are_resumed_and_a_fit_is_measured_by_those_of_held_out_games() {
    let folder = Folder::new("label");
    folder.trained(&format!("{GAMES} games.txt"));
    let label = "label --nodes 60 --positions 60 --jobs 2 games.txt --variations 3 -o";
    folder.trained(&format!("{label} whole.txt"));
    let whole = folder.lines("whole.txt");
    assert!(whole.len() > 30, "{whole:?}");
    assert_eq!(whole.iter().filter(|line| line.contains(" unfinished ")).count(), whole.len() - 1);
    let text = folder.read("whole.txt");
    folder.write("part.txt", &text[..text.len() / 2]);
    folder.trained(&format!("{label} part.txt"));
    assert_eq!(folder.lines("part.txt"), whole);
    assert_eq!(folder.read("part.txt").lines().count(), whole.len(), "nothing twice");
    let unfinished = format!("unfinished: {0} games (100.0 %)", whole.len() - 1);
    let stats = folder.trained("selfplay --stats part.txt");
    assert!(stats.contains(&unfinished), "{stats}");

    let label = "label --nodes 300 --positions 40 games.txt -o";
    folder.trained(&format!("{label} any.txt"));
    folder.trained(&format!("{label} gold.txt --held-out"));
    let train = "train --epochs 1 --mixed games.txt part.txt -o new.bin --gold";
    let refusal = folder.refused(&format!("{train} any.txt"));
    assert!(refusal.ends_with(" is for training: run label with --held-out=1\n"), "{refusal}");
    let refusal = folder.refused(&format!("{train} games.txt"));
    assert!(refusal.contains("not a label"), "{refusal}");
    assert!(!folder.path().join("new.bin").exists());
    let output = folder.train(&format!("{train} gold.txt"));
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{printed}");
    for begin in ["results alone: ", "gold, tables: loss ", "gold, network: ", "gold, rounded: "] {
        assert_eq!(printed.lines().filter(|line| line.starts_with(begin)).count(), 1, "{printed}");
    }
    let parts = printed.lines().filter(|line| line.contains("proven: "));
    let numbers = parts.clone().map(|line| {
        let number = |before: &str| {
            let rest = line.split_once(before).expect(line).1;
            rest.split([' ', ',']).next().and_then(|word| word.parse::<f64>().ok()).expect(line)
        };
        (number("proven: "), number("network "))
    });
    let (positions, sum) =
        numbers.fold((0.0, 0.0), |(n, sum), (of, loss)| (n + of, sum + of * loss));
    for part in ["games, unproven: ", "games, proven: ", "labels, unproven: "] {
        assert!(parts.clone().any(|line| line.starts_with(part)), "no {part:?} in {printed}");
    }
    let curves = folder.read("new.csv");
    let mut losses = curves.lines().filter(|line| line.starts_with("value,"));
    let is_mean = |line: &str| {
        let loss = line.rsplit(',').next().and_then(|loss| loss.parse::<f64>().ok());
        loss.is_some_and(|loss| (loss - sum / positions).abs() < 1e-5)
    };
    assert!(losses.any(is_mean), "the parts are the whole: {}\n{printed}{curves}", sum / positions);
}

#[test]
fn what_a_network_cannot_be_fitted_to_is_refused() {
    let folder = Folder::new("train-refused");
    folder.write("renju.txt", "renju 15x15 1 draw h8? i9=20\n");
    folder.write("few.txt", "freestyle 15x15 1 draw h8? i9=20\n");
    let train = |arguments: &str| folder.refused(&format!("train {arguments} -o new.bin"));
    assert_eq!(train("renju.txt"), "renju.txt: line 1: a game of renju, not of freestyle\n");
    assert!(train("none.txt").starts_with("none.txt: "));
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/tables/freestyle.bin");
    folder.write("tables.bin", fs::read(shipped).expect("our own file"));
    assert!(train("few.txt --init tables.bin").starts_with("tables.bin: "));
    assert!(!folder.path().join("new.bin").exists());
}
