//! Positions.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    shisan_engine::fuzzing::position(input)
});
