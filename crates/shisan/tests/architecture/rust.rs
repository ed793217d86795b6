//! The crates. A file uses another when it names an item defined there, by `crate::`, `super::`, `self::`, a plain
//! path or an import, re-exports followed to the definition. Tests may use anything.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, UseTree};

use super::cycles::{Edges, cycles};
use super::top;

/// A path as it is written, segment by segment.
type Names = Vec<String>;

/// A module of a crate, named by its path from the root.
#[derive(Default)]
struct Module {
    file: PathBuf,
    items: BTreeSet<String>,
    imports: BTreeMap<String, Names>,
    globs: Vec<Names>,
    /// All paths that its code names.
    paths: BTreeSet<Names>,
}

/// What a path leads to.
#[derive(Debug, PartialEq, Eq)]
enum Target {
    Module(Names),
    /// An item, by the module that defines it.
    Item(Names),
}

/// The modules of one crate.
#[derive(Default)]
struct Crate(BTreeMap<Names, Module>);

impl Crate {
    /// Reads the crate whose root is `file`.
    fn read(file: &Path) -> Self {
        let mut modules = Self::default();
        let folder = file.parent().expect("a folder");
        modules.read_file(file, folder, Names::new());
        modules
    }

    /// Reads `file`, the module at `path`, whose children lie in `folder`.
    fn read_file(&mut self, file: &Path, folder: &Path, path: Names) {
        let source = fs::read_to_string(file).expect("a source file");
        let syntax = syn::parse_file(&source).expect("Rust");
        self.read_items(&syntax.items, file, folder, path);
    }

    fn read_items(&mut self, items: &[Item], file: &Path, folder: &Path, path: Names) {
        let mut module = Module { file: file.to_owned(), ..Module::default() };
        for item in items.iter().filter(|item| !is_for_tests(attributes(item))) {
            match item {
                Item::Mod(child) => self.read_child(child, file, folder, &path),
                Item::Use(item) => module.import(Names::new(), &item.tree),
                item => {
                    module.items.extend(name_of(item));
                    module.visit_item(item);
                }
            }
        }
        self.0.insert(path, module);
    }

    fn read_child(&mut self, child: &ItemMod, file: &Path, folder: &Path, path: &Names) {
        let name = child.ident.to_string();
        let path = [&path[..], std::slice::from_ref(&name)].concat();
        let folder = folder.join(&name);
        if let Some((_, items)) = &child.content {
            return self.read_items(items, file, &folder, path);
        }
        let files = [folder.with_extension("rs"), folder.join("mod.rs")];
        let file = files.iter().find(|file| file.exists()).expect("the file of a module");
        self.read_file(file, &folder, path);
    }

    /// What `path`, written in `module`, leads to in this crate. `depth` bounds imports of imports.
    fn resolve(&self, module: &Names, path: &[String], depth: usize) -> Option<Target> {
        let (first, rest) = path.split_first()?;
        if depth == 0 {
            return None;
        }
        match first.as_str() {
            "crate" => self.walk(Names::new(), rest, depth),
            "self" => self.walk(module.clone(), rest, depth),
            "super" => self.walk(module[..module.len().checked_sub(1)?].to_vec(), rest, depth),
            _ => self.walk(module.clone(), path, depth),
        }
    }

    /// Follows `rest` from inside the module `at`.
    fn walk(&self, at: Names, rest: &[String], depth: usize) -> Option<Target> {
        let Some((first, rest)) = rest.split_first() else { return Some(Target::Module(at)) };
        if first == "super" {
            return self.walk(at[..at.len().checked_sub(1)?].to_vec(), rest, depth);
        }
        let child = [&at[..], std::slice::from_ref(first)].concat();
        if self.0.contains_key(&child) {
            return self.walk(child, rest, depth);
        }
        let module = self.0.get(&at)?;
        if module.items.contains(first) {
            return Some(Target::Item(at));
        }
        let through = |import: &Names| match self.resolve(&at, import, depth - 1)? {
            Target::Module(found) => self.walk(found, rest, depth - 1),
            item @ Target::Item(_) => Some(item),
        };
        if let Some(import) = module.imports.get(first) {
            return through(import);
        }
        module.globs.iter().find_map(|glob| {
            let path = [&glob[..], std::slice::from_ref(first), rest].concat();
            self.resolve(&at, &path, depth - 1)
        })
    }

    /// Every file with the files that it uses.
    fn uses(&self) -> Edges {
        let top = fs::canonicalize(top()).expect("the repository");
        self.edges(|module| {
            let file = fs::canonicalize(&self.0[module].file).expect("a file");
            file.strip_prefix(&top).unwrap_or(&file).display().to_string()
        })
    }

    /// Every top module with the top modules that it uses.
    fn top_uses(&self) -> Edges {
        self.edges(|module| module.first().cloned().unwrap_or_default())
    }

    fn edges(&self, name: impl Fn(&Names) -> String) -> Edges {
        let mut edges: Edges = BTreeMap::new();
        for (path, module) in &self.0 {
            let used = edges.entry(name(path)).or_default();
            for written in module.paths.iter().chain(module.imports.values()) {
                if let Some(Target::Item(found)) = self.resolve(path, written, 9) {
                    used.insert(name(&found));
                }
            }
            used.remove(&name(path));
        }
        edges
    }
}

