//! The reports of a search in progress: [`Report`] and its text. Pure.

use std::fmt;

use crate::search::PvInfo;
use gomoku_protocol::{MAX_REPLY, Point};
use gomoku_rules::Pos;

/// A line to the manager, or several that belong together.
#[derive(Clone, Debug)]
pub enum Report {
    /// The progress of the search.
    Progress(PvInfo),
    /// The same in lines of `INFO`.
    Details(PvInfo),
    /// The same in lines of `MESSAGE REALTIME`; cells in its text are named by the second.
    Realtime(PvInfo, Vec<Pos>),
    /// This root move is being searched, or has been, as a line of `MESSAGE REALTIME`.
    RootMove(Pos, bool),
    /// This move loses, as a line of `MESSAGE REALTIME`.
    Lost(Pos),
}

/// Managers that read `INFO` take the whole line of a mate.
const MAX_BEST_LINE: usize = 4_000;

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Progress(info) => f.write_str(&progress(info)),
            Self::Details(info) => f.write_str(&details(info)),
            Self::Realtime(info, drawn) => f.write_str(&realtime(info, drawn)),
            Self::RootMove(pos, is_done) => {
                let word = if *is_done { "DONE" } else { "POS" };
                write!(f, "MESSAGE REALTIME {word} {}", name(*pos))
            }
            Self::Lost(pos) => write!(f, "MESSAGE REALTIME LOST {}", name(*pos)),
        }
    }
}

/// A cell as the protocol names it.
fn name(pos: Pos) -> String {
    Point::from(pos).to_string()
}

/// Nodes per second.
fn speed(info: &PvInfo) -> u128 {
    u128::from(info.nodes) * 1_000_000 / info.time.as_micros().max(1)
}

/// `start` and the cells, as many as fit into `length`, separated by blanks.
fn line(start: String, cells: &[Pos], name: impl Fn(Pos) -> String, length: usize) -> String {
    let mut line = start;
    for &pos in cells {
        let name = name(pos);
        if line.len() + 1 + name.len() > length {
            break;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&name);
    }
    line
}

/// `MESSAGE depth 12-20 ev 35 n 1200000 nps 900000 tm 812 pv h8 i9 ...`; where several moves are reported,
/// `multipv 1` and so on follows the depths.
fn progress(info: &PvInfo) -> String {
    let PvInfo { depth, seldepth, score, nodes, time, pv, pv_index, multi_pv } = info;
    let place = if *multi_pv > 1 { format!(" multipv {}", pv_index + 1) } else { String::new() };
    let (nps, millis) = (speed(info), time.as_millis());
    let start = format!(
        "MESSAGE depth {depth}-{seldepth}{place} ev {score} n {nodes} nps {nps} tm {millis} pv"
    );
    line(start, pv, |pos| pos.to_string(), MAX_REPLY)
}

/// The block of lines that Yixin-Board's fork and gomoku-calculator read.
fn details(info: &PvInfo) -> String {
    let PvInfo { depth, seldepth, score, nodes, time, pv, pv_index, multi_pv } = info;
    let (speed, millis, rate) = (speed(info), time.as_millis(), score.win_rate());
    let line = line("INFO BESTLINE".into(), pv, name, MAX_BEST_LINE);
    format!(
        "INFO PV {pv_index}\nINFO NUMPV {multi_pv}\nINFO DEPTH {depth}\nINFO SELDEPTH {seldepth}\n\
         INFO NODES {nodes}\nINFO TOTALNODES {nodes}\nINFO TOTALTIME {millis}\nINFO SPEED {speed}\n\
         INFO EVAL {score}\nINFO WINRATE {rate:.4}\n{line}\nINFO PV DONE"
    )
}

/// The lines that Yixin-Board draws: the best move, its value and its principal variation.
fn realtime(info: &PvInfo, drawn: &[Pos]) -> String {
    let cell = info.pv.first().copied().map(name).unwrap_or_default();
    let value = info.score.get();
    let line = line("MESSAGE REALTIME PV".into(), drawn, |pos| pos.to_string(), MAX_REPLY);
    format!(
        "MESSAGE REALTIME REFRESH\nMESSAGE REALTIME BEST {cell}\nMESSAGE REALTIME VAL {value}\n{line}"
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::score::Score;

    #[test]
    fn lines_of_multi_pv_are_numbered() {
        let info = PvInfo {
            depth: 9,
            seldepth: 14,
            score: Score::mated_in(8),
            nodes: 5000,
            time: Duration::from_millis(10),
            pv: vec![Pos::new(7, 11), Pos::new(0, 2)],
            pv_index: 1,
            multi_pv: 3,
        };
        assert_eq!(
            Report::Progress(info.clone()).to_string(),
            "MESSAGE depth 9-14 multipv 2 ev -M8 n 5000 nps 500000 tm 10 pv h12 a3"
        );
        assert_eq!(
            Report::Details(info).to_string().lines().collect::<Vec<_>>(),
            [
                "INFO PV 1",
                "INFO NUMPV 3",
                "INFO DEPTH 9",
                "INFO SELDEPTH 14",
                "INFO NODES 5000",
                "INFO TOTALNODES 5000",
                "INFO TOTALTIME 10",
                "INFO SPEED 500000",
                "INFO EVAL -M8",
                "INFO WINRATE 0.0000",
                "INFO BESTLINE 7,11 0,2",
                "INFO PV DONE",
            ]
        );
    }

    #[test]
    fn realtime_names_cells_in_both_ways() {
        let info = PvInfo {
            depth: 1,
            seldepth: 1,
            score: Score::from_eval(-35),
            nodes: 1,
            time: Duration::ZERO,
            pv: vec![Pos::new(3, 4)],
            pv_index: 0,
            multi_pv: 1,
        };
        assert_eq!(
            Report::Realtime(info, vec![Pos::new(4, 11)]).to_string().lines().collect::<Vec<_>>(),
            [
                "MESSAGE REALTIME REFRESH",
                "MESSAGE REALTIME BEST 3,4",
                "MESSAGE REALTIME VAL -35",
                "MESSAGE REALTIME PV e12",
            ]
        );
        let pos = Pos::new(3, 4);
        assert_eq!(Report::Lost(pos).to_string(), "MESSAGE REALTIME LOST 3,4");
        assert_eq!(Report::RootMove(pos, false).to_string(), "MESSAGE REALTIME POS 3,4");
        assert_eq!(Report::RootMove(pos, true).to_string(), "MESSAGE REALTIME DONE 3,4");
    }

    #[test]
    fn progress_follows_its_grammar_and_fits() {
        let mut info = PvInfo {
            depth: 12,
            seldepth: 20,
            score: Score::from_eval(35),
            nodes: 1_200_000,
            time: Duration::from_millis(1500),
            pv: vec![Pos::new(7, 7), Pos::new(8, 8)],
            pv_index: 0,
            multi_pv: 1,
        };
        assert_eq!(
            Report::Progress(info.clone()).to_string(),
            "MESSAGE depth 12-20 ev 35 n 1200000 nps 800000 tm 1500 pv h8 i9"
        );
        info.pv = vec![Pos::new(29, 29); 200];
        info.time = Duration::ZERO;
        let line = Report::Progress(info).to_string();
        assert!(line.len() <= MAX_REPLY && line.ends_with(" ad30"), "{line}");
    }
}
