//! From files on the command line to a program: what every command that looks at code begins with.

use std::io;
use std::path::{Path, PathBuf};

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
    write_headers(&include)
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

/// The headers a program finds without any flag: ours, and KLEE's for harnesses written for it.
fn write_headers(include: &Path) -> io::Result<()> {
    std::fs::create_dir_all(include.join("klee"))?;
    std::fs::write(include.join("coax.h"), coax_models::HEADER)?;
    let others = coax_suite::support_files();
    let klee = others.into_iter().filter(|(name, _)| name.starts_with("klee/"));
    klee.into_iter().try_for_each(|(name, text)| std::fs::write(include.join(name), text))
}
