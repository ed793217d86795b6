//! The page and the Python package. A file uses another when it imports it, for types alone too.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::cycles::{Edges, cycles};
use super::top;

/// The files with this ending in a folder and those below it, by their paths from the folder.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for path in fs::read_dir(next).expect("a folder").map(|entry| entry.expect("one").path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension() == Some(OsStr::new(ending)) {
                found.push(path.strip_prefix(folder).expect("a file in it").to_owned());
            }
        }
    }
    found
}

/// Every file with those that it imports, which `imports` finds in its source.
fn edges(folder: &Path, ending: &str, imports: impl Fn(&Path, &str) -> Vec<PathBuf>) -> Edges {
    let files = files(folder, ending);
    let uses = |file: &PathBuf| {
        let source = fs::read_to_string(folder.join(file)).expect("a source file");
        let used = imports(file, &source).into_iter();
        let used = used.filter(|used| used != file && files.contains(used));
        (file.display().to_string(), used.map(|used| used.display().to_string()).collect())
    };
    files.iter().map(uses).collect()
}

/// The files that a module of the page imports, by a statement or in the types of its comments.
fn of_script(file: &Path, source: &str) -> Vec<PathBuf> {
    let paths = ["from ", "import ", "import("].into_iter().flat_map(|before| {
        ['\'', '"'].into_iter().flat_map(move |quote| {
            let start = format!("{before}{quote}");
            let rest = source.split(&start).skip(1);
            rest.filter_map(|rest| rest.split(quote).next()).collect::<Vec<_>>()
        })
    });
    let folder = file.parent().expect("a folder");
    paths.filter(|path| path.starts_with('.')).map(|path| plain(&folder.join(path))).collect()
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

/// The files that a module of the package `shisan` imports, wherever the statement stands. `is_module` says
/// which names are modules; the others are defined by `__init__`.
fn of_python(source: &str, is_module: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let file = |name: &str| PathBuf::from(format!("{}.py", name.replace('.', "/")));
    let mut imported = Vec::new();
    for statement in statements(source) {
        let words: Vec<&str> = statement.split([' ', ',', '(', ')']).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        match words[..] {
            ["from", "." | "shisan", "import", ref names @ ..] => {
                let modules =
                    names.iter().map(|name| if is_module(name) { name } else { "__init__" });
                imported.extend(modules.map(file));
            }
            ["from", module, "import", ..] | ["import", module, ..] => {
                let name = module.strip_prefix("shisan.").or_else(|| module.strip_prefix('.'));
                imported.extend(name.map(file));
            }
            _ => {}
        }
    }
    imported
}

/// The lines of a source, with what stands in brackets in one line.
fn statements(source: &str) -> Vec<String> {
    let mut statements: Vec<String> = Vec::new();
    let mut depth = 0;
    for line in source.lines().map(str::trim) {
        match statements.last_mut() {
            Some(last) if depth > 0 => *last = format!("{last} {line}"),
            _ => statements.push(line.to_owned()),
        }
        let open = line.matches(['(', '[', '{']).count();
        depth = (depth + open).saturating_sub(line.matches([')', ']', '}']).count());
    }
    statements
}

/// The same between folders; a file at the top stands for itself.
fn between_folders(edges: &Edges) -> Edges {
    let top = |file: &str| file.split('/').next().unwrap_or_default().to_owned();
    let mut folders = Edges::new();
    for (file, used) in edges {
        let used: BTreeSet<String> = used.iter().map(|file| top(file)).collect();
        folders.entry(top(file)).or_default().extend(used);
    }
    for (folder, used) in &mut folders {
        used.remove(folder);
    }
    folders
}

fn assert_no_cycle(edges: &Edges) {
    let found = [edges.clone(), between_folders(edges)].map(cycles).concat();
    let names: Vec<String> = found.iter().map(|names| names.join(" -> ")).collect();
    assert!(names.is_empty(), "{} cycles:\n{}", names.len(), names.join("\n"));
}

#[test]
fn no_modules_of_the_page_use_each_other_in_a_cycle() {
    let edges = edges(&top().join("crates/shisan-page/web"), "js", of_script);
    assert!(edges["main.js"].len() > 9 && edges["ui/app.js"].contains("game/game.js"));
    assert_no_cycle(&edges);
}

#[test]
fn no_modules_of_python_use_each_other_in_a_cycle() {
    let folder = top().join("python/shisan");
    let is_module = |name: &str| folder.join(name).with_extension("py").exists();
    let edges = edges(&folder, "py", |_, source| of_python(source, is_module));
    assert!(edges["__init__.py"].len() > 4 && edges["game.py"].contains("svg.py"));
    assert_no_cycle(&edges);
}

#[test]
fn imports_of_the_page_are_found_however_they_are_written() {
    for source in [
        "import { a } from '../b/a.js';",
        "import {\n  a,\n} from \"../b/a.js\";",
        "import '../b/a.js';",
        "export * from '../b/a.js';",
        "const a = await import('../b/a.js');",
        "/** @typedef {import('../b/a.js').A} A */",
    ] {
        assert_eq!(of_script(Path::new("c/d.js"), source), [Path::new("b/a.js")], "{source}");
    }
}

#[test]
fn imports_of_python_are_found_however_they_are_written() {
    for source in [
        "from .a import A",
        "from .a import (\n    A,\n    B,\n)",
        "from . import a",
        "from . import (\n    a,\n)",
        "if TYPE_CHECKING:\n    from .a import A",
        "def f():\n    import shisan.a",
        "from shisan.a import A as B",
    ] {
        let found = of_python(source, |name| name == "a");
        assert!(found.contains(&PathBuf::from("a.py")), "{source}: {found:?}");
        assert!(!found.contains(&PathBuf::from("__init__.py")), "{source}: {found:?}");
    }
}
