//! `match rate`: Elo by one fit to the games of any number of files.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::{Context, ensure};

use crate::arguments::RateArgs;
use crate::disk;
use crate::host::{Finish, Host, is_closed_pipe};
use crate::journal::parse_pair;
use crate::output::html::{HtmlReport, MatchFigures};
use crate::output::json::MatchEvent;
use crate::output::ratings::RatingFigures;
use crate::rated_games::copies::{leave_out_copies, repeated};
use crate::rated_games::files::GameFile;
use crate::rated_games::players::Players;
use crate::units::named;
use gomoku_rules::record::Record;

/// The most players of a fit: its time grows with the cube of their number.
const MAX_PLAYERS: usize = 1000;

/// Reads the files and prints the Elo of all who play in them.
///
/// # Errors
/// When a file cannot be read, or no game counts, or the anchor plays in none.
pub(crate) fn rate(args: &RateArgs, host: &Host, out: &mut dyn Write) -> anyhow::Result<Finish> {
    let paths = GameFile::paths(&args.files)?;
    disk::ensure_distinct(&paths, &args.html)?;
    let mut report = args.html.as_deref().map(|path| HtmlReport::create(path, host)).transpose()?;
    let mut files = GameFile::read_all(&paths, host.read_records)?;
    let copies = leave_out_copies(&mut files)?;
    let mut players = Players::of(&files);
    players.copies = copies;
    players.repeated = repeated(&files);
    let count = players.names().len();
    let source = named(&args.files);
    ensure!(count > 0, "{source}: no game with the names of two players and a result");
    ensure!(
        count <= MAX_PLAYERS,
        "{source}: {count} players, and at most {MAX_PLAYERS} are rated together"
    );
    let anchor = args.anchor.as_ref().map(|anchor| {
        let place = players.names().iter().position(|name| *name == anchor.name);
        let place =
            place.with_context(|| format!("--anchor: no player is called {}", anchor.name))?;
        anyhow::Ok((place, anchor.elo))
    });
    let figures = RatingFigures::new(&players, anchor.transpose()?);
    if let Some(report) = &mut report {
        add_games(report, &files)?;
        report.write(figures.clone(), Vec::new())?;
    }
    let text = if args.json {
        serde_json::to_string(&MatchEvent::Ratings(&figures))? + "\n"
    } else {
        figures.to_string()
    };
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Into::into) {
        Err(error) if !is_closed_pipe(&error) => Err(error),
        _ => Ok(Finish::Complete),
    }
}

