//! The files that decide how an engine plays: its program, and those that its command names, such as
//! `brain.py`, `engine.jar` or `--weights=new.bin`. Results of other files do not belong together.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::engine_io::program::Program;
use crate::hash::Fnv1a;

/// Hashes of the files of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct EngineFiles {
    /// Of its program; `None` where the file was not found.
    #[serde(default)]
    pub program: Option<String>,
    /// Of the regular files among the words of its command, by these words; `None` in journals of older
    /// versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<BTreeMap<String, String>>,
}

/// How the files of an engine differ between two runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileChange {
    /// The file; `None` is the program.
    file: Option<String>,
    /// Its hashes, where it was there.
    before: Option<String>,
    now: Option<String>,
}

impl EngineFiles {
    /// The files of the engine that `command` starts, as they are now.
    pub fn of(command: &str) -> Self {
        let Ok(program) = Program::parse(command) else { return Self::default() };
        let named = named_files(&program).into_iter();
        let files = named.filter_map(|(word, path)| Some((word, hash(&path).ok()?))).collect();
        let program = program.file().and_then(|path| hash(&path).ok());
        Self { program, files: Some(files) }
    }

    /// The files of the engine that `command` starts by their paths.
    pub fn paths(command: &str) -> Vec<PathBuf> {
        let Ok(program) = Program::parse(command) else { return Vec::new() };
        named_files(&program).into_values().chain(program.file()).collect()
    }

    /// The first difference between these files and those of `now`. What an older version has not noted
    /// does not differ.
    pub fn change(&self, now: &Self) -> Option<FileChange> {
        let is_known = self.program.is_some() && now.program.is_some();
        if self.program != now.program && (is_known || self.files.is_some() && now.files.is_some())
        {
            let [before, now] = [self, now].map(|files| files.program.clone());
            return Some(FileChange { file: None, before, now });
        }
        let (before, now) = (self.files.as_ref()?, now.files.as_ref()?);
        let words: BTreeSet<&String> = before.keys().chain(now.keys()).collect();
        let changed = words.into_iter().find(|word| before.get(*word) != now.get(*word))?;
        let [before, now] = [before, now].map(|files| files.get(changed).cloned());
        Some(FileChange { file: Some(changed.clone()), before, now })
    }
}

impl FileChange {
    /// What follows the words that something was played: `with another build of new: ...`.
    pub fn since(&self, engine: &str) -> String {
        let Self { file, before, now } = self;
        match (file, before, now) {
            (None, before, now) => {
                let [before, now] = [before, now].map(|it| it.as_deref().unwrap_or("unknown"));
                format!(
                    "with another build of {engine}: the hash of its program file was {before} and is {now}"
                )
            }
            (Some(file), Some(before), Some(now)) => {
                format!("with another {file} of {engine}: its hash was {before} and is {now}")
            }
            (Some(file), _, None) => format!("with {file} of {engine}, which is gone"),
            (Some(file), None, _) => format!("without {file} of {engine}, which is there now"),
        }
    }

    /// The same where the files before are those of `other`.
    pub fn than(&self, engine: &str, other: &str) -> String {
        let Self { file, before, now } = self;
        match (file, before, now) {
            (None, before, now) => {
                let [before, now] = [before, now].map(|it| it.as_deref().unwrap_or("unknown"));
                format!(
                    "with another build of {engine} than {other}: the hash of its program file is {now}, \
                     not {before}"
                )
            }
            (Some(file), Some(before), Some(now)) => {
                format!(
                    "with another {file} of {engine} than {other}: its hash is {now}, not {before}"
                )
            }
            (Some(file), _, None) => format!("without {file} of {engine}, unlike {other}"),
            (Some(file), None, _) => format!("with {file} of {engine}, unlike {other}"),
        }
    }
}

/// The hash of a file, which may be large.
fn hash(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let (mut hash, mut buffer) = (Fnv1a::default(), vec![0; 1 << 16]);
    loop {
        let length = file.read(&mut buffer)?;
        if length == 0 {
            return Ok(format!("{:016x}", hash.value()));
        }
        hash.add(&buffer[..length]);
    }
}

