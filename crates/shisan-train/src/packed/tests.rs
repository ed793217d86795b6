//! Blocks are read as they were written; damaged and foreign ones are refused.

use std::io::Cursor;

use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::super::game_file::{Place, each_of_streams};
use super::super::record::{Choice, Outcome};
use super::*;
use gomoku_rules::{Pos, Side};
use shisan_engine::score::Score;

fn choice() -> impl Strategy<Value = Choice> {
    let searched = |score: i16| Choice::Searched(Score::from_raw(score));
    prop_oneof![
        Just(Choice::Random),
        Just(Choice::Forced),
        (-400..400_i16).prop_map(searched),
        (-9000..9000_i16).prop_map(searched),
        any::<i16>().prop_map(searched),
    ]
}

fn game(rule: Rule, size: Size) -> impl Strategy<Value = Record> {
    let outcomes =
        [Outcome::Won(Side::Black), Outcome::Won(Side::White), Outcome::Draw, Outcome::Unfinished];
    let cells: Vec<Pos> = size.positions().collect();
    let choices = prop::collection::vec(choice(), 0..=cells.len().min(60));
    let moves = (Just(cells).prop_shuffle(), choices)
        .prop_map(|(cells, choices)| cells.into_iter().zip(choices).collect());
    let seed = prop_oneof![0..9_u64, any::<u64>()];
    (seed, select(outcomes.to_vec()), moves).prop_map(move |(seed, outcome, moves)| Record {
        rule,
        size,
        seed,
        outcome,
        moves,
    })
}

fn block() -> impl Strategy<Value = (Kind, Vec<Record>)> {
    let settings =
        [None, Some("rule=renju nodes=9 build=0.1.0+f4e92f05".parse().expect("a setting"))];
    let range = u32::from(Size::MIN)..=u32::from(Size::MAX);
    let size = (range.clone(), range)
        .prop_map(|(width, height)| Size::new(width, height).expect("a size"));
    (select(settings.to_vec()), select(Rule::ALL.to_vec()), size).prop_flat_map(
        |(setting, rule, size)| {
            (Just(Kind { setting, rule, size }), prop::collection::vec(game(rule, size), 0..5))
        },
    )
}

/// The games of a file up to its end or to damage, and the complaint about that.
fn read(file: &[u8]) -> (Vec<Record>, Option<String>) {
    let mut games = Vec::new();
    let result = each_of_streams(Cursor::new(file), &mut |place, _, game| {
        games.push(game);
        assert_eq!(place, Place::Game(games.len()));
        Ok(())
    });
    (games, result.err().map(|error| format!("{error:#}")))
}

proptest! {
    #[test]
    fn a_block_is_read_as_it_was_written((kind, games) in block()) {
        let bytes = write_block(&kind, &games);
        prop_assert!(is_block(&bytes));
        prop_assert_eq!(read_block(&bytes), Ok((kind, games)));
    }

    #[test]
    fn a_block_that_was_cut_or_changed_is_refused_or_read_as_games(
        (kind, games) in block(),
        place in any::<Index>(),
        byte in any::<u8>(),
    ) {
        let mut bytes = write_block(&kind, &games);
        let place = place.index(bytes.len());
        prop_assert!(read_block(&bytes[..place]).is_err());
        bytes[place] = byte;
        if let Ok((kind, games)) = read_block(&bytes) {
            prop_assert_eq!(read_block(&write_block(&kind, &games)), Ok((kind, games)));
        }
    }

    /// Of two streams the first is read whatever becomes of the second.
    #[test]
    fn what_precedes_damage_is_read(
        (first, second) in (block(), block()),
        place in any::<Index>(),
        bit in 0..8_u8,
    ) {
        let blocks = [first, second];
        let [start, end] = blocks.each_ref().map(|(kind, games)| {
            compress(&write_block(kind, games)).expect("memory")
        });
        let [before, after] = blocks.map(|(_, games)| games);
        let whole = [start.clone(), end.clone()].concat();
        prop_assert_eq!(read(&whole), ([&before[..], &after].concat(), None));
        let place = place.index(end.len());
        let name = format!("xz stream 2, from byte {}: ", start.len());
        let cut = read(&whole[..start.len() + place]);
        let mut damaged = whole;
        damaged[start.len() + place] ^= 1 << bit;
        for (games, error) in [cut, read(&damaged)] {
            prop_assert_eq!(&games, &before);
            // A file may end with any stream.
            prop_assert!(place == 0 || error.is_some_and(|error| error.starts_with(&name)));
        }
    }
}

/// The bytes that `docs/corpus.md` describes, by hand.
#[test]
fn bytes_are_those_of_the_description() {
    let heading = b"# shisan packed 1: rule=renju size=15x15 games=2\nrule=renju nodes=9\n";
    let columns = [
        &[4, 1][..],                                              // moves of each game
        &[0, 3],                                                  // Black wins, unfinished
        &[0x90, 0x4E, 0x03], // seed 5000, and two below the next
        &[112, 112 + 15 + 1, 255, 0, 14, 112 - 15, 112 - 3 * 15], // h8 i9 a15 a14, and h5
        &[0, 2 + 10, 255, 0x2D, 0x75, 1, 224 + 1, 0], // h8? i9=5 a15=29997 a14, and h5=239
    ]
    .concat();
    let (kind, games) = read_block(&[&heading[..], &columns].concat()).expect("a block");
    let games: Vec<String> = games.iter().map(Record::to_string).collect();
    assert_eq!(
        games,
        ["renju 15x15 5000 black h8? i9=5 a15=29997 a14", "renju 15x15 4999 unfinished h5=239"]
    );
    assert_eq!(
        kind.setting.map(|setting| setting.to_string()).as_deref(),
        Some("rule=renju nodes=9")
    );
}

#[test]
fn other_blocks_are_refused_with_a_reason() {
    let block = |heading: &str, columns: &[u8]| {
        let heading = format!("# shisan packed {heading}\nunknown\n");
        read_block(&[heading.as_bytes(), columns].concat()).expect_err("not such games")
    };
    let games = "1: rule=renju size=15x15 games=1";
    assert_eq!(
        block("2: rule=renju", &[]),
        "packed games of format 2, which this version does not read"
    );
    assert_eq!(block("1: rule=renju games=1", &[]), "the heading has no size");
    assert!(block("1: rule=go size=19 games=1", &[]).contains("go"));
    assert_eq!(block(games, &[226, 1]), "226 moves on a board of 225 cells");
    assert_eq!(block(games, &[1, 4]), "an unknown result");
    assert_eq!(block(games, &[1, 0, 2, 255, 15, 0]), "a move beside the board of 15x15");
    assert_eq!(block(games, &[2, 0, 2, 112, 112]), "h8 is played twice");
    assert_eq!(block(games, &[2, 0, 2, 112, 113, 255, 0, 128]), "the games are cut short");
    assert_eq!(block(games, &[2, 0, 2, 112, 113, 255, 0, 128, 2]), "a score of 32768");
    assert_eq!(block(games, &[0, 0, 2, 9]), "more bytes than games");
}
