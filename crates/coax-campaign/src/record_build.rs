//! `coax build`: runs a build and writes down how it compiles each file, as `compile_commands.json`.
//!
//! The build is the user's own and runs as it would without Coax: unprotected, with the same environment. What it starts is
//! seen by tracing it (`coax_native::started_programs`), so no compiler is wrapped and nothing of it remains in what
//! the build configures.
//!
//! Invariants: an entry is a file that is there when the build has ended (what `configure` tries out is not); entries that
//! the build did not touch stay; a file that is no compilation database is never overwritten.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use coax_native::started_programs::{self, StartedProgram};
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use crate::end::Failure;
use crate::interrupt::Interrupt;
use crate::project::{has_source_extension, response_files};

/// What is recorded, and where.
pub struct RecordedBuild {
    /// The exit code of the build.
    pub code: u8,
    /// How many files it compiled.
    pub compiled: usize,
    /// How many entries the database has now.
    pub entries: usize,
}

/// One entry of a compilation database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    arguments: Vec<String>,
    /// In databases of others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    command: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    output: Option<String>,
}

/// Runs the command and adds what it compiles to the database.
pub fn record_build(command: &[OsString], database: &Path) -> Result<RecordedBuild, Failure> {
    let wrong = |why: String| Failure::Input(format!("{}: {why}", database.display()));
    let mut entries = earlier(database).map_err(wrong)?;
    // A build may take an hour: whether there is room for what it says is known before.
    let file = new_file(database).map_err(|error| wrong(error.to_string()))?;
    let (program, arguments) = command.split_first().expect("clap asks for a command");
    let interrupt = Interrupt::listen().map_err(Failure::no_room)?;
    // Ctrl-C ends the build; what it compiled until then is kept.
    interrupt.keep_results();
    let mut compiled = Vec::new();
    let mut told = |program: StartedProgram| compiled.extend(compiled_by(&program));
    let code = started_programs::run(Command::new(program).args(arguments), &mut told)
        .map_err(|error| Failure::Input(not_run(program, &error)))?;
    compiled.retain(|entry| entry.path().is_file());
    let mut files: BTreeMap<PathBuf, Entry> = BTreeMap::new();
    for entry in compiled {
        // Of several ways to compile a file, the first counts, as in databases with several entries for it.
        files.entry(entry.path()).or_insert(entry);
    }
    let compiled = files.len();
    entries.retain(|entry| entry.path().is_file() && !files.contains_key(&entry.path()));
    entries.extend(files.into_values());
    entries.sort_by_key(Entry::path);
    if compiled > 0 {
        write(file, database, &entries).map_err(|error| wrong(error.to_string()))?;
    }
    Ok(RecordedBuild { code, compiled, entries: entries.len() })
}

fn not_run(program: &OsStr, error: &std::io::Error) -> String {
    let program = program.to_string_lossy();
    match error.kind() {
        std::io::ErrorKind::PermissionDenied => format!(
            "{program}: cannot be started and traced here: {error} (containers may forbid ptrace; \
             cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, meson or bear record commands without it)"
        ),
        _ => format!("{program}: {error}"),
    }
}

impl Entry {
    /// The file, wherever it is named from.
    fn path(&self) -> PathBuf {
        let path = self.directory.join(&self.file);
        path.canonicalize().unwrap_or(path)
    }
}

/// The entries there are already.
fn earlier(database: &Path) -> Result<Vec<Entry>, String> {
    match fs::read_to_string(database) {
        Ok(text) => serde_json::from_str(&text)
            .map_err(|error| format!("is there and is no compilation database: {error}")),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error.to_string()),
    }
}

/// Where the database is written before it takes its place.
fn new_file(database: &Path) -> std::io::Result<NamedTempFile> {
    let folder = database.parent().filter(|folder| !folder.as_os_str().is_empty());
    NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))
}

/// Written whole or not at all.
fn write(mut file: NamedTempFile, database: &Path, entries: &[Entry]) -> std::io::Result<()> {
    serde_json::to_writer_pretty(&mut file, entries)?;
    file.write_all(b"\n")?;
    file.as_file().set_permissions(fs::Permissions::from_mode(0o644))?;
    file.persist(database).map_err(|error| error.error)?;
    Ok(())
}

