//! The board that a brain is graded on.

use std::time::Duration;

use anyhow::bail;
use gomoku_rules::Size;

use super::args::GradeArgs;
use crate::engine_io::exit::StartFailure;
use crate::engine_io::limits::EngineSettings;
use crate::engine_io::player::Player;
use crate::game::outcome::Termination;
use crate::host::Host;

/// How long a brain may take to exit that was asked whether it plays a board.
const GRACE: Duration = Duration::from_secs(1);

/// The board to play on, and a note if it is not the usual one: a brain may know a single size.
///
/// # Errors
/// When the brain does not start a game on it.
pub(super) fn board(
    args: &GradeArgs,
    brain: &EngineSettings,
    host: &Host,
) -> anyhow::Result<(Size, Option<String>)> {
    const USUAL: Size = Size::square(15);
    const OTHER: Size = Size::square(20);
    let size = args.size.unwrap_or(USUAL);
    let failure = start_failure(args, brain, size, host)?;
    let Some((failure, words)) = failure else { return Ok((size, None)) };
    let may_play_another = args.size.is_none() && failure != StartFailure::Silent;
    if may_play_another && start_failure(args, brain, OTHER, host)?.is_none() {
        let note = format!("the brain does not play 15x15 ({words}): it plays on 20x20");
        return Ok((OTHER, Some(note)));
    }
    bail!("the brain does not start: {words}")
}

/// Why the brain does not start a game on a board of this size, and that in words.
fn start_failure(
    args: &GradeArgs,
    brain: &EngineSettings,
    size: Size,
    host: &Host,
) -> anyhow::Result<Option<(StartFailure, String)>> {
    let settings = args.game(size);
    let mut player = Player::start(brain.clone(), Some(host.reaper()?))?;
    let (start, _) = settings.start_commands(brain);
    let failure = match player.new_game(&start, settings.start_limit, &host.stop) {
        None => bail!("interrupted"),
        Some(Ok(())) => {
            player.quit(GRACE);
            return Ok(None);
        }
        Some(Err(failure)) => failure,
    };
    let words = match &failure {
        StartFailure::Silent => player.silence().map(|silence| silence.to_string()),
        StartFailure::Crash(_) => player.last_stderr_line(),
        StartFailure::Refused(words) | StartFailure::NotRun(words) => {
            let words = words.clone();
            return Ok(Some((failure, words)));
        }
    };
    let code = Termination::Start(failure.clone());
    let words = words.map_or_else(|| code.to_string(), |words| format!("{code}: {words}"));
    Ok(Some((failure, words)))
}
