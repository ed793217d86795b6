//! Queries in JSON.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| shisan_analysis::fuzzing::queries(input));
