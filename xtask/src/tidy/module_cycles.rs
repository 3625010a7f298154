//! Rule: the top-level modules of a crate use each other in one direction only.
//!
//! An arrow is a path through the root of the crate: `crate::a` or as many `super` as lead there, a
//! name that the root has taken from a module being that module's. Modules that reach each other in
//! both directions are one *knot*. Those that are known today are listed and may only shrink.
//! Calls of methods are no arrows: a method belongs to its type, wherever its code is.

use std::collections::{BTreeMap, BTreeSet};

use super::allowances::crate_of;
use super::code::{code_of, is_product, line_at};
use super::{
    Problem,
    tree::{File, Tree},
};

/// The knots of today: the crate and the modules of each.
const KNOWN: &[(&str, &[&str])] =
    &[("coax-symbolic", &["layers", "scenario", "summaries", "symbolic", "unit"])];

/// The file of this rule, where the list is.
const TABLE: &str = "xtask/src/tidy/module_cycles.rs";

type Knot = BTreeSet<String>;

/// The modules of one crate.
#[derive(Default)]
struct Modules {
    /// Where each module uses each other one first.
    arrows: BTreeMap<String, BTreeMap<String, String>>,
    /// Names that the root takes from its modules.
    taken: BTreeMap<String, String>,
}

pub fn check(tree: &Tree) -> Vec<Problem> {
    judge(&all_modules(tree), KNOWN)
}

fn judge(crates: &BTreeMap<String, Modules>, known: &[(&str, &[&str])]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut found: Vec<(&str, Knot)> = Vec::new();
    for (name, modules) in crates {
        found.extend(modules.knots().into_iter().map(|knot| (name.as_str(), knot)));
    }
    let known: Vec<(&str, Knot)> = known.iter().map(|row| (row.0, knot(row.1))).collect();
    for (name, new) in &found {
        if !known.iter().any(|(of, known)| of == name && new.is_subset(known)) {
            problems.push(unknown_knot(name, new, &crates[*name]));
        }
    }
    for (name, known) in &known {
        let within: Vec<&Knot> = found
            .iter()
            .filter(|(of, knot)| of == name && knot.is_subset(known))
            .map(|(_, knot)| knot)
            .collect();
        if within != [known] {
            problems.push(outdated(name, known, &within));
        }
    }
    problems
}

fn knot(modules: &[&str]) -> Knot {
    modules.iter().map(|&module| module.to_owned()).collect()
}

fn unknown_knot(name: &str, knot: &Knot, modules: &Modules) -> Problem {
    let way = modules.way_round(knot);
    let steps = way.windows(2).map(|pair| {
        format!("\n    `{}` uses `{}` at {}", pair[0], pair[1], modules.arrows[&pair[0]][&pair[1]])
    });
    let message = format!(
        "modules of {name} use each other in a circle, remove one of these arrows:{}",
        steps.collect::<String>()
    );
    Problem::in_file(TABLE, message)
}

fn outdated(name: &str, known: &Knot, within: &[&Knot]) -> Problem {
    let written = |knot: &Knot| format!("{:?}", knot.iter().collect::<Vec<_>>());
    let change = match within {
        [] => "remove it".to_owned(),
        _ => {
            let knots: Vec<String> = within.iter().map(|knot| written(knot)).collect();
            format!("it is now {}", knots.join(" and "))
        }
    };
    Problem::in_file(TABLE, format!("the knot {} of {name} has shrunk: {change}", written(known)))
}

/// The modules of every crate.
fn all_modules(tree: &Tree) -> BTreeMap<String, Modules> {
    let mut crates: BTreeMap<String, Modules> = BTreeMap::new();
    for file in tree.rust().filter(|file| is_product(file.path)) {
        if let Some(module) = Position::of(file.path) {
            let modules = crates.entry(crate_of(file.path).to_owned()).or_default();
            modules.arrows.entry(module.top.to_owned()).or_default();
        }
    }
    for file in tree.rust().filter(|file| is_root(file.path)) {
        if let Some(modules) = crates.get_mut(crate_of(file.path)) {
            modules.take_names(&code_of(file));
        }
    }
    for file in tree.rust().filter(|file| is_product(file.path)) {
        if let Some(modules) = crates.get_mut(crate_of(file.path)) {
            modules.add_arrows(file);
        }
    }
    crates
}

