//! The whole program: functions and globals, their addresses, and bodies on demand.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::address::{self, GRANULE_BITS, Region};
use crate::source::{ClassFacts, Declaration, SourceSignature};
use crate::{Body, FuncId, GlobalId, Kind, Type, TypeId};

/// A linked program. Shared by everything that runs it; the only things that
/// change are bodies and initial contents that appear on first use.
pub struct Program {
    functions: Vec<Function>,
    globals: Vec<Global>,
    symbols: HashMap<Arc<str>, Symbol>,
    constructors: Vec<FuncId>,
    destructors: Vec<FuncId>,
    /// Which global each granule of the globals' region belongs to.
    granules: Vec<GlobalId>,
    types: Mutex<Vec<Arc<Type>>>,
    /// Names that typedefs give to types without a tag.
    aliases: Mutex<HashMap<TypeId, Arc<str>>>,
    /// By function.
    signatures: Vec<OnceLock<Option<Arc<SourceSignature>>>>,
    /// What is known of classes, by type.
    classes: Mutex<HashMap<TypeId, Option<Arc<ClassFacts>>>>,
    own_functions: OnceLock<Vec<FuncId>>,
    front: Mutex<Box<dyn Front>>,
}

/// What lowers bodies and evaluates initial contents, when first asked for.
pub trait Front: Send {
    /// The body of a defined function.
    fn lower(&mut self, program: &Program, function: FuncId) -> Result<Body, LowerError>;

    /// The initial bytes of a defined global (`size` bytes).
    fn initial(&mut self, program: &Program, global: GlobalId) -> Result<Box<[u8]>, LowerError>;

    /// Does a source only compile as old C, with errors of newer compilers as warnings?
    fn is_old_c(&self) -> bool {
        false
    }

    /// A defined function as its source declares it, if there is debug information.
    fn signature(&mut self, _program: &Program, _function: FuncId) -> Option<SourceSignature> {
        None
    }

    /// The source type of a global, if there is debug information.
    fn global_type(&mut self, _program: &Program, _global: GlobalId) -> Option<TypeId> {
        None
    }

    /// What only classes of C++ have; none for other types.
    fn class_facts(&mut self, _program: &Program, _class: TypeId) -> Option<ClassFacts> {
        None
    }

    /// The functions that the user's own files define, by file and line.
    fn own_functions(&mut self, _program: &Program) -> Vec<FuncId> {
        Vec::new()
    }

    /// The function that defines a member function, if the program contains it.
    fn definition(&mut self, _program: &Program, _declaration: Declaration) -> Option<FuncId> {
        None
    }

    /// The names that a linker may know a declared member function by.
    fn linkage_names(&mut self, _declaration: Declaration) -> Vec<String> {
        Vec::new()
    }
}

/// What the name begins with of a variable that points to the type of another one, whose name
/// follows. Only so is the type known of a variable that no file defines.
pub const TYPE_OF: &str = "coax_type_of_";

/// Why there is no body, or no initial contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LowerError {
    /// The front end could not read what it was given.
    Unreadable(String),
    /// The deadline came first.
    NoTime,
}

impl fmt::Display for LowerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LowerError::Unreadable(why) => f.write_str(why),
            LowerError::NoTime => f.write_str("there was no time to read it"),
        }
    }
}

impl std::error::Error for LowerError {}

/// What a linked name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A function.
    Function(FuncId),
    /// A global variable.
    Global(GlobalId),
}

/// A function of the program.
#[derive(Debug)]
pub struct Function {
    /// Linkage name (mangled, for C++).
    pub name: Arc<str>,
    /// Name as the source writes it, with its scope where known (`ns::Class::method`).
    pub source_name: Arc<str>,
    /// Has a body in the program.
    pub defined: bool,
    /// Parameters and result.
    pub signature: Signature,
    /// File and line of its definition, if known.
    pub file: Option<Arc<str>>,
    /// Line of its definition, or 0.
    pub line: u32,
    /// Part of Coax's own runtime, not of the user's code: left out of traces.
    pub runtime: bool,
    /// Marks its declarations carry, those of ours.
    pub annotations: Vec<Annotation>,
    /// Source type (a [`Type::Function`]), if known.
    pub ty: Option<TypeId>,
    /// The body, once lowered.
    pub body: OnceLock<Result<Body, LowerError>>,
}

/// A mark on a declaration, as `coax.h` makes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// What it says.
    pub text: Arc<str>,
    /// The file it stands in, as the compiler was told its name.
    pub file: Arc<str>,
    /// The line there.
    pub line: u32,
}

impl Function {
    /// Is it never to be looked into, but called natively?
    pub fn is_concrete(&self) -> bool {
        self.annotations.iter().any(|mark| &*mark.text == CONCRETE)
    }

    /// The parts its domain falls into, as they were written.
    pub fn partition(&self) -> Option<(&str, &Annotation)> {
        let part = |mark| Annotation::partition(mark).map(|text| (text, mark));
        self.annotations.iter().find_map(part)
    }
}

impl Annotation {
    fn partition(&self) -> Option<&str> {
        self.text.strip_prefix(PARTITION).map(str::trim)
    }
}

