//! The memory of an interpreted program.
//!
//! Pure: it never asks a solver, a clock or the operating system. Memory is a
//! set of *objects*; an address names its object by the granule it lies in
//! (see `coax_ir::address`), so a pointer that runs off its object is still
//! known to belong to it.
//!
//! Invariants:
//! - An access succeeds only if all its bytes lie in one object that is alive.
//! - Every byte has eight *defined* bits; reading undefined bits is not an
//!   error here, the caller gets to know which ones they are.
//! - A byte may also be *symbolic*: a byte of a term. Its value under the state's model stands in the
//!   bytes all the same: a reader that ignores terms sees plain memory.
//! - An object whose size depends on inputs shows only the bytes that are known to be inside.
//! - Ended objects stay known (size, birthplace, where they ended) until their
//!   granule is used again, which happens in order of death and never soon.
//! - Behind a veil ([`Memory::veiled`]) an object is seen once it is asked for.
//! - [`Memory::fork`] is cheap: contents are shared until written.

mod contents;
mod fault;
mod grants;
mod guard;
mod memory;
mod object;
mod symbolic;
mod table;
mod veil;

pub use fault::{Access, Fault, FaultKind, FaultObject};
pub use guard::{Guard, GuardRequest};
pub use memory::{Allocation, LARGEST, LARGEST_EVER, Memory};
pub use object::{Ending, HeapKind, Object, Origin, Status, TraceId};
pub use symbolic::SymbolicByte;
