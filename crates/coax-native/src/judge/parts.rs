//! The source that tests include, compiled once for all of them.
//!
//! A test includes the source it is about, so that static functions can be called. Compiled as it
//! stands, every batch of tests costs as much as the whole source. Here the source becomes
//!
//! - an object of its own, in which what was local to the file has a global name, and
//! - a precompiled header of its declarations, without the bodies of its functions: a test that is
//!   compiled with it finds everything declared and the source itself already included.
//!
//! In the header, `static` reads `extern`, so that a test refers to the one object there is, and
//! definitions of variables are weak, so that those of the object count. Local names get a prefix in
//! the object and in the tests: a static function may have the name of one in a library.
//!
//! Invariants: the code under test is compiled from its own unchanged text, with the flags of every
//! other build; a name in a test means what it means when the source is included. Where that cannot
//! be had (C++, assembler at file scope that defines something), compiling or linking fails, and the
//! source has no parts.

use super::compiler::{BuildError, Stop, in_parallel, succeed_unless};
use super::object_file;
use super::subject::{Language, Toolchain};
use super::workshop::no_folder;
use crate::sandbox::SandboxedCommand;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// What local names begin with once they are global.
pub(super) const OWN: &str = "coax_own_";

/// Defined while the source is included; tests look at it before they include it again.
const GUARD: &str = "COAX_UNDER_TEST";

/// The linker redirects these where they are used, but not inside the object that defines them.
const REDIRECTED: [&str; 2] = ["exit", "__libc_start_main"];

/// What tests are compiled with, beside the header: a function of the source is that function, also
/// if its name is that of a function the compiler knows.
const NO_BUILTINS: &str = "-fno-builtin";

/// The parts of one source in one flavour.
#[derive(Debug)]
pub(super) struct Parts {
    object: PathBuf,
    header: PathBuf,
    /// Old and new names, one pair on a line.
    names: PathBuf,
}

impl Parts {
    /// Compiles a source into its parts; `compiler` is the command for a file without the file.
    pub(super) fn build(
        source: &Path,
        folder: &Path,
        tools: &Toolchain,
        compiler: &(dyn Fn() -> SandboxedCommand + Sync),
        stop: Option<Stop<'_>>,
    ) -> Result<Parts, BuildError> {
        if Language::of(source) != Language::C {
            return Err(refused("only C comes in parts"));
        }
        let [text, whole] = ["declarations.h", "whole.o"].map(|name| folder.join(name));
        let parts = Parts {
            object: folder.join("source.o"),
            header: folder.join("declarations.pch"),
            names: folder.join("names"),
        };
        write(&text, &declarations(source))?;
        in_parallel(2, |index| {
            let mut command = compiler();
            match index {
                0 => command.args(["-femit-all-decls", "-c"]).arg(source).arg("-o").arg(&whole),
                _ => command
                    .args([NO_BUILTINS, "-Xclang", "-skip-function-bodies", "-x", "c-header"])
                    .arg(&text)
                    .arg("-o")
                    .arg(&parts.header),
            };
            succeed_unless(stop, &mut command).map(drop)
        })?;
        parts.globalize(&whole, tools, stop)?;
        Ok(parts)
    }

    /// Gives local names of the object their global ones.
    fn globalize(
        &self,
        whole: &Path,
        tools: &Toolchain,
        stop: Option<Stop<'_>>,
    ) -> Result<(), BuildError> {
        let mut nm = tools.command(&tools.nm, &[]);
        nm.args(["--defined-only", "--format=posix"]).arg(whole);
        let listed = succeed_unless(stop, &mut nm)?;
        let listed = String::from_utf8_lossy(&listed);
        let names = Names::listed(&listed)?;
        let locals = self.names.with_extension("local");
        write(&locals, &names.local.iter().map(|name| format!("{name}\n")).collect::<String>())?;
        write(&self.names, &names.renamed())?;
        let options =
            [option("--globalize-symbols=", &locals), option("--redefine-syms=", &self.names)];
        object_file::change(whole, options, &self.object, tools, stop)?;
        // The whole object is of no use any more; one that stays does no harm.
        let _ = fs::remove_file(whole);
        Ok(())
    }