/// What COAX_CONCRETE and COAX_PARTITION leave in the bitcode.
const CONCRETE: &str = "coax.concrete";
const PARTITION: &str = "coax.partition";

/// What a function takes and gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Signature {
    /// Parameters in order.
    pub params: Vec<Param>,
    /// Scalar leaves of the result; empty for void.
    pub ret: Vec<Kind>,
    /// Takes variadic arguments too.
    pub variadic: bool,
    /// Returning an uninitialised value is an error.
    pub ret_noundef: bool,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Scalar leaves.
    pub kinds: Box<[Kind]>,
    /// An uninitialised argument is an error.
    pub noundef: bool,
    /// Passed as a copy in memory: (size, alignment).
    pub byval: Option<(u64, u64)>,
    /// The hidden pointer to where a struct result goes.
    pub sret: bool,
}

/// A global variable with its address.
#[derive(Debug)]
pub struct Global {
    /// What the front end told about it.
    pub parts: GlobalParts,
    /// Its address.
    pub address: u64,
    initial: OnceLock<Result<Arc<[u8]>, LowerError>>,
    ty: OnceLock<Option<TypeId>>,
}

/// What the front end tells about a global variable.
#[derive(Clone, Debug)]
pub struct GlobalParts {
    /// Linkage name.
    pub name: Arc<str>,
    /// Name as the source writes it, if the debug information has it.
    pub source_name: Option<Arc<str>>,
    /// Size in bytes (of what is declared, if it is only declared).
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// Cannot be written.
    pub constant: bool,
    /// Has initial contents in the program; otherwise the library may know it.
    pub defined: bool,
    /// Thread-local.
    pub thread_local: bool,
    /// Starts as zeros: there is no need to ask for its initial contents.
    pub zero: bool,
    /// Part of Coax's own runtime.
    pub runtime: bool,
    /// File of its definition, if known.
    pub file: Option<Arc<str>>,
    /// Line of its definition, or 0.
    pub line: u32,
}

/// Everything that is known of a program before anything is lowered.
#[derive(Default)]
pub struct ProgramParts {
    /// Functions; their index is their id.
    pub functions: Vec<Function>,
    /// Globals; their index is their id.
    pub globals: Vec<GlobalParts>,
    /// Linked names (not the internal ones of a module).
    pub symbols: HashMap<Arc<str>, Symbol>,
    /// Functions to run before `main`, in order.
    pub constructors: Vec<FuncId>,
    /// Functions to run after `main`, in order.
    pub destructors: Vec<FuncId>,
}

impl Program {
    /// Gives every global its address and makes the program ready to run.
    pub fn new(parts: ProgramParts, front: Box<dyn Front>) -> Program {
        let mut granules = Vec::new();
        let globals = parts
            .globals
            .into_iter()
            .enumerate()
            .map(|(index, parts)| place_global(&mut granules, GlobalId(index as u32), parts))
            .collect();
        Program {
            signatures: parts.functions.iter().map(|_| OnceLock::new()).collect(),
            classes: Mutex::default(),
            own_functions: OnceLock::new(),
            functions: parts.functions,
            globals,
            symbols: parts.symbols,
            constructors: parts.constructors,
            destructors: parts.destructors,
            granules,
            types: Mutex::default(),
            aliases: Mutex::default(),
            front: Mutex::new(front),
        }
    }

    /// A function by id.
    #[inline]
    pub fn function(&self, id: FuncId) -> &Function {
        &self.functions[id.index()]
    }

