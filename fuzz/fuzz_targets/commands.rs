//! Lines of a manager.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    shisan::fuzzing::commands(input)
});
