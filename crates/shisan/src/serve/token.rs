//! The token of the address. It outlives the server, so that an open page and a bookmark stay good.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use tempfile::NamedTempFile;

/// Hexadecimal digits of a token: 128 random bits.
const DIGITS: usize = 32;

/// The token of the last server of this user, unless it is to be `renewed`. Where it cannot be kept, it is
/// new at each start.
///
/// # Errors
/// When the machine has no random numbers.
pub fn token(renewed: bool) -> anyhow::Result<String> {
    let path = path();
    if let Some(token) = path.as_deref().filter(|_| !renewed).and_then(kept) {
        return Ok(token);
    }
    let mut bytes = [0; DIGITS / 2];
    getrandom::fill(&mut bytes)?;
    let token = format!("{:032x}", u128::from_be_bytes(bytes));
    if let Some(path) = path
        && let Err(error) = keep(&path, &token)
    {
        log::warn!("{}: the token is not kept: {error}", path.display());
    }
    Ok(token)
}

/// Where it is kept, if this user has a home.
fn path() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    let state = folders.state_dir().unwrap_or_else(|| folders.data_dir());
    Some(state.join("shisan").join("token"))
}

fn kept(path: &Path) -> Option<String> {
    let token = fs::read_to_string(path).ok()?;
    let is_whole = token.len() == DIGITS && token.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_whole.then_some(token)
}

/// Only this user can read it: a temporary file is made so.
fn keep(path: &Path, token: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)?;
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(token.as_bytes())?;
    file.persist(path)?;
    Ok(())
}
