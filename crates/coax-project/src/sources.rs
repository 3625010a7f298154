//! From the paths on the command line to translation units: which files, and with which flags each
//! is compiled.
//!
//! Invariants: a file is listed once, wherever it was found first; the order is that of the command
//! line and, within a folder, that of names, so that it never depends on the file system.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use coax_kinds::Incomplete;
use coax_report::{Paths, Status, Unit};

use crate::compile_commands;
use crate::exclude::Exclusion;
use coax_workplace::end::Failure;

/// What a compilation database is called, or ends with.
pub const DATABASE: &str = "compile_commands.json";

/// Extensions that a source in a folder has.
const SOURCES: &[&str] = &["c", "cc", "cpp", "cxx", "c++", "C"];

/// Extensions of sources that are only taken when they are named: they are made from other files.
const PREPROCESSED: &[&str] = &["i", "ii"];

/// What tells a build folder of CMake.
const BUILD_FOLDER: &str = "CMakeCache.txt";

/// Opening a pipe blocks until a writer opens it.
const NO_FILE: &str = "not a regular file (a pipe, a device, …) and not a directory";

/// A file that is compiled by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Translation {
    /// The file, as clang is told.
    pub file: PathBuf,
    /// Flags for clang.
    pub flags: Vec<String>,
}

/// A file that cannot be looked at, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// As it was named.
    pub file: PathBuf,
    /// The reason.
    pub why: Why,
}

/// Why a file is not looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// It cannot be compiled: what clang says, in one line.
    Refused(String),
    /// There was no time to compile it, and why not.
    NoTime(Incomplete),
}

impl Refused {
    /// As the report has it: a unit none of whose functions could be looked at.
    pub fn unit(&self) -> Unit {
        let file = self.file.display().to_string();
        let (status, because) = match self.why {
            Why::Refused(_) => (Status::Unsupported, Incomplete::DoesNotCompile),
            Why::NoTime(why) => (Status::NotExplored, why),
        };
        Unit {
            status,
            incomplete_because: vec![because.into()],
            paths: Paths::default(),
            notes: vec![self.why.to_string()],
            ..Unit::pending(&file, &file, 0)
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Refused(why) => f.write_str(why),
            Why::NoTime(_) => f.write_str("there was no time to compile it"),
        }
    }
}

/// All translation units the user asked for.
#[derive(Debug, Default)]
pub struct Sources {
    /// What can be compiled.
    pub translations: Vec<Translation>,
    /// What cannot.
    pub refused: Vec<Refused>,
    /// Those that were left out: tests, examples and what else the user does not want looked at.
    pub excluded: Vec<PathBuf>,
    seen: HashSet<PathBuf>,
}

impl Sources {
    /// Those of some paths, with flags for all of them. Of files that are named themselves none is left out; if nothing
    /// else is in a folder or database, neither is what is left out only because it usually is.
    pub fn find(
        paths: &[PathBuf],
        flags: &[String],
        out: &Path,
        exclusion: &Exclusion,
    ) -> Result<Sources, Failure> {
        let mut sources = Sources::default();
        for path in paths {
            let wrong = |why: &str| Failure::Input(format!("{}: {why}", path.display()));
            if path.is_dir() {
                let before = sources.translations.len();
                let mut found = Vec::new();
                sources.add_folder(path, out, &mut found).map_err(|why| wrong(&why))?;
                let found = found.into_iter().map(|file| {
                    let name = file.strip_prefix(path).unwrap_or(&file).to_path_buf();
                    Found { name, file, flags: flags.to_vec() }
                });
                sources.add_wanted(found.collect(), exclusion);
                if sources.translations.len() == before && sources.seen.is_empty() {
                    return Err(wrong("there is no C or C++ source below it"));
                }
            } else if !path.exists() {
                return Err(wrong("no such file or directory"));
            } else if !path.is_file() {
                return Err(wrong(NO_FILE));
            } else if path.file_name().is_some_and(|name| ends_with(name, DATABASE)) {
                let found = sources.of_database(path, flags).map_err(|why| wrong(&why))?;
                sources.add_wanted(found, exclusion);
            } else {
                check_kind(path).map_err(|why| wrong(&why))?;
                sources.add(path.clone(), flags.to_vec());
            }
        }
        Ok(sources)
    }

    /// Was one single file asked for? Then what is wrong with it is the user's own mistake.
    pub fn is_single(&self) -> bool {
        self.translations.len() + self.refused.len() == 1
    }

    fn add(&mut self, file: PathBuf, flags: Vec<String>) {
        if self.seen.insert(file.canonicalize().unwrap_or_else(|_| file.clone())) {
            self.translations.push(Translation { file, flags });
        }
    }

