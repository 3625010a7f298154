//! Snapshots of rendered diagnostics; sources are in memory, styles are stripped except in one.

use expect_test::{Expect, expect};

use super::*;

const CRASH: &str = "#include <stdlib.h>

int *make(int n) {
    int *p = malloc(n * sizeof *p);
\tp[n] = 1;
    return p;
}

int main(void) { return *make(2); }
";

fn span(file: &str, line: u32, column: u32) -> Span {
    Span { file: file.into(), line, column, length: None }
}

fn long(file: &str, line: u32, column: u32, length: u32) -> Span {
    Span { length: Some(length), ..span(file, line, column) }
}

fn error(message: &str, primary: Span) -> Diagnostic {
    Diagnostic {
        kind: Kind::Error("out-of-bounds".into()),
        message: message.into(),
        primary: Some(primary),
        notes: Vec::new(),
        stack: Vec::new(),
    }
}

fn full() -> Diagnostic {
    Diagnostic {
        notes: vec![
            Note {
                message: "8-byte heap object allocated here".into(),
                span: Some(span("crash.c", 4, 14)),
            },
            Note { message: "the index is 2".into(), span: None },
        ],
        stack: vec![
            StackFrame { function: "make".into(), span: Some(span("crash.c", 5, 2)) },
            StackFrame { function: "main".into(), span: Some(span("crash.c", 9, 26)) },
            StackFrame { function: "_start".into(), span: None },
        ],
        ..error("write of 4 bytes at offset 8 of an 8-byte object", long("crash.c", 5, 2, 4))
    }
}

fn plain(diagnostic: &Diagnostic, source: impl AsRef<[u8]>) -> String {
    let styled = diagnostic.render(&Sources::new(|_| Some(source.as_ref().to_vec())));
    anstream::adapter::strip_str(&styled).to_string()
}

fn check(diagnostic: &Diagnostic, source: impl AsRef<[u8]>, expected: Expect) {
    expected.assert_eq(&plain(diagnostic, source));
}

