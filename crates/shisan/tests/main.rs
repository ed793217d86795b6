//! Runs the built tools; the match runner's tests play games between scripted brains.

mod analyze;
mod book;
mod check;
mod classic;
mod dialogue;
mod encodings;
mod errors;
#[cfg(unix)]
mod fastchess;
mod files;
mod folder;
mod forbid;
#[cfg(target_os = "linux")]
mod full_disk;
#[cfg(unix)]
mod games;
mod grade;
mod gtp;
#[cfg(unix)]
mod interrupts;
mod levels;
mod links;
mod manual;
mod matches;
mod overwrites;
mod own_name;
mod packages;
#[cfg(unix)]
mod play;
#[cfg(unix)]
mod play_brains;
mod processes;
mod puzzle_set;
mod rates;
mod reviews;
#[cfg(unix)]
mod scripts;
mod serve;
#[cfg(unix)]
mod shards;
mod snapshots;
mod soak;
mod spsa;
mod training;
mod write_a_brain;
