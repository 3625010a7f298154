//! Symbol resolution: which definition each name stands for, and the ids of everything.
//!
//! Modules are never merged. Every symbol of every module gets a [`Target`] instead: what it
//! stands for in the linked program. The rules are those of an ELF linker: a strong definition
//! beats weak ones, the first weak one wins, common ones take the largest size, local symbols stay
//! in their module, runtime libraries join only if they define something that is missing.
//!
//! Invariant: ids depend only on the order of the modules and of their symbols.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use coax_ir::{
    FuncId, Function, GlobalId, GlobalParts, Kind, Param, ProgramParts, Signature, Symbol,
};

use crate::arrays::DeclaredArrays;
use crate::llvm::{
    Constant, FunctionSymbol, Linkage, Module, Structor, Symbol as ModuleSymbol, SymbolTable,
    TypeNumber, Types, VariableSymbol, What,
};
use crate::lower::library_functions;
use crate::target::Target;
use crate::{LoadError, files::Files};

/// A module that takes part in the program.
pub struct Input {
    /// The module.
    pub module: Module,
    /// Its symbols.
    pub table: SymbolTable,
    /// Where it comes from, for messages.
    pub origin: String,
    /// It is part of our runtime.
    pub runtime: bool,
    /// We compiled it from source, without optimisation.
    pub from_source: bool,
    /// Its source only compiles as old C.
    pub old_c: bool,
    /// What its source says about parameters.
    pub arrays: DeclaredArrays,
}

/// A symbol of a module, such as the one that defines a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SymbolRef {
    /// Index of the module.
    pub module: usize,
    /// Number of the symbol in it.
    pub symbol: u32,
}

/// The result of linking.
pub struct Linked {
    /// Functions, globals and names.
    pub parts: ProgramParts,
    /// For every module, what its symbols stand for.
    pub targets: Vec<Vec<Target>>,
    /// Where each function is defined.
    pub function_places: Vec<Option<SymbolRef>>,
    /// Where each global is defined.
    pub global_places: Vec<Option<SymbolRef>>,
}

/// How strong a definition is; more is stronger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Strength {
    Undefined,
    Copy,
    Common,
    Weak,
    Strong,
}

fn strength(symbol: &ModuleSymbol, runtime: bool) -> Strength {
    match symbol.linkage {
        _ if !symbol.defined => Strength::Undefined,
        Linkage::Common => Strength::Common,
        Linkage::Weak => Strength::Weak,
        Linkage::AvailableExternally => Strength::Copy,
        // A program may replace what our runtime offers, as with a shared library.
        _ if runtime => Strength::Weak,
        _ => Strength::Strong,
    }
}

/// What is known of a name so far.
struct Name {
    best: SymbolRef,
    strength: Strength,
    /// Some module needs it: not only weakly.
    needed: bool,
}

/// The names of all modules, as they are added.
#[derive(Default)]
pub struct Names {
    names: HashMap<String, Name>,
    /// Names in the order they were first seen.
    order: Vec<String>,
    /// C functions that intrinsics need.
    library: Vec<(String, Signature)>,
    /// Names that must be there although no module mentions them.
    required: Vec<String>,
}

impl Names {
    /// No names yet, except that these will be needed.
    pub fn requiring(required: &[String]) -> Names {
        Names { required: required.to_vec(), ..Names::default() }
    }

    /// Takes the symbols of a module into account.
    pub fn add(&mut self, inputs: &[Input], module: usize) -> Result<(), LoadError> {
        let input = &inputs[module];
        for (number, symbol) in input.table.symbols.iter().enumerate() {
            if !is_linked(symbol) {
                self.note_library(symbol, &input.module.types);
                continue;
            }
            let place = SymbolRef { module, symbol: number as u32 };
            self.add_symbol(inputs, symbol, place)?;
        }
        Ok(())
    }

