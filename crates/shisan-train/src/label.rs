//! The `label` subcommand: positions of training games, or beside them, with the score of a search.

use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::ensure;
use fastrand::Rng;

use super::batch::{Made, OnInterrupt, in_order, make_all, search};
use super::game_file::{self, GameFile};
use super::games::{is_validation, of_rule};
use super::harvest::harvest;
use super::progress::Progress;
use super::record::{Choice, Outcome, Record};
use super::sample::is_quiet;
use super::setting::Setting;
use gomoku_match::hash::fnv1a;
use gomoku_match::{Finish, named, parse_count, parse_jobs, rule};
use gomoku_rules::{Pos, Rule};
use shisan_engine::brain;
use shisan_engine::engine::{Engine, EngineConfig};
use shisan_engine::eval::WeightSet;
use shisan_engine::pattern::{Position, Threat};
use shisan_engine::search::root_moves;

/// Which positions to label, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct LabelArgs {
    /// Label games of this rule only [default: all]
    #[arg(long, value_parser = rule())]
    rule: Option<Rule>,
    /// Use this many positions at most, drawn at random
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = parse_count)]
    positions: usize,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Nodes of a search
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Label positions after variations of up to this many plies, mostly good moves, instead of the games' own
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..))]
    variations: Option<u16>,
    /// Label positions that a search of this many nodes from the games' own has looked into and not decided
    #[arg(long, value_name = "NODES", conflicts_with = "variations", value_parser = clap::value_parser!(u64).range(1..))]
    searched: Option<u64>,
    /// Draw only from games that `train --seed SEED` keeps for validation [default SEED: 1]
    #[arg(
        long,
        value_name = "SEED",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1"
    )]
    held_out: Option<u64>,
    /// Positions to search at the same time
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = parse_jobs)]
    jobs: usize,
    /// The file of labels; those that it holds already are not searched again
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Files of training games
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
}

/// Labels the positions that `args` ask for and the file does not hold yet. The engine searches with
/// the weights of this file and with `settings`. An interrupt ends it after the searches under way; the same
/// arguments continue.
///
/// # Errors
/// When a file cannot be read or written, is not a file of training games or one of another setting, or
/// holds weights for another rule, or memory is short.
pub fn label(
    args: &LabelArgs,
    weights: Option<&Path>,
    settings: &[String],
    on_interrupt: OnInterrupt,
    progress: &mut (dyn Write + Send),
) -> anyhow::Result<Finish> {
    let games = args.games()?;
    let for_validation = args.held_out.map_or("", |_| " for validation");
    let (files, of_rule) = (named(&args.games), of_rule(args.rule));
    ensure!(!games.is_empty(), "{files}: no games{of_rule}{for_validation}");
    let is_found = |rule: &Rule| games.iter().any(|game| game.rule == *rule);
    let rules: Vec<Rule> = Rule::ALL.into_iter().filter(is_found).collect();
    let config = &brain::configure_for(&rules, weights, settings)?;
    let (mut lines, found) = game_file::open(&args.output, &args.setting(config, settings))?;
    let mut labelled: HashSet<String> = found
        .into_iter()
        .map(|mut label| {
            label.moves.pop();
            label.to_string()
        })
        .collect();
    let stop = on_interrupt()?;
    let mut draws = match args.searched {
        Some(nodes) => match args.harvested(&games, nodes, config, &stop, progress)? {
            Some(draws) => draws,
            None => return Ok(Finish::Interrupted),
        },
        None => args.draws(&games, &config.weights),
    };
    if draws.len() < args.positions {
        writeln!(
            progress,
            "{} of {} positions: the games have no more",
            draws.len(),
            args.positions
        )?;
    }
    draws.retain(|draw| labelled.insert(draw.to_string()));
    let mut progress = Progress::new(progress, draws.len(), "draws")?;
    make_all(&draws, args.jobs, config, &stop, &mut lines, &mut progress, |engine, draw| {
        let label = searched(engine, draw, args.nodes);
        Ok(Some(label.map_or(Made::Nothing, |label| Made::Record(label, 1))))
    })
}

impl LabelArgs {
    /// All games that positions may come from, each once, in an order that does not depend on that of the
    /// files.
    fn games(&self) -> anyhow::Result<Vec<Record>> {
        let mut records = BTreeMap::new();
        for path in &self.games {
            for (_, record) in GameFile::read(path)?.games {
                let is_of_rule = self.rule.is_none_or(|rule| rule == record.rule);
                if is_of_rule && self.held_out.is_none_or(|fit| is_validation(fit, record.seed)) {
                    records.insert(record.to_string(), record);
                }
            }
        }
        Ok(records.into_values().collect())
    }

