//! A finished path becomes a test file people would keep.
//!
//! A [`Case`] says what was found: the inputs in the order in which the program asked for them, and
//! how the program ended. From it, and from what is known of the [`Program`], this crate makes
//! text, and nothing else:
//!
//! - [`render_c`]: one C or C++ file that replays the inputs and checks the ending by itself;
//! - [`render_unit`]: one file that calls a single function with what was found, see [`unit`];
//! - [`batch`]: many such files as one translation unit, for running thousands of them quickly;
//! - [`makefile`] and [`support_files`]: what lies beside the tests so that a plain compiler and
//!   `make` are all a colleague needs;
//! - [`testcomp_xml`] and [`testcomp_metadata`]: the same inputs in Test-Comp's exchange format.
//!
//! Invariants: everything is a pure function from data to strings, no file or clock is touched, and
//! the same case gives the same bytes. A rendered value is exact: compiled, it has the very bytes of
//! the case (what C cannot spell exactly is written as raw bytes).

mod case;
mod command;
mod format;
mod layout;
mod names;
mod native_kind;
mod readable;
mod render;
mod support;
mod testcomp;
mod text;
pub mod unit;
mod value;

pub use case::{Case, Ending, Entry, Field, Input, Program, Shape, Source};
pub use command::{compile_command, makefile};
pub use native_kind::{native_kind, with_native_kind};
pub use readable::readable_inputs;
pub use render::{batch, file_name, render_c};
pub use support::{support_files, unit_support_files};
pub use testcomp::{SuiteMetadata, testcomp_metadata, testcomp_xml};
pub use text::read_word;
pub use unit::*;
