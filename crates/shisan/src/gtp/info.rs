//! Reports of a search in the words of Leela Zero, KataGo and GoGui.

use gomoku_rules::Side;
use shisan_analysis::{Line, Report};

/// Whose words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Leela Zero's: chances in whole parts of 10,000.
    Leela,
    /// KataGo's: chances from 0 to 1, and scores.
    KataGo,
}

/// The value of a proved win in `scoreMean`, and the limit of the others.
const MOST: f64 = 100.0;

/// The best moves in one line, for the side to move. Alpha-beta does not divide its nodes by moves: `visits`
/// are those of the whole search.
pub fn analysis(report: &Report, style: Style) -> String {
    let visits = visits(report);
    let infos = lines(report).enumerate().map(|(order, line)| {
        let (winrate, prior) = (winrate(line), line.prior.unwrap_or_default());
        let (cell, pv) = (&line.cell, line.pv.join(" "));
        match style {
            Style::Leela => {
                let [winrate, prior] = [winrate, prior].map(|rate| (rate * 1e4).round());
                format!(
                    "info move {cell} visits {visits} winrate {winrate} prior {prior} \
                     lcb {winrate} order {order} pv {pv}"
                )
            }
            Style::KataGo => {
                let utility = 2.0 * winrate - 1.0;
                // Hundreds of points.
                let score = f64::from(line.score.unwrap_or_default()) / 100.0;
                let score = if line.mate.is_some() { score.signum() * MOST } else { score };
                let score = score.clamp(-MOST, MOST);
                format!(
                    "info move {cell} visits {visits} utility {utility:.4} winrate {winrate:.4} \
                     scoreMean {score:.2} scoreStdev 0.0 scoreLead {score:.2} \
                     scoreSelfplay {score:.2} prior {prior:.4} lcb {winrate:.4} \
                     utilityLcb {utility:.4} order {order} pv {pv}"
                )
            }
        }
    });
    infos.collect::<Vec<_>>().join(" ")
}

/// The best moves as GoGui draws them: their chances in per cent, the principal variation, and a line of
/// text.
pub fn graphics(report: &Report, side: Side) -> String {
    let percent = |line: &Line| (winrate(line) * 100.0).round();
    let labels = lines(report).map(|line| format!(" {} {}", line.cell, percent(line)));
    let labels = format!("LABEL{}", labels.collect::<String>());
    let Some(best) = lines(report).next() else { return labels };
    let letters = ["b", "w"].into_iter().cycle().skip(side.index());
    let moves = best.pv.iter().zip(letters).map(|(cell, letter)| format!(" {letter} {cell}"));
    let moves: String = moves.collect();
    let (cell, percent, visits) = (&best.cell, percent(best), visits(report));
    let depth = best.depth;
    format!("{labels}\nVAR{moves}\nTEXT {side} {cell} {percent} %, {visits} nodes, depth {depth}")
}

/// The lines that have a value: a low level plays some moves without one.
fn lines(report: &Report) -> impl Iterator<Item = &Line> {
    report.lines.iter().flatten().filter(|line| line.winrate.is_some())
}

fn winrate(line: &Line) -> f64 {
    line.winrate.unwrap_or_default()
}

fn visits(report: &Report) -> u64 {
    report.evaluation.as_ref().map_or(0, |evaluation| evaluation.nodes)
}
