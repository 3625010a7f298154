//! LLVM behind a safe wall.
//!
//! The C++ shim flattens modules into byte streams; this module owns the kinds of foreign
//! objects there are (a context and its modules, and what instruments bitcode), asks for streams and decodes them into plain
//! data. All `unsafe` of the crate is in this file.
//!
//! Invariants:
//! - A module is freed before its context (each holds the context by [`Rc`]).
//! - Nothing outside keeps a pointer into LLVM: streams are copied before they are decoded.
//! - A module only answers for numbers of its own that it gave out before.

mod constant;
mod debug;
mod function;
mod source;
mod stream;
mod symbols;
mod trace;
mod types;

use std::ffi::c_char;
use std::ptr::NonNull;
use std::rc::Rc;

// Links LLVM's libraries; the shim is what calls them.
use llvm_sys as _;

use crate::files::{absolute, is_system};

pub use constant::{Addresses, Constant};
pub use debug::{BasicClass, Node, NodeField};
pub use function::{
    Argument, Block, Call, Called, CastOp, Function, Op, Operand, PadClause, PlaceRecord, RmwOp,
    Value, VariableRecord,
};
pub use source::{ClassRecord, DefinitionRecord, SignatureRecord};
pub use stream::Stream;
pub use symbols::{
    FunctionSymbol, Linkage, Parameter, Structor, Symbol, SymbolTable, VariableSymbol, What,
};
pub use trace::{Side, TracedModule};
pub use types::{Leaf, Type, TypeNumber, Types};

pub use function::BinaryOp;

#[repr(C)]
struct RawContext {
    _private: [u8; 0],
}

#[repr(C)]
struct RawModule {
    _private: [u8; 0],
}

#[repr(C)]
struct RawTracer {
    _private: [u8; 0],
}

unsafe extern "C" {
    fn coax_context_new() -> *mut RawContext;
    fn coax_context_free(context: *mut RawContext);
    fn coax_module_open(
        context: *mut RawContext,
        data: *const c_char,
        size: usize,
        failed: *mut bool,
    ) -> *mut RawModule;
    fn coax_defined_names(data: *const c_char, size: usize, failed: *mut bool) -> *mut RawModule;
    fn coax_module_free(module: *mut RawModule);
    fn coax_result(module: *const RawModule, size: *mut usize) -> *const c_char;
    fn coax_function(module: *mut RawModule, symbol: u32, failed: *mut bool);
    fn coax_initial(module: *mut RawModule, symbol: u32);
    fn coax_debug_node(module: *mut RawModule, node: u32);
    fn coax_signature(module: *mut RawModule, symbol: u32);
    fn coax_definitions(module: *mut RawModule);
    fn coax_class(module: *mut RawModule, node: u32);
    fn coax_linkage_name(module: *mut RawModule, node: u32);
    fn coax_tracer_new(is_foreign: FileTest) -> *mut RawTracer;
    fn coax_tracer_free(tracer: *mut RawTracer);
    fn coax_tracer_silence(tracer: *mut RawTracer, name: *const c_char, size: usize);
    fn coax_tracer_look(
        tracer: *mut RawTracer,
        data: *const c_char,
        size: usize,
        length: *mut usize,
        failed: *mut bool,
    ) -> *const c_char;
    fn coax_tracer_add(
        tracer: *mut RawTracer,
        data: *const c_char,
        size: usize,
        length: *mut usize,
        failed: *mut bool,
    ) -> *const c_char;
}

/// An LLVM context: what modules share.
#[derive(Clone)]
pub struct Context(Rc<OwnedContext>);

struct OwnedContext(NonNull<RawContext>);

impl Context {
    /// A fresh context.
    pub fn new() -> Context {
        // SAFETY: no preconditions; the shim allocates with `new`, which does not give null.
        let raw = unsafe { coax_context_new() };
        Context(Rc::new(OwnedContext(NonNull::new(raw).expect("new never gives null"))))
    }
}

impl Drop for OwnedContext {
    fn drop(&mut self) {
        // SAFETY: made by coax_context_new and freed once; every module holds an Rc, so none is left.
        unsafe { coax_context_free(self.0.as_ptr()) }
    }
}

/// A module of the shim, or what holds a result of it.
struct OwnedModule(NonNull<RawModule>);

impl OwnedModule {
    fn new(raw: *mut RawModule) -> OwnedModule {
        OwnedModule(NonNull::new(raw).expect("new never gives null"))
    }

