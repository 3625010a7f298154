//! Native functions for the values they give: those the user marked or listed, and those of the
//! libraries the program is linked with.
//!
//! They are called in a helper process, which may die alone. The program's own functions are built
//! into a shared library for it.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use coax_clang::{Parameter, declared_parameters, parse_partition};
use coax_deadline::Deadline;
use coax_engine::symbolic::Natives;
use coax_engine::{ErrorKind, Foreign, ForeignArg, ForeignResult};
use coax_ir::partition::Partition;
use coax_ir::{Annotation, FuncId, Function, Kind, Program, Type, strip};
use coax_native::judge::Subject;
use coax_native::{build_shared, is_in_c_library};

use crate::end::Failure;
use crate::load::write_headers;
use crate::native_calls::NativeCalls;
use crate::project::missing;
use crate::scratch::Scratch;

/// A function that did not return for so many arguments is tried out with no others: every one of
/// them costs a second.
const MOST_HANGS: u32 = 8;

/// The functions that are called natively for their values: the same for every worker.
#[derive(Clone, Default)]
pub struct NativeFunctions {
    /// Linkage names of those that are never looked into.
    concrete: Vec<String>,
    /// Where they, and those of libraries, are found.
    library: Option<PathBuf>,
    partitions: HashMap<String, Partition>,
    /// Why functions of libraries cannot be called, if there are libraries and they cannot.
    unavailable: Option<String>,
}

impl NativeFunctions {
    /// Those of a program: the marked, the listed and those of its libraries. Nothing is built if
    /// there are none, and nothing is built beyond the deadline.
    pub fn of(
        program: &Program,
        listed: &[String],
        subject: &Subject,
        folder: &Path,
        deadline: &Deadline,
    ) -> Result<NativeFunctions, Failure> {
        let chosen: Vec<(FuncId, &Function)> = (0..)
            .map(FuncId)
            .zip(program.functions())
            .filter(|(_, function)| is_chosen(listed, function))
            .collect();
        let concrete: Vec<String> =
            chosen.iter().map(|(_, function)| function.name.to_string()).collect();
        if concrete.is_empty() && !subject.cflags.iter().any(|flag| is_library(flag)) {
            return Ok(NativeFunctions::default());
        }
        let mut partitions = HashMap::new();
        for (id, function) in chosen {
            if let Some((text, mark)) = function.partition() {
                let conditions = partition(program, id, text, mark)?;
                partitions.insert(function.name.to_string(), conditions);
            }
        }
        match build(subject, &concrete, folder, deadline) {
            Ok(library) => {
                let (library, unavailable) = (Some(library), None);
                Ok(NativeFunctions { concrete, library, partitions, unavailable })
            }
            Err(_) if deadline.is_over() => {
                let why = "there was no time to build the functions to be called natively";
                Ok(NativeFunctions { unavailable: Some(why.into()), ..NativeFunctions::default() })
            }
            // It was not asked for: the program can be explored as far as it does not need them.
            Err(error) if concrete.is_empty() => {
                let why = format!("functions of libraries cannot be called natively: {error}");
                Ok(NativeFunctions { unavailable: Some(why), ..NativeFunctions::default() })
            }
            Err(error) => Err(Failure::Input(format!("functions to be called natively: {error}"))),
        }
    }

    /// Is the function with this linkage name never looked into?
    pub fn is_concrete(&self, name: &str) -> bool {
        self.concrete.iter().any(|known| known == name)
    }

    /// Why functions of libraries cannot be called, if that is so.
    pub fn unavailable(&self) -> Option<&str> {
        self.unavailable.as_deref()
    }

    /// Calls them for one worker.
    pub fn caller(&self) -> NativeValues {
        let calls = NativeCalls::for_values(self.library.clone());
        NativeValues {
            functions: self.clone(),
            calls: RefCell::new(calls),
            known: RefCell::default(),
            crashed: RefCell::default(),
            hangs: RefCell::default(),
        }
    }
}

