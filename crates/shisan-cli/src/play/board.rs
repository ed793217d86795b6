//! The board as text: plain, or with colours.

use std::fmt;

use anstyle::{Ansi256Color, AnsiColor, Style};

use super::game::{End, Game};
use gomoku_rules::{Cell, Diagram, Pos, Side, Size};
use shisan::pattern::Position;

/// The board of `game` as a drawing that `forbid` and `convert` read, with `!` on Black's forbidden
/// points.
pub fn plain(game: &Game) -> String {
    let marks = forbidden(game).into_iter().map(|pos| (pos, '!')).collect();
    Diagram { board: game.board().clone(), marks, coords: None }.to_string()
}

/// The same with colours, the last stone and a winning line marked, and coordinates on all sides.
pub struct Coloured<'a>(pub &'a Game);

impl fmt::Display for Coloured<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.0.board();
        let (size, forbidden) = (board.size(), forbidden(self.0));
        let last = board.last().map(|stone| stone.pos);
        let line = match self.0.end() {
            Some(End::Five(_, line)) => &line[..],
            _ => &[],
        };
        letters(size, f)?;
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
            let row = pos.y() + 1;
            if pos.x() == 0 {
                write!(f, "{row:2} {WOOD} {WOOD:#}")?;
            }
            write!(f, "{style}{sign}{style:#}{WOOD} {WOOD:#}")?;
            if pos.x() + 1 == size.width() {
                writeln!(f, " {row}")?;
            }
        }
        letters(size, f)
    }
}

/// The names of the columns.
fn letters(size: Size, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "   ")?;
    for x in 0..size.width() {
        let name = Pos::new(x, 0).to_string();
        write!(f, "{:>2}", name.trim_end_matches('1'))?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku_rules::Rule;
    use gomoku_rules::record::parse_moves;

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