    /// Adds what is not left out.
    fn add_wanted(&mut self, found: Vec<Found>, exclusion: &Exclusion) {
        let all_excluded = found.iter().all(|found| exclusion.has(&found.name));
        for Found { name, file, flags } in found {
            let left_out = match all_excluded {
                true => exclusion.is_named(&name),
                false => exclusion.has(&name),
            };
            match left_out {
                true => self.excluded.push(file),
                false => self.add(file, flags),
            }
        }
    }

    /// What is left out, in one line.
    pub fn about_excluded(&self) -> Option<String> {
        let first = self.excluded.first()?.display();
        Some(match self.excluded.len() - 1 {
            0 => format!("{first} is not checked, only read (--exclude none checks it)"),
            more => format!(
                "{first} and {more} more files of tests, examples and the like are not checked, only read \
                 (--exclude none checks them)"
            ),
        })
    }

    fn add_folder(
        &mut self,
        folder: &Path,
        out: &Path,
        found: &mut Vec<PathBuf>,
    ) -> Result<(), String> {
        let entries = fs::read_dir(folder).map_err(|error| error.to_string())?;
        let mut entries: Vec<PathBuf> =
            entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
        entries.sort();
        for path in entries {
            let hidden = path.file_name().is_none_or(|name| name.as_encoded_bytes()[0] == b'.');
            if hidden || path.is_symlink() && path.is_dir() {
                continue;
            }
            if path.is_dir() {
                if !is_made(&path, out) {
                    // What cannot be read below is no reason to leave out the rest.
                    let _ = self.add_folder(&path, out, found);
                }
            } else if has_source_extension(&path) {
                match check_kind(&path) {
                    Ok(()) => found.push(path),
                    Err(why) => self.refuse(path, why),
                }
            }
        }
        Ok(())
    }

    fn of_database(&mut self, path: &Path, flags: &[String]) -> Result<Vec<Found>, String> {
        let mut found: Vec<Found> = Vec::new();
        let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
        let current = std::env::current_dir().map_err(|error| error.to_string())?;
        let absolute = std::path::absolute(path).map_err(|error| error.to_string())?;
        let folder = absolute.parent().unwrap_or(Path::new("/"));
        for entry in compile_commands::parse(&text, folder, &current)? {
            let known = entry.file.canonicalize().is_ok_and(|file| self.seen.contains(&file));
            if known {
                continue;
            }
            match check_kind(&entry.file) {
                Ok(()) => {
                    let flags = entry.flags.into_iter().chain(flags.to_vec()).collect();
                    found.push(Found { name: PathBuf::new(), file: entry.file, flags });
                }
                Err(why) => self.refuse(entry.file, why),
            }
        }
        // Names count from the folder on that all files are in.
        let files = found.iter().map(|found| std::path::absolute(&found.file).unwrap_or_default());
        let common = common_folder(files).unwrap_or_default();
        for found in &mut found {
            let absolute = std::path::absolute(&found.file).unwrap_or_default();
            found.name = absolute.strip_prefix(&common).unwrap_or(&absolute).to_path_buf();
        }
        Ok(found)
    }

    fn refuse(&mut self, file: PathBuf, why: String) {
        if self.seen.insert(file.clone()) {
            self.refused.push(Refused { file, why: Why::Refused(why) });
        }
    }
}

/// A source that was found, which may be left out.
struct Found {
    /// What it is called from the folder on that the user named.
    name: PathBuf,
    file: PathBuf,
    flags: Vec<String>,
}

/// The innermost folder that all files are in.
pub fn common_folder(mut files: impl Iterator<Item = PathBuf>) -> Option<PathBuf> {
    let first = files.next()?.parent()?.to_path_buf();
    files.try_fold(first, |common, file| {
        common.ancestors().find(|folder| file.starts_with(folder)).map(Path::to_path_buf)
    })
}

fn ends_with(name: &OsStr, end: &str) -> bool {
    name.as_encoded_bytes().ends_with(end.as_bytes())
}

fn has_extension(path: &Path, known: &[&str]) -> bool {
    path.extension().and_then(OsStr::to_str).is_some_and(|extension| known.contains(&extension))
}

/// Has a file the name of a source?
pub fn has_source_extension(file: &Path) -> bool {
    has_extension(file, SOURCES)
}

