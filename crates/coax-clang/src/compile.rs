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

use crate::arrays::{self, DeclaredArrays};
use crate::bounded::{self, Bounds, Ended};
use crate::child::output_until;
use crate::old_c::{self, OLD_C};
use crate::together::{self, FrontEnd, Outputs};
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
    /// The bitcode.
    pub bitcode: Vec<u8>,
    /// Where clang wrote it.
    pub path: PathBuf,
    /// It was compiled from source, without optimisation.
    pub from_source: bool,
    /// It only compiles as old C.
    pub old_c: bool,
    /// What the source says about parameters, if the whole of it is wanted.
    pub arrays: DeclaredArrays,
}

impl Compiled {
    /// What clang wrote there, from source, with what the source says about parameters.
    pub fn read(path: PathBuf, arrays: DeclaredArrays) -> Result<Compiled, LoadError> {
        let bitcode = std::fs::read(&path).map_err(|error| LoadError::Unreadable {
            file: path.clone(),
            reason: error.to_string(),
        })?;
        Ok(Compiled { bitcode, path, from_source: true, old_c: false, arrays })
    }
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
    let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    keep_together(&clang, &files, options, scratch);
    let jobs: Vec<_> = files.iter().zip(&languages).enumerate().collect();
    in_parallel(&jobs, |&(number, (file, &language))| {
        compile_once(&clang, file, language, options, &output(scratch, number))
    })
    .into_iter()
    .collect()
}

/// Compiles those of the files that can be compiled together, if there is a store to keep them in; a load
/// finds them there. What clang refuses is left to the load.
pub fn compile_ahead(files: &[&Path], options: &LoadOptions, scratch: &Path) {
    if let Ok(clang) = find_clang(options, scratch) {
        keep_together(&clang, files, options, scratch);
    }
}