    /// A copy of the result of the last call, which is a reason if the call failed.
    fn result(&self, failed: bool) -> Result<Vec<u8>, String> {
        let mut size = 0;
        // SAFETY: the result is `size` bytes owned by the module, valid until its next call; it is
        // copied at once.
        let bytes = unsafe {
            let data = coax_result(self.0.as_ptr(), &mut size);
            std::slice::from_raw_parts(data.cast::<u8>(), size).to_vec()
        };
        if failed { Err(String::from_utf8_lossy(&bytes).into_owned()) } else { Ok(bytes) }
    }
}

impl Drop for OwnedModule {
    fn drop(&mut self) {
        // SAFETY: made by the shim and freed once, before the context (see `Module`).
        unsafe { coax_module_free(self.0.as_ptr()) }
    }
}

/// The names that (trusted) bitcode defines. Much cheaper than opening it.
pub fn defined_names(bitcode: &[u8]) -> Result<Vec<String>, String> {
    let mut failed = false;
    // SAFETY: data and size describe a slice, which the shim only reads during the call.
    let raw = unsafe { coax_defined_names(bitcode.as_ptr().cast(), bitcode.len(), &mut failed) };
    let bytes = OwnedModule::new(raw).result(failed)?;
    let mut stream = Stream::new(&bytes);
    Types::default().extend(&mut stream);
    Ok(stream.list(Stream::text))
}

/// An open module.
pub struct Module {
    /// Before the context, so that it is freed first.
    raw: OwnedModule,
    /// Keeps the context alive until the module is gone.
    _context: Context,
    /// Types met so far.
    pub types: Types,
    /// How many symbols it has.
    symbols: usize,
}

/// The initial contents of a variable: bytes, and addresses to put into them.
pub struct Initial {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Offset, number of bytes, value.
    pub relocations: Vec<(usize, usize, Constant)>,
}

impl Module {
    /// Opens bitcode (which must come from a trusted writer) without reading its functions.
    pub fn open(context: &Context, bitcode: &[u8]) -> Result<(Module, SymbolTable), String> {
        let mut failed = false;
        // SAFETY: the context is alive, data and size describe a slice, the shim copies it.
        let raw = unsafe {
            coax_module_open(
                context.0.0.as_ptr(),
                bitcode.as_ptr().cast(),
                bitcode.len(),
                &mut failed,
            )
        };
        let raw = OwnedModule::new(raw);
        let bytes = raw.result(failed)?;
        let mut module =
            Module { raw, _context: context.clone(), types: Types::default(), symbols: 0 };
        let table = SymbolTable::read(&mut module.stream(&bytes));
        module.symbols = table.symbols.len();
        Ok((module, table))
    }

    /// Reads a function's body. `symbol` must be a function defined in this module.
    pub fn function(&mut self, symbol: u32) -> Result<Function, String> {
        assert!((symbol as usize) < self.symbols, "symbol of another module");
        let mut failed = false;
        // SAFETY: the module is alive and the symbol number is in range; the caller's symbol table
        // says it is a function.
        unsafe { coax_function(self.raw.0.as_ptr(), symbol, &mut failed) };
        let bytes = self.raw.result(failed)?;
        Ok(Function::read(&mut self.stream(&bytes)))
    }

    /// The initial contents of a variable of this module.
    pub fn initial(&mut self, symbol: u32) -> Initial {
        assert!((symbol as usize) < self.symbols, "symbol of another module");
        // SAFETY: as in `function`, for a variable.
        unsafe { coax_initial(self.raw.0.as_ptr(), symbol) };
        let bytes = self.result();
        let mut stream = self.stream(&bytes);
        Initial {
            bytes: stream.bytes().to_vec(),
            relocations: stream.list(|s| (s.index(), s.index(), Constant::read(s))),
        }
    }

    /// A node of the debug information, by its number (not plus 1).
    pub fn debug_node(&mut self, node: u32) -> Node {
        // SAFETY: the module is alive; node numbers only come from its own streams.
        unsafe { coax_debug_node(self.raw.0.as_ptr(), node) };
        let bytes = self.result();
        Node::read(&mut self.stream(&bytes))
    }

    /// A function as declared. `symbol` must be a function defined in this module.
    pub fn signature(&mut self, symbol: u32) -> Option<SignatureRecord> {
        assert!((symbol as usize) < self.symbols, "symbol of another module");
        // SAFETY: as in `function`.
        unsafe { coax_signature(self.raw.0.as_ptr(), symbol) };
        let bytes = self.result();
        SignatureRecord::read(&mut self.stream(&bytes))
    }

