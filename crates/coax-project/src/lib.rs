//! The user's code, from paths to programs: what every command begins with that looks at functions one by one.
//!
//! [`sources`] finds the translation units that paths and compilation databases name, [`scan`] compiles each
//! and lists what it has and what it needs, [`units`] are the functions the user means,
//! [`boundary`] those that a user of the code can call, [`groups`] says which
//! translation units are linked, [`loader`] compiles and links a group with the [`makers`] it needs ([`load`] does it for any files), and
//! [`test_places`] says what tests of a translation unit include and are linked with.
//!
//! Invariants: nothing here explores, judges or writes results but what tests are linked with; the user's
//! files are never written.

pub mod boundary;
pub mod clang_flags;
pub mod code;
mod compile_commands;
pub mod groups;
pub mod load;
pub mod loader;
mod made_objects;
pub mod makers;
pub mod missing;
mod names;
mod needed;
pub mod old_c;
mod recipes;
pub mod response_files;
pub mod scan;
pub mod sources;
mod standard_classes;
pub mod test_places;
pub mod under_test;
pub mod units;
mod uses;

pub use sources::{DATABASE, has_source_extension};
