//! Many tests at once: through the Makefile.

use coax_case::Check;
use coax_kinds::ErrorKind;
use coax_suite::{Dialect, Plain, Test, unit_makefile};

use crate::suite::*;

const ONE: &str = r#"#include <stdlib.h>
int other(int n);
static int at(const int *list, int n) { return list[n]; }
int use(int n) { int list[2] = {0}; if (n == 9) abort(); return at(list, n) + other(n); }
"#;

fn use_with(suite: &Suite, id: &str, n: i32) -> Draft {
    let mut case = suite.case(id, "use");
    case.arguments[0].bytes = n.to_le_bytes().into();
    if n > 1 {
        case.check = error(ErrorKind::OutOfBounds);
    }
    case
}

#[test]
fn the_makefile_builds_each_translation_unit_once() {
    let others = [("other.c", "int other(int n) { return n; } int main(void) { return 2; }")];
    let suite = Suite::with_others("one.c", ONE, &others);
    let mut second = suite.under_test.clone();
    let twice = "int twice(int n) { return 2 * n; }";
    std::fs::write(suite.folder.path().join("my unit.cpp"), twice).unwrap();
    second.include = Some("../../my unit.cpp".into());
    (second.sources, second.cxx) = (vec![], true);
    let makefile =
        unit_makefile(&[suite.under_test.clone(), suite.under_test.clone(), second.clone()]);
    std::fs::write(suite.tests().join("Makefile"), makefile).unwrap();
    for (id, n) in [("t1", 0), ("t2", 1), ("e1", 2), ("e2", 9)] {
        suite.write(&use_with(&suite, id, n));
    }
    let other = Suite::new("my unit.cpp", twice);
    let case = &other.case("t3", "twice").case();
    let test = Test { case, under_test: &second, program: &other.program };
    std::fs::write(suite.tests().join("t3.cpp"), Plain.render(&test)).unwrap();
    let make = |what: &str| {
        let output = shell(&suite.tests(), &format!("make -s {what}"));
        (
            output.status.success(),
            String::from_utf8(output.stdout.clone()).unwrap() + &errors(&output),
        )
    };
    let good = "ok t1\nok t2\n2 tests, 0 failed\nok t3\n1 tests, 0 failed\n";
    assert_eq!(make("check"), (true, good.into()));
    assert_eq!(make("errors"), (true, "ok e1\nok e2\n2 tests, 0 failed\n".into()));
    let built = || std::fs::metadata(suite.tests().join("suite_1")).unwrap().modified().unwrap();
    let before = built();
    assert!(make("").0);
    assert_eq!(built(), before, "nothing was left to be built");
    assert_eq!(make("t1 && ./t1"), (true, String::new()));

    // By hand: one that fails is added, one is removed; an error that does not show.
    let mut wrong = use_with(&suite, "t4", 1);
    wrong.check = Check::Normal { status: 3 };
    suite.write(&wrong);
    std::fs::remove_file(suite.tests().join("t2.c")).unwrap();
    let (good, text) = make("check");
    assert!(!good);
    let expected =
        "ok t1\nFAIL t4: exit status 1\nt4: expected exit status 3, got 0\n2 tests, 1 failed\n";
    assert!(text.starts_with(expected), "{text}");
    let mut harmless = use_with(&suite, "e3", 0);
    harmless.check = error(ErrorKind::OutOfBounds);
    suite.write(&harmless);
    let (good, text) = make("errors");
    assert!(good, "{text}");
    assert!(text.contains("\nfixed e3\n"), "{text}");
    assert_eq!(make("clean").1, "");
    assert!(!suite.tests().join("suite_1").exists() && suite.tests().join("t1.c").exists());
}
