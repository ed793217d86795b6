//! The opening of a game by one of the opening rules: stones, swaps and offers before the first free move.

use anyhow::{Context, bail};
use gomoku_rules::{
    CellNames, Decision, Opening, OpeningRule, Options, Player as Opener, Size, Zone,
};

use super::command::{Command, narrow};
use super::players::{Player, Players};
use super::session::Session;
use super::terminal::{End, Input, Screen};

/// The answer to what has to wait.
const COMES_FIRST: &str = "the opening comes first";

/// Plays what is left of `opening`: the player of Black begins it. Returns the end of the session, unless the
/// game goes on.
///
/// # Errors
/// When Shisan has no memory, or standard output is closed.
pub fn play(
    opening: &mut Opening,
    session: &mut Session,
    screen: &mut Screen,
    input: &Input,
) -> anyhow::Result<Option<End>> {
    while let (Some(opener), Some(options)) = (opening.player(), opening.options()) {
        if input.is_interrupted() {
            return Ok(Some(End::Input));
        }
        screen.board(session.game())?;
        let names = session.game().names();
        let player = session.players().of(opening.side_of(opener)).clone();
        let mut is_stopped = false;
        let decisions = if player == Player::Person || session.waits() {
            if !session.waits() {
                screen.print(&due(opening, opener, &options, names))?;
            }
            screen.prompt(session.game())?;
            let Some(line) = input.line()? else { return Ok(Some(End::Input)) };
            match line.and_then(|line| read(line.trim(), &options, names)) {
                Ok(Typed::Command(Command::Go)) if !session.waits() => {
                    screen.print(COMES_FIRST)?;
                    continue;
                }
                Ok(Typed::Decision(_)) if session.waits() => {
                    screen.print("stopped: `go` goes on")?;
                    continue;
                }
                Ok(Typed::Decision(decision)) => vec![decision],
                Ok(Typed::Command(Command::Quit)) => return Ok(Some(End::Quit)),
                Ok(Typed::Command(command)) => {
                    screen.print(&session.execute(command).unwrap_or_else(|error| error))?;
                    continue;
                }
                Err(error) => {
                    screen.print(&error)?;
                    continue;
                }
            }
        } else {
            screen.thinking(&player)?;
            let (decisions, by_interrupt) = session.decide(opening)?;
            is_stopped = by_interrupt;
            decisions
        };
        for decision in decisions {
            let text = match opening.decide(&decision) {
                Ok(()) => done(&decision, opener, session)?,
                Err(error) => error.describe(|pos| names.name(pos)),
            };
            screen.print(&text)?;
        }
        if let Some(line) = is_stopped.then(|| session.wait()).flatten() {
            screen.print(line)?;
        }
    }
    Ok(None)
}

/// An opening of `players` by `rule`.
///
/// # Errors
/// When one of them is a brain, which knows no opening rules, or the board has no room.
pub fn begin(rule: OpeningRule, size: Size, players: &Players) -> anyhow::Result<Opening> {
    if players.0.iter().any(|player| matches!(player, Player::Brain(_))) {
        bail!("--opening-rule: brains know no opening rules; people and shisan do");
    }
    Opening::new(rule, size).with_context(|| format!("--opening-rule {rule}"))
}

/// What is typed in an opening.
enum Typed {
    Decision(Decision),
    Command(Command),
}

/// Reads a line of the player who has these options.
fn read(line: &str, options: &Options, names: CellNames) -> Result<Typed, String> {
    let plain = narrow(line);
    let decision = match &*plain.to_ascii_lowercase() {
        "swap" => Decision::Swap,
        "stay" => Decision::Stay,
        word => match (options.declare, options.offer, word.parse()) {
            (Some(_), _, Ok(count)) => Decision::Declare(count),
            (_, Some(count), _) if names.parse_all(&plain).is_ok_and(|cells| !cells.is_empty()) => {
                let cells = names.parse_all(&plain).map_err(|error| error.to_string())?;
                if cells.len() != usize::from(count) {
                    return Err(format!("expected {count} fifth moves, not {}", cells.len()));
                }
                Decision::Offer(cells)
            }
            _ => match Command::parse(line, names)? {
                Some(Command::Move(pos)) => Decision::Cell(pos),
                Some(
                    command @ (Command::Board
                    | Command::Moves
                    | Command::Go
                    | Command::Help
                    | Command::Quit),
                ) => {
                    return Ok(Typed::Command(command));
                }
                _ => return Err(COMES_FIRST.to_owned()),
            },
        },
    };
    Ok(Typed::Decision(decision))
}

/// Whose decision is due, and what it may be, in a sentence.
fn due(opening: &Opening, opener: Opener, options: &Options, names: CellNames) -> String {
    let mut ways = Vec::new();
    if options.selects {
        ways.push(format!("take {}", names.all(&options.cells).join(" or ")));
    } else if !options.cells.is_empty() {
        let side = opening.board().side_to_move();
        ways.push(match &options.cells[..] {
            [only] => format!("put {side} on {}", names.name(*only)),
            cells if cells.len() <= 25 => format!("put {side} on one of {}", names.list(cells)),
            _ => {
                let zone = options.zone.filter(|&zone| zone != Zone::Anywhere);
                format!("put {side}{}", zone.map(|zone| format!(" {zone}")).unwrap_or_default())
            }
        });
    }
    if options.swap {
        ways.push("swap or stay".to_owned());
    }
    ways.extend(options.declare.map(|most| format!("say how many fifth moves, 1 to {most}")));
    ways.extend(options.offer.map(|count| format!("offer {count} fifth moves")));
    let side = opening.side_of(opener);
    format!("{} opening, {opener} player, {side}: {}", opening.rule(), ways.join("; or "))
}

/// Does in the session what was decided; a sentence about it.
fn done(decision: &Decision, opener: Opener, session: &mut Session) -> anyhow::Result<String> {
    let names = session.game().names();
    Ok(match decision {
        Decision::Cell(pos) => session.execute(Command::Move(*pos)).map_err(anyhow::Error::msg)?,
        Decision::Swap => {
            session.change_sides().map_err(anyhow::Error::msg)?;
            format!("the {opener} player swaps")
        }
        Decision::Stay => format!("the {opener} player stays"),
        Decision::Declare(1) => format!("the {opener} player wants one fifth move"),
        Decision::Declare(count) => format!("the {opener} player wants {count} fifth moves"),
        Decision::Offer(cells) => format!("the {opener} player offers {}", names.list(cells)),
    })
}
