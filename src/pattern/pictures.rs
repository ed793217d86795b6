//! Drawn lines and what they mean under each rule, alone and crossing each other.

use super::definition::Pattern;
use super::line::LineKey;
use super::table::PatternTable;
use super::{Position, Threat};
use gomoku_rules::{Cell, Direction, Rule, Side, Size};

/// Where the cell to fill lies on a drawn line.
const MIDDLE: u32 = 16;

/// Everyone for whom a line can mean something of its own, in the order of the columns of
/// [`BY_RULE`].
const JUDGES: [(Rule, Side); 6] = [
    (Rule::Freestyle, Side::Black),
    (Rule::Standard, Side::Black),
    (Rule::Renju, Side::Black),
    (Rule::Renju, Side::White),
    (Rule::Caro, Side::Black),
    (Rule::CaroOverline, Side::Black),
];

/// Lines that mean the same to everyone: `*` the cell, `X` own, `O` the opponent's, `#` neutral,
/// `|` the edge, `.` empty, as is all that is not drawn.
const ALIKE: &str = "
    Five         XX*XX *XXXX OXX*XX. |XX*XX| #XX*XX# OXX*XX| OXX*XX# |*XXXXO XX*XX.X XX*XXOX XX*XX#X
    OpenFour     .XX*X. .XXX*. |.XX*X.| #.XX*X.#
    Four         OXX*X. |XX*X. #XX*X. OXX*X.| |XX*X.| XX.*X X.X*X |XX.*XO |XX.*X| X.XX*.. XXX.*..
    ThreeS       ..X*X.. ..XX*.. .X*X..
    Three        |.X*X.. #.X*X.. .X.*X. .X.*X.. |.X.*X.|
    BlockedThree OX*X.. |X*X.. |.X*X.| O.X*X.| OX*X..| X..*X X.X.*
    TwoB         ...X*... ..X*..
    TwoA         ...X.*... ..X.*..
    Two          ...X..*... |.X*... |..X*..|
    BlockedTwo   OX*... |X*... OX*...| |.X*..| ...X...*...
    One          ....*.... |.*...
    BlockedOne   O*.... |*.... |*....| O*....| O..*..| |..*..|
    Dead         O..*.O |..*.| |.*..O OX*X.O OXX*XO |XX*X| #XX*X#
";

/// Lines that do not.
const BY_RULE: &str = "
    picture   freestyle    standard     renju-black  renju-white  caro         caro-overline
    XXX*XX    Five         Overline     Overline     Five         Overline     Five
    OXXX*XXO  Five         Overline     Overline     Five         Overline     Five
    OXX*XXO   Five         Five         Five         Five         Dead         Dead
    O*XXXXO   Five         Five         Five         Five         Dead         Dead

    X.X*X.X   OpenFour     OpenFour     Overline     OpenFour     OpenFour     OpenFour
    XX.*X.XX  OpenFour     OpenFour     Overline     OpenFour     OpenFour     OpenFour
    XXX.*.XXX OpenFour     OpenFour     Overline     OpenFour     OpenFour     OpenFour
    X.X.*.X   Three        Three        BlockedThree Three        Three        Three

    X.XX*X.   OpenFour     Four         Four         OpenFour     Four         OpenFour
    X.XX*X.X  OpenFour     Dead         Dead         OpenFour     Dead         OpenFour
    XX.*XX    Four         BlockedThree BlockedThree Four         BlockedThree Four
    OXX*X.X   Four         Dead         Dead         Four         Dead         Four
    X..X*X..  ThreeS       Three        Three        ThreeS       Three        ThreeS
    X..X*X..X ThreeS       BlockedThree BlockedThree ThreeS       BlockedThree ThreeS
    .XX..*X   BlockedThree Two          Two          BlockedThree Two          BlockedThree

    O.XX*X.   OpenFour     OpenFour     OpenFour     OpenFour     Four         Four
    O.XX*X.|  OpenFour     OpenFour     OpenFour     OpenFour     Four         Four
    O.XX*X.O  OpenFour     OpenFour     OpenFour     OpenFour     Four         Four
    O.XX*X.X  OpenFour     Four         Four         OpenFour     Four         Four
    OXX*X.O   Four         Four         Four         Four         Dead         Dead
    OXX*X.OX  Four         Four         Four         Four         Dead         Dead
    OXX.*XO   Four         Four         Four         Four         Dead         Dead
    O.X*X..   Three        Three        Three        Three        BlockedThree BlockedThree
    O.X.*X.O  Three        Three        Three        Three        BlockedThree BlockedThree
    O.X*X.O   BlockedThree BlockedThree BlockedThree BlockedThree Dead         Dead
    OX*X..O   BlockedThree BlockedThree BlockedThree BlockedThree Dead         Dead
    O...X*    TwoB         TwoB         TwoB         TwoB         TwoA         TwoA
    O.X*...   Two          Two          Two          Two          BlockedTwo   BlockedTwo
    OX*...O   BlockedTwo   BlockedTwo   BlockedTwo   BlockedTwo   Dead         Dead
    O.*....   One          One          One          One          BlockedOne   BlockedOne
    O..*..O   BlockedOne   BlockedOne   BlockedOne   BlockedOne   Dead         Dead
