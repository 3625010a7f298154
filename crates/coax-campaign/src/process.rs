//! What belongs to the process as a whole: signals, temporary folders, the sandbox, threads that are left
//! behind, and the words by which coax starts itself.

pub use crate::interrupt::{Interrupt, let_it_end};
pub use crate::load::BITCODE_READER;
pub use crate::native_calls::NATIVE_HELPER;
pub use crate::sandbox::{SANDBOX, choose as choose_sandbox};
pub use crate::scratch::{remove_all as remove_scratch_folders, sweep as sweep_scratch_folders};
pub use crate::threads::are_left_behind;
