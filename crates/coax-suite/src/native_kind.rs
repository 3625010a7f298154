//! The kind of error that a native run showed, kept in the test of an error where it is another than
//! the predicted one. It stands in a comment behind the expectation, so a test says everything itself
//! and its line numbers stay as they were when it was judged.

use coax_kinds::{ErrorKind, Word};

const EXPECTATION: &str = "    replay_expect_failure(";
const OPENING: &str = " /* natively: ";
const CLOSING: &str = " */";

/// A rendered test with the kind that its native run showed.
pub fn with_native_kind(test: &str, kind: ErrorKind) -> String {
    let line = |line: &str| match line.starts_with(EXPECTATION) {
        true => format!("{line}{OPENING}{kind}{CLOSING}\n"),
        false => format!("{line}\n"),
    };
    test.lines().map(line).collect()
}

/// The kind recorded by [`with_native_kind`].
pub fn native_kind(test: &str) -> Option<Word<ErrorKind>> {
    let line = test.lines().rfind(|line| line.starts_with(EXPECTATION))?;
    line.rsplit_once(OPENING)?.1.strip_suffix(CLOSING)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: &str =
        "{\n    replay_expect_failure(\"uninitialized-read\", \"a.c:3\");\n    f();\n}\n";

    #[test]
    fn what_is_recorded_is_read_back() {
        let recorded = with_native_kind(TEST, ErrorKind::BadCast);
        assert_eq!(native_kind(&recorded), Some(Word::Known(ErrorKind::BadCast)));
        assert_eq!(recorded.lines().count(), TEST.lines().count());
        assert_eq!(recorded.replace(" /* natively: bad-cast */", ""), TEST);
    }

    #[test]
    fn most_tests_have_none() {
        assert_eq!(native_kind(TEST), None);
        assert_eq!(native_kind("replay_call(f()); /* natively: bad-cast */\n"), None);
        assert_eq!(native_kind(""), None);
    }
}
