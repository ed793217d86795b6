//! Exams with the built program: a killed step continues to the same bytes, and other files are refused.

use std::process::Stdio;
use std::sync::LazyLock;

use super::{GAMES, kill_after};
use crate::folder::Folder;

const DRAW: &str = "exam draw games.txt --output";
const TRUTH: &str = "exam truth --nodes 3000 --second-weights tables.bin";
/// Games, and the questions that are drawn from them. Long searches find them: it is done once.
static DRAWN: LazyLock<[String; 2]> = LazyLock::new(|| {
    let folder = Folder::new("exam-drawn");
    folder.trained(&format!("{GAMES} games.txt"));
    folder.trained(&format!("{DRAW} exam.txt --questions 30"));
    ["games.txt", "exam.txt"].map(|file| folder.read(file))
});

/// A folder with `games.txt`, and an exam of the first `questions` questions in `exam.txt`.
pub(super) fn folder_with_exam(name: &str, questions: usize) -> Folder {
    let [games, exam] = &*DRAWN;
    let folder = Folder::new(name);
    folder.write("games.txt", games);
    let head: Vec<&str> = exam.split_inclusive('\n').take(1 + questions).collect();
    folder.write("exam.txt", head.concat());
    folder
}

/// Runs `arguments` again and again, killed amid a line of `file` after so many each time, then to its end.
fn killed_and_continued(folder: &Folder, arguments: &str, file: &str, after: &[usize]) {
    let whole = folder.read(file).lines().count();
    for lines in after {
        let child = folder.trainer(arguments).stderr(Stdio::null()).spawn().expect("it runs");
        kill_after(child, || folder.read(file).lines().count() > whole + lines);
        let text = folder.read(file);
        folder.write(file, &text[..text.len() - 3]);
    }
    folder.trained(arguments);
}

#[test]
fn a_killed_exam_goes_on_to_the_same_bytes() {
    let folder = folder_with_exam("exam-killed", 30);
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/tables/freestyle.bin");
    std::fs::copy(tables, folder.path().join("tables.bin")).expect("disk space");
    let drawn = folder.read("exam.txt");
    folder.write("whole.txt", &drawn);
    assert!(
        drawn.starts_with("# shisan exam 1 questions: rule=freestyle seed=1 games="),
        "{drawn}"
    );
    assert!(drawn.lines().count() > 20, "{drawn}");
    // Each win is searched for: the first one is enough.
    let draw = format!("{DRAW} part.txt --questions 9 --jobs 2");
    killed_and_continued(&folder, &draw, "part.txt", &[2, 6]);
    let first = folder.read("part.txt");
    assert!(drawn.starts_with(&first) && first.lines().count() > 8, "{first}");

    folder.write("part.txt", &drawn);

    folder.trained(&format!("{TRUTH} whole.txt"));
    let whole = folder.read("whole.txt");
    assert!(whole.starts_with(&drawn) && whole.lines().count() == 2 * drawn.lines().count());
    killed_and_continued(&folder, &format!("{TRUTH} part.txt --jobs 2"), "part.txt", &[2, 9, 20]);
    assert_eq!(folder.read("part.txt"), whole);
    folder.trained(&format!("{TRUTH} part.txt"));
    assert_eq!(folder.read("part.txt"), whole, "nothing is left to search");

    let take = "exam take whole.txt --nodes 300 --output";
    folder.trained(&format!("{take} answers.txt"));
    let again = format!("{take} part-answers.txt --jobs 2");
    killed_and_continued(&folder, &again, "part-answers.txt", &[2, 9, 20]);
    assert_eq!(folder.read("part-answers.txt"), folder.read("answers.txt"));
    folder.trained(&format!("{take} few.txt --questions 7"));
    let few = folder.read("few.txt");
    assert!(folder.read("answers.txt").starts_with(&few) && few.lines().count() <= 8, "{few}");
}

