//! Reads what engines report of their search, in the dialects of many of them.
//!
//! There is no standard. Nearly all write a key before each value, separated by blanks, `|`, `:`,
//! `=` or commas:
//!
//! ```text
//! MESSAGE depth 12-20 ev 35 n 1200000 nps 900000 tm 812 pv h8 i9            Shisan, Rapfi
//! MESSAGE Speed 224K | Depth 11-22 | Eval -259 | Node 20K | Time 89ms        Rapfi, figrid
//! MESSAGE (1) 35 | 12-20 | H8 I9                                             Rapfi, several lines
//! INFO EVAL +M12                                                             Rapfi, Yixin's dialect
//! MESSAGE depth 1-45 ev 60.1 winrate 56.7 drawrate 6.9 n 288959 pv Xf4       AlphaGomoku
//! MESSAGE depth: 6-13 best:[7,5] val=-53 time:136ms                          Wine
//! MESSAGE dep 9-14 ev +v7 nd 91k tm 359 sp 255                               PentaZen
//! MESSAGE Nodes=20000, Time=166ms, speed=120481, depth=4-8, Evaluation=-16   SlowRenju
//! ```

use crate::engine_io::score::{ReportedScore, SearchReport};
use gomoku_protocol::{Info, Reply};

/// Collects the report of a search from the lines that an engine writes meanwhile.
#[derive(Debug, Default)]
pub(crate) struct InfoParser {
    report: SearchReport,
    /// The current block of `INFO` lines is not about the best move.
    is_secondary: bool,
}

impl InfoParser {
    /// What was reported so far.
    pub(crate) fn report(&self) -> SearchReport {
        self.report
    }

    /// Reads a message; later values replace earlier ones.
    pub(crate) fn read(&mut self, message: &Reply) {
        match message {
            Reply::Info(info) => self.read_info(info),
            Reply::Message(text) if !text.starts_with("[Pondering]") => self.read_message(text),
            _ => (),
        }
    }

    /// A line of Yixin's dialect: blocks of lines, one block per variation, starting with `PV 0`.
    fn read_info(&mut self, Info { name, value }: &Info) {
        if name.eq_ignore_ascii_case("PV") {
            self.is_secondary = !matches!(value.as_str(), "0" | "DONE");
        } else if !self.is_secondary {
            self.take(&name.to_ascii_lowercase(), value, false);
        }
    }

    fn read_message(&mut self, text: &str) {
        // Wine ends its search with these words and reports no score.
        if text.starts_with("VCF success") || text.starts_with("VCT success") {
            self.report.score = Some(ReportedScore::Win(None));
        }
        if let Some(ranked) = text.strip_prefix('(') {
            self.read_ranked(ranked);
            return;
        }
        let lower = text.to_ascii_lowercase();
        let in_percent = lower.contains(" winrate ");
        let separator = |c: char| c.is_whitespace() || matches!(c, '|' | ':' | '=' | ',' | ';');
        let words: Vec<&str> = lower.split(separator).filter(|word| !word.is_empty()).collect();
        let mut figures = Self { report: self.report, is_secondary: false };
        for pair in words.windows(2) {
            match *pair {
                ["pv" | "bestline", _] => break,
                ["multipv", rank] if rank != "1" => return,
                [key, value] => figures.take(key, value, in_percent),
                _ => (),
            }
        }
        self.report = figures.report;
    }

    /// A line of multi-PV output, without its opening bracket.
    fn read_ranked(&mut self, text: &str) {
        let Some(("1", figures)) = text.split_once(") ") else { return };
        let mut fields = figures.split('|').map(str::trim);
        let score = fields.next().and_then(|field| field.split(' ').next());
        if let Some(score) = score {
            self.take("ev", &score.to_ascii_lowercase(), false);
        }
        if let Some(depth) = fields.next().filter(|field| field.starts_with(char::is_numeric)) {
            self.take("depth", depth, false);
        }
    }

    /// Takes a value if `key`, in lower case, is known.
    fn take(&mut self, key: &str, value: &str, in_percent: bool) {
        let report = &mut self.report;
        match key {
            "depth" | "dep" => report.depth = depth(value).or(report.depth),
            "ev" | "eval" | "evaluation" | "val" | "value" | "score" => {
                report.score = score(value, in_percent).or(report.score);
            }
            "n" | "nd" | "node" | "nodes" | "totalnodes" | "visit" => {
                report.nodes = count(value).or(report.nodes);
            }
            _ => (),
        }
    }
}

/// The first number of `12-20`.
fn depth(text: &str) -> Option<u32> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

