//! The operating system as a program under test sees it.
//!
//! `coax run` gives a program the real one ([`HostWorld`]); an explored path has a modelled environment, a value that
//! forks with it ([`modelled_environment`]). Functions that the engine does not look into are called in a helper process
//! ([`native_calls`]).
//!
//! Invariant: what a path does to its environment is seen by that path alone.

mod host_world;
pub mod modelled_environment;
pub mod native_calls;

pub use host_world::HostWorld;
