//! The errors of a report as people want to see them: the ones that need least first, and one and
//! the same mistake once, however many functions lead to it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use coax_kinds::{Assumption, ErrorKind, Grade, Word};

use crate::model::{Report, Warning};

impl Warning {
    /// The most demanding thing it takes; none if values alone lead to it.
    pub fn need(&self) -> Option<Assumption> {
        self.assumes.iter().filter_map(Word::known).max()
    }
}

impl Warning {
    /// Whose mistake it is; without a grade, the code's.
    fn graded(&self) -> Grade {
        self.grade.as_ref().and_then(Word::known).unwrap_or(Grade::Defect)
    }

    /// How bad it is for those with the same grade, the worst first: memory that is not the code's, then what
    /// ends a program, then what is merely undefined. Without a grade nothing is worse than something else.
    fn harm(&self) -> u8 {
        use ErrorKind::{
            Abort, Assertion, FloatCastOverflow, MemoryLeak, ShiftOutOfRange, SignedOverflow,
            Unreachable,
        };
        match self.kind.known() {
            _ if self.grade.is_none() => 0,
            Some(Abort | Assertion | Unreachable) => 1,
            Some(FloatCastOverflow | MemoryLeak | ShiftOutOfRange | SignedOverflow) => 2,
            _ => 0,
        }
    }

    /// Do the only functions that could lead to it not do so, as far as they were run?
    pub fn is_unlikely(&self) -> bool {
        !self.not_from.is_empty()
    }

    /// Does the function itself say that it must not be given this? Then its callers are to blame,
    /// if any does.
    fn is_own_statement(&self) -> bool {
        let is_stated = matches!(self.kind.known(), Some(ErrorKind::Assertion | ErrorKind::Abort));
        is_stated && self.trace.len() <= 1
    }
}

/// An error, and the functions that lead to it as well.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding<'r> {
    /// The way to it that says most: it needs least, and is the shortest.
    pub error: &'r Warning,
    /// The same from other functions, in the order of the report.
    pub also_from: Vec<&'r Warning>,
    /// The same with the same input at other places of the function.
    pub also_at: Vec<&'r Warning>,
}

/// The errors of a report, or its other warnings, in the order in which they deserve attention.
pub fn findings(report: &Report, confirmed: bool) -> Vec<Finding<'_>> {
    findings_where(report, &|warning| warning.confirmed == confirmed)
}

/// The same of those warnings that are `wanted`.
pub(crate) fn findings_where<'r>(
    report: &'r Report,
    wanted: &dyn Fn(&Warning) -> bool,
) -> Vec<Finding<'r>> {
    let mut places: HashMap<(&Word<ErrorKind>, &str, u32, u32), usize> = HashMap::new();
    let mut groups: Vec<Vec<&Warning>> = Vec::new();
    for warning in report.warnings.iter().filter(|warning| wanted(warning)) {
        let place = (&warning.kind, &*warning.file, warning.line, warning.column);
        // What is nowhere is not the same as something else that is nowhere.
        let known = places.get(&place).copied().filter(|_| warning.line > 0);
        match known {
            Some(group) => groups[group].push(warning),
            None => {
                places.insert(place, groups.len());
                groups.push(vec![warning]);
            }
        }
    }
    let mut findings = one_per_input(groups.into_iter().map(finding));
    findings.sort_by_key(|finding| {
        let error = finding.error;
        // What is behind another error matters when that is mended.
        let is_behind = !error.after.is_empty();
        let order = (error.need(), error.internal, error.is_unlikely(), error.is_own_statement());
        (is_behind, error.graded(), error.harm(), order)
    });
    findings
}

impl Report {
    /// Says of each warning which others have the same cause: the same place in other functions, the same input at
    /// other places.
    pub fn name_causes(&mut self) {
        let mut causes: HashMap<String, Vec<String>> = HashMap::new();
        for finding in findings_where(self, &|_| true) {
            let all = [finding.error].into_iter().chain(finding.also_from).chain(finding.also_at);
            let ids: Vec<String> = all.map(|warning| warning.id.clone()).collect();
            for id in &ids {
                let others = ids.iter().filter(|other| *other != id).cloned().collect();
                causes.insert(id.clone(), others);
            }
        }
        for warning in &mut self.warnings {
            warning.same_cause = causes.remove(&warning.id).unwrap_or_default();
        }
    }
}

/// What a function does to one of its inputs in several places has one cause.
fn one_per_input<'r>(findings: impl Iterator<Item = Finding<'r>>) -> Vec<Finding<'r>> {
    let mut known = HashMap::new();
    let mut kept: Vec<Finding<'r>> = Vec::new();
    for mut finding in findings {
        let error = finding.error;
        let Some(about) = &error.about else {
            kept.push(finding);
            continue;
        };
        match known.entry((&error.kind, &error.function, error.unit, about)) {
            Entry::Vacant(entry) => {
                entry.insert(kept.len());
                kept.push(finding);
            }
            Entry::Occupied(entry) => {
                let first = &mut kept[*entry.get()];
                // The one that needs least speaks for all.
                let needs = |error: &Warning| (error.graded(), error.need(), error.is_unlikely());
                if needs(error) < needs(first.error) {
                    std::mem::swap(first, &mut finding);
                }
                first.also_at.push(finding.error);
                first.also_at.append(&mut finding.also_at);
                first.also_from.append(&mut finding.also_from);
            }
        }
    }
    kept
}

fn finding(group: Vec<&Warning>) -> Finding<'_> {
    let telling = |warning: &&&Warning| {
        (warning.graded(), warning.need(), warning.internal, warning.trace.len())
    };
    let error: &Warning = group.iter().min_by_key(telling).copied().expect("no group is empty");
    let others = group.iter().filter(|warning| !std::ptr::eq(**warning, error));
    let also_from = others.copied().collect();
    Finding { error, also_from, also_at: Vec::new() }
}
