//! The functions to check: chosen among those the translation units have, each listed once.

use std::collections::HashSet;

use super::names;
use super::scan::{FunctionName, ScannedUnit};
use crate::end::Failure;
use crate::options::DepthOf;

/// A function to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    pub name: FunctionName,
    /// The translation unit it is checked in.
    pub translation: usize,
}

/// The functions of all translation units that match one of the patterns, or all if there is none.
/// An inline function of a header belongs to the first translation unit that has it.
pub fn choose(scans: &[Option<ScannedUnit>], patterns: &[String]) -> Result<Vec<Unit>, Failure> {
    let mut seen: HashSet<&FunctionName> = HashSet::new();
    let mut units = Vec::new();
    let mut used = vec![false; patterns.len()];
    for (translation, scan) in scans.iter().enumerate() {
        for name in scan.iter().flat_map(|scan| &scan.functions) {
            let mut wanted = patterns.is_empty();
            for (pattern, used) in patterns.iter().zip(&mut used) {
                let matches = is_meant(pattern, name);
                (wanted, *used) = (wanted | matches, *used | matches);
            }
            if wanted && seen.insert(name) {
                units.push(Unit { name: name.clone(), translation });
            }
        }
    }
    match used.iter().position(|used| !used) {
        Some(unused) => Err(no_such_function("--function", &patterns[unused], scans)),
        None => Ok(units),
    }
}

/// A function with a depth of its own must be one that the translation units have.
pub fn all_there(scans: &[Option<ScannedUnit>], own: &[DepthOf]) -> Result<(), Failure> {
    let is_there = |own: &&DepthOf| {
        let mut all = scans.iter().flatten().flat_map(|scan| &scan.functions);
        all.any(|name| [name.unqualified(), &name.qualified].contains(&&*own.function))
    };
    match own.iter().find(|own| !is_there(own)) {
        Some(own) => Err(no_such_function("--call-depth-of", &own.function, scans)),
        None => Ok(()),
    }
}

fn is_meant(pattern: &str, name: &FunctionName) -> bool {
    [name.unqualified(), &name.qualified, &name.symbol]
        .iter()
        .any(|name| names::matches(pattern, name))
}

fn no_such_function(option: &str, pattern: &str, scans: &[Option<ScannedUnit>]) -> Failure {
    let all = scans.iter().flatten().flat_map(|scan| &scan.functions);
    let near = names::near(pattern, all.map(|name| &*name.qualified));
    let near: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
    let hint = match near.as_slice() {
        [] => String::new(),
        near => format!("; there is {}", near.join(", ")),
    };
    Failure::Input(format!("{option} {pattern}: no function of that name has a body{hint}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(names: &[(&str, &str)]) -> Option<ScannedUnit> {
        let name = |(file, qualified): &(&str, &str)| FunctionName {
            file: file.to_string(),
            line: 1,
            symbol: format!("_Z{qualified}"),
            qualified: qualified.to_string(),
        };
        Some(ScannedUnit { functions: names.iter().map(name).collect(), ..ScannedUnit::default() })
    }

    #[test]
    fn functions_are_chosen_by_name_and_listed_once() {
        let scans = [
            scan(&[("a.cc", "n::push"), ("x.h", "inline_one")]),
            None,
            scan(&[("b.cc", "pop"), ("x.h", "inline_one")]),
        ];
        let names = |patterns: &[&str]| -> Vec<String> {
            let patterns: Vec<String> = patterns.iter().map(|text| text.to_string()).collect();
            let units = choose(&scans, &patterns).unwrap();
            units.into_iter().map(|unit| unit.name.qualified).collect()
        };
        assert_eq!(names(&[]), ["n::push", "inline_one", "pop"]);
        assert_eq!(names(&["push"]), ["n::push"]);
        assert_eq!(names(&["p*"]), ["n::push", "pop"]);
        assert_eq!(names(&["n::*", "inline_one"]), ["n::push", "inline_one"]);
    }

    #[test]
    fn a_wrong_name_is_answered_with_what_there_is() {
        let scans = [scan(&[("a.c", "parse"), ("a.c", "print")])];
        let Err(failure) = choose(&scans, &["prase".into()]) else { panic!() };
        assert!(failure.to_string().contains("`parse`"), "{failure}");
    }
}
