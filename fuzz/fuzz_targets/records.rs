//! Game records.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    gomoku_rules::fuzzing::records(input)
});
