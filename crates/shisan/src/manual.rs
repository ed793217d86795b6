//! The subcommands `man` and `completions`, made from the description of the command line.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap_complete::Shell;

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

/// Writes a man page for the program and for each of its subcommands.
///
/// # Errors
/// When the folder cannot be written.
pub fn man(args: &ManArgs, command: clap::Command) -> anyhow::Result<()> {
    let name = || args.folder.display().to_string();
    fs::create_dir_all(&args.folder).with_context(name)?;
    clap_mangen::generate_to(command, &args.folder).with_context(name)
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
