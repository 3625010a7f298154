//! A scratch folder in which a program's objects are built once per flavour and linked with any
//! number of tests.
//!
//! Invariant: an object belongs to exactly one flavour and one source; nothing is ever rebuilt, but
//! for what was stopped.

use super::compiler::{BuildError, Stop, in_parallel, succeed_unless};
use super::flavour::{Flavour, Means, Watch};
use super::parts::Parts;
use super::shared_objects::{Key, SharedObjects};
use super::subject::{Language, Subject, Toolchain};
use super::territory::Territory;
use crate::sandbox::{SandboxedCommand, View};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::{fs, io};

/// Objects of ours in programs built in some way: one makes leaks visible (it writes where nothing lives), one keeps the
/// exit status of sanitizers that go on.
const SHIMS: [Shim; 2] = [
    ("scrub_stack", include_str!("../../shim/scrub_stack.c"), Means::finds_leaks),
    ("went_on", include_str!("../../shim/went_on.c"), Means::goes_on),
];

/// Its name, its source, and which builds need it.
type Shim = (&'static str, &'static str, fn(Means) -> bool);

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
    pub(super) records: Option<PathBuf>,
    pub(super) environment: Option<Arc<Environment>>,
    pub(super) ignores_leaks: bool,
}

/// Names and values of variables.
type Environment = Vec<(OsString, OsString)>;

impl Binary {
    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Leaks are not looked for: what a program still holds when it ends is no error.
    pub fn ignoring_leaks(self) -> Binary {
        Binary { ignores_leaks: true, ..self }
    }

    /// Whether leaks are looked for.
    pub(super) fn finds_leaks(&self) -> bool {
        self.means.finds_leaks() && !self.ignores_leaks
    }

    /// Lets the program run in this folder instead of ours.
    pub fn run_in(mut self, folder: impl Into<PathBuf>) -> Binary {
        self.folder = Some(folder.into());
        self
    }

    /// Lets the program write to this folder for real.
    pub fn recording_to(mut self, folder: impl Into<PathBuf>) -> Binary {
        self.records = Some(folder.into());
        self
    }

    /// The working folder as the program sees it; `number` tells those that are used at once.
    pub(super) fn view(&self, number: usize) -> io::Result<View> {
        let folder = match &self.folder {
            Some(folder) => folder.clone(),
            None => std::env::current_dir()?,
        };
        let copy = self.path.with_extension(format!("view_{number}"));
        View::new(&self.tools.sandbox, &folder, &copy)
    }

    /// Removes it: it may be large, and is not run any more.
    pub fn discard(self) {
        if let Some(folder) = self.path.parent() {
            // One that stays does no harm.
            let _ = fs::remove_dir_all(folder);
        }
    }

    /// The command that runs it in a view and writes to this folder, if to any; without arguments.
    pub(super) fn command(
        &self,
        watch: Watch,
        view: &View,
        output: Option<&Path>,
    ) -> SandboxedCommand {
        let writable = output.into_iter().map(Path::to_owned).chain(self.records.clone());
        let access = view.access(writable.collect());
        let mut command = self.means.command(&self.path, &self.tools, &access, watch);
        command.current_dir(view.folder());
        if let Some(environment) = &self.environment {
            only_these(&mut command, environment);
        }
        command
    }
}

/// Leaves a command these variables and those it was given explicitly: the tools' own.
fn only_these(command: &mut SandboxedCommand, environment: &Environment) {
    let given = command.get_envs().filter_map(|(name, value)| Some((name.into(), value?.into())));
    let given: Environment = given.collect();
    command.env_clear();
    command.envs(environment.iter().chain(&given).map(|(name, value)| (name, value)));
}

/// How tests that include a source are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// As they stand, the source with them.
    Whole,
    /// The source once, and the tests with its declarations.
    Parts,
}

