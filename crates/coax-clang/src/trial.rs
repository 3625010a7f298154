//! Bitcode of unknown origin is read twice: first, all of it, by a process that may die of it.
//!
//! LLVM trusts bitcode: one flipped bit can make it abort, run for ever or ask for all memory there
//! is, and what clang has read and written again is not free of that. So before this process opens
//! such a program, a child does what this process might ever do with it: opens and links every
//! module, reads every function, lowers it, works out every initial value, follows every type. What
//! the child survives is then read here, on demand.
//!
//! Invariant: the child reads the same bytes with the same code.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use coax_ir::{FuncId, GlobalId, Program, TypeId};

use crate::bounded::{self, Bounds, Ended};
use crate::compile::Compiled;
use crate::files::Files;
use crate::{LoadError, LoadOptions, RuntimeLibrary, trace};

/// The child's stack is a little smaller than those of the threads that read here.
const STACK: usize = (2 << 20) - (128 << 10);

/// Has a child process read the compiled files, if any of them is of unknown origin. It may write to
/// `scratch`.
pub fn in_child(
    files: &[PathBuf],
    compiled: &[Compiled],
    options: &LoadOptions,
    scratch: &Path,
    traced: bool,
) -> Result<(), LoadError> {
    let Some(reader) = &options.reader else { return Ok(()) };
    let unknown: Vec<usize> =
        (0..files.len()).filter(|&number| !compiled[number].from_source).collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let all: Vec<usize> = (0..files.len()).collect();
    let trial = Trial { reader, compiled, options, scratch, traced };
    let Err(reason) = trial.of(&all) else { return Ok(()) };
    // One of several is to blame, perhaps by itself.
    let alone = unknown.iter().filter(|_| all.len() > 1);
    let blamed = alone.into_iter().find_map(|&number| Some((number, trial.of(&[number]).err()?)));
    let (number, reason) = blamed.unwrap_or((unknown[0], reason));
    let file = files[number].clone();
    Err(match options.deadline.is_over() {
        true => LoadError::NoTime(file),
        false => LoadError::BadBitcode { file, reason },
    })
}

struct Trial<'a> {
    reader: &'a [PathBuf],
    compiled: &'a [Compiled],
    options: &'a LoadOptions,
    scratch: &'a Path,
    traced: bool,
}

impl Trial<'_> {
    fn of(&self, numbers: &[usize]) -> Result<(), String> {
        let size = numbers.iter().map(|&number| self.compiled[number].bitcode.len() as u64).sum();
        let bounds = Bounds::for_reading(size);
        let mut command = self.options.launcher.command(&self.reader[0], self.scratch);
        command.args(&self.reader[1..]).arg(if self.traced { "traced" } else { "plain" });
        command.arg(self.options.required.join(","));
        command.args(numbers.iter().map(|&number| &self.compiled[number].path));
        let ended = bounded::run(&mut command, bounds, &self.options.deadline)
            .map_err(|error| format!("no process to read it in: {error}"))?;
        let ended = ended.ok_or("there was no time to read it")?;
        if ended.is_success() { Ok(()) } else { Err(reason(&ended, bounds)) }
    }
}

/// Why a child could not read bitcode.
fn reason(ended: &Ended, bounds: Bounds) -> String {
    if let Some(death) = ended.death(bounds.time) {
        return format!("a process that reads it {death}");
    }
    let lines = || ended.said.lines().map(str::trim);
    let told = lines().find_map(|line| line.strip_prefix(REASON));
    let fatal = || lines().find_map(|line| line.strip_prefix("LLVM ERROR: "));
    match told.or_else(fatal) {
        Some(reason) => reason.to_owned(),
        None => "a process that reads it fails".to_owned(),
    }
}

/// What a reason begins with where the child tells it.
const REASON: &str = "unusable: ";

/// The child's part: reads all of a program. Gives back what it says on stderr if it cannot.
pub fn read_through(arguments: &[OsString], runtime: &[RuntimeLibrary]) -> Result<(), String> {
    let [mode, required, files @ ..] = arguments else { return Err(format!("{REASON}no files")) };
    let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
    let required = required.to_string_lossy();
    let required: Vec<String> =
        required.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect();
    let options = LoadOptions { required, ..LoadOptions::default() };
    std::thread::scope(|scope| {
        let reading = std::thread::Builder::new().stack_size(STACK);
        let read =
            reading.spawn_scoped(scope, || read(&files, &options, runtime, mode == "traced"));
        let read = read.map_err(|error| format!("{REASON}no thread: {error}"))?;
        let done = read.join().map_err(|_| format!("{REASON}it breaks what always holds"))?;
        done.map_err(|error| match error {
            LoadError::BadBitcode { reason, .. } => format!("{REASON}{reason}"),
            other => format!("{REASON}{other}"),
        })
    })
}

fn read(
    files: &[PathBuf],
    options: &LoadOptions,
    runtime: &[RuntimeLibrary],
    traced: bool,
) -> Result<(), LoadError> {
    let mut compiled = Vec::new();
    for file in files {
        let read = Compiled::read(file.clone(), Default::default())?;
        compiled.push(Compiled { from_source: false, ..read });
    }
    let mut names = Files::new(PathBuf::new());
    if traced {
        trace::instrument(files, &mut compiled, &[], &mut names)?;
    }
    let program = crate::link_all(files, compiled, options, runtime, names)?;
    walk(&program).map_err(|reason| LoadError::BadBitcode { file: files[0].clone(), reason })
}

/// Asks a program everything that can be asked.
fn walk(program: &Program) -> Result<(), String> {
    for (index, function) in program.functions().iter().enumerate() {
        let id = FuncId(index as u32);
        if function.defined && !function.runtime {
            program.body(id).map_err(ToString::to_string)?;
        }
        program.signature_of(id);
    }
    for (index, global) in program.globals().iter().enumerate() {
        let id = GlobalId(index as u32);
        program.global_type(id);
        if global.parts.defined && !global.parts.runtime && !global.parts.zero {
            program.initial(id).map_err(ToString::to_string)?;
        }
    }
    program.own_functions();
    // What is asked about a class may bring in further types.
    let mut next = 0;
    while next < program.type_count() {
        if let Some(facts) = program.class_facts(TypeId(next as u32)) {
            let declared = facts.constructors.iter().map(|made| made.declaration);
            let declared = declared.chain(facts.destructor.as_ref().map(|one| one.declaration));
            declared.for_each(|one| {
                program.definition_of(one);
            });
        }
        next += 1;
    }
    Ok(())
}
