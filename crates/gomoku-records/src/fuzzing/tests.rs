use std::fs;
use std::path::Path;
use std::time::Instant;

use fastrand::Rng;
use proptest::prelude::*;

use super::*;

/// Small files of every format. None in a package of a registry, where the repository's data is absent.
fn corpus() -> Vec<Vec<u8>> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    if package.join("Cargo.toml.orig").exists() {
        return Vec::new();
    }
    let folder = package.join("../../data/fuzz/records");
    let files = fs::read_dir(folder).expect("a corpus");
    let mut files: Vec<_> = files.map(|entry| entry.expect("an entry").path()).collect();
    assert!(!files.is_empty(), "the corpus is empty");
    files.sort();
    files.into_iter().map(|file| fs::read(file).expect("a file")).collect()
}

#[test]
fn the_corpus_holds() {
    for file in corpus() {
        trees(&file);
        records(&file);
    }
}

/// A file of the corpus with some bytes changed, added, taken away or from another file.
fn corrupted(corpus: &[Vec<u8>], random: &mut Rng) -> Vec<u8> {
    const WORDS: [&[u8]; 20] = [
        b"(;",
        b")",
        b";B[",
        b"]",
        b"[",
        b"\\",
        b"CA[GBK]",
        b"SZ[32:5]",
        b"AB[aa:zz]",
        b"GM[1]",
        b"\xff\xff",
        b"\0\0",
        b"\x1b$B",
        b"<game",
        b"</game>",
        b"&#x41;",
        b"\"",
        b"\r\n",
        b"h8",
        b"99999999999999999999",
    ];
    let mut file = corpus[random.usize(..corpus.len())].clone();
    for _ in 0..random.usize(0..8) {
        let at = random.usize(..=file.len());
        let end = (at + random.usize(..40)).min(file.len());
        match random.u8(..8) {
            0 => drop(file.drain(at..end)),
            1 => file.truncate(at),
            2 => file.extend_from_within(at..end),
            3 => {
                let other = &corpus[random.usize(..corpus.len())];
                let from = random.usize(..=other.len());
                let piece = &other[from..(from + 40).min(other.len())];
                drop(file.splice(at..at, piece.iter().copied()));
            }
            4 => {
                let word = WORDS[random.usize(..WORDS.len())];
                drop(file.splice(at..at, word.iter().copied()));
            }
            5 => file.insert(at, random.u8(..)),
            way => {
                if let Some(byte) = file.get_mut(at) {
                    *byte = if way == 6 { random.u8(..) } else { *byte ^ 1 << random.u8(..8) };
                }
            }
        }
    }
    file
}

/// A number from the environment, for runs of any length.
fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// Reads corrupted files from seed `first` to `end`, each in the format that it looks like or in any other one,
/// and writes what is read in the same format and in another one. Returns how many are not read as they
/// should, and prints them.
fn read_corrupted(first: u64, end: u64) -> usize {
    let corpus = corpus();
    let mut failed = 0;
    for seed in (first..end).take_while(|_| !corpus.is_empty()) {
        let mut random = Rng::with_seed(seed);
        let file = corrupted(&corpus, &mut random);
        let any = |random: &mut Rng| FileFormat::ALL[random.usize(..FileFormat::ALL.len())];
        let looks = FileFormat::detect(&file).ok().filter(|_| random.u8(..4) > 0);
        let format = looks.unwrap_or_else(|| any(&mut random));
        let other = any(&mut random);
        let read = std::panic::catch_unwind(|| {
            trees_in(&file, format, &[format, other]);
            records_in(&file, format);
        });
        if read.is_err() {
            failed += 1;
            eprintln!("seed {seed}: {format} to {other}: {}", file.escape_ascii());
        }
    }
    failed
}

#[test]
fn corrupted_files_hold() {
    assert_eq!(read_corrupted(0, 5_000), 0);
}

/// `FUZZ_INPUTS` corrupted files from seed `FUZZ_FIRST` on; each hundred thousand is reported, so that a run
/// can be continued.
#[test]
#[ignore = "runs for as long as its environment says"]
fn corrupted_files_hold_for_long() {
    const STEP: u64 = 100_000;
    let first = number("FUZZ_FIRST", 0);
    let end = first + number("FUZZ_INPUTS", 10 * STEP);
    let (start, mut failed) = (Instant::now(), 0);
    for seed in (first..end).step_by(STEP as usize) {
        let next = end.min(seed + STEP);
        failed += read_corrupted(seed, next);
        let rate = (next - first) / start.elapsed().as_secs().max(1);
        eprintln!("inputs {first} to {next}: {failed} failed, {rate} a second");
    }
    assert_eq!(failed, 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn random_bytes_hold(bytes in prop::collection::vec(prop_oneof![0..16_u8, 0..128_u8, any::<u8>()], 0..300)) {
        trees(&bytes);
    }

    #[test]
    fn random_sgf_holds(text in "(\\(;|\\)|;|B\\[[a-e]{2}\\]|W\\[[a-e]{2}\\]|[BW]\\[\\]|A[BWE]\\[[a-e]{2}\\]|C\\[[a-c\n]{0,3}\\]|QPR\\[aa,bb\\]|PL\\[W\\]|LB\\[aa:x\\]|TR\\[aa:bb\\]|RE\\[B\\+\\]|GM\\[1\\]|BL\\[9.5\\]){0,20}") {
        trees(text.as_bytes());
    }
}
