//! Calls of arbitrary native functions in a process that may die alone.
//!
//! [`Helper`] starts the helper process and sends it one [`CallRequest`] after the other; [`serve`]
//! is that process. All that the native function does — crash, hang, `exit` — becomes a
//! [`CallOutcome`], and the next call gets a new process.
//!
//! Memory goes by value: the objects a call may reach are sent whole, placed between guard pages,
//! and sent back as the call left them. Pointers never cross as addresses, only as places in a
//! buffer, so that results do not depend on where things lie.
//!
//! The helper shares standard input, output and error with its parent; the two speak over a socket.
//! What a native function leaves in stdio's buffers is flushed when it returns. Native state (globals
//! of libraries, open files) lives as long as the process: until the next crash or timeout. A call
//! made *apart* leaves none, and costs the helper nothing if it crashes.

mod arena;
mod call;
mod foreign;
mod process;
mod serve;
mod wire;

pub use process::Helper;
pub use serve::serve;

use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

/// One native call.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CallRequest {
    /// The linker's name of the function.
    pub symbol: String,
    /// Shared libraries to look in, in this order; after them come libc and libm.
    pub libraries: Vec<PathBuf>,
    /// The objects the call may reach.
    pub buffers: Vec<Buffer>,
    /// The arguments, in order, already promoted if they are variadic.
    pub arguments: Vec<Argument>,
    /// The kind of the returned value.
    pub result: Kind,
    /// The number of fixed parameters, if the function is variadic.
    pub variadic_from: Option<usize>,
    /// How long the call may take.
    pub timeout: Duration,
    /// In a child of the helper: for functions that crash often and are called for their value.
    pub apart: bool,
}

/// An object passed to native code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buffer {
    /// Its contents; its size is their length.
    pub bytes: Vec<u8>,
    /// Its alignment, a power of two up to 4096; zero counts as one.
    ///
    /// The buffer ends at a guard page as nearly as the alignment allows.
    pub align: usize,
    /// Constant: a write is a crash.
    pub read_only: bool,
    /// Where in it pointers are (eight bytes each), and to what.
    pub pointers: Vec<Slot>,
}

/// A pointer stored in a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// Its first byte, counted from the start of the buffer that holds it.
    pub offset: usize,
    /// What it points to.
    pub target: Pointer,
}

/// A pointer in terms of the buffers of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pointer {
    /// The null pointer.
    Null,
    /// Into, or just past the end of, a buffer.
    Into {
        /// The index of the buffer in the request.
        buffer: usize,
        /// The distance from its start.
        offset: usize,
    },
    /// To anything else; only ever in an answer.
    Foreign,
}

/// One argument.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Argument {
    /// An integer of 1 (`bool`), 8, 16, 32 or 64 bits; bits of the value beyond that are ignored.
    Int {
        /// Its width.
        bits: u32,
        /// Whether its type is signed.
        signed: bool,
        /// Its value.
        value: u64,
    },
    /// A `float`.
    F32(f32),
    /// A `double`.
    F64(f64),
    /// A `long double`, as it lies in memory.
    LongDouble([u8; 16]),
    /// A pointer; two pointers into one buffer alias.
    Pointer(Pointer),
}

/// The kind of a returned value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Nothing.
    Void,
    /// An integer of 1, 8, 16, 32 or 64 bits.
    Int {
        /// Its width.
        bits: u32,
        /// Whether its type is signed.
        signed: bool,
    },
    /// A `float`.
    F32,
    /// A `double`.
    F64,
    /// A `long double`.
    LongDouble,
    /// A pointer that is null or into a buffer of the call; any other is unsupported.
    Pointer,
    /// A `char *`: as `Pointer`, but foreign text is copied.
    String,
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CallOutcome {
    /// It returned.
    Returned(Returned),
    /// The process died of this signal.
    CrashedBySignal(i32),
    /// The function ended the process with this exit code.
    Exited(i32),
    /// It did not return in time; the process was killed.
    TimedOut,
    /// It returned, but bytes beside this buffer had changed.
    Overrun {
        /// The index of the buffer in the request.
        buffer: usize,
    },
    /// Neither the libraries nor the C library have the symbol.
    NoSuchSymbol,
    /// The call cannot be made or its result not be told, for this reason.
    Unsupported(String),
}

/// What a call that returned left behind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Returned {
    /// The returned value.
    pub value: Value,
    /// The buffers of the request after the call, in the same order.
    pub buffers: Vec<BufferAfter>,
    /// `errno` after the call; it was zero before.
    pub errno: i32,
}

/// A buffer after the call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BufferAfter {
    /// Its contents, with zeros where the request said a pointer is.
    pub bytes: Vec<u8>,
    /// The pointers at the places of the request, in the same order.
    pub pointers: Vec<Pointer>,
}

/// A returned value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// Nothing.
    Void,
    /// An integer, zero-extended from its width.
    Int(u64),
    /// A `float`.
    F32(f32),
    /// A `double`.
    F64(f64),
    /// A `long double`, as it lies in memory; the six bytes of padding are zero.
    LongDouble([u8; 16]),
    /// A null pointer or one into a buffer.
    Pointer(Pointer),
    /// The text, without its terminator, behind a pointer to memory that is not the caller's.
    ForeignString(Vec<u8>),
}
