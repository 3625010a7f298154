//! One file per sub-command; each offers `execute`, and nothing here calls another command.

pub mod bitcode_reader;
pub mod build;
pub mod check;
pub mod completions;
pub mod explore;
pub mod init;
pub mod keep;
pub mod lsp;
pub mod man;
pub mod native_helper;
pub mod replay;
pub mod report;
pub mod run;
pub mod test;
pub mod verify;
