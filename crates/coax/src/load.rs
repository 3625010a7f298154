//! From files on the command line to a program: what every command that looks at code begins with.

use std::path::PathBuf;

use coax_clang::{LoadOptions, RuntimeLibrary};
use coax_ir::Program;

use crate::cli::OutputOptions;
use crate::exit::Failure;

/// Compiles, links and reads the files of a program, together with those functions of the runtime
/// that nothing in it calls but that are `required` all the same.
pub fn load(
    files: &[PathBuf],
    cflags: Vec<String>,
    required: &[&str],
    output: &OutputOptions,
) -> Result<Program, Failure> {
    let scratch = tempfile::tempdir()
        .map_err(|error| Failure::Input(format!("no folder for temporary files: {error}")))?;
    let include = scratch.path().join("include");
    std::fs::create_dir(&include)
        .and_then(|()| std::fs::write(include.join("coax.h"), coax_models::HEADER))
        .map_err(|error| Failure::Input(format!("no room for temporary files: {error}")))?;
    let load_options = LoadOptions {
        include_dirs: vec![include],
        cflags: std::iter::once("-D__COAX__=1".to_string()).chain(cflags).collect(),
        clang: std::env::var_os("COAX_CLANG").map(Into::into),
        required: required.iter().chain(&["exit"]).map(ToString::to_string).collect(),
        color: output.color.on_stderr(),
    };
    let runtime: Vec<_> = coax_models::runtime()
        .into_iter()
        .map(|(name, bitcode)| RuntimeLibrary { name, bitcode })
        .collect();
    coax_clang::load(files, &load_options, &runtime, scratch.path())
        .map_err(|error| Failure::Input(error.to_string()))
}
