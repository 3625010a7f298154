//! Native functions for the values they give: those the user marked or listed, and those of the
//! libraries the program is linked with.
//!
//! They are called in a helper process, which may die alone. The program's own functions are built
//! into a shared library for it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use coax_engine::symbolic::Natives;
use coax_engine::symbolic::partition::{Conditions, Parameter, declared_parameters};
use coax_engine::{Foreign, ForeignArg, ForeignResult};
use coax_ir::{Annotation, FuncId, Function, Kind, Program, Type, strip};
use coax_native::judge::Subject;
use coax_native::{build_shared, is_in_c_library};

use crate::exit::Failure;
use crate::native_calls::NativeCalls;

/// The functions that are called natively for their values: the same for every worker.
#[derive(Clone, Default)]
pub struct NativeFunctions {
    /// Linkage names of those that are never looked into.
    concrete: Vec<String>,
    /// Where they, and those of libraries, are found.
    library: Option<PathBuf>,
    partitions: HashMap<String, Conditions>,
}

impl NativeFunctions {
    /// Those of a program: the marked, the listed and those of its libraries. Nothing is built if
    /// there are none.
    pub fn of(
        program: &Program,
        listed: &[String],
        subject: &Subject,
        folder: &Path,
    ) -> Result<NativeFunctions, Failure> {
        let is_listed = |function: &Function| {
            listed.iter().any(|name| **name == *function.source_name || **name == *function.name)
        };
        let chosen: Vec<(FuncId, &Function)> = (0..)
            .map(FuncId)
            .zip(program.functions())
            .filter(|(_, function)| function.is_concrete() || is_listed(function))
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
        let library = build(subject, &concrete, folder)
            .map_err(|error| Failure::Input(format!("functions to be called natively: {error}")))?;
        Ok(NativeFunctions { concrete, library: Some(library), partitions })
    }

    /// Whoever calls them for one worker.
    pub fn caller(&self) -> NativeValues {
        let calls = NativeCalls::for_values(self.library.clone());
        NativeValues {
            functions: self.clone(),
            calls: RefCell::new(calls),
            known: RefCell::default(),
        }
    }
}

/// Builds the program's functions in a folder of their own, where `coax.h` is harmless.
fn build(subject: &Subject, visible: &[String], folder: &Path) -> Result<PathBuf, String> {
    let folder = folder.join("natives");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    std::fs::write(folder.join("coax.h"), coax_models::HEADER)
        .map_err(|error| error.to_string())?;
    let subject = Subject { include_dirs: vec![folder.clone()], ..subject.clone() };
    build_shared(&subject, visible, &folder).map_err(|error| error.to_string())
}

/// Does a flag name something to be linked with?
fn is_library(flag: &str) -> bool {
    flag.starts_with("-l")
        || [".so", ".a", ".o"].iter().any(|end| !flag.starts_with('-') && flag.ends_with(end))
}

/// The parts of a function's domain, as the user wrote them.
fn partition(
    program: &Program,
    id: FuncId,
    text: &str,
    mark: &Annotation,
) -> Result<Conditions, Failure> {
    let function = program.function(id);
    let wrong = |what: String| {
        let place = format!("{}:{}", mark.file, mark.line);
        Failure::Input(format!("{place}: COAX_PARTITION of `{}`: {what}", function.source_name))
    };
    let parameters = parameters(program, id, mark)
        .ok_or_else(|| wrong("the names of its parameters are not known".into()))?;
    Conditions::parse(text, &parameters).map_err(wrong)
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
}

impl Natives for NativeValues {
    fn is_concrete(&self, name: &str) -> bool {
        self.functions.concrete.iter().any(|known| known == name)
    }

    fn has(&self, name: &str) -> bool {
        self.functions.library.is_some() && !is_in_c_library(name)
    }

    fn call(&self, call: &Foreign) -> ForeignResult {
        let bits = |arg: &ForeignArg| match arg {
            ForeignArg::Scalar { bits, .. } => Some(*bits),
            ForeignArg::Buffer { .. } | ForeignArg::Null => None,
        };
        let Some(values) = call.args.iter().map(bits).collect::<Option<Vec<u128>>>() else {
            return ForeignResult::Failed("it takes more than scalars".into());
        };
        let key = (call.symbol.clone(), values);
        if let Some(known) = self.known.borrow().get(&key) {
            return known.clone();
        }
        let result = self.calls.borrow_mut().call(call);
        self.known.borrow_mut().insert(key, result.clone());
        result
    }

    fn partition(&self, name: &str) -> Option<Conditions> {
        self.functions.partitions.get(name).cloned()
    }
}
