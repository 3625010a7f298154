//! A test case becomes a test file people would keep.
//!
//! A [`Test`] is a [`coax_case::TestCase`] with the code it tests. From it this crate makes text, and
//! nothing else:
//!
//! - [`Dialect`]: writes a test as a file; [`Plain`] is C or C++ that checks its ending by itself,
//!   [`TestComp`] has the inputs in Test-Comp's exchange format;
//! - [`readable`]: what a test gives, in words, for reports;
//! - [`as_regression_test`]: the test of an error that was mended;
//! - [`batch`]: many such files as one translation unit, for running thousands of them quickly;
//! - [`makefile`], [`unit_makefile`] and [`support_files`]: what lies beside the tests so that a plain
//!   compiler and `make` are all a colleague needs.
//!
//! Tests of whole programs are linked with the code under test (`linked`); tests of single functions
//! include it ([`unit`]).
//!
//! Invariants: everything is a pure function from data to strings, no file or clock is touched, and
//! the same case gives the same bytes. A rendered value is exact: compiled, it has the very bytes of
//! the case (what C cannot spell exactly is written as raw bytes).

mod build_words;
mod command;
mod dialect;
mod format;
mod given_values;
mod going_on;
mod in_words;
mod layout;
mod linked;
mod names;
mod native_kind;
mod parts;
mod regression;
mod support;
mod test;
mod text;
mod under_test;
pub mod unit;
mod value;

pub use command::{compile_command, makefile, makefile_that_wraps};
pub use dialect::*;
pub use given_values::readable;
pub use going_on::{going_on, is_going_on};
pub use linked::batch;
pub use native_kind::{native_kind, with_native_kind};
pub use parts::Parts;
pub use regression::as_regression_test;
pub use support::{support_files, unit_support_files};
pub use test::Test;
pub use text::read_word;
pub use under_test::UnderTest;
pub use unit::*;
