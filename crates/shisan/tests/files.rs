//! Files of runs: one run at a time uses them, and only regular files are read and written.

use std::fs;
use std::process::{Command, Output, Stdio};

use gomoku_match::disk::{Lines, Lock};

use crate::folder::Folder;

/// Two engines that no test here starts.
const DUEL: &str = "match --engine=a=shisan --engine=b=shisan --nodes=9 --size=15";

fn run(folder: &Folder, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shisan"));
    command.current_dir(folder.path()).env_remove("RUST_LOG").stdin(Stdio::null());
    command.args(arguments.split_whitespace()).output().expect("the program runs")
}

/// The one line of a refusal with this exit code.
#[track_caller]
fn refusal(folder: &Folder, arguments: &str, code: i32) -> String {
    let output = run(folder, arguments);
    let (said, error) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments}: {said}{error}");
    assert_eq!((said.as_ref(), error.lines().count()), ("", 1), "{arguments}: {said}{error}");
    error.into_owned()
}

fn write(folder: &Folder, file: &str, content: &str) {
    fs::write(folder.path().join(file), content).expect("disk space");
}

#[test]
fn a_second_run_on_the_same_file_is_refused() {
    let folder = Folder::new("files-in-use");
    let games = run(&folder, "selfplay --games=2 --nodes=60 games.txt");
    assert!(games.status.success());
    write(&folder, "one.pos", "h8i9j7\n");
    for (arguments, file) in [
        (&format!("{DUEL} --journal=duel")[..], "duel"),
        ("soak --games=1 --journal=soak", "soak"),
        ("spsa --nodes=9 --iterations=1 --journal=spsa", "spsa"),
        ("selfplay --games=9 --nodes=60 games.txt", "games.txt"),
        ("review --nodes=60 --journal=reviews one.pos", "reviews"),
        ("label --nodes=60 --output=labels.txt games.txt", "labels.txt"),
        ("openings --nodes=60 --output=openings.txt", "openings.txt"),
    ] {
        let path = folder.path().join(file);
        if !path.exists() {
            write(&folder, file, "a line\nhalf of a line that is being writ");
        }
        let before = fs::read(&path).expect("a file");
        let (lines, _) = Lines::resume_text(&path).expect("text");
        let resumed = if path.extension().is_some() { "" } else { " --resume" };
        for arguments in [arguments, &format!("{arguments}{resumed}")] {
            let refusal = refusal(&folder, arguments, 75);
            assert!(refusal.ends_with(&format!("{file}: in use by another run\n")), "{refusal}");
        }
        assert_eq!(fs::read(&path).expect("a file"), before, "{arguments}");
        drop(lines);
    }
}

#[test]
fn a_second_fit_of_the_same_product_is_refused() {
    let folder = Folder::new("files-fit");
    let lock = Lock::acquire(&folder.path().join("new.lock")).expect("it is free");
    for tool in ["tune", "train"] {
        let refusal = refusal(&folder, &format!("{tool} games.txt --output=new.bin"), 75);
        assert!(refusal.ends_with("new.lock: in use by another run\n"), "{refusal}");
    }
    #[cfg(unix)]
    {
        write(&folder, "new.bin", "");
        std::os::unix::fs::symlink("new.bin", folder.path().join("link.bin")).expect("a link");
        let refusal = refusal(&folder, "tune games.txt --output=link.bin", 75);
        assert!(refusal.ends_with("new.lock: in use by another run\n"), "{refusal}");
    }
    drop(lock);
    write(&folder, "new.lock", "");
    let missing = refusal(&folder, "tune games.txt --output=new.bin", 2);
    assert!(missing.contains("games.txt: "), "what a crash has left is not in the way: {missing}");
    assert!(!folder.path().join("new.lock").exists());
}

#[test]
fn a_foreign_file_is_not_cut() {
    let folder = Folder::new("files-foreign");
    for content in ["a note without a line feed", "a note\n"] {
        for arguments in [
            &format!("{DUEL} --journal=note --resume")[..],
            "soak --journal=note --resume",
            "spsa --nodes=9 --journal=note --resume",
            "review --nodes=60 --journal=note --resume games.txt",
            "selfplay --games=2 note",
            "label --output=note games.txt",
            "openings --output=note",
        ] {
            write(&folder, "note", content);
            write(&folder, "games.txt", "freestyle 15x15 1 draw h8? i9=0 j9=0 i7=0\n");
            refusal(&folder, arguments, 2);
            let now = fs::read_to_string(folder.path().join("note")).expect("a file");
            assert_eq!(now, content, "{arguments}");
        }
    }
}

#[test]
#[cfg(unix)]
fn what_has_no_end_is_not_read() {
    let folder = Folder::new("files-endless");
    let pipe = folder.path().join("pipe");
    nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
    write(&folder, "games.txt", "freestyle 15x15 1 draw h8? i9=0 j9=0 i7=0\n");
    let devices: &[&str] =
        if cfg!(target_os = "linux") { &["/dev/zero", "/dev/full"] } else { &["/dev/zero"] };
    for path in [&["pipe"], devices].concat() {
        for arguments in [
            &format!("{DUEL} --journal=PATH")[..],
            &format!("{DUEL} --journal=PATH --resume"),
            &format!("{DUEL} --openings=PATH"),
            &format!("{DUEL} --chart=PATH"),
            "match merge PATH",
            "match rate PATH",
            "soak --journal=PATH",
            "soak --journal=PATH --resume",
            "spsa --nodes=9 --journal=PATH",
            "spsa --nodes=9 --journal=PATH --resume",
            "spsa --nodes=9 --csv=PATH",
            "review --nodes=60 --journal=PATH games.txt",
            "review --nodes=60 --journal=PATH --resume games.txt",
            "review --nodes=60 --journal=reviews PATH",
            "games index --output=PATH games.txt",
            "games index --output=games.idx PATH",
            "games find PATH",
            "games moves PATH",
            "games duplicates PATH",
            "selfplay --games=2 PATH",
            "selfplay --stats PATH",
            "label --output=labels PATH",
            "label --output=PATH games.txt",
            "openings --output=PATH",
            "openings --candidates=PATH --output=openings",
            "tune --output=new.bin PATH",
            "tune --output=new.bin --init=PATH games.txt",
            "train --output=new.bin PATH",
            "train --output=new.bin --gold=PATH games.txt",
            "bench --weights=PATH",
        ] {
            let refusal = refusal(&folder, &arguments.replace("PATH", path), 2);
            assert!(refusal.contains("not a regular file"), "{arguments}: {refusal}");
        }
    }
    let left = fs::read_dir(folder.path()).expect("a folder").flatten();
    let mut left: Vec<_> = left.map(|entry| entry.file_name()).collect();
    left.sort();
    assert_eq!(left, ["games.txt", "pipe"]);
}
