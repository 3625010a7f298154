//! Names that the code under test uses and that no library has: external functions of projects
//! the command line does not name. A test must be linked all the same, so that its other calls can run.
//!
//! Invariant: nothing is guessed; the linker itself is asked, with the user's own flags.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use coax_deadline::Deadline;
use coax_native::judge::{Toolchain, output_unless};

use coax_workplace::sandbox;

/// What the linker has said: names are asked about once, however many files use them.
#[derive(Default)]
pub struct Missing(Mutex<HashMap<Libraries, HashMap<String, bool>>>);

/// What decides where a name is looked for.
#[derive(PartialEq, Eq, Hash)]
struct Libraries {
    flags: Vec<String>,
    cxx: bool,
}

impl Missing {
    /// Those of the names that the linker does not find with these flags. If it has to be asked, it is asked about the
    /// `others`, too.
    pub fn find(
        &self,
        names: &BTreeSet<String>,
        others: impl Iterator<Item = String>,
        flags: &[String],
        cxx: bool,
        scratch: &Path,
        deadline: &Deadline,
    ) -> Vec<String> {
        let libraries = Libraries { flags: flags.to_vec(), cxx };
        // Every change is whole.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.entry(libraries).or_default();
        if names.iter().any(|name| !known.contains_key(name)) {
            let all = others.chain(names.iter().cloned());
            let asked: BTreeSet<String> = all.filter(|name| !known.contains_key(name)).collect();
            let missing: BTreeSet<String> =
                find(&asked, flags, cxx, scratch, deadline).into_iter().collect();
            let answers = asked.into_iter().map(|name| (name.clone(), missing.contains(&name)));
            known.extend(answers);
        }
        names.iter().filter(|name| known[*name]).cloned().collect()
    }
}

/// Those of the names that the linker does not find with these flags. If it cannot be asked, or not
/// before the deadline, none: then builds of tests will say what is wrong.
pub fn find(
    names: &BTreeSet<String>,
    flags: &[String],
    cxx: bool,
    scratch: &Path,
    deadline: &Deadline,
) -> Vec<String> {
    if names.is_empty() {
        return Vec::new();
    }
    let (probe, binary) = (scratch.join("names.s"), scratch.join("names"));
    if std::fs::write(&probe, references(names)).is_err() {
        return Vec::new();
    }
    let tools = Toolchain::installed(sandbox::current());
    let mut command = tools.command(if cxx { &tools.clangxx } else { &tools.clang }, &[scratch]);
    command.arg(&probe).args(flags).args(["-Wl,--no-demangle", "-lm", "-o"]).arg(&binary);
    command.env("LC_ALL", "C");
    let stop = || deadline.is_over();
    let Ok(done) = output_unless(&stop, &mut command) else { return Vec::new() };
    let said = String::from_utf8_lossy(&done.stderr);
    let missing: BTreeSet<&str> = said.lines().filter_map(undefined).collect();
    missing.into_iter().filter(|name| names.contains(*name)).map(str::to_owned).collect()
}

/// An assembler file that refers to all of them: unlike in C, nothing is declared before.
fn references(names: &BTreeSet<String>) -> String {
    let words: String = names.iter().map(|name| format!("\t.quad \"{name}\"\n")).collect();
    format!("\t.text\n\t.globl main\nmain:\n\t.data\n{words}\t.section .note.GNU-stack\n")
}

/// The name a line of a linker complains about.
fn undefined(line: &str) -> Option<&str> {
    let (_, rest) = line
        .split_once("undefined reference to ")
        .or_else(|| line.split_once("undefined symbol: "))?;
    Some(rest.trim().trim_matches(|c| matches!(c, '`' | '\'' | '"' | '\u{2018}' | '\u{2019}')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_libraries_have_is_not_missing() {
        sandbox::choose_none_in_unit_tests();
        let folder = tempfile::tempdir().unwrap();
        let names = ["malloc", "sin", "no_such_function_anywhere", "errno_like_variable"];
        let names = names.iter().map(|name| name.to_string()).collect();
        let missing = find(&names, &["-DX=1".into()], false, folder.path(), &Deadline::never());
        assert_eq!(missing, ["errno_like_variable", "no_such_function_anywhere"]);
    }

    #[test]
    fn a_name_is_asked_about_once() {
        sandbox::choose_none_in_unit_tests();
        let folder = tempfile::tempdir().unwrap();
        let names = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        let missing = Missing::default();
        let find = |asked: &[&str], others: &[&str], scratch: &Path| {
            let others: BTreeSet<String> = names(others);
            let never = Deadline::never();
            missing.find(&names(asked), others.into_iter(), &[], false, scratch, &never)
        };
        assert_eq!(find(&["malloc", "nowhere"], &["neither"], folder.path()), ["nowhere"]);
        // Where nothing can be written, nothing can be asked.
        let nowhere = Path::new("/nowhere");
        assert_eq!(find(&["malloc", "neither", "nowhere"], &[], nowhere), ["neither", "nowhere"]);
    }

    #[test]
    fn names_of_overloaded_functions_are_those_of_the_linker() {
        sandbox::choose_none_in_unit_tests();
        let folder = tempfile::tempdir().unwrap();
        let names = ["_Z3getRi".to_string()].into();
        let missing = find(&names, &[], true, folder.path(), &Deadline::never());
        assert_eq!(missing, ["_Z3getRi"]);
    }

    #[test]
    fn complaints_of_linkers() {
        let gnu = "/usr/bin/ld: a.o:(.data+0x0): undefined reference to `f'";
        assert_eq!(undefined(gnu), Some("f"));
        assert_eq!(undefined("ld.lld: error: undefined symbol: f"), Some("f"));
        assert_eq!(undefined("note: something else"), None);
    }
}
