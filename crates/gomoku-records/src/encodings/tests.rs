//! Encodings by name, guessed, and written.

use std::sync::LazyLock;

use encoding_rs::{WINDOWS_1250, WINDOWS_1251};

use gomoku_rules::record::Format;
use gomoku_rules::{Side, Size};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::*;
use crate::tree::{Builder, Info, TreeMove};
use crate::{FileFormat, Source, Tree, Trees, WriteOptions, Written};

#[test]
fn encodings_are_named_as_the_web_and_windows_do() {
    for (label, encoding) in [
        ("UTF-8", Some(UTF_8)),
        ("utf8", Some(UTF_8)),
        (" ISO-8859-1 ", Some(WINDOWS_1252)),
        ("latin1", Some(WINDOWS_1252)),
        ("GB2312", Some(GBK)),
        ("gb18030", Some(GB18030)),
        ("cp936", Some(GBK)),
        ("Shift_JIS", Some(SHIFT_JIS)),
        ("SJIS", Some(SHIFT_JIS)),
        ("CP932", Some(SHIFT_JIS)),
        ("windows-932", Some(SHIFT_JIS)),
        ("MS950", Some(BIG5)),
        ("Big5", Some(BIG5)),
        ("ks_c_5601-1987", Some(EUC_KR)),
        ("windows-1250", Some(WINDOWS_1250)),
        ("cp1251", Some(WINDOWS_1251)),
        ("iso-2022-jp", Some(ISO_2022_JP)),
        // It names no encoding of bytes in which SGF could stand.
        ("UTF-16", None),
        ("klingon", None),
        ("", None),
    ] {
        assert_eq!(named(label), encoding, "{label}");
    }
}

#[test]
fn texts_are_decoded() {
    for text in ["h8i9", "# 五子棋 é\nh8", ""] {
        assert_eq!(decode(text.as_bytes()), text);
        assert_eq!(decode(format!("\u{feff}{text}").as_bytes()), text);
        for (mark, write) in [
            (&b"\xff\xfe"[..], u16::to_le_bytes as fn(u16) -> [u8; 2]),
            (b"\xfe\xff", u16::to_be_bytes),
        ] {
            let units = text.encode_utf16().flat_map(write);
            let bytes: Vec<u8> = mark.iter().copied().chain(units).collect();
            assert_eq!(decode(&bytes), text);
        }
    }
    for (text, encoding) in [
        ("# André Müller", WINDOWS_1252),
        ("# Dvořák, Kuželka", WINDOWS_1250),
        ("# Александр Иванов", WINDOWS_1251),
        ("# 日本のソフトです。五目並べの棋譜。", SHIFT_JIS),
        ("# 五子棋的棋谱，黑先白后。", GBK),
    ] {
        assert_eq!(decode(&encoding.encode(text).0), text);
    }
    assert_eq!(decode(b"h8\x81"), "h8\u{81}", "unknown to every encoding");
}

/// Encodings, each with its characters of the basic plane.
static CHARACTERS: LazyLock<Vec<(TextEncoding, Vec<char>)>> = LazyLock::new(|| {
    let names = [
        "UTF-8",
        "GB18030",
        "GBK",
        "Shift_JIS",
        "EUC-JP",
        "ISO-2022-JP",
        "Big5",
        "EUC-KR",
        "windows-1251",
        "windows-1252",
    ];
    names
        .into_iter()
        .map(|name| {
            let encoding: TextEncoding = name.parse().expect(name);
            let all = ('!'..='\u{ffff}')
                .filter(|character| !character.is_control() && !character.is_whitespace());
            let is_there = |character: &char| encoding.encode(&character.to_string()).1 == 0;
            (encoding, all.filter(is_there).collect())
        })
        .collect()
});

