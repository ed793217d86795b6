//! Writes trees as games of SGF.

use std::time::Duration;

use encoding_rs::UTF_8;
use gomoku_rules::record::sgf::{cell, escape, note, result, result_of, size};
use gomoku_rules::{Rule, Side};

use crate::encodings::TextEncoding;
use crate::frame::begins_game;
use crate::tree::{Area, Mark, NodeId, Notes, Property, Step, Tree, TreeMove};

/// Nodes on one line of the file.
const NODES_PER_LINE: usize = 8;

/// Writes a tree as SGF that is to be encoded in `encoding`; nothing is lost.
pub(crate) fn write_tree(tree: &Tree, encoding: TextEncoding) -> String {
    let mut writer = Writer { text: String::new(), on_line: 0, encoding };
    for step in tree.walk() {
        match step {
            Step::Enter(id) if id == tree.root() => writer.root(tree),
            Step::Enter(id) => {
                let start = writer.text.len();
                if has_siblings(tree, id) {
                    writer.text.push_str("\n(");
                    writer.on_line = 0;
                } else if writer.on_line.is_multiple_of(NODES_PER_LINE) {
                    writer.text.push('\n');
                }
                writer.on_line += 1;
                writer.text.push(';');
                writer.node(tree, id);
                // At the begin of a line, a property of the root would begin another game.
                if begins_game(&writer.text.as_bytes()[start + 1..], UTF_8) == Some(true) {
                    writer.text.remove(start);
                }
            }
            Step::Leave(id) if id == tree.root() => writer.text.push_str("\n)\n"),
            Step::Leave(id) if has_siblings(tree, id) => writer.text.push(')'),
            Step::Leave(_) => {}
        }
    }
    writer.text
}

/// Whether a node is one of several that go on from the same one.
fn has_siblings(tree: &Tree, id: NodeId) -> bool {
    let parent = tree.node(id).parent();
    parent.is_some_and(|parent| tree.children(parent).nth(1).is_some())
}

/// Whether a node says anything but properties of SGF.
fn has_notes(notes: &Notes) -> bool {
    *notes != Notes { properties: notes.properties.clone(), ..Notes::default() }
}

struct Writer {
    text: String,
    /// The nodes since the last line break.
    on_line: usize,
    encoding: TextEncoding,
}

impl Writer {
    fn root(&mut self, tree: &Tree) {
        let properties = &tree.node(tree.root()).notes().properties;
        let kept = |name: &str| properties.iter().find(|property| property.name == name);
        let game = kept("GM").map_or("GM[4]", |_| "");
        let (version, size) = (env!("CARGO_PKG_VERSION"), size(tree.size));
        let encoding = self.encoding;
        self.text = format!("(;FF[4]{game}CA[{encoding}]AP[gomoku-records:{version}]SZ[{size}]");
        let info = &tree.info;
        // A value that was read and says more than the tree is written again; the first that is known counts.
        let first =
            |kept: &Property| kept.values.first().map_or("", |value| value.trim()).to_owned();
        let all = |name| properties.iter().filter(move |property| property.name == name);
        let rule = all("RU").find_map(|kept| first(kept).parse::<Rule>().ok());
        let outcome = all("RE").find_map(|kept| result_of(&first(kept)));
        let line =
            |text: &Option<String>| text.as_ref().map(|text| text.replace(['\r', '\n'], " "));
        let values = [
            ("RU", info.rule.filter(|_| rule != info.rule).map(|rule| rule.name().to_owned())),
            ("PB", line(&info.black)),
            ("PW", line(&info.white)),
            ("RE", info.result.filter(|_| outcome != info.result).map(result)),
            ("DT", line(&info.date)),
            ("EV", line(&info.event)),
            ("RO", line(&info.round)),
            ("PC", line(&info.place)),
            ("GC", info.comment.clone()),
        ];
        for (name, value) in values {
            if let Some(value) = value {
                self.text.push('\n');
                self.value(name, &value);
            }
        }
        // What says another rule or result than the tree does no longer holds.
        let is_stale = |property: &&Property| match &*property.name {
            "RU" if rule != info.rule => first(property).parse::<Rule>().is_ok(),
            "RE" if outcome != info.result => result_of(&first(property)).is_some(),
            _ => false,
        };
        let root = tree.node(tree.root());
        if root.played().is_some() || has_notes(root.notes()) {
            self.text.push('\n');
        }
        self.played(root.played());
        self.notes(root.notes());
        for property in properties.iter().filter(|property| !is_stale(property)) {
            self.text.push('\n');
            self.property(property);
        }
    }

