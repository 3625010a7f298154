//! A test file read back: how it is compiled, and what it expects.

use std::path::{Path, PathBuf};

use coax_kinds::{ErrorKind, Word};
use coax_native::judge::Subject;

use crate::clang_flags::may_build_a_test;
use crate::under_test::{Spelling, is_cxx, is_source};

/// What only test files of ours contain.
const MARK: &str = "COAX_TEST(";

/// A test, as its file says.
#[derive(Debug)]
pub struct Recorded {
    /// The file as the user named it.
    pub shown: PathBuf,
    /// The file, absolute.
    pub file: PathBuf,
    pub program: TestedProgram,
    pub expectation: Expectation,
    /// Do sanitizers go on after what they find?
    pub is_going_on: bool,
}

/// The program a test belongs to: tests of the same one are built together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TestedProgram {
    /// The folder of the test, which paths are relative to.
    folder: PathBuf,
    /// Where the tests' own headers are, relative to that.
    headers: String,
    sources: Vec<PathBuf>,
    cflags: Vec<String>,
    cxx: bool,
    /// The source that the test itself includes, if it calls a single function.
    included: Option<String>,
}

/// How a test is expected to end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expectation {
    /// By itself; with this exit status, if the program ends.
    Normal(Option<i32>),
    /// In an error of this kind; `natively` is the kind that confirmed it, if that was another one.
    Error { kind: Word<ErrorKind>, natively: Option<Word<ErrorKind>> },
    /// By itself, with any status: an error of this kind was mended (`coax keep`).
    Fixed { kind: Word<ErrorKind> },
}

/// Is a file one of our tests, by its name and what is in it?
pub fn is_test(file: &Path) -> bool {
    is_source(file)
        && file.is_file()
        && std::fs::read_to_string(file).is_ok_and(|text| text.contains(MARK))
}

impl Recorded {
    /// Reads a test file.
    pub fn read(file: &Path) -> Result<Recorded, String> {
        let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
        if !text.contains(MARK) {
            return Err("this is no test of coax".into());
        }
        let absolute = std::path::absolute(file).map_err(|error| error.to_string())?;
        let folder = absolute.parent().unwrap_or(Path::new("/")).to_path_buf();
        let program = TestedProgram::of_command(&text, folder, is_cxx(file))
            .ok_or("its first line is not the command that compiles it")?;
        if let Some(word) = program.cflags.iter().find(|word| !may_build_a_test(word)) {
            return Err(format!("its first line has a flag that is not taken from files: {word}"));
        }
        let (shown, expectation) = (file.to_path_buf(), Expectation::of(&text));
        let is_going_on = coax_suite::is_going_on(&text);
        Ok(Recorded { shown, file: absolute, program, expectation, is_going_on })
    }
}

impl Expectation {
    fn of(text: &str) -> Expectation {
        let argument = |call: &str| {
            let at = text.rfind(call)? + call.len();
            text[at..].split([',', ')']).next().map(str::trim)
        };
        let kind = |call: &str| -> Option<Word<ErrorKind>> {
            argument(call)?.trim_matches('"').parse().ok()
        };
        if let Some(kind) = kind("replay_expect_failure(") {
            return Expectation::Error { kind, natively: coax_suite::native_kind(text) };
        }
        if let Some(kind) = kind("replay_expect_fixed(") {
            return Expectation::Fixed { kind };
        }
        let status = argument("replay_expect_status(");
        Expectation::Normal(status.and_then(|status| status.parse().ok()))
    }
}

impl TestedProgram {
    /// Out of the command in the first comment: everything after the test file itself.
    fn of_command(text: &str, folder: PathBuf, cxx: bool) -> Option<TestedProgram> {
        let first = text.lines().next()?;
        let command = first.trim().strip_prefix("/*")?.strip_suffix("*/")?.trim();
        let words = shell_words::split(command).ok()?;
        let words: Vec<String> = words.iter().map(|word| coax_suite::read_word(word)).collect();
        let headers = words.iter().find_map(|word| word.strip_prefix("-I"))?.to_owned();
        // `-o NAME NAME.c`, then the program.
        let output = words.iter().position(|word| word == "-o")?;
        let mut sources = Vec::new();
        let mut rest = words.get(output + 3..)?;
        loop {
            match rest {
                [option, _, after @ ..] if option == "-x" => rest = after,
                [word, after @ ..] if is_source(Path::new(word)) => {
                    sources.push(word.into());
                    rest = after;
                }
                _ => break,
            }
        }
        let (cflags, included) = (rest.to_vec(), included(text));
        Some(TestedProgram { folder, headers, sources, cflags, cxx, included })
    }