/// A number that may end in k, m, g or t.
fn count(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit: u64 = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" => 1,
        "k" => 1000,
        "m" => 1_000_000,
        "g" => 1_000_000_000,
        "t" => 1_000_000_000_000,
        _ => return None,
    };
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

/// A number, or the win or loss in this many plies that is written `+m12` or `+v12` and `-m7`, or
/// `w3` and `l5`; `d9` is a proven draw.
fn score(text: &str, in_percent: bool) -> Option<ReportedScore> {
    let text = text.to_ascii_lowercase();
    let proven = |prefixes: [&str; 3]| {
        let plies = prefixes.into_iter().find_map(|prefix| text.strip_prefix(prefix))?;
        if plies == "*" { Some(None) } else { plies.parse().ok().map(Some) }
    };
    if let Some(plies) = proven(["+m", "+v", "w"]) {
        return Some(ReportedScore::Win(plies));
    }
    if let Some(plies) = proven(["-m", "-v", "l"]) {
        return Some(ReportedScore::Loss(plies));
    }
    if text.strip_prefix('d').is_some_and(|plies| plies.parse::<u32>().is_ok()) {
        return Some(ReportedScore::Points(0));
    }
    let number: f64 = text.parse().ok().filter(|number: &f64| number.is_finite())?;
    let points = if in_percent { from_percent(number) } else { number };
    Some(ReportedScore::Points(points.round() as i32))
}

