//! LLVM behind a safe wall.
//!
//! The C++ shim flattens modules into byte streams; this module owns the two kinds of foreign
//! objects there are (a context and its modules), asks for streams and decodes them into plain
//! data. All `unsafe` of the crate is in this file.
//!
//! Invariants:
//! - A module is freed before its context (each holds the context by [`Rc`]).
//! - Nothing outside keeps a pointer into LLVM: streams are copied before they are decoded.
//! - A module only answers for numbers of its own that it gave out before.

mod constant;
mod debug;
mod function;
mod stream;
mod symbols;
mod types;

use std::ffi::c_char;
use std::ptr::NonNull;
use std::rc::Rc;

// Links LLVM's libraries; the shim is what calls them.
use llvm_sys as _;

pub use constant::{Addresses, Constant};
pub use debug::{BasicClass, Node, NodeField};
pub use function::{
    Argument, Block, Call, Called, CastOp, Function, Op, Operand, PadClause, PlaceRecord, RmwOp,
    Value, VariableRecord,
};
pub use stream::Stream;
pub use symbols::{FunctionSymbol, Linkage, Structor, Symbol, SymbolTable, VariableSymbol, What};
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
