//! Where a command works: its sandbox, its temporary folders, its folder of results, its threads and signals, and
//! how it ends.
//!
//! Invariants: the sandbox is chosen once, before anything native is started; what lies in a folder of results and is
//! not ours is never deleted or overwritten; nothing here knows what is looked for in the code under test.

pub mod end;
pub mod full_disk;
pub mod interrupt;
pub mod links;
pub mod out_folder;
pub mod permits;
pub mod sandbox;
pub mod scratch;
pub mod threads;
