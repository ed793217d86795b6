//! The `params` subcommand: the parameters of the search.

use std::io::Write;

use shisan::search::list_params;

use crate::engine_args::EngineArgs;

/// How to list the parameters.
#[derive(Clone, Debug, clap::Args)]
pub struct ParamsArgs {
    #[command(flatten)]
    engine: EngineArgs,
    /// Write a JSON array
    #[arg(long)]
    json: bool,
}

/// Lists the parameters with the values that the engine plays with.
///
/// # Errors
/// When a parameter is unknown, or `out` cannot be written.
pub fn run(args: &ParamsArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    args.engine.config()?;
    Ok(out.write_all(list_params(args.json).as_bytes())?)
}