    fn add_symbol(
        &mut self,
        inputs: &[Input],
        symbol: &ModuleSymbol,
        place: SymbolRef,
    ) -> Result<(), LoadError> {
        let strength = strength(symbol, inputs[place.module].runtime);
        let needed = symbol.linkage != Linkage::ExternWeak;
        let Some(known) = self.names.get_mut(&symbol.name) else {
            self.order.push(symbol.name.clone());
            self.names.insert(symbol.name.clone(), Name { best: place, strength, needed });
            return Ok(());
        };
        known.needed |= needed;
        if strength == Strength::Strong && known.strength == Strength::Strong {
            return Err(LoadError::DuplicateSymbol {
                name: source_name(symbol),
                first: inputs[known.best.module].origin.clone(),
                second: inputs[place.module].origin.clone(),
            });
        }
        let larger = strength == Strength::Common
            && known.strength == Strength::Common
            && size_at(inputs, place) > size_at(inputs, known.best);
        // Weak and common definitions are equals, except that the largest common one wins.
        let beats = strength > known.strength
            && !(strength == Strength::Weak && known.strength == Strength::Common);
        if beats || larger {
            known.best = place;
            known.strength = strength;
        }
        Ok(())
    }

    fn note_library(&mut self, symbol: &ModuleSymbol, types: &Types) {
        let What::Function(function) = &symbol.what else { return };
        let Some(intrinsic) = &function.intrinsic else { return };
        let element = |ty: TypeNumber| types.get(types.lanes(ty).1).scalar();
        // Metadata parameters have no kind, structs as results neither.
        let params: Vec<Kind> = function.params.iter().filter_map(|p| element(p.ty)).collect();
        let ret = element(function.result).unwrap_or(Kind::Int(64));
        for found in library_functions(intrinsic, &params, ret) {
            if !self.library.iter().any(|known| known.0 == found.0) {
                self.library.push(found);
            }
        }
    }

    /// Is a name used but not defined?
    fn is_missing(&self, name: &str) -> bool {
        match self.names.get(name) {
            Some(known) => known.needed && known.strength == Strength::Undefined,
            None => {
                self.library.iter().any(|(library, _)| library == name)
                    || self.required.iter().any(|required| required == name)
            }
        }
    }

    /// Is any of these names used but not defined?
    pub fn need_any(&self, names: &[String]) -> bool {
        names.iter().any(|name| self.is_missing(name))
    }
}

/// Does a symbol take part in linking by name?
fn is_linked(symbol: &ModuleSymbol) -> bool {
    !matches!(symbol.linkage, Linkage::Local | Linkage::Appending) && !is_private_to_llvm(symbol)
}

fn is_private_to_llvm(symbol: &ModuleSymbol) -> bool {
    symbol.name.starts_with("llvm.")
}

fn source_name(symbol: &ModuleSymbol) -> String {
    match &symbol.what {
        What::Function(function) => function.source_name.clone(),
        _ => symbol.name.clone(),
    }
}

fn size_at(inputs: &[Input], place: SymbolRef) -> u64 {
    match &inputs[place.module].table.symbols[place.symbol as usize].what {
        What::Variable(variable) => variable.size,
        _ => 0,
    }
}

/// Gives everything its id.
pub fn link(inputs: &[Input], names: &Names, files: &mut Files) -> Linked {
    let mut linker = Linker {
        inputs,
        names,
        files,
        linked: Linked {
            parts: ProgramParts::default(),
            targets: Vec::new(),
            function_places: Vec::new(),
            global_places: Vec::new(),
        },
        by_name: HashMap::new(),
    };
    linker.declare_all();
    linker.declare_library();
    linker.run_lists();
    linker.annotate();
    linker.linked
}

struct Linker<'a> {
    inputs: &'a [Input],
    names: &'a Names,
    files: &'a mut Files,
    linked: Linked,
    by_name: HashMap<&'a str, Target>,
}

