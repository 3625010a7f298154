//! A first look at every translation unit: does it compile, which functions does it have, which
//! names does it define and which does it need?
//!
//! Invariant: a surveyed program is not kept (many would not fit into memory), except for a single
//! one, which is all there is.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use coax_clang::LoadError;
use coax_deadline::Deadline;
use coax_ir::{FuncId, Program, Symbol};
use coax_suite::variable_name;

use super::makers::Maker;
use super::needed;
use super::sources::Translation;
use crate::exit::Failure;
use crate::load::{Wanted, load_then};

/// What stands for the class of a lambda in the name of its function.
const UNNAMED: &str = "(unnamed class)::";

/// What is known of a translation unit.
#[derive(Debug, Default)]
pub struct Surveyed {
    /// Its own functions.
    pub functions: Vec<FunctionName>,
    /// Names that others can use.
    pub defines: BTreeSet<String>,
    /// Those of them that nobody else may define: not those of inline functions.
    pub strong: BTreeSet<String>,
    /// Names that it uses and does not have.
    pub needs: BTreeSet<String>,
    /// What must be added for its functions to be given what they take.
    pub makers: Vec<Maker>,
    /// Variables that it uses and nobody has whom Coax knows: their types are asked for.
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

impl Surveyed {
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

/// One translation unit's survey, or why there is none.
pub type Survey = Result<Surveyed, LoadError>;

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

/// The program of one translation unit, and its survey.
pub fn load_one(
    translation: &Translation,
    color: bool,
    deadline: &Deadline,
) -> Result<Result<(Program, Surveyed), LoadError>, Failure> {
    let (file, files) = (translation.file.clone(), std::slice::from_ref(&translation.file));
    load_then(files, translation.flags.clone(), wanted(color, deadline), move |program| {
        let surveyed = of(&program, &file);
        (program, surveyed)
    })
}

fn wanted(color: bool, deadline: &Deadline) -> Wanted {
    let (required, deadline) = (coax_models::twins(), deadline.clone());
    Wanted { required, whole_units: true, color, deadline }
}

/// Looks at all translation units, some at a time; those that the deadline prevents have none.
pub fn all(
    translations: &[Translation],
    workers: usize,
    deadline: &Deadline,
) -> Result<Vec<Option<Survey>>, Failure> {
    let next = AtomicUsize::new(0);
    let surveys: Vec<Mutex<Option<Survey>>> =
        translations.iter().map(|_| Mutex::new(None)).collect();
    let failure: Mutex<Option<Failure>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..workers.min(translations.len()) {
            scope.spawn(|| {
                while !deadline.is_over() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(translation) = translations.get(index) else { return };
                    match one(translation, deadline) {
                        Ok(survey) => *lock(&surveys[index]) = Some(survey),
                        Err(error) => *lock(&failure) = Some(error),
                    }
                }
            });
        }
    });
    match lock(&failure).take() {
        Some(failure) => Err(failure),
        None => Ok(surveys.into_iter().map(|survey| lock(&survey).take()).collect()),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // Each value is written whole.
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn one(translation: &Translation, deadline: &Deadline) -> Result<Survey, Failure> {
    Ok(load_one(translation, false, deadline)?.map(|(_, surveyed)| surveyed))
}

/// The survey of a program that is one translation unit.
fn of(program: &Program, file: &Path) -> Surveyed {
    let mut surveyed = Surveyed {
        functions: functions(program),
        makers: needed::needed(program),
        ..Surveyed::default()
    };
    let main_file = spelt(&file.to_string_lossy());
    // What a header defines is inline, or else nobody could include it twice.
    let strong = surveyed.functions.iter().filter(|function| function.file == main_file);
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
                surveyed.strong.insert(name.clone());
            }
            surveyed.defines.insert(name);
        } else if !function.defined {
            surveyed.needs.insert(name);
        }
    }
    survey_globals(program, &mut surveyed);
    surveyed
}

fn survey_globals(program: &Program, surveyed: &mut Surveyed) {
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
                surveyed.strong.insert(name.clone());
            }
            surveyed.defines.insert(name);
        } else if !parts.defined {
            if !coax_models::has_variable(&name) && variable_name(&name).is_some() {
                surveyed.variables.push(name.clone());
            }
            surveyed.needs.insert(name);
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
