//! Programs that tell which way they go: what is instrumented, and how edges are numbered.

mod support;
mod verify;

use coax_clang::{LoadOptions, Side, Traced, load_traced};
use coax_ir::Program;
use support::Folder;

fn traced(files: &[(&str, &str)]) -> (Program, Traced) {
    traced_but(&[], files)
}

/// With functions that are not looked into.
fn traced_but(quiet: &[&str], files: &[(&str, &str)]) -> (Program, Traced) {
    let folder = Folder::new(files);
    let paths: Vec<_> = files.iter().map(|(name, _)| folder.path(name)).collect();
    let quiet: Vec<String> = quiet.iter().map(ToString::to_string).collect();
    load_traced(&paths, &LoadOptions::default(), &[], &quiet, folder.scratch()).unwrap()
}

/// The numbers that a function tells, in the order of its code.
fn told(program: &Program, function: &str) -> Vec<u64> {
    let id = program.function_named(function).unwrap();
    let word = program.function_named("__coax_edge").unwrap();
    let body = program.body(id).unwrap();
    verify::verify(function, body);
    let calls = body.calls.iter().filter(|call| call.callee == coax_ir::Callee::Direct(word));
    calls.map(|call| body.constants[call.flat[0].index()]).collect()
}

#[test]
fn every_side_of_every_branch_has_a_number_and_a_place() {
    let source = "int f(int x) {\n  if (x)\n    return 1;\n  switch (x) {\n  case -3: case 9: return 2;\n  \
                  case 4: return 3;\n  }\n  return 0;\n}\n";
    let (program, traced) = traced(&[("a.c", source)]);
    let shown: Vec<_> = traced.edges.iter().map(|e| (e.line, e.side.to_string())).collect();
    let expected = [(2, "true"), (2, "false"), (4, "default"), (4, "case -3 or 9"), (4, "case 4")];
    assert_eq!(shown, expected.map(|(line, side)| (line, side.to_owned())));
    assert!(traced.edges.iter().all(|edge| &*edge.function == "f"));
    let mut numbers = told(&program, "f");
    numbers.sort_unstable();
    assert_eq!(numbers, [0, 1, 2, 3, 4]);
}

#[test]
fn what_only_a_sanitizer_asks_is_not_told() {
    let source = "struct s { int a[3]; }; int f(struct s *s, int i) { return s->a[i]; }";
    let (_, traced) = traced(&[("a.c", source)]);
    assert_eq!(traced.edges, []);
}

#[test]
fn copies_of_a_function_have_the_same_numbers_and_namesakes_have_not() {
    let copy = "inline int both(int x) { if (x) return 1; return 2; }";
    let one = format!(
        "{copy} static int own(int x) {{ if (x) return 3; return 4; }} \
                       int f(int x) {{ return both(x) + own(x); }}"
    );
    let two = format!(
        "{copy} static int own(int x) {{ if (x) return 5; return 6; }} \
                       int g(int x) {{ return both(x) + own(x); }}"
    );
    let (_, traced) = traced(&[("a.cpp", &one), ("b.cpp", &two)]);
    let named = |name: &str| traced.edges.iter().filter(|e| e.function.contains(name)).count();
    assert_eq!((named("both"), named("own")), (2, 4));
    assert_eq!(traced.modules.len(), 2);
}

#[test]
fn what_installed_headers_define_is_not_told() {
    let source = "#include <vector>\nint f(std::vector<int> &v) {\n  v.push_back(1);\n  \
                  if (v.size() > 3)\n    return 1;\n  return 0;\n}";
    let (program, traced) = traced(&[("a.cpp", source)]);
    let lines: Vec<_> = traced.edges.iter().map(|edge| edge.line).collect();
    assert_eq!(lines, [4, 4]);
    let is_there = |f: &coax_ir::Function| f.defined && f.name.contains("_M_realloc_insert");
    assert!(program.functions().iter().any(is_there), "or there is nothing to leave out");
}

#[test]
fn phis_and_edges_that_share_their_target_keep_their_values() {
    let source = "define i32 @f(i32 %x) {
entry:
  switch i32 %x, label %end [ i32 1, label %end
                              i32 2, label %other ]
other:
  br label %end
end:
  %r = phi i32 [ 10, %entry ], [ 10, %entry ], [ 20, %other ]
  ret i32 %r
}";
    let (program, traced) = traced(&[("a.ll", source)]);
    let sides: Vec<_> = traced.edges.iter().map(|edge| edge.side.clone()).collect();
    assert_eq!(sides, [Side::Default, Side::Cases(vec!["2".into()])]);
    assert_eq!(told(&program, "f").len(), 2);
}

/// Whether a function is listed or marked, and wherever it is marked.
#[test]
fn functions_that_are_not_looked_into_tell_nothing() {
    let hash = "int hash(int x) { if (x) return 1; return 2; }";
    let all = |traced: &Traced| -> Vec<String> {
        traced.edges.iter().map(|edge| edge.function.to_string()).collect()
    };
    let user = "int hash(int x); int f(int x) { if (hash(x)) return 1; return 2; }";
    let (_, plain) = traced(&[("a.c", user), ("b.c", hash)]);
    assert_eq!(all(&plain), ["f", "f", "hash", "hash"]);
    let (_, listed) = traced_but(&["hash"], &[("a.c", user), ("b.c", hash)]);
    assert_eq!(all(&listed), ["f", "f"]);
    let marked =
        user.replacen("int hash", "__attribute__((annotate(\"coax.concrete\"))) int hash", 1);
    let (_, elsewhere) = traced(&[("b.c", hash), ("a.c", &marked)]);
    assert_eq!(all(&elsewhere), ["f", "f"]);
    let spaced =
        format!("namespace sums {{ {hash} }} int hash(int x) {{ return x ? 3 : sums::hash(x); }}");
    let (_, in_namespace) = traced_but(&["sums::hash"], &[("c.cpp", &spaced)]);
    assert_eq!(all(&in_namespace), ["_Z4hashi", "_Z4hashi"]);
}
