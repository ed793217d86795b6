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

/// Games, some of which begin as the one before, as labels do.
fn block() -> impl Strategy<Value = Block> {
    let settings =
        [None, Some("rule=renju nodes=9 build=0.1.0+f4e92f05".parse().expect("a setting"))];
    let range = u32::from(Size::MIN)..=u32::from(Size::MAX);
    let size = (range.clone(), range)
        .prop_map(|(width, height)| Size::new(width, height).expect("a size"));
    (select(Rule::ALL.to_vec()), size).prop_flat_map(move |(rule, size)| {
        let game = (0..2_usize, game(rule, size), any::<Option<Index>>());
        let settings = settings.to_vec();
        prop::collection::vec(game, 0..5).prop_map(move |games| {
            let mut block = Block { rule, size, settings: settings.clone(), games: Vec::new() };
            for (setting, mut game, start) in games {
                if let (Some(start), Some((_, last))) = (start, block.games.last()) {
                    let mut moves = last.moves.clone();
                    moves.truncate(start.index(moves.len() + 1));
                    moves
                        .iter_mut()
                        .filter(|m| m.1 != Choice::Random)
                        .for_each(|m| m.1 = Choice::Forced);
                    game.moves.retain(|(pos, _)| moves.iter().all(|(other, _)| other != pos));
                    game.moves.splice(..0, moves);
                }
                block.games.push((setting, game));
            }
            block
        })
    })
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

#[test]
fn a_line_without_an_end_in_a_whole_stream_is_named() {
    let [whole, torn] = ["", "renju 15x15 4 draw h8? i9=5"]
        .map(|end| compress(format!("renju 15x15 3 draw h8? i9=5\n{end}").as_bytes()))
        .map(|stream| stream.expect("memory"));
    let (start, mut games) = (whole.len(), 0);
    let named = each_of_streams(Cursor::new([whole, torn].concat()), &mut |_, _, _| {
        games += 1;
        Ok(())
    });
    let expected = format!("xz stream 2, from byte {start}: line 2 has no end");
    assert_eq!((named.expect("games"), games), (vec![expected], 2));
}

proptest! {
    #[test]
    fn a_block_is_read_as_it_was_written(block in block()) {
        let bytes = block.write();
        prop_assert!(is_block(&bytes));
        prop_assert_eq!(Block::read(&bytes), Ok(block));
    }

    #[test]
    fn a_block_that_was_cut_or_changed_is_refused_or_read_as_games(
        block in block(),
        place in any::<Index>(),
        byte in any::<u8>(),
    ) {
        let mut bytes = block.write();
        let place = place.index(bytes.len());
        prop_assert!(Block::read(&bytes[..place]).is_err());
        bytes[place] = byte;
        if let Ok(block) = Block::read(&bytes) {
            prop_assert_eq!(Block::read(&block.write()), Ok(block));
        }
    }

    /// The format allows zeros in fours behind a stream.
    #[test]
    fn padding_is_skipped(block in block(), fours in 0..3_usize, odd in 1..4_usize) {
        let stream = compress(&block.write()).expect("memory");
        let games: Vec<_> = block.games.into_iter().map(|(_, game)| game).collect();
        let padded = [stream.clone(), vec![0; 4 * fours]].concat();
        let (twice, end) = ([&games[..], &games].concat(), 2 * padded.len());
        prop_assert_eq!(read(&padded.repeat(2)), (twice.clone(), None));
        let (found, error) = read(&[padded.clone(), padded, vec![0; odd]].concat());
        prop_assert_eq!(found, twice);
        let place = format!("xz stream 3, from byte {end}: ");
        prop_assert!(error.is_some_and(|error| error.starts_with(&place)));
    }

    /// Of two streams the first is read whatever becomes of the second.
    #[test]
    fn what_precedes_damage_is_read(
        (first, second) in (block(), block()),
        place in any::<Index>(),
        bit in 0..8_u8,
    ) {
        let blocks = [first, second];
        let [start, end] = blocks.each_ref().map(|block| compress(&block.write()).expect("memory"));
        let [before, after] = blocks.map(|block| block.games.into_iter().map(|(_, game)| game).collect::<Vec<_>>());
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
    let heading = b"# shisan packed 2: rule=renju size=15x15 settings=2 games=3\nunknown\nrule=renju nodes=9\n";
    let columns = [
        &[1, 0, 0][..],                          // settings
        &[0, 3, 3],                              // Black wins, unfinished, unfinished
        &[0x90, 0x4E, 0x01, 0x03], // seed 5000, one below the next, two below the next
        &[0, 2, 0],                // moves shared with the game before
        &[4, 1, 1],                // other moves
        &[112, 128, 255, 0, 14, 97, 113, 67], // h8 i9 a15 a14, j9, h5
        &[0, 12, 255, 0x2D, 0x75, 1, 3, 225, 0], // h8? i9=5 a15=29997 a14, j9=-1, h5=239
    ]
    .concat();
    let block = Block::read(&[&heading[..], &columns].concat()).expect("a block");
    let games: Vec<String> =
        block.games.iter().map(|(setting, game)| format!("{setting} {game}")).collect();
    assert_eq!(
        games,
        [
            "1 renju 15x15 5000 black h8? i9=5 a15=29997 a14",
            "0 renju 15x15 5000 unfinished h8? i9 j9=-1",
            "0 renju 15x15 4999 unfinished h5=239"
        ]
    );
    assert_eq!(block.settings, [None, "rule=renju nodes=9".parse().ok()]);
    assert_eq!(block.write(), [&heading[..], &columns].concat());
}

#[test]
fn other_blocks_are_refused_with_a_reason() {
    let block = |heading: &str, columns: &[u8]| {
        let heading = format!("# shisan packed {heading}\nunknown\n");
        Block::read(&[heading.as_bytes(), columns].concat()).expect_err("not such games")
    };
    let games = "2: rule=renju size=15x15 settings=1 games=1";
    assert_eq!(
        block("1: rule=renju", &[]),
        "packed games of format 1, which this version does not read"
    );
    assert_eq!(block("2: rule=renju settings=1 games=1", &[]), "the heading has no size");
    assert!(block("2: rule=go size=19 settings=1 games=1", &[]).contains("go"));
    let many = format!("{games}000000");
    assert_eq!(block(&many, &[]), "1000000 games, more than 65536");
    assert_eq!(block(games, &[1]), "a game without a setting");
    assert_eq!(block(games, &[0, 4]), "an unknown result");
    assert_eq!(block(games, &[0, 0, 2, 0, 226, 1]), "more moves than the board of 15x15 has cells");
    assert_eq!(block(games, &[0, 0, 2, 1, 0]), "more shared moves than the game before has");
    assert_eq!(block(games, &[0, 0, 2, 0, 1, 255, 15, 0]), "a move beside the board of 15x15");
    assert_eq!(block(games, &[0, 0, 2, 0, 2, 112, 112]), "h8 is played twice");
    assert_eq!(block(games, &[0, 0, 2, 0, 2, 112, 113, 255, 0, 128]), "the games are cut short");
    assert_eq!(block(games, &[0, 0, 2, 0, 2, 112, 113, 255, 0, 128, 2]), "a score of 32768");
    assert_eq!(block(games, &[0, 0, 2, 0, 0, 9]), "more bytes than games");
}