    /// All functions, in id order.
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// A global by id.
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.index()]
    }

    /// All globals, in id order.
    pub fn globals(&self) -> &[Global] {
        &self.globals
    }

    /// What a linked name stands for.
    pub fn symbol(&self, name: &str) -> Option<Symbol> {
        self.symbols.get(name).copied()
    }

    /// The function of a linked name.
    pub fn function_named(&self, name: &str) -> Option<FuncId> {
        match self.symbol(name)? {
            Symbol::Function(id) => Some(id),
            Symbol::Global(_) => None,
        }
    }

    /// The global of a linked name.
    pub fn global_named(&self, name: &str) -> Option<GlobalId> {
        match self.symbol(name)? {
            Symbol::Global(id) => Some(id),
            Symbol::Function(_) => None,
        }
    }

    /// Functions to run before `main`, in order.
    pub fn constructors(&self) -> &[FuncId] {
        &self.constructors
    }

    /// Functions to run after `main`, in order.
    pub fn destructors(&self) -> &[FuncId] {
        &self.destructors
    }

    /// The function whose entry this address is.
    pub fn function_at(&self, address: u64) -> Option<FuncId> {
        let id = address::function_at(address)?;
        (address::of_function(id) == address && id.index() < self.functions.len()).then_some(id)
    }

    /// The global whose granules this address lies in (not necessarily its bytes).
    pub fn global_at(&self, address: u64) -> Option<GlobalId> {
        if Region::of(address) != Some(Region::Globals) {
            return None;
        }
        self.granules.get(address::granule_in(Region::Globals, address) as usize).copied()
    }

    /// The body of a function, lowered now if this is its first use.
    #[inline]
    pub fn body(&self, id: FuncId) -> Result<&Body, &LowerError> {
        let function = &self.functions[id.index()];
        match function.body.get() {
            Some(body) => body.as_ref(),
            None => self.lower(id, function),
        }
    }

    #[cold]
    fn lower<'a>(&'a self, id: FuncId, function: &'a Function) -> Result<&'a Body, &'a LowerError> {
        let mut front = self.front();
        function.body.get_or_init(|| front.lower(self, id)).as_ref()
    }

    /// The initial contents of a defined global.
    pub fn initial(&self, id: GlobalId) -> Result<&Arc<[u8]>, &LowerError> {
        let global = &self.globals[id.index()];
        let mut front = self.front();
        global.initial.get_or_init(|| front.initial(self, id).map(Arc::from)).as_ref()
    }

    /// A function as its source declares it; none without debug information or a body.
    pub fn signature_of(&self, id: FuncId) -> Option<Arc<SourceSignature>> {
        let cell = &self.signatures[id.index()];
        if cell.get().is_none() {
            let mut front = self.front();
            cell.get_or_init(|| front.signature(self, id).map(Arc::new));
        }
        cell.get().and_then(Clone::clone)
    }

    /// The source type of a global, if the debug information has it.
    pub fn global_type(&self, id: GlobalId) -> Option<TypeId> {
        let cell = &self.globals[id.index()].ty;
        if cell.get().is_none() {
            let mut front = self.front();
            cell.get_or_init(|| front.global_type(self, id));
        }
        cell.get().copied().flatten()
    }

    /// What only classes of C++ have. `class` is a class itself: see [`crate::strip`].
    pub fn class_facts(&self, class: TypeId) -> Option<Arc<ClassFacts>> {
        let mut front = self.front();
        let mut classes = self.classes.lock().unwrap_or_else(PoisonError::into_inner);
        let known =
            classes.entry(class).or_insert_with(|| front.class_facts(self, class).map(Arc::new));
        known.clone()
    }

    /// The functions that the user's own files define, by file and line: neither those of Coax's
    /// runtime, nor of the system's headers, nor those the compiler adds.
    pub fn own_functions(&self) -> &[FuncId] {
        if self.own_functions.get().is_none() {
            let mut front = self.front();
            self.own_functions.get_or_init(|| front.own_functions(self));
        }
        self.own_functions.get().map_or(&[], Vec::as_slice)
    }

    /// The function that defines a constructor or destructor, if the program contains it.
    pub fn definition_of(&self, declaration: Declaration) -> Option<FuncId> {
        self.front().definition(self, declaration)
    }

    /// The names that a linker may know a declared constructor or destructor by.
    pub fn linkage_names_of(&self, declaration: Declaration) -> Vec<String> {
        self.front().linkage_names(declaration)
    }

    /// Does a source only compile as old C, with errors of newer compilers as warnings?
    pub fn is_old_c(&self) -> bool {
        self.front().is_old_c()
    }

    fn front(&self) -> MutexGuard<'_, Box<dyn Front>> {
        self.front.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a source type.
    pub fn add_type(&self, ty: Type) -> TypeId {
        let mut types = self.types.lock().unwrap_or_else(PoisonError::into_inner);
        types.push(Arc::new(ty));
        TypeId(types.len() as u32 - 1)
    }

    /// How many source types were met so far; their ids count from 0.
    pub fn type_count(&self) -> usize {
        self.types.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Completes a source type that was added as a placeholder (recursive types need one).
    pub fn set_type(&self, id: TypeId, ty: Type) {
        let mut types = self.types.lock().unwrap_or_else(PoisonError::into_inner);
        types[id.index()] = Arc::new(ty);
    }

    /// Remembers the name that a typedef gives to a type without a tag.
    pub fn set_alias(&self, id: TypeId, name: Arc<str>) {
        let mut aliases = self.aliases.lock().unwrap_or_else(PoisonError::into_inner);
        aliases.entry(id).or_insert(name);
    }

    /// The name that a typedef gives to a type without a tag.
    pub fn alias_of(&self, id: TypeId) -> Option<Arc<str>> {
        self.aliases.lock().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()
    }

    /// A source type by id.
    pub fn type_of(&self, id: TypeId) -> Arc<Type> {
        Arc::clone(&self.types.lock().unwrap_or_else(PoisonError::into_inner)[id.index()])
    }
}

fn place_global(granules: &mut Vec<GlobalId>, id: GlobalId, parts: GlobalParts) -> Global {
    let (offset, count) = address::placement(parts.size, parts.align.max(1), granules.len() as u64);
    // Granules are aligned to a MiB only; a larger alignment needs the first granule itself aligned.
    let unit = parts.align.div_ceil(address::GRANULE).max(1) as usize;
    while !granules.len().is_multiple_of(unit) {
        granules.push(id);
    }
    let address = Region::Globals.base() + ((granules.len() as u64) << GRANULE_BITS) + offset;
    granules.extend(std::iter::repeat_n(id, count as usize));
    Global { parts, address, initial: OnceLock::new(), ty: OnceLock::new() }
}
