//! The judge: builds test *files* together with the program they are for, runs them natively under
//! sanitizers and limits, and says what happened.
//!
//! It is independent of the engine: that a test is said to fail is known only from a [`Claim`],
//! after the run, and [`confirms`] compares that claim with what the compiler's own tools saw. The
//! kinds of errors are the only words both sides share.
//!
//! - [`Workshop`] builds: the program's objects once per [`Flavour`], then any number of tests, which
//!   may include a large source that is compiled only once;
//! - [`run`] runs one binary, [`run_batch`] many tests of one binary in forked children;
//! - [`NativeRun`] is how a run ended and every [`Finding`] in what the sanitizers printed;
//! - [`Coverage`] is what a batch of tests reached.
//!
//! Invariants: a judged process never outlives its limits, and nothing it forked inside its process
//! group outlives it; words on standard error count as a sanitizer's only if the process also ended
//! the way a sanitizer ends it, so a program that merely prints such words shows nothing.

mod batch;
mod capture;
mod compiler;
mod coverage;
mod files_read;
mod finding;
mod flavour;
mod lcov;
mod limits;
mod object_file;
mod parts;
mod process;
mod reading;
mod run;
mod shared_objects;
mod subject;
mod symbols;
mod territory;
mod verdict;
mod workshop;

pub use batch::{run_batch, run_batch_unless};
pub(crate) use compiler::succeed_unless;
pub use compiler::{BuildError, Stop, output_unless};
pub use coverage::{Count, Coverage, CoverageError, FunctionCoverage};
pub use finding::{End, Finding, NativeRun, SourcePoint, Tool};
pub use flavour::Flavour;
pub use lcov::Lcov;
pub use limits::Limits;
pub(crate) use object_file::change as change_object;
pub use run::run;
pub use shared_objects::SharedObjects;
pub use subject::{Subject, Toolchain};
pub use verdict::{Claim, Silence, Verdict, confirms};
pub use workshop::{Binary, Way, Workshop};

/// A test's exit status when an assumption about its inputs does not hold.
pub const ASSUMED_AWAY: i32 = 98;

/// A test's exit status when the program asked for other inputs than the test was made for.
pub const DIVERGED: i32 = 99;