/// Adds all games: a match for each journal, and one for all records on a board of one size.
fn add_games(report: &mut HtmlReport, files: &[GameFile]) -> anyhow::Result<()> {
    let mut records: BTreeMap<String, Vec<&Record>> = BTreeMap::new();
    for file in files {
        match file {
            GameFile::Journal { headers, path, pairs, reader } => {
                let Some(header) = headers.first() else { continue };
                report.begin(MatchFigures::of_journal(path, header));
                for pair in pairs.values() {
                    report.add_pair(&parse_pair(&reader.line_at(pair.span)?)?)?;
                }
            }
            GameFile::Records(games) => {
                for record in games {
                    records.entry(record.size.to_string()).or_default().push(record);
                }
            }
        }
    }
    for (size, games) in records {
        let Some(first) = games.first() else { continue };
        report.begin(MatchFigures {
            files: vec![format!("records, {size}")],
            size: first.size,
            header: None,
            seed: None,
            machines: Vec::new(),
        });
        for (number, record) in (1..).zip(games) {
            report.add_record(number, record);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::journal::{Journal, JournalHeader};
    use crate::testing::{config, folder, pair};
    use gomoku_rules::Size;
    use gomoku_rules::record::{Format, Record};

    fn read_sgf(path: &Path) -> anyhow::Result<Vec<Record>> {
        Ok(Format::Sgf.read(&fs::read_to_string(path)?, Size::square(15))?)
    }

    fn players_of(files: &[PathBuf]) -> anyhow::Result<Players> {
        Ok(Players::of(&GameFile::read_all(&GameFile::paths(files)?, read_sgf)?))
    }

    /// A journal of pairs with these results for its first engine.
    fn journal(path: &Path, names: [&str; 2], results: &[&str]) {
        let mut config = config(20);
        config.engines.iter_mut().zip(names).for_each(|(engine, name)| engine.name = name.into());
        let mut journal = Journal::create(path, &JournalHeader::new(config)).expect("a new file");
        for (number, result) in (0..).zip(results) {
            let mut pair = pair(number, result);
            for name in pair.games.iter_mut().flat_map(|game| [&mut game.black, &mut game.white]) {
                *name = if name == "new" { names[0] } else { names[1] }.into();
            }
            journal.append(&pair).expect("disk space");
        }
    }

    #[test]
    fn journals_records_and_folders_are_one_tournament() {
        let folder = folder("rate");
        let below = folder.join("season");
        fs::create_dir(&below).expect("a folder");
        journal(&below.join("one.jsonl"), ["a", "b"], &["WW", "WL", "WD"]);
        journal(&folder.join("two.jsonl"), ["c", "b"], &["LL", "LW"]);
        fs::write(below.join(".hidden.jsonl"), "no journal").expect("disk space");
        fs::write(below.join("notes.txt"), "no games").expect("disk space");
        let sgf = "(;GM[4]SZ[15]PB[a]PW[d]RE[B+];B[hh])(;GM[4]SZ[15]PB[a]PW[d]RE[?];B[hh])";
        fs::write(below.join("games.sgf"), sgf).expect("disk space");
        let pgn = "[White \"d\"]\n[Black \"c\"]\n[Result \"1/2-1/2\"]\n\n*\n";
        fs::write(below.join("games.PGN"), pgn).expect("disk space");
        let players = players_of(&[below, folder.join("two.jsonl")]).expect("games");
        let figures = RatingFigures::new(&players, None);
        assert_eq!((figures.games, figures.skipped_games, figures.groups.len()), (12, 1, 1));
        let json = serde_json::to_value(&figures).expect("every field can be written");
        let group = &json["groups"][0]["players"];
        let results: Vec<String> = group
            .as_array()
            .expect("a list")
            .iter()
            .map(|it| {
                format!("{} {} {} {}", it["name"], it["wins"], it["losses"], it["draws"])
                    .replace('"', "")
            })
            .collect();
        assert_eq!(results, ["a 5 1 1", "b 4 5 1", "c 1 3 1", "d 0 1 1"]);
    }

    #[test]
    fn what_the_fit_cannot_know_is_said() {
        let folder = folder("rate-open");
        journal(&folder.join("one.jsonl"), ["a", "b"], &["WW"; 3]);
        journal(&folder.join("two.jsonl"), ["x", "y"], &["WL", "LL"]);
        let players = players_of(std::slice::from_ref(&folder)).expect("games");
        let text = RatingFigures::new(&players, None).to_string();
        for expected in [
            "Group 1 of 2, without a game with the others:\n",
            "Note: a won every game, b lost every game: only the prior, of 1000 Elo, keeps these \
             distances finite\n",
            "Group 2 of 2, without a game with the others:\n",
            "\n10 games\n",
        ] {
            assert!(text.contains(expected), "{text}");
        }
        assert_eq!(text.matches("Note:").count(), 1, "{text}");
    }

    #[test]
    fn an_anchor_moves_all_of_its_group() {
        let folder = folder("rate-anchor");
        journal(&folder.join("one.jsonl"), ["a", "b"], &["WL", "WW", "WL", "WL"]);
        let players = players_of(std::slice::from_ref(&folder)).expect("games");
        let elo = |anchor| {
            let figures = RatingFigures::new(&players, anchor);
            figures.groups[0].players.iter().map(|it| (it.elo, it.elo_error)).collect::<Vec<_>>()
        };
        let (free, fixed) = (elo(None), elo(Some((1, 1500.0))));
        assert!((free[0].0 + free[1].0).abs() < 1e-6);
        assert!((fixed[1].0 - 1500.0).abs() < 1e-9 && fixed[1].1.abs() < 1e-6, "{fixed:?}");
        assert!((fixed[0].0 - fixed[1].0 - free[0].0 + free[1].0).abs() < 1e-6);
        assert!((fixed[0].1 - 2.0 * free[0].1).abs() < 1e-6, "the error of the whole distance");
    }

    #[test]
    fn engines_that_changed_are_named() {
        let folder = folder("rate-changed");
        let path = folder.join("one.jsonl");
        journal(&path, ["a", "b"], &["WL"]);
        let text = fs::read_to_string(&path).expect("a journal");
        for (file, hash) in [("two.jsonl", "\"0123\""), ("three.jsonl", "\"4567\"")] {
            let other =
                text.replace("\"programs\":[null,null]", &format!("\"programs\":[{hash},null]"));
            assert_ne!(other, text);
            fs::write(folder.join(file), other).expect("disk space");
        }
        let players = players_of(&[folder]).expect("games");
        let text = RatingFigures::new(&players, None).to_string();
        assert!(
            text.ends_with("Note: the program or the files of a differ between these games\n"),
            "{text}"
        );
    }
}