/// Builds tests of one program.
#[derive(Debug)]
pub struct Workshop {
    subject: Subject,
    pub(super) scratch: PathBuf,
    territory: Territory,
    objects: Mutex<BTreeMap<Flavour, Arc<[PathBuf]>>>,
    /// The source that tests include and that is worth being compiled once,
    included: Option<PathBuf>,
    /// and what became of it; none where it cannot be taken apart.
    parts: Mutex<BTreeMap<Flavour, Option<Arc<Parts>>>>,
    serial: AtomicUsize,
    environment: Option<Arc<Environment>>,
    /// Objects of other workshops.
    shared: Arc<SharedObjects>,
    /// The sources that are the user's.
    under_test: Vec<PathBuf>,
    pub(super) files_read: OnceLock<Vec<PathBuf>>,
}

impl Workshop {
    /// A workshop in a folder of its own, which is made if it is not there and never removed.
    pub fn new(subject: Subject, scratch: impl Into<PathBuf>) -> io::Result<Workshop> {
        let scratch = std::path::absolute(scratch.into())?;
        fs::create_dir_all(&scratch)?;
        let mut foreign = subject.include_dirs.clone();
        foreign.push(scratch.clone());
        let territory = Territory::new(&subject.sources, &foreign);
        Ok(Workshop {
            subject,
            scratch,
            territory,
            objects: Mutex::default(),
            included: None,
            parts: Mutex::default(),
            serial: AtomicUsize::new(0),
            environment: None,
            shared: Arc::default(),
            under_test: Vec::new(),
            files_read: OnceLock::new(),
        })
    }

    /// The tests include this source: it can be compiled once for all of them.
    #[must_use]
    pub fn with_included(mut self, source: PathBuf) -> Workshop {
        self.included = Some(source);
        self
    }

    /// What was compiled in other workshops that share their objects is not compiled again.
    #[must_use]
    pub fn sharing(mut self, shared: &Arc<SharedObjects>) -> Workshop {
        self.shared = Arc::clone(shared);
        self
    }

    /// These sources are the user's, beside those of the program: tests include them.
    #[must_use]
    pub fn with_under_test(mut self, sources: Vec<PathBuf>) -> Workshop {
        self.under_test = sources;
        self
    }

    /// The sources that are the user's.
    pub(super) fn under_test(&self) -> &[PathBuf] {
        if self.under_test.is_empty() { &self.subject.sources } else { &self.under_test }
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
        self.build_with(tests, flavour, batch, None, None)
    }

    /// The same for a batch, unless it is stopped.
    pub(super) fn build_unless(
        &self,
        stop: Stop<'_>,
        tests: &[PathBuf],
        flavour: Flavour,
    ) -> Result<Binary, BuildError> {
        self.build_with(tests, flavour, true, None, Some(stop))
    }

    /// The same for one batch, in the given way, unless it is stopped. Where there are no parts, there
    /// is only one way.
    pub fn build_batch(
        &self,
        tests: &Path,
        flavour: Flavour,
        way: Way,
        stop: Stop<'_>,
    ) -> Result<Binary, BuildError> {
        let parts = match way {
            Way::Whole => None,
            Way::Parts => self.parts(flavour, stop),
        };
        let tests = [tests.to_owned()];
        self.build_with(&tests, flavour, true, parts.as_deref(), Some(stop))
    }

    /// The best way to build a batch of tests.
    pub fn way(&self, flavour: Flavour, stop: Stop<'_>) -> Way {
        if self.parts(flavour, stop).is_some() { Way::Parts } else { Way::Whole }
    }

