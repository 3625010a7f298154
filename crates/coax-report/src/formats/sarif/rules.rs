//! The catalogue of error kinds as rules of SARIF.
//!
//! Invariant: kinds of the catalogue come in its order, so that their numbers do not depend on the run;
//! words of other versions follow, by name.

use std::collections::{BTreeSet, HashMap};

use coax_kinds::{ErrorKind, Word};
use serde_json::json;
use serde_sarif::sarif::{
    MultiformatMessageString, PropertyBag, ReportingConfiguration, ReportingDescriptor,
};

use crate::model::Report;

/// All rules of a run.
pub(super) struct Rules {
    ids: Vec<Word<ErrorKind>>,
    numbers: HashMap<String, i64>,
}

impl Rules {
    /// The catalogue, and what else the report names.
    pub(super) fn of(report: &Report) -> Rules {
        let kinds = report.warnings.iter().map(|warning| &warning.kind);
        let others: BTreeSet<_> = kinds.filter(|kind| kind.known().is_none()).collect();
        let mut ids: Vec<Word<ErrorKind>> =
            ErrorKind::ALL.iter().copied().map(Word::Known).collect();
        ids.extend(others.into_iter().cloned());
        let numbers = ids.iter().zip(0..).map(|(id, number)| (id.to_string(), number)).collect();
        Rules { ids, numbers }
    }

    /// The number of a kind.
    pub(super) fn index(&self, kind: &Word<ErrorKind>) -> Option<i64> {
        self.numbers.get(kind.as_str()).copied()
    }

    /// All of them, by number.
    pub(super) fn descriptors(&self) -> Vec<ReportingDescriptor> {
        let rule = |id: &Word<ErrorKind>| match id.known() {
            Some(kind) => descriptor(kind),
            None => ReportingDescriptor::builder().id(id.to_string()).build(),
        };
        self.ids.iter().map(rule).collect()
    }
}

fn descriptor(kind: ErrorKind) -> ReportingDescriptor {
    let (rule, advice) = (kind.rule(), kind.advice());
    let help = MultiformatMessageString {
        text: format!("{rule}.\n\n{advice}"),
        markdown: Some(format!("**Rule:** {rule}.\n\n**What to do:** {advice}")),
        properties: None,
    };
    let tags = vec!["correctness".into(), format!("external/cwe/cwe-{}", kind.cwe())];
    let configuration =
        ReportingConfiguration { level: Some(json!("error")), ..ReportingConfiguration::default() };
    ReportingDescriptor::builder()
        .id(kind.name())
        .name(pascal_case(kind.name()))
        .short_description(text(kind.title()))
        .full_description(text(rule))
        .help(help)
        .default_configuration(configuration)
        .properties(PropertyBag { tags: Some(tags), ..PropertyBag::default() })
        .build()
}

fn text(text: &str) -> MultiformatMessageString {
    MultiformatMessageString { text: text.into(), markdown: None, properties: None }
}

/// `OutOfBounds` of `out-of-bounds`.
fn pascal_case(name: &str) -> String {
    let part = |part: &str| part[..1].to_uppercase() + &part[1..];
    name.split('-').map(part).collect()
}
