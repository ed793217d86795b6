//! Books that searches expand: killed, by any number of jobs, and with the values of their best moves.

use std::fs::OpenOptions;

use super::*;

#[test]
fn a_search_that_finds_nothing_is_no_draw() {
    let folder = Folder::new("book-nodes");
    let said = run(&folder, "book expand a.book h8i9 --nodes 1 --searches 3", 0);
    assert_eq!(said, "a.book: 0 positions searched; 1 position left open: too few nodes\n");
    run(&folder, "book query a.book h8i9", 1);
    let said = run(&folder, "book expand a.book h8i9 --nodes 2000 --searches 3", 0);
    assert!(said.starts_with("a.book: 3 positions searched; value "), "{said}");
}

#[test]
fn a_killed_expansion_continues() {
    let folder = Folder::new("book-killed");
    let book = folder.path().join("a.book");
    let arguments = "book expand a.book --nodes 500 --searches 1000000 --jobs 2";
    let expanded =
        || lines(&folder, "a.book").iter().filter(|line| line["expanded"] == true).count();
    let mut before = 0;
    for _ in 0..2 {
        let length = fs::metadata(&book).map_or(0, |data| data.len());
        let mut child = command(&folder, arguments).stdout(Stdio::null()).spawn().expect("it runs");
        while fs::metadata(&book).map_or(0, |data| data.len()) <= length.max(100) {
            assert!(child.try_wait().expect("a process").is_none(), "it has ended");
            thread::sleep(Duration::from_millis(5));
        }
        child.kill().and_then(|()| child.wait()).expect("a process");
        // A record that was cut short.
        let mut file = OpenOptions::new().append(true).open(&book).expect("a book");
        file.write_all(&[60, 0, 0, !60, 1, 2, 3]).expect("disk space");
        let now = expanded();
        assert!(now > before, "{now} positions after {before}");
        before = now;
    }
    let said = run(&folder, "book expand a.book --nodes 500 --searches 5", 0);
    assert!(said.starts_with("a.book: 5 positions searched; value "), "{said}");
    assert_eq!(expanded(), before + 5);
    run(&folder, "book check a.book", 0);
}

#[test]
fn any_number_of_jobs_makes_the_same_book() {
    let folder = Folder::new("book-jobs");
    for jobs in [1, 3] {
        let arguments = format!("book expand {jobs}.book --nodes 500 --searches 70 --jobs {jobs}");
        run(&folder, &arguments, 0);
    }
    let [one, three] =
        ["1.book", "3.book"].map(|name| fs::read(folder.path().join(name)).expect("a book"));
    assert!(one == three, "{} and {} bytes", one.len(), three.len());
    assert_values_are_those_of_best_moves(&folder, "1.book");
}

/// That the value of each expanded position is that of its best move.
fn assert_values_are_those_of_best_moves(folder: &Folder, book: &str) {
    let mut count = 0;
    for line in lines(folder, book).iter().filter(|line| line["expanded"] == true) {
        let cells = |side: &str| -> Vec<String> {
            let cells = line[side].as_array().expect("cells").iter();
            cells.map(|cell| cell.as_str().expect("a cell").to_owned()).collect()
        };
        let (black, white) = (cells("black"), cells("white"));
        let moves: String = (0..black.len() + white.len())
            .map(|index| if index % 2 == 0 { &*black[index / 2] } else { &*white[index / 2] })
            .collect();
        let said = run(folder, &format!("book query {book} {moves}"), 0);
        let best = said.lines().nth(3).and_then(|row| row.split_whitespace().nth(1));
        let value = said.split("value ").nth(1).and_then(|rest| rest.split(',').next());
        assert_eq!(best, value, "{moves}: {said}");
        count += 1;
    }
    assert!(count > 10, "{count} positions");
}

#[test]
fn values_are_backed_up_to_the_first_position() {
    let folder = Folder::new("book-values");
    let expand = |book: &str, position: &str, searches: usize, nodes: usize| {
        let arguments = format!("--size 9 --searches {searches} --nodes {nodes} --width 3");
        run(&folder, &format!("book expand {book}.book {position} {arguments}"), 0)
    };
    // A position is searched after those before it, and others of the same book again.
    expand("a", "", 20, 500);
    expand("a", "e5e4", 20, 4000);
    assert_values_are_those_of_best_moves(&folder, "a.book");
    let said = expand("a", "", 20, 2000);
    assert_values_are_those_of_best_moves(&folder, "a.book");
    let first = run(&folder, "book query a.book", 0);
    let value = |said: &str| {
        let value = said.split("value ").nth(1).expect("a value");
        value.split([',', '\n']).next().map(ToOwned::to_owned)
    };
    assert_eq!(value(&said), value(&first));
}

#[test]
fn a_position_is_not_lost_because_the_moves_that_were_kept_are() {
    let folder = Folder::new("book-lost");
    let expand = |position: &str| {
        let arguments = "--nodes 2000 --width 1 --searches 1";
        run(&folder, &format!("book expand a.book {position} {arguments}"), 0)
    };
    let moves = |position: &str| -> Vec<[String; 2]> {
        let said = run(&folder, &format!("book query a.book {position}"), 0);
        let rows = said.lines().skip(3).map(|row| {
            let mut words = row.split_whitespace().map(ToOwned::to_owned);
            [(); 2].map(|()| words.next().expect("a move and its value"))
        });
        rows.collect()
    };
    expand("h8i8h10");
    let kept = moves("h8i8h10")[0][0].clone();
    let cell = |name: &str| {
        let (column, row) = name.split_at(1);
        let row = row.parse::<u8>().expect("a row");
        format!("{column}{}", char::from(b'a' + row - 1))
    };
    let game = format!(
        "(;GM[4]SZ[15]RU[freestyle];B[hh];W[ih];B[hj];W[{}]DB[l 29990 12 exact])",
        cell(&kept)
    );
    fs::write(folder.path().join("lost.sgf"), game).expect("disk space");
    run(&folder, "book build a.book lost.sgf", 0);
    assert_eq!(moves("h8i8h10"), [[kept.clone(), "-M11".to_owned()]]);
    // The next search is without the move that loses.
    let said = expand("h8i8h10");
    let [other, lost] = &moves("h8i8h10")[..] else { panic!("{said}") };
    assert_eq!(said, format!("a.book: 1 position searched; value {}\n", other[1]));
    assert!(other[1].parse::<i32>().is_ok() && lost[0] == kept, "{said}");
    // A search says that all moves lose.
    let open_four = "h8a1i8a2j8a3k8";
    assert_eq!(expand(open_four), "a.book: 1 position searched; value -M2\n");
    assert_eq!(expand(open_four), "a.book: 0 positions searched; value -M2\n");
}

#[test]
fn values_of_merged_books_are_backed_up() {
    let folder = Folder::new("book-merged");
    for (book, position, nodes, searches) in [("a", "", 500, 40), ("b", "e5", 3000, 20)] {
        let arguments = format!("--size 9 --searches {searches} --nodes {nodes} --width 3");
        run(&folder, &format!("book expand {book}.book {position} {arguments}"), 0);
    }
    run(&folder, "book merge both.book a.book b.book", 0);
    assert_values_are_those_of_best_moves(&folder, "both.book");
    // Values of a database are values of moves, too.
    run(&folder, "book export b.book --to db --output b.db", 0);
    run(&folder, "book build a.book b.db", 0);
    assert_values_are_those_of_best_moves(&folder, "a.book");
}
