//! The front end: C and C++ files become a [`Program`] that the engine can run.
//!
//! [`load`] runs clang, reads the bitcode with LLVM, resolves symbols across modules, and gives
//! every function and global its id. Bodies and initial contents follow on first use. This is the
//! only crate that knows LLVM; the C++ shim is the only code that calls it.
//!
//! ```no_run
//! # fn main() -> Result<(), coax_clang::LoadError> {
//! let files = ["hello.c".into()];
//! let options = coax_clang::LoadOptions::default();
//! let program = coax_clang::load(&files, &options, &[], std::path::Path::new("/tmp"))?;
//! let main = program.function_named("main").expect("hello.c defines main");
//! println!("{}", program.body(main).expect("its bitcode is sound"));
//! # Ok(())
//! # }
//! ```

mod arrays;
mod bounded;
mod child;
mod compile;
mod declarations;
mod definitions;
mod error;
mod files;
mod front;
mod link;
mod linkable;
mod llvm;
mod lower;
mod old_c;
mod outline;
mod parameters;
mod partition;
mod passing;
mod pieces;
mod store;
mod target;
mod together;
mod top_level;
mod trace;
mod trial;
mod typegraph;

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use coax_deadline::Deadline;
use coax_ir::address::{GRANULE, Region};
use coax_ir::{GlobalParts, Program};

pub use child::output_until;
pub use error::LoadError;
pub use llvm::Side;
pub use old_c::OLD_C;
pub use outline::{Piece, PieceKind, outline};
pub use parameters::declared_parameters;
pub use partition::{Parameter, parse_partition};
pub use store::BitcodeStore;
pub use top_level::{may_define, word_of, words};
pub use trace::{Edge, Traced};
pub use trial::read_through;

use arrays::DeclaredArrays;
use compile::Compiled;
use files::Files;
use front::ModuleFront;
use link::{Input, Names};
use llvm::{Context, Module};

/// How to load.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// The user's flags for clang.
    pub cflags: Vec<String>,
    /// Folders with headers of ours, searched after all others.
    pub include_dirs: Vec<PathBuf>,
    /// The clang to use; the newest one on the path if none.
    pub clang: Option<PathBuf>,
    /// Keep the colours of clang's diagnostics.
    pub color: bool,
    /// Functions of the runtime that must be there although no file mentions them.
    pub required: Vec<String>,
    /// How clang is started.
    pub launcher: Launcher,
    /// Keep all of a translation unit: functions that nothing in it calls, and descriptions of
    /// C++ classes that other units are expected to describe.
    pub whole_units: bool,
    /// When loading ends with [`LoadError::NoTime`] instead of a program, and when a program that
    /// was loaded lowers no more functions.
    pub deadline: Deadline,
    /// The command, with its first arguments, that ends up in [`read_through`] with the rest of them:
    /// it reads bitcode of unknown origin before this process does. Without one, this process reads it first.
    pub reader: Option<Vec<PathBuf>>,
    /// Where bitcode of sources is kept that further loads need; they are compiled each time if none.
    pub store: Option<BitcodeStore>,
}

/// Makes the command that runs a program which writes to one folder only. By default it is not kept
/// from writing elsewhere.
#[derive(Clone)]
pub struct Launcher(Arc<MakeCommand>);

/// From a program and a folder to a command.
type MakeCommand = dyn Fn(&Path, &Path) -> Command + Send + Sync;

impl Launcher {
    /// One that makes commands like this.
    pub fn new(make: impl Fn(&Path, &Path) -> Command + Send + Sync + 'static) -> Launcher {
        Launcher(Arc::new(make))
    }

    /// The command for a program that writes to a folder.
    pub fn command(&self, program: &Path, folder: &Path) -> Command {
        (self.0)(program, folder)
    }
}

impl Default for Launcher {
    fn default() -> Launcher {
        Launcher::new(|program, _folder| Command::new(program))
    }
}

impl fmt::Debug for Launcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Launcher")
    }
}

/// Bitcode of ours that joins a program if it defines something the program lacks.
#[derive(Clone, Copy, Debug)]
pub struct RuntimeLibrary {
    /// Its name, for messages.
    pub name: &'static str,
    /// The bitcode: trusted, it is read in this process.
    pub bitcode: &'static [u8],
}

/// Compiles files that will be loaded one by one, as far as that is quicker together, and keeps them in the store of
/// the options. What cannot be compiled is left to the load.
pub fn compile_ahead(files: &[&Path], options: &LoadOptions, scratch: &Path) {
    compile::compile_ahead(files, options, scratch);
}

