//! Values and objects: bytes, and where the pointers among them lead.

use std::sync::Arc;

use coax_ir::{FuncId, TypeId};

/// A value: bytes, and what the pointers among them point to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// Its type.
    pub ty: TypeId,
    /// Its memory image.
    pub bytes: Vec<u8>,
    /// The pointers in it.
    pub pointers: Vec<PointerAt>,
}

/// A pointer within a value or object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointerAt {
    /// Where it lies, in bytes.
    pub offset: u64,
    /// What it points to.
    pub to: Pointee,
}

/// What a pointer points to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pointee {
    /// Nothing.
    Null,
    /// An object of the environment, or what lies in it.
    Object {
        /// Its index.
        index: usize,
        /// How far in, in bytes.
        offset: u64,
    },
    /// A stub of the environment, by its index.
    Stub(usize),
    /// A function of the program.
    Function(FuncId),
    /// A `FILE` that reads these bytes.
    File(Vec<u8>),
}

/// An object that pointers lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// The type of its elements (void: bytes).
    pub ty: TypeId,
    /// How many there are.
    pub count: u64,
    /// Its memory image: `count` times the size of an element. Any other size is fine too; then
    /// the object is written as bytes.
    pub bytes: Vec<u8>,
    /// The pointers in it.
    pub pointers: Vec<PointerAt>,
    /// Set if the code under test releases it: it lies on the heap.
    pub released: Option<Release>,
    /// Its bytes are a terminated string.
    pub text: bool,
    /// What it is called, after the pointer that leads to it: `list->next`.
    pub name: Arc<str>,
}

/// How an object is released.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Release {
    /// By `free` or `realloc`.
    Free,
    /// By `delete`.
    Delete,
    /// By `delete[]`.
    DeleteArray,
}
