//! Game trees, as queries and answers have them.

use std::time::Duration;

use crate::game::read_cell;
use crate::schema::{CellContent, GameTree, MarkName, Problem, TreeNode};
use gomoku_records::{
    Area, Mark, Node, NodeId, Notes, Property, Setup, Step, Stones, Tree, TreeMove,
};
use gomoku_rules::record::sgf::{result, result_of};
use gomoku_rules::{CellNames, Coords, Rule, Side, Size};

/// The cell of a move that puts no stone.
const PASS: &str = "pass";

/// Properties of SGF that no reader leaves among the others: they would be read as moves, stones or the board.
const TAKEN: [&str; 12] =
    ["B", "W", "AB", "AW", "AE", "SZ", "FF", "CA", "AP", "QPR", "QSLB", "QSLW"];

/// A tree as an answer has it.
pub fn written(tree: &Tree, coords: Coords) -> GameTree {
    let names = CellNames { coords, size: tree.size };
    let mut nodes = Vec::with_capacity(tree.len());
    let mut path: Vec<usize> = Vec::new();
    for step in tree.walk() {
        match step {
            Step::Enter(id) => {
                let (index, above) = (nodes.len(), path.last().copied());
                let parent = above.filter(|above| above + 1 < index);
                nodes.push(TreeNode { parent, ..written_node(tree.node(id), names) });
                path.push(index);
            }
            Step::Leave(_) => {
                path.pop();
            }
        }
    }
    let info = tree.info.clone();
    GameTree {
        rule: info.rule.map(|rule| rule.name().to_owned()),
        size: [tree.size.width(), tree.size.height()],
        black: info.black,
        white: info.white,
        date: info.date,
        event: info.event,
        round: info.round,
        place: info.place,
        result: info.result.map(result),
        comment: info.comment,
        nodes,
    }
}

fn written_node(node: &Node, names: CellNames) -> TreeNode {
    let Notes { setup, to_move, comment, marks, labels, time, clocks, properties } = node.notes();
    let area = |area: Area| match names.name(area.from) {
        from if area.from == area.to => from,
        from => format!("{from}:{}", names.name(area.to)),
    };
    let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    TreeNode {
        parent: None,
        r#move: node.played().map(|TreeMove { side, pos }| {
            (side.into(), pos.map_or_else(|| PASS.to_owned(), |pos| names.name(pos)))
        }),
        comment: comment.clone(),
        marks: marks.iter().map(|&(mark, cells)| (mark.into(), area(cells))).collect(),
        labels: labels.iter().map(|(pos, text)| (names.name(*pos), text.clone())).collect(),
        setup: setup.iter().map(|it| (content(it.side), area(it.area))).collect(),
        to_move: to_move.map(Into::into),
        time_ms: time.map(ms),
        black_clock_ms: clocks[Side::Black.index()].map(ms),
        white_clock_ms: clocks[Side::White.index()].map(ms),
        properties: properties.iter().map(|it| (it.name.clone(), it.values.clone())).collect(),
    }
}

/// The tree of a query, whose cells are named as `coords` says.
///
/// # Errors
/// When it has no node, names what is no cell, follows a node that does not stand before it, or moves to a
/// taken cell.
pub fn read(tree: &GameTree, coords: Coords) -> Result<Tree, Problem> {
    let problem =
        |field: &str, reason: &str| Problem::of(format!("tree.{field}"), reason.to_owned());
    let [width, height] = tree.size.map(u32::from);
    let size = Size::new(width, height).map_err(|error| problem("size", &error.to_string()))?;
    let names = CellNames { coords, size };
    let mut made = Tree::new(size);
    let info = &mut made.info;
    let rule = tree.rule.as_deref().map(str::parse::<Rule>).transpose();
    info.rule = rule.map_err(|error| problem("rule", &error.to_string()))?;
    info.result = match tree.result.as_deref().map(|text| (text, result_of(text))) {
        Some((_, None)) => return Err(problem("result", "expected B+, W+, B+R, W+T or 0")),
        Some((_, result)) => result,
        None => None,
    };
    info.black.clone_from(&tree.black);
    info.white.clone_from(&tree.white);
    info.date.clone_from(&tree.date);
    info.event.clone_from(&tree.event);
    info.round.clone_from(&tree.round);
    info.place.clone_from(&tree.place);
    info.comment.clone_from(&tree.comment);
    let mut ids: Vec<NodeId> = Vec::with_capacity(tree.nodes.len());
    let mut positions: Vec<Stones> = Vec::with_capacity(tree.nodes.len());
    for (index, node) in tree.nodes.iter().enumerate() {
        let place = |field: &str| format!("tree.nodes[{index}].{field}");
        let played = read_move(node, &place, names)?;
        let (id, above) = match (index.checked_sub(1), node.parent) {
            (None, None) => (made.root(), Stones::new(size)),
            (Some(before), parent) if parent.is_none_or(|parent| parent <= before) => {
                let parent = parent.unwrap_or(before);
                (made.add(ids[parent], None), positions[parent].clone())
            }
            _ => return Err(Problem::of(place("parent"), "expected a node that stands before it")),
        };
        let notes = read_notes(node, index == 0, &place, names)?;
        if notes != Notes::default() {
            *made.notes_mut(id) = notes;
        }
        // A move comes after the stones that are set up with it.
        let before = above.after(made.node(id));
        let cell = played.and_then(|played| played.pos);
        if let Some(pos) = cell.filter(|&pos| before.side_at(pos).is_some()) {
            let reason = format!("expected a free cell: {} is taken", names.name(pos));
            return Err(Problem::of(place("move"), reason));
        }
        *made.move_mut(id) = played;
        positions.push(above.after(made.node(id)));
        ids.push(id);
    }
    if ids.is_empty() {
        return Err(problem("nodes", "expected a root"));
    }
    Ok(made)
}