/// Loads and links files. `scratch` is a folder for intermediate files.
pub fn load(
    files: &[PathBuf],
    options: &LoadOptions,
    runtime: &[RuntimeLibrary],
    scratch: &Path,
) -> Result<Program, LoadError> {
    let compiled = compile::compile(files, options, scratch)?;
    trial::in_child(files, &compiled, options, scratch, false)?;
    let names = Files::new(std::env::current_dir().unwrap_or_default());
    link_all(files, compiled, options, runtime, names)
}

/// The same, with a program that tells which way it goes. Functions marked `COAX_CONCRETE` and those
/// in `quiet`, by their names in the source or the linker's, tell nothing.
pub fn load_traced(
    files: &[PathBuf],
    options: &LoadOptions,
    runtime: &[RuntimeLibrary],
    quiet: &[String],
    scratch: &Path,
) -> Result<(Program, Traced), LoadError> {
    let mut compiled = compile::compile(files, options, scratch)?;
    trial::in_child(files, &compiled, options, scratch, true)?;
    let mut names = Files::new(std::env::current_dir().unwrap_or_default());
    let traced = trace::instrument(files, &mut compiled, quiet, &mut names)?;
    Ok((link_all(files, compiled, options, runtime, names)?, traced))
}

fn link_all(
    files: &[PathBuf],
    compiled: Vec<Compiled>,
    options: &LoadOptions,
    runtime: &[RuntimeLibrary],
    mut file_names: Files,
) -> Result<Program, LoadError> {
    let context = Context::new();
    let mut inputs = Vec::new();
    let mut names = Names::requiring(&options.required);
    for (file, compiled) in files.iter().zip(compiled) {
        if options.deadline.is_over() {
            return Err(LoadError::NoTime(file.clone()));
        }
        let input = open(&context, file, &compiled.bitcode)?;
        let Compiled { arrays, from_source, old_c, .. } = compiled;
        inputs.push(Input { from_source, old_c, arrays, ..input });
        names.add(&inputs, inputs.len() - 1)?;
    }
    add_runtime(&context, runtime, &mut inputs, &mut names)?;
    let linked = link::link(&inputs, &names, &mut file_names);
    check_size(&linked.parts.globals)?;
    let (front, parts) = ModuleFront::new(
        inputs,
        linked,
        file_names,
        options.include_dirs.clone(),
        options.deadline.clone(),
    );
    Ok(Program::new(parts, Box::new(front)))
}

/// Is there room for all global variables?
fn check_size(globals: &[GlobalParts]) -> Result<(), LoadError> {
    // Each has granules of its own, at most one and its alignment more than it needs.
    let room = |global: &GlobalParts| {
        u128::from(global.size) + u128::from(global.align) + 2 * u128::from(GRANULE)
    };
    let needed = globals.iter().map(room).sum::<u128>();
    let there = Region::Globals.granules() * GRANULE;
    if needed <= there.into() {
        return Ok(());
    }
    let size = globals.iter().map(|global| u128::from(global.size)).sum();
    Err(LoadError::TooMuchData(size, there))
}

fn open(context: &Context, file: &Path, bitcode: &[u8]) -> Result<Input, LoadError> {
    let (module, table) = Module::open(context, bitcode)
        .map_err(|reason| LoadError::BadBitcode { file: file.to_owned(), reason })?;
    let origin = file.display().to_string();
    let arrays = DeclaredArrays::default();
    let (runtime, from_source, old_c) = (false, false, false);
    Ok(Input { module, table, origin, runtime, from_source, old_c, arrays })
}

/// As with archives: a library joins if it defines something missing, until nothing changes.
fn add_runtime(
    context: &Context,
    runtime: &[RuntimeLibrary],
    inputs: &mut Vec<Input>,
    names: &mut Names,
) -> Result<(), LoadError> {
    let mut waiting = Vec::new();
    for library in runtime {
        let defined =
            llvm::defined_names(library.bitcode).map_err(|reason| broken(library, reason))?;
        waiting.push((library, defined));
    }
    while let Some(next) = waiting.iter().position(|(_, defined)| names.need_any(defined)) {
        let (library, _) = waiting.remove(next);
        let input = open(context, Path::new(library.name), library.bitcode)?;
        inputs.push(Input { runtime: true, ..input });
        names.add(inputs, inputs.len() - 1)?;
    }
    Ok(())
}

fn broken(library: &RuntimeLibrary, reason: String) -> LoadError {
    LoadError::BadBitcode { file: library.name.into(), reason }
}
