//! The table of commands.

use super::reply::{Handler, Reply};
use super::state::State;
use super::syntax::{Line, SYNTAX_ERROR};
use super::{gogui, kata, load, play};

/// Every command, as `list_commands` has them, but those that ask about the table itself.
const COMMANDS: [(&str, Handler); 54] = [
    ("protocol_version", |_, _| Ok("2".into())),
    ("name", |_, _| Ok("Shisan".into())),
    ("version", |_, _| Ok(shisan_engine::BUILD.into())),
    ("quit", |_, _| Ok(Reply::Quit)),
    ("boardsize", play::boardsize),
    ("rectangular_boardsize", play::rectangular_boardsize),
    ("clear_board", play::clear_board),
    ("komi", play::komi),
    ("play", play::play),
    ("genmove", play::genmove),
    ("reg_genmove", play::reg_genmove),
    ("undo", play::undo),
    ("gg-undo", play::undo),
    ("showboard", play::showboard),
    ("loadsgf", load::loadsgf),
    ("final_score", play::final_score),
    ("final_status_list", play::final_status_list),
    ("time_settings", play::time_settings),
    ("kgs-time_settings", play::set_clocks),
    ("kata-time_settings", play::set_clocks),
    ("kata-list_time_settings", kata::list_time_settings),
    ("time_left", play::time_left),
    ("analyze", kata::lz_analyze),
    ("lz-analyze", kata::lz_analyze),
    ("kata-analyze", kata::kata_analyze),
    ("genmove_analyze", kata::lz_genmove_analyze),
    ("lz-genmove_analyze", kata::lz_genmove_analyze),
    ("kata-genmove_analyze", kata::kata_genmove_analyze),
    ("kata-search", play::reg_genmove),
    ("kata-search_analyze", kata::kata_search_analyze),
    ("kata-get-rules", kata::get_rules),
    ("kata-set-rules", kata::set_rules),
    ("kata-set-rule", kata::set_rule),
    ("kata-list-params", kata::list_params),
    ("kata-get-param", kata::get_param),
    ("kata-set-param", kata::set_param),
    ("clear_cache", kata::clear_cache),
    ("stop", kata::stop),
    ("gogui-analyze_commands", gogui::analyze_commands),
    ("gogui-interrupt", gogui::interrupt),
    ("gogui-play_sequence", gogui::play_sequence),
    ("gogui-setup", gogui::setup),
    ("gogui-undo_setup", gogui::undo_setup),
    ("gogui-setup_player", gogui::setup_player),
    ("gogui-title", gogui::title),
    ("gogui-rules_game_id", gogui::game_id),
    ("gogui-rules_board", gogui::board),
    ("gogui-rules_board_size", gogui::board_size),
    ("gogui-rules_legal_moves", gogui::legal_moves),
    ("gogui-rules_side_to_move", gogui::side_to_move),
    ("gogui-rules_final_result", gogui::final_result),
    ("shisan-best_moves", gogui::best_moves),
    ("shisan-forbidden", gogui::forbidden),
    ("shisan-params", kata::edit_params),
];

/// Commands of Go that are refused with a reason; they count as unknown, so that editors do without them.
const REFUSED: [&str; 3] = ["fixed_handicap", "place_free_handicap", "set_free_handicap"];

/// What is said of them.
const NO_HANDICAP: &str = "no handicap in five in a row: gogui-setup puts stones on the board";

/// The commands that ask about the table.
const QUESTIONS: [&str; 2] = ["known_command", "list_commands"];

/// Does what a line says.
///
/// # Errors
/// When it cannot be done: nothing has changed then.
pub fn execute(state: &mut State, line: &Line) -> Result<Reply, String> {
    match (&*line.name, &line.arguments[..]) {
        ("known_command", [name]) => Ok(names().any(|known| known == name).to_string().into()),
        ("known_command", _) => Err(SYNTAX_ERROR.to_owned()),
        ("list_commands", _) => Ok(names().collect::<Vec<_>>().join("\n").into()),
        (name, arguments) => {
            if REFUSED.contains(&name) {
                return Err(NO_HANDICAP.to_owned());
            }
            let command = COMMANDS.iter().find(|(known, _)| *known == name);
            let (_, handler) = command.ok_or("unknown command")?;
            handler(state, arguments)
        }
    }
}

/// What is known.
fn names() -> impl Iterator<Item = &'static str> {
    QUESTIONS.into_iter().chain(COMMANDS.iter().map(|(name, _)| *name))
}
