//! The script that measures the Elo of the levels.

use super::*;

#[test]
fn levels_keep_what_was_measured() {
    if !has_python() {
        return;
    }
    let folder = Folder::new("scripts-levels");
    let levels = fs::read(format!("{ROOT}/data/tables/levels.txt")).expect("a table");
    let table = folder.path().join("levels.txt");
    fs::write(&table, &levels).expect("disk space");
    let bench = program(&folder, "echo 1");
    for (program, rule, expected, complaint) in [
        ("program", "gomoku", 2, "error: --rule gomoku: expected one of freestyle, "),
        ("program", "renju --parts 1", 2, "error: set RAPFI to its command\n"),
        ("missing", "renju", 2, "error: /"),
        // Nothing is played: no neighbours are 55 to 75 % apart.
        ("program", "renju", 1, ""),
    ] {
        let program = bench.with_file_name(program);
        let arguments = format!(
            "--parts 0 --rule {rule} --table levels.txt --folder played --program {}",
            program.display()
        );
        let output = run(&folder, "calibrate_levels.py", &arguments, &[("RAPFI", "")]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(expected), "{error}");
        assert!(error.starts_with(complaint) && error.lines().count() < 2, "{error}");
        assert_eq!(fs::read(&table).expect("a table"), levels, "{arguments}");
    }
}

#[test]
fn levels_lose_no_result_to_a_torn_line() {
    if !has_python() {
        return;
    }
    let folder = Folder::new("scripts levels torn");
    let table = format!("{ROOT}/data/tables/levels.txt");
    fs::copy(table, folder.path().join("levels.txt")).expect("disk space");
    // The command of a level is `program brain --levels FILE --level LEVEL`.
    program(
        &folder,
        "[ $1 = match ] || { echo 1; exit; }\n\
         for word; do\n\
         case $word in level-*) eval \"set -- ${word#*=}\"; [ $# = 6 ] || exit 2;; esac\n\
         done\n\
         echo >>matches\n\
         echo '{\"engines\":[],\"encounters\":[{\"wins\":1,\"losses\":1,\"draws\":0}]}'",
    );
    let arguments = "--rule renju --parts 1 --table levels.txt --folder played --program ./program";
    let matches = || {
        let output = run(&folder, "calibrate_levels.py", arguments, &[("RAPFI", "true")]);
        // Neighbours are level.
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{error}");
        fs::read(folder.path().join("matches")).expect("matches").len()
    };
    let all = matches();
    let results = folder.path().join("played/results.jsonl");
    let text = fs::read(&results).expect("results");
    fs::write(&results, &text[..text.len() - 20]).expect("disk space");
    assert_eq!([matches(), matches()], [all + 1; 2]);
    assert_eq!(fs::read(&results).expect("results"), text);
}
