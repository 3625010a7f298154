//! One object: its bytes, which of their bits are defined, and its story.

use std::sync::Arc;

use coax_ir::GlobalId;

use crate::contents::Contents;
use crate::guard::Guard;
use crate::symbolic::SymbolicByte;

/// A call stack the engine remembers for us; opaque here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Default)]
pub struct TraceId(pub u32);

/// Which allocator made a heap object (what frees it must match).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum HeapKind {
    /// `malloc`, `calloc`, `realloc`, `aligned_alloc`, …
    Malloc,
    /// `new`.
    New,
    /// `new[]`.
    NewArray,
    /// Made by a library model for itself (never reported as leaked).
    Library,
    /// Given to the function that is run for itself; every function that frees matches it.
    Input,
}

/// What made an object.
#[allow(missing_docs, reason = "the fields say what they are")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Origin {
    /// A global variable.
    Global(GlobalId),
    /// A stack object: index into the stack objects of the function it belongs to.
    Stack { function: coax_ir::FuncId, object: u32 },
    /// A dynamic stack object (variable-length array, `alloca`).
    DynamicStack { function: coax_ir::FuncId, object: u32 },
    /// A copy of a struct passed by value, or an area for variadic arguments.
    Argument,
    /// The heap.
    Heap(HeapKind),
    /// Something the environment provides: `argv`, `errno`, character tables.
    Environment,
}

/// How an object's life ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Ending {
    /// `free`, `delete` or `realloc`.
    Freed,
    /// Its function returned.
    FrameLeft,
    /// Its scope was left.
    ScopeLeft,
}

/// Is the object usable?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Status {
    /// Yes.
    Alive,
    /// No more.
    Ended(Ending),
}

/// An object in memory.
#[derive(Debug)]
pub struct Object {
    /// First address.
    pub base: u64,
    /// Size in bytes (also after its end); if it depends on inputs, its value under the state's model.
    pub size: u64,
    /// What made it.
    pub origin: Origin,
    /// Where it was made.
    pub born: TraceId,
    /// Where it ended (meaningful once it has).
    pub died: TraceId,
    /// Is it usable?
    pub status: Status,
    /// May the program write to it?
    pub writable: bool,
    /// How many granules it has.
    pub(crate) granules: u32,
    /// Next in the queue of ended objects, by granule.
    pub(crate) next_ended: u32,
    /// What is special about it if its size depends on inputs.
    pub(crate) guard: Option<Arc<Guard>>,
    data: Data,
}

/// Contents, owned or shared with forks of this memory.
#[derive(Debug)]
enum Data {
    Owned(Contents),
    Shared(Arc<Contents>),
}

impl Object {
    pub(crate) fn new(base: u64, origin: Origin, born: TraceId, contents: Contents) -> Object {
        Object {
            base,
            size: contents.bytes.len() as u64,
            origin,
            born,
            died: TraceId::default(),
            status: Status::Alive,
            writable: true,
            granules: 1,
            next_ended: u32::MAX,
            guard: None,
            data: Data::Owned(contents),
        }
    }

    #[inline(always)]
    pub(crate) fn contents(&self) -> &Contents {
        match &self.data {
            Data::Owned(contents) => contents,
            Data::Shared(contents) => contents,
        }
    }

    #[inline(always)]
    pub(crate) fn contents_mut(&mut self) -> &mut Contents {
        if let Data::Shared(shared) = &self.data {
            self.data = Data::Owned(Contents::clone(shared));
        }
        match &mut self.data {
            Data::Owned(contents) => contents,
            Data::Shared(_) => unreachable!("just made owned"),
        }
    }

    /// The object ends: its bytes are gone, its story stays.
    pub(crate) fn end(&mut self, ending: Ending, died: TraceId) {
        self.status = Status::Ended(ending);
        self.died = died;
        self.data = Data::Owned(Contents::default());
        if let Some(guard) = &mut self.guard {
            Arc::make_mut(guard).end();
        }
    }

    /// The object begins (again) with undefined contents.
    pub(crate) fn begin(&mut self) {
        self.status = Status::Alive;
        let shown = if self.guard.is_some() { 0 } else { self.size as usize };
        self.data = Data::Owned(Contents::undefined(shown));
    }

    /// Makes the contents shareable and gives a second handle on the object.
    pub(crate) fn share(&mut self) {
        if let Data::Owned(contents) = &mut self.data {
            self.data = Data::Shared(Arc::new(std::mem::take(contents)));
        }
    }

    /// The bytes of the object; empty once it has ended. Those known to be inside, if its size depends on inputs.
    pub fn bytes(&self) -> &[u8] {
        &self.contents().bytes
    }

    /// The bytes of the object that depend on inputs, in order.
    pub fn symbolic(&self) -> &[SymbolicByte] {
        self.contents().symbolic.all()
    }

    /// Is the object usable?
    pub fn is_alive(&self) -> bool {
        self.status == Status::Alive
    }
}

impl Clone for Object {
    fn clone(&self) -> Object {
        let data = match &self.data {
            Data::Owned(contents) => Data::Owned(contents.clone()),
            Data::Shared(contents) => Data::Shared(Arc::clone(contents)),
        };
        Object { data, guard: self.guard.clone(), ..*self }
    }
}
