//! The words of reviews, printed or in HTML.

use gomoku_rules::Side;
use shisan_analysis::{MoveClass, ReviewedMove, SideReview};

/// Whether a move is one to stop at.
pub(super) fn matters(class: MoveClass) -> bool {
    !matches!(class, MoveClass::Best | MoveClass::Good)
}

pub(super) fn percent(rate: f64) -> String {
    format!("{:.0} %", rate * 100.0)
}

/// What was better than a move, or what it allows.
pub(super) fn better(played: &ReviewedMove) -> String {
    let side = Side::from(played.side);
    match (&played.best, &played.proof, played.judgement) {
        (_, Some(proof), MoveClass::MissedWin) => {
            format!("win: {}", proof.line.join(" "))
        }
        (best, Some(proof), _) => {
            let better = best.as_ref().map_or(String::new(), |best| format!("better: {best}; "));
            format!("{better}{} wins: {}", !side, proof.line.join(" "))
        }
        (Some(best), None, _) if *best != played.cell && played.judgement != MoveClass::Best => {
            format!("better: {}", played.pv.join(" "))
        }
        _ => String::new(),
    }
}

pub(super) const CLASSES: [MoveClass; 7] = [
    MoveClass::Best,
    MoveClass::Good,
    MoveClass::Inaccuracy,
    MoveClass::Mistake,
    MoveClass::Blunder,
    MoveClass::MissedWin,
    MoveClass::LosingMove,
];

pub(super) fn class_name(class: MoveClass) -> &'static str {
    match class {
        MoveClass::Best => "best",
        MoveClass::Good => "good",
        MoveClass::Inaccuracy => "inaccuracy",
        MoveClass::Mistake => "mistake",
        MoveClass::Blunder => "blunder",
        MoveClass::MissedWin => "missed win",
        MoveClass::LosingMove => "losing move",
    }
}

/// The name without a space.
pub(super) fn slug(class: MoveClass) -> String {
    class_name(class).replace(' ', "-")
}

/// The moves of a side by class.
pub(super) fn counts(figures: &SideReview) -> [usize; 7] {
    let SideReview { best, good, inaccuracy, mistake, blunder, .. } = *figures;
    [best, good, inaccuracy, mistake, blunder, figures.missed_win, figures.losing_move]
}

/// `text` as HTML, in elements and in attributes. A control character becomes a space.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}
