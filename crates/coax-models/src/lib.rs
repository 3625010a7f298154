//! The libraries of an interpreted program.
//!
//! A function without a body in the program is provided in one of two ways:
//! - as a *model* in Rust ([`Libc`]), one file per subject, each with a table of names;
//! - as bitcode of our own C and C++ sources ([`runtime`]), for functions that call back into the
//!   program or are simplest as plain code. It is linked like an archive: per file, on demand.
//!
//! Invariants:
//! - Results are glibc's in the "C" locale, to the bit, including `errno`.
//! - A model touches the program's memory only through [`coax_engine::Call`], so every access is
//!   checked, and touches exactly the bytes the native function touches.
//! - The outside world is reached only through [`coax_engine::World`].
//! - What cannot be done is `Stop::Unsupported` with the function's name, never a made-up result.

mod applied;
mod area;
mod assert;
mod bytes;
mod clock;
mod compare_terms;
mod ctype;
mod directories;
mod environment;
mod errno;
mod files;
mod float_terms;
mod fortified;
mod heap;
mod input_files;
mod libc_state;
mod library;
mod locale;
mod math;
mod memory;
mod message_texts;
mod messages;
mod multibyte;
mod native;
mod numbers;
mod paths;
mod process;
mod pure;
mod refusal;
mod registry;
mod results;
mod runtime;
mod signals;
mod statics;
mod stdio;
mod strftime;
mod string;
mod string_copy;
mod system;
mod temporary;
mod terms;
mod time;
mod treatment;
mod wide;
mod wide_numbers;
mod words;

pub use input_files::InputFile;
pub use library::{Libc, has_variable};
pub use pure::only_computes;
pub use runtime::runtime;
pub use treatment::twins;

/// The header `<coax.h>`, which programs under test may include.
pub const HEADER: &str = include_str!("../include/coax.h");

use coax_engine::{Call, Flow, Stop};

/// What a model gives back.
type Outcome = Result<Flow, Stop>;

/// A table of models, one per file.
type Models = &'static [(&'static str, fn(&mut Call<'_, '_>) -> Outcome)];
