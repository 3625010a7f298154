//! The native compiler: finds clang and builds programs with it, unoptimised, as the yardstick.
//!
//! Invariant: the compiler is the newest clang this project knows, or what `COAX_CLANG` names;
//! its version is part of every cache key.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Newest first.
const VERSIONS: std::ops::RangeInclusive<u32> = 13..=22;

#[derive(Clone, Debug)]
pub struct Clang {
    path: OsString,
    pub version: String,
}

impl Clang {
    pub fn find() -> Result<Clang, String> {
        if let Some(path) = std::env::var_os("COAX_CLANG") {
            let name = path.to_string_lossy().into_owned();
            return Clang::at(path).ok_or(format!("COAX_CLANG={name} does not run"));
        }
        let numbered = VERSIONS.rev().map(|v| OsString::from(format!("clang-{v}")));
        numbered
            .chain([OsString::from("clang")])
            .find_map(Clang::at)
            .ok_or("none of clang-22 to clang-13 is installed".into())
    }

    fn at(path: OsString) -> Option<Clang> {
        let output = Command::new(&path).arg("--version").output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let version = text.lines().next()?.to_owned();
        Some(Clang { path, version })
    }

    /// Compiles and links `sources` into `program`. C and C++ may be mixed: the driver picks the
    /// language by extension, and C++ sources make it link the C++ library.
    pub fn build(
        &self,
        sources: &[PathBuf],
        flags: &[String],
        program: &Path,
    ) -> Result<(), String> {
        let mut command = Command::new(&self.path);
        if sources.iter().any(|s| s.extension().is_some_and(|e| e == "cpp")) {
            return self.build_mixed(sources, flags, program);
        }
        command.args(["-O0", "-w"]).args(flags).args(sources);
        finish(command.arg("-o").arg(program).args(["-lm", "-pthread"]))
    }

    /// One object per source, because the C++ driver would read `.c` files as C++.
    fn build_mixed(
        &self,
        sources: &[PathBuf],
        flags: &[String],
        program: &Path,
    ) -> Result<(), String> {
        let mut objects = Vec::new();
        for (index, source) in sources.iter().enumerate() {
            let object = program.with_extension(format!("{index}.o"));
            let mut command = Command::new(&self.path);
            command.args(["-O0", "-w", "-c"]).args(flags).arg(source);
            finish(command.arg("-o").arg(&object))?;
            objects.push(object);
        }
        let mut link = Command::new(&self.path);
        link.arg("--driver-mode=g++").args(flags).args(&objects);
        finish(link.arg("-o").arg(program).args(["-lm", "-pthread"]))
    }
}

fn finish(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|e| e.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Err(format!("native build failed: {command:?}\n{text}"))
}
