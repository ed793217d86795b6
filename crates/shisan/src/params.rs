//! The `params` subcommand: the parameters of the search.

use std::io::Write;

use gomoku_match::rule;
use gomoku_rules::Rule;

use crate::engine_args::EngineArgs;

/// How to list the parameters.
#[derive(Clone, Debug, clap::Args)]
pub struct ParamsArgs {
    #[command(flatten)]
    engine: EngineArgs,
    /// List the values of this rule only
    #[arg(long, value_parser = rule())]
    rule: Option<Rule>,
    /// Print a JSON array instead of text
    #[arg(long)]
    json: bool,
}

/// Lists the parameters with the values that the engine plays with.
///
/// # Errors
/// When a parameter is unknown, or `out` cannot be written.
pub fn run(args: &ParamsArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let params = args.engine.config()?.params;
    let text = if args.json { params.json(args.rule) } else { params.table(args.rule) };
    Ok(out.write_all(text.as_bytes())?)
}
