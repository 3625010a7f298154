//! Findings of reports as the protocol has them.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use coax_kinds::{Grade, Word};
use coax_report::{FILE_NAME, Judged, Report, Warning};
use serde_json::{Value, json};

use super::documents::{address_of, range};

/// A folder of results, read again when it has changed.
pub struct Results {
    pub folder: PathBuf,
    read: Option<SystemTime>,
    pub report: Option<Report>,
}

impl Results {
    pub fn new(folder: PathBuf) -> Results {
        Results { folder, read: None, report: None }
    }

    /// Reads it, if it is another than before; says whether it is.
    pub fn look(&mut self) -> bool {
        let changed =
            std::fs::metadata(self.folder.join(FILE_NAME)).and_then(|file| file.modified()).ok();
        if changed == self.read {
            return false;
        }
        self.read = changed;
        self.report = Report::read(&self.folder).ok();
        true
    }

    /// What is to be shown of it.
    pub fn shown(&self) -> impl Iterator<Item = &Warning> {
        let warnings = self.report.iter().flat_map(|report| &report.warnings);
        warnings.filter(|warning| warning.judged != Judged::Refuted && warning.counts())
    }
}

/// A finding, in a text that is as it is now.
pub fn diagnostic(warning: &Warning, root: &Path, text: &str) -> Value {
    let related: Vec<Value> = warning
        .trace
        .iter()
        .skip(1)
        .map(|frame| {
            let line = frame.line.saturating_sub(1);
            let place = json!({ "line": line, "character": 0 });
            json!({
                "location": {
                    "uri": address_of(&root.join(&frame.file)),
                    "range": { "start": place, "end": place },
                },
                "message": format!("called from {}", frame.function),
            })
        })
        .collect();
    json!({
        "range": range(text, warning.line, warning.column),
        "severity": severity(warning),
        "code": warning.kind.as_str(),
        "source": "coax",
        "message": message(warning),
        "relatedInformation": related,
        "data": { "id": warning.id },
    })
}

/// 1 error, 2 warning, 3 information.
fn severity(warning: &Warning) -> u8 {
    match (warning.judged, warning.grade.as_ref().and_then(Word::known)) {
        (Judged::Confirmed, None | Some(Grade::Defect)) => 1,
        (Judged::Confirmed, Some(Grade::Misuse)) => 2,
        _ => 3,
    }
}

fn message(warning: &Warning) -> String {
    let mut text = warning.message.clone();
    if warning.judged == Judged::NotJudged {
        text.push_str(" (not judged)");
    }
    if !warning.inputs.is_empty() {
        let value = |value: &Value| match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let inputs =
            warning.inputs.iter().map(|(name, given)| format!("{name} = {}", value(given)));
        text.push_str(&format!(
            "\nin {} with {}",
            warning.function,
            inputs.collect::<Vec<_>>().join(", ")
        ));
    }
    text
}
