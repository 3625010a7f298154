//! Campaigns: one run over units of code, as [`check()`], [`explore()`] and [`test()`] do it.
//!
//! Units are found and compiled, workers explore them, every path that ends is a case, possible errors
//! are validated by native runs of their tests, and everything is recorded in the folder of results
//! while it is found. [`replay()`] runs the tests of such a folder again.
//!
//! Options are data, and their definition is here: the structs derive `clap::Args`, so that the
//! command line, `coax.toml`, the help, and the options in report.json come from one definition. A second set
//! of structs without clap would repeat each of about fifty fields, its default and its conversion.
//!
//! Invariants: nothing here parses arguments or prints reports (that is a [`Frontend`]'s); only what a
//! native run showed is called an error; the folder of results can be read at any time; clocks,
//! signals and the environment are read here, and nowhere below but in coax-native.

// What lies below, by the names that it has there.
use coax_project::{self as project, clang_flags, load, old_c, under_test};
use coax_workplace::{end, interrupt, links, out_folder, permits, sandbox, scratch, threads};
use coax_world::{modelled_environment, native_calls};

mod check;
mod explore;
mod frontend;
mod guided;
mod init;
mod options;
mod pipeline;
pub mod process;
mod quantity;
mod record_build;
mod replay;
mod summary_cache;
mod test;
mod verify;

pub use crate::check::check;
pub use crate::explore::explore;
pub use crate::frontend::{Frontend, Output};
pub use crate::init::{FoundProject, find_project};
pub use crate::options::{
    CheckOptions, ExploreOptions, Format, Jobs, SearchOrder, TestOptions, VerifyOptions,
};
pub use crate::pipeline::progress::terminal_width;
pub use crate::record_build::{RecordedBuild, record_build};
pub use crate::replay::{Finding, Replayed, replay};
pub use crate::test::test;
pub use crate::verify::verify;
pub use coax_project::load::{load, runtime};
pub use coax_workplace::end::{ExitStatus, Failure};
pub use coax_world::HostWorld;