    /// For building it.
    pub fn subject(&self) -> Subject {
        let spelling = Spelling::within(self.folder.clone());
        spelling.for_builds(&self.sources, &self.cflags, self.cxx, Path::new(&self.headers))
    }
}

/// The source under test that a test includes.
fn included(text: &str) -> Option<String> {
    let mut lines = text.lines().skip_while(|line| *line != "#define COAX_UNDER_TEST");
    let name = lines.nth(1)?.strip_prefix("#include \"")?.strip_suffix('"')?;
    Some(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_names_the_program() {
        coax_workplace::sandbox::choose_none_in_unit_tests();
        let text = "/* cc -g -fsanitize=address,undefined -fno-sanitize-recover=all -I../tests \
                    -Wl,--wrap=main -o 'a b' 'a b.c' ../../x.c ../../lib.bc -O1 -I../../inc foo.o */\n";
        let program = TestedProgram::of_command(text, "/r/errors".into(), false).unwrap();
        assert_eq!(program.headers, "../tests");
        assert_eq!(program.sources, [Path::new("../../x.c"), Path::new("../../lib.bc")]);
        assert_eq!(program.cflags, ["-O1", "-I../../inc", "foo.o"]);
        assert_eq!(program.subject().sources, [Path::new("/x.c"), Path::new("/lib.bc")]);
        assert_eq!(program.subject().include_dirs, [Path::new("/r/tests")]);
    }

    #[test]
    fn tests_of_different_files_are_not_built_together() {
        let text = |file: &str| {
            format!(
                "/* cc -I. -o t t.c coax_unit.c */\n#ifndef COAX_UNDER_TEST\n\
                 #define COAX_UNDER_TEST\n#include \"{file}\"\n#endif\n"
            )
        };
        let program = |text: &str| TestedProgram::of_command(text, "/r".into(), false).unwrap();
        assert_eq!(program(&text("../a.c")), program(&text("../a.c")));
        assert_ne!(program(&text("../a.c")), program(&text("../b.c")));
    }

    #[test]
    fn languages_of_a_mixed_program() {
        let text = "/* c++ -I. -Wl,--wrap=main -o t t.cpp -x c a.c -x none b.cpp -DX */\n";
        let program = TestedProgram::of_command(text, "/r".into(), true).unwrap();
        assert_eq!(program.sources, [Path::new("a.c"), Path::new("b.cpp")]);
        assert_eq!(program.cflags, ["-DX"]);
    }

    #[test]
    fn what_is_no_command_is_refused() {
        for text in ["", "int main;", "/* cc x.c */", "/* cc -I. -o x */", "/* cc 'x */"] {
            assert_eq!(TestedProgram::of_command(text, "/r".into(), false), None, "{text}");
        }
    }

    #[test]
    fn expectations() {
        let of = Expectation::of;
        assert_eq!(of("replay_expect_status(3);"), Expectation::Normal(Some(3)));
        assert_eq!(of("replay_call(f());"), Expectation::Normal(None));
        let error = "    replay_expect_failure(\"double-free\", \"a.c:3\");";
        let kind = || Word::Known(ErrorKind::DoubleFree);
        assert_eq!(of(error), Expectation::Error { kind: kind(), natively: None });
        let recorded = coax_suite::with_native_kind(error, ErrorKind::BadCast);
        let natively = Some(Word::Known(ErrorKind::BadCast));
        assert_eq!(of(&recorded), Expectation::Error { kind: kind(), natively });
        let kept = coax_suite::as_regression_test(error, "a", "b").unwrap();
        assert_eq!(of(&kept), Expectation::Fixed { kind: kind() });
    }
}