    fn rules(&self) -> Vec<Rule> {
        self.rule.map_or(Rule::ALL.to_vec(), |rule| vec![rule])
    }

    /// All that decides a label beside its position.
    fn setting(&self, config: &EngineConfig, settings: &[String]) -> Setting {
        Setting::new([
            ("rule", self.rule.map_or_else(|| "all".to_owned(), |rule| rule.to_string())),
            ("variations", self.variations.unwrap_or(0).to_string()),
            ("searched", self.searched.unwrap_or(0).to_string()),
            ("nodes", self.nodes.to_string()),
        ])
        .with_engine(self.rules(), config, settings)
    }

    /// The positions to label: records whose moves lead there.
    fn draws(&self, games: &[Record], weights: &WeightSet) -> Vec<Record> {
        let mut random = Rng::with_seed(self.seed);
        let mut order: Vec<&Record> = games.iter().collect();
        random.shuffle(&mut order);
        let of_game = self.positions.div_ceil(games.len().max(1));
        let mut draws = Vec::new();
        for game in order {
            let left = self.positions - draws.len();
            if left == 0 {
                break;
            }
            let mut places = quiet_places(game);
            random.shuffle(&mut places);
            let of_places = places.into_iter().filter_map(|index| match self.variations {
                Some(plies) => variation(game, index, plies, weights, &mut random),
                None => Some(unlabelled(game, index, game.outcome_from(index))),
            });
            draws.extend(of_places.take(of_game.min(left)));
        }
        draws
    }

    /// The same, of what searches of `nodes` from positions of the games have looked into; `None` after an
    /// interrupt.
    fn harvested(
        &self,
        games: &[Record],
        nodes: u64,
        config: &EngineConfig,
        stop: &AtomicBool,
        progress: &mut (dyn Write + Send),
    ) -> anyhow::Result<Option<Vec<Record>>> {
        let searches = Self { positions: self.positions.div_ceil(OF_SEARCH), ..self.clone() };
        let roots = searches.draws(games, &config.weights);
        let mut progress = Progress::new(progress, roots.len(), "searches")?;
        let config = EngineConfig { threads: 1, ..config.clone() };
        let harvest = |engine: &mut Engine, root: &Record| {
            engine.configure(config.clone()).map_err(anyhow::Error::msg)?;
            engine.new_game();
            Ok(Some(looked_into(engine, root, nodes, self.seed)))
        };
        let mut draws = Vec::new();
        let finish =
            in_order(&roots, self.jobs, stop, &mut progress, harvest, |found, progress| {
                draws.extend(found);
                progress.count(1)
            })?;
        draws.truncate(self.positions);
        Ok((finish == Finish::Complete).then_some(draws))
    }
}

/// Positions that are drawn from one search.
const OF_SEARCH: usize = 8;

/// Some of the positions that a search from this one looks into, half of them a move further: most of what a
/// search evaluates lies at its horizon, and it stores nothing there.
fn looked_into(engine: &mut Engine, root: &Record, nodes: u64, seed: u64) -> Vec<Record> {
    let mut random = Rng::with_seed(fnv1a(format!("{seed} {root}").as_bytes()));
    let mut position = position(root);
    if search(engine, position.board(), root.rule, nodes).is_none() {
        return Vec::new();
    }
    let found = harvest(engine, &mut position, OF_SEARCH, &mut random, |_| true);
    let mut draws = Vec::new();
    for moves in found {
        let mut draw = Record { outcome: Outcome::Unfinished, ..root.clone() };
        draw.moves.extend(moves[root.moves.len()..].iter().map(|&pos| (pos, Choice::Forced)));
        draws.extend(if random.bool() {
            Some(draw)
        } else {
            varied(draw, 1, engine.weights(), &mut random)
        });
    }
    draws
}

/// The moves behind the opening before which the evaluation would be asked.
fn quiet_places(game: &Record) -> Vec<usize> {
    let is_random = |(_, choice): &&(Pos, Choice)| *choice == Choice::Random;
    let opening = game.moves.iter().take_while(is_random).count();
    let mut position = Position::new(game.size, game.rule);
    let mut places = Vec::new();
    for (index, (pos, _)) in game.moves[..game.length()].iter().enumerate() {
        if index >= opening && is_quiet(&position) {
            places.push(index);
        }
        position.play(*pos);
    }
    places
}

