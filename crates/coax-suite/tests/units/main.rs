//! Tests of single functions: rendered for small sources, compiled by both of the system's
//! compilers, and run.
//!
//! Each source prints what its function received, so that what arrives can be compared byte by
//! byte with what the case says.

mod batches;
mod c_sequences;
mod classes;
mod cxx_sequences;
mod dialects;
mod objects;
mod sequences;
mod snapshots;
mod stubs;
mod suite;