/// The regular files that the arguments of a program name, by the words that name them. A file is looked
/// for in the folder that the program runs in, and in folders that the arguments name: `env -C`, `cd`.
fn named_files(program: &Program) -> BTreeMap<String, PathBuf> {
    let mut words = BTreeSet::new();
    for argument in &program.arguments {
        add_words(argument, &mut words);
    }
    add_modules(&program.arguments, &mut words);
    let home = program.folder.clone().unwrap_or_default();
    let is_folder = |word: &&String| home.join(word).is_dir();
    let folders: Vec<&String> = words.iter().filter(is_folder).collect();
    let mut files = BTreeMap::new();
    for word in words.iter().map(String::as_str).chain([MAIN]) {
        let below = folders.iter().map(|folder| format!("{folder}/{word}"));
        let own = (word != MAIN).then(|| word.to_owned());
        for name in own.into_iter().chain(below) {
            let path = home.join(&name);
            if fs::metadata(&path).is_ok_and(|data| data.is_file()) {
                files.insert(name, path);
            }
        }
    }
    files
}

/// What Python runs of a folder.
const MAIN: &str = "__main__.py";

/// Adds the files of the modules that Python runs by `-m`.
fn add_modules(arguments: &[String], words: &mut BTreeSet<String>) {
    for pair in arguments.windows(2).filter(|pair| pair[0] == "-m") {
        let module = pair[1].replace('.', "/");
        words.extend([format!("{module}.py"), format!("{module}/{MAIN}")]);
    }
}

/// Adds the parts of an argument that may be names of files: itself, the value behind `=`, `-f` or `@`,
/// the items of a list, and the words of a command for a shell.
fn add_words(argument: &str, words: &mut BTreeSet<String>) {
    if argument.is_empty() || !words.insert(argument.to_owned()) {
        return;
    }
    if argument.contains(char::is_whitespace) {
        let inner = shell_words(argument);
        for word in &inner {
            add_words(word, words);
        }
        add_modules(&inner, words);
        return;
    }
    let option = argument.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
    let attached = option.and_then(|rest| rest.char_indices().nth(1).map(|(end, _)| &rest[end..]));
    let value = argument.split_once('=').map(|(_, value)| value);
    let rest = [attached, value, argument.strip_prefix('@')];
    // A colon also follows the letter of a drive.
    let separators: &[char] = if cfg!(windows) { &[',', ';'] } else { &[',', ';', ':'] };
    let items = argument.split(separators).filter(|item| item.len() < argument.len());
    for word in rest.into_iter().flatten().chain(items) {
        add_words(word, words);
    }
}

