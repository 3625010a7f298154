//! The functions to check: chosen among those the translation units have, each listed once.

use std::collections::HashSet;
use std::path::Path;

use crate::names;
use crate::old_c;
use crate::scan::{FunctionName, ScannedUnit, Scans};
use crate::since::ChangedCode;
use coax_workplace::end::Failure;

/// A function to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// Its names and its place.
    pub name: FunctionName,
    /// The translation unit it is checked in.
    pub translation: usize,
}

/// Says of the first unit of each translation unit that compiles as old C only that this is so; `reported` are these
/// units in a report, from the number `first` on.
pub fn note_old_c(reported: &mut [coax_report::Unit], units: &[Unit], first: usize, scans: &Scans) {
    for (number, unit) in units.iter().enumerate().skip(first) {
        let is_old = scans.get(unit.translation).is_some_and(|scan| scan.old_c);
        let is_same = |other: &Unit| other.translation == unit.translation;
        if is_old && !units[..number].iter().any(is_same) {
            reported[number].notes.push(old_c::note());
        }
    }
}

/// Chooses functions from translation units as they come: those that match one of the patterns, or all if there
/// is none. An inline function of a header belongs to the first translation unit that has it.
pub struct Chooser<'a> {
    patterns: &'a [String],
    /// Only what this may have changed, if it is said.
    changed: Option<&'a ChangedCode>,
    /// Functions that were not chosen because they are as they were.
    unchanged: usize,
    /// The patterns that matched.
    used: Vec<bool>,
    seen: HashSet<FunctionName>,
}

impl<'a> Chooser<'a> {
    /// Nothing is chosen yet.
    pub fn new(patterns: &'a [String]) -> Chooser<'a> {
        let used = vec![false; patterns.len()];
        Chooser { patterns, changed: None, unchanged: 0, used, seen: HashSet::new() }
    }

    /// Of these, those that a change may have changed.
    pub fn among(self, changed: Option<&'a ChangedCode>) -> Chooser<'a> {
        Chooser { changed, ..self }
    }

    /// How many were not chosen because they are as they were.
    pub fn unchanged(&self) -> usize {
        self.unchanged
    }

    /// The units of the next translation unit.
    pub fn choose(&mut self, translation: usize, scan: &ScannedUnit) -> Vec<Unit> {
        let mut chosen = Vec::new();
        for name in &scan.functions {
            if !self.is_wanted(name) || !self.seen.insert(name.clone()) {
                continue;
            }
            let is_changed =
                |changed: &ChangedCode| changed.may_affect(Path::new(&name.file), name.line);
            if self.changed.is_none_or(is_changed) {
                chosen.push(Unit { name: name.clone(), translation });
            } else {
                self.unchanged += 1;
            }
        }
        chosen
    }

    fn is_wanted(&mut self, name: &FunctionName) -> bool {
        let mut wanted = self.patterns.is_empty();
        for (pattern, used) in self.patterns.iter().zip(&mut self.used) {
            let matches = is_meant(pattern, name);
            (wanted, *used) = (wanted | matches, *used | matches);
        }
        wanted
    }

    /// Every pattern must have matched; all translation units have been scanned.
    pub fn all_used(&self, scans: &Scans) -> Result<(), Failure> {
        match self.used.iter().position(|used| !used) {
            Some(unused) => Err(no_such_function("--function", &self.patterns[unused], scans)),
            None => Ok(()),
        }
    }
}

/// A function with a depth of its own must be one that the translation units have.
pub fn all_there<'a>(scans: &Scans, mut own: impl Iterator<Item = &'a str>) -> Result<(), Failure> {
    let is_there = |own: &&str| {
        let mut all = scans.all().flat_map(|scan| &scan.functions);
        all.any(|name| [name.unqualified(), &*name.qualified].contains(own))
    };
    match own.find(|own| !is_there(own)) {
        Some(own) => Err(no_such_function("--call-depth-of", own, scans)),
        None => Ok(()),
    }
}

fn is_meant(pattern: &str, name: &FunctionName) -> bool {
    [name.unqualified(), &name.qualified, &name.symbol]
        .iter()
        .any(|name| names::matches(pattern, name))
}

fn no_such_function(option: &str, pattern: &str, scans: &Scans) -> Failure {
    let all = scans.all().flat_map(|scan| &scan.functions);
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

    fn scan(names: &[(&str, &str)]) -> ScannedUnit {
        let name = |(file, qualified): &(&str, &str)| FunctionName {
            file: file.to_string(),
            line: 1,
            symbol: format!("_Z{qualified}"),
            qualified: qualified.to_string(),
        };
        ScannedUnit { functions: names.iter().map(name).collect(), ..ScannedUnit::default() }
    }

    #[test]
    fn functions_are_chosen_by_name_and_listed_once() {
        let scans = [
            scan(&[("a.cc", "n::push"), ("x.h", "inline_one")]),
            scan(&[("b.cc", "pop"), ("x.h", "inline_one")]),
        ];
        let names = |patterns: &[&str]| -> Vec<String> {
            let patterns: Vec<String> = patterns.iter().map(|text| text.to_string()).collect();
            let mut chooser = Chooser::new(&patterns);
            let units = scans.iter().enumerate().flat_map(|(at, scan)| chooser.choose(at, scan));
            units.map(|unit| unit.name.qualified).collect()
        };
        assert_eq!(names(&[]), ["n::push", "inline_one", "pop"]);
        assert_eq!(names(&["push"]), ["n::push"]);
        assert_eq!(names(&["p*"]), ["n::push", "pop"]);
        assert_eq!(names(&["n::*", "inline_one"]), ["n::push", "inline_one"]);
    }

    #[test]
    fn a_wrong_name_is_answered_with_what_there_is() {
        let scans = Scans::new(1);
        let scan = scans.set(0, scan(&[("a.c", "parse"), ("a.c", "print")]));
        let patterns = ["prase".to_owned()];
        let mut chooser = Chooser::new(&patterns);
        assert!(chooser.choose(0, scan).is_empty());
        let Err(failure) = chooser.all_used(&scans) else { panic!() };
        assert!(failure.to_string().contains("`parse`"), "{failure}");
    }
}
