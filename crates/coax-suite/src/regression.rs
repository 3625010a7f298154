//! The test of an error, once that is mended: a regression test.
//!
//! Invariant: but for its name and for what it expects it is the same test, with the same inputs and the same
//! command to build it.

const FAILS: &str = "    replay_expect_failure(";
const FIXED: &str = "    replay_expect_fixed(";
const REMARK: &str =
    "/* A regression test: what is said in the next lines was mended and must not come back. */";

/// The test of an error, called `old`, as a regression test called `new`; none if it is no test of an error.
pub fn as_regression_test(test: &str, old: &str, new: &str) -> Option<String> {
    let mut is_of_error = false;
    let mut lines = test.lines().enumerate().map(|(number, line)| {
        if let Some(rest) = line.strip_prefix(FAILS) {
            is_of_error = true;
            return format!("{FIXED}{rest}");
        }
        match number {
            0 => format!("{}\n{REMARK}", renamed_command(line, old, new)),
            _ => line.replace(&format!("COAX_TEST(\"{old}\")"), &format!("COAX_TEST(\"{new}\")")),
        }
    });
    let text: String = lines.by_ref().map(|line| line + "\n").collect();
    is_of_error.then_some(text)
}

/// The command that builds it, which names the test twice: `-o NAME NAME.c`.
fn renamed_command(command: &str, old: &str, new: &str) -> String {
    let name = format!("-o {old} {old}.");
    command.replacen(&name, &format!("-o {new} {new}."), 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: &str = "/* cc -I../tests -o f_1 f_1.c ../tests/coax_unit.c */\n/* f(): said. */\n\
                        COAX_TEST(\"f_1\")\n{\n    replay_expect_failure(\"double-free\", \"a.c:3\"); \
                        /* natively: bad-cast */\n    f();\n}\n";

    #[test]
    fn it_expects_that_nothing_happens() {
        let kept = as_regression_test(TEST, "f_1", "f_1_fixed").unwrap();
        let expected = "/* cc -I../tests -o f_1_fixed f_1_fixed.c ../tests/coax_unit.c */\n\
            /* A regression test: what is said in the next lines was mended and must not come back. */\n\
            /* f(): said. */\nCOAX_TEST(\"f_1_fixed\")\n{\n    replay_expect_fixed(\"double-free\", \
            \"a.c:3\"); /* natively: bad-cast */\n    f();\n}\n";
        assert_eq!(kept, expected);
        assert_eq!(as_regression_test(&kept, "f_1_fixed", "x"), None);
    }
}
