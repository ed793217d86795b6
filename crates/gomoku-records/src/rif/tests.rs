//! A database as `RenjuNet` writes it, and damaged ones.

use std::io::Read;

use gomoku_rules::Size;

use crate::format::FileFormat;
use crate::games::GameError;
use crate::source::Source;
use crate::testing::sgf;
use crate::tree::Tree;
use crate::trees::Trees;

const DATABASE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<database version="1.0" date="2026-01-02">
<!-- All games & <more> -->
<countries><country id="1" name="Estonia" abbr="EST" /></countries>
<cities><city id="7" name="Tallinn" country="1" /></cities>
<rules><rule id="1" name="RIF" category="1"><info>a &lt;game&gt; of 26 openings</info></rule>
<rule id="2" name="Gomoku swap2" /></rules>
<openings><opening id="21" abbr="D1" name="Kansei" /></openings>
<players>
<player id="1" name="Ando" surname="Meritee" country="1" />
<player id="2" name="O&apos;Neil &amp; Co" surname="" />
</players>
<tournaments>
<tournament id="3" name="World Championship" country="1" city="7" year="2005" start="2005-08-01" rule="1" rated="1" />
</tournaments>
<games>
<game id="1" publisher="4" tournament="3" round="F2" rule="1" black="1" white="2" bresult="1" opening="21" alt="i8" swap="R]" btime="" wtime="8">
<move>h8 h9 h7</move>
<info>a note &amp; more</info>
</game>
<game id="2" tournament="9" round="" rule="2" black="3" white="1" bresult="0.5"><move></move></game>
<game id="4" bresult="0"><move>h8 zz9</move></game>
<game id="5" bresult="x"><move>h8 i9 -- a1</move></game>
<game id="6"><move>h8
 i9 h8</move></game>
</games>
</database>
"#;

type Games = Vec<Result<Tree, GameError>>;

fn read(bytes: &[u8]) -> Games {
    let games = Trees::new(Source::new(bytes), FileFormat::Rif, Size::square(15));
    games.map(|game| game.map(|game| game.tree)).collect()
}

#[test]
fn games_are_read_with_what_the_tables_say() {
    let games = read(DATABASE.as_bytes());
    assert_eq!(games.len(), 5);
    let text = |index: usize| sgf(games[index].as_ref().expect("a game"));
    assert_eq!(
        text(0),
        "RU[renju]PB[Ando Meritee]PW[O'Neil & Co]RE[B+]DT[2005-08-01]EV[World Championship]RO[F2]\
         PC[Tallinn, Estonia]GC[a note & more]RULE[RIF]ON[Kansei]ALT[i8]ID[1]PUBLISHER[4]SWAP[R\\]]WTIME[8]\
         ;B[hh];W[hg];B[hi])"
    );
    assert_eq!(text(1), "PB[#3]PW[Ando Meritee]RE[0]EV[#9]RULE[Gomoku swap2]ID[2])");
    assert_eq!(text(3), "ID[5];B[hh];W[ig];B[];W[ao])");
    for (index, error, nodes) in [
        (2, "game 3: line 22, column 35: expected a cell of the 15x15 board, such as h8", 2),
        (4, "game 5: line 25, column 5: expected a free cell: h8 is taken", 3),
    ] {
        let Err(found @ GameError::Malformed { .. }) = &games[index] else { panic!("{error}") };
        assert_eq!(found.to_string(), error);
        let GameError::Malformed { read: Some(read), .. } = found else { panic!("a tree") };
        assert_eq!(read.tree.len(), nodes);
    }
}

#[test]
fn an_attribute_is_no_property_that_sgf_has() {
    let database = DATABASE.replacen("swap=", "b=\"0.5\" sz=\"9\" qpr=\"x\" swap=", 1);
    let text = sgf(read(database.as_bytes())[0].as_ref().expect("a game"));
    for kept in ["]RIFB[0.5]", "]RIFQPR[x]", "]RIFSZ[9]"] {
        assert!(text.contains(kept), "{text}");
    }
}

#[test]
fn nothing_is_lost_between_elements() {
    let players = "<player id=\"1\" name=\"A&#10;&#9;n\" surname=\"M\nd\"/>";
    let games = "<game id=\"1\" black=\"1\"/><game id=\"2\"></game><game id=\"3\"/>\
                 <game id=\"4\"><move>h8<!-- -->i9</move><br/> <info>a <b>bold</b><br/> tail</info> x</game>\
                 <game id=\"5\"/>";
    let database =
        format!("<database><players>{players}</players><games>{games}</games></database>");
    let found = read(database.as_bytes());
    let texts: Vec<String> = found.iter().map(|game| sgf(game.as_ref().expect("a game"))).collect();
    let fourth = "GC[a bold tail]ID[4];B[hh];W[ig])";
    assert_eq!(texts, ["PB[A  n M d]ID[1])", "ID[2])", "ID[3])", fourth, "ID[5])"]);
    let cut = database.replacen("<br/>", "</move><game id=\"9\">", 1);
    let found = read(cut.as_bytes());
    let error = found[3].as_ref().expect_err("no end").to_string();
    assert!(error.starts_with("game 4: line 2, ") && error.contains("up to </game>"), "{error}");
    assert_eq!(found.len(), 6);
}

#[test]
fn a_database_is_read_in_its_encoding() {
    let latin = encoding_rs::WINDOWS_1252.encode(&DATABASE.replace("Ando", "André")).0.into_owned();
    assert_eq!(
        read(&latin)[0].as_ref().expect("a game").info.black.as_deref(),
        Some("André Meritee")
    );
    let units = "\u{feff}".encode_utf16().chain(DATABASE.encode_utf16());
    let utf16: Vec<u8> = units.flat_map(u16::to_le_bytes).collect();
    assert_eq!(read(&utf16).len(), 5);
}

#[test]
fn what_stands_before_the_damage_is_read() {
    let whole: Vec<Tree> = read(DATABASE.as_bytes()).into_iter().flatten().collect();
    for at in 0..DATABASE.len() {
        let read: Vec<Tree> = read(&DATABASE.as_bytes()[..at]).into_iter().flatten().collect();
        let (all_but_last, last) = read.split_at(read.len().saturating_sub(1));
        assert!(whole.starts_with(all_but_last), "{at} bytes");
        assert!(last.len() <= 1);
    }
    let broken = DATABASE.replacen("<move>h8 h9 h7</move>", "<move h8</move>", 1);
    let games = read(broken.as_bytes());
    let error = games[0].as_ref().expect_err("no XML").to_string();
    assert_eq!(error, "line 18, column 1: expected an element with its attributes");
    assert_eq!(games.len(), 5, "the other games are read");
}

/// Games without end, of which one is in memory at a time.
#[test]
fn a_database_needs_no_memory() {
    struct Endless(u64);
    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            const GAME: &[u8] = b"<game id=\"1\"><move>h8 i9</move></game>\n";
            for byte in &mut *buffer {
                *byte = GAME[self.0 as usize % GAME.len()];
                self.0 += 1;
            }
            Ok(buffer.len())
        }
    }
    let games = Trees::new(Source::new(Endless(0)), FileFormat::Rif, Size::square(15));
    assert_eq!(games.take(20_000).flatten().filter(|game| game.tree.len() == 3).count(), 20_000);
}
