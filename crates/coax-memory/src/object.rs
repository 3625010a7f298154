//! One object: its bytes, which of their bits are defined, and its story.

use std::borrow::Cow;
use std::sync::Arc;

use coax_expr::Term;
use coax_ir::GlobalId;

use crate::FaultObject;
use crate::guard::Guard;
use crate::symbolic::{SymbolicByte, SymbolicBytes};

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

/// The bytes of an object.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contents {
    pub(crate) bytes: Box<[u8]>,
    /// For each byte, which of its bits are *plain*: defined, and not a matter of inputs. `None`: all of them.
    pub(crate) plain: Option<Box<[u8]>>,
    /// How many bytes have bits that are not plain (meaningful with a mask).
    other_bytes: u64,
    /// The bytes that depend on inputs. None of their bits is plain; which of them are defined stands here.
    pub(crate) symbolic: SymbolicBytes,
}

impl Contents {
    pub(crate) fn undefined(size: usize) -> Contents {
        if size == 0 {
            return Contents::default();
        }
        Contents {
            bytes: vec![0; size].into_boxed_slice(),
            plain: Some(vec![0; size].into_boxed_slice()),
            other_bytes: size as u64,
            symbolic: SymbolicBytes::default(),
        }
    }

    pub(crate) fn of(bytes: Box<[u8]>) -> Contents {
        Contents { bytes, plain: None, other_bytes: 0, symbolic: SymbolicBytes::default() }
    }

    /// Contents as they are before the first access.
    pub(crate) fn initial(size: usize, zeroed: bool) -> Contents {
        match zeroed {
            true => Contents::of(vec![0; size].into_boxed_slice()),
            false => Contents::undefined(size),
        }
    }

    /// Cuts off everything from `at` on.
    pub(crate) fn split_off(&mut self, at: usize) -> Contents {
        let mut bytes = std::mem::take(&mut self.bytes).into_vec();
        let rest = bytes.split_off(at).into_boxed_slice();
        self.bytes = bytes.into_boxed_slice();
        let rest_plain = self.plain.take().map(|plain| {
            let mut plain = plain.into_vec();
            let rest = plain.split_off(at).into_boxed_slice();
            self.plain = Some(plain.into_boxed_slice());
            rest
        });
        let symbolic = self.symbolic.split_off(at);
        let mut tail = Contents { bytes: rest, plain: rest_plain, other_bytes: 0, symbolic };
        self.count_others();
        tail.count_others();
        tail
    }

    /// Adds contents at the end.
    pub(crate) fn append(&mut self, tail: Contents) {
        let at = self.bytes.len();
        if self.plain.is_some() || tail.plain.is_some() {
            let all = |contents: &Contents| vec![0xFF; contents.bytes.len()].into_boxed_slice();
            let head = self.plain.take().unwrap_or_else(|| all(self));
            let rest = tail.plain.as_ref().map_or_else(|| all(&tail), Clone::clone);
            self.plain = Some([head, rest].concat().into_boxed_slice());
        }
        let mut bytes = std::mem::take(&mut self.bytes).into_vec();
        bytes.extend_from_slice(&tail.bytes);
        self.bytes = bytes.into_boxed_slice();
        self.symbolic.append(at, tail.symbolic);
        self.count_others();
    }

    fn count_others(&mut self) {
        let others = |mask: &[u8]| mask.iter().filter(|&&bits| bits != 0xFF).count() as u64;
        self.other_bytes = self.plain.as_deref().map_or(0, others);
        if self.other_bytes == 0 {
            self.plain = None;
        }
    }

    /// Gives the symbolic bytes their values: `value` gives a term's.
    pub(crate) fn refresh(&mut self, value: &mut impl FnMut(Term) -> u128) {
        for byte in self.symbolic.all() {
            self.bytes[byte.offset as usize] = (value(byte.term) >> (8 * byte.byte)) as u8;
        }
    }

    /// Records which bits of the bytes from `offset` on are defined; none of them depends on inputs.
    pub(crate) fn set_defined(&mut self, offset: usize, mask: &[u8]) {
        self.symbolic.clear(offset, mask.len());
        self.set_plain(offset, mask);
    }

    fn set_plain(&mut self, offset: usize, mask: &[u8]) {
        let Some(plain) = &mut self.plain else {
            if mask.iter().all(|&bits| bits == 0xFF) {
                return;
            }
            self.plain = Some(vec![0xFF; self.bytes.len()].into_boxed_slice());
            self.other_bytes = 0;
            return self.set_plain(offset, mask);
        };
        let range = &mut plain[offset..offset + mask.len()];
        let before = range.iter().filter(|&&bits| bits != 0xFF).count() as u64;
        let after = mask.iter().filter(|&&bits| bits != 0xFF).count() as u64;
        range.copy_from_slice(mask);
        self.other_bytes = self.other_bytes - before + after;
        if self.other_bytes == 0 {
            self.plain = None;
        }
    }

    /// Records that `len` bytes from `offset` on are plain.
    pub(crate) fn set_all_plain(&mut self, offset: usize, len: usize) {
        let Some(plain) = &mut self.plain else { return };
        let range = &mut plain[offset..offset + len];
        self.other_bytes -= range.iter().filter(|&&bits| bits != 0xFF).count() as u64;
        range.fill(0xFF);
        self.symbolic.clear(offset, len);
        if self.other_bytes == 0 {
            self.plain = None;
        }
    }

    /// Records which of the bytes from `offset` on depend on inputs, on top of what [`Contents::set_defined`] said.
    pub(crate) fn set_symbolic(&mut self, offset: usize, symbolic: &[SymbolicByte]) {
        for byte in symbolic {
            self.set_plain(offset + byte.offset as usize, &[0]);
        }
        self.symbolic.insert(offset, symbolic);
    }

    /// The masks of defined bits of a range; `None` if all are.
    pub(crate) fn defined(&self, offset: usize, len: usize) -> Option<Cow<'_, [u8]>> {
        let plain = &self.plain.as_deref()?[offset..offset + len];
        let symbolic = self.symbolic.range(offset, len);
        let mask = match symbolic {
            [] => Cow::Borrowed(plain),
            _ => {
                let mut mask = plain.to_vec();
                for byte in symbolic {
                    mask[byte.offset as usize - offset] = !byte.undefined;
                }
                Cow::Owned(mask)
            }
        };
        mask.iter().any(|&bits| bits != 0xFF).then_some(mask)
    }
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

    /// What a message may tell about the object.
    pub fn describe(&self) -> FaultObject {
        FaultObject {
            base: self.base,
            size: self.size,
            origin: self.origin,
            born: self.born,
            ended: (!self.is_alive()).then_some(self.died),
        }
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
