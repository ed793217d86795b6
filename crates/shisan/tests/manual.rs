//! The man pages and completions that the built program writes.

use std::fs;
use std::process::{Command, Output};

use crate::folder::Folder;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_shisan")).args(arguments).output().expect("the program runs")
}

#[test]
fn man_pages_describe_the_program_and_each_subcommand() {
    let folder = Folder::new("man");
    let pages = folder.path().join("man1");
    assert!(run(&["man", pages.to_str().expect("UTF-8")]).status.success());
    for name in [
        "pbrain-shisan",
        "shisan",
        "shisan-brain",
        "shisan-match",
        "shisan-match-merge",
        "shisan-tune",
    ] {
        let page = fs::read_to_string(pages.join(format!("{name}.1"))).expect("a page");
        assert!(page.contains(&format!(".TH {name} 1 ")), "{page}");
    }
    let page = fs::read_to_string(pages.join("pbrain-shisan.1")).expect("a page");
    assert!(page.contains("\\-\\-level ELO"), "{page}");
    let page = fs::read_to_string(pages.join("shisan-match.1")).expect("a page");
    for text in ["\\-\\-engine", "Examples:", "shisan match merge"] {
        assert!(page.contains(text), "no {text:?} in\n{page}");
    }
    assert!(!pages.join("shisan-reaper.1").exists(), "a part of no interest");
}

#[test]
fn man_pages_are_not_written_into_a_file() {
    let folder = Folder::new("man-file");
    let file = folder.path().join("file");
    fs::write(&file, "mine").expect("disk space");
    let output = run(&["man", file.to_str().expect("UTF-8")]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
    assert_eq!(fs::read_to_string(file).expect("a file"), "mine");
}

#[test]
fn every_shell_completes_the_subcommands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = run(&["completions", shell]);
        assert!(output.status.success(), "{shell}");
        let script = String::from_utf8(output.stdout).expect("text");
        assert!(["selfplay", "turn-time"].iter().all(|word| script.contains(word)), "{shell}");
    }
}

#[test]
#[cfg(unix)]
fn bash_takes_the_script() {
    for (words, expected) in [
        ("selfp", "selfplay"),
        ("match --rule ''", "freestyle standard renju caro caro-overline"),
        ("match --tournament ''", "round-robin gauntlet"),
        ("solve --rule ren", "renju"),
        ("solve --attacker ''", "black white"),
        ("forbid --coords ''", "top bottom gtp"),
        ("inspect --rule s", "standard"),
        ("analyze --coords g", "gtp"),
        ("analyze --level 12", "1200"),
        ("openings --rule caro-", "caro-overline"),
        ("selfplay --rule fr", "freestyle"),
        ("label --rule s", "standard"),
        ("tune --rule s", "standard"),
        ("params --rule re", "renju"),
        ("convert --from js", "jsonl"),
        ("convert --to ''", "pos offsets psq sgf board link sav yixin-pos lib db db-lz4"),
        ("convert --coords b", "bottom"),
        ("completions f", "fish"),
    ] {
        let Some(found) = completed(words) else { return };
        assert_eq!(found, expected, "{words}");
    }
}

/// What bash offers in place of the last of `words`; nothing where there is no bash.
#[cfg(unix)]
fn completed(words: &str) -> Option<String> {
    let folder = Folder::new("completions");
    let script = run(&["completions", "bash"]).stdout;
    fs::write(folder.path().join("script"), script).expect("disk space");
    let complete = format!(
        "source ./script; COMP_WORDS=(shisan {words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
         _shisan shisan \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD - 1]}}\"; echo ${{COMPREPLY[@]}}"
    );
    let output = Command::new("bash").args(["-c", &complete]).current_dir(folder.path()).output();
    let output = output.ok()?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[test]
fn every_shell_offers_the_words_of_options() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(&["completions", shell]).stdout;
        let script = String::from_utf8(script).expect("text");
        let offered = match shell {
            "zsh" => script.contains("RULE:(freestyle standard renju caro caro-overline)"),
            "fish" => {
                script.contains("-l rule ") && script.contains("freestyle\\t''\nstandard\\t''")
            }
            // These two complete the names of options alone.
            "elvish" | "powershell" => true,
            _ => script.contains("\"freestyle standard renju caro caro-overline\""),
        };
        assert!(offered, "{shell}");
    }
}
