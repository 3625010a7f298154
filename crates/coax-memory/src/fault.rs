//! Why an access failed.

use crate::{Ending, Object, Origin, TraceId};

/// What the program wanted to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Read bytes.
    Read,
    /// Write bytes.
    Write,
}

/// A failed access with what is known of the object it was meant for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The reason.
    pub kind: FaultKind,
    /// Reading or writing.
    pub access: Access,
    /// First address of the access.
    pub address: u64,
    /// How many bytes.
    pub len: u64,
    /// The object the pointer belongs to.
    pub object: Option<FaultObject>,
}

/// The object of a [`Fault`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FaultObject {
    /// Its first address.
    pub base: u64,
    /// Its size.
    pub size: u64,
    /// What made it.
    pub origin: Origin,
    /// Where it was made.
    pub born: TraceId,
    /// Where it ended, if it did.
    pub ended: Option<TraceId>,
}

impl Object {
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
}

/// The reasons an access can fail for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum FaultKind {
    /// The null pointer, or a small offset from it.
    Null,
    /// No object has ever been at this address.
    Wild,
    /// A global that has not been brought into memory yet: map it and try again.
    Unmapped,
    /// Not (entirely) inside the object.
    OutOfBounds,
    /// Inside the object or not, depending on inputs: find out, grant the bytes and try again.
    Guarded,
    /// The object has ended.
    Ended(Ending),
    /// The object cannot be written.
    ReadOnly,
    /// The address of a function or label.
    Code,
}
