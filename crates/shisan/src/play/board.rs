//! The board as text: plain, or with colours.

use std::fmt;

use anstyle::{Ansi256Color, AnsiColor, Style};

use super::game::{End, Game};
use gomoku_rules::{Cell, CellNames, Coords, Diagram, Pos, Side};
use shisan_engine::pattern::Position;

/// The board of `game` as a drawing that `forbid` and `convert` read, with `!` on Black's forbidden
/// points.
pub fn plain(game: &Game) -> String {
    let marks = forbidden(game).into_iter().map(|pos| (pos, '!')).collect();
    let coords = Some(game.names().coords);
    Diagram { board: game.board().clone(), marks, coords }.to_string()
}

/// The same with colours, the last stone and a winning line marked, and coordinates on all sides.
pub struct Coloured<'a>(pub &'a Game);

impl fmt::Display for Coloured<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.0.board();
        let (names, forbidden) = (self.0.names(), forbidden(self.0));
        let size = names.size;
        let last = board.stones()[board.set_up()..].last().map(|stone| stone.pos);
        let line = match self.0.end() {
            Some(End::Five(_, line)) => &line[..],
            _ => &[],
        };
        letters(names, f)?;
        for pos in size.positions() {
            let (sign, style) = match board.cell(pos) {
                Cell::Black => ('X', WOOD.bold()),
                Cell::White => ('O', WOOD.fg_color(Some(WHITE.into())).bold()),
                Cell::Wall => ('#', WOOD),
                Cell::Empty if forbidden.contains(&pos) => ('!', WOOD.fg_color(Some(RED.into()))),
                Cell::Empty => ('.', WOOD.fg_color(Some(GRAIN.into()))),
            };
            let style = match () {
                () if line.contains(&pos) => style.bg_color(Some(GREEN.into())),
                () if last == Some(pos) => style.bg_color(Some(LIGHT.into())).underline(),
                () => style,
            };
            let row = names.row(pos.y());
            if pos.x() == 0 {
                write!(f, "{row:2} {WOOD} {WOOD:#}")?;
            }
            write!(f, "{style}{sign}{style:#}{WOOD} {WOOD:#}")?;
            if pos.x() + 1 == size.width() {
                writeln!(f, " {row}")?;
            }
        }
        letters(names, f)
    }
}

/// The names of the columns.
fn letters(names: CellNames, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "   ")?;
    for x in 0..names.size.width() {
        write!(f, "{:>2}", names.coords.column(x))?;
    }
    writeln!(f)
}

const BLACK: Ansi256Color = Ansi256Color(16);
const WHITE: Ansi256Color = Ansi256Color(231);
const RED: Ansi256Color = Ansi256Color(124);
const GREEN: Ansi256Color = Ansi256Color(71);
const LIGHT: Ansi256Color = Ansi256Color(215);
const GRAIN: Ansi256Color = Ansi256Color(94);
const WOOD: Style = Style::new()
    .fg_color(Some(anstyle::Color::Ansi256(BLACK)))
    .bg_color(Some(anstyle::Color::Ansi256(Ansi256Color(179))));

/// A prompt with colours.
pub const PROMPT: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Cyan)));

fn forbidden(game: &Game) -> Vec<Pos> {
    if !game.rule().forbids(Side::Black) || game.end().is_some() {
        return Vec::new();
    }
    let position = Position::from_board(game.board(), game.rule());
    position.forbidden_points(Side::Black).map(|(pos, _)| pos).collect()
}

/// Coordinates, as a sentence.
pub fn coords_in_words(coords: Coords) -> &'static str {
    match coords {
        Coords::Top => "rows count from the top",
        Coords::Bottom => "rows count from the bottom",
        Coords::Gtp => "rows count from the bottom, and there is no column I",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku_rules::record::parse_moves;
    use gomoku_rules::{Coords, Rule, Size};

    fn played(rule: Rule, size: Size, moves: &str) -> Game {
        let mut game = Game::new(rule, size);
        for pos in parse_moves(moves).expect("moves") {
            game.play(pos, None).expect("a legal move");
        }
        game
    }

    /// The coloured board without its colours.
    fn stripped(game: &Game) -> String {
        anstream::adapter::strip_str(&Coloured(game).to_string()).to_string()
    }

    #[test]
    fn both_boards_show_the_same() {
        let size = Size::new(28, 9).expect("a size");
        for (rule, moves, marks) in
            [(Rule::Renju, "h3h4i2i4h5i1i6i7", 1), (Rule::Freestyle, "h3h4i2i4h5i1i6i7", 0)]
        {
            let game = played(rule, size, moves);
            let (plain, coloured) = (plain(&game), stripped(&game));
            assert_eq!(plain.matches('!').count(), marks, "{plain}");
            let signs = |text: &str| -> String {
                let sign = |c: &char| ".XO!".contains(*c);
                text.chars().filter(sign).collect()
            };
            assert_eq!(signs(&plain), signs(&coloured));
            assert!(coloured.lines().next().is_some_and(|line| line.ends_with(" zaaab")));
            assert_eq!(coloured.lines().count(), 11);
        }
    }

    #[test]
    fn both_boards_have_the_labels_of_the_game() {
        for (coords, letters, rows) in [
            (Coords::Top, "a b c d e f g h i j", "1 10"),
            (Coords::Bottom, "a b c d e f g h i j", "10 1"),
            (Coords::Gtp, "A B C D E F G H J K", "10 1"),
        ] {
            let game = played(Rule::Freestyle, Size::square(10), "h8").with_coords(coords);
            let text = stripped(&game);
            let lines: Vec<Vec<&str>> =
                text.lines().map(|line| line.split_whitespace().collect()).collect();
            assert_eq!((lines[0].join(" "), lines[11].join(" ")), (letters.into(), letters.into()));
            for ends in [[lines[1][0], lines[10][0]], [lines[1][11], lines[10][11]]] {
                assert_eq!(ends.join(" "), rows, "{text}");
            }
            let plain: Diagram = plain(&game).parse().expect("our own drawing");
            assert_eq!(plain.coords, Some(coords));
        }
    }

    #[test]
    fn the_last_stone_and_a_winning_line_are_marked() {
        let game = played(Rule::Freestyle, Size::square(15), "h8a1i8a2j8a3k8a4");
        let count = |game: &Game, style: Ansi256Color| {
            let code = Style::new().bg_color(Some(style.into())).render().to_string();
            let code = code.trim_start_matches("\u{1b}[").trim_end_matches('m').to_owned();
            Coloured(game).to_string().matches(&code).count()
        };
        assert_eq!((count(&game, LIGHT), count(&game, GREEN)), (1, 0));
        let won = played(Rule::Freestyle, Size::square(15), "h8a1i8a2j8a3k8a4l8");
        assert_eq!((count(&won, LIGHT), count(&won, GREEN)), (0, 5));
    }
}
