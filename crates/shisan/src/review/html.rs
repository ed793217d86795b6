//! Reviews as one HTML file that needs nothing else: no script, no picture, no network.

use std::fmt::{self, Write};
use std::io::Read;
use std::path::Path;

use gomoku_match::disk::ensure_named;
use gomoku_rules::{Pos, Side};
use shisan_analysis::{Color, MoveClass, Review, ReviewedMove};

use super::drawings::{MoveDrawing, chances, write_graph};
use super::words::{CLASSES, better, class_name, counts, escape, matters, percent, slug};
use crate::convert::{OutputFile, Texts};
use crate::file_games::FileGame;

const STYLE: &str = include_str!("style.css");
const END: &str = "</main>\n</body>\n</html>\n";
/// Stones of a better line that are drawn. A proof is drawn to its end.
const DRAWN: usize = 7;

/// A file that is written when all games are reviewed. Until then it stays as it was.
pub(super) struct HtmlFile {
    file: OutputFile,
    sections: Texts,
    /// The headings of the games.
    titles: Vec<String>,
}

impl HtmlFile {
    /// The file at `path`.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        ensure_named(path)?;
        let file = OutputFile::open(path)?;
        Ok(Self { file, sections: Texts::beside(path)?, titles: Vec::new() })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When the disk is full.
    pub(super) fn add(&mut self, game: &FileGame, review: &Review) -> anyhow::Result<()> {
        self.titles.push(title(game));
        let mut html = String::new();
        Section { number: self.titles.len(), game, review }.write(&mut html)?;
        self.sections.write(html.as_bytes())
    }

    /// Writes the file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        let head = head(&self.titles)?;
        let sections = self.sections.read()?;
        self.file.write_from(&mut head.as_bytes().chain(sections).chain(END.as_bytes()))
    }
}

/// What comes before the games.
fn head(titles: &[String]) -> Result<String, fmt::Error> {
    let title = match titles {
        [only] => format!("Review: {}", escape(only)),
        _ => format!("Review of {} games", titles.len()),
    };
    let mut head = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<h1>{title}</h1>\n"
    );
    if titles.len() > 1 {
        head.push_str("<nav aria-label=\"Games\">\n<ol>\n");
        for (number, title) in (1..).zip(titles) {
            writeln!(head, "<li><a href=\"#game-{number}\">{}</a></li>", escape(title))?;
        }
        head.push_str("</ol>\n</nav>\n");
    }
    head.push_str("</header>\n<main>\n");
    Ok(head)
}

/// The players, or the number of the game.
fn title(game: &FileGame) -> String {
    match (&game.record.black, &game.record.white) {
        (None, None) => format!("Game {}", game.number),
        (black, white) => {
            let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
            format!("{} – {}", name(black), name(white))
        }
    }
}

/// The part of a game.
struct Section<'a> {
    /// Among the games of the page, from 1.
    number: usize,
    game: &'a FileGame,
    review: &'a Review,
}