";

/// Lines through one cell and what they threaten together, to everyone.
const THREATS_ALIKE: &str = "
    Five             XX*XX
    Five             XX*XX   OXX*X.   ..X*X..  ..X*X..
    OpenFour         .XX*X.
    OpenFour         .XX*X.  ..X*X..
    FourThree        OXX*X.  ..X*X..
    FourThree        XX.*X   OX*X..   .X.*X.
    FourPlus         OXX*X.  OX*X..
    FourPlus         OXX*X.  ...X*...
    Four             OXX*X.
    Four             OXX*X.  OX*...
    ThreePlus        ..X*X.. OX*X..
    ThreePlus        .X.*X.  ...X.*...
    Three            ..X*X..
    Three            ..X*X.. OX*...
    BlockedThreePlus OX*X..  X..*X
    BlockedThreePlus OX*X..  ...X*...
    DoubleTwo        ...X*... ...X..*...
    BlockedThree     OX*X..
    BlockedThree     OX*X..  OX*...
    Two              ...X*...
    Two              ...X.*... OX*... OX*...
    None             ....*....
    None             OX*...  OX*...   OX*...   OX*...
    None             O..*.O  OX*X.O   OXX*XO   O..*.O
";

/// Those that do not threaten the same to everyone, in the columns of [`BY_RULE`].
const THREATS_BY_RULE: &str = "
    lines            freestyle   standard    renju-black renju-white caro        caro-overline
    XXX*XX           Five        None        Forbidden   Five        None        Five
    XXX*XX,XX*XX     Five        Five        Five        Five        Five        Five
    XXX*XX,.XX*X.    Five        OpenFour    Forbidden   Five        OpenFour    Five
    X.X*X.X          OpenFour    OpenFour    Forbidden   OpenFour    OpenFour    OpenFour
    X.X*X.X,XX*XX    Five        Five        Five        Five        Five        Five
    OXX*X.,XX.*X     OpenFour    OpenFour    Forbidden   OpenFour    FourThree   FourThree
    OXX*X.,.XX*X.    OpenFour    OpenFour    Forbidden   OpenFour    OpenFour    OpenFour
    ..X*X..,.X.*X.   DoubleThree DoubleThree Forbidden   DoubleThree DoubleThree DoubleThree
    ..X*X..,O.X*X..  DoubleThree DoubleThree Forbidden   DoubleThree ThreePlus   ThreePlus
    ..X*X..,O.X*X.O  ThreePlus   ThreePlus   ThreePlus   ThreePlus   Three       Three
    OXX*X.O          Four        Four        Four        Four        None        None
    X.XX*X.          OpenFour    Four        Four        OpenFour    Four        OpenFour
";

/// The line that `picture` draws, with `side` for its `X`.
fn line(picture: &str, side: Side) -> LineKey {
    let middle = picture.find('*').expect("a cell to fill") as u32;
    let mut line = LineKey::EMPTY;
    for (sign, place) in picture.chars().zip(MIDDLE - middle..) {
        let cell = match sign {
            'X' => side.into(),
            'O' => (!side).into(),
            '|' | '#' => Cell::Wall,
            '.' | '*' => Cell::Empty,
            _ => panic!("{sign} in {picture}"),
        };
        line.put(place, cell);
    }
    line
}

