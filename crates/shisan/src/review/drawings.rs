//! Boards and graphs as SVG. A board brings its own colours, those of the Python package; a graph takes those
//! of the style sheet.

use std::fmt::{Result, Write};

use gomoku_rules::{Board, Cell, CellNames, Pos, Side};
use shisan_analysis::{Color, Review};

use super::words::{class_name, escape, matters, slug};

/// Between two lines of a board, and around it.
const CELL: u32 = 36;
const MARGIN: u32 = 44;
const RADIUS: u32 = 16;
const WOOD: &str = "#e3b968";
const GRID: &str = "#8a6a35";
const LABEL: &str = "#5b4636";
const EDGE: &str = "#3b2d18";
const BLACK: &str = "#1d1d1f";
const WHITE: &str = "#fafaf7";
const BAD: &str = "#b3261e";
const BETTER: &str = "#005a66";

/// A move that was made, and what should have been or is to come.
pub(super) struct MoveDrawing<'a> {
    /// The position before the move.
    pub(super) board: &'a Board,
    pub(super) names: CellNames,
    /// The move, which is crossed out.
    pub(super) played: Pos,
    /// Stones with numbers: the better line or, after the move, the win of the opponent.
    pub(super) line: &'a [Pos],
    pub(super) is_of_opponent: bool,
    /// What the drawing shows, in words.
    pub(super) label: &'a str,
}

impl MoveDrawing<'_> {
    pub(super) fn write(&self, svg: &mut String) -> Result {
        let extent = |cells: u8| u32::from(cells - 1) * CELL + 2 * MARGIN;
        let (width, height) = (extent(self.names.size.width()), extent(self.names.size.height()));
        writeln!(
            svg,
            "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\" \
             font-family=\"system-ui,sans-serif\" font-size=\"15\" text-anchor=\"middle\">\n\
             <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{WOOD}\"/>",
            escape(self.label)
        )?;
        self.write_grid(svg, width, height)?;
        for stone in self.board.stones() {
            write_stone(svg, stone.pos, stone.cell, "")?;
        }
        if let Some(last) = self.board.stones()[self.board.set_up()..].last() {
            let (x, y) = centre(last.pos);
            let fill = if last.cell == Cell::Black { "#ffd24a" } else { "#a3211b" };
            writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"{fill}\"/>")?;
        }
        let mover = self.board.side_to_move();
        if self.is_of_opponent {
            write_stone(svg, self.played, mover.into(), "")?;
        }
        let mut side = if self.is_of_opponent { !mover } else { mover };
        for (number, &pos) in (1..).zip(self.line) {
            write_stone(svg, pos, side.into(), " fill-opacity=\"0.8\"")?;
            let (x, y) = centre(pos);
            if number == 1 {
                writeln!(
                    svg,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" fill=\"none\" stroke=\"{BETTER}\" \
                     stroke-width=\"4\"/>"
                )?;
            }
            let fill = if side == Side::Black { WHITE } else { BLACK };
            writeln!(svg, "<text x=\"{x}\" y=\"{}\" fill=\"{fill}\">{number}</text>", y + 5)?;
            side = !side;
        }
        let (x, y) = centre(self.played);
        writeln!(
            svg,
            "<path d=\"M{} {}l16 16m0 -16l-16 16\" stroke=\"{BAD}\" stroke-width=\"5\" \
             stroke-linecap=\"round\"/>\n</svg>",
            x - 8,
            y - 8
        )
    }

    fn write_grid(&self, svg: &mut String, width: u32, height: u32) -> Result {
        let CellNames { coords, size } = self.names;
        write!(svg, "<path fill=\"none\" stroke=\"{GRID}\" d=\"")?;
        for x in (0..size.width()).map(along) {
            write!(svg, "M{x} {MARGIN}V{}", height - MARGIN)?;
        }
        for y in (0..size.height()).map(along) {
            write!(svg, "M{MARGIN} {y}H{}", width - MARGIN)?;
        }
        writeln!(svg, "\"/>\n<g fill=\"{LABEL}\">")?;
        for column in 0..size.width() {
            let (x, name) = (along(column), coords.column(column));
            for y in [MARGIN - 22, height - MARGIN + 32] {
                write!(svg, "<text x=\"{x}\" y=\"{y}\">{name}</text>")?;
            }
        }
        for row in 0..size.height() {
            let (y, name) = (along(row) + 5, self.names.row(row));
            for x in [MARGIN - 28, width - MARGIN + 28] {
                write!(svg, "<text x=\"{x}\" y=\"{y}\">{name}</text>")?;
            }
        }
        writeln!(svg, "\n</g>")
    }
}

