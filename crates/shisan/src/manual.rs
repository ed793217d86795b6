//! The subcommands `man` and `completions`, made from the description of the command line.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap_complete::Shell;
use roff::{Roff, roman};
use shisan_engine::brain;

/// Where man pages go.
#[derive(Clone, Debug, clap::Args)]
pub struct ManArgs {
    /// The folder to write them to, such as /usr/local/share/man/man1
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Which shell completes.
#[derive(Clone, Debug, clap::Args)]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Writes a man page for the program, for each of its subcommands, and for the brain.
///
/// # Errors
/// When the folder cannot be written.
pub fn man(args: &ManArgs, command: clap::Command) -> anyhow::Result<()> {
    let name = || args.folder.display().to_string();
    fs::create_dir_all(&args.folder).with_context(name)?;
    clap_mangen::generate_to(command, &args.folder).with_context(name)?;
    fs::write(args.folder.join("pbrain-shisan.1"), brain_page()).with_context(name)
}

/// The man page of the brain: the parts of its help.
fn brain_page() -> String {
    let mut parts = brain::HELP.splitn(3, "\n\n");
    let mut part = || parts.next().unwrap_or_default();
    let (about, usage, rest) = (part(), part(), part());
    Roff::new()
        .control("TH", ["pbrain-shisan", "1", "", "pbrain-shisan", ""])
        .control("SH", ["NAME"])
        .text([roman(format!("pbrain-shisan - {about}"))])
        .control("SH", ["SYNOPSIS"])
        .text([roman(usage.trim_start_matches("Usage: "))])
        .control("SH", ["DESCRIPTION"])
        .control("nf", [])
        .text([roman(rest)])
        .control("fi", [])
        .render()
}

/// Writes the script by which a shell completes the program's words.
///
/// # Errors
/// When `out` cannot be written.
pub fn completions(
    args: &CompletionsArgs,
    mut command: clap::Command,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "shisan", &mut script);
    Ok(out.write_all(&script)?)
}