#[test]
fn a_longer_search_is_the_better_candidate() {
    let folder = folder_with_exam("exam-compared", 15);
    folder.trained("exam truth exam.txt --nodes 60000 --jobs 2");
    for (nodes, file) in [(150, "base.txt"), (2400, "new.txt")] {
        folder.trained(&format!("exam take exam.txt --nodes {nodes} --output {file}"));
    }
    let compare = "exam compare exam.txt base.txt new.txt --jobs 2";
    let exam = folder.read("exam.txt");
    let child = folder.trainer(compare).stderr(Stdio::null()).stdout(Stdio::null()).spawn();
    kill_after(child.expect("it runs"), || {
        folder.read("exam.txt").lines().count() > exam.lines().count() + 3
    });
    let table = folder.trained(compare);
    let valued = folder.read("exam.txt");
    let new = valued.strip_prefix(&exam).expect("values are appended");
    assert!(new.starts_with("# shisan exam 1 values: nodes=250000 "), "{new}");
    assert!(
        table.contains("\n  wrong moves ") && table.contains("\nElo by divergence "),
        "{table}"
    );

    let printed = folder.trained(&format!("{compare} --json"));
    folder.trained("exam draw games.txt --questions 15 --output exam.txt");
    folder.trained("exam truth exam.txt --nodes 60000");
    assert_eq!(folder.read("exam.txt"), valued, "nothing is drawn or searched twice");
    let json: serde_json::Value = serde_json::from_str(&printed).expect("a line of JSON");
    let all = &json["all"];
    assert_eq!(all["questions"], exam.lines().count() / 2 - 1, "{json}");
    for (mark, sign) in
        [("wrong_moves", -1.0), ("divergence", -1.0), ("regret", -1.0), ("proofs", 1.0)]
    {
        let difference = all[mark]["difference"].as_f64().expect(mark);
        assert!(sign * difference > 0.0, "{mark}: {json}");
    }
    assert!(json["elo"]["wrong_moves"]["difference"].as_f64() > Some(0.0), "{json}");
    // Questions that were taken out of the file are not compared.
    let without: String =
        valued.split_inclusive('\n').filter(|line| !line.starts_with("3 ")).collect();
    let questions: String = valued
        .split_inclusive('\n')
        .enumerate()
        .filter(|(number, line)| *number > 15 || !line.starts_with("3 "))
        .map(|(_, line)| line)
        .collect();
    for part in [without, questions] {
        folder.write("part.txt", part);
        folder.trained("exam compare part.txt base.txt new.txt");
    }
    let same = folder.trained("exam compare exam.txt new.txt new.txt --json");
    let json: serde_json::Value = serde_json::from_str(&same).expect("a line of JSON");
    assert_eq!(
        (&json["all"]["regret"]["difference"], &json["all"]["regret"]["standard_error"]),
        (&0.0.into(), &0.0.into())
    );
}

#[test]
fn a_killed_tuning_goes_on_to_the_same_values() {
    let folder = folder_with_exam("exam-tuned", 30);
    folder.trained("exam truth exam.txt --nodes 10000 --jobs 2");
    let tune = "exam tune exam.txt --param futility_margin --param iir_depth --set futility_margin=15 \
                --nodes 1000 --questions 20 --iterations 25 --rate 0.05";
    let of_rule = tune.replace("--param ", "--param freestyle.");
    let values = folder.trained(&format!("{of_rule} --output whole.txt"));
    let rows: Vec<&str> = values.lines().collect();
    assert_eq!((rows.len(), rows[0]), (4, "after 25 of 25 iterations:"), "{values}");
    let margin = rows[1].strip_prefix("    freestyle.futility_margin: 15 -> ").expect(&values);
    let margin: i32 = margin.split_once(',').expect(&values).0.parse().expect(&values);
    assert!((10..=400).contains(&margin), "{values}");
    assert!(rows[2].starts_with("    freestyle.iir_depth: 6 -> "), "{values}");
    let brain =
        format!("brain: --set freestyle.futility_margin={margin} --set freestyle.iir_depth=");
    assert!(rows[3].starts_with(&brain), "{values}");

    let jobs = format!("{tune} --jobs 2 --output part.txt");
    for iterations in [2, 9, 20] {
        let child = folder.trainer(&jobs).stderr(Stdio::null()).stdout(Stdio::null()).spawn();
        kill_after(child.expect("it runs"), || {
            folder.read("part.txt").lines().count() > iterations
        });
        let text = folder.read("part.txt");
        folder.write("part.txt", &text[..text.len() - 3]);
    }
    assert_eq!(folder.trained(&jobs), values);
    assert_eq!(folder.read("part.txt"), folder.read("whole.txt"));
    for (arguments, reason) in [
        (
            "--output whole.txt --rate 0.05 --seed 2",
            "whole.txt: holds another tuning, seed was 1 and is 2",
        ),
        ("--output exam.txt", "exam.txt: not the iterations of a tuning"),
        ("--output new.txt --questions 31", "is known, --questions 31"),
        (
            "--output new.txt --param no",
            "--param no: no parameter of freestyle; there are futility_margin, ",
        ),
        (
            "--output new.txt --param renju.iir_depth",
            "--param renju.iir_depth: no parameter of freestyle; there are futility_margin, ",
        ),
        ("--output new.txt --rate 0", "'0' for '--rate <RATE>': expected a rate above 0"),
        (
            "--output new.txt --questions 9 --param iir_depth --param freestyle.iir_depth",
            "is named twice",
        ),
    ] {
        let questions = if arguments.contains("--questions") { "" } else { "--questions 20" };
        let refusal = folder.refused(&format!(
            "exam tune exam.txt --iterations 25 --nodes 1000 {questions} {arguments}"
        ));
        assert!(refusal.contains(reason), "{arguments}: {refusal}");
    }
    assert_eq!(folder.read("new.txt"), "");
}