fn along(cells: u8) -> u32 {
    u32::from(cells) * CELL + MARGIN
}

fn centre(pos: Pos) -> (u32, u32) {
    (along(pos.x()), along(pos.y()))
}

fn write_stone(svg: &mut String, pos: Pos, cell: Cell, attributes: &str) -> Result {
    let (x, y) = centre(pos);
    let fill = if cell == Cell::Black { BLACK } else { WHITE };
    writeln!(
        svg,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" fill=\"{fill}\" stroke=\"{EDGE}\"{attributes}/>"
    )
}

/// Black's chance to win before each move and after the last one.
pub(super) fn chances(review: &Review) -> Vec<f64> {
    let of_black = |side: Color, rate: f64| if side == Color::Black { rate } else { 1.0 - rate };
    let before = review.moves.iter().map(|it| of_black(it.side, it.winrate_before));
    let last = review.moves.last().map(|it| of_black(it.side, it.winrate_after));
    before.chain(last).collect()
}

/// The plot of a graph, without the labels around it.
const LEFT: f64 = 48.0;
const TOP: f64 = 10.0;
const WIDTH: f64 = 680.0;
const HEIGHT: f64 = 180.0;

/// The graph of Black's chance to win, with a dot for each move to stop at.
pub(super) fn write_graph(svg: &mut String, review: &Review, label: &str) -> Result {
    let chances = chances(review);
    let last = f64::from(u32::try_from(review.moves.len().max(1)).unwrap_or(u32::MAX));
    let x_of =
        |turn: usize| LEFT + WIDTH * f64::from(u32::try_from(turn).unwrap_or(u32::MAX)) / last;
    let y_of = |chance: f64| TOP + HEIGHT * (1.0 - chance);
    let (right, middle, bottom) = (LEFT + WIDTH, y_of(0.5), y_of(0.0));
    let plot = format!("x=\"{LEFT}\" y=\"{TOP}\" width=\"{WIDTH}\" height=\"{HEIGHT}\"");
    write!(
        svg,
        "<svg class=\"graph\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n\
         <rect class=\"white\" {plot}/>\n<path class=\"black\" d=\"M{LEFT} {bottom}",
        right + 20.0,
        bottom + 26.0,
        escape(label),
    )?;
    for (turn, &chance) in chances.iter().enumerate() {
        write!(svg, "L{:.1} {:.1}", x_of(turn), y_of(chance))?;
    }
    writeln!(
        svg,
        "L{right} {bottom}z\"/>\n<path class=\"half\" d=\"M{LEFT} {middle}H{right}\"/>\n\
         <rect class=\"frame\" {plot}/>"
    )?;
    for (percent, y) in [(100, TOP + 8.0), (50, middle + 4.0), (0, bottom)] {
        let x = LEFT - 6.0;
        writeln!(svg, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\">{percent} %</text>")?;
    }
    for turn in ticks(review.moves.len()) {
        let (x, y) = (x_of(turn), bottom + 18.0);
        writeln!(svg, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{turn}</text>")?;
    }
    for played in review.moves.iter().filter(|it| matters(it.judgement)) {
        let (turn, class) = (played.turn + 1, played.judgement);
        let (x, y) = (x_of(turn), y_of(chances.get(turn).copied().unwrap_or(0.5)));
        writeln!(
            svg,
            "<circle class=\"{}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"><title>{turn} {} {}</title></circle>",
            slug(class),
            played.cell,
            class_name(class),
        )?;
    }
    writeln!(svg, "</svg>")
}

/// The numbers of moves below a graph, at most ten or so.
fn ticks(moves: usize) -> impl Iterator<Item = usize> {
    let step = [1, 2, 5, 10, 20, 50, 100].into_iter().find(|step| moves / step <= 10);
    (0..=moves).step_by(step.unwrap_or(200))
}