/// Refuses names of functions that neither the program, which `has` knows, nor a library it is linked
/// with has: what does not exist is not called.
pub fn all_there(
    listed: &[String],
    has: impl Fn(&str) -> bool,
    flags: &[String],
    deadline: &Deadline,
) -> Result<(), Failure> {
    let unknown: BTreeSet<String> = listed.iter().filter(|name| !has(name)).cloned().collect();
    let Some(first) = unknown.first() else { return Ok(()) };
    let is_symbol = |name: &String| {
        let fits = |letter: char| letter.is_ascii_alphanumeric() || "_$.".contains(letter);
        !name.is_empty() && name.chars().all(fits)
    };
    let nowhere = match unknown.iter().all(is_symbol) {
        true => {
            let scratch = Scratch::new()
                .map_err(|error| Failure::of_disk("no folder for temporary files", &error))?;
            missing::find(&unknown, flags, false, scratch.path(), deadline).into_iter().next()
        }
        false => Some(unknown.iter().find(|name| !is_symbol(name)).unwrap_or(first).clone()),
    };
    match nowhere {
        Some(name) => Err(Failure::Input(format!(
            "--concrete {name}: neither the program nor a library it is linked with has such a \
             function"
        ))),
        None => Ok(()),
    }
}

/// Is a function marked, or listed, as one that is called natively?
fn is_chosen(listed: &[String], function: &Function) -> bool {
    let is_meant = |name: &String| **name == *function.source_name || **name == *function.name;
    function.is_concrete() || listed.iter().any(is_meant)
}

/// Refuses an entry that is never looked into.
pub fn not_the_entry(listed: &[String], entry: &Function) -> Result<(), Failure> {
    match is_chosen(listed, entry) {
        true => Err(Failure::Input(format!(
            "`{}` is to be called natively (--concrete, COAX_CONCRETE): an exploration cannot start \
             in it",
            entry.source_name
        ))),
        false => Ok(()),
    }
}

/// Builds the program's functions in a folder of their own, where `coax.h` is harmless.
fn build(
    subject: &Subject,
    visible: &[String],
    folder: &Path,
    deadline: &Deadline,
) -> Result<PathBuf, String> {
    let folder = folder.join("natives");
    write_headers(&folder).map_err(|error| error.to_string())?;
    let subject = Subject { include_dirs: vec![folder.clone()], ..subject.clone() };
    let stop = || deadline.is_over();
    build_shared(&subject, visible, &folder, &stop).map_err(|error| error.to_string())
}

/// Does a flag name something to be linked with?
fn is_library(flag: &str) -> bool {
    let is_file = !flag.starts_with('-')
        && (flag.contains(".so.") || [".so", ".a", ".o"].iter().any(|end| flag.ends_with(end)));
    is_file || flag.starts_with("-l")
}

/// The parts of a function's domain, as the user wrote them.
fn partition(
    program: &Program,
    id: FuncId,
    text: &str,
    mark: &Annotation,
) -> Result<Partition, Failure> {
    let function = program.function(id);
    let wrong = |what: String| {
        let place = format!("{}:{}", mark.file, mark.line);
        Failure::Input(format!("{place}: COAX_PARTITION of `{}`: {what}", function.source_name))
    };
    let parameters = parameters(program, id, mark)
        .ok_or_else(|| wrong("the names of its parameters are not known".into()))?;
    parse_partition(text, &parameters).map_err(wrong)
}

