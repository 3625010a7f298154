//! The native side of Coax.
//!
//! Seven parts that share only one thing, that they call foreign code:
//!
//! - [`numeric`]: what the machine and the C library compute — wide and narrow floats, libm, and the
//!   number halves of printf and scanf — in process, bit for bit;
//! - [`world`]: the real operating system as a plain struct of methods;
//! - [`helper_process`]: calls of arbitrary native functions in a process that may die alone;
//! - [`sandbox`]: how all other processes are started, so that they can harm nothing;
//! - [`build_shared`]: a program's own functions, made callable one by one;
//! - [`started_programs`]: which programs a command of the user's starts;
//! - [`judge`]: builds and runs test files, and says what sanitizers and coverage tools saw.
//!
//! The crate knows nothing of the engine, its IR or its memory: everything here takes and gives back
//! numbers and bytes. All `unsafe` of the native side is in this crate, at the calls themselves.

pub mod helper_process;
pub mod judge;
pub mod numeric;
pub mod sandbox;
mod shared_library;
pub mod started_programs;
pub mod world;

pub use shared_library::{build_shared, is_in_c_library};
