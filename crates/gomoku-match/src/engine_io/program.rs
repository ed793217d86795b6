//! The program that an engine's command starts.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// What the documentation calls this program, whatever its file is called.
const OWN_NAME: &str = "shisan";

/// A command line taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Program {
    /// The file to run, or a bare name to be looked up in `PATH`. This program's own name is this
    /// program, unless `PATH` has another.
    pub path: PathBuf,
    /// The folder to run it in: many engines look for their files there. A bare name has none.
    pub folder: Option<PathBuf>,
    pub arguments: Vec<String>,
}

impl Program {
    /// Splits `command` as a shell does.
    ///
    /// # Errors
    /// What is wrong with it, when its quotes are not closed or its program is not a file.
    pub(crate) fn parse(command: &str) -> Result<Self, String> {
        // Windows separates folders by backslashes, so they quote nothing there.
        let text = if cfg!(windows) { command.replace('\\', "\\\\") } else { command.to_owned() };
        let words = shlex::split(&text).ok_or("a quote is not closed")?;
        let mut words = words.into_iter();
        let program =
            words.next().filter(|program| !program.is_empty()).ok_or("no program is named")?;
        let (path, folder) = locate(Path::new(&program)).map_err(|reason| {
            unquoted_path(command).map_or(reason.clone(), |path| {
                format!("{reason}: quote a path with blanks, as in \"{path}\"")
            })
        })?;
        Ok(Self { path, folder, arguments: words.collect() })
    }

    /// The file that runs, if there is one.
    pub(crate) fn file(&self) -> Option<PathBuf> {
        if self.path.is_absolute() { Some(self.path.clone()) } else { find_in_path(&self.path) }
    }
}

/// The path with blanks, now quoted, by which an unquoted command begins.
fn unquoted_path(command: &str) -> Option<String> {
    let ends = command.match_indices(' ').map(|(index, _)| index).chain([command.len()]);
    let path = ends.map(|end| &command[..end]).find(|path| Path::new(path).is_file())?;
    shlex::try_quote(path).ok().map(Cow::into_owned)
}

/// The path to run, and the folder to run it in.
fn locate(program: &Path) -> Result<(PathBuf, Option<PathBuf>), String> {
    if program.components().count() == 1 && program.is_relative() && !program.starts_with(".") {
        let own = if find_in_path(program).is_none() { own_program(program) } else { None };
        return Ok((own.unwrap_or_else(|| program.to_owned()), None));
    }
    let path = std::path::absolute(program).map_err(|error| error.to_string())?;
    if !path.is_file() {
        return Err(format!("{} is not a file", path.display()));
    }
    let folder = path.parent().map(Path::to_owned);
    Ok((path, folder))
}

/// The file that a bare name starts.
fn find_in_path(name: &Path) -> Option<PathBuf> {
    let mut file = name.to_owned().into_os_string();
    if !file.to_string_lossy().ends_with(env::consts::EXE_SUFFIX) {
        file.push(env::consts::EXE_SUFFIX);
    }
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(&file)).find(|path| is_executable(path))
}

fn is_executable(path: &Path) -> bool {
    let Ok(data) = fs::metadata(path) else { return false };
    #[cfg(unix)]
    if std::os::unix::fs::PermissionsExt::mode(&data.permissions()) & 0o111 == 0 {
        return false;
    }
    data.is_file()
}

/// This program, if `name` is its name: who has built it, or unpacked it anywhere under any name, can name
/// it in commands as the documentation does.
fn own_program(name: &Path) -> Option<PathBuf> {
    let own = env::current_exe().ok()?;
    let names = [own.file_name(), own.file_stem(), Some(OsStr::new(OWN_NAME))];
    names.contains(&Some(name.as_os_str())).then_some(own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::folder;

    #[test]
    fn a_program_runs_in_its_own_folder_unless_it_is_a_bare_name() {
        let folder = folder("program");
        let file = folder.join("engine one");
        fs::write(&file, "a").expect("disk space");
        let program = Program::parse(&format!("'{}' --set a=1", file.display())).expect("a file");
        assert_eq!((program.path.as_path(), program.folder.as_deref()), (&*file, Some(&*folder)));
        assert_eq!(program.arguments, ["--set", "a=1"]);
        let unquoted = format!("{} --set a=1", file.display());
        let error = Program::parse(&unquoted).expect_err("no quotes");
        let hint = format!(": quote a path with blanks, as in \"'{}'\"", file.display());
        assert!(error.ends_with(&hint), "{error}");
        let bare = Program::parse("engine").expect("a name");
        assert_eq!((bare.path, bare.folder), (PathBuf::from("engine"), None));
        for (bad, reason) in [
            ("", "no program is named"),
            ("'' a", "no program is named"),
            ("'a", "a quote is not closed"),
            ("no/such/engine", "is not a file"),
        ] {
            let error = Program::parse(bad).expect_err(bad);
            assert!(error.contains(reason), "{bad:?}: {error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_bare_name_is_looked_up() {
        let file = Program::parse("sh -c true").expect("a name").file().expect("in PATH");
        assert!(file.is_absolute() && file.ends_with("sh"), "{}", file.display());
        assert_eq!(Program::parse("no-such-engine-in-path").expect("a name").file(), None);
    }

    #[test]
    fn our_own_name_is_this_program() {
        let own = env::current_exe().expect("this test");
        let name = own.file_stem().expect("a name").to_str().expect("UTF-8");
        let program = Program::parse(&format!("{name} brain")).expect("a name");
        assert_eq!((&program.path, &program.folder), (&own, &None));
        assert_eq!(program.file(), Some(own));
    }
}
