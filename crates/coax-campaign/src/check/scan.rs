//! A first look at every translation unit: does it compile, which functions does it have, which
//! names does it define and which does it need?
//!
//! Invariant: a scanned program is not kept (many would not fit into memory), except for a single
//! one, which is all there is.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use coax_clang::LoadError;
use coax_deadline::Deadline;
use coax_ir::{FuncId, Program, Symbol, variable_name};
use coax_kinds::Incomplete;

use super::makers::Maker;
use super::needed::{self, Needed};
use super::sources::{Refused, Sources, Translation, Why};
use crate::end::Failure;
use crate::load::{Wanted, load_then};
use crate::pipeline::validator::is_no_space;

/// What stands for the class of a lambda in the name of its function.
const UNNAMED: &str = "(unnamed class)::";

/// What is known of a translation unit.
#[derive(Debug, Default)]
pub struct ScannedUnit {
    /// Its own functions.
    pub functions: Vec<FunctionName>,
    /// Names that others can use.
    pub defines: BTreeSet<String>,
    /// Those of them that no other unit may define: not those of inline functions.
    pub strong: BTreeSet<String>,
    /// Names that it uses and does not have.
    pub needs: BTreeSet<String>,
    /// Names of constructors and destructors that it declares only: tests of its functions call them.
    pub defined_elsewhere: BTreeSet<String>,
    /// What must be added for its functions to be given what they take.
    pub makers: Vec<Maker>,
    /// Variables that it uses and that neither it nor a model defines: their types are asked for.
    pub variables: Vec<String>,
}

/// A function, so that it can be found again in another program that contains it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionName {
    pub file: String,
    pub line: u32,
    /// Its name for the linker.
    pub symbol: String,
    /// Its name with its scope.
    pub qualified: String,
}

impl ScannedUnit {
    /// Is a function of this name, as a source or a linker spells it, defined or used here?
    pub fn has(&self, name: &str) -> bool {
        let is_named = |function: &FunctionName| {
            function.symbol == name
                || function.qualified == name
                || function.qualified.rsplit("::").next() == Some(name)
        };
        self.defines.contains(name)
            || self.needs.contains(name)
            || self.functions.iter().any(is_named)
    }
}

/// What the first look at all translation units gave.
pub struct Scan {
    pub scanned: Vec<Option<ScannedUnit>>,
    pub refused: Vec<Refused>,
    /// The program of the only translation unit there is, if it can be used as it is.
    pub program: Option<Program>,
}

impl Scan {
    /// Looks at all of them, so many at a time; a file that is alone is refused as a whole, with
    /// clang's words in colour if that is wanted.
    pub fn of(
        sources: &Sources,
        workers: usize,
        color: bool,
        deadline: &Deadline,
    ) -> Result<Scan, Failure> {
        match (sources.translations.as_slice(), sources.is_single()) {
            ([only], true) => Scan::of_single(sources, only, color, deadline),
            _ => Scan::of_several(sources, workers, deadline),
        }
    }

    fn of_single(
        sources: &Sources,
        only: &Translation,
        color: bool,
        deadline: &Deadline,
    ) -> Result<Scan, Failure> {
        let (program, scan) = match load_one(only, color, deadline)? {
            Err(LoadError::NoTime(_)) => return Ok(Scan::without_time(sources, deadline)),
            loaded => loaded.map_err(crate::load::refused)?,
        };
        // With makers it is another program.
        let is_whole = scan.makers.is_empty() && scan.variables.is_empty();
        let program = Some(program).filter(|_| is_whole);
        Ok(Scan { scanned: vec![Some(scan)], refused: Vec::new(), program })
    }