    /// Where every function of the module is defined. Reads all of them.
    pub fn definitions(&mut self) -> Vec<DefinitionRecord> {
        // SAFETY: the module is alive.
        unsafe { coax_definitions(self.raw.0.as_ptr()) };
        let bytes = self.result();
        self.stream(&bytes).list(DefinitionRecord::read)
    }

    /// What only classes have, by the number of a debug node.
    pub fn class(&mut self, node: u32) -> Option<ClassRecord> {
        // SAFETY: as in `debug_node`.
        unsafe { coax_class(self.raw.0.as_ptr(), node) };
        let bytes = self.result();
        ClassRecord::read(&mut self.stream(&bytes))
    }

    /// The linkage name of a declared member function, by the number of its debug node.
    pub fn linkage_name(&mut self, node: u32) -> String {
        // SAFETY: as in `debug_node`.
        unsafe { coax_linkage_name(self.raw.0.as_ptr(), node) };
        let bytes = self.result();
        self.stream(&bytes).text()
    }

    /// The result of a call that cannot fail.
    fn result(&self) -> Vec<u8> {
        self.raw.result(false).unwrap_or_default()
    }

    fn stream<'a>(&mut self, bytes: &'a [u8]) -> Stream<'a> {
        let mut stream = Stream::new(bytes);
        self.types.extend(&mut stream);
        stream
    }
}

/// Folder and name of a file, each with its length.
type FileTest = unsafe extern "C" fn(*const c_char, usize, *const c_char, usize) -> bool;

/// Is a file one of the libraries' headers? The shim asks.
unsafe extern "C" fn is_foreign(
    folder: *const c_char,
    folder_size: usize,
    name: *const c_char,
    name_size: usize,
) -> bool {
    let text = |data: *const c_char, size: usize| {
        if size == 0 {
            return String::new();
        }
        // SAFETY: the shim passes texts of its module, which stay while it waits for the answer.
        let bytes = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), size) };
        String::from_utf8_lossy(bytes).into_owned()
    };
    is_system(&absolute(&(text(folder, folder_size), text(name, name_size))), &[])
}

/// What instruments modules; it remembers the numbers it gave to edges.
pub struct Tracer(NonNull<RawTracer>);

impl Tracer {
    /// One that has seen no module.
    pub fn new() -> Tracer {
        // SAFETY: no preconditions; the shim allocates with `new`, which does not give null.
        let raw = unsafe { coax_tracer_new(is_foreign) };
        Tracer(NonNull::new(raw).expect("new never gives null"))
    }

    /// A function of this name, the source's or the linker's, tells nothing.
    pub fn silence(&mut self, name: &str) {
        // SAFETY: the tracer is alive, and the text is copied.
        unsafe { coax_tracer_silence(self.0.as_ptr(), name.as_ptr().cast(), name.len()) }
    }

    /// Sees which functions (trusted) bitcode marks as not to be looked into, for all modules.
    pub fn look(&mut self, bitcode: &[u8]) -> Result<(), String> {
        self.ask(coax_tracer_look, bitcode).map(drop)
    }

    /// Instruments (trusted) bitcode.
    pub fn add(&mut self, bitcode: &[u8]) -> Result<TracedModule, String> {
        let bytes = self.ask(coax_tracer_add, bitcode)?;
        Ok(TracedModule::read(&mut Stream::new(&bytes)))
    }

    fn ask(&mut self, question: TracerQuestion, bitcode: &[u8]) -> Result<Vec<u8>, String> {
        let (mut length, mut failed) = (0, false);
        // SAFETY: the tracer is alive, data and size describe a slice that is only read; the result
        // is `length` bytes, valid until the tracer's next call, and copied at once.
        let bytes = unsafe {
            let (data, size) = (bitcode.as_ptr().cast(), bitcode.len());
            let data = question(self.0.as_ptr(), data, size, &mut length, &mut failed);
            std::slice::from_raw_parts(data.cast::<u8>(), length).to_vec()
        };
        match failed {
            true => Err(String::from_utf8_lossy(&bytes).into_owned()),
            false => Ok(bytes),
        }
    }
}

/// What a tracer is asked about a module.
type TracerQuestion = unsafe extern "C" fn(
    *mut RawTracer,
    *const c_char,
    usize,
    *mut usize,
    *mut bool,
) -> *const c_char;

impl Drop for Tracer {
    fn drop(&mut self) {
        // SAFETY: made by coax_tracer_new and freed once.
        unsafe { coax_tracer_free(self.0.as_ptr()) }
    }
}
