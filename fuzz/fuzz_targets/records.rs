//! Game records, as texts and as collections of bytes.
#![no_main]

use gomoku_records::{Games, Source};
use gomoku_rules::Size;
use gomoku_rules::record::Format;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    gomoku_rules::fuzzing::records(input);
    for format in Format::ALL {
        let games = Games::new(Source::new(input), format, Size::square(15));
        assert!(games.count() <= input.len());
    }
});
