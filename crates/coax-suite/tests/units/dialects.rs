//! A dialect that is not among those of the crate: what it takes to add one.

use coax_case::{Check, TestCase};
use coax_kinds::ErrorKind;
use coax_suite::{Dialect, Parts, Test, UnderTest};
use expect_test::expect;

use crate::suite::*;

/// The frame of another test framework around the same statements.
struct Framework;

impl Dialect for Framework {
    fn extension(&self, _under_test: &UnderTest) -> &'static str {
        "cc"
    }

    fn render(&self, test: &Test<'_>) -> String {
        let Parts { summary, includes, definitions, mut setup, call, checks, teardown } =
            Parts::of(test);
        setup.extend(call);
        if let Some(call) = setup.last_mut() {
            *call = expected(test.case, call);
        }
        setup.extend(checks);
        setup.extend(teardown);
        let body: String = setup.iter().map(|line| format!("  {line}\n")).collect();
        let id = &test.case.id;
        format!(
            "#include <framework.h>\n{includes}{definitions}// {summary}\nTEST({id}) {{\n{body}}}\n"
        )
    }
}

fn expected(case: &TestCase, call: &str) -> String {
    let call = call.trim_end_matches(';');
    match case.checks.as_slice() {
        [Check::Exception] => format!("EXPECT_THROW({call});"),
        [Check::Error { kind, .. }] => format!("EXPECT_DEATH({call}, \"{kind}\");"),
        _ => format!("EXPECT_RETURN({call});"),
    }
}

#[test]
fn a_dialect_is_a_frame_around_the_parts() {
    let suite = Suite::new(
        "sum.c",
        "struct pair { int a, b; };\nint sum(const struct pair *p, int n) { return p[n].a + p->b; }\n",
    );
    let mut draft = suite.case("sum_1", "sum");
    draft.objects = vec![suite.object(&draft, 0, &ints(&[3, -7]))];
    draft.arguments[0] = pointer(draft.params[0].ty, 0);
    draft.arguments[1].bytes[0] = 1;
    draft.check = error(ErrorKind::OutOfBounds);
    draft.notes = vec!["The array has one element".into()];
    let case = draft.case();
    let test = suite.test(&case);
    assert_eq!(Framework.file_name(&test), "sum_1.cc");
    expect![[r##"
        #include <framework.h>
        #ifndef COAX_UNDER_TEST
        #define COAX_UNDER_TEST
        #include "../../sum.c"
        #endif
        #include "coax_unit.h"
        // sum(): out-of-bounds at /src/x.c:7, the message. The array has one element.
        TEST(sum_1) {
          struct pair p = {.a = 3, .b = -7};
          EXPECT_DEATH((void)sum(&p, 1), "out-of-bounds");
        }
    "##]]
    .assert_eq(&Framework.render(&test));
}
