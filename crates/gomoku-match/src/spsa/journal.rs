//! The journal of a tuning: its conditions, then a JSON line for each iteration played.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use super::ascent::Axis;
use crate::engine_io::limits::EngineSettings;
use crate::game::settings::GameSettings;
use crate::journal::{difference, machine};
use crate::json_lines::JsonLines;
use crate::match_config::Openings;

/// What decides the games.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Conditions {
    /// The brain, without the values under tuning.
    pub brain: EngineSettings,
    pub axes: Vec<Axis>,
    pub iterations: u64,
    pub pairs: u64,
    pub rate: f64,
    pub concurrency: u64,
    pub seed: u64,
    pub game: GameSettings,
    pub openings: Openings,
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    version: String,
    machine: String,
    conditions: Conditions,
}

/// An iteration that was played.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Entry {
    pub iteration: u64,
    /// Games won less games lost on the side of the perturbation.
    pub points: i32,
}

/// Starts a journal, or goes on with it; returns also the results that are in it, by iteration.
///
/// # Errors
/// When it cannot be read or written, holds another tuning, or is to be started and exists.
pub fn open(
    path: &Path,
    resume: bool,
    conditions: &Conditions,
) -> anyhow::Result<(JsonLines, BTreeMap<u64, i32>)> {
    let (mut journal, text) =
        if resume { JsonLines::resume(path)? } else { (JsonLines::create(path)?, String::new()) };
    let name = || path.display().to_string();
    let mut lines = text.lines();
    let Some(first) = lines.next() else {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        journal.append(&Header { version, machine: machine(), conditions: conditions.clone() })?;
        return Ok((journal, BTreeMap::new()));
    };
    let header = serde_json::from_str(first).context("no journal of a tuning");
    let header: Header = header.with_context(name)?;
    if let Some(difference) = difference(&header.conditions, conditions)? {
        bail!("{} holds another tuning: {difference}", path.display());
    }
    let entries = (2..).zip(lines).map(|(number, line)| {
        let entry: Entry = serde_json::from_str(line).with_context(|| format!("line {number}"))?;
        Ok((entry.iteration, entry.points))
    });
    let results = entries.collect::<anyhow::Result<_>>().with_context(name)?;
    Ok((journal, results))
}
