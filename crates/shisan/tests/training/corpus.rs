//! Packed training games with the built program: every command reads them as it reads their text.

use std::fs;

use super::GAMES;
use crate::folder::Folder;

/// A text in xz and games that are packed, as every build must read them.
const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/fuzz/training_games");

/// Games of two sizes with their heading, and the same games packed.
fn games(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.trained(&format!("{GAMES} games.txt"));
    let printed = folder.trained("corpus pack --output packed.xz games.txt");
    assert!(printed.starts_with("40 games, "), "{printed}");
    folder
}

#[test]
fn packed_games_are_read_as_their_text_is() {
    let folder = games("corpus-read");
    folder.write("unpacked.txt", folder.trained("corpus unpack packed.xz"));
    assert_eq!(folder.lines("unpacked.txt"), folder.lines("games.txt"));
    assert_ne!(folder.read("unpacked.txt"), folder.read("games.txt"), "in another order");
    folder.trained("corpus pack --output again.xz unpacked.txt");
    let read = |name: &str| fs::read(folder.path().join(name)).expect("a packed file");
    assert!(read("again.xz") == read("packed.xz"), "the order of the games does not matter");
    let rest =
        |text: String| text.lines().filter(|line| !line.starts_with("files: ")).collect::<String>();
    let [text, packed] =
        ["games.txt", "packed.xz"].map(|file| folder.trained(&format!("selfplay --stats {file}")));
    assert_eq!(rest(text), rest(packed));
    for (output, command) in [
        ("bin", "tune --rule freestyle --epochs 1 --output"),
        ("bin", "train --rule freestyle --epochs 1 --positions 300 --output"),
        ("txt", "label --positions 9 --nodes 60 --output"),
        ("txt", "exam draw --questions 9 --output"),
    ] {
        let [text, packed] =
            [("text", "games.txt"), ("packed", "packed.xz")].map(|(name, games)| {
                let file = format!("{name}.{output}");
                folder.trained(&format!("{command} {file} {games}"));
                let path = folder.path().join(file);
                let bytes = fs::read(&path).expect("a product");
                fs::remove_file(path).expect("it is there");
                bytes
            });
        assert!(text == packed, "{command}");
    }
}

#[test]
fn a_last_line_without_an_end_is_left_out_and_named() {
    let folder = games("corpus-torn");
    folder.write("torn.txt", folder.read("games.txt").trim_end());
    for command in [
        "corpus pack --output torn.xz torn.txt",
        "selfplay --stats torn.txt",
        "label --positions 1 --nodes 60 --output labels.txt torn.txt",
    ] {
        let output = folder.train(command);
        assert!(output.status.success(), "{command}");
        let said = String::from_utf8(output.stderr).expect("text");
        let named: Vec<&str> = said.lines().filter(|it| it.starts_with("left out: ")).collect();
        assert_eq!(named, ["left out: torn.txt: line 41 has no end"], "{command}: {said}");
    }
    assert_eq!(folder.trained("corpus unpack torn.xz").lines().count(), 40, "a heading, 39 games");
}

#[test]
fn files_are_merged_split_and_never_changed() {
    let folder = games("corpus-merged");
    let samples = format!("{SAMPLES}/packed.xz {SAMPLES}/text.xz");
    folder.trained(&format!("corpus pack --output all.xz packed.xz {samples} packed.xz"));
    folder.write("all.txt", folder.trained("corpus unpack all.xz"));
    let (all, renju) =
        (folder.lines("all.txt"), folder.trained("corpus unpack --rule renju all.xz"));
    assert_eq!(
        renju,
        "# shisan games 2: rule=renju nodes=9\n\
         renju 15x15 3 draw h8? i9=5\n\
         renju 15x15 5000 black h8? i9=5 a15=29997 a14\n\
         # shisan games 1: unknown\n\
         renju 15x15 4999 unfinished h5=239\n\
         renju 15x15 5000 unfinished h8? i9 j9=-1\n"
    );
    assert_eq!(all.len(), folder.lines("games.txt").len() + renju.lines().count());
    folder.trained("corpus pack --rule freestyle --output freestyle.xz all.xz");
    let read = |name: &str| fs::read(folder.path().join(name)).expect("a packed file");
    assert!(read("freestyle.xz") == read("packed.xz"), "the same games");
    folder.write(
        "joined.xz",
        [read("packed.xz"), fs::read(format!("{SAMPLES}/packed.xz")).expect("a sample")].concat(),
    );
    assert!(
        folder.trained("corpus unpack joined.xz").contains("renju 15x15 4999 unfinished h5=239\n")
    );

    let refused = folder.refused("corpus pack --output all.xz games.txt");
    assert_eq!(refused, "all.xz exists: packed files are not changed, name another\n");
    let refused = folder.refused("corpus pack --rule caro --output caro.xz games.txt");
    assert_eq!(refused, "games.txt: no games of caro\n");
    let refused = folder.refused("label --rule caro --held-out --output caro.xz games.txt all.xz");
    assert_eq!(refused, "2 files: no games of caro for validation\n");
    folder.write("label.txt", "freestyle 15x15 1 draw h8?\n");
    for fit in ["tune", "train"] {
        let output = folder.train(&format!("{fit} --rule freestyle --output new.bin label.txt"));
        let said = String::from_utf8(output.stderr).expect("text");
        let refused = "error: label.txt: too few games: none for training, or none for validation";
        assert_eq!((output.status.code(), said.lines().last()), (Some(2), Some(refused)), "{fit}");
    }
    assert!(!folder.path().join("caro.xz").exists());
    let refused = folder.refused("tune --output new.bin all.xz --mixed");
    assert_eq!(refused, "all.xz: game 41: a game of renju, not of freestyle\n");
}

#[test]
fn damaged_files_say_where_they_stop() {
    let folder = Folder::new("corpus-damaged");
    folder.trained("selfplay --games 9 --nodes 60 games.txt");
    folder.trained("corpus pack --output packed.xz games.txt");
    let packed = fs::read(folder.path().join("packed.xz")).expect("a packed file");
    let whole = folder.trained("corpus unpack packed.xz");
    let start = packed.len();
    folder.write("cut.xz", [&packed, &packed[..packed.len() / 2]].concat());
    let mut damaged = packed.repeat(2);
    damaged[start + packed.len() / 4] ^= 1;
    folder.write("damaged.xz", damaged);
    for file in ["cut.xz", "damaged.xz"] {
        let output = folder.train(&format!("corpus unpack {file}"));
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(String::from_utf8_lossy(&output.stdout), whole, "{file}");
        let refused = folder.refused(&format!("tune --output new.bin {file}"));
        assert_eq!(format!("error: {refused}"), String::from_utf8_lossy(&output.stderr));
        let place = format!("{file}: xz stream 2, from byte {start}: ");
        assert!(refused.starts_with(&place), "{refused}");
    }
    folder.write("later.xz", &packed[..7]);
    assert!(
        folder
            .refused("selfplay --stats later.xz")
            .starts_with("later.xz: xz stream 1, from byte 0: ")
    );
    let refused = folder.refused(&format!("corpus unpack {SAMPLES}/not_games.xz"));
    assert!(refused.contains("not_games.xz: xz stream 1, from byte 0: "), "{refused}");
    assert!(folder.refused("selfplay packed.xz").starts_with("packed.xz: line 1: not UTF-8 text"));
    assert!(folder.refused("corpus unpack none.xz").starts_with("none.xz: "));
}