/// The points of an expected result between 0 and 100, 200 being worth odds of e to 1.
fn from_percent(expected: f64) -> f64 {
    let share = (expected / 100.0).clamp(0.001, 0.999);
    200.0 * (share / (1.0 - share)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(lines: &[&str]) -> SearchReport {
        let mut reader = InfoParser::default();
        for line in lines {
            let message = line.parse::<Reply>().expect("a reply");
            assert!(message.is_message(), "{line}");
            reader.read(&message);
        }
        reader.report()
    }

    fn report(score: ReportedScore, depth: u32, nodes: impl Into<Option<u64>>) -> SearchReport {
        SearchReport { score: Some(score), depth: Some(depth), nodes: nodes.into() }
    }

    use ReportedScore::{Loss, Points, Win};

    #[test]
    fn our_own_lines() {
        let line = "MESSAGE depth 12-20 ev 35 n 1200000 nps 900000 tm 812 pv h8 i9 j10";
        assert_eq!(reported(&[line]), report(Points(35), 12, 1_200_000));
        let mate = "MESSAGE depth 3-7 ev +M7 n 90 nps 1 tm 0 pv h8";
        assert_eq!(reported(&[line, mate]), report(Win(Some(7)), 3, 90));
        let mated = "MESSAGE depth 3-7 ev -M12 n 90 nps 1 tm 0 pv h8";
        assert_eq!(reported(&[mated]), report(Loss(Some(12)), 3, 90));
    }

    #[test]
    fn lines_of_rapfi() {
        let normal = [
            "MESSAGE OptiTime 120ms | MaxTime 480ms",
            "MESSAGE Depth 12-20 | Eval 35 | Time 812ms | H8 I9 N9 D3",
            "MESSAGE [Pondering] Depth 30-31 | Eval 99 | Time 812ms | H8",
        ];
        assert_eq!(reported(&normal), report(Points(35), 12, None));
        let end = "MESSAGE Speed 224K | Depth 11-22 | Eval -259 | Node 20K | Time 89ms";
        assert_eq!(reported(&[normal[1], end]), report(Points(-259), 11, 20_000));
        let brief =
            ["MESSAGE Speed 1M | Depth 9-9 | Eval +M12 | Node 3M | Time 9s", "MESSAGE Bestline H8"];
        assert_eq!(reported(&brief), report(Win(Some(12)), 9, 3_000_000));
        let uci = "MESSAGE depth 12-20 ev -M7 n 1200K n/ms 900 tm 812 pv H8 I9";
        assert_eq!(reported(&[uci]), report(Loss(Some(7)), 12, 1_200_000));
        let second = "MESSAGE depth 13-20 multipv 2 ev -99 n 1300K n/ms 900 tm 812 pv H8 I9";
        assert_eq!(reported(&[uci, second]), reported(&[uci]));
        let first = second.replace("multipv 2", "multipv 1");
        assert_eq!(reported(&[uci, &first]), report(Points(-99), 13, 1_300_000));
        let ranked = ["MESSAGE (1) 35 | 12-20 | H8 I9", "MESSAGE (2) 7 | 12-20 | J8 I9"];
        assert_eq!(reported(&ranked), report(Points(35), 12, None));
        let monte_carlo = [
            "MESSAGE (1) -4 (W 49.50, D 1.00, S 0.10) | V 12K | SD 20 | H8",
            "MESSAGE Speed 20K | Visit 40K | Time 2s",
        ];
        let expected = SearchReport { score: Some(Points(-4)), depth: None, nodes: Some(40_000) };
        assert_eq!(reported(&monte_carlo), expected);
        assert_eq!(
            reported(&["MESSAGE depth 1-0 ev +M* n 0 n/ms 0 tm 0 pv (NONE)"]),
            report(Win(None), 1, 0)
        );
        assert_eq!(reported(&["MESSAGE depth 1-0 ev VAL_NONE n 0"]).score, None);
    }

    #[test]
    fn blocks_of_yixins_dialect() {
        let block = |rank: &str, eval: &str| {
            [
                format!("INFO PV {rank}"),
                "INFO NUMPV 2".into(),
                "INFO DEPTH 14".into(),
                "INFO SELDEPTH 31".into(),
                "INFO NODES 500".into(),
                "INFO TOTALNODES 7000".into(),
                format!("INFO EVAL {eval}"),
                "INFO WINRATE 0.54".into(),
                "INFO BESTLINE 7,7 8,8".into(),
                "INFO PV DONE".into(),
            ]
        };
        let (best, second) = (block("0", "35"), block("1", "-80"));
        let lines: Vec<&str> = best.iter().chain(&second).map(String::as_str).collect();
        assert_eq!(reported(&lines), report(Points(35), 14, 7000));
        let mate = block("0", "+M12");
        let lines: Vec<&str> = lines.into_iter().chain(mate.iter().map(String::as_str)).collect();
        assert_eq!(reported(&lines), report(Win(Some(12)), 14, 7000));
    }

    #[test]
    fn lines_of_alphagomoku_are_percentages() {
        let line = |ev: &str| {
            format!(
                "MESSAGE depth 1-45 ev {ev} winrate 56.7 drawrate 6.9 n 288959 n/s 12487 tm 23140 pv Xf4 Of6"
            )
        };
        assert_eq!(reported(&[&line("60.1")]), report(Points(82), 1, 288_959));
        assert_eq!(reported(&[&line("50.0")]).score, Some(Points(0)));
        assert_eq!(reported(&[&line("0.0")]).score, Some(Points(-1381)));
        assert_eq!(reported(&[&line("W3")]).score, Some(Win(Some(3))));
        assert_eq!(reported(&[&line("L5")]).score, Some(Loss(Some(5))));
        assert_eq!(reported(&[&line("D9")]).score, Some(Points(0)));
    }

    #[test]
    fn lines_of_wine() {
        let lines = [
            "MESSAGE depth: 6-13 best:[7,5] val=-53 time:136ms",
            "MESSAGE VCT cost time:0ms",
            "MESSAGE node:128455 eval:-53",
        ];
        assert_eq!(reported(&lines), report(Points(-53), 6, 128_455));
        assert_eq!(reported(&["MESSAGE node:123k eval:45"]).nodes, Some(123_000));
        let won = "MESSAGE VCF success! win point[7, 5]";
        assert_eq!(
            reported(&[won]),
            SearchReport { score: Some(Win(None)), ..SearchReport::default() }
        );
    }

    #[test]
    fn lines_of_others() {
        let pentazen = [
            "MESSAGE dep 9-14 ev -12 nd 91k tm 359 sp 255",
            "MESSAGE dep - ev +v7 nd 92k tm 1 sp 1",
        ];
        assert_eq!(reported(&pentazen), report(Win(Some(7)), 9, 92_000));
        let slow_renju = [
            "MESSAGE  5;(06,07)     -16 ----------      166",
            "MESSAGE Nodes=20000, Time=166ms, speed=120481, depth=4-8, Evaluation=-16",
        ];
        assert_eq!(reported(&slow_renju), report(Points(-16), 4, 20_000));
    }

    #[test]
    fn other_text_reports_nothing() {
        let lines = [
            "MESSAGE",
            "INFO",
            "DEBUG depth 3 ev 4",
            "message Depth of my thought",
            "MESSAGE value pv depth 9",
            "MESSAGE ev inf n -3 depth x n 99999999999999999999999",
            "MESSAGE (1)",
            "MESSAGE REALTIME BEST 7,7",
            "MESSAGE INFO MAX_THREAD_NUM 32",
        ];
        assert_eq!(reported(&lines), SearchReport::default());
    }
}