fn is_root(path: &str) -> bool {
    path.ends_with("/src/lib.rs") || path.ends_with("/src/main.rs")
}

/// Where a file is among the modules.
struct Position<'p> {
    /// The top-level module.
    top: &'p str,
    /// How many `super` lead to the root.
    depth: usize,
}

impl Position<'_> {
    /// None for the root.
    fn of(path: &str) -> Option<Position<'_>> {
        let inside = path.split_once("/src/").map(|(_, inside)| inside)?.strip_suffix(".rs")?;
        let parts: Vec<&str> = inside.split('/').filter(|part| *part != "mod").collect();
        let top = *parts.first()?;
        (!is_root(path)).then_some(Position { top, depth: parts.len() })
    }
}

impl Modules {
    /// The names that the root takes from its modules: `use module::{Name, Other};`.
    fn take_names(&mut self, root: &str) {
        for (at, _) in root.match_indices("use ") {
            let Some((path, _)) = root[at + 4..].split_once(';') else { continue };
            let path = path.trim_start_matches("crate::").trim_start_matches("self::");
            let Some((module, names)) = path.split_once("::") else { continue };
            if self.arrows.contains_key(module) {
                let words = names.split(|c: char| !c.is_alphanumeric() && c != '_');
                let words = words.filter(|word| !word.is_empty());
                self.taken.extend(words.map(|word| (word.to_owned(), module.to_owned())));
            }
        }
    }

    fn add_arrows(&mut self, file: File<'_>) {
        let Some(Position { top, depth }) = Position::of(file.path) else { return };
        let code = code_of(file);
        let from_super = "super::".repeat(depth);
        for prefix in ["crate::", &from_super] {
            for (at, _) in code.match_indices(prefix).filter(|(at, _)| begins_path(&code, *at)) {
                for name in first_names(&code[at + prefix.len()..]) {
                    let used = self.taken.get(name).map_or(name, String::as_str).to_owned();
                    if used != top && self.arrows.contains_key(&used) {
                        let place = format!("{}:{}", file.path, line_at(&code, at));
                        let arrows = self.arrows.entry(top.to_owned()).or_default();
                        arrows.entry(used).or_insert(place);
                    }
                }
            }
        }
    }

    /// The modules that a module uses, and those they use.
    fn reached_from(&self, module: &str) -> BTreeSet<&str> {
        let mut reached = BTreeSet::new();
        let mut open: Vec<&str> = vec![module];
        while let Some(from) = open.pop() {
            for to in self.arrows[from].keys() {
                if reached.insert(to.as_str()) {
                    open.push(to);
                }
            }
        }
        reached
    }

    fn knots(&self) -> Vec<Knot> {
        let reached: BTreeMap<&str, BTreeSet<&str>> =
            self.arrows.keys().map(|module| (module.as_str(), self.reached_from(module))).collect();
        let mut knots: Vec<Knot> = Vec::new();
        for (module, others) in &reached {
            let back = others.iter().filter(|other| reached[**other].contains(module));
            let knot: Knot = back.map(|&other| other.to_owned()).collect();
            if knot.first().is_some_and(|first| first == module) {
                knots.push(knot);
            }
        }
        knots
    }

    /// A shortest way from the first module of a knot back to it.
    fn way_round(&self, knot: &Knot) -> Vec<String> {
        let Some(start) = knot.first() else { return Vec::new() };
        let mut ways = vec![vec![start.clone()]];
        let mut seen = BTreeSet::new();
        let mut next = 0;
        while let Some(way) = ways.get(next).cloned() {
            for to in way.last().map(|from| self.arrows[from].keys()).into_iter().flatten() {
                let longer: Vec<String> = way.iter().chain([to]).cloned().collect();
                if to == start {
                    return longer;
                }
                if seen.insert(to.clone()) {
                    ways.push(longer);
                }
            }
            next += 1;
        }
        Vec::new()
    }
}

