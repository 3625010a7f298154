//! Tests that are built so that the program goes on after what sanitizers find: what a test shows may be behind it. The
//! command that compiles such a test says so.

/// What ends a program at the first error,
const HALTS: &str = "-fno-sanitize-recover=all";

/// and what lets it go on.
const GOES_ON: &str = "-fsanitize-recover=all";

/// A rendered test, or a command, with sanitizers that go on.
pub fn going_on(text: &str) -> String {
    text.replacen(HALTS, GOES_ON, 1)
}

/// Is a test built so?
pub fn is_going_on(test: &str) -> bool {
    test.lines().next().is_some_and(|command| command.split(' ').any(|word| word == GOES_ON))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build_words::SANITIZERS;

    #[test]
    fn what_is_made_to_go_on_is_known_to() {
        let test = format!("/* cc {SANITIZERS} -o a a.c */\n/* x = 1. */\n");
        assert!(!is_going_on(&test));
        assert!(is_going_on(&going_on(&test)));
        assert!(!is_going_on("/* cc -o a a.c */\n/* -fsanitize-recover=all */\n"));
    }
}
