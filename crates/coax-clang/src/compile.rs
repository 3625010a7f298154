//! Runs clang: sources become bitcode, bitcode and textual IR of unknown origin become bitcode
//! that clang has verified.
//!
//! Clang is always a child process: if it crashes on a broken input, only that child ends.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;

use crate::arrays::DeclaredArrays;
use crate::bounded::{self, Bounds, Ended};
use crate::child::output_until;
use crate::{LoadError, LoadOptions};

/// The oldest clang whose bitcode carries what we need.
const OLDEST: u32 = 13;
/// The newest clang whose bitcode our LLVM reads.
const NEWEST: u32 = 22;

/// Flags for every source file, after the user's: unoptimised but not marked `optnone`, with debug
/// information, lifetime markers, and the checks that only the front end can make.
const FLAGS: [&str; 11] = [
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    "-g",
    "-emit-llvm",
    "-c",
    "-fsanitize=array-bounds,vla-bound,shift-base,return,unreachable",
    "-fsanitize-trap=all",
    "-Xclang",
    "-fsanitize-address-use-after-scope",
    "-Wno-unused-command-line-argument",
];

/// Flags for bitcode and textual IR: read, upgrade, verify, write.
const IR_FLAGS: [&str; 10] = [
    "-x",
    "ir",
    "-c",
    "-emit-llvm",
    "-O0",
    "-Xclang",
    "-disable-llvm-passes",
    "-Wno-override-module",
    "-fno-color-diagnostics",
    // A crash leaves no files behind.
    "-fno-crash-diagnostics",
];

/// The first bytes of bitcode, bare and in a wrapper.
const MAGIC: [[u8; 4]; 2] = [[b'B', b'C', 0xc0, 0xde], [0xde, 0xc0, 0x17, 0x0b]];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Language {
    C,
    Cxx,
    Ir,
}

/// The bitcode of a file.
pub struct Compiled {
    /// The bitcode, written by clang.
    pub bitcode: Vec<u8>,
    /// It was compiled from source, without optimisation.
    pub from_source: bool,
    /// What the source says about parameters, if the whole of it is wanted.
    pub arrays: DeclaredArrays,
}

/// Compiles every file, in parallel; the results are in the order of the files.
pub fn compile(
    files: &[PathBuf],
    options: &LoadOptions,
    scratch: &Path,
) -> Result<Vec<Compiled>, LoadError> {
    let languages: Vec<Language> =
        files.iter().map(|file| language(file)).collect::<Result<_, _>>()?;
    let clang = find_clang(options, scratch)?;
    let jobs: Vec<_> = files.iter().zip(&languages).enumerate().collect();
    let run = |&(number, (file, &language)): &(usize, (&PathBuf, &Language))| {
        compile_one(&clang, file, language, options, &output(scratch, number))
    };
    if let [job] = &jobs[..] {
        return Ok(vec![run(job)?]);
    }
    let workers = thread::available_parallelism().map_or(1, usize::from).min(jobs.len().max(1));
    let mut results: Vec<Option<Result<Compiled, LoadError>>> = Vec::new();
    results.resize_with(jobs.len(), || None);
    thread::scope(|scope| {
        // Worker w takes every workers-th file.
        let handles: Vec<_> = (0..workers)
            .map(|worker| {
                let (jobs, run) = (&jobs, &run);
                let mine = move || {
                    let mine = jobs.iter().skip(worker).step_by(workers);
                    mine.map(|job| (job.0, run(job))).collect::<Vec<_>>()
                };
                scope.spawn(mine)
            })
            .collect();
        for handle in handles {
            for (number, result) in handle.join().expect("compiling does not panic") {
                results[number] = Some(result);
            }
        }
    });
    results.into_iter().flatten().collect()
}

/// Where the bitcode of the file of this number is.
pub fn output(scratch: &Path, number: usize) -> PathBuf {
    scratch.join(format!("{number}.bc"))
}

fn language(file: &Path) -> Result<Language, LoadError> {
    if file.is_dir() {
        return Err(LoadError::IsDirectory(file.to_owned()));
    }
    if !file.exists() {
        return Err(LoadError::NotFound(file.to_owned()));
    }
    if !file.is_file() {
        // Opening a pipe blocks until a writer opens it.
        let reason = "not a regular file (a pipe, a device, …)".to_owned();
        return Err(LoadError::Unreadable { file: file.to_owned(), reason });
    }
    match file.extension().and_then(OsStr::to_str) {
        Some("c" | "i") => Ok(Language::C),
        Some("cc" | "cpp" | "cxx" | "C" | "c++" | "ii") => Ok(Language::Cxx),
        Some("bc") => check_magic(file).map(|()| Language::Ir),
        Some("ll") => Ok(Language::Ir),
        _ => Err(LoadError::UnknownKind(file.to_owned())),
    }
}

/// Clang would take a file without the mark of bitcode for textual IR, and an empty one for an
/// empty program.
fn check_magic(file: &Path) -> Result<(), LoadError> {
    let unreadable = |error: io::Error| LoadError::Unreadable {
        file: file.to_owned(),
        reason: error.to_string(),
    };
    let mut start = Vec::new();
    File::open(file).and_then(|open| open.take(4).read_to_end(&mut start)).map_err(unreadable)?;
    if MAGIC.iter().any(|magic| start == magic) {
        return Ok(());
    }
    let reason = "it does not start like bitcode".to_owned();
    Err(LoadError::BadBitcode { file: file.to_owned(), reason })
}

