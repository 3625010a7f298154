//! Which changes are found in a source, and that the source with all of them is one.

use super::*;
use crate::mutants::modules::MODULES;

fn changes(text: &str) -> Vec<String> {
    let mut mutants = Vec::new();
    Source::read(&MODULES[0], "a.rs", text.to_owned(), &mut mutants).unwrap();
    mutants.into_iter().map(|mutant| mutant.change).collect()
}

#[test]
fn what_is_changed() {
    for (text, expected) in [
        ("fn f() { if a < b { g() } }", &["not (a < b)", "a < b → (a) <= (b)"][..]),
        ("fn f() { g(); h(); }", &["f returns  at once", "without g();", "without h();"]),
        (
            "fn f() -> bool { g(true) }",
            &["f returns true at once", "f returns false at once", "true → false"],
        ),
        ("fn f() -> X { match x { A => b, C => d } }", &["A => d", "C => b"]),
        ("fn f() -> X { match x { A(y) => b, _ => d } }", &["no arm A(y)"]),
        ("fn f() -> X { x.iter().filter(|y| y.z).max() }", &[".max() → .min()", "not (y.z)"]),
        ("fn f() -> X { if let A = b && !c { d } else { e } }", &["!c → !!(c)"]),
        (
            "const T: &[u8] = &[1, 2]; fn f() -> X { g(T) }",
            &["T without its row 1", "T without its row 2"],
        ),
        ("const A: u8 = 1; const B: u8 = A;", &[]),
        ("#[cfg(test)] mod tests { fn f() { g(); h(); } }", &[]),
        ("const fn f() -> u8 { 1 + 2 }", &[]),
    ] {
        let found = changes(text);
        let cut = |change: &String| change.replace("x.iter().filter(|y| y.z)", "");
        assert_eq!(found.iter().map(cut).collect::<Vec<_>>(), expected, "{text}");
    }
}

#[test]
fn a_source_with_mutants_is_a_source() {
    let text = "fn f(a: u8) -> bool {\n    // Why.\n    match a {\n        0 if g(a) => a + 1 < 3,\n        _ => true,\n    }\n}\n";
    let mut mutants = Vec::new();
    let source = Source::read(&MODULES[0], "a.rs", text.to_owned(), &mut mutants).unwrap();
    let all = source.with_mutants(&BTreeSet::new());
    syn::parse_file(&all).unwrap();
    assert_eq!(all.lines().count(), text.lines().count());
    let none = mutants.iter().map(|mutant| mutant.number).collect();
    assert_eq!(source.with_mutants(&none), text);
    let at = all.find("(a) - (1)").unwrap();
    let [number] = source.around(&BTreeSet::new(), at)[..] else { panic!("one mutant") };
    assert_eq!(mutants[number as usize - 1].change, "a + 1 → (a) - (1)");
}
