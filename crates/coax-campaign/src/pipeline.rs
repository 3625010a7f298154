//! The pipeline that check and explore share. Workers made from one [`config`] explore until the run's clock
//! ([`run_clock`], [`alarm`]) ends it; the thread that writes results ([`watch`]) turns what they send into
//! [`suspects`] and [`records`]; the [`validator`] runs the suspects' tests natively beside them;
//! [`ending`] says what the run deserves.

pub mod accounts;
pub mod alarm;
mod attempts;
pub mod config;
pub mod divergence;
pub mod ending;
pub mod explored_files;
pub mod figures;
pub mod memory;
pub mod natives;
pub mod progress;
pub mod records;
pub mod resolved;
pub mod run_clock;
mod schedule;
pub mod solving;
pub mod suspects;
pub mod test_names;
pub mod validator;
pub mod watch;