/// What the tables of `rule` make of the middle of `line`.
fn looked_up(line: LineKey, rule: Rule, side: Side) -> Pattern {
    PatternTable::of(rule).pattern(line, MIDDLE, side)
}

/// Reads `picture` from both ends, and for both sides where the rule knows no difference.
#[track_caller]
fn assert_means(picture: &str, (rule, side): (Rule, Side), name: &str) {
    let mirrored: String = picture.chars().rev().collect();
    let sides = if rule == Rule::Renju { vec![side] } else { Side::BOTH.to_vec() };
    for side in sides {
        for picture in [picture, &mirrored] {
            let pattern = looked_up(line(picture, side), rule, side);
            assert_eq!(format!("{pattern:?}"), name, "{rule} {side} {picture}");
        }
    }
}

fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().map(|row| row.split_whitespace().collect()).filter(|row: &Vec<_>| !row.is_empty())
}

#[test]
fn lines_that_mean_the_same_to_everyone() {
    for row in rows(ALIKE) {
        for picture in &row[1..] {
            for judge in JUDGES {
                assert_means(picture, judge, row[0]);
            }
        }
    }
}

#[test]
fn lines_that_differ_by_rule() {
    for row in rows(BY_RULE).skip(1) {
        for (judge, name) in JUDGES.into_iter().zip(&row[1..]) {
            assert_means(row[0], judge, name);
        }
    }
}

#[test]
fn the_pictures_of_the_documentation_are_right() {
    let table =
        include_str!("mod.rs").lines().filter_map(|line| line.strip_prefix("//! | [`Pattern::"));
    let mut patterns = 0;
    for row in table {
        let (name, rest) = row.split_once('`').expect("a name in backticks");
        let pictures = rest.split('|').nth(1).expect("a column of pictures");
        // Where long lines win there is no overline.
        let judges = if name == "Overline" { &JUDGES[1..2] } else { &JUDGES[..] };
        for &judge in judges {
            for picture in pictures.split('`').skip(1).step_by(2) {
                assert_means(picture, judge, name);
            }
        }
        patterns += 1;
    }
    assert_eq!(patterns, Pattern::COUNT);
}

/// What `side` threatens where `pictures` cross, each along a direction of its own.
fn threat_of(pictures: &[&str], rule: Rule, side: Side) -> Threat {
    const BOARD: Size = Size::square(15);
    let mut position = Position::new(BOARD, rule);
    let centre = BOARD.centre();
    for (picture, direction) in pictures.iter().zip(Direction::ALL) {
        let middle = picture.find('*').expect("a cell to fill") as i32;
        for (sign, at) in picture.chars().zip(-middle..) {
            let pos = centre.step(direction, at, BOARD).expect("room on the board");
            match sign {
                'X' => position.place(pos, side.into()),
                'O' => position.place(pos, (!side).into()),
                _ => {}
            }
        }
    }
    position.threat(side, centre)
}

/// Lays the lines in every direction and in both orders.
#[track_caller]
fn assert_threatens(pictures: &[&str], (rule, side): (Rule, Side), name: &str) {
    let sides = if rule == Rule::Renju { vec![side] } else { Side::BOTH.to_vec() };
    for side in sides {
        for turn in 0..4 {
            let mut turned = vec![".*."; 4];
            turned[..pictures.len()].copy_from_slice(pictures);
            turned.rotate_right(turn);
            for _ in 0..2 {
                let threat = threat_of(&turned, rule, side);
                assert_eq!(format!("{threat:?}"), name, "{rule} {side} {turned:?}");
                turned.reverse();
            }
        }
    }
}

#[test]
fn threats_that_are_the_same_to_everyone() {
    for row in rows(THREATS_ALIKE) {
        for judge in JUDGES {
            assert_threatens(&row[1..], judge, row[0]);
        }
    }
}

#[test]
fn threats_that_differ_by_rule() {
    for row in rows(THREATS_BY_RULE).skip(1) {
        let pictures: Vec<&str> = row[0].split(',').collect();
        for (judge, name) in JUDGES.into_iter().zip(&row[1..]) {
            assert_threatens(&pictures, judge, name);
        }
    }
}
