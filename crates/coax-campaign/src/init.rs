//! `coax init`: looks at a project and writes the `coax.toml` that it needs.
//!
//! Nothing is built or run: the build system is known by its files, a compilation database by its name. What is
//! written is short; options that it does not set stand in it as comments with their defaults.
//!
//! Invariants: a file that is there is never overwritten; the same folder gives the same text.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::end::Failure;
use crate::project::{DATABASE, has_source_extension};

/// What a build system's file in the folder of the project says about getting a compilation database.
struct BuildSystem {
    /// Names of the file.
    files: &'static [&'static str],
    /// The command that writes the database.
    command: &'static str,
    /// Where that writes it.
    database: &'static str,
}

/// The first that is there counts: a project that can be built by CMake and by make is built by CMake.
const BUILD_SYSTEMS: &[BuildSystem] = &[
    BuildSystem {
        files: &["CMakeLists.txt"],
        command: "cmake -S . -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON && cmake --build build",
        database: "build/compile_commands.json",
    },
    BuildSystem {
        files: &["meson.build"],
        command: "meson setup build && ninja -C build",
        database: "build/compile_commands.json",
    },
    BuildSystem {
        files: &["configure"],
        command: "coax build -- sh -c './configure && make'",
        database: DATABASE,
    },
    BuildSystem {
        files: &["configure.ac", "configure.in"],
        command: "coax build -- sh -c 'autoreconf -i && ./configure && make'",
        database: DATABASE,
    },
    BuildSystem {
        files: &["GNUmakefile", "makefile", "Makefile"],
        command: "coax build -- make",
        database: DATABASE,
    },
];

/// Names of folders with headers for users of the code.
const HEADER_FOLDERS: &[&str] = &["include", "inc"];

/// What was found, and what to do with it.
pub struct FoundProject {
    /// In a few words, for the user.
    pub found: String,
    /// What to run next, in this order.
    pub next: Vec<String>,
    text: String,
}

/// Looks at the project in a folder.
pub fn find_project(folder: &Path) -> Result<FoundProject, Failure> {
    let check = "coax check".to_owned();
    if let Some(database) = database_in(folder) {
        let text = text_with(&[&database], &[], "What a build recorded.");
        return Ok(FoundProject { found: database, next: vec![check], text });
    }
    if let Some((name, system)) = build_system_in(folder) {
        let why = format!("Written by: {}", system.command);
        let text = text_with(&[system.database], &[], &why);
        let next = vec![system.command.to_owned(), check];
        return Ok(FoundProject { found: name.to_owned(), next, text });
    }
    let sources = source_folders(folder);
    if sources.is_empty() {
        let message = "there is neither a build nor a C or C++ source here: run coax init in the folder of a project";
        return Err(Failure::Input(format!("{}: {message}", folder.display())));
    }
    let flags: Vec<String> =
        header_folders(folder).iter().map(|name| format!("-I{name}")).collect();
    let names: Vec<&str> = sources.iter().map(String::as_str).collect();
    let text = text_with(&names, &flags, "Folders and files with sources; no build was found.");
    Ok(FoundProject { found: format!("sources in {}", names.join(", ")), next: vec![check], text })
}

impl FoundProject {
    /// Writes the file, unless it is there.
    pub fn write(&self, file: &Path) -> Result<(), Failure> {
        let wrong = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => {
                Failure::Input(format!("{}: is there already, and stays as it is", file.display()))
            }
            _ => Failure::Input(format!("{}: {error}", file.display())),
        };
        let mut opened = fs::File::create_new(file).map_err(wrong)?;
        opened.write_all(self.text.as_bytes()).map_err(|error| {
            // Half a file would be taken for the user's own the next time.
            let _ = fs::remove_file(file);
            wrong(error)
        })
    }
}

/// A compilation database in the folder itself or in one right below it.
fn database_in(folder: &Path) -> Option<String> {
    let below = sorted(folder).into_iter().filter(|path| path.is_dir());
    let mut places = std::iter::once(folder.to_path_buf()).chain(below);
    let found = places.find_map(|place| {
        let database = place.join(DATABASE);
        database.is_file().then_some(database)
    })?;
    Some(relative(&found, folder))
}

fn build_system_in(folder: &Path) -> Option<(&'static str, &'static BuildSystem)> {
    BUILD_SYSTEMS.iter().find_map(|system| {
        let name = system.files.iter().find(|name| folder.join(name).is_file())?;
        Some((*name, system))
    })
}