/// Names a field of a node.
type Place<'a> = dyn Fn(&str) -> String + 'a;

fn read_move(
    node: &TreeNode,
    place: &Place<'_>,
    names: CellNames,
) -> Result<Option<TreeMove>, Problem> {
    let Some((color, cell)) = &node.r#move else { return Ok(None) };
    let side = Side::from(*color);
    if cell.eq_ignore_ascii_case(PASS) {
        return Ok(Some(TreeMove::pass(side)));
    }
    let pos = names.parse(cell).map_err(|error| Problem::of(place("move"), error.to_string()))?;
    Ok(Some(TreeMove::at(side, pos)))
}

fn read_notes(
    node: &TreeNode,
    is_root: bool,
    place: &Place<'_>,
    names: CellNames,
) -> Result<Notes, Problem> {
    let area = |field: &str, index: usize, cells: &str| -> Result<Area, Problem> {
        let field = format!("{}[{index}]", place(field));
        let (from, to) = cells.split_once(':').unwrap_or((cells, cells));
        let (a, b) = (read_cell(from, &field, names)?, read_cell(to, &field, names)?);
        let corner = |x: fn(u8, u8) -> u8| gomoku_rules::Pos::new(x(a.x(), b.x()), x(a.y(), b.y()));
        Ok(Area { from: corner(u8::min), to: corner(u8::max) })
    };
    let mut notes = Notes {
        comment: node.comment.clone(),
        to_move: node.to_move.map(Into::into),
        time: node.time_ms.map(Duration::from_millis),
        clocks: [node.black_clock_ms, node.white_clock_ms]
            .map(|clock| clock.map(Duration::from_millis)),
        ..Notes::default()
    };
    for (index, (mark, cells)) in node.marks.iter().enumerate() {
        notes.marks.push(((*mark).into(), area("marks", index, cells)?));
    }
    for (index, (cell, text)) in node.labels.iter().enumerate() {
        let field = format!("{}[{index}]", place("labels"));
        notes.labels.push((read_cell(cell, &field, names)?, text.clone()));
    }
    for (index, (content, cells)) in node.setup.iter().enumerate() {
        notes.setup.push(Setup { side: side(*content), area: area("setup", index, cells)? });
    }
    for (index, (name, values)) in node.properties.iter().enumerate() {
        let is_name = !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        if !is_name || values.is_empty() || !values.iter().all(|value| is_escaped(value)) {
            let field = format!("{}[{index}]", place("properties"));
            let expected = "expected a name in capital letters and digits, and values with escapes";
            return Err(Problem::of(field, expected));
        }
        if says_more(name, values, node, is_root) {
            let field = format!("{}[{index}]", place("properties"));
            let reason = format!("expected no {name}: a tree has other fields for it");
            return Err(Problem::of(field, reason));
        }
        notes.properties.push(Property { name: name.clone(), values: values.clone() });
    }
    Ok(notes)
}

/// Whether a property of SGF changes what the other fields of a tree say, so that a reader takes it for them.
fn says_more(name: &str, values: &[String], node: &TreeNode, is_root: bool) -> bool {
    let first = values.first().map_or("", |value| value.trim());
    match name {
        // It stays where it names no side, or another one after `toMove`.
        "PL" => {
            let is_side = first.starts_with(['B', 'b', 'W', 'w']);
            is_side && values.len() == 1 && node.to_move.is_none()
        }
        // That of Go stays: many programs write it.
        "GM" => is_root && !["1", "4"].contains(&first),
        _ => TAKEN.contains(&name),
    }
}

/// Whether a value of SGF ends where its text ends.
fn is_escaped(value: &str) -> bool {
    let mut signs = value.chars();
    while let Some(sign) = signs.next() {
        if sign == ']' || sign == '\\' && signs.next().is_none() {
            return false;
        }
    }
    true
}

fn content(side: Option<Side>) -> CellContent {
    match side {
        Some(Side::Black) => CellContent::Black,
        Some(Side::White) => CellContent::White,
        None => CellContent::Empty,
    }
}

fn side(content: CellContent) -> Option<Side> {
    match content {
        CellContent::Black => Some(Side::Black),
        CellContent::White => Some(Side::White),
        CellContent::Empty => None,
    }
}

impl From<Mark> for MarkName {
    fn from(mark: Mark) -> Self {
        match mark {
            Mark::Triangle => Self::Triangle,
            Mark::Square => Self::Square,
            Mark::Circle => Self::Circle,
            Mark::Cross => Self::Cross,
        }
    }
}

impl From<MarkName> for Mark {
    fn from(mark: MarkName) -> Self {
        match mark {
            MarkName::Triangle => Self::Triangle,
            MarkName::Square => Self::Square,
            MarkName::Circle => Self::Circle,
            MarkName::Cross => Self::Cross,
        }
    }
}
