//! Which games are equal.

use super::*;

/// The numbers of the games that are the same.
fn groups(collection: &Collection, rest: &[&str]) -> Vec<Vec<u64>> {
    let numbers = |group: &Value| {
        let games = group["games"].as_array().expect("games").iter();
        games.map(|game| game["game"].as_u64().expect("a number")).collect()
    };
    collection.json("duplicates", rest).iter().map(numbers).collect()
}

#[test]
fn equal_games_are_found_in_any_image_and_order() {
    let games = "h8i9j7\nh8g9f7\nh8h9\nj7i9h8\n\nh8h9j7\n";
    let collection = Collection::of(&[("all.txt", games)]);
    assert_eq!(groups(&collection, &[]), [[1, 2]]);
    assert_eq!(groups(&collection, &["--by", "position"]), [[1, 2, 4]]);
    assert_eq!(collection.find(&["--unique"]), [1, 3, 4, 5]);
    let text = output(&["duplicates", &collection.path("games.idx")]);
    assert!(text.starts_with("2 games are the same\n  ") && text.lines().count() == 3, "{text}");
}

#[test]
fn equal_games_have_equal_stones_and_sides() {
    let games = [
        "AB[hh];W[ii];B[jj]",
        "AW[hh];W[ii];B[jj]",
        ";AB[hh];W[ig];B[jf]",
        "AB[hh][aa];AE[aa];W[gg];B[ff]",
        ";W[ii];B[jj]",
        ";B[ii];W[jj]",
        ";B[ii];B[jj]",
        ";W[gg];B[ff]",
        "AB[hh]",
        "AB[hh]PL[W]",
        "",
        "C[no move]",
    ];
    let text: Vec<String> = games.iter().map(|game| format!("(;GM[4]SZ[15]{game})")).collect();
    let collection = Collection::of(&[("all.sgf", &text.join("\n"))]);
    assert_eq!(collection.find(&["--unique"]), [1, 2, 5, 6, 7, 9, 11]);
    assert_eq!(groups(&collection, &[]), [vec![1, 3, 4], vec![5, 8], vec![9, 10]]);
}

#[test]
fn stones_that_are_set_up_after_the_last_move_count() {
    let games = [
        ";B[hh];W[ii]",
        ";B[hh];W[ii];AB[aa]",
        ";B[hh];W[ii];AB[oo]",
        ";B[hh];W[ii];AE[ii]",
        ";B[hh];W[gg];AB[oo][cc];AE[cc]",
        ";B[hh];W[gg];AB[cc];AE[cc]C[the end]",
        // Positions without moves.
        "AB[hh]AW[ii]",
        "AW[ig];AB[hh]PL[B]",
        "AE[hh]",
        "",
    ];
    let text: Vec<String> = games.iter().map(|game| format!("(;GM[4]SZ[15]{game})")).collect();
    let collection = Collection::of(&[("all.sgf", &text.join("\n"))]);
    assert_eq!(groups(&collection, &[]), [[1, 6], [2, 5], [7, 8]]);
    let by_position = [vec![1, 6, 7, 8], vec![2, 5]];
    assert_eq!(groups(&collection, &["--by", "position"]), by_position);
    assert_eq!(collection.find(&["--unique"]), [1, 2, 3, 4, 7, 9]);
}