/// Does all jobs, some at a time; the results are in their order.
fn in_parallel<J: Sync, T: Send>(jobs: &[J], run: impl Fn(&J) -> T + Sync) -> Vec<T> {
    if let [job] = jobs {
        return vec![run(job)];
    }
    let workers = thread::available_parallelism().map_or(1, usize::from).min(jobs.len().max(1));
    let mut results: Vec<Option<T>> = Vec::new();
    results.resize_with(jobs.len(), || None);
    thread::scope(|scope| {
        // Worker w takes every workers-th job.
        let handles: Vec<_> = (0..workers)
            .map(|worker| {
                let run = &run;
                let mine = move || {
                    let mine = jobs.iter().enumerate().skip(worker).step_by(workers);
                    mine.map(|(number, job)| (number, run(job))).collect::<Vec<_>>()
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

// ---- several files at once ---------------------------------------------------------------

/// Files that one process compiles: more would be waited for too long.
const MOST_TOGETHER: usize = 16;
/// Fewer are not worth asking the driver for its arguments.
const FEWEST_TOGETHER: usize = 3;
/// A larger source takes so long that starting clang does not matter.
const LARGE: u64 = 64 << 10;

/// Compiles small C sources that the store does not have yet, and keeps them there.
fn keep_together(clang: &Path, files: &[&Path], options: &LoadOptions, scratch: &Path) {
    let Some(store) = &options.store else { return };
    let is_small =
        |file: &Path| file.metadata().is_ok_and(|meta| meta.is_file() && meta.len() < LARGE);
    let wanted =
        |file: &&Path| together::is_suitable(file) && is_small(file) && !store.has(file, options);
    let files: Vec<&Path> = files.iter().copied().filter(wanted).collect();
    if files.len() < FEWEST_TOGETHER {
        return;
    }
    let ask = || ask_driver(clang, files[0], options, scratch);
    let Some(front_end) = store.front_end(options, ask) else { return };
    let batches: Vec<(usize, &[&Path])> = files.chunks(MOST_TOGETHER).enumerate().collect();
    in_parallel(&batches, |&(number, batch)| {
        let folder = scratch.join(format!("together_{number}"));
        if std::fs::create_dir(&folder).is_ok() {
            keep_batch(&front_end, clang, batch, options, &folder);
        }
    });
}

/// What the driver would have the front end do.
fn ask_driver(
    clang: &Path,
    file: &Path,
    options: &LoadOptions,
    scratch: &Path,
) -> Option<FrontEnd> {
    let mut command = options.launcher.command(clang, scratch);
    source_flags(&mut command, Language::C, &LoadOptions { color: false, ..options.clone() });
    command.args(["-###", "-o", "-", "--"]).arg(file);
    let done = output_until(&mut command, &options.deadline).ok()??;
    FrontEnd::read(&String::from_utf8_lossy(&done.stderr), &options.include_dirs)
}

/// Compiles a few files and keeps them. Their arrays are asked for if one of them, or one of the user's headers
/// that any of them includes, may declare some.
fn keep_batch(
    front_end: &FrontEnd,
    clang: &Path,
    files: &[&Path],
    options: &LoadOptions,
    folder: &Path,
) {
    let Some(Outputs { modules, headers }) = front_end.compile(files, options, folder) else {
        return;
    };
    let headers_may = options.whole_units && headers.iter().any(|file| may_declare(file));
    for (number, (file, bitcode)) in files.iter().zip(modules).enumerate() {
        let path = output(folder, number);
        let has_arrays = options.whole_units && (headers_may || may_declare(file));
        let arrays = match has_arrays {
            true => declared_arrays(clang, file, options, folder),
            false => DeclaredArrays::default(),
        };
        if let (Some(store), Ok(())) = (&options.store, std::fs::write(&path, &bitcode)) {
            store.keep(
                file,
                options,
                Compiled { bitcode, path, from_source: true, old_c: false, arrays },
            );
        }
    }
}

/// Where clang puts the bitcode of the file of this number.
fn output(scratch: &Path, number: usize) -> PathBuf {
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

/// Compiles a source if no earlier load did.
fn compile_once(
    clang: &Path,
    file: &Path,
    language: Language,
    options: &LoadOptions,
    output: &Path,
) -> Result<Compiled, LoadError> {
    let Some(store) = options.store.as_ref().filter(|_| language != Language::Ir) else {
        return compile_one(clang, file, language, options, output);
    };
    if let Some(compiled) = store.find(file, options) {
        return Ok(compiled);
    }
    let compiled = compile_one(clang, file, language, options, output)?;
    Ok(store.keep(file, options, compiled))
}

fn compile_one(
    clang: &Path,
    file: &Path,
    language: Language,
    options: &LoadOptions,
    output: &Path,
) -> Result<Compiled, LoadError> {
    let compile = |options| match language {
        Language::Ir => compile_ir(clang, file, options, output),
        _ => compile_source(clang, file, language, options, output),
    };
    match compile(options) {
        Err(LoadError::Compile { diagnostics, .. })
            if language == Language::C && old_c::is_refused(&diagnostics) =>
        {
            let as_old_c = OLD_C.map(str::to_owned);
            let cflags = options.cflags.iter().cloned().chain(as_old_c).collect();
            let compiled = compile(&LoadOptions { cflags, ..options.clone() })?;
            Ok(Compiled { old_c: true, ..compiled })
        }
        compiled => compiled,
    }
}

/// What starting clang came to.
fn no_clang(clang: &Path, error: &io::Error) -> LoadError {
    LoadError::NoClang { tried: vec![format!("{}: {error}", clang.display())] }
}

fn compile_ir(
    clang: &Path,
    file: &Path,
    options: &LoadOptions,
    output: &Path,
) -> Result<Compiled, LoadError> {
    let folder = output.parent().unwrap_or(Path::new("."));
    let mut command = options.launcher.command(clang, folder);
    command.args(IR_FLAGS).arg("-o").arg(output).arg("--").arg(file);
    let bounds = Bounds::for_reading(file.metadata().map_or(0, |file| file.len()));
    let ended = bounded::run(&mut command, bounds, &options.deadline)
        .map_err(|error| no_clang(clang, &error))?;
    let ended = ended.ok_or_else(|| LoadError::NoTime(file.to_owned()))?;
    if !ended.is_success() {
        return Err(refused_ir(file, &ended, bounds));
    }
    let compiled = Compiled::read(output.to_owned(), DeclaredArrays::default())?;
    Ok(Compiled { from_source: false, ..compiled })
}

fn compile_source(
    clang: &Path,
    file: &Path,
    language: Language,
    options: &LoadOptions,
    output: &Path,
) -> Result<Compiled, LoadError> {
    let folder = output.parent().unwrap_or(Path::new("."));
    let mut command = options.launcher.command(clang, folder);
    source_flags(&mut command, language, options);
    let headers = output.with_extension("d");
    let asks_for_arrays = language == Language::C && options.whole_units;
    if asks_for_arrays {
        command.arg("-MMD").arg("-MF").arg(&headers);
    }
    command.arg("-o").arg(output).arg("--").arg(file);
    let done =
        output_until(&mut command, &options.deadline).map_err(|error| no_clang(clang, &error))?;
    let done = done.ok_or_else(|| LoadError::NoTime(file.to_owned()))?;
    if !done.status.success() {
        return Err(refused_source(file, &done));
    }
    let arrays = match asks_for_arrays && may_declare_arrays(&headers) {
        true => declared_arrays(clang, file, options, folder),
        false => DeclaredArrays::default(),
    };
    Compiled::read(output.to_owned(), arrays)
}

/// Can a source or one of the user's headers that it includes, as clang lists them for `make`, declare
/// parameters that are arrays?
fn may_declare_arrays(list: &Path) -> bool {
    let Ok(list) = std::fs::read_to_string(list) else { return true };
    let files = list.split_once(": ").map_or("", |parts| parts.1).replace("\\\n", " ");
    // A name with a space in it is not read, and then clang is asked.
    files.split_whitespace().any(|file| may_declare(Path::new(file)))
}

/// Can a file declare parameters that are arrays? One that cannot be read may.
fn may_declare(file: &Path) -> bool {
    match std::fs::read(file) {
        Ok(text) => arrays::may_declare(&String::from_utf8_lossy(&text)),
        Err(_) => true,
    }
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
