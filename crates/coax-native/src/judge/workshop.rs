//! A scratch folder in which a program's objects are built once per flavour and linked with any
//! number of tests.
//!
//! Invariant: an object belongs to exactly one flavour and one source; nothing is ever rebuilt.

use super::compiler::{BuildError, in_parallel, succeed};
use super::flavour::{Flavour, Means};
use super::subject::{Language, Subject, Toolchain};
use super::territory::Territory;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::{fs, io};

/// What the stack scrubber comes between.
const SCRUBBER_WRAPS: &str = "-Wl,--wrap=exit,--wrap=__libc_start_main";

/// A built program with its tests linked in.
#[derive(Clone, Debug)]
pub struct Binary {
    pub(super) path: PathBuf,
    pub(super) means: Means,
    pub(super) tools: Toolchain,
    pub(super) territory: Territory,
    pub(super) folder: Option<PathBuf>,
    pub(super) environment: Option<Arc<Environment>>,
}

/// Names and values of variables.
type Environment = Vec<(OsString, OsString)>;

impl Binary {
    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Lets the program run in this folder instead of ours.
    pub fn run_in(mut self, folder: impl Into<PathBuf>) -> Binary {
        self.folder = Some(folder.into());
        self
    }

    /// The command that runs it, without arguments.
    pub(super) fn command(&self, leaks: bool) -> Command {
        let program = OsString::from(&self.path);
        let mut command = self.means.command(&program, &self.tools, leaks);
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        if let Some(environment) = &self.environment {
            only_these(&mut command, environment);
        }
        command
    }
}

/// Leaves a command these variables and those it was given explicitly: the tools' own.
fn only_these(command: &mut Command, environment: &Environment) {
    let given = command.get_envs().filter_map(|(name, value)| Some((name.into(), value?.into())));
    let given: Environment = given.collect();
    command.env_clear();
    command.envs(environment.iter().chain(&given).map(|(name, value)| (name, value)));
}

/// Builds tests of one program.
#[derive(Debug)]
pub struct Workshop {
    subject: Subject,
    scratch: PathBuf,
    territory: Territory,
    objects: Mutex<BTreeMap<Flavour, Arc<[PathBuf]>>>,
    serial: AtomicUsize,
    environment: Option<Arc<Environment>>,
}

impl Workshop {
    /// A workshop in a folder of its own, which is made if it is not there and never removed.
    pub fn new(subject: Subject, scratch: impl Into<PathBuf>) -> io::Result<Workshop> {
        let scratch = std::path::absolute(scratch.into())?;
        fs::create_dir_all(&scratch)?;
        let mut foreign = subject.include_dirs.clone();
        foreign.push(scratch.clone());
        let territory = Territory::new(&subject.sources, &foreign);
        let (objects, serial) = (Mutex::default(), AtomicUsize::new(0));
        Ok(Workshop { subject, scratch, territory, objects, serial, environment: None })
    }

    /// Lets the program see these variables and no others, beside those of the tools.
    #[must_use]
    pub fn with_environment(mut self, environment: Vec<(OsString, OsString)>) -> Workshop {
        self.environment = Some(Arc::new(environment));
        self
    }

    /// The program.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// Links the program with `tests` (translation units that are compiled here, with `COAX_BATCH`
    /// defined if they make up a batch).
    pub fn build(
        &self,
        tests: &[PathBuf],
        flavour: Flavour,
        batch: bool,
    ) -> Result<Binary, BuildError> {
        let program = self.objects(flavour)?;
        let means = flavour.means(&self.subject);
        let folder = self.fresh_folder(flavour)?;
        let objects: Vec<_> =
            (0..tests.len()).map(|index| folder.join(format!("test_{index}.o"))).collect();
        in_parallel(tests.len(), |index| {
            let mut command = self.compiler(&tests[index], means, false);
            if batch {
                command.arg("-DCOAX_BATCH");
            }
            succeed(command.arg("-c").arg(&tests[index]).arg("-o").arg(&objects[index])).map(drop)
        })?;
        let path = folder.join("program");
        self.link(&program, &objects, means, &path)?;
        let territory = tests.iter().fold(self.territory.clone(), |all, test| all.without(test));
        let (tools, environment) = (self.subject.toolchain.clone(), self.environment.clone());
        Ok(Binary { path, means, tools, territory, folder: None, environment })
    }

