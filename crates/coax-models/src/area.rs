//! How a module reaches what it remembers between calls.
//!
//! Each subject of the library (streams, directories, signals, …) has a type of its own for that.
//! Where the values are is said once, in [`crate::libc_state`], which knows all of the types; the
//! modules know only their own. So they do not depend on each other through a common state.

use coax_engine::{Call, World};

/// What one subject of the library remembers between calls.
pub(crate) trait Area: Sized {
    /// The area of the state that a call is made in.
    fn of<'a>(call: &'a mut Call<'_, '_>) -> &'a mut Self;

    /// The area and the world, both at once.
    fn and_world<'a>(call: &'a mut Call<'_, '_>) -> (&'a mut Self, &'a mut dyn World);
}
