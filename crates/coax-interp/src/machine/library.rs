//! The seam to the library models: how a function without a body is found and called.

use std::any::Any;

use coax_expr::Term;
use coax_ir::{CallSite, FuncId, Kind, Program};
use coax_memory::{Access, Allocation, HeapKind, Memory, Origin, TraceId};

use coax_ir::address::Region;

use super::Hooks;
use crate::{ErrorKind, State, Stop, World, machine};

/// Finds models by name.
pub trait Library<H: Hooks> {
    /// The model of an external function.
    fn model(&self, name: &str) -> Option<Model<H>>;

    /// Is there a model that knows what the function does? Others can only be called natively.
    fn is_modelled(&self, _name: &str) -> bool {
        true
    }

    /// What a model does when what it works on depends on inputs.
    fn treatment(&self, _name: &str) -> Treatment {
        Treatment::Concretize
    }

    /// What an external function of the system may return, if that is known.
    fn returned(&self, _name: &str) -> Option<Returned> {
        None
    }

    /// Does a model do nothing but read and write the memory it is given, and return?
    fn is_local(&self, _name: &str) -> bool {
        false
    }

    /// The contents of a global variable that the library defines (`stdin`, `environ`, …): makes
    /// it and writes it through `call`, whose result is its bytes. `None` if it is unknown.
    fn global(
        &self,
        name: &str,
        size: u64,
        call: &mut Call<'_, '_, H>,
    ) -> Option<Result<Vec<u8>, Stop>>;

    /// The library's own state at the start of a run.
    fn initial_state(&self) -> Box<dyn LibraryState>;
}

/// Whole numbers that a function may return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Returned {
    /// The least of them.
    pub least: i64,
    /// The largest of them.
    pub most: Most,
}

/// The largest number that a function may return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Most {
    /// Always this.
    Number(i64),
    /// What the argument of this number is, counted from 0.
    Argument(usize),
}