    fn of_several(sources: &Sources, workers: usize, deadline: &Deadline) -> Result<Scan, Failure> {
        let results = all(&sources.translations, workers, deadline)?;
        let mut refused = sources.refused.clone();
        let mut scanned = Vec::new();
        for (translation, result) in sources.translations.iter().zip(results) {
            let why = match result {
                Some(Ok(scan)) => {
                    scanned.push(Some(scan));
                    continue;
                }
                Some(Err(error)) if is_no_space(&error.to_string()) => {
                    return Err(crate::load::refused(error));
                }
                Some(Err(error)) if !matches!(error, LoadError::NoTime(_)) => {
                    Why::Refused(in_one_line(&error))
                }
                _ => Why::NoTime(why_late(deadline)),
            };
            scanned.push(None);
            refused.push(Refused { file: translation.file.clone(), why });
        }
        match (scanned.iter().flatten().next(), refused.first()) {
            (None, Some(first)) if !deadline.is_over() => {
                let all = refused.len();
                let why = format!("{}: {}", first.file.display(), first.why);
                Err(Failure::Input(format!("none of {all} files can be compiled; {why}")))
            }
            _ => Ok(Scan { scanned, refused, program: None }),
        }
    }

    /// Nothing could be looked at.
    fn without_time(sources: &Sources, deadline: &Deadline) -> Scan {
        let why = Why::NoTime(why_late(deadline));
        let files = sources.translations.iter().map(|translation| translation.file.clone());
        let refused = files.map(|file| Refused { file, why: why.clone() }).collect();
        let scanned = sources.translations.iter().map(|_| None).collect();
        Scan { scanned, refused, program: None }
    }
}

/// Why there is no more time.
fn why_late(deadline: &Deadline) -> Incomplete {
    deadline.over().map_or(Incomplete::Time, Incomplete::from)
}

/// Why a file among many was left out.
fn in_one_line(error: &LoadError) -> String {
    let text = error.to_string();
    let about = match error {
        LoadError::Compile { diagnostics, .. } => {
            diagnostics.lines().find(|line| line.contains("error:")).unwrap_or(&text)
        }
        _ => &text,
    };
    about.lines().next().unwrap_or_default().to_owned()
}

/// One translation unit's scan, or why there is none.
type ScanResult = Result<ScannedUnit, LoadError>;

/// Loads files so that they can be checked, until a deadline. The functions are known afterwards.
pub fn load(
    files: &[PathBuf],
    flags: &[String],
    deadline: &Deadline,
) -> Result<Result<Program, LoadError>, Failure> {
    load_then(files, flags.to_vec(), wanted(false, deadline), |program| {
        // Reads the debug information of all of them.
        functions(&program);
        program
    })
}

/// The program of one translation unit, and its scan.
fn load_one(
    translation: &Translation,
    color: bool,
    deadline: &Deadline,
) -> Result<Result<(Program, ScannedUnit), LoadError>, Failure> {
    let (file, files) = (translation.file.clone(), std::slice::from_ref(&translation.file));
    load_then(files, translation.flags.clone(), wanted(color, deadline), move |program| {
        let scanned = of(&program, &file);
        (program, scanned)
    })
}

fn wanted(color: bool, deadline: &Deadline) -> Wanted {
    let (required, deadline) = (coax_models::twins(), deadline.clone());
    Wanted { required, whole_units: true, color, deadline }
}

