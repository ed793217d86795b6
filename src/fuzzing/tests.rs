//! The corpus and random input, through the same functions as the fuzzers.

use std::fmt::Debug;
use std::fs;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::time::Instant;

use rayon::prelude::*;

use super::{commands, dialogue, position, random_bytes, random_dialogue};

/// Runs `check` over every file of a folder of the corpus, which a package of a registry lacks.
fn replay(folder: &str, check: impl Fn(&[u8])) {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    if package.join("Cargo.toml.orig").exists() {
        return;
    }
    let folder = package.join("data/fuzz").join(folder);
    let mut files = 0;
    for entry in fs::read_dir(folder).expect("a corpus") {
        let path = entry.expect("an entry").path();
        let input = fs::read(&path).expect("a file");
        explain(&path, || check(&input));
        files += 1;
    }
    assert!(files > 0, "the corpus is empty");
}

/// Names the input whose check fails.
fn explain<T>(input: &impl Debug, check: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|panic| {
        eprintln!("the input is {input:?}");
        resume_unwind(panic)
    })
}

#[test]
fn the_corpus_holds() {
    replay("commands", commands);
    replay("dialogues", |input| assert!(dialogue(input) > 1));
    replay("positions", position);
}

/// Commands given in the dialogues of these seeds.
fn talk(seeds: Range<u64>) -> usize {
    let text = |seed| random_dialogue(seed);
    seeds.into_par_iter().map(|seed| explain(&seed, || dialogue(text(seed).as_bytes()))).sum()
}

/// `random_dialogues_hold_for_long` goes on.
#[test]
fn random_dialogues_hold() {
    assert!(talk(0..2_000) > 250_000);
}

#[test]
fn random_positions_hold() {
    (0..1000_u64).into_par_iter().for_each(|seed| {
        explain(&seed, || position(&random_bytes(seed)));
    });
}

#[test]
fn random_lines_hold() {
    for seed in 0..20_000 {
        let dialogue = random_dialogue(seed);
        explain(&seed, || commands(dialogue.as_bytes()));
    }
}

/// A number from the environment, for runs of any length.
fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// `FUZZ_SEEDS` dialogues from seed `FUZZ_FIRST` on; each thousand is reported, so that a run can be
/// continued.
#[test]
#[ignore = "runs for as long as its environment says"]
fn random_dialogues_hold_for_long() {
    const STEP: u64 = 1000;
    let first = number("FUZZ_FIRST", 0);
    let end = first + number("FUZZ_SEEDS", 100 * STEP);
    let (start, mut count) = (Instant::now(), 0);
    for seed in (first..end).step_by(STEP as usize) {
        let next = end.min(seed + STEP);
        count += talk(seed..next);
        let rate = count as u64 / start.elapsed().as_secs().max(1);
        eprintln!("dialogues {first} to {next} hold: {count} commands, {rate} a second");
    }
}