    fn build_with(
        &self,
        tests: &[PathBuf],
        flavour: Flavour,
        batch: bool,
        parts: Option<&Parts>,
        stop: Option<Stop<'_>>,
    ) -> Result<Binary, BuildError> {
        let mut program = self.objects(flavour, stop)?.to_vec();
        program.extend(parts.map(|parts| parts.object().to_owned()));
        let means = flavour.means(&self.subject);
        // Tests that include a source are where that is measured.
        let includes = self.under_test.iter().any(|file| !self.subject.sources.contains(file));
        let of_program = means == Means::Counters && includes;
        let folder = self.fresh_folder(flavour)?;
        let objects: Vec<_> =
            (0..tests.len()).map(|index| folder.join(format!("test_{index}.o"))).collect();
        in_parallel(tests.len(), |index| {
            let (test, object) = (&tests[index], &objects[index]);
            let mut command = self.compiler(test, means, of_program, &folder);
            if batch {
                command.arg("-DCOAX_BATCH");
            }
            match parts {
                Some(parts) => parts.compile(test, object, &self.subject.toolchain, command, stop),
                None => {
                    command.arg("-c").arg(test).arg("-o").arg(object);
                    succeed_unless(stop, &mut command).map(drop)
                }
            }
        })?;
        let path = folder.join("program");
        let mut link = self.linker(&program, &objects, means, &path);
        succeed_unless(stop, &mut link).inspect_err(|_| {
            if parts.is_some() && stop.is_none_or(|stop| !stop()) {
                self.give_up_parts(flavour);
            }
        })?;
        // In the sandbox a linker may not be able to say so itself.
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))
            .map_err(|error| no_folder(&path, &error))?;
        let territory = tests.iter().fold(self.territory.clone(), |all, test| all.without(test));
        let (tools, environment) = (self.subject.toolchain.clone(), self.environment.clone());
        let (folder, records) = (None, None);
        Ok(Binary {
            path,
            means,
            tools,
            territory,
            folder,
            records,
            environment,
            ignores_leaks: false,
        })
    }

    /// The parts of the source that tests include, if there is one and it comes in parts; the first
    /// caller builds them, others wait for that.
    fn parts(&self, flavour: Flavour, stop: Stop<'_>) -> Option<Arc<Parts>> {
        let source = self.included.as_ref()?;
        // A panic while the lock was held leaves the map as it was: without the new entry.
        let mut built = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(parts) = built.get(&flavour) {
            return parts.clone();
        }
        let means = flavour.means(&self.subject);
        let folder = self.fresh_folder(flavour).ok()?;
        let compiler = || {
            let mut command = self.compiler(source, means, false, &folder);
            command.arg("-DCOAX_BATCH");
            command
        };
        let tools = &self.subject.toolchain;
        let parts = Parts::build(source, &folder, tools, &compiler, Some(stop)).ok().map(Arc::new);
        if parts.is_some() || !stop() {
            built.insert(flavour, parts.clone());
        }
        parts
    }

    /// The parts do not link; it is not tried again.
    fn give_up_parts(&self, flavour: Flavour) {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner).insert(flavour, None);
    }

    /// The program's objects of a flavour; the first caller builds them, others wait for that.
    fn objects(
        &self,
        flavour: Flavour,
        stop: Option<Stop<'_>>,
    ) -> Result<Arc<[PathBuf]>, BuildError> {
        // A panic while the lock was held leaves the map as it was: without the new entry.
        let mut built = self.objects.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(objects) = built.get(&flavour) {
            return Ok(Arc::clone(objects));
        }
        let folder = self.scratch.join(flavour.name());
        make_folder(&folder)?;
        let means = flavour.means(&self.subject);
        let sources = &self.subject.sources;
        let keys: Vec<Key> =
            sources.iter().map(|source| Key::new(source, flavour, &self.subject)).collect();
        let known: Vec<_> = keys.iter().map(|key| self.shared.find(key)).collect();
        let own = |number: usize| folder.join(format!("prog_{}.o", number + 1));
        let mut objects: Vec<_> = known
            .iter()
            .cloned()
            .enumerate()
            .map(|(at, known)| known.unwrap_or_else(|| own(at)))
            .collect();
        in_parallel(sources.len(), |index| match known[index] {
            Some(_) => Ok(()),
            None => self.compile(&sources[index], &objects[index], means, stop),
        })?;
        keys.into_iter().zip(&objects).for_each(|(key, object)| self.shared.add(key, object));
        let shims = SHIMS.iter().filter(|(_, _, wanted)| wanted(means));
        for (name, text, _) in shims {
            objects.push(self.shim(name, text, flavour, stop)?);
        }
        let objects: Arc<[PathBuf]> = objects.into();
        built.insert(flavour, Arc::clone(&objects));
        Ok(objects)
    }

    fn compile(
        &self,
        source: &Path,
        object: &Path,
        means: Means,
        stop: Option<Stop<'_>>,
    ) -> Result<(), BuildError> {
        let is_ir = Language::of(source) == Language::Ir;
        let marked = match means.attribute() {
            Some(attribute) if is_ir => Some(self.marked(source, object, attribute, stop)?),
            _ => None,
        };
        // A file of ours in the tests' folder shadows nothing of the program's but `coax.h`.
        let source = std::path::absolute(marked.as_deref().unwrap_or(source));
        let source = source.map_err(|error| no_folder(object, &error))?;
        let folder = object.parent().unwrap_or(&self.scratch);
        let mut command = self.compiler(&source, means, true, folder);
        command.arg("-c").arg(&source).arg("-o").arg(object);
        succeed_unless(stop, &mut command).map(drop)
    }

    /// An object of ours that is linked into the program; not instrumented.
    fn shim(
        &self,
        name: &str,
        text: &str,
        flavour: Flavour,
        stop: Option<Stop<'_>>,
    ) -> Result<PathBuf, BuildError> {
        let key = Key::new(&Path::new("/").join(name).with_extension("c"), flavour, &self.subject);
        if let Some(known) = self.shared.find(&key) {
            return Ok(known);
        }
        let folder = self.scratch.join(flavour.name());
        let source = folder.join(name).with_extension("c");
        let object = source.with_extension("o");
        fs::write(&source, text).map_err(|error| no_folder(&source, &error))?;
        let tools = &self.subject.toolchain;
        let mut command = tools.command(&tools.clang, &[&folder]);
        command.args(["-O1", "-c"]).arg(&source).arg("-o").arg(&object);
        succeed_unless(stop, &mut command)?;
        self.shared.add(key, &object);
        Ok(object)
    }

    /// A copy of a bitcode file whose functions are marked for a sanitizer.
    fn marked(
        &self,
        ir: &Path,
        object: &Path,
        attribute: &str,
        stop: Option<Stop<'_>>,
    ) -> Result<PathBuf, BuildError> {
        let copy = object.with_extension("bc");
        let tools = &self.subject.toolchain;
        let folder = object.parent().unwrap_or(&self.scratch);
        let mut command = tools.command(&tools.opt, &[folder]);
        command.arg("-passes=forceattrs").arg(format!("-force-attribute={attribute}"));
        command.arg(ir).arg("-o").arg(&copy);
        succeed_unless(stop, &mut command)?;
        Ok(copy)
    }

    /// The command that links objects to a program.
    fn linker(
        &self,
        program: &[PathBuf],
        tests: &[PathBuf],
        means: Means,
        path: &Path,
    ) -> SandboxedCommand {
        let tools = &self.subject.toolchain;
        let driver = if self.subject.cxx { &tools.clangxx } else { &tools.clang };
        let mut command = tools.command(driver, &[path.parent().unwrap_or(&self.scratch)]);
        // Objects before the user's flags: a library among them serves what stands before it.
        let flags = means.flags(true, self.subject.cxx && self.subject.has_type_names());
        command.args(tests).args(program).args(&self.subject.cflags).args(flags);
        if means.finds_leaks() {
            command.arg(SCRUBBER_WRAPS);
        }
        command.args(["-Wl,--wrap=main", "-lm", "-o"]).arg(path);
        command
    }

    /// The compiler for a file, with every flag but the file itself. Ours come after the user's,
    /// so that an optimisation level among those does not remove what we look for. What it makes goes
    /// to `folder`.
    pub(super) fn compiler(
        &self,
        source: &Path,
        means: Means,
        of_program: bool,
        folder: &Path,
    ) -> SandboxedCommand {
        let tools = &self.subject.toolchain;
        let is_cxx = Language::of(source) == Language::Cxx;
        let driver = if is_cxx { &tools.clangxx } else { &tools.clang };
        let mut command = tools.command(driver, &[folder]);
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

pub(super) fn no_folder(path: &Path, error: &io::Error) -> BuildError {
    BuildError { command: format!("mkdir -p {}", path.display()), stderr: error.to_string() }
}
