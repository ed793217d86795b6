//! Files of every format, as trees.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| gomoku_records::fuzzing::trees(input));
