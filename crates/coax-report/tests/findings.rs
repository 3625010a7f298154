//! Which warnings are one finding, which of them speaks for it, and in which order findings come.

use coax_kinds::{Assumption, ErrorKind};
use coax_report::{Finding, Frame, Report, Tool, Warning, findings};

/// An error at a line, which a function of this name leads to.
fn error(function: &str, line: u32) -> Warning {
    serde_json::from_value(serde_json::json!({
        "id": "w", "kind": "out-of-bounds", "function": function, "file": "a.c", "line": line,
        "column": 1, "message": "too far", "trace": [], "inputs": {}, "confirmed": true, "test": null
    }))
    .unwrap()
}

fn needing(needs: Assumption, warning: Warning) -> Warning {
    Warning { assumes: vec![needs.into()], ..warning }
}

fn about(input: &str, warning: Warning) -> Warning {
    Warning { about: Some(input.into()), ..warning }
}

fn called_by(callers: usize, warning: Warning) -> Warning {
    let frame = |n| Frame { file: "a.c".into(), line: n, function: format!("f{n}") };
    Warning { trace: (0..=callers as u32).map(frame).collect(), ..warning }
}

fn report(warnings: Vec<Warning>) -> Report {
    let mut report = Report::new(Tool { name: "coax".into(), version: "0".into() }, "check", 0);
    report.warnings = warnings;
    report
}

/// Each finding in a line: the function that speaks for it, `<` others that lead there, `@` other lines.
fn told(warnings: Vec<Warning>) -> Vec<String> {
    let in_a_line = |finding: &Finding<'_>| {
        let mut line = finding.error.function.clone();
        finding.also_from.iter().for_each(|from| line += &format!("<{}", from.function));
        finding.also_at.iter().for_each(|at| line += &format!("@{}", at.line));
        line
    };
    findings(&report(warnings), true).iter().map(in_a_line).collect()
}

#[test]
fn one_kind_at_one_place_is_one_finding() {
    let other_kind = Warning { kind: ErrorKind::UseAfterFree.into(), ..error("b", 3) };
    let other_file = Warning { file: "b.c".into(), ..error("c", 3) };
    let other_column = Warning { column: 2, ..error("d", 3) };
    for (warnings, expected) in [
        (vec![error("a", 3), error("b", 3), error("c", 3)], vec!["a<b<c"]),
        (vec![error("a", 3), other_kind], vec!["a", "b"]),
        (vec![error("a", 3), other_file], vec!["a", "c"]),
        (vec![error("a", 3), other_column], vec!["a", "d"]),
        (vec![error("a", 3), error("b", 4)], vec!["a", "b"]),
        // Nowhere is not a place.
        (vec![error("a", 0), error("b", 0)], vec!["a", "b"]),
    ] {
        assert_eq!(told(warnings), expected);
    }
}

#[test]
fn of_one_place_the_way_that_needs_least_and_is_shortest_speaks() {
    use Assumption::{Aliasing, Fields, Stub};
    let internal = |warning| Warning { internal: true, ..warning };
    for (warnings, expected) in [
        (vec![needing(Stub, error("a", 3)), needing(Aliasing, error("b", 3))], ["b<a"]),
        (vec![needing(Fields, error("a", 3)), error("b", 3)], ["b<a"]),
        (vec![internal(error("a", 3)), error("b", 3)], ["b<a"]),
        (vec![needing(Fields, error("a", 3)), internal(error("b", 3))], ["b<a"]),
        (vec![called_by(2, error("a", 3)), called_by(1, error("b", 3))], ["b<a"]),
        (vec![internal(error("a", 3)), called_by(5, error("b", 3))], ["b<a"]),
        (vec![called_by(1, error("a", 3)), called_by(1, error("b", 3))], ["a<b"]),
    ] {
        assert_eq!(told(warnings), expected);
    }
}

#[test]
fn one_input_of_one_function_is_one_finding() {
    let of_unit = |unit, warning| Warning { unit: Some(unit), ..warning };
    let p = |line| about("p", error("a", line));
    for (warnings, expected) in [
        (vec![p(3), p(4), p(5)], vec!["a@4@5"]),
        (vec![p(3), about("q", error("a", 4))], vec!["a", "a"]),
        (vec![p(3), about("p", error("b", 4))], vec!["a", "b"]),
        (vec![of_unit(0, p(3)), of_unit(1, p(4))], vec!["a", "a"]),
        (vec![p(3), Warning { kind: ErrorKind::BadCast.into(), ..p(4) }], vec!["a", "a"]),
        (vec![error("a", 3), error("a", 4)], vec!["a", "a"]),
    ] {
        assert_eq!(told(warnings), expected);
    }
}

#[test]
fn the_place_that_needs_least_speaks_for_an_input_and_keeps_all_that_leads_there() {
    use Assumption::{Fields, Stub};
    let unlikely = |warning| Warning { not_from: vec!["main".into()], ..warning };
    let p = |line| about("p", error("a", line));
    for (warnings, expected) in [
        (vec![needing(Stub, p(3)), needing(Fields, p(4)), p(5)], ["a@4@3"]),
        (vec![unlikely(p(3)), p(4)], ["a@3"]),
        (vec![p(3), unlikely(p(4))], ["a@4"]),
        (vec![unlikely(p(3)), needing(Fields, p(4))], ["a@4"]),
        (vec![p(3), error("b", 3), p(4), error("c", 4)], ["a<b<c@4"]),
        (vec![needing(Stub, p(3)), error("b", 4), p(4)], ["b<a"]),
    ] {
        assert_eq!(told(warnings)[0], expected[0]);
    }
    let swapped = vec![
        needing(Fields, p(3)),
        needing(Stub, error("b", 3)),
        p(4),
        needing(Fields, error("c", 4)),
    ];
    assert_eq!(told(swapped), ["a<c<b@3"]);
}

#[test]
fn findings_come_in_the_order_of_what_they_take() {
    let unlikely = |warning| Warning { not_from: vec!["main".into()], ..warning };
    let internal = |warning| Warning { internal: true, ..warning };
    let stated = |kind: ErrorKind, warning| Warning { kind: kind.into(), ..warning };
    let warnings = vec![
        needing(Assumption::NullArgument, error("null", 1)),
        needing(Assumption::Fields, error("fields", 2)),
        unlikely(internal(error("internal, unlikely", 3))),
        internal(error("internal", 4)),
        unlikely(error("unlikely", 5)),
        called_by(0, stated(ErrorKind::Assertion, error("own assertion", 6))),
        called_by(0, stated(ErrorKind::Abort, error("own abort", 7))),
        called_by(1, stated(ErrorKind::Assertion, error("callee's assertion", 8))),
        called_by(0, error("plain", 9)),
    ];
    let expected = [
        "callee's assertion",
        "plain",
        "own assertion",
        "own abort",
        "unlikely",
        "internal",
        "internal, unlikely",
        "fields",
        "null",
    ];
    assert_eq!(told(warnings), expected);
}

#[test]
fn errors_and_doubts_are_not_mixed() {
    let doubt = Warning { confirmed: false, ..error("doubt", 3) };
    let report = report(vec![error("error", 3), doubt]);
    for (confirmed, expected) in [(true, "error"), (false, "doubt")] {
        let found = findings(&report, confirmed);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].error.function, expected);
        assert!(found[0].also_from.is_empty());
    }
}
