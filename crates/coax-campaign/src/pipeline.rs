//! What the commands that search for inputs have in common: the validator that runs possible errors
//! natively, the report on disk, the progress line, the counts, and how a search ends.

pub mod accounts;
pub mod alarm;
mod attempts;
pub mod config;
pub mod ending;
pub mod explored_files;
pub mod figures;
pub mod interrupt;
pub mod memory;
pub mod missing;
pub mod natives;
pub mod progress;
pub mod records;
pub mod resolved;
pub mod run_clock;
mod schedule;
pub mod solving;
pub mod suspects;
pub mod threads;
pub mod validator;
pub mod watch;
