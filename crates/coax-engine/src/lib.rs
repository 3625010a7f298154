//! The engine as its users see it: the interpreter with the layers above it, and the search that runs its paths.
//!
//! Nothing is defined here. `coax-interp` runs instructions, `coax-symbolic` is what acts at its hooks, `coax-explore` runs
//! path after path.

pub use coax_explore as explore;
pub use coax_symbolic::*;
