//! The helper process as a program of its own; the main binary has it as a hidden sub-command.

use std::process::ExitCode;

fn main() -> ExitCode {
    match coax_native::helper_process::serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("coax-native-helper: {error}");
            ExitCode::from(3)
        }
    }
}
