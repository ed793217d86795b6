//! The commands of Leela Zero and KataGo: analysis, rules and parameters
//! (<https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md>).
#![expect(clippy::unnecessary_wraps, reason = "every command has the type of a handler")]

use gomoku_rules::Rule;
use serde_json::{Value, json};

use super::info::Style;
use super::reply::Reply;
use super::search::{Output, Search, read_options};
use super::settings::{PARAMETERS, Parameter, rule};
use super::state::State;
use super::syntax::SYNTAX_ERROR;

/// KataGomo's name of the rule, in what `kata-get-rules` prints.
const RULE: &str = "basicrule";

pub fn lz_analyze(state: &mut State, words: &[String]) -> Result<Reply, String> {
    search(state, words, Output::Endless(Style::Leela), false)
}

pub fn kata_analyze(state: &mut State, words: &[String]) -> Result<Reply, String> {
    search(state, words, Output::Endless(Style::KataGo), false)
}

pub fn lz_genmove_analyze(state: &mut State, words: &[String]) -> Result<Reply, String> {
    search(state, words, Output::Reports(Style::Leela), true)
}

pub fn kata_genmove_analyze(state: &mut State, words: &[String]) -> Result<Reply, String> {
    search(state, words, Output::Reports(Style::KataGo), true)
}

pub fn kata_search_analyze(state: &mut State, words: &[String]) -> Result<Reply, String> {
    search(state, words, Output::Reports(Style::KataGo), false)
}

fn search(state: &State, words: &[String], output: Output, plays: bool) -> Result<Reply, String> {
    let (side, options) = read_options(words, state.side_to_move())?;
    Ok(Reply::Search(Search { side, output, plays, options }))
}

pub fn get_rules(state: &mut State, _: &[String]) -> Result<Reply, String> {
    Ok(json!({ RULE: state.game.rule().name().to_uppercase() }).to_string().into())
}

/// Sets the rule: by its name, or by an object such as `kata-get-rules` prints.
pub fn set_rules(state: &mut State, words: &[String]) -> Result<Reply, String> {
    let text = words.join(" ");
    let name = match serde_json::from_str(&text) {
        Ok(Value::Object(mut fields)) => match fields.remove(RULE) {
            Some(Value::String(name)) => name,
            _ => return Err(format!("expected a field {RULE}")),
        },
        _ => text,
    };
    change_rule(state, &name)
}

pub fn set_rule(state: &mut State, words: &[String]) -> Result<Reply, String> {
    match words {
        [field, name] if field.eq_ignore_ascii_case(RULE) => change_rule(state, name),
        [field, _] => Err(format!("unknown rule {field}: expected {RULE}")),
        _ => Err(SYNTAX_ERROR.to_owned()),
    }
}

fn change_rule(state: &mut State, name: &str) -> Result<Reply, String> {
    state.game.set_rule(rule(name)?);
    Ok(Reply::done())
}

pub fn list_params(_: &mut State, _: &[String]) -> Result<Reply, String> {
    Ok(PARAMETERS.map(|parameter| parameter.name).join(" ").into())
}

pub fn get_param(state: &mut State, words: &[String]) -> Result<Reply, String> {
    let [name] = words else { return Err(SYNTAX_ERROR.to_owned()) };
    Parameter::of_name(name).map(|parameter| parameter.get(&state.settings).into())
}

pub fn set_param(state: &mut State, words: &[String]) -> Result<Reply, String> {
    let [name, value] = words else { return Err(SYNTAX_ERROR.to_owned()) };
    Parameter::of_name(name)?.set(&mut state.settings, value).map(|()| Reply::done())
}

/// The parameters as GoGui edits them, the rule first; with a name and a value it sets one of them.
pub fn edit_params(state: &mut State, words: &[String]) -> Result<Reply, String> {
    match words {
        [] => {}
        [name, value] if name == "rule" => return change_rule(state, value),
        _ => return set_param(state, words),
    }
    let rules = Rule::ALL.map(Rule::name).join("/");
    let rule = format!("[list/{rules}] rule {}", state.game.rule());
    let row = |it: &Parameter| format!("[string] {} {}", it.name, it.get(&state.settings));
    let rows: Vec<String> = [rule].into_iter().chain(PARAMETERS.iter().map(row)).collect();
    Ok(rows.join("\n").into())
}

pub fn list_time_settings(_: &mut State, _: &[String]) -> Result<Reply, String> {
    Ok("none absolute canadian byoyomi fischer".into())
}

pub fn clear_cache(_: &mut State, _: &[String]) -> Result<Reply, String> {
    Ok(Reply::ClearCache)
}

/// Nothing runs once this is read: the line itself has ended an analysis.
pub fn stop(_: &mut State, _: &[String]) -> Result<Reply, String> {
    Ok(Reply::done())
}