/// Can a file be a translation unit, by its name?
fn check_kind(file: &Path) -> Result<(), String> {
    if !file.exists() {
        return Err("no such file".into());
    }
    if !file.is_file() {
        return Err(NO_FILE.into());
    }
    if has_source_extension(file) || has_extension(file, PREPROCESSED) {
        return Ok(());
    }
    if has_extension(file, &["bc", "ll"]) {
        return Err("a test includes the source of what it calls, so bitcode cannot be checked; \
                    give the sources, or use `coax explore --entry`"
            .into());
    }
    Err("expected a C or C++ source (.c .cc .cpp .cxx .C .c++ .i .ii), a directory, or a \
         compile_commands.json"
        .into())
}

/// Is a folder made by a tool: a build folder, or results of ours?
fn is_made(folder: &Path, out: &Path) -> bool {
    let same = |one: &Path, other: &Path| {
        one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
    };
    folder.join(BUILD_FOLDER).exists()
        || same(folder, out)
        || coax_report::Report::read(folder)
            .is_ok_and(|report| report.tool.name == coax_workplace::out_folder::TOOL_NAME)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(paths: &[PathBuf], out: &Path) -> Result<Sources, Failure> {
        Sources::find(paths, &[], out, &Exclusion::new(&[]))
    }

    fn names(sources: &Sources, root: &Path) -> Vec<String> {
        let name = |translation: &Translation| {
            translation.file.strip_prefix(root).unwrap().display().to_string()
        };
        sources.translations.iter().map(name).collect()
    }

    #[test]
    fn a_folder_is_every_source_below_it_but_nothing_that_was_made() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let files = [
            "b.c",
            "a.cpp",
            "a.h",
            "sub/c.cc",
            ".git/x.c",
            "build/CMakeCache.txt",
            "build/y.c",
            "coax-out/z.c",
        ];
        for file in files {
            fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
            fs::write(root.join(file), "").unwrap();
        }
        let out = root.join("coax-out");
        let sources = find(&[root.to_path_buf()], &out).unwrap();
        assert_eq!(names(&sources, root), ["a.cpp", "b.c", "sub/c.cc"]);
        let again = [root.join("b.c"), root.to_path_buf()];
        assert_eq!(names(&find(&again, &out).unwrap(), root), ["b.c", "a.cpp", "sub/c.cc"]);
    }

    #[test]
    fn files_have_a_folder_in_common() {
        let common = |files: &[&str]| common_folder(files.iter().map(PathBuf::from));
        assert_eq!(common(&["/p/src/a.c", "/p/src/b.c"]), Some("/p/src".into()));
        assert_eq!(common(&["/p/src/a.c", "/p/lib/b.c", "/p/src/x/y.c"]), Some("/p".into()));
        assert_eq!(common(&[]), None);
    }

    #[test]
    fn tests_are_left_out_unless_there_is_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for file in ["a.c", "tests/b.c", "old/c.c"] {
            fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
            fs::write(root.join(file), "").unwrap();
        }
        let find = |paths: &[PathBuf], said: &[&str]| {
            let said: Vec<String> = said.iter().map(|glob| glob.to_string()).collect();
            let found = Sources::find(paths, &[], Path::new("o"), &Exclusion::new(&said)).unwrap();
            (names(&found, root), found.excluded.len())
        };
        let all = [root.to_path_buf()];
        let owned = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<_>>();
        assert_eq!(find(&all, &[]), (owned(&["a.c", "old/c.c"]), 1));
        assert_eq!(find(&all, &["old"]), (owned(&["a.c"]), 2));
        assert_eq!(find(&all, &["none"]), (owned(&["a.c", "old/c.c", "tests/b.c"]), 0));
        assert_eq!(find(&[root.join("tests/b.c")], &[]), (owned(&["tests/b.c"]), 0));
        assert_eq!(find(&[root.join("tests")], &[]), (owned(&["tests/b.c"]), 0));
    }

    #[test]
    fn a_dangling_link_in_a_folder_is_said_and_the_rest_is_checked() {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("nowhere", folder.path().join("a.c")).unwrap();
        fs::create_dir(folder.path().join("dir.c")).unwrap();
        fs::write(folder.path().join("b.c"), "").unwrap();
        let paths = [folder.path().to_path_buf()];
        let sources = find(&paths, Path::new("o")).unwrap();
        assert_eq!(names(&sources, folder.path()), ["b.c"]);
        assert_eq!(sources.refused.len(), 1);
    }

    #[test]
    fn what_cannot_be_checked_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["x.bc", "x.txt"] {
            fs::write(folder.path().join(name), "").unwrap();
            assert!(find(&[folder.path().join(name)], Path::new("o")).is_err());
        }
        assert!(find(&[folder.path().join("none.c")], Path::new("o")).is_err());
        assert!(find(&[folder.path().to_path_buf()], Path::new("o")).is_err());
    }
}
