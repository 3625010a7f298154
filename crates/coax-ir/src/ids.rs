//! 32-bit ids, one type each, so that they cannot be mixed up.

use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The id as an index into the table it belongs to.
            #[inline(always)]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(self, f)
            }
        }
    };
}

id!(
    /// A function of the program, defined or only declared.
    FuncId, "f");
id!(
    /// A global variable of the program.
    GlobalId, "g");
id!(
    /// One machine word of a frame.
    Slot, "s");
id!(
    /// A position in a body's code: an index into [`crate::Body::code`].
    Pc, "@");
id!(
    /// A source-level type, as the debug information tells it.
    TypeId, "t");

impl Slot {
    /// The slot `n` words further: the high half of a wide scalar, or a leaf of an aggregate.
    #[inline(always)]
    pub fn plus(self, n: u32) -> Slot {
        Slot(self.0 + n)
    }
}
