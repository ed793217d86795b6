//! Game records, as texts and as collections of bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    gomoku_rules::fuzzing::records(input);
    gomoku_records::fuzzing::records(input);
});
