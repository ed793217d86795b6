//! An agent as a Gomocup brain.

use std::io::{self, Read, Write};
use std::time::Instant;

use crate::agent::{Agent, Choice, Limits};
use crate::classic::Classic;
use gomoku_protocol::{About, Messages, Request};
use gomoku_rules::Pos;

/// Plays for a manager until `END` or the end of `input`.
///
/// # Errors
/// When `input` cannot be read or `output` cannot be written.
pub fn serve(agent: &Classic, input: impl Read, output: impl Write) -> io::Result<()> {
    gomoku_protocol::serve(&mut Brain(agent), input, output)
}

struct Brain<'a>(&'a Classic);

impl gomoku_protocol::Agent for Brain<'_> {
    fn about(&self) -> About {
        let (name, author) = self.0.about();
        About::new(name, env!("CARGO_PKG_VERSION"), author)
    }

    fn choose(&mut self, request: &Request<'_>, messages: &mut Messages<'_>) -> Option<Pos> {
        let deadline = request.limits.deadline();
        let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let limits = Limits {
            depth: request.limits.depth,
            nodes: request.limits.nodes,
            stop: Some(&is_late),
        };
        let Choice { pos, nodes } = self.0.choose(request.board, request.rule.rule, limits)?;
        messages.message(format!("nodes {nodes}"));
        Some(pos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Gobang;

    /// What the brain answers to these lines.
    fn dialogue(lines: &str) -> Vec<String> {
        let mut output = Vec::new();
        let agent = Classic::Gobang(Gobang { depth: 1, ..Gobang::default() });
        serve(&agent, lines.as_bytes(), &mut output).expect("memory");
        String::from_utf8(output).expect("text").lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_game() {
        let lines =
            "START 15\nINFO timeout_turn 5000\nBEGIN\r\nTURN 8,6\n\nABOUT\nRESTART\nBEGIN\n";
        let answers = dialogue(&format!("{lines}END\nBEGIN\n"));
        let moves = |line: &&String| !line.starts_with("MESSAGE nodes ");
        let answers: Vec<&String> = answers.iter().filter(moves).collect();
        assert_eq!(answers[..2], ["OK", "7,7"]);
        assert!(answers[3].starts_with("name=\"Gobang\", version=\""), "{answers:?}");
        assert_eq!(answers[4..], ["OK", "7,7"]);
    }

    #[test]
    fn limits_come_from_the_manager() {
        let board = "BOARD\n7,7,1\n8,8,2\n9,7,1\n8,6,2\nDONE";
        let nodes = |infos: &str| {
            let answers = dialogue(&format!("START 15\n{infos}{board}"));
            let nodes = answers[1].strip_prefix("MESSAGE nodes ").expect("the nodes");
            nodes.parse::<u64>().expect("a number")
        };
        assert_eq!(nodes("INFO max_node 7\n"), 7);
        assert_eq!(nodes("INFO timeout_turn 0\n"), 0);
        assert!(nodes("") > 7);
    }

    #[test]
    fn a_four_is_completed_by_the_side_to_move() {
        // Black's four is blocked at one end: the side to move completes or stops it.
        let four = "START 15\nBOARD\n3,3,1\n4,3,1\n5,3,1\n6,3,1\n2,3,2\n0,0,2\n0,2,2\n0,4,2\nDONE";
        let last = |lines: &str| dialogue(lines).pop().expect("a move");
        assert_eq!(last(four), "7,3");
        let blocked = four.replace(",1\n", ",4\n").replace(",2\n", ",1\n").replace(",4\n", ",2\n");
        assert_eq!(last(&blocked), "7,3");
    }
}