/// What a program compiles, if it is a compiler.
fn compiled_by(program: &StartedProgram) -> Vec<Entry> {
    let words: Option<Vec<String>> =
        program.words.iter().map(|word| word.to_str().map(str::to_owned)).collect();
    // A name that is not text cannot stand in JSON.
    let Some(words) = words else { return Vec::new() };
    if !words.first().is_some_and(|name| is_compiler(name)) {
        return Vec::new();
    }
    let words = response_files::expanded(words, &program.folder);
    if words.iter().any(|word| COMPILES_NOTHING.contains(&&**word)) {
        return Vec::new();
    }
    let entry = |file: &String| Entry {
        directory: program.folder.clone(),
        file: file.into(),
        arguments: words.clone(),
        command: None,
        output: None,
    };
    let arguments = words.iter().enumerate().skip(1);
    let sources = arguments.filter(|(at, word)| {
        !word.starts_with('-')
            && !TAKES_A_FILE.contains(&&*words[at - 1])
            && has_source_extension(Path::new(word))
    });
    sources.map(|(_, file)| entry(file)).collect()
}

/// With these, the compiler only reads: `-cc1` is clang calling itself.
const COMPILES_NOTHING: &[&str] = &["-E", "-M", "-MM", "-cc1", "-cc1as", "-fsyntax-only"];

/// What follows is another file than a source.
const TAKES_A_FILE: &[&str] =
    &["-o", "-MF", "-MT", "-MQ", "-include", "-imacros", "-x", "-D", "-I"];

/// Names of compilers, as they are, behind a target (`arm-none-eabi-gcc`), and before a version (`gcc-12`).
const COMPILERS: &[&str] = &["cc", "c++", "gcc", "g++", "clang", "clang++", "icx", "icpx", "tcc"];

fn is_compiler(name: &str) -> bool {
    let name = name.rsplit('/').next().unwrap_or(name);
    let version = |rest: &str| {
        rest.is_empty()
            || rest.strip_prefix('-').is_some_and(|rest| {
                !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit() || c == '.')
            })
    };
    COMPILERS.iter().any(|compiler| {
        let ends = name.match_indices(compiler).filter(|(at, _)| {
            (*at == 0 || name[..*at].ends_with('-')) && version(&name[at + compiler.len()..])
        });
        ends.count() > 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compilers_are_known_by_their_names() {
        let yes =
            ["cc", "/usr/bin/gcc-12", "x86_64-linux-gnu-g++", "clang++-22", "c++", "gcc-4.9.1"];
        let no =
            ["ccache", "gcc-ar", "clang-format", "cc1", "collect2", "mcc", "gcc-", "clangd", "as"];
        for name in yes {
            assert!(is_compiler(name), "{name}");
        }
        for name in no {
            assert!(!is_compiler(name), "{name}");
        }
    }

    fn files(words: &[&str]) -> Vec<String> {
        let words = words.iter().map(OsString::from).collect();
        let program = StartedProgram { folder: "/nowhere".into(), words };
        compiled_by(&program).iter().map(|entry| entry.file.display().to_string()).collect()
    }

    #[test]
    fn a_compiler_compiles_the_sources_it_is_given() {
        assert_eq!(files(&["gcc", "-c", "-DA", "a.c", "-o", "a.o"]), ["a.c"]);
        assert_eq!(
            files(&["g++", "a.cpp", "b/c.cc", "x.o", "-o", "strange.c"]),
            ["a.cpp", "b/c.cc"]
        );
        assert_eq!(files(&["cc", "-E", "a.c"]), [""; 0]);
        assert_eq!(files(&["clang", "-cc1", "a.c"]), [""; 0]);
        assert_eq!(files(&["cp", "a.c", "b.c"]), [""; 0]);
        assert_eq!(files(&["cc", "-include", "b.c", "a.c"]), ["a.c"]);
        assert_eq!(files(&[]), [""; 0]);
    }
}