    /// The object of the source.
    pub(super) fn object(&self) -> &Path {
        &self.object
    }

    /// Compiles tests that include the source; `compiler` is as for the source.
    pub(super) fn compile(
        &self,
        test: &Path,
        object: &Path,
        tools: &Toolchain,
        mut compiler: SandboxedCommand,
        stop: Option<Stop<'_>>,
    ) -> Result<(), BuildError> {
        compiler.arg(NO_BUILTINS).arg("-include-pch").arg(&self.header);
        compiler.arg("-c").arg(test).arg("-o").arg(object);
        succeed_unless(stop, &mut compiler)?;
        let options = [option("--redefine-syms=", &self.names)];
        object_file::change(object, options, object, tools, stop)
    }
}

/// A function's name as its source has it.
pub(super) fn own_name(function: &str) -> &str {
    function.strip_prefix(OWN).unwrap_or(function)
}

/// The text that is precompiled.
fn declarations(source: &Path) -> String {
    format!(
        "#define {GUARD}\n\
         #define static extern\n\
         #pragma clang attribute push(__attribute__((weak)), apply_to = variable(is_global))\n\
         #include \"{}\"\n\
         #pragma clang attribute pop\n\
         #undef static\n",
        source.display()
    )
}

/// What an object defines.
#[derive(Debug, PartialEq)]
struct Names<'a> {
    local: BTreeSet<&'a str>,
    has_main: bool,
}

impl<'a> Names<'a> {
    /// Out of lines `name letter value size`; the letter of a local name is a small one.
    fn listed(lines: &'a str) -> Result<Names<'a>, BuildError> {
        let mut names = Names { local: BTreeSet::new(), has_main: false };
        for line in lines.lines() {
            let mut words = line.split(' ');
            let (Some(name), Some(letter)) = (words.next(), words.next()) else { continue };
            match letter {
                // What the compiler made up, and variables of functions, have dots.
                "t" | "d" | "b" | "r" if !name.contains('.') => {
                    names.local.insert(name);
                }
                "T" if name == "main" => names.has_main = true,
                "T" | "W" if REDIRECTED.contains(&name) => {
                    return Err(refused("it defines a function that the linker redirects"));
                }
                _ => {}
            }
        }
        Ok(names)
    }

    /// Old and new names. `main` is one that the linker redirects, too, but it has no other caller.
    fn renamed(&self) -> String {
        let main = self.has_main.then_some("main");
        let all = self.local.iter().copied().chain(main);
        all.map(|name| format!("{name} {OWN}{name}\n")).collect()
    }
}

/// Where a file lies.
fn option(name: &str, path: &Path) -> std::ffi::OsString {
    let mut option = std::ffi::OsString::from(name);
    option.push::<&OsStr>(path.as_ref());
    option
}

fn write(path: &Path, text: &str) -> Result<(), BuildError> {
    fs::write(path, text).map_err(|error| no_folder(path, &error))
}

fn refused(why: &str) -> BuildError {
    BuildError { command: "taking the source apart".into(), stderr: why.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn local_names_and_main_are_renamed() {
        let listed = "f T 0 8\nhelper t 8 4\ntable r 0 4\nf.calls b 0 4\nmain T 10 4\nv V 0 4\n";
        let names = Names::listed(listed).unwrap();
        assert_eq!(names.local, BTreeSet::from(["helper", "table"]));
        let renamed = "helper coax_own_helper\ntable coax_own_table\nmain coax_own_main\n";
        assert_eq!(names.renamed(), renamed);
        assert_eq!(own_name("coax_own_helper"), "helper");
    }

    #[test]
    fn what_the_linker_redirects_is_refused() {
        assert!(Names::listed("exit T 0 8\n").is_err());
        assert!(Names::listed("exit t 0 8\n").is_ok());
    }
}
