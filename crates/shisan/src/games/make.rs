//! `games index`: reads all games, and writes what they hold as an index.

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Error, ensure};
use gomoku_match::disk::{ensure_distinct, ensure_writable};
use gomoku_match::hash::Fnv1a;
use gomoku_match::progress::bar;
use gomoku_match::{choice, counted};
use gomoku_records::{GameTree, NodeId, Step, Stones, Tree, TreeMove};
use gomoku_rules::record::GameResult;
use gomoku_rules::referee::{self, Verdict};
use gomoku_rules::{Board, Coords, Pos, RenjuOpening, Rule, Side, Size, Symmetry};

use super::images::{Images, Undo};
use super::index::{Content, is_index};
use super::row::{Entry, Next, Row};
use super::sources::{IndexedFile, Sources, shown};
use crate::convert::{InputError, InputFormat, place};

/// What to index.
#[derive(Clone, Debug, clap::Args)]
pub struct IndexArgs {
    /// The input's format; jsonl is for records and journals of `shisan match` [default: by the extension of
    /// the file, or else by its content]
    #[arg(long, value_name = "FORMAT", value_parser = choice::<InputFormat>(InputFormat::NAMES))]
    from: Option<InputFormat>,
    /// The board of games that do not state it: a side, or width x height [default: the size
    /// stated in files of `shisan openings`, or 15]
    #[arg(long)]
    size: Option<Size>,
    /// How cells are named: rows from the top or from the bottom, or as in GTP: from the bottom and
    /// without a column I
    #[arg(long, default_value = "top", value_parser = choice::<Coords>(Coords::ALL.map(Coords::name)))]
    coords: Coords,
    /// Leave out games that cannot be read or played, name each on standard error, and exit with 1 in the
    /// end; without it the first of them ends the run with 2
    #[arg(long)]
    skip_errors: bool,
    /// The index file; a file that is not an index is never replaced
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Files in any format that `shisan convert` reads, and folders of them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Indexes the games of the files that `args` name. Returns whether no game was skipped.
///
/// # Errors
/// When a file cannot be read or written, the output is no index or would be read, there is no game, or one is malformed and such games are not to be
/// skipped.
pub fn make(args: &IndexArgs, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<bool> {
    let IndexArgs { from, size, coords, skip_errors, ref output, .. } = *args;
    ensure_writable(output)?;
    let sources = Sources::new(&args.files, from, size, coords, skip_errors)?;
    let is_index = is_index(output)?;
    let files = sources.files(is_index.and_then(|is_index| is_index.then_some(&**output)))?;
    ensure_distinct(&files, [output])?;
    let name = output.display();
    ensure!(is_index != Some(false), "{name}: not an index of games, name another file");
    let file = |path: &PathBuf| {
        let name = || shown(path);
        ensure!(path.to_str().is_some(), "{}: its name is not UTF-8, which an index needs", name());
        IndexedFile::of(path).with_context(name)
    };
    let files: Vec<IndexedFile> = files.iter().map(file).collect::<anyhow::Result<_>>()?;
    let progress = bar(files.iter().map(|file| file.length).sum())?.with_message("bytes");
    let mut maker = Maker::default();
    let mut skipped = 0_u64;
    let mut skip = |error: InputError, err: &mut dyn Write| {
        skipped += 1;
        progress.suspend(|| error.skip(skip_errors, err))
    };
    for (number, file) in (0..).zip(&files) {
        let input = match sources.open(&file.path, |read| Box::new(progress.wrap_read(read))) {
            Ok(input) => input,
            Err(error) => {
                skip(error, err)?;
                continue;
            }
        };
        let name = input.name().to_owned();
        for game in input.into_trees() {
            let game = match game.and_then(|game| whole(&name, game)) {
                Ok(game) => game,
                Err(error) => {
                    skip(error, err)?;
                    continue;
                }
            };
            let place = place(&name, game.number);
            for warning in &game.warnings {
                progress.suspend(|| writeln!(err, "warning: {place}{warning}"))?;
            }
            maker.add(number, &game)?;
        }
    }
    progress.finish_and_clear();
    let Maker { games, positions, texts } = maker;
    ensure!(!games.is_empty(), "{}: no game found", sources.names());
    let (count, places) = (games.len(), positions.len());
    Content { sources, files, texts: texts.list, games, positions }.write(output)?;
    let (games, places) = (counted(count, "game"), counted(places, "position"));
    writeln!(out, "{name}: {games}, {places}")?;
    Ok(skipped == 0)
}

/// The game, unless the moves of its main line go on behind its end, under every rule where it states none;
/// behind stones that are set up they may.
fn whole(name: &str, game: GameTree) -> Result<GameTree, InputError> {
    let record = game.tree.record().ok().filter(|record| record.set_up == 0);
    let Some(record) = record else { return Ok(game) };
    let cells: Vec<Pos> = record.cells().collect();
    let rules = record.rule.map_or(Rule::ALL.to_vec(), |rule| vec![rule]);
    let mut end = 0;
    for rule in rules {
        end = end.max(referee::judge(record.size, rule, &cells).0);
        if end == cells.len() {
            return Ok(game);
        }
    }
    let reason = format!("move {}: the game was over before", end + 1);
    Err(InputError::Malformed(Error::msg(place(name, game.number) + &reason)))
}

/// What was read so far.
#[derive(Default)]
struct Maker {
    games: Vec<Row>,
    positions: Vec<Entry>,
    texts: Texts,
}

impl Maker {
    /// Adds a game of the file with this number.
    fn add(&mut self, file: u32, game: &GameTree) -> anyhow::Result<()> {
        let GameTree { number, tree, .. } = game;
        let tree = &with_moves_alone(tree);
        let number_of_game = u32::try_from(self.games.len())?;
        let moves = tree.main_line().filter(|&id| tree.node(id).played().is_some()).count();
        let last_key = self.add_positions(tree, number_of_game);
        let info = &tree.info;
        let mut text = |text: &Option<String>| self.texts.number(text.as_deref());
        self.games.push(Row {
            file,
            number: u32::try_from(*number)?,
            black: text(&info.black)?,
            white: text(&info.white)?,
            date: text(&info.date)?,
            event: text(&info.event)?,
            moves: u16::try_from(moves).unwrap_or(u16::MAX),
            size: tree.size,
            rule: info.rule,
            result: info.result.or_else(|| result_on_board(tree)),
            opening: opening(tree),
            last_key,
            moves_key: if moves > 0 { moves_key(tree) } else { last_key },
        });
        Ok(())
    }

    /// Adds the positions of a game, and returns the key of the last one of its main line.
    fn add_positions(&mut self, tree: &Tree, game: u32) -> u64 {
        let mut images = Images::new(tree.size);
        let mut above: Vec<Above> = Vec::new();
        let mut last_key = images.key();
        for step in tree.walk() {
            let Step::Enter(id) = step else {
                if let Some(Above { undo, .. }) = above.pop() {
                    images.leave(undo);
                }
                continue;
            };
            let parent = above.last();
            let is_first = |above: &Above| tree.children(above.id).next() == Some(id);
            let is_main = parent.is_none_or(|above| above.is_main && is_first(above));
            let has_move = usize::from(tree.node(id).played().is_some());
            let moves = parent.map_or(0, |above| above.moves) + has_move;
            let before = parent.map(|above| above.key);
            let empty = Stones::new(tree.size);
            let stones = parent.map_or(&empty, |above| &above.stones).after(tree.node(id));
            let undo = images.enter(tree, id, &stones);
            let key = images.key();
            if is_main {
                last_key = key;
            }
            // A node that only says something is the position above it.
            if before != Some(key) {
                let next = match next_change(tree, id)
                    .filter(|_| is_main)
                    .map(|next| tree.node(next).played())
                {
                    None => Next::End,
                    Some(Some(TreeMove { side, pos: Some(pos) })) if side == images.to_move() => {
                        Next::Cell(images.to_canonical(pos))
                    }
                    Some(_) => Next::Other,
                };
                self.positions.push(Entry::new(key, game, moves, is_main, next));
            }
            above.push(Above { id, undo, stones, key, is_main, moves });
        }
        last_key
    }
}

/// A node above the one that a walk has come to.
struct Above {
    id: NodeId,
    undo: Undo,
    stones: Stones,
    key: u64,
    is_main: bool,
    moves: usize,
}

/// The next node of the main line with a move or with stones that are set up.
fn next_change(tree: &Tree, id: NodeId) -> Option<NodeId> {
    let child = |&id: &NodeId| tree.children(id).next();
    std::iter::successors(child(&id), child).find(|&id| {
        let node = tree.node(id);
        node.played().is_some() || !node.notes().setup.is_empty()
    })
}

/// The positions of a tree, with no move in the root, nor behind stones that are set up with it: the position
/// before it has a node of its own.
fn with_moves_alone(tree: &Tree) -> Tree {
    let mut made = Tree::new(tree.size);
    made.info = tree.info.clone();
    let mut path: Vec<NodeId> = Vec::new();
    for step in tree.walk() {
        let Step::Enter(id) = step else {
            path.pop();
            continue;
        };
        let node = tree.node(id);
        let notes = node.notes();
        let mut at = path.last().map_or(made.root(), |&above| made.add(above, None));
        if !notes.setup.is_empty() {
            made.notes_mut(at).setup.clone_from(&notes.setup);
        }
        if node.played().is_some() && (path.is_empty() || !notes.setup.is_empty()) {
            at = made.add(at, None);
        }
        *made.move_mut(at) = node.played();
        if notes.to_move.is_some() {
            made.notes_mut(at).to_move = notes.to_move;
        }
        path.push(at);
    }
    made
}

/// How the main line ended, if its last stone decided it.
fn result_on_board(tree: &Tree) -> Option<GameResult> {
    let mut stones = Stones::new(tree.size);
    let mut last = None;
    for node in tree.main_line().map(|id| tree.node(id)) {
        stones = stones.after(node);
        if let Some(TreeMove { side, pos: Some(pos) }) = node.played() {
            last = Some((stones.clone(), side, pos));
        }
    }
    let (stones, mover, last) = last?;
    let mut board = Board::new(tree.size);
    for side in Side::BOTH {
        for pos in stones.of(side).filter(|&pos| pos != last) {
            board.place(pos, side.into()).ok()?;
        }
    }
    board.set_side_to_move(mover);
    match referee::play(&mut board, tree.info.rule.unwrap_or_default(), last) {
        Verdict::Win { side, .. } => Some(GameResult::win(side)),
        Verdict::NoMove(side) => Some(GameResult::win(!side)),
        Verdict::Foul(_) => Some(GameResult::win(!board.side_to_move())),
        Verdict::Draw => Some(GameResult::DRAW),
        Verdict::Ongoing | Verdict::Illegal(_) => None,
    }
}

/// The opening of the first three moves, which are made in turn on an empty board, unless another rule than renju
/// is stated.
fn opening(tree: &Tree) -> Option<RenjuOpening> {
    if tree.info.rule.is_some_and(|rule| rule != Rule::Renju) {
        return None;
    }
    let mut moves = Vec::new();
    for node in tree.main_line().map(|id| tree.node(id)) {
        if !node.notes().setup.is_empty() {
            return None;
        }
        let Some(TreeMove { side, pos }) = node.played() else { continue };
        let is_black = moves.len() % 2 == 0;
        moves.push(pos.filter(|_| (side == Side::Black) == is_black)?);
        if moves.len() == 3 {
            break;
        }
    }
    RenjuOpening::of(tree.size, &moves)
}

/// Cells that are set up, with their stones.
type SetUp = Vec<(Pos, Option<Side>)>;

/// A key of the moves of the main line in their order, with their sides and the stones that are set up
/// before and after them, the same for all images.
fn moves_key(tree: &Tree) -> u64 {
    let size = tree.size;
    let mut stones = Stones::new(size);
    let mut last = stones.clone();
    let mut has_setup = false;
    let mut moves: Vec<(SetUp, Option<TreeMove>)> = Vec::new();
    let set_up = |before: &Stones, after: &Stones, cell: Option<Pos>| -> SetUp {
        let is_changed =
            |&pos: &Pos| Some(pos) != cell && before.side_at(pos) != after.side_at(pos);
        size.positions().filter(is_changed).map(|pos| (pos, after.side_at(pos))).collect()
    };
    for node in tree.main_line().map(|id| tree.node(id)) {
        stones = stones.after(node);
        has_setup |= !node.notes().setup.is_empty();
        let Some(played) = node.played() else { continue };
        let cells = if has_setup { set_up(&last, &stones, played.pos) } else { SetUp::new() };
        moves.push((cells, Some(played)));
        (last, has_setup) = (stones.clone(), false);
    }
    moves.push((set_up(&last, &stones, None), None));
    let image = |symmetry: Symmetry| {
        let mut hash = Fnv1a::default();
        hash.add(&[size.width(), size.height()]);
        let index = |pos: Pos| symmetry.apply(pos, size).index() as u16;
        for (cells, played) in &moves {
            let setup = |&(pos, side): &(Pos, Option<Side>)| {
                (index(pos), side.map_or(4, |side| 2 + side.index()))
            };
            let mut setup: Vec<(u16, usize)> = cells.iter().map(setup).collect();
            setup.sort_unstable();
            let played =
                played.map(|TreeMove { side, pos }| (pos.map_or(u16::MAX, index), side.index()));
            for (index, kind) in setup.into_iter().chain(played) {
                hash.add(&[kind as u8]);
                hash.add(&index.to_le_bytes());
            }
        }
        hash.value()
    };
    Symmetry::of(size).map(image).min().unwrap_or_default()
}

/// Texts, each once.
struct Texts {
    list: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Default for Texts {
    fn default() -> Self {
        Self { list: vec![String::new()], numbers: HashMap::from([(String::new(), 0)]) }
    }
}

impl Texts {
    fn number(&mut self, text: Option<&str>) -> anyhow::Result<u32> {
        let text = text.unwrap_or_default().trim();
        if let Some(&number) = self.numbers.get(text) {
            return Ok(number);
        }
        let number = u32::try_from(self.list.len())?;
        self.list.push(text.to_owned());
        self.numbers.insert(text.to_owned(), number);
        Ok(number)
    }
}