/// The position before the move with this index, to be labelled.
fn unlabelled(game: &Record, index: usize, outcome: Outcome) -> Record {
    let unsearched = |&(pos, choice): &(Pos, Choice)| match choice {
        Choice::Random => (pos, Choice::Random),
        Choice::Forced | Choice::Searched(_) => (pos, Choice::Forced),
    };
    let moves = game.moves[..index].iter().map(unsearched).collect();
    Record { rule: game.rule, size: game.size, seed: game.seed, outcome, moves }
}

/// The position after a variation of up to `plies` moves in place of the one with this index, if the
/// evaluation would be asked there: as a search would meet it.
fn variation(
    game: &Record,
    index: usize,
    plies: u16,
    weights: &WeightSet,
    random: &mut Rng,
) -> Option<Record> {
    let draw = unlabelled(game, index, Outcome::Unfinished);
    let plies = random.u16(1..=plies);
    varied(draw, plies, weights, random)
}

/// The position after `plies` moves more, if the evaluation would be asked there. Half of the moves are the
/// best ones by the evaluation, a quarter the second best, and so on.
fn varied(mut draw: Record, plies: u16, weights: &WeightSet, random: &mut Rng) -> Option<Record> {
    let mut position = position(&draw);
    for _ in 0..plies {
        let moves = root_moves(&position, weights.evaluator(&position).policy(&position));
        let rank = random.u32(1..).trailing_zeros() as usize;
        let pos = *moves.get(rank)?;
        if position.threat(position.side_to_move(), pos) == Threat::Five {
            return None;
        }
        position.play(pos);
        draw.moves.push((pos, Choice::Forced));
    }
    is_quiet(&position).then_some(draw)
}

/// The position after all moves of `record`.
fn position(record: &Record) -> Position {
    let mut position = Position::new(record.size, record.rule);
    for (pos, _) in &record.moves {
        position.play(*pos);
    }
    position
}

