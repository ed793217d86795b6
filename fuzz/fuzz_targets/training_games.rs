//! Training games in xz and packed.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| shisan_train::fuzzing::training_games(input));