/// Is what stands at a place the beginning of a path?
fn begins_path(code: &str, at: usize) -> bool {
    !code[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | ':'))
}

/// The first names of a path, or of the paths in braces.
fn first_names(text: &str) -> Vec<&str> {
    let Some(list) = text.strip_prefix('{') else {
        return first_name(text).into_iter().collect();
    };
    let mut depth = 0;
    let mut fresh = true;
    let mut names = Vec::new();
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => fresh = true,
            _ if fresh && !letter.is_whitespace() => {
                names.extend(first_name(&list[at..]));
                fresh = false;
            }
            _ => {}
        }
    }
    names
}

fn first_name(text: &str) -> Option<&str> {
    let length = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    Some(&text[..length]).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(files: &[(&str, &str)], known: &[(&str, &[&str])]) -> Vec<String> {
        let crates = all_modules(&Tree::in_memory(files));
        judge(&crates, known).iter().map(ToString::to_string).collect()
    }

    const LIB: (&str, &str) =
        ("crates/x/src/lib.rs", "mod a;\nmod b;\npub use b::{Bar, deep::Foo};\n");

    #[test]
    fn arrows_in_one_direction_are_no_problem() {
        let files =
            [LIB, ("crates/x/src/a.rs", "use crate::b;"), ("crates/x/src/b.rs", "use crate::Bar;")];
        assert!(said(&files, &[]).is_empty());
    }

    #[test]
    fn a_circle_is_shown_with_its_arrows() {
        let circle = [
            ("crates/x/src/a.rs", "\nuse crate::b::Thing;"),
            ("crates/x/src/b/mod.rs", "mod deep;"),
            ("crates/x/src/b/deep.rs", "use crate::{c, d::E};"),
            ("crates/x/src/d.rs", "fn f() { super::a::g() }"),
        ];
        let expected = "xtask/src/tidy/module_cycles.rs: modules of x use each other in a circle, \
                        remove one of these arrows:\
                        \n    `a` uses `b` at crates/x/src/a.rs:2\
                        \n    `b` uses `d` at crates/x/src/b/deep.rs:1\
                        \n    `d` uses `a` at crates/x/src/d.rs:1";
        assert_eq!(said(&circle, &[]), [expected]);
        assert!(said(&circle, &[("x", &["a", "b", "d"])]).is_empty());
        assert_eq!(said(&circle, &[("y", &["a", "b", "d"])]).len(), 2);
    }

    #[test]
    fn names_of_the_root_belong_to_their_modules() {
        for path in ["crate::Bar", "crate::{Foo}", "super::Bar"] {
            let text = format!("use {path};");
            let files =
                [LIB, ("crates/x/src/a.rs", &*text), ("crates/x/src/b.rs", "use crate::a;")];
            assert_eq!(said(&files, &[]).len(), 1, "{path}");
        }
    }

    #[test]
    fn paths_within_a_module_tests_and_comments_are_no_arrows() {
        let text = "// use crate::a;\nuse super::Own;\nuse super::super::other;\n\
                    #[cfg(test)]\nmod tests {\nuse crate::a;\n}\n";
        let files = [("crates/x/src/a.rs", "use crate::b;"), ("crates/x/src/b/deep.rs", text)];
        assert!(said(&files, &[]).is_empty());
    }

    #[test]
    fn a_knot_that_has_shrunk_is_a_change_of_the_list() {
        let files = [
            ("crates/x/src/a.rs", "use crate::b;"),
            ("crates/x/src/b.rs", "use crate::a;"),
            ("crates/x/src/c.rs", "use crate::a;"),
        ];
        let shrunk = |rest: &str| format!("{TABLE}: the knot {rest}");
        let known: &[(&str, &[&str])] = &[("x", &["a", "b", "c"])];
        let expected = r#"["a", "b", "c"] of x has shrunk: it is now ["a", "b"]"#;
        assert_eq!(said(&files, known), [shrunk(expected)]);
        let expected = r#"["a", "b", "c"] of x has shrunk: remove it"#;
        assert_eq!(said(&files[..1], known), [shrunk(expected)]);
    }
}