fn compile_one(
    clang: &Path,
    file: &Path,
    language: Language,
    options: &LoadOptions,
    output: &Path,
) -> Result<Compiled, LoadError> {
    let folder = output.parent().unwrap_or(Path::new("."));
    let mut command = options.launcher.command(clang, folder);
    if language == Language::Ir {
        command.args(IR_FLAGS);
    } else {
        source_flags(&mut command, language, options);
    }
    command.arg("-o").arg(output).arg("--").arg(file);
    let no_clang = |error: io::Error| LoadError::NoClang {
        tried: vec![format!("{}: {error}", clang.display())],
    };
    if language == Language::Ir {
        let bounds = Bounds::for_reading(file.metadata().map_or(0, |file| file.len()));
        let ended = bounded::run(&mut command, bounds, &options.deadline).map_err(no_clang)?;
        let ended = ended.ok_or_else(|| LoadError::NoTime(file.to_owned()))?;
        if !ended.is_success() {
            return Err(refused_ir(file, &ended, bounds));
        }
    } else {
        let done = output_until(&mut command, &options.deadline).map_err(no_clang)?;
        let done = done.ok_or_else(|| LoadError::NoTime(file.to_owned()))?;
        if !done.status.success() {
            return Err(refused_source(file, &done));
        }
    }
    let bitcode = std::fs::read(output).map_err(|error| LoadError::Unreadable {
        file: output.to_owned(),
        reason: error.to_string(),
    })?;
    let arrays = match language {
        Language::C if options.whole_units => declared_arrays(clang, file, options, folder),
        _ => DeclaredArrays::default(),
    };
    Ok(Compiled { bitcode, from_source: language != Language::Ir, arrays })
}

/// What a source that compiles says about parameters; nothing if clang does not tell.
fn declared_arrays(
    clang: &Path,
    file: &Path,
    options: &LoadOptions,
    folder: &Path,
) -> DeclaredArrays {
    let mut command = options.launcher.command(clang, folder);
    user_flags(&mut command, options);
    command.args(["-w", "-fsyntax-only", "-Xclang", "-ast-print", "--"]);
    match output_until(command.arg(file), &options.deadline) {
        Ok(Some(printed)) => DeclaredArrays::read(&String::from_utf8_lossy(&printed.stdout)),
        Ok(None) | Err(_) => DeclaredArrays::default(),
    }
}

fn source_flags(command: &mut Command, language: Language, options: &LoadOptions) {
    if language == Language::Cxx {
        command.arg("--driver-mode=g++");
    }
    user_flags(command, options);
    if options.color {
        command.arg("-fcolor-diagnostics");
    }
    command.args(FLAGS);
    if options.whole_units {
        command.args(["-fstandalone-debug", "-femit-all-decls"]);
    }
}

/// The flags that decide what the code means.
fn user_flags(command: &mut Command, options: &LoadOptions) {
    command.args(&options.cflags);
    for dir in &options.include_dirs {
        // Behind everything else: a project's own header of the same name wins.
        command.arg("-idirafter").arg(dir);
    }
}

fn refused_source(file: &Path, done: &Output) -> LoadError {
    let diagnostics = String::from_utf8_lossy(&done.stderr).trim_end().to_owned();
    LoadError::Compile { file: file.to_owned(), diagnostics }
}

fn refused_ir(file: &Path, ended: &Ended, bounds: Bounds) -> LoadError {
    let mut said = ended.said.lines();
    let told = said.find_map(|line| line.split_once("error: ").map(|parts| parts.1));
    // What the driver says when the part of it that reads has crashed.
    let told = told.filter(|told| !told.contains("command failed"));
    let reason = match (ended.death(bounds.time), told) {
        (Some(death), _) => format!("a clang that reads it {death}"),
        (None, Some(told)) => told.to_owned(),
        (None, None) => "clang crashed while reading it".to_owned(),
    };
    LoadError::BadBitcode { file: file.to_owned(), reason }
}

// ---- which clang ------------------------------------------------------------------------

fn find_clang(options: &LoadOptions, scratch: &Path) -> Result<PathBuf, LoadError> {
    if let Some(clang) = &options.clang {
        // Taken at its word; a version check would cost every start.
        return on_path(clang.as_os_str())
            .ok_or_else(|| LoadError::NoClang { tried: vec![clang.display().to_string()] });
    }
    let mut tried = Vec::new();
    for version in (OLDEST..=NEWEST).rev() {
        let name = format!("clang-{version}");
        if let Some(found) = on_path(OsStr::new(&name)) {
            return Ok(found);
        }
        tried.push(name);
    }
    match on_path(OsStr::new("clang")) {
        Some(found) => match major_version(options.launcher.command(&found, scratch)) {
            Some(OLDEST..=NEWEST) => return Ok(found),
            Some(version) => tried.push(format!("clang, which is version {version}")),
            None => tried.push("clang, which does not tell its version".to_owned()),
        },
        None => tried.push("clang".to_owned()),
    }
    Err(LoadError::NoClang { tried })
}

/// The file a command name stands for: itself if it has a folder, else the first on PATH.
fn on_path(name: &OsStr) -> Option<PathBuf> {
    let direct = Path::new(name);
    if direct.components().count() > 1 {
        return direct.is_file().then(|| direct.to_owned());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).map(|dir| dir.join(name)).find(|file| file.is_file())
}

fn major_version(mut clang: Command) -> Option<u32> {
    let output = clang.arg("--version").output().ok()?;
    parse_version(&String::from_utf8_lossy(&output.stdout))
}

fn parse_version(text: &str) -> Option<u32> {
    let rest = text.split("version ").nth(1)?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_what_clang_prints() {
        assert_eq!(parse_version("Debian clang version 14.0.6\nTarget: x"), Some(14));
        assert_eq!(parse_version("Apple clang version 15.0.0 (clang-1500)"), Some(15));
        assert_eq!(parse_version("gcc 12"), None);
    }
}
