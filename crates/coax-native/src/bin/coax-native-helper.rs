//! The processes that stand between Coax and foreign code, as a program of their own; the main
//! binary has them as hidden sub-commands.
//!
//!   coax-native-helper                     calls native functions
//!   coax-native-helper sandbox SPEC ...    runs a program in the sandbox

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|word| word == "sandbox") {
        coax_native::sandbox::launch(arguments);
    }
    match coax_native::helper_process::serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("coax-native-helper: {error}");
            ExitCode::from(3)
        }
    }
}
