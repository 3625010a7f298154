//! What is judged, and the tools it is built with.

use crate::sandbox::{Access, Sandbox, SandboxedCommand};
use std::env;
use std::path::{Path, PathBuf};

/// The version whose tools are preferred: sanitizers, profiles and coverage maps must be of one
/// kind.
const VERSION: &str = "22";

/// Where the tools are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toolchain {
    /// The C compiler (clang).
    pub clang: PathBuf,
    /// The C++ compiler (clang++).
    pub clangxx: PathBuf,
    /// `opt`: marks functions of bitcode files for the sanitizers.
    pub opt: PathBuf,
    /// `llvm-nm`: lists what an object defines.
    pub nm: PathBuf,
    /// `llvm-objcopy`: renames what an object defines.
    pub objcopy: PathBuf,
    /// `llvm-symbolizer`: gives sanitizers the names and lines.
    pub symbolizer: PathBuf,
    /// `llvm-profdata`: merges profiles.
    pub profdata: PathBuf,
    /// `llvm-cov`: reads coverage out of them.
    pub cov: PathBuf,
    /// `llvm-cxxfilt`: C++ names for people.
    pub cxxfilt: PathBuf,
    /// `valgrind`: finds uninitialised reads in C++.
    pub valgrind: PathBuf,
    /// How all of them, and what they build, are started.
    pub sandbox: Sandbox,
}

impl Toolchain {
    /// The tools found on the search path. One that is missing keeps its bare name, so that the
    /// first use of it says what is missing.
    pub fn installed(sandbox: Sandbox) -> Toolchain {
        Toolchain {
            clang: llvm_tool("clang"),
            clangxx: llvm_tool("clang++"),
            opt: llvm_tool("opt"),
            nm: llvm_tool("llvm-nm"),
            objcopy: llvm_tool("llvm-objcopy"),
            symbolizer: llvm_tool("llvm-symbolizer"),
            profdata: llvm_tool("llvm-profdata"),
            cov: llvm_tool("llvm-cov"),
            cxxfilt: llvm_tool("llvm-cxxfilt"),
            valgrind: on_path("valgrind").unwrap_or_else(|| "valgrind".into()),
            sandbox,
        }
    }

    /// The command for one of the tools, which writes to these folders only.
    pub fn command(&self, tool: &Path, writable: &[&Path]) -> SandboxedCommand {
        let writable = writable.iter().map(|folder| folder.to_path_buf()).collect();
        self.sandbox.command(tool, &Access { writable, view: None })
    }
}

fn llvm_tool(name: &str) -> PathBuf {
    on_path(&format!("{name}-{VERSION}")).or_else(|| on_path(name)).unwrap_or_else(|| name.into())
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// A program under test.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Its sources: C, C++, bitcode or textual IR.
    pub sources: Vec<PathBuf>,
    /// The user's flags, for compiling and for linking.
    pub cflags: Vec<String>,
    /// Folders with headers of the tests (never of the program); searched first.
    pub include_dirs: Vec<PathBuf>,
    /// Whether it is linked with the C++ driver.
    pub cxx: bool,
    /// The tools.
    pub toolchain: Toolchain,
}

impl Subject {
    /// Whether C++ types have names at run time; the last flag about it counts.
    pub(super) fn has_type_names(&self) -> bool {
        let last = self.cflags.iter().rev().find(|flag| *flag == "-fno-rtti" || *flag == "-frtti");
        last.is_none_or(|flag| flag == "-frtti")
    }
}

/// What a source file is, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    C,
    Cxx,
    /// Bitcode or textual IR: no front end sees it, so neither UBSan nor coverage maps apply.
    Ir,
}

impl Language {
    pub(super) fn of(path: &Path) -> Language {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("bc" | "ll") => Language::Ir,
            Some("cc" | "cpp" | "cxx" | "c++" | "C" | "cp" | "CPP" | "ii") => Language::Cxx,
            _ => Language::C,
        }
    }
}
