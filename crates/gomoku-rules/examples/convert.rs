//! Converts games between the formats of records, from standard input to standard output.
//!
//! ```text
//! cargo run -p gomoku-rules --example convert -- sgf < games.psq
//! ```

use std::error::Error;
use std::io;

use gomoku_rules::Size;
use gomoku_rules::record::Format;

fn main() -> Result<(), Box<dyn Error>> {
    let to: Format = std::env::args().nth(1).as_deref().unwrap_or("pos").parse()?;
    let text = io::read_to_string(io::stdin())?;
    let games = Format::detect(&text)?.read(&text, Size::square(15))?;
    let texts: Vec<String> = games.iter().map(|game| to.write(game)).collect();
    print!("{}", texts.join(to.separator()));
    Ok(())
}
