//! Sources whose names mean something to shells, to make or to the preprocessor: tests build all the same.

#[path = "support/place.rs"]
mod place;

use place::{Place, json};

const HARNESS: &str = "#include <coax.h>\n\
    int main(void) {\n\
    int x = coax_int(\"x\"), y = coax_int(\"y\");\n\
    if (x == 7) return y / (x - 7);\n\
    return y > 3; }\n";

const FUNCTIONS: &str = "int ratio(int a, int b) { return a / b; }\n\
    int twice(int a) { return a > 9 ? 9 : 2 * a; }\n";

/// Names that a test can also include.
const NAMES: &[&str] = &[
    "semi;colon.c",
    "sp ace.c",
    "qu'ote.c",
    "dol$(HOME)lar.c",
    "ha#sh.c",
    "per%cent.c",
    "back\\slash.c",
    "back\\#hash.c",
    "st*ar.c",
    "a=b.c",
    "a:b.c",
    "~tilde.c",
    "par(en).c",
    "amp&ersand|.c",
    "grave`.c",
];

/// Names that only a command line can have.
const OTHERS: &[&str] = &["new\nline.c", "double\"quote.c", "tab\there.c"];

fn make(place: &Place, what: &str, name: &str) {
    let said = place.shell(&format!("make -C coax-out/tests {what}"));
    assert_eq!(said.code, Some(0), "make {what} for {name:?}: {}{}", said.stdout, said.stderr);
}

#[test]
fn programs_of_any_name_have_a_makefile_that_works() {
    for name in NAMES.iter().chain(OTHERS) {
        let place = Place::with(&[(&format!("sub/{name}"), HARNESS)]);
        let said = place.explore(&[&format!("sub/{name}"), "--no-progress"]);
        assert!(matches!(said.code, Some(0 | 1 | 3)), "{name:?}: {}", said.stderr);
        let report = place.report();
        assert_eq!(report["tests"].as_array().map(Vec::len), Some(2), "{name:?}");
        for what in ["check", "errors", "main_1"] {
            make(&place, what, name);
        }
        let replayed = place.run(&["replay", "coax-out/tests"]);
        assert_eq!(replayed.code, Some(0), "{name:?}: {}{}", replayed.stdout, replayed.stderr);
        if let Some(command) = report["warnings"][0]["reproduce"].as_str() {
            let shown = place.shell(&format!("cd coax-out && {command}"));
            assert!(shown.stderr.contains("division by zero"), "{command}\n{}", shown.stderr);
        }
    }
}

#[test]
fn functions_in_files_of_any_name_have_a_makefile_that_works() {
    for name in NAMES {
        let place = Place::with(&[(*name, FUNCTIONS)]);
        let said = place.check(&[&format!("./{name}"), "--format", "json"]);
        assert_eq!(said.code, Some(1), "{name:?}: {}", said.stderr);
        assert_eq!(json(&said.stdout)["totals"]["errors"], 2, "{name:?}");
        make(&place, "check", name);
        let said = place.shell("make -C coax-out/tests errors");
        assert_eq!(said.code, Some(0), "{name:?}: {}{}", said.stdout, said.stderr);
        assert!(said.stdout.contains("ratio_division_by_zero_1"), "{}", said.stdout);
    }
}