/// An encoding, and texts of some of its characters, of ASCII and of line breaks.
fn texts() -> impl Strategy<Value = (TextEncoding, [String; 3])> {
    let ascii = select(&b"[]\\();:C \n"[..]).prop_map(char::from);
    let letter = prop_oneof![2 => any::<Index>().prop_map(Ok), 1 => ascii.prop_map(Err)];
    let text = prop::collection::vec(letter, 1..12);
    (any::<Index>(), [text.clone(), text.clone(), text]).prop_map(|(encoding, texts)| {
        let (encoding, characters) = encoding.get(&CHARACTERS);
        let letter = |letter: Result<Index, char>| {
            letter.map_or_else(|ascii| ascii, |index| *index.get(characters))
        };
        let text = |letters: Vec<Result<Index, char>>| {
            let text: String = letters.into_iter().map(letter).collect();
            format!("x{}x", text.trim())
        };
        (*encoding, texts.map(text))
    })
}

/// A move with these as a comment, a text on the board and a name.
fn tree([comment, label, name]: [String; 3]) -> Tree {
    let mut builder = Builder::new(Size::square(15));
    let [h8, i9] = ["h8", "i9"].map(|cell| cell.parse().expect("a cell"));
    builder.add(Some(TreeMove::at(Side::Black, h8))).expect("a free cell");
    builder.note(|notes| {
        notes.comment = Some(comment);
        notes.labels.push((i9, label.replace('\n', " ")));
    });
    builder.info_mut().black = Some(name.replace('\n', " "));
    builder.into_tree()
}

fn read(bytes: &[u8], format: FileFormat, stated: Option<TextEncoding>) -> Tree {
    let mut trees = Trees::new(Source::new(bytes), format, Size::square(15));
    if let Some(stated) = stated {
        trees = trees.in_encoding(stated);
    }
    trees.next().expect("a game").expect("our own file").tree
}

#[test]
fn characters_that_an_encoding_lacks_are_counted() {
    for (name, text, expected, lost) in [
        ("windows-1251", "Ход ł 黑 é", "Ход ? ? ?", 3),
        ("Shift_JIS", "日本 ¥ é\\ 😀", "日本 ? ?\\ ?", 3),
        ("GBK", "五子棋 😀 é", "五子棋 ? é", 1),
        ("GB18030", "五子棋 😀 é", "五子棋 😀 é", 0),
        ("UTF-8", "五子棋 😀 é", "五子棋 😀 é", 0),
    ] {
        let encoding: TextEncoding = name.parse().expect(name);
        let written = FileFormat::Lib.write(
            &tree([text.to_owned(), String::new(), String::new()]),
            WriteOptions { encoding, ..WriteOptions::default() },
        );
        let Written { bytes, lost: found } = written.expect("a library");
        let read = read(&bytes, FileFormat::Lib, Some(encoding));
        let mut comments = read.ids().filter_map(|id| read.node(id).notes().comment.as_deref());
        let found_text = comments.next().expect("a comment");
        assert_eq!(found_text, expected, "{name}");
        let found = found.to_string();
        assert_eq!(found.contains(&format!("{lost} character")), lost > 0, "{name}: {found}");
    }
}

proptest! {
    #[test]
    fn texts_are_read_in_the_encoding_in_which_they_are_written((encoding, texts) in texts()) {
        let tree = tree(texts);
        let options = WriteOptions { encoding, ..WriteOptions::default() };
        let sgf = FileFormat::from(Format::Sgf);
        let Written { bytes, lost } = sgf.write(&tree, options).expect("SGF");
        prop_assert!(lost.is_nothing(), "{}", lost);
        prop_assert_eq!(&read(&bytes, sgf, None), &tree, "{}", encoding);

        let Written { bytes, .. } = FileFormat::Lib.write(&tree, options).expect("a library");
        let mut found = read(&bytes, FileFormat::Lib, Some(encoding));
        prop_assert_eq!(&found.info, &Info::default());
        found.info = tree.info.clone();
        // A library begins with a node that is no move.
        let texts = |tree: &Tree| {
            let notes = tree.ids().map(|id| tree.node(id).notes());
            let texts = notes.map(|notes| (notes.comment.clone(), notes.labels.clone()));
            texts.filter(|(comment, _)| comment.is_some()).collect::<Vec<_>>()
        };
        prop_assert_eq!(texts(&found), texts(&tree), "{}", encoding);

        let psq = FileFormat::from(Format::Psq);
        let Written { bytes, .. } = psq.write(&tree, options).expect("PSQ");
        prop_assert_eq!(&read(&bytes, psq, Some(encoding)).info.black, &tree.info.black);
    }
}