#[test]
fn a_full_report() {
    check(
        &full(),
        CRASH,
        expect![[r#"
        error[out-of-bounds]: write of 4 bytes at offset 8 of an 8-byte object
         --> crash.c:5:2
          |
        3 | int *make(int n) {
        4 |     int *p = malloc(n * sizeof *p);
        5 |     p[n] = 1;
          |     ^~~~
        note: 8-byte heap object allocated here
         --> crash.c:4:14
          |
        4 |     int *p = malloc(n * sizeof *p);
          |              ^
        note: the index is 2
        call stack:
          #0 make at crash.c:5:2
          #1 main at crash.c:9:26
          #2 _start
    "#]],
    );
}

#[test]
fn styles_wrap_the_parts_and_nothing_else() {
    let styled = full().render(&Sources::new(|_| Some(CRASH.into())));
    let first = styled.lines().next().unwrap();
    expect![[r#""\u{1b}[1m\u{1b}[31merror[out-of-bounds]\u{1b}[0m: \u{1b}[1mwrite of 4 bytes at offset 8 of an 8-byte object\u{1b}[0m""#]].assert_eq(&format!("{first:?}"));
}

#[test]
fn an_unsupported_construct_has_the_same_form() {
    let diagnostic =
        Diagnostic { kind: Kind::Unsupported, ..error("inline assembly", span("a.c", 1, 1)) };
    check(
        &diagnostic,
        "asm(\"nop\");",
        expect![[r#"
        unsupported: inline assembly
         --> a.c:1:1
          |
        1 | asm("nop");
          | ^
    "#]],
    );
}

#[test]
fn a_bound_has_the_same_form() {
    let diagnostic = Diagnostic { kind: Kind::Stopped, primary: None, ..full() };
    let text = plain(&diagnostic, CRASH);
    assert!(text.starts_with("stopped: write of"), "{text}");
}

#[test]
fn without_the_source_the_places_remain() {
    let styled = full().render(&Sources::none());
    expect![[r#"
        error[out-of-bounds]: write of 4 bytes at offset 8 of an 8-byte object
         --> crash.c:5:2
        note: 8-byte heap object allocated here
         --> crash.c:4:14
        note: the index is 2
        call stack:
          #0 make at crash.c:5:2
          #1 main at crash.c:9:26
          #2 _start
    "#]]
    .assert_eq(&anstream::adapter::strip_str(&styled).to_string());
}

#[test]
fn a_line_or_column_that_is_not_there_loses_only_the_excerpt_or_mark() {
    check(
        &error("m", span("a.c", 99, 1)),
        "int x;\n",
        expect![[r#"
        error[out-of-bounds]: m
         --> a.c:99:1
    "#]],
    );
    check(
        &error("m", span("a.c", 1, 99)),
        "int x;\n",
        expect![[r#"
        error[out-of-bounds]: m
         --> a.c:1:99
          |
        1 | int x;
    "#]],
    );
    check(
        &error("m", span("a.c", 1, 0)),
        "int x;\n",
        expect![[r#"
        error[out-of-bounds]: m
         --> a.c:1
          |
        1 | int x;
    "#]],
    );
    check(
        &error("m", span("a.c", 0, 0)),
        "int x;\n",
        expect![[r#"
        error[out-of-bounds]: m
         --> a.c
    "#]],
    );
}

#[test]
fn tabs_are_expanded_before_the_mark() {
    check(
        &error("m", long("a.c", 1, 6, 3)),
        "\tab\t\tx+y;",
        expect![[r#"
        error[out-of-bounds]: m
         --> a.c:1:6
          |
        1 |     ab      x+y;
          |             ^~~
    "#]],
    );
}

#[test]
fn wide_characters_and_broken_utf8_keep_the_mark_in_place() {
    // "/* 漢字 */ x": the x is byte 14, cell 12.
    check(
        &error("m", span("a.c", 1, 14)),
        "/* 漢字 */ x;",
        expect![[r#"
        error[out-of-bounds]: m
         --> a.c:1:14
          |
        1 | /* 漢字 */ x;
          |            ^
    "#]],
    );
    check(
        &error("m", span("a.c", 1, 5)),
        b"\"\xff\xfe\" x;",
        expect![[r#"
        error[out-of-bounds]: m
         --> a.c:1:5
          |
        1 | "��" x;
          |     ^
    "#]],
    );
}

#[test]
fn nothing_active_reaches_the_terminal() {
    let diagnostic = Diagnostic {
        notes: vec![Note { message: "says \x1b[2J\nnext".into(), span: None }],
        ..error("text\r\n\x07", span("a\x1b.c", 1, 1))
    };
    let styled = diagnostic.render(&Sources::new(|_| Some("x\x1b[31m \u{202e} y\r\n".into())));
    let text = anstream::adapter::strip_str(&styled).to_string();
    assert!(!styled.contains("\x1b[2J") && !styled.contains("\x1b[31mx"));
    assert!(!text.contains('\r') && !text.contains('\x07') && !text.contains('\u{202e}'));
}

#[test]
fn blank_lines_above_are_not_worth_showing() {
    check(
        &error("m", span("a.c", 3, 1)),
        "\n\nint x;\r\n",
        expect![[r#"
        error[out-of-bounds]: m
         --> a.c:3:1
          |
        3 | int x;
          | ^
    "#]],
    );
}

#[test]
fn the_bar_follows_the_widest_line_number() {
    let source = "x;\n".repeat(100);
    check(
        &error("m", span("a.c", 100, 1)),
        source,
        expect![[r#"
        error[out-of-bounds]: m
         --> a.c:100:1
            |
         98 | x;
         99 | x;
        100 | x;
            | ^
    "#]],
    );
}

#[test]
fn the_middle_of_a_deep_stack_is_counted() {
    let frame = |n: usize| StackFrame { function: format!("f{n}"), span: None };
    let deep = |n: usize| stack(&(0..n).map(frame).collect::<Vec<_>>());
    assert_eq!(deep(21).lines().count(), 22);
    assert_eq!(deep(22).lines().count(), 22);
    let text = deep(100_000);
    assert!(text.contains("  #15 f15\n  ... 99980 more calls\n  #99996 f99996\n"), "{text}");
    assert!(text.ends_with("#99999 f99999\n"));
}

#[test]
fn long_names_lose_the_arguments_of_templates() {
    let frame = |function: &str| StackFrame { function: function.into(), span: None }.to_string();
    assert_eq!(frame("Stack<int>::push"), "Stack<int>::push");
    assert_eq!(frame(&format!("Stack<{}>::push", "x".repeat(90))), "Stack<…>::push");
}