    /// The program's objects of a flavour; the first caller builds them, others wait for that.
    fn objects(&self, flavour: Flavour) -> Result<Arc<[PathBuf]>, BuildError> {
        // A panic while the lock was held leaves the map as it was: without the new entry.
        let mut built = self.objects.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(objects) = built.get(&flavour) {
            return Ok(Arc::clone(objects));
        }
        let folder = self.scratch.join(flavour.name());
        make_folder(&folder)?;
        let means = flavour.means(&self.subject);
        let sources = &self.subject.sources;
        let mut objects: Vec<_> =
            (1..=sources.len()).map(|number| folder.join(format!("prog_{number}.o"))).collect();
        in_parallel(sources.len(), |index| self.compile(&sources[index], &objects[index], means))?;
        if means.finds_leaks() {
            objects.push(self.scrubber(&folder)?);
        }
        let objects: Arc<[PathBuf]> = objects.into();
        built.insert(flavour, Arc::clone(&objects));
        Ok(objects)
    }

    fn compile(&self, source: &Path, object: &Path, means: Means) -> Result<(), BuildError> {
        let is_ir = Language::of(source) == Language::Ir;
        let marked = match means.attribute() {
            Some(attribute) if is_ir => Some(self.marked(source, object, attribute)?),
            _ => None,
        };
        // A file of ours in the tests' folder shadows nothing of the program's but `coax.h`.
        let source = std::path::absolute(marked.as_deref().unwrap_or(source));
        let source = source.map_err(|error| no_folder(object, &error))?;
        let mut command = self.compiler(&source, means, true);
        succeed(command.arg("-c").arg(&source).arg("-o").arg(object)).map(drop)
    }

    /// The object that makes leaks visible; not instrumented, since it writes where nothing lives.
    fn scrubber(&self, folder: &Path) -> Result<PathBuf, BuildError> {
        let (source, object) = (folder.join("scrub_stack.c"), folder.join("scrub_stack.o"));
        fs::write(&source, include_str!("../../shim/scrub_stack.c"))
            .map_err(|error| no_folder(&source, &error))?;
        let mut command = Command::new(&self.subject.toolchain.clang);
        succeed(command.args(["-O1", "-c"]).arg(&source).arg("-o").arg(&object))?;
        Ok(object)
    }

    /// A copy of a bitcode file whose functions are marked for a sanitizer.
    fn marked(&self, ir: &Path, object: &Path, attribute: &str) -> Result<PathBuf, BuildError> {
        let copy = object.with_extension("bc");
        let mut command = Command::new(&self.subject.toolchain.opt);
        command.arg("-passes=forceattrs").arg(format!("-force-attribute={attribute}"));
        succeed(command.arg(ir).arg("-o").arg(&copy))?;
        Ok(copy)
    }

    fn link(
        &self,
        program: &[PathBuf],
        tests: &[PathBuf],
        means: Means,
        path: &Path,
    ) -> Result<(), BuildError> {
        let tools = &self.subject.toolchain;
        let mut command =
            Command::new(if self.subject.cxx { &tools.clangxx } else { &tools.clang });
        // Objects before the user's flags: a library among them serves what stands before it.
        let flags = means.flags(true, self.subject.cxx && self.subject.has_type_names());
        command.args(tests).args(program).args(&self.subject.cflags).args(flags);
        if means.finds_leaks() {
            command.arg(SCRUBBER_WRAPS);
        }
        succeed(command.args(["-Wl,--wrap=main", "-lm", "-o"]).arg(path)).map(drop)
    }

    /// The compiler for a file, with every flag but the file itself. Ours come after the user's,
    /// so that an optimisation level among those does not remove what we look for.
    fn compiler(&self, source: &Path, means: Means, of_program: bool) -> Command {
        let tools = &self.subject.toolchain;
        let is_cxx = Language::of(source) == Language::Cxx;
        let mut command = Command::new(if is_cxx { &tools.clangxx } else { &tools.clang });
        for folder in &self.subject.include_dirs {
            command.arg("-I").arg(folder);
        }
        let flags = means.flags(of_program, is_cxx && self.subject.has_type_names());
        command.args(&self.subject.cflags).args(flags);
        command
    }

    /// A new folder for one build.
    pub(super) fn fresh_folder(&self, flavour: Flavour) -> Result<PathBuf, BuildError> {
        let number = self.serial.fetch_add(1, Ordering::Relaxed);
        let folder = self.scratch.join(flavour.name()).join(format!("build_{number}"));
        make_folder(&folder)?;
        Ok(folder)
    }
}

fn make_folder(folder: &Path) -> Result<(), BuildError> {
    fs::create_dir_all(folder).map_err(|error| no_folder(folder, &error))
}

fn no_folder(path: &Path, error: &io::Error) -> BuildError {
    BuildError { command: format!("mkdir -p {}", path.display()), stderr: error.to_string() }
}
