//! A first look at every translation unit: does it compile, which functions does it have, which
//! names does it define and which does it need?
//!
//! Invariants: a scanned program is not kept (many would not fit into memory), except for a single
//! one, which is all there is; files are begun in their order.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use coax_clang::{BitcodeStore, LoadError};
use coax_deadline::Deadline;
use coax_ir::{FuncId, Program, Symbol, variable_name};
use coax_kinds::Incomplete;

use crate::boundary;
use crate::load::{self, Wanted, load_then};
use crate::made_objects;
use crate::makers::Maker;
use crate::needed::{self, Needed};
use crate::sources::{Translation, Why};
use coax_workplace::end::Failure;
use coax_workplace::full_disk::is_no_space;
use coax_workplace::permits::Permits;

/// What stands for the class of a lambda in the name of its function.
pub const UNNAMED: &str = "(unnamed class)::";

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
    /// Functions that make objects of its own types, by these: the names for the linker.
    pub makes: BTreeMap<String, BTreeSet<String>>,
    /// Types that its functions are given objects of.
    pub takes: BTreeSet<String>,
    /// What must be added for its functions to be given what they take.
    pub makers: Vec<Maker>,
    /// Variables that it uses and that neither it nor a model defines: their types are asked for.
    pub variables: Vec<String>,
    /// Those of its own functions that a user of the code can call, by their names for the linker.
    pub boundary: BTreeSet<String>,
    /// It only compiles as old C.
    pub old_c: bool,
}

/// A function, so that it can be found again in another program that contains it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionName {
    /// The file it is defined in.
    pub file: String,
    /// The line there.
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

/// What is known of all translation units so far.
#[derive(Debug)]
pub struct Scans(Vec<OnceLock<ScannedUnit>>);

impl Scans {
    /// Nothing yet of so many.
    pub fn new(count: usize) -> Scans {
        Scans((0..count).map(|_| OnceLock::new()).collect())
    }

    /// What is known of one, if it was scanned.
    pub fn get(&self, translation: usize) -> Option<&ScannedUnit> {
        self.0.get(translation)?.get()
    }

    /// One was scanned. It is the same whenever that is said again.
    pub fn set(&self, translation: usize, scan: ScannedUnit) -> &ScannedUnit {
        self.0[translation].get_or_init(|| scan)
    }

    /// All that were scanned, in their order.
    pub fn all(&self) -> impl Iterator<Item = &ScannedUnit> {
        self.0.iter().filter_map(OnceLock::get)
    }
}

/// Scans the only translation unit there is. It is refused as a whole, with clang's words in colour if that is
/// wanted. The program is given back, too, if it can be used as it is.
pub fn single(
    only: &Translation,
    color: bool,
    loading: &Loading,
) -> Result<Result<(ScannedUnit, Option<Program>), Why>, Failure> {
    let (program, scan) = match load_one(only, color, loading)? {
        Err(LoadError::NoTime(_)) => return Ok(Err(Why::NoTime(why_late(&loading.deadline)))),
        loaded => loaded.map_err(crate::load::refused)?,
    };
    // With makers it is another program.
    let is_whole = scan.makers.is_empty() && scan.variables.is_empty();
    Ok(Ok((scan, Some(program).filter(|_| is_whole))))
}

/// Translation units that are compiled together where that is quicker.
const TOGETHER: usize = 16;

/// Scans translation units, on as many threads as call [`Scanner::work`].
pub struct Scanner<'a> {
    translations: &'a [Translation],
    loading: &'a Loading,
    permits: &'a Permits,
    next: AtomicUsize,
    /// For every [`TOGETHER`] files, that they have been compiled.
    ahead: Vec<OnceLock<()>>,
}

/// What became of a translation unit.
pub struct Scanned {
    /// Its place among the translation units.
    pub translation: usize,
    /// Its scan, or why there is none; a failure is the whole command's.
    pub result: Result<Result<ScannedUnit, Why>, Failure>,
    /// How long a thread was busy with it.
    pub took: Duration,
}

