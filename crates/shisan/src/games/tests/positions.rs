//! Positions that no moves lead to: stones that are set up, passes, moves of the root, drawings.

use super::*;

#[test]
fn set_up_stones_and_passes_count() {
    let passed = "(;GM[4]SZ[15];B[hh];W[];B[ii];W[jj])";
    let set_up = "(;GM[4]SZ[15]AB[hh][jj]AW[ii];W[aa])";
    let collection = Collection::of(&[("a.sgf", passed), ("b.sgf", set_up)]);
    let files = |rest: &[&str]| -> Vec<String> {
        let file =
            |game: &Value| game["file"].as_str().map(|file| file[file.len() - 5..].to_owned());
        collection.json("find", rest).iter().filter_map(file).collect()
    };
    assert_eq!(files(&["h8"]), ["a.sgf"]);
    assert_eq!(files(&["j10i9h8"]), ["b.sgf"]);
    assert_eq!(collection.json("find", &["j10i9h8"])[0]["next"], "a1");
    let after_pass: Vec<Value> = collection.json("moves", &["h8"]);
    assert_eq!((after_pass.len(), &after_pass[0]["move"]), (1, &Value::from("other")), "a pass");
}

#[test]
fn the_position_before_a_move_of_the_root_is_known() {
    let with_setup = "(;GM[4]SZ[15]AB[hh]W[ii];AB[aa]AW[bb]B[cc])";
    let collection =
        Collection::of(&[("a.sgf", "(;GM[4]SZ[15]B[hh];W[ii])"), ("b.sgf", with_setup)]);
    let moves = |asked: &str| -> Vec<(Value, Value)> {
        let lines = collection.json("moves", &[asked]);
        lines.iter().map(|line| (line["move"].clone(), line["games"].clone())).collect()
    };
    assert_eq!(moves(""), [("h8".into(), 1.into())]);
    assert_eq!(moves("h8"), [("g7".into(), 2.into())]);
    assert_eq!(moves("h8i9"), [("other".into(), 1.into()), (Value::Null, 1.into())]);
    assert_eq!(moves("h8i9a1b2"), [("c3".into(), 1.into())]);
}

#[test]
fn a_drawn_board_is_a_position_without_moves() {
    let drawing = ". . . . .\n. X . . .\n. . O . .\n. . . X .\n. . . . .\n";
    let collection = Collection::of(&[("a.board", drawing)]);
    let found = |asked: &str| collection.find(&["--size", "5", asked]).len();
    assert_eq!((found("b2c3d4"), found("d4c3b2"), found("b2"), found("b2c3")), (1, 1, 0, 0));
}