impl Section<'_> {
    fn write(&self, html: &mut String) -> fmt::Result {
        let Self { number, game, review } = *self;
        let (id, heading) = (format!("game-{number}"), escape(&title(game)));
        let file = game.file.as_deref().and_then(|file| Path::new(file).file_name()?.to_str());
        let file = file.map_or_else(String::new, |name| escape(name) + ", ");
        let moves = review.moves.len();
        let unit = if moves == 1 { "move" } else { "moves" };
        writeln!(
            html,
            "<section id=\"{id}\" aria-labelledby=\"{id}-title\">\n<h2 id=\"{id}-title\">{heading}</h2>\n\
             <p class=\"about\">{file}game {}: {}, {}, {moves} {unit}</p>",
            game.number, game.rule, game.names.size
        )?;
        self.write_figures(html)?;
        if moves > 0 {
            writeln!(html, "<h3>Black’s chance to win</h3>")?;
            write_graph(html, review, &self.graph_in_words())?;
            self.write_moves(html)?;
        }
        if self.mistakes().next().is_some() {
            writeln!(
                html,
                "<h3>Mistakes</h3>\n<p class=\"about\">A cross marks the move that was made, a dot the \
                 last one before it. The numbers are a better line or, after a losing move, the win of \
                 the opponent.</p>\n<div class=\"mistakes\">"
            )?;
            self.mistakes().try_for_each(|played| self.write_mistake(html, played))?;
            writeln!(html, "</div>")?;
        }
        writeln!(html, "</section>")
    }

    /// The moves to stop at.
    fn mistakes(&self) -> impl Iterator<Item = &ReviewedMove> {
        self.review.moves.iter().filter(|it| matters(it.judgement))
    }

    /// The accuracy of both sides, and their moves by class.
    fn write_figures(&self, html: &mut String) -> fmt::Result {
        let number = self.number;
        writeln!(
            html,
            "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"Accuracy in game {number}\">\n\
             <table>\n<caption>Accuracy, and moves by class</caption>\n<thead><tr>\
             <th scope=\"col\">side</th>"
        )?;
        for head in std::iter::once("accuracy").chain(CLASSES.map(class_name)) {
            write!(html, "<th scope=\"col\" class=\"number\">{head}</th>")?;
        }
        writeln!(html, "</tr></thead>\n<tbody>")?;
        for (side, figures) in [("Black", &self.review.black), ("White", &self.review.white)] {
            let accuracy = figures.accuracy.map_or("–".to_owned(), |it| format!("{it:.1} %"));
            write!(html, "<tr><th scope=\"row\">{side}</th><td class=\"number\">{accuracy}</td>")?;
            for count in counts(figures) {
                write!(html, "<td class=\"number\">{count}</td>")?;
            }
            writeln!(html, "</tr>")?;
        }
        writeln!(html, "</tbody>\n</table>\n</div>")
    }

    fn graph_in_words(&self) -> String {
        let chances = chances(self.review);
        let at = |turn: usize| chances.get(turn).map_or_else(String::new, |&it| percent(it));
        let mut words = vec![format!("Black’s chance to win: {} at first", at(0))];
        words.extend(self.mistakes().map(|played| {
            let (turn, class) = (played.turn + 1, class_name(played.judgement));
            let side = Side::from(played.side);
            format!("{} after move {turn}, {side} {}, {class}", at(turn), played.cell)
        }));
        words.push(format!("{} in the end", at(self.review.moves.len())));
        words.join("; ")
    }

    /// All moves in a table.
    fn write_moves(&self, html: &mut String) -> fmt::Result {
        let number = self.number;
        writeln!(
            html,
            "<h3>Moves</h3>\n\
             <div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"Moves of game {number}\">\n\
             <table>\n<caption>The chance to win is that of the side that moves</caption>\n<thead><tr>\
             <th scope=\"col\" class=\"number\">no.</th><th scope=\"col\">side</th>\
             <th scope=\"col\">move</th><th scope=\"col\">class</th>\
             <th scope=\"col\">chance to win</th><th scope=\"col\">what was better</th></tr></thead>\n<tbody>"
        )?;
        for played in &self.review.moves {
            let (turn, class) = (played.turn + 1, played.judgement);
            let side = if played.side == Color::Black { "Black" } else { "White" };
            let label = if matters(class) {
                let (slug, name) = (slug(class), class_name(class));
                format!("<a class=\"{slug}\" href=\"#game-{number}-move-{turn}\">{name}</a>")
            } else {
                class_name(class).to_owned()
            };
            writeln!(
                html,
                "<tr><th scope=\"row\" class=\"number\">{turn}</th><td>{side}</td><td>{}</td>\
                 <td>{label}</td><td>{}</td><td class=\"line\">{}</td></tr>",
                played.cell,
                chance(played),
                better(played),
            )?;
        }
        writeln!(html, "</tbody>\n</table>\n</div>")
    }

    /// A move to stop at, on its board.
    fn write_mistake(&self, html: &mut String, played: &ReviewedMove) -> fmt::Result {
        let Self { number, game, .. } = *self;
        let (turn, class, side) = (played.turn + 1, played.judgement, Side::from(played.side));
        let mut before = game.record.clone();
        before.moves.truncate(before.set_up + played.turn);
        let board = before.board();
        let Some(pos) = game.record.cells().nth(before.moves.len()) else { return Ok(()) };
        let line = match &played.proof {
            Some(proof) => &proof.line[..],
            None => &played.pv[..played.pv.len().min(DRAWN)],
        };
        let line: Vec<Pos> = line.iter().filter_map(|cell| game.names.parse(cell).ok()).collect();
        let (cell, better, name) = (&played.cell, better(played), class_name(class));
        let label = format!("The board at move {turn}, with {side} {cell} crossed out; {better}");
        writeln!(
            html,
            "<figure id=\"game-{number}-move-{turn}\">\n<h4>{turn} {side} {cell}: \
             <span class=\"{}\">{name}</span></h4>",
            slug(class)
        )?;
        MoveDrawing {
            board: &board,
            names: game.names,
            played: pos,
            line: &line,
            is_of_opponent: class == MoveClass::LosingMove,
            label: &label,
        }
        .write(html)?;
        writeln!(html, "<figcaption>{}. {better}</figcaption>\n</figure>", chance(played))
    }
}

/// The chance to win before and after a move.
fn chance(played: &ReviewedMove) -> String {
    format!("{} → {}", percent(played.winrate_before), percent(played.winrate_after))
}
