//! The parameters that a brain says it has: `BRAIN params --json`.

use std::process::{Command, Stdio};

use anyhow::{Context, ensure};
use serde::Deserialize;

/// A parameter of a brain.
#[derive(Clone, Debug, Deserialize)]
pub struct Param {
    pub name: String,
    /// What the brain plays with as it is started.
    pub value: i32,
    pub min: i32,
    pub max: i32,
    /// About the smallest change that play may feel.
    pub step: i32,
    #[serde(default)]
    pub doc: String,
}

/// The parameters of the brain that `command` starts.
///
/// # Errors
/// When the brain does not list any.
pub fn params_of(command: &str) -> anyhow::Result<Vec<Param>> {
    let question = format!("{command} params --json");
    let words = shlex::split(&question).with_context(|| format!("unbalanced quotes: {command}"))?;
    let (program, arguments) = words.split_first().context("an empty command")?;
    let output = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot start {program:?}"))?;
    let told = String::from_utf8_lossy(&output.stderr);
    let told = told.lines().next().unwrap_or_default();
    ensure!(output.status.success(), "{question}: {} {told}", output.status);
    let params: Vec<Param> = serde_json::from_slice(&output.stdout)
        .with_context(|| format!("{question} does not list parameters"))?;
    ensure!(!params.is_empty(), "{question} lists no parameters");
    Ok(params)
}