#[test]
fn files_of_other_exams_are_refused_and_stay() {
    let folder = folder_with_exam("exam-refused", 10);
    folder.trained("exam truth exam.txt --nodes 300 --questions 5");
    folder.trained("exam take exam.txt --nodes 300 --output answers.txt");
    let (exam, answers) = (folder.read("exam.txt"), folder.read("answers.txt"));
    folder.write("renju.txt", "renju 15x15 1 draw h8? i9=20\n");
    folder.write("notes.txt", "h8i9j10\n");
    folder.trained("exam take exam.txt --nodes 300 --questions 1 --output one.txt");
    folder.trained("exam draw games.txt --seed 2 --questions 3 --output other.txt");
    folder.trained("exam take other.txt --nodes 300 --output other-answers.txt");
    folder.write("damaged.txt", exam.replacen(" game ", " win ", 1));
    for (arguments, reason) in [
        (
            "draw games.txt --seed 2 --output exam.txt",
            "exam.txt holds another exam, seed was 1 and is 2",
        ),
        ("draw renju.txt --output new.txt", "renju.txt: line 1: a game of renju, not of freestyle"),
        ("draw games.txt --output notes.txt", "notes.txt: not the file of an exam"),
        ("draw games.txt --output answers.txt", "answers.txt: not the file of an exam"),
        (
            "truth exam.txt --nodes 400",
            "exam.txt holds the truth of another setting, nodes was 300",
        ),
        ("truth exam.txt --nodes 300 --second-weights no.bin", "no.bin: "),
        ("truth no.txt", "no.txt: there is no such file"),
        ("truth notes.txt", "notes.txt: not the file of an exam"),
        ("truth damaged.txt", "damaged.txt: line 2: damaged: its checksum does not fit"),
        ("take damaged.txt --output new.txt", "damaged.txt: line 2: damaged"),
        ("take no.txt --output new.txt", "no.txt: "),
        (
            "take exam.txt --nodes 400 --output answers.txt",
            "answers.txt holds answers of another candidate",
        ),
        ("take exam.txt --set no=1 --output new.txt", "unknown parameter \"no\""),
        ("compare exam.txt answers.txt", "not provided: <NEW>"),
        ("compare exam.txt answers.txt none.txt", "none.txt: "),
        ("compare exam.txt answers.txt exam.txt", "exam.txt: an exam, where answers are expected"),
        ("compare answers.txt answers.txt answers.txt", "answers.txt: not the file of an exam"),
        (
            "compare exam.txt answers.txt other-answers.txt",
            "other-answers.txt: answers to another exam",
        ),
        ("compare exam.txt answers.txt one.txt", "the truth of fewer than two questions"),
        ("take exam.txt --output exam.txt", "exam.txt: an exam, where answers are expected"),
    ] {
        let refusal = folder.refused(&format!("exam {arguments}"));
        assert!(refusal.contains(reason), "{arguments}: {refusal}");
    }
    folder.write("short.txt", "renju 15x15 1 draw h8? i9? j10?\n");
    let none = folder.train("exam draw --rule renju --questions 9 short.txt --output new.txt");
    assert_eq!(none.status.code(), Some(2));
    assert!(none.stderr.ends_with(b"\nerror: short.txt: no question was found in the games\n"));
    folder.write("torn-notes.txt", "h8i9j10\nh8i9");
    assert_eq!(
        folder.refused("exam take torn-notes.txt --output new.txt"),
        "torn-notes.txt: not the file of an exam\n"
    );
    let packed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/exam/renju.txt.xz");
    std::fs::copy(packed, folder.path().join("exam.xz")).expect("disk space");
    for arguments in [
        "take exam.xz --output new.txt",
        "truth exam.xz",
        "compare exam.xz answers.txt answers.txt",
        "compare exam.txt answers.txt exam.xz",
        "draw games.txt --output exam.xz",
    ] {
        let refusal = folder.refused(&format!("exam {arguments}"));
        assert_eq!(refusal, "exam.xz: packed: unpack it first, by xz -dc\n", "{arguments}");
    }
    folder.write("torn.txt", exam.trim_end());
    let named = folder.train("exam take torn.txt --nodes 300 --questions 1 --output torn-one.txt");
    let last = exam.lines().count();
    assert_eq!(
        String::from_utf8_lossy(&named.stderr).lines().next(),
        Some(&*format!("left out: torn.txt: line {last} has no end"))
    );
    assert_eq!((folder.read("exam.txt"), folder.read("answers.txt")), (exam, answers));
    assert!(!folder.path().join("new.txt").exists());
    assert_eq!(folder.read("notes.txt"), "h8i9j10\n");
}

#[cfg(unix)]
#[test]
fn a_rule_is_checked_before_an_exam_is_made() {
    let folder = Folder::new("exam-script");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/exam.sh");
    for arguments in [&[][..], &["gomoku"], &["renju", "1"]] {
        let output =
            std::process::Command::new(script).args(arguments).env("EXAMS", folder.path()).output();
        let output = output.expect("it runs");
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.starts_with("error: usage: scripts/exam.sh RULE"), "{error}");
    }
    assert!(!folder.path().join("gomoku").exists());
}
