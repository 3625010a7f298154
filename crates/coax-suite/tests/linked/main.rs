//! Tests that are linked with the code under test: as text, and compiled by the system's compilers,
//! linked with small programs, and run.
//!
//! Each test that is run writes a suite as a user finds it (`tests/`, `errors/`, the program
//! elsewhere), and checks what a user would see: exit status, what the program received, what `make`
//! says.

mod behaviour;
mod cases;
mod on_disk;
mod snapshots;
mod values;