impl<'a> Linker<'a> {
    fn symbol(&self, place: SymbolRef) -> &'a ModuleSymbol {
        &self.inputs[place.module].table.symbols[place.symbol as usize]
    }

    /// First everything that has an id of its own, then aliases, which refer to those.
    fn declare_all(&mut self) {
        for (module, input) in self.inputs.iter().enumerate() {
            let targets = (0..input.table.symbols.len() as u32)
                .map(|symbol| self.declare(SymbolRef { module, symbol }))
                .collect();
            self.linked.targets.push(targets);
        }
        for module in 0..self.inputs.len() {
            for symbol in 0..self.linked.targets[module].len() as u32 {
                let place = SymbolRef { module, symbol };
                self.linked.targets[module][symbol as usize] = self.resolve(place, 0);
            }
        }
        self.export();
    }

    fn declare(&mut self, place: SymbolRef) -> Target {
        let symbol = self.symbol(place);
        if is_private_to_llvm(symbol) || symbol.linkage == Linkage::Appending {
            return Target::Nothing;
        }
        if symbol.linkage == Linkage::Local {
            return self.make(place);
        }
        if let Some(target) = self.by_name.get(symbol.name.as_str()) {
            return *target;
        }
        let name = &self.names.names[&symbol.name];
        let missing = name.strength == Strength::Undefined && !name.needed;
        let target = if missing { Target::Null } else { self.make(name.best) };
        self.by_name.insert(&symbol.name, target);
        target
    }

    /// A new id for what is defined (or declared) at a place. Aliases get theirs later.
    fn make(&mut self, place: SymbolRef) -> Target {
        let symbol = self.symbol(place);
        let home = symbol.defined.then_some(place);
        match &symbol.what {
            What::Function(function) => {
                let function = self.function(symbol, function, place);
                Target::Symbol(self.add_function(function, home), 0)
            }
            What::Variable(variable) => {
                let parts = self.global(symbol, variable, place);
                let id = GlobalId(self.linked.parts.globals.len() as u32);
                self.linked.parts.globals.push(parts);
                self.linked.global_places.push(home);
                Target::Symbol(Symbol::Global(id), 0)
            }
            What::IFunc => {
                let function = plain_function(&symbol.name, Signature::default());
                match self.add_function(function, None) {
                    Symbol::Function(id) => Target::IFunc(id),
                    Symbol::Global(_) => Target::Nothing,
                }
            }
            What::Alias(_) => Target::Nothing,
        }
    }

    fn add_function(&mut self, function: Function, home: Option<SymbolRef>) -> Symbol {
        let id = FuncId(self.linked.parts.functions.len() as u32);
        self.linked.parts.functions.push(function);
        self.linked.function_places.push(home);
        Symbol::Function(id)
    }

    /// The final target of a symbol: aliases are followed, in the module that defines them.
    fn resolve(&self, place: SymbolRef, depth: u32) -> Target {
        let symbol = self.symbol(place);
        let place = match is_linked(symbol) {
            true => self.names.names[&symbol.name].best,
            false => place,
        };
        let What::Alias(aliasee) = &self.symbol(place).what else {
            return self.linked.targets[place.module][place.symbol as usize];
        };
        // Aliases cannot form a cycle in verified bitcode; across modules, better safe.
        if depth > 64 {
            return Target::Nothing;
        }
        self.resolve_alias(aliasee, place.module, depth)
    }

    fn resolve_alias(&self, aliasee: &Constant, module: usize, depth: u32) -> Target {
        let Some((symbol, offset)) = aliasee.as_symbol() else { return Target::Nothing };
        match self.resolve(SymbolRef { module, symbol }, depth + 1) {
            Target::Symbol(symbol, more) => Target::Symbol(symbol, more.wrapping_add(offset)),
            other => other,
        }
    }

    /// Names that stand for a whole function or variable.
    fn export(&mut self) {
        for name in &self.names.order {
            let best = self.names.names[name].best;
            if let Target::Symbol(symbol, 0) = self.resolve(best, 0) {
                self.linked.parts.symbols.insert(name.as_str().into(), symbol);
            }
        }
    }

    /// C functions that intrinsics need and no module declares.
    fn declare_library(&mut self) {
        for (name, signature) in &self.names.library {
            if !self.linked.parts.symbols.contains_key(name.as_str()) {
                let symbol = self.add_function(plain_function(name, signature.clone()), None);
                self.linked.parts.symbols.insert(name.as_str().into(), symbol);
            }
        }
    }

    // ---- descriptions -------------------------------------------------------------------

    fn function(
        &self,
        symbol: &ModuleSymbol,
        function: &FunctionSymbol,
        place: SymbolRef,
    ) -> Function {
        let types = &self.inputs[place.module].module.types;
        Function {
            source_name: function.source_name.as_str().into(),
            defined: symbol.defined,
            runtime: self.inputs[place.module].runtime,
            ..plain_function(&symbol.name, signature(function, types))
        }
    }

    fn global(
        &mut self,
        symbol: &ModuleSymbol,
        variable: &VariableSymbol,
        place: SymbolRef,
    ) -> GlobalParts {
        let debug = variable.debug.as_ref();
        let file = debug.filter(|debug| !debug.file.1.is_empty());
        GlobalParts {
            name: symbol.name.as_str().into(),
            source_name: debug
                .map(|d| d.name.as_str().into())
                .filter(|name: &Arc<str>| !name.is_empty()),
            size: variable.size,
            align: variable.align,
            constant: variable.constant,
            defined: symbol.defined,
            thread_local: variable.thread_local,
            zero: variable.zero,
            runtime: self.inputs[place.module].runtime,
            file: file.map(|debug| self.files.name(&debug.file.0, &debug.file.1)),
            line: debug.map_or(0, |debug| debug.line),
        }
    }

    // ---- before and after main ----------------------------------------------------------

    fn run_lists(&mut self) {
        let constructors = self.run_list(|table| &table.constructors);
        let mut destructors = self.run_list(|table| &table.destructors);
        // What is set up last is torn down first.
        destructors.reverse();
        self.linked.parts.constructors = constructors;
        self.linked.parts.destructors = destructors;
    }

    fn run_list(&self, list: impl Fn(&'a SymbolTable) -> &'a Vec<Structor>) -> Vec<FuncId> {
        let mut found = Vec::new();
        for (module, input) in self.inputs.iter().enumerate() {
            for entry in list(&input.table) {
                let target = self.linked.targets[module][entry.function as usize];
                if let (Target::Symbol(Symbol::Function(id), 0), true) =
                    (target, self.is_selected(module, entry))
                {
                    found.push((entry.priority, id));
                }
            }
        }
        found.sort_by_key(|entry| entry.0);
        found.into_iter().map(|entry| entry.1).collect()
    }

    /// Puts marks on functions.
    fn annotate(&mut self) {
        for (module, input) in self.inputs.iter().enumerate() {
            for mark in &input.table.annotations {
                let target = self.linked.targets[module][mark.function as usize];
                let Target::Symbol(Symbol::Function(id), 0) = target else { continue };
                let annotation = coax_ir::Annotation {
                    text: mark.text.as_str().into(),
                    file: mark.file.as_str().into(),
                    line: mark.line,
                };
                self.linked.parts.functions[id.index()].annotations.push(annotation);
            }
        }
    }

    /// An initialiser that belongs to a variable only runs where that variable is taken from.
    fn is_selected(&self, module: usize, entry: &Structor) -> bool {
        let Some(associated) = entry.associated else { return true };
        let symbol = self.symbol(SymbolRef { module, symbol: associated });
        !is_linked(symbol) || self.names.names[&symbol.name].best.module == module
    }
}

fn plain_function(name: &str, signature: Signature) -> Function {
    Function {
        name: name.into(),
        source_name: name.into(),
        defined: false,
        signature,
        file: None,
        line: 0,
        runtime: false,
        annotations: Vec::new(),
        ty: None,
        body: OnceLock::new(),
    }
}

fn signature(function: &FunctionSymbol, types: &Types) -> Signature {
    let params = function.params.iter().map(|param| Param {
        kinds: types.get(param.ty).kinds(),
        noundef: param.noundef,
        byval: param.byval,
        sret: param.sret,
    });
    Signature {
        params: params.collect(),
        ret: types.get(function.result).kinds().into_vec(),
        variadic: function.variadic,
        ret_noundef: function.result_noundef,
    }
}
