//! Standard input on a terminal.

use std::io::{self, IsTerminal, Write};

/// Says on a terminal that the program waits for input, `what` it expects.
pub fn prompt(what: &str) {
    if io::stdin().is_terminal() {
        let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
        drop(writeln!(io::stderr(), "reading {what} from standard input; end it with {end}"));
    }
}