/// Looks at all translation units, some at a time; those that the deadline prevents have none.
fn all(
    translations: &[Translation],
    workers: usize,
    deadline: &Deadline,
) -> Result<Vec<Option<ScanResult>>, Failure> {
    let next = AtomicUsize::new(0);
    let scans: Vec<Mutex<Option<ScanResult>>> =
        translations.iter().map(|_| Mutex::new(None)).collect();
    let failure: Mutex<Option<Failure>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..workers.min(translations.len()) {
            scope.spawn(|| {
                while !deadline.is_over() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(translation) = translations.get(index) else { return };
                    match one(translation, deadline) {
                        Ok(scan) => *lock(&scans[index]) = Some(scan),
                        Err(error) => *lock(&failure) = Some(error),
                    }
                }
            });
        }
    });
    match lock(&failure).take() {
        Some(failure) => Err(failure),
        None => Ok(scans.into_iter().map(|scan| lock(&scan).take()).collect()),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // Each value is written whole.
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn one(translation: &Translation, deadline: &Deadline) -> Result<ScanResult, Failure> {
    Ok(load_one(translation, false, deadline)?.map(|(_, scanned)| scanned))
}

/// The scan of a program that is one translation unit.
fn of(program: &Program, file: &Path) -> ScannedUnit {
    let Needed { makers, defined_elsewhere } = needed::needed(program);
    let mut scanned = ScannedUnit {
        functions: functions(program),
        makers,
        defined_elsewhere,
        ..ScannedUnit::default()
    };
    let main_file = spelt(&file.to_string_lossy());
    // What a header defines is inline, or else it could not be included twice.
    let strong = scanned.functions.iter().filter(|function| function.file == main_file);
    let strong: HashSet<&str> = strong.map(|function| &*function.symbol).collect();
    for (index, function) in program.functions().iter().enumerate() {
        if function.runtime {
            continue;
        }
        let name = function.name.to_string();
        let symbol = program.symbol(&name);
        let linked = matches!(symbol, Some(Symbol::Function(id)) if id.index() == index);
        if function.defined && linked {
            if strong.contains(&*name) {
                scanned.strong.insert(name.clone());
            }
            scanned.defines.insert(name);
        } else if !function.defined {
            scanned.needs.insert(name);
        }
    }
    scan_globals(program, &mut scanned);
    scanned
}

fn scan_globals(program: &Program, scanned: &mut ScannedUnit) {
    for (index, global) in program.globals().iter().enumerate() {
        let (name, parts) = (global.parts.name.to_string(), &global.parts);
        let symbol = program.symbol(&name);
        let linked = matches!(symbol, Some(Symbol::Global(id)) if id.index() == index);
        if parts.runtime {
            continue;
        }
        if parts.defined && linked {
            // Inline variables and tables of classes have mangled names, and may be defined twice.
            if !name.starts_with("_Z") {
                scanned.strong.insert(name.clone());
            }
            scanned.defines.insert(name);
        } else if !parts.defined {
            if !coax_models::has_variable(&name) && variable_name(&name).is_some() {
                scanned.variables.push(name.clone());
            }
            scanned.needs.insert(name);
        }
    }
}

/// The user's own functions. Those of lambdas have no name to be called by: they are run where they
/// are used.
pub fn functions(program: &Program) -> Vec<FunctionName> {
    let all = program.own_functions().iter().map(|&id| FunctionName::of(program, id));
    all.filter(|function| !function.qualified.contains(UNNAMED)).collect()
}

/// A file as messages name it: relative to the current folder where it lies below that.
fn spelt(file: &str) -> String {
    let Ok(current) = std::env::current_dir() else { return file.to_owned() };
    let absolute = current.join(file);
    let absolute = std::path::absolute(&absolute).unwrap_or(absolute);
    let below = absolute.strip_prefix(&current).unwrap_or(&absolute);
    below.to_string_lossy().into_owned()
}

impl FunctionName {
    /// The name of a function.
    pub fn of(program: &Program, id: FuncId) -> FunctionName {
        let function = program.function(id);
        let symbol = function.name.to_string();
        match program.signature_of(id) {
            Some(signature) => FunctionName {
                file: spelt(&signature.file),
                line: signature.line,
                symbol,
                qualified: signature.qualified.to_string(),
            },
            None => FunctionName {
                file: String::new(),
                line: 0,
                symbol,
                qualified: function.source_name.to_string(),
            },
        }
    }

    /// Without its scope.
    pub fn unqualified(&self) -> &str {
        // Template arguments may contain scopes of their own.
        let end = self.qualified.find(['<', '(']).unwrap_or(self.qualified.len());
        let start = self.qualified[..end].rfind("::").map_or(0, |at| at + 2);
        &self.qualified[start..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_without_their_scope() {
        let unqualified = |text: &str| {
            FunctionName {
                file: String::new(),
                line: 0,
                symbol: String::new(),
                qualified: text.into(),
            }
            .unqualified()
            .to_owned()
        };
        assert_eq!(unqualified("parse"), "parse");
        assert_eq!(unqualified("ns::Stack::push"), "push");
        assert_eq!(unqualified("max_of<std::string>"), "max_of<std::string>");
        assert_eq!(unqualified("ns::max_of<std::string>"), "max_of<std::string>");
    }
}