/// What is right below the folder and has sources in it, or is one. Sources at the top mean all of the folder.
fn source_folders(folder: &Path) -> Vec<String> {
    let entries = sorted(folder);
    if entries.iter().any(|path| path.is_file() && has_source_extension(path)) {
        return vec![".".into()];
    }
    let with_sources = entries.iter().filter(|path| path.is_dir() && has_sources(path, 8));
    with_sources.map(|path| relative(path, folder)).collect()
}

/// Does a folder have sources in it, at most this deep?
fn has_sources(folder: &Path, depth: usize) -> bool {
    let entries = sorted(folder);
    entries.iter().any(|path| path.is_file() && has_source_extension(path))
        || depth > 0 && entries.iter().any(|path| path.is_dir() && has_sources(path, depth - 1))
}

fn header_folders(folder: &Path) -> Vec<String> {
    let has = |name: &&&str| folder.join(name).is_dir();
    HEADER_FOLDERS.iter().filter(has).map(|name| (*name).to_owned()).collect()
}

/// What is in a folder, but hidden files and links, in the order of names. A folder that cannot be read has nothing in it.
fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries
        .filter(|entry| !entry.file_name().as_encoded_bytes().starts_with(b"."))
        .map(|entry| entry.path())
        .filter(|path| !path.is_symlink())
        .collect();
    paths.sort();
    paths
}

fn relative(path: &Path, folder: &Path) -> String {
    path.strip_prefix(folder).unwrap_or(path).display().to_string()
}

/// The file: what is known is set, what users change most stands in comments.
fn text_with(paths: &[&str], flags: &[String], why: &str) -> String {
    // A string of JSON is one of TOML as well.
    let list = |words: &[&str]| {
        let words: Vec<String> =
            words.iter().map(|word| serde_json::Value::from(*word).to_string()).collect();
        format!("[{}]", words.join(", "))
    };
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    let flags = match flags.as_slice() {
        [] => "# flags = [\"-Iinclude\"]".to_owned(),
        flags => format!("flags = {}", list(flags)),
    };
    format!(
        "\
# What coax does in this folder. Options have the names that they have on the command line, and stand in the
# table of their command; the command line wins. All of them: coax check --help

[project]
# What is looked at if no PATH is given. {why}
paths = {}
# Flags for clang, beside those that a database has.
{flags}

[check]
# time = \"60s\"
# function = [\"parse*\"]
# no-null-arguments = true

[test]
# time = \"2m\"
# max-calls = 12
",
        list(paths)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project(files: &[&str]) -> Result<FoundProject, Failure> {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            fs::create_dir_all(folder.path().join(file).parent().unwrap()).unwrap();
            fs::write(folder.path().join(file), "").unwrap();
        }
        find_project(folder.path())
    }

    fn paths(files: &[&str]) -> String {
        let text = project(files).unwrap().text;
        let line = text.lines().find(|line| line.starts_with("paths")).unwrap();
        line.strip_prefix("paths = ").unwrap().to_owned()
    }

    #[test]
    fn a_database_is_taken_before_a_build_system_and_that_before_sources() {
        let all = ["out/compile_commands.json", "CMakeLists.txt", "Makefile", "src/a.c"];
        assert_eq!(paths(&all), "[\"out/compile_commands.json\"]");
        assert_eq!(paths(&all[1..]), "[\"build/compile_commands.json\"]");
        assert_eq!(paths(&all[2..]), "[\"compile_commands.json\"]");
        assert_eq!(paths(&all[3..]), "[\"src\"]");
        assert_eq!(paths(&["a.cpp", "src/a.c"]), "[\".\"]");
    }

    #[test]
    fn what_to_run_next_begins_with_the_build() {
        let next = project(&["configure", "Makefile.in"]).unwrap().next;
        assert_eq!(next, ["coax build -- sh -c './configure && make'", "coax check"]);
        assert_eq!(project(&["lib/x.cc"]).unwrap().next, ["coax check"]);
    }

    #[test]
    fn folders_with_headers_become_flags() {
        let text = project(&["include/a.h", "src/deep/a.c"]).unwrap().text;
        assert!(text.contains("\nflags = [\"-Iinclude\"]\n"), "{text}");
        let text = project(&["src/a.c"]).unwrap().text;
        assert!(text.contains("\n# flags = "), "{text}");
    }

    #[test]
    fn a_folder_without_code_is_refused() {
        assert!(matches!(project(&["README"]), Err(Failure::Input(_))));
        assert!(matches!(project(&[".hidden/a.c"]), Err(Failure::Input(_))));
    }
}