/// The parameters of a function as its definition has them, or its declaration if there is no other.
fn parameters(program: &Program, id: FuncId, mark: &Annotation) -> Option<Vec<Parameter>> {
    let function = program.function(id);
    let kinds = function.signature.params.iter().map(|param| match param.kinds[..] {
        [kind] => Some(kind),
        _ => None,
    });
    let kinds: Vec<Kind> = kinds.collect::<Option<_>>()?;
    let named: Vec<(String, bool)> = match program.signature_of(id) {
        Some(signature) => {
            let described = |param: &coax_ir::SourceParam| {
                let name = param.name.as_deref().unwrap_or_default().to_owned();
                (name, is_unsigned(program, param.ty))
            };
            signature.params.iter().map(described).collect()
        }
        None => {
            let source = std::fs::read_to_string(&*mark.file).ok()?;
            declared_parameters(&source, mark.line, &function.source_name)?
        }
    };
    (named.len() == kinds.len()).then(|| {
        let parameter = |((name, unsigned), kind): ((String, bool), Kind)| Parameter {
            name: Arc::from(name),
            kind,
            signed: !unsigned,
        };
        named.into_iter().zip(kinds).map(parameter).collect()
    })
}

fn is_unsigned(program: &Program, ty: coax_ir::TypeId) -> bool {
    matches!(*program.type_of(strip(program, ty)), Type::Int { signed: false, .. })
}

/// Calls native functions for one worker, each with the same values once.
pub struct NativeValues {
    functions: NativeFunctions,
    calls: RefCell<NativeCalls>,
    known: RefCell<HashMap<(String, Vec<u128>), ForeignResult>>,
    /// Functions that have crashed: a new helper for every crash would take longer than the calls.
    crashed: RefCell<HashSet<String>>,
    /// For how many arguments a function did not return.
    hangs: RefCell<HashMap<String, u32>>,
}

impl NativeValues {
    fn key(call: &Foreign) -> Option<(String, Vec<u128>)> {
        let bits = |arg: &ForeignArg| match arg {
            ForeignArg::Scalar { bits, .. } => Some(*bits),
            ForeignArg::Buffer { .. } | ForeignArg::Null => None,
        };
        let values = call.args.iter().map(bits).collect::<Option<Vec<u128>>>()?;
        Some((call.symbol.clone(), values))
    }

    /// Calls a function, and remembers what may be expected of it.
    fn call_now(&self, call: &Foreign) -> ForeignResult {
        let mut calls = self.calls.borrow_mut();
        let result = match self.crashed.borrow().contains(&call.symbol) {
            true => calls.call_apart(call),
            false => calls.call(call),
        };
        match &result {
            ForeignResult::Returned { .. } => {}
            ForeignResult::Wrong(ErrorKind::NoTermination, _) => {
                *self.hangs.borrow_mut().entry(call.symbol.clone()).or_default() += 1;
            }
            ForeignResult::Wrong(..) | ForeignResult::Failed(_) => {
                self.crashed.borrow_mut().insert(call.symbol.clone());
            }
        }
        result
    }

    fn is_tiresome(&self, symbol: &str) -> bool {
        self.hangs.borrow().get(symbol).is_some_and(|&hangs| hangs >= MOST_HANGS)
    }
}

impl Natives for NativeValues {
    fn is_concrete(&self, name: &str) -> bool {
        self.functions.is_concrete(name)
    }

    fn has(&self, name: &str) -> bool {
        self.functions.library.is_some() && !is_in_c_library(name)
    }

    fn call(&self, call: &Foreign) -> ForeignResult {
        let Some(key) = NativeValues::key(call) else {
            return ForeignResult::Failed("it takes more than scalars".into());
        };
        if let Some(known) = self.known.borrow().get(&key) {
            return known.clone();
        }
        let result = self.call_now(call);
        self.known.borrow_mut().insert(key, result.clone());
        result
    }

    fn try_out(&self, call: &Foreign) -> Option<ForeignResult> {
        let is_known = |key| self.known.borrow().contains_key(&key);
        let is_worth_it =
            !self.is_tiresome(&call.symbol) || NativeValues::key(call).is_some_and(is_known);
        is_worth_it.then(|| self.call(call))
    }

    fn partition(&self, name: &str) -> Option<Partition> {
        self.functions.partitions.get(name).cloned()
    }
}