/// What is done about inputs when a model is called: a model sees values under the path's model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// Arguments and memory it reads are fixed to their values; the report says that others were not tried.
    Concretize,
    /// Arguments are decided: every value is a path of its own. Memory it reads is fixed.
    Decide,
    /// Nothing that the program can see depends on them: it goes by the values.
    Observe,
    /// It looks at terms itself.
    Aware,
    /// This function of the runtime is called in its stead as soon as it meets a term.
    Twin(&'static str),
    /// It looks at terms itself; where it reads memory that depends on inputs as plain bytes, or
    /// returns [`Stop::NeedsTerms`], this function of the runtime is called in its stead.
    AwareOrTwin(&'static str),
}

/// What the models remember between calls; part of the state, so it forks with it.
pub trait LibraryState: Any {
    /// A copy.
    fn fork(&self) -> Box<dyn LibraryState>;
    /// For getting at the concrete type.
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

/// A function that the library provides.
pub type Model<H> = fn(&mut Call<'_, '_, H>) -> Result<Flow, Stop>;

/// A scalar argument: its kind and its bits (zero-extended; `hi` for kinds of two slots).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// What the bits mean.
    pub kind: Kind,
    /// Low word.
    pub lo: u64,
    /// High word of a kind with two slots, else 0.
    pub hi: u64,
}

impl Value {
    /// All bits.
    pub fn wide(self) -> u128 {
        u128::from(self.hi) << 64 | u128::from(self.lo)
    }
}

/// What a model did.
#[derive(Clone, Debug, PartialEq)]
pub enum Flow {
    /// Return nothing.
    Void,
    /// Return one word. It is cut to the width of the result's kind.
    Word(u64),
    /// Return a value of two slots.
    Wide(u128),
    /// Return one word that depends on inputs: its value under the model and its term, which has
    /// the width of the result.
    Symbolic(u64, Term),
    /// Return an aggregate: its words.
    Words(Vec<u64>),
    /// Control is already elsewhere (`longjmp`, `throw`): there is no return.
    Elsewhere,
}

impl Flow {
    /// Return an `int`.
    pub fn int(value: i32) -> Flow {
        Flow::Word(value as u32 as u64)
    }

    /// Return a `long`.
    pub fn long(value: i64) -> Flow {
        Flow::Word(value as u64)
    }

    /// Return a `double`.
    pub fn double(value: f64) -> Flow {
        Flow::Word(value.to_bits())
    }

    /// Return a `float`.
    pub fn float(value: f32) -> Flow {
        Flow::Word(value.to_bits().into())
    }
}

/// One call of a model: its arguments and everything it may touch.
///
/// Memory is reached through the methods here, not through the state: they
/// bring globals into memory when they are first touched.
pub struct Call<'a, 'p, H: Hooks> {
    /// The state that calls.
    pub state: &'a mut State<'p, H>,
    /// The outside world.
    pub world: &'a mut dyn World,
    /// The program.
    pub program: &'p Program,
    /// Who is called.
    pub function: FuncId,
    /// The scalar leaves of the arguments, in order. For `byval` arguments, the address of a copy.
    pub args: &'a [Value],
    /// How many leaves belong to named parameters; the rest are variadic.
    pub fixed: usize,
    /// The call site.
    pub site: Option<&'p CallSite>,
    /// The library that is called.
    pub library: &'p dyn Library<H>,
    pub(crate) traces: &'a mut machine::Traces,
    /// What the layers above the interpreter keep in the machine.
    pub above: &'a mut H::InMachine<'p>,
    /// What the model does about inputs.
    pub treatment: Treatment,
    /// Can the call be undone and done again, once what it asks about an object's size is decided?
    pub rewinds: bool,
}

impl<'p, H: Hooks> Call<'_, 'p, H> {
    // ---- arguments ----------------------------------------------------------------------

    /// Argument `i` as a word; 0 if the caller passed fewer.
    pub fn word(&self, i: usize) -> u64 {
        self.args.get(i).map_or(0, |value| value.lo)
    }

    /// Argument `i` as an `int`.
    pub fn int(&self, i: usize) -> i32 {
        self.word(i) as i32
    }

    /// Argument `i` as a `long`.
    pub fn long(&self, i: usize) -> i64 {
        self.word(i) as i64
    }

    /// Argument `i` as a `double`.
    pub fn double(&self, i: usize) -> f64 {
        f64::from_bits(self.word(i))
    }

    /// Argument `i` as a `float`.
    pub fn float(&self, i: usize) -> f32 {
        f32::from_bits(self.word(i) as u32)
    }

    /// The name of the called function.
    pub fn name(&self) -> &'p str {
        &self.program.function(self.function).name
    }

    // ---- stopping -----------------------------------------------------------------------

    /// The program is wrong.
    pub fn error(&self, kind: ErrorKind, message: impl Into<String>) -> Stop {
        Stop::Error { kind, message: message.into() }
    }

    /// The models' own state.
    ///
    /// # Panics
    /// If the library's state is not a `T`.
    pub fn library_state<T: 'static>(&mut self) -> &mut T {
        self.state.library.as_any_mut().downcast_mut().expect("the library's own state")
    }

    /// The models' own state and the world, both at once.
    ///
    /// # Panics
    /// If the library's state is not a `T`.
    pub fn split<T: 'static>(&mut self) -> (&mut T, &mut dyn World) {
        let state = self.state.library.as_any_mut().downcast_mut();
        (state.expect("the library's own state"), &mut *self.world)
    }

    // ---- memory -------------------------------------------------------------------------

    /// The memory, with the object at `address` brought in if it is a global or an input not
    /// touched yet.
    pub fn memory_at(&mut self, address: u64) -> Result<&mut Memory, Stop> {
        if self.state.memory.object(address).is_none() {
            self.bring_in(address)?;
        }
        Ok(&mut self.state.memory)
    }

    /// Brings the global or the input object at `address` into memory, if there is one.
    pub fn bring_in(&mut self, address: u64) -> Result<(), Stop> {
        match H::bring_in(self, address)? {
            true => Ok(()),
            false => self.map_global(address),
        }
    }

    /// Brings the global at `address` into memory, if there is one.
    fn map_global(&mut self, address: u64) -> Result<(), Stop> {
        let Some(id) = self.program.global_at(address) else { return Ok(()) };
        let global = self.program.global(id);
        let parts = &global.parts;
        let origin = Origin::Global(id);
        if parts.defined {
            if parts.zero {
                let has_room = self.state.memory.map_zeroed(
                    global.address,
                    origin,
                    parts.size,
                    parts.align,
                    !parts.constant,
                );
                let (name, size) = (&parts.name, parts.size);
                return match has_room {
                    true => Ok(()),
                    false => {
                        let what = format!("`{name}`, of {size} bytes: there is no memory for it");
                        Err(Stop::Unsupported(what))
                    }
                };
            }
            let bytes = self.program.initial(id).map_err(Stop::from)?;
            self.state.memory.map_global(
                global.address,
                origin,
                bytes,
                parts.align,
                !parts.constant,
            );
            return Ok(());
        }
        let library = self.library;
        match library.global(&parts.name, parts.size, self).transpose()? {
            Some(bytes) => {
                self.state.memory.map_global(global.address, origin, &bytes, parts.align, true);
                Ok(())
            }
            None => self.make_external(id),
        }
    }

    /// Brings an undefined external variable into memory.
    fn make_external(&mut self, id: coax_ir::GlobalId) -> Result<(), Stop> {
        let name = &self.program.global(id).parts.name;
        match H::external(self, id)? {
            true => Ok(()),
            false => Err(Stop::Unsupported(format!("external variable `{name}`"))),
        }
    }

    /// Checks that an access is allowed.
    pub fn check(&mut self, address: u64, len: u64, access: Access) -> Result<(), Stop> {
        H::before_access(self, address, len, access)?;
        self.memory_at(address)?.check(address, len, access).map(|_| ()).map_err(Stop::from)
    }

    /// Bytes that the program must have written before.
    pub fn read(&mut self, address: u64, len: u64) -> Result<&[u8], Stop> {
        H::before_access(self, address, len, Access::Read)?;
        H::before_read(self, address, len)?;
        let memory = self.memory_at(address)?;
        if let Some(mask) = memory.defined(address, len)? {
            let first = mask.iter().position(|&bits| bits != 0xFF).unwrap_or(0);
            return Err(uninitialized(first as u64, len));
        }
        Ok(self.state.memory.bytes(address, len)?)
    }

    /// Bytes that leave the program. Structs are written with their padding and records with their
    /// unused tails, so it is an error only if the program has written none of them.
    pub fn read_record(&mut self, address: u64, len: u64) -> Result<&[u8], Stop> {
        H::before_access(self, address, len, Access::Read)?;
        H::before_read(self, address, len)?;
        let memory = self.memory_at(address)?;
        if let Some(mask) = memory.defined(address, len)?
            && mask.iter().all(|&bits| bits == 0)
        {
            return Err(uninitialized(0, len));
        }
        Ok(self.state.memory.bytes(address, len)?)
    }

    /// Writes bytes.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Stop> {
        H::before_access(self, address, bytes.len() as u64, Access::Write)?;
        self.memory_at(address)?.write(address, bytes).map_err(Stop::from)
    }

    /// Fills bytes.
    pub fn fill(&mut self, address: u64, byte: u8, len: u64) -> Result<(), Stop> {
        H::before_access(self, address, len, Access::Write)?;
        self.memory_at(address)?.fill(address, byte, len).map_err(Stop::from)
    }

    /// Copies bytes, defined or not; overlapping is allowed.
    pub fn copy(&mut self, to: u64, from: u64, len: u64) -> Result<(), Stop> {
        H::before_access(self, to, len, Access::Write)?;
        H::before_access(self, from, len, Access::Read)?;
        self.memory_at(to)?;
        self.memory_at(from)?.copy(to, from, len).map_err(Stop::from)
    }

    /// The bytes of a string up to its terminator (not included), at most `limit` of them.
    /// Without a terminator within the object (and the limit), the access one beyond the end fails.
    pub fn c_string(&mut self, address: u64, limit: u64) -> Result<&[u8], Stop> {
        H::before_access_to_end(self, address)?;
        let rest = self.memory_at(address)?.rest(address)?;
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let seen = &rest[..rest.len().min(limit)];
        match seen.iter().position(|&byte| byte == 0) {
            Some(len) => {
                let whole = self.read(address, len as u64 + 1)?;
                Ok(&whole[..len])
            }
            None if seen.len() == limit => self.read(address, limit as u64),
            None => {
                let len = seen.len() as u64;
                self.read(address, len)?;
                Err(self
                    .state
                    .memory
                    .check(address, len + 1, Access::Read)
                    .map_or_else(Stop::from, |_| {
                        Stop::Internal("an unterminated string ends inside its object".into())
                    }))
            }
        }
    }

    /// A little-endian integer of `N` bytes.
    pub fn load<const N: usize>(&mut self, address: u64) -> Result<u64, Stop> {
        let mut word = [0; 8];
        word[..N].copy_from_slice(self.read(address, N as u64)?);
        Ok(u64::from_le_bytes(word))
    }

    /// Stores the low `N` bytes of an integer.
    pub fn store<const N: usize>(&mut self, address: u64, value: u64) -> Result<(), Stop> {
        self.write(address, &value.to_le_bytes()[..N])
    }

    // ---- objects ------------------------------------------------------------------------

    /// The call stack here, for remembering where something happened.
    pub fn trace(&mut self) -> TraceId {
        self.traces.of(self.state)
    }

    /// Allocates on the heap, undefined or zeroed. `None` if there is no room.
    pub fn allocate(&mut self, size: u64, align: u64, kind: HeapKind, zeroed: bool) -> Option<u64> {
        let born = self.trace();
        let request =
            Allocation { region: Region::Heap, size, align, origin: Origin::Heap(kind), born };
        match zeroed {
            true => self.state.memory.allocate_zeroed(&request),
            false => self.state.memory.allocate(&request),
        }
    }

    /// An object that the environment provides (never freed, never a leak).
    pub fn environment(&mut self, bytes: &[u8]) -> u64 {
        let size = bytes.len() as u64;
        let born = TraceId::default();
        let request =
            Allocation { region: Region::Heap, size, align: 16, origin: Origin::Environment, born };
        self.state
            .memory
            .allocate_bytes(&request, bytes)
            .expect("room for the environment's objects")
    }
}

/// The error of using bytes that were never written.
fn uninitialized(first: u64, len: u64) -> Stop {
    let message = format!("byte {first} of the {len} bytes used here was never written");
    Stop::Error { kind: ErrorKind::UninitializedRead, message }
}