/// The words of a shell command, without those that name an output.
fn shell_words(command: &str) -> Vec<String> {
    let mut quote = None;
    let mut text = String::new();
    for c in command.chars() {
        match (quote, c) {
            (None, ';' | '|' | '&' | '(' | ')' | '<') => text.push(' '),
            (None, '>') => text.push_str(" > "),
            (None, '\'' | '"') => {
                quote = Some(c);
                text.push(c);
            }
            _ => {
                quote = quote.filter(|&end| end != c);
                text.push(c);
            }
        }
    }
    let words = shlex::split(&text);
    let words = words.unwrap_or_else(|| text.split_whitespace().map(str::to_owned).collect());
    let mut is_output = false;
    let is_input = |word: &String| {
        let is_skipped = is_output;
        is_output = word == ">";
        !is_skipped && !is_output
    };
    words.into_iter().filter(is_input).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::folder;

    #[test]
    fn the_hash_of_the_program_follows_the_file_and_not_its_name() {
        let folder = folder("files-program");
        let of = |name: &str, content: Option<&str>| {
            let path = folder.join(name);
            if let Some(content) = content {
                fs::write(&path, content).expect("disk space");
            }
            EngineFiles::of(&format!("'{}'", path.display())).program
        };
        let first = of("a", Some("build one"));
        assert!(first.is_some());
        assert_eq!(of("b", Some("build one")), first);
        assert_ne!(of("a", Some("build two")), first);
        assert_eq!(EngineFiles::of("no-such-engine-in-path").program, None);
        #[cfg(unix)]
        assert!(EngineFiles::of("sh -c true").program.is_some());
    }

    /// The files that a command names in a folder with all of them, by their words.
    fn named(arguments: &str) -> Vec<String> {
        let folder = folder(&format!("files-{:x}", crate::hash::fnv1a(arguments.as_bytes())));
        fs::create_dir(folder.join("sub")).expect("disk space");
        for name in ["engine", "a.py", "b.bin", "two words", "c.jar", "sub/d.py", "sub/__main__.py"]
        {
            fs::write(folder.join(name), name).expect("disk space");
        }
        let command = format!("'{}' {arguments}", folder.join("engine").display());
        let files = EngineFiles::of(&command).files.expect("a command");
        files.into_keys().collect()
    }

    #[test]
    fn files_are_found_wherever_a_command_names_them() {
        let none: [&str; 0] = [];
        assert_eq!(named("brain --set x=1 --level 900"), none);
        for (arguments, files) in [
            ("a.py", &["a.py"][..]),
            ("-u ./a.py --fast", &["./a.py"]),
            ("-jar c.jar -ea", &["c.jar"]),
            ("-cp a.py:c.jar Main", &["a.py", "c.jar"]),
            ("brain --weights b.bin", &["b.bin"]),
            ("brain --weights=b.bin --net=no.bin", &["b.bin"]),
            ("-wb.bin @a.py", &["a.py", "b.bin"]),
            ("--nets=a.py,b.bin", &["a.py", "b.bin"]),
            ("'two words' --x='two words'", &["two words"]),
            ("-c 'nice python3 a.py --net=b.bin; true'", &["a.py", "b.bin"]),
            ("-c 'python3 \"two words\"<b.bin'", &["b.bin", "two words"]),
            ("-c 'exec python3 a.py 2>b.bin >>c.jar'", &["a.py"]),
            ("-c 'cd sub && python3 d.py'", &["sub/__main__.py", "sub/d.py"]),
            ("-C sub python3 d.py", &["sub/__main__.py", "sub/d.py"]),
            ("sub/d.py", &["sub/d.py"]),
            ("-m a", &["a.py"]),
            ("-m sub.d --x", &["sub/d.py"]),
            ("sub", &["sub/__main__.py"]),
            ("-c 'python3 -m a'", &["a.py"]),
            ("a b", &[]),
        ] {
            assert_eq!(named(arguments), files, "{arguments}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn only_regular_files_are_read() {
        let folder = folder("files-pipe");
        let pipe = folder.join("pipe");
        nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
        let command = format!("sh '{}' /dev/zero {}", pipe.display(), folder.display());
        assert_eq!(EngineFiles::of(&command).files, Some(BTreeMap::new()));
    }

    #[test]
    fn what_has_changed_is_named() {
        let files = |program: Option<&str>, files: Option<&[(&str, &str)]>| {
            let text = |text: &&str| (*text).to_owned();
            let pair = |(word, hash): &(&str, &str)| (text(word), text(hash));
            EngineFiles {
                program: program.as_ref().map(text),
                files: files.map(|files| files.iter().map(pair).collect()),
            }
        };
        let one = files(Some("1"), Some(&[("a.py", "7"), ("b.bin", "8")]));
        assert_eq!(one.change(&one.clone()), None);
        let since = |now: &EngineFiles| one.change(now).expect("a change").since("new");
        let than = |now: &EngineFiles| one.change(now).expect("a change").than("new", "s1");
        let other = files(Some("2"), Some(&[("a.py", "7"), ("b.bin", "8")]));
        assert_eq!(
            since(&other),
            "with another build of new: the hash of its program file was 1 and is 2"
        );
        assert_eq!(
            than(&other),
            "with another build of new than s1: the hash of its program file is 2, not 1"
        );
        let changed = files(Some("1"), Some(&[("a.py", "7"), ("b.bin", "9")]));
        assert_eq!(since(&changed), "with another b.bin of new: its hash was 8 and is 9");
        assert_eq!(than(&changed), "with another b.bin of new than s1: its hash is 9, not 8");
        let gone = files(Some("1"), Some(&[("a.py", "7")]));
        assert_eq!(since(&gone), "with b.bin of new, which is gone");
        assert_eq!(than(&gone), "without b.bin of new, unlike s1");
        let appeared = gone.change(&one).expect("a change");
        assert_eq!(appeared.since("new"), "without b.bin of new, which is there now");
        let lost = files(None, Some(&[("a.py", "7"), ("b.bin", "8")]));
        assert!(since(&lost).ends_with("was 1 and is unknown"), "{}", since(&lost));
        // Journals of older versions know programs only, and those before them nothing.
        for old in [files(Some("1"), None), files(None, None)] {
            assert_eq!((old.change(&one), one.change(&old)), (None, None));
        }
        assert!(files(Some("2"), None).change(&one).is_some());
    }
}