impl Module {
    /// Takes in an import of `tree` below `prefix`.
    fn import(&mut self, prefix: Names, tree: &UseTree) {
        let join = |name: &dyn ToString| [&prefix[..], &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.import(join(&path.ident), &path.tree),
            UseTree::Name(name) if name.ident == "self" => {
                if let Some(last) = prefix.last() {
                    self.imports.insert(last.clone(), prefix.clone());
                }
            }
            UseTree::Name(name) => {
                self.imports.insert(name.ident.to_string(), join(&name.ident));
            }
            UseTree::Rename(rename) => {
                self.imports.insert(rename.rename.to_string(), join(&rename.ident));
            }
            UseTree::Glob(_) => self.globs.push(prefix),
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.import(prefix.clone(), tree));
            }
        }
    }

    /// Takes in the paths in the tokens of a macro, which are not parsed.
    fn read_tokens(&mut self, tokens: TokenStream) {
        let mut path = Names::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.paths.insert(std::mem::take(&mut path));
                    }
                    path.push(name.to_string());
                    colons = 0;
                }
                other => {
                    self.paths.insert(std::mem::take(&mut path));
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.read_tokens(group.stream());
                    }
                }
            }
        }
        self.paths.insert(path);
    }
}

impl<'ast> Visit<'ast> for Module {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_for_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.import(Names::new(), &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names = path.segments.iter().map(|segment| segment.ident.to_string());
        self.paths.insert(names.collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.read_tokens(item.tokens.clone());
        visit::visit_macro(self, item);
    }
}

/// Whether only tests, or fuzzers, are built with it.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let text = attribute.meta.to_token_stream().to_string();
        attribute.path().is_ident("cfg") && text.contains("test") && !text.contains("not (test")
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

/// The root files of all crates.
fn roots() -> Vec<PathBuf> {
    let top = top();
    let crates = fs::read_dir(top.join("crates")).expect("crates");
    let crates = crates.map(|entry| entry.expect("an entry").path());
    let files = crates
        .chain([top])
        .flat_map(|folder| ["lib.rs", "main.rs"].map(|name| folder.join("src").join(name)));
    files.filter(|file| file.exists()).collect()
}

#[test]
fn no_files_use_each_other_in_a_cycle() {
    let mut found = Vec::new();
    for root in roots() {
        let modules = Crate::read(&root);
        for edges in [modules.uses(), modules.top_uses()] {
            found.extend(cycles(edges).iter().map(|names| names.join(" -> ")));
        }
    }
    assert!(found.is_empty(), "{} cycles:\n{}", found.len(), found.join("\n"));
}

#[test]
fn cycles_are_found_however_a_path_is_written() {
    let folder = std::env::temp_dir().join(format!("shisan-cycles-{}", std::process::id()));
    for (name, code) in [
        ("an import", "use super::a::A; pub struct B(A);"),
        ("a re-export", "pub struct B(crate::A);"),
        ("a plain path", "use super::a; pub struct B(a::A);"),
        ("a glob", "use super::*; pub struct B(A);"),
        ("a macro", "pub struct B; pub fn b() { println!(\"{}\", crate::a::A::new()) }"),
        ("a function", "pub struct B; pub fn b() { use crate::a::A; drop(A::new()) }"),
    ] {
        fs::create_dir_all(&folder).expect("a folder");
        let write = |file: &str, code: &str| fs::write(folder.join(file), code).expect("a file");
        write("lib.rs", "mod a; mod b; pub use a::A;");
        write("a.rs", "use crate::b::B; pub struct A(Option<B>);");
        write("b.rs", code);
        let modules = Crate::read(&folder.join("lib.rs"));
        let found = cycles(modules.uses());
        assert!(found.len() == 1 && found[0].len() == 2, "{name}: {found:?}");
        let tests = format!("pub struct B; #[cfg(test)] mod tests {{ {code} }}");
        write("b.rs", &tests);
        let modules = Crate::read(&folder.join("lib.rs"));
        assert!(cycles(modules.uses()).is_empty(), "{name}, in tests");
    }
    fs::remove_dir_all(folder).expect("it was there");
}

/// What a file embeds by `include_str!`, `include_bytes!` or `#[folder]`, as it is written.
fn embedded(source: &str) -> Vec<&str> {
    let marks = ["include_str!(\"", "include_bytes!(\"", "#[folder = \""];
    let after = marks.iter().flat_map(|mark| source.split(mark).skip(1));
    after.filter_map(|rest| rest.split('"').next()).collect()
}

/// Every Rust file below a folder, but for those of other packages and of builds.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let mut found = Vec::new();
    for path in entries.map(|entry| entry.path()) {
        if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        } else if path.is_dir() && !path.ends_with("target") && !path.join("Cargo.toml").exists() {
            found.extend(sources(&path));
        }
    }
    found
}

#[test]
fn each_crate_embeds_files_of_its_own_folder() {
    let mut count = 0;
    for root in roots() {
        let package = root.parent().and_then(Path::parent).expect("a package");
        let package = fs::canonicalize(package).expect("a folder");
        for file in sources(&package.join("src")) {
            let source = fs::read_to_string(&file).expect("a source file");
            for path in embedded(&source) {
                let base = if source.contains("#[folder") {
                    &*package
                } else {
                    file.parent().expect("src")
                };
                let path = fs::canonicalize(base.join(path)).expect("an embedded file");
                let inside = path.ancestors().find(|folder| folder.join("Cargo.toml").exists());
                assert_eq!(inside, Some(&*package), "{}", file.display());
                count += 1;
            }
        }
    }
    assert!(count > 9, "{count} files");
}
