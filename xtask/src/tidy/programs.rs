//! Rule: no program is started outside the sandbox.
//!
//! `crates/coax-native/src/sandbox` makes the commands; everything else of the product asks it for them.
//! Tests, build scripts and `xtask` start what they like: they do not run on a user's machine.

use super::code::{code_of, is_product};
use super::{
    Problem,
    tree::{File, Tree},
};

/// The folder that may start programs.
const SANDBOX: &str = "crates/coax-native/src/sandbox/";

/// What starts a program or a process.
const STARTS: &[&str] = &[
    "Command::new",
    "libc::fork",
    "libc::vfork",
    "libc::exec",
    "libc::fexec",
    "libc::posix_spawn",
    "libc::system",
    "libc::popen",
    "SYS_exec",
];

/// A command that the sandbox has made has a type of its own, which starts nothing by itself.
const MADE_BY_THE_SANDBOX: &str = "SandboxedCommand::new";

/// Files that start something all the same, what they contain, and why they may.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    (
        "crates/coax-campaign/src/record_build.rs",
        "Command::new",
        "the build that the user asks for is the user's own",
    ),
    (
        "crates/coax-clang/src/lib.rs",
        "Command::new",
        "the launcher of tests of this crate, which does not know the sandbox; the binary gives another",
    ),
    (
        "crates/coax/src/commands/lsp/checker.rs",
        "Command::new",
        "coax itself, which shuts in what it starts",
    ),
    (
        "crates/coax-native/src/helper_process/serve.rs",
        "libc::fork",
        "the helper, in the sandbox already, calls native code in a child",
    ),
];

pub fn check(tree: &Tree) -> Vec<Problem> {
    let started = tree.rust().filter(|file| is_judged(file.path)).flat_map(starts_in);
    let idle = EXCEPTIONS.iter().filter(|(path, start, _)| {
        tree.rust().any(|file| file.path == *path && !code_of(file).contains(start))
    });
    let idle = idle.map(|(path, start, _)| {
        Problem::in_file(
            path,
            format!("no `{start}` any more: remove it from the exceptions of tidy"),
        )
    });
    started.chain(idle).collect()
}

/// Whether a file is part of what users run, and not the sandbox itself.
fn is_judged(path: &str) -> bool {
    path.starts_with("crates/") && is_product(path) && !path.starts_with(SANDBOX)
}

fn starts_in(file: File<'_>) -> Vec<Problem> {
    let code = code_of(file);
    let starts = (1..).zip(code.lines()).filter_map(|(number, line)| {
        let line = line.replace(MADE_BY_THE_SANDBOX, "");
        let start = STARTS.iter().find(|start| line.contains(**start))?;
        let allowed = EXCEPTIONS.iter().any(|(path, what, _)| *path == file.path && what == start);
        let message = format!(
            "`{start}` starts a program outside the sandbox: ask `Sandbox::command` for it"
        );
        (!allowed).then(|| Problem::at(file.path, number, message))
    });
    starts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::problems_of;

    const ELSEWHERE: &str = "crates/coax-project/src/load.rs";

    #[test]
    fn every_way_to_start_a_program_is_found_with_its_line() {
        for start in STARTS {
            let text = format!("fn f() {{\n    {start}();\n}}\n");
            let problem = format!(
                "{ELSEWHERE}:2: `{start}` starts a program outside the sandbox: ask `Sandbox::command` for it"
            );
            assert_eq!(problems_of(check, &[(ELSEWHERE, &text)]), [problem]);
        }
    }

    #[test]
    fn the_sandbox_tests_scripts_and_tools_may() {
        let text = "fn f() {\n    Command::new(\"sh\");\n}\n";
        for path in [
            "crates/coax-native/src/sandbox/mod.rs",
            "crates/coax/tests/verdicts.rs",
            "crates/coax-native/src/judge/reading/tests.rs",
            "crates/coax-models/build.rs",
            "xtask/src/bench.rs",
        ] {
            assert!(problems_of(check, &[(path, text)]).is_empty(), "{path}");
        }
        let tests = format!("fn f() {{}}\n\n#[cfg(test)]\nmod tests {{\n{text}}}\n");
        assert!(problems_of(check, &[(ELSEWHERE, &tests)]).is_empty());
    }

    #[test]
    fn what_the_sandbox_made_and_comments_start_nothing() {
        let text =
            "// not by Command::new\nlet c = SandboxedCommand::new(command, tier, program);\n";
        assert!(problems_of(check, &[(ELSEWHERE, text)]).is_empty());
    }

    #[test]
    fn a_test_item_in_the_middle_does_not_hide_what_follows() {
        let text = "#[cfg(test)]\nmod tests;\nfn f() { Command::new(\"sh\"); }\n";
        assert_eq!(problems_of(check, &[(ELSEWHERE, text)]).len(), 1);
    }

    #[test]
    fn an_exception_is_for_one_way_and_must_be_needed() {
        for (path, start, _) in EXCEPTIONS {
            assert!(problems_of(check, &[(path, start)]).is_empty(), "{path}");
            let other = STARTS.iter().find(|other| *other != start).unwrap();
            let both = format!("{start}\n{other}\n");
            assert_eq!(problems_of(check, &[(path, &both)]).len(), 1, "{path}: {other}");
            let unused =
                format!("{path}: no `{start}` any more: remove it from the exceptions of tidy");
            assert_eq!(problems_of(check, &[(path, "fn f() {}\n")]), [unused]);
        }
    }
}