    fn node(&mut self, tree: &Tree, id: NodeId) {
        let notes = tree.node(id).notes();
        let played = tree.node(id).played();
        self.played(played);
        self.notes(notes);
        for property in &notes.properties {
            self.property(property);
        }
    }

    fn played(&mut self, played: Option<TreeMove>) {
        if let Some(TreeMove { side, pos }) = played {
            let name = match side {
                Side::Black => "B",
                Side::White => "W",
            };
            self.value(name, &pos.map(cell).unwrap_or_default());
        }
    }

    fn notes(&mut self, notes: &Notes) {
        // Stones are set up in their order: a later one may replace an earlier one.
        for chunk in notes.setup.chunk_by(|a, b| a.side == b.side) {
            self.text.push_str(match chunk[0].side {
                Some(Side::Black) => "AB",
                Some(Side::White) => "AW",
                None => "AE",
            });
            for setup in chunk {
                self.area(setup.area);
            }
        }
        if let Some(side) = notes.to_move {
            self.value("PL", if side == Side::Black { "B" } else { "W" });
        }
        if let Some(note) = note(notes.time, notes.comment.as_deref()) {
            self.value("C", &note);
        }
        for (name, clock) in ["BL", "WL"].into_iter().zip(notes.clocks) {
            if let Some(clock) = clock {
                self.value(name, &seconds(clock));
            }
        }
        for mark in Mark::ALL {
            let areas = notes.marks.iter().filter(|marked| marked.0 == mark);
            for (index, &(_, area)) in areas.enumerate() {
                if index == 0 {
                    self.text.push_str(match mark {
                        Mark::Triangle => "TR",
                        Mark::Square => "SQ",
                        Mark::Circle => "CR",
                        Mark::Cross => "MA",
                    });
                }
                self.area(area);
            }
        }
        if !notes.labels.is_empty() {
            self.text.push_str("LB");
            for (pos, label) in &notes.labels {
                let label = label.replace(['\r', '\n'], " ");
                self.text.push('[');
                self.text.push_str(&cell(*pos));
                self.text.push(':');
                self.text.push_str(&self.escaped(&label));
                self.text.push(']');
            }
        }
    }

    fn area(&mut self, Area { from, to }: Area) {
        self.text.push('[');
        self.text.push_str(&cell(from));
        if from != to {
            self.text.push(':');
            self.text.push_str(&cell(to));
        }
        self.text.push(']');
    }

    fn value(&mut self, name: &str, value: &str) {
        self.text.push_str(name);
        self.text.push('[');
        self.text.push_str(&self.escaped(value));
        self.text.push(']');
    }

    /// A text with backslashes. Outside UTF-8, an opening bracket would look as if a character had swallowed
    /// the closing one before it.
    fn escaped(&self, text: &str) -> String {
        let text = escape(text);
        if self.encoding == TextEncoding::UTF_8 { text } else { text.replace('[', "\\[") }
    }

    fn property(&mut self, property: &Property) {
        self.text.push_str(&property.name);
        for value in &property.values {
            self.text.push('[');
            self.text.push_str(value);
            self.text.push(']');
        }
    }
}

/// Whole milliseconds as seconds.
fn seconds(time: Duration) -> String {
    let text = format!("{}.{:03}", time.as_secs(), time.subsec_millis());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
