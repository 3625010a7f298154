//! From files on the command line to a program: what every command that looks at code begins with.
//!
//! Invariant: where there is a deadline, loading ends soon after it, also if LLVM does not: it goes on on
//! a thread that is left behind.

use std::io;
use std::path::{Path, PathBuf};

use coax_clang::{BitcodeStore, LoadError, LoadOptions, RuntimeLibrary, Traced};
use coax_deadline::Deadline;
use coax_ir::Program;

use coax_workplace::end::Failure;
use coax_workplace::full_disk::is_no_space;
use coax_workplace::sandbox;
use coax_workplace::scratch::Scratch;
use coax_workplace::threads;

/// Name of the hidden command of the process that reads bitcode of unknown origin first.
pub const BITCODE_READER: &str = "__bitcode-reader";

/// What a command wants beside the files' own code.
#[derive(Clone, Default)]
pub struct Wanted {
    /// Functions of the runtime that must be there although nothing in the files calls them.
    pub required: Vec<&'static str>,
    /// The layout of every class, also of those that are only pointed to.
    pub whole_units: bool,
    /// Colours in what clang says.
    pub color: bool,
    /// When loading ends with [`LoadError::NoTime`].
    pub deadline: Deadline,
    /// Where bitcode is kept for further loads of the same files.
    pub store: Option<BitcodeStore>,
}

/// Compiles, links and reads the files of a program, however long that takes.
pub fn load(files: &[PathBuf], cflags: Vec<String>, color: bool) -> Result<Program, Failure> {
    let wanted = Wanted { color, ..Wanted::default() };
    let Setting { scratch, options, runtime } = Setting::new(cflags, wanted)?;
    coax_clang::load(files, &options, &runtime, scratch.path()).map_err(refused)
}

/// The same until a deadline, with a program that tells which way it goes, but not what happens in
/// `quiet` functions; and what is looked up in it first.
pub fn load_traced<T: Send + 'static>(
    files: &[PathBuf],
    cflags: Vec<String>,
    wanted: Wanted,
    quiet: &[String],
    then: impl FnOnce(Program, Traced) -> T + Send + 'static,
) -> Result<Result<T, LoadError>, Failure> {
    let quiet = quiet.to_vec();
    until_deadline(files, cflags, wanted, move |files, setting| {
        let Setting { scratch, options, runtime } = setting;
        let loaded = coax_clang::load_traced(files, &options, &runtime, &quiet, scratch.path());
        loaded.map(|(program, traced)| then(program, traced))
    })
}

/// The same as [`load`] until a deadline, for commands that go on without a file that cannot be loaded.
/// What `then` asks of the program is also LLVM's to answer, so it is within the deadline, too.
pub fn load_then<T: Send + 'static>(
    files: &[PathBuf],
    cflags: Vec<String>,
    wanted: Wanted,
    then: impl FnOnce(Program) -> T + Send + 'static,
) -> Result<Result<T, LoadError>, Failure> {
    until_deadline(files, cflags, wanted, |files, setting| {
        let Setting { scratch, options, runtime } = setting;
        coax_clang::load(files, &options, &runtime, scratch.path()).map(then)
    })
}

/// Compiles files that will be loaded one by one, as far as that is quicker together. What cannot be compiled is
/// left to the load.
pub fn compile_ahead(
    files: &[PathBuf],
    cflags: Vec<String>,
    wanted: Wanted,
) -> Result<(), Failure> {
    let Setting { scratch, options, .. } = Setting::new(cflags, wanted)?;
    let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    coax_clang::compile_ahead(&files, &options, scratch.path());
    Ok(())
}

fn until_deadline<T: Send + 'static>(
    files: &[PathBuf],
    cflags: Vec<String>,
    wanted: Wanted,
    load: impl FnOnce(&[PathBuf], Setting) -> Result<T, LoadError> + Send + 'static,
) -> Result<Result<T, LoadError>, Failure> {
    let (deadline, read) = (wanted.deadline.clone(), files.to_vec());
    let job = move || Ok(load(&read, Setting::new(cflags, wanted)?));
    let loaded = threads::in_time(&deadline, job)
        .map_err(|error| Failure::Machine(format!("no thread to load the program on: {error}")))?;
    let late = || Ok(Err(LoadError::NoTime(files.first().cloned().unwrap_or_default())));
    loaded.unwrap_or_else(late)
}

/// Why a file could not be loaded: its own fault, or that of a full disk.
pub fn refused(error: LoadError) -> Failure {
    let said = error.to_string();
    if is_no_space(&said) {
        let folder = std::env::temp_dir();
        return Failure::Machine(format!("no space is left in {}:\n{said}", folder.display()));
    }
    Failure::Input(said)
}

/// What loading needs.
struct Setting {
    scratch: Scratch,
    options: LoadOptions,
    runtime: Vec<RuntimeLibrary>,
}

impl Setting {
    fn new(cflags: Vec<String>, wanted: Wanted) -> Result<Setting, Failure> {
        let scratch = Scratch::new()
            .map_err(|error| Failure::of_disk("no folder for temporary files", &error))?;
        let include = scratch.path().join("include");
        write_headers(&include)
            .map_err(|error| Failure::of_disk("no room for temporary files", &error))?;
        let options = LoadOptions {
            include_dirs: vec![include],
            cflags: std::iter::once("-D__COAX__=1".to_string()).chain(cflags).collect(),
            clang: std::env::var_os("COAX_CLANG").map(Into::into),
            required: wanted.required.iter().chain(&["exit"]).map(ToString::to_string).collect(),
            color: wanted.color,
            whole_units: wanted.whole_units,
            deadline: wanted.deadline,
            launcher: sandbox::launcher(),
            reader: Some(reader()?),
            store: wanted.store,
        };
        Ok(Setting { scratch, options, runtime: runtime() })
    }
}

/// The libraries of ours that a program is linked with.
pub fn runtime() -> Vec<RuntimeLibrary> {
    let runtime = coax_models::runtime().into_iter();
    runtime.map(|(name, bitcode)| RuntimeLibrary { name, bitcode }).collect()
}

/// The command that reads bitcode of unknown origin.
fn reader() -> Result<Vec<PathBuf>, Failure> {
    let program = std::env::current_exe()
        .map_err(|error| Failure::Input(format!("no process to read bitcode in: {error}")))?;
    Ok(vec![program, BITCODE_READER.into()])
}

/// The headers a program finds without any flag: ours, and KLEE's for harnesses written for it.
pub fn write_headers(include: &Path) -> io::Result<()> {
    std::fs::create_dir_all(include.join("klee"))?;
    std::fs::write(include.join("coax.h"), coax_models::HEADER)?;
    let others = coax_suite::support_files();
    let klee = others.into_iter().filter(|(name, _)| name.starts_with("klee/"));
    klee.into_iter().try_for_each(|(name, text)| std::fs::write(include.join(name), text))
}