impl<'a> Scanner<'a> {
    /// A scanner that has not begun.
    pub fn new(
        translations: &'a [Translation],
        loading: &'a Loading,
        permits: &'a Permits,
    ) -> Scanner<'a> {
        let ahead = translations.chunks(TOGETHER).map(|_| OnceLock::new()).collect();
        Scanner { translations, loading, permits, next: AtomicUsize::new(0), ahead }
    }

    /// Scans one after the other, until there are no more, time is over, or the results are not wanted any more.
    pub fn work(&self, results: &Sender<Scanned>) {
        while !self.loading.deadline.is_over() {
            let translation = self.next.fetch_add(1, Ordering::Relaxed);
            if translation >= self.translations.len() {
                return;
            }
            let compiled = self.compile_ahead(translation / TOGETHER);
            let _permit = self.permits.wait_turn();
            let begun = Instant::now();
            let result = self.scan(translation);
            let took = compiled + begun.elapsed();
            if results.send(Scanned { translation, result, took }).is_err() {
                return;
            }
        }
    }

    fn scan(&self, translation: usize) -> Result<Result<ScannedUnit, Why>, Failure> {
        let deadline = &self.loading.deadline;
        match load_one(&self.translations[translation], false, self.loading)? {
            Ok((_, scan)) => Ok(Ok(scan)),
            Err(error) if is_no_space(&error.to_string()) => Err(crate::load::refused(error)),
            Err(LoadError::NoTime(_)) => Ok(Err(Why::NoTime(why_late(deadline)))),
            Err(error) => Ok(Err(Why::Refused(in_one_line(&error)))),
        }
    }

    /// Compiles the translation units of a chunk together; others that need one of them wait. Says how long it
    /// took, if it was done here.
    fn compile_ahead(&self, chunk: usize) -> Duration {
        let mut took = Duration::ZERO;
        self.ahead[chunk].get_or_init(|| {
            let _permit = self.permits.wait_turn();
            let begun = Instant::now();
            let from = chunk * TOGETHER;
            let members = self.translations.iter().skip(from).take(TOGETHER);
            let mut by_flags: BTreeMap<&[String], Vec<PathBuf>> = BTreeMap::new();
            for Translation { file, flags } in members {
                by_flags.entry(flags).or_default().push(file.clone());
            }
            for (flags, files) in by_flags {
                // What cannot be compiled is said when it is loaded.
                let _ = load::compile_ahead(&files, flags.to_vec(), wanted(false, self.loading));
            }
            took = begun.elapsed();
        });
        took
    }
}

/// Why there is no more time.
pub fn why_late(deadline: &Deadline) -> Incomplete {
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

/// What all loads of a run have in common.
#[derive(Clone)]
pub struct Loading {
    /// Bitcode of files that are loaded again.
    pub store: BitcodeStore,
    /// When it ends.
    pub deadline: Deadline,
    /// Functions of the runtime that are there whether or not a file uses them.
    pub required: &'static [&'static str],
}

/// Loads files so that they can be checked, until a deadline. The functions are known afterwards.
pub fn load(
    files: &[PathBuf],
    flags: &[String],
    loading: &Loading,
) -> Result<Result<Program, LoadError>, Failure> {
    load_then(files, flags.to_vec(), wanted(false, loading), |program| {
        // Reads the debug information of all of them.
        functions(&program);
        program
    })
}

/// The program of one translation unit, and its scan.
fn load_one(
    translation: &Translation,
    color: bool,
    loading: &Loading,
) -> Result<Result<(Program, ScannedUnit), LoadError>, Failure> {
    let (file, files) = (translation.file.clone(), std::slice::from_ref(&translation.file));
    load_then(files, translation.flags.clone(), wanted(color, loading), move |program| {
        let scanned = of(&program, &file);
        (program, scanned)
    })
}

fn wanted(color: bool, loading: &Loading) -> Wanted {
    let (mut required, deadline) = (coax_models::twins(), loading.deadline.clone());
    required.extend(loading.required);
    Wanted { required, whole_units: true, color, deadline, store: Some(loading.store.clone()) }
}

/// The scan of a program that is one translation unit.
fn of(program: &Program, file: &Path) -> ScannedUnit {
    let Needed { makers, defined_elsewhere } = needed::needed(program);
    let mut scanned = ScannedUnit {
        functions: functions(program),
        boundary: boundary::symbols(program),
        old_c: program.is_old_c(),
        makers,
        defined_elsewhere,
        makes: made_objects::makes(program),
        takes: made_objects::takes(program),
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
