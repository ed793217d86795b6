//! The subcommand `corpus`: training games packed for keeping.

use std::io::Write;

use shisan_train::{self as train, PackArgs, UnpackArgs};

/// What to do with training games.
#[derive(Debug, clap::Subcommand)]
pub enum CorpusCommand {
    /// Pack training games of any files into a new one; packed files are merged or split by rule, too
    Pack(PackArgs),
    /// Print training games as text; of a damaged file, all that stand before the damage
    Unpack(UnpackArgs),
}

/// Packs or unpacks games.
///
/// # Errors
/// When a file cannot be read or written, or is not one of training games.
pub fn run(command: &CorpusCommand, out: &mut dyn Write) -> anyhow::Result<()> {
    match command {
        CorpusCommand::Pack(args) => train::pack(args, out),
        CorpusCommand::Unpack(args) => train::unpack(args, out),
    }
}