/// The position with what a search finds there.
fn searched(engine: &mut Engine, draw: &Record, nodes: u64) -> Option<Record> {
    let found = search(engine, position(draw).board(), draw.rule, nodes)?;
    let score = found.score?;
    let mut label = draw.clone();
    label.moves.push((found.pos, Choice::Searched(score)));
    Some(label)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Arc;

    use super::*;

    const GAME: &str = "freestyle 20x20 17 white j8? g10? g6? g11=-126 h7=156 g12=-131 g9=195 j9=-147 \
                        h8=91 h11=18 k8=43 i8=17 h9=-61 h10=104 f10=-254 i7=254 i9=-271 f9=271";

    fn game() -> Record {
        GAME.parse().expect("a record")
    }

    fn args(variations: Option<u16>) -> LabelArgs {
        LabelArgs {
            rule: None,
            positions: 4,
            seed: 1,
            nodes: 100,
            variations,
            searched: None,
            held_out: None,
            jobs: 1,
            output: PathBuf::new(),
            games: Vec::new(),
        }
    }

    fn draws(variations: Option<u16>) -> Vec<Record> {
        args(variations).draws(&[game()], &WeightSet::default())
    }

    #[test]
    fn a_label_is_a_position_of_its_game_with_one_score() {
        let (game, draws) = (game(), draws(None));
        assert_eq!(draws.len(), 4);
        let mut engine = Engine::default();
        engine.configure(EngineConfig::default()).expect("memory");
        let labels: Vec<_> =
            draws.iter().filter_map(|draw| searched(&mut engine, draw, 100)).collect();
        assert!(!labels.is_empty());
        for label in labels {
            let before = label.moves.len() - 1;
            assert_eq!((label.seed, label.outcome), (17, game.outcome));
            let cells = |moves: &[(Pos, Choice)]| moves.iter().map(|m| m.0).collect::<Vec<_>>();
            assert!(before > 2 && cells(&label.moves[..before]) == cells(&game.moves[..before]));
            let is_searched = |(_, choice): &(Pos, Choice)| matches!(choice, Choice::Searched(_));
            assert_eq!(label.moves.iter().position(is_searched), Some(before));
        }
    }

    #[test]
    fn games_that_have_fewer_positions_say_so() {
        let folder = std::env::temp_dir().join(format!("shisan-label-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("disk space");
        fs::write(folder.join("games"), format!("{GAME}\n")).expect("disk space");
        for (positions, places) in [(99, quiet_places(&game()).len()), (2, 2)] {
            let args = LabelArgs {
                positions,
                output: folder.join(positions.to_string()),
                games: vec![folder.join("games")],
                ..args(None)
            };
            let mut printed = Vec::new();
            label(&args, None, &[], &|| Ok(Arc::default()), &mut printed).expect("labels");
            let printed = String::from_utf8(printed).expect("text");
            let note = format!("{places} of {positions} positions: the games have no more\n");
            assert_eq!(printed.starts_with(&note), places < positions, "{printed}");
            assert!(printed.contains(&format!("{places}/{places} draws")), "{printed}");
        }
        fs::remove_dir_all(&folder).expect("a folder");
    }

    #[test]
    fn weights_must_be_for_a_rule_of_the_games() {
        let folder = std::env::temp_dir().join(format!("shisan-label-of-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("disk space");
        let renju = "renju 15x15 1 draw h8? i9=20";
        let weights = format!("{}/../../data/networks/renju.bin", env!("CARGO_MANIFEST_DIR"));
        for (name, games, reason) in [
            ("one", GAME.to_owned(), Some(": a network for renju, not for freestyle")),
            ("both", format!("{GAME}\n{renju}"), None),
        ] {
            fs::write(folder.join(name), games + "\n").expect("disk space");
            let output = folder.join(format!("{name}-labels"));
            let games = vec![folder.join(name)];
            let args = LabelArgs { output: output.clone(), games, ..args(None) };
            let weights = Some(Path::new(&weights));
            let end = label(&args, weights, &[], &|| Ok(Arc::default()), &mut Vec::new());
            let error = end.err().map(|error| error.to_string());
            assert_eq!((error.is_some(), output.exists()), (reason.is_some(), reason.is_none()));
            assert!(error.is_none_or(|error| reason.is_some_and(|it| error.ends_with(it))));
        }
        fs::remove_dir_all(&folder).expect("a folder");
    }

    #[test]
    fn no_position_is_behind_the_end_of_its_game() {
        let five = "freestyle 15x15 1 black h8? a1? h9=3 a3=-3 h10=9 a5=-9 h11=30 a7=-30 h12=30 c1=9 c3=9 c5=9";
        let overline = "renju 15x15 1 black h8? a1? h9=3 a3=-3 h10=9 a5=-9 h12=3 a7=-3 h13=3 a9=3 h11=9 c3=9 c5=9";
        for (game, end) in [(five, 9), (overline, 11)] {
            let game: Record = game.parse().expect("a record");
            assert_eq!(game.length(), end);
            let places = quiet_places(&game);
            assert!(!places.is_empty() && places.iter().all(|&place| place < end), "{places:?}");
        }
    }

    #[test]
    fn a_variation_leaves_its_game_and_has_no_result() {
        let (game, draws) = (game(), draws(Some(3)));
        assert!(draws.len() > 2, "{draws:?}");
        for draw in &draws {
            let same = draw.moves.iter().zip(&game.moves).take_while(|(a, b)| a.0 == b.0).count();
            assert!(draw.moves.len() - same <= 3, "{draw}");
            assert_eq!((draw.seed, draw.outcome), (17, Outcome::Unfinished));
        }
        let is_own = |draw: &Record| draw.moves.iter().zip(&game.moves).all(|(a, b)| a.0 == b.0);
        assert!(!draws.iter().all(is_own), "{draws:?}");
    }

    #[test]
    fn a_search_has_looked_at_positions_beyond_its_own() {
        let mut engine = Engine::default();
        engine.configure(EngineConfig { threads: 1, ..EngineConfig::default() }).expect("memory");
        let root = unlabelled(&game(), 9, Outcome::Won(gomoku_rules::Side::White));
        let draws = looked_into(&mut engine, &root, 4096, 1);
        assert!((OF_SEARCH / 2..=OF_SEARCH).contains(&draws.len()), "{draws:?}");
        for draw in &draws {
            assert!(draw.moves.len() > root.moves.len() && draw.moves.starts_with(&root.moves));
            assert_eq!((draw.seed, draw.outcome), (17, Outcome::Unfinished));
            assert!(is_quiet(&position(draw)), "{draw}");
        }
        engine.new_game();
        assert_eq!(draws, looked_into(&mut engine, &root, 4096, 1));
    }

    #[test]
    fn an_interrupted_harvest_is_none() {
        let harvest = |is_stopped| {
            let (stop, config) = (AtomicBool::new(is_stopped), EngineConfig::default());
            let found = args(None).harvested(&[game()], 4096, &config, &stop, &mut Vec::new());
            found.expect("memory")
        };
        assert!(harvest(true).is_none());
        assert!(harvest(false).is_some_and(|draws| !draws.is_empty()));
    }

    #[test]
    fn a_result_behind_a_random_move_is_none() {
        let mut game = game();
        game.moves[9].1 = Choice::Random;
        assert_eq!(game.outcome_from(9), Outcome::Unfinished);
        assert_eq!(game.outcome_from(10), game.outcome);
    }
}
