//! What is not checked although it lies in a folder that is: tests, examples, fuzzers and benchmarks.
//!
//! Invariant: names are looked at from the folder that the user named on, never that folder's own.

use std::path::{Component, Path};

use crate::names;

/// Folders that are left out, with all that is in them.
const FOLDERS: &[&str] = &[
    "test",
    "tests",
    "testing",
    "testsuite",
    "test-*",
    "test_*",
    "*_test",
    "*_tests",
    "*-test",
    "*-tests",
    "unittest*",
    "unit_test*",
    "unit-test*",
    "gtest*",
    "googletest*",
    "example",
    "examples",
    "sample",
    "samples",
    "demo",
    "demos",
    "fuzz",
    "fuzz*er",
    "fuzz*ers",
    "fuzzing",
    "fuzztest*",
    "oss-fuzz",
    "ossfuzz",
    "bench",
    "benchmark",
    "benchmarks",
    "benches",
    "perf_test*",
];

/// Sources that are left out, by their names without an extension.
const FILES: &[&str] = &[
    "test",
    "tests",
    "test_*",
    "tests_*",
    "test-*",
    "*_test",
    "*_tests",
    "*-test",
    "*-tests",
    "*_unittest*",
    "*unittests",
    "example",
    "example_*",
    "*_example",
    "*-example",
    "fuzz",
    "fuzz_*",
    "fuzz-*",
    "*_fuzz",
    "*-fuzz",
    "*_fuzzer",
    "*-fuzzer",
    "*fuzzer*",
    "bench",
    "bench_*",
    "*_bench",
    "benchmark",
    "benchmark_*",
    "*_benchmark",
];

/// What takes the usual ones away.
const NONE: &str = "none";

/// Which files are left out.
#[derive(Debug, Clone)]
pub struct Exclusion {
    globs: Vec<String>,
    /// The usual ones as well.
    usual: bool,
}

impl Exclusion {
    /// What `--exclude` says.
    pub fn new(said: &[String]) -> Exclusion {
        let globs = said.iter().filter(|glob| *glob != NONE).cloned().collect();
        Exclusion { globs, usual: !said.iter().any(|glob| glob == NONE) }
    }

    /// Nothing is left out.
    pub fn nothing() -> Exclusion {
        Exclusion { globs: Vec::new(), usual: false }
    }

    /// Is a file left out, by its name from the folder that the user named on?
    pub fn has(&self, file: &Path) -> bool {
        self.is_named(file) || self.usual && is_usual(file)
    }

    /// Does one of the user's own patterns mean the file, or a folder that it is in?
    pub fn is_named(&self, file: &Path) -> bool {
        let mut ways = file.ancestors().filter(|way| !way.as_os_str().is_empty());
        ways.any(|way| {
            let (whole, last) = (way.to_string_lossy(), way.file_name().unwrap_or_default());
            let meant = |glob: &String| {
                let glob = glob.trim_end_matches('/');
                names::matches(glob, &whole) || names::matches(glob, &last.to_string_lossy())
            };
            self.globs.iter().any(meant)
        })
    }
}

fn is_usual(file: &Path) -> bool {
    let folders = file.parent().into_iter().flat_map(Path::components);
    let mut folders = folders.filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_string_lossy().to_ascii_lowercase()),
        _ => None,
    });
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let is_one = |globs: &[&str], name: &str| globs.iter().any(|glob| names::matches(glob, name));
    folders.any(|folder| is_one(FOLDERS, &folder)) || is_one(FILES, &stem) || ends_in_test(file)
}

/// Does the name end with the word `Test`, as in `ParserTest.cpp`?
fn ends_in_test(file: &Path) -> bool {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let before = stem.strip_suffix("Test").or_else(|| stem.strip_suffix("Tests"));
    before.is_some_and(|before| before.ends_with(|letter: char| letter.is_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excluded(said: &[&str], file: &str) -> bool {
        let said: Vec<String> = said.iter().map(|glob| glob.to_string()).collect();
        Exclusion::new(&said).has(Path::new(file))
    }

    #[test]
    fn tests_examples_fuzzers_and_benchmarks_are_left_out() {
        for file in [
            "tests/a.c",
            "src/Test/b.cc",
            "examples/x/y.c",
            "parse_test.cc",
            "fuzz/z.c",
            "src/ParserTest.cpp",
            "bench.c",
            "xml_fuzzer.cpp",
        ] {
            assert!(excluded(&[], file), "{file}");
            assert!(!excluded(&["none"], file), "{file}");
        }
        for file in ["src/parse.c", "testament.c", "latest/a.c", "contest.c", "exampled/b.c"] {
            assert!(!excluded(&[], file), "{file}");
        }
    }

    #[test]
    fn patterns_of_the_user_mean_files_and_folders() {
        assert!(excluded(&["third_party"], "third_party/zlib/inflate.c"));
        assert!(excluded(&["src/old/"], "src/old/a.c"));
        assert!(excluded(&["*.cc"], "src/a.cc"));
        assert!(excluded(&["none", "tools"], "tools/a.c"));
        assert!(!excluded(&["third_party"], "src/third.c"));
        assert!(excluded(&["third_party"], "tests/a.c"), "the usual ones stay");
    }
}
