//! SARIF 2.1.0: what code hosts and editors read.
//!
//! A result is a finding: one place and kind, however many functions lead there. Confirmed findings are
//! errors, those not judged warnings, refuted ones notes; a grade, where there is one, says it instead.
//!
//! Invariants: names of files are relative to the folder the report was made in, wherever they lie below
//! it; fingerprints do not depend on line numbers; the file is the same for the same report but for times.

mod places;
mod rules;

use std::collections::BTreeMap;
use std::path::Path;

use coax_kinds::{Grade, Word};
use serde_json::{Value, json};
use serde_sarif::sarif::{
    CodeFlow, Invocation, Message, Notification, PropertyBag, Result as SarifResult, ResultLevel,
    Run, Sarif, Suppression, ThreadFlow, ThreadFlowLocation, Tool, ToolComponent,
};

use self::places::Places;
use self::rules::Rules;
use crate::{
    findings::{Finding, findings_where},
    fingerprint::Fingerprints,
    format::ReportFormat,
    model::{Judged, Report, Warning},
    reproduce::reproduce_from,
    run::FinishedRun,
    standing::{COMMENT, InBaseline},
};

pub(super) const FORMAT: ReportFormat = ReportFormat {
    name: "sarif",
    about: "Findings as SARIF 2.1.0, for code hosts and editors",
    render,
};

/// Where the schema of the standard is.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The name our fingerprints have among those of other tools; its number changes when they do.
const FINGERPRINT: &str = "coaxFinding/v1";

fn render(run: &FinishedRun<'_>) -> String {
    let sarif = Sarif {
        schema: Some(SCHEMA.into()),
        version: json!("2.1.0"),
        runs: vec![Log::of(run).run()],
        inline_external_properties: None,
        properties: None,
    };
    let mut text = serde_json::to_string_pretty(&sarif)
        .expect("keys are strings, and writing to memory does not fail");
    text.push('\n');
    text
}

/// What a run becomes, with what all its results share.
struct Log<'a> {
    report: &'a Report,
    folder: &'a Path,
    places: Places<'a>,
    rules: Rules,
    fingerprints: Fingerprints<'a>,
}

impl<'a> Log<'a> {
    fn of(run: &FinishedRun<'a>) -> Log<'a> {
        Log {
            report: run.report,
            folder: run.folder,
            places: Places::of(run),
            rules: Rules::of(run.report),
            fingerprints: Fingerprints::of(run.report, run.sources),
        }
    }

    fn run(&self) -> Run {
        let of = |judged: Judged| {
            let findings = findings_where(self.report, &|warning| warning.judged == judged);
            findings.iter().map(|finding| self.result(finding)).collect::<Vec<_>>()
        };
        let results = [Judged::Confirmed, Judged::NotJudged, Judged::Refuted].map(of);
        Run::builder()
            .tool(Tool::builder().driver(self.driver()).build())
            .invocations(vec![self.invocation()])
            .column_kind(json!("utf16CodeUnits"))
            .original_uri_base_ids(places::bases())
            .results(results.into_iter().flatten().collect::<Vec<_>>())
            .build()
    }

    fn driver(&self) -> ToolComponent {
        let tool = &self.report.tool;
        ToolComponent::builder()
            .name(tool.name.clone())
            .version(tool.version.clone())
            .semantic_version(tool.version.clone())
            .rules(self.rules.descriptors())
            .build()
    }

    fn invocation(&self) -> Invocation {
        let code = self.report.exit_code();
        let facts = [
            ("command", json!(self.report.command)),
            ("options", json!(self.report.options)),
            ("seed", json!(self.report.seed)),
            ("elapsed_s", json!(self.report.elapsed_s)),
        ];
        Invocation::builder()
            .execution_successful(code < 2)
            .exit_code(i64::from(code))
            .tool_execution_notifications(self.notifications())
            .properties(properties(facts))
            .build()
    }

    /// What of the run says less than it seems to.
    fn notifications(&self) -> Vec<Notification> {
        let mut said = Vec::new();
        let mut say = |level: &str, text: String| {
            said.push(Notification::builder().level(json!(level)).message(message(text)).build());
        };
        let mut incomplete: BTreeMap<String, u64> = BTreeMap::new();
        for unit in self.report.units.iter().filter(|unit| !unit.incomplete_because.is_empty()) {
            *incomplete.entry(unit.because()).or_default() += 1;
        }
        for (because, units) in incomplete {
            say("note", format!("functions not explored to every end: {units} ({because})"));
        }
        for file in &self.report.changed_sources {
            say("warning", format!("{file} changed during the run"));
        }
        if self.report.divergences > 0 {
            let number = self.report.divergences;
            say("error", format!("{number} tests did natively something else than predicted"));
        }
        said
    }

    fn result(&self, finding: &Finding<'_>) -> SarifResult {
        let warning = finding.error;
        let mut result = SarifResult::builder()
            .rule_id(warning.kind.to_string())
            .level(level(warning))
            .message(message(warning.message.clone()))
            .locations(vec![self.places.of_warning(warning)])
            .properties(self.facts(finding))
            .build();
        result.rule_index = self.rules.index(&warning.kind);
        result.code_flows = self.code_flow(warning).map(|flow| vec![flow]);
        let related = finding.also_at.iter().enumerate();
        let related: Vec<_> =
            related.map(|(index, also)| self.places.related(index, also)).collect();
        result.related_locations = (!related.is_empty()).then_some(related);
        let name = self.fingerprints.get(warning);
        result.baseline_state = baseline_state(warning);
        result.suppressions = suppressions(warning);
        result.partial_fingerprints =
            name.map(|name| BTreeMap::from([(FINGERPRINT.to_owned(), name.to_owned())]));
        result
    }

    /// The calls that lead to a finding, outermost first.
    fn code_flow(&self, warning: &Warning) -> Option<CodeFlow> {
        let calls = warning.trace.iter().rev();
        let locations: Vec<_> = calls
            .enumerate()
            .map(|(depth, frame)| {
                let location = Some(self.places.of_call(frame));
                let nesting_level = Some(depth as i64);
                ThreadFlowLocation { location, nesting_level, ..ThreadFlowLocation::default() }
            })
            .collect();
        (!locations.is_empty()).then(|| {
            let flow = ThreadFlow::builder().locations(locations).build();
            CodeFlow::builder().thread_flows(vec![flow]).build()
        })
    }

    /// What is known of a finding and has no place of its own in the standard.
    fn facts(&self, finding: &Finding<'_>) -> PropertyBag {
        let warning = finding.error;
        let test = warning.test.as_ref().map(|test| self.folder.join(test).display().to_string());
        let command =
            warning.reproduce.as_ref().map(|command| reproduce_from(self.folder, command));
        let also: Vec<&str> = finding.also_from.iter().map(|from| &*from.function).collect();
        let not_judged = warning.not_judged_because.map(|why| why.name());
        let facts = [
            ("id", json!(warning.id)),
            ("unit", json!(warning.function)),
            ("judged", json!(warning.judged)),
            ("not_judged_because", json!(not_judged)),
            ("grade", json!(warning.grade)),
            ("inputs", json!(warning.inputs)),
            ("assumes", json!(warning.assumes)),
            ("test", json!(test)),
            ("reproduce", json!(command)),
            ("native", json!(warning.native)),
            ("native_kind", json!(warning.native_kind)),
            ("also_from", json!(also)),
        ];
        let is_said =
            |value: &Value| !value.is_null() && value != &json!([]) && value != &json!({});
        properties(facts.into_iter().filter(|(_, value)| is_said(value)))
    }
}

fn level(warning: &Warning) -> ResultLevel {
    match (warning.judged, warning.grade.as_ref().and_then(Word::known)) {
        (Judged::Refuted, _) => ResultLevel::Note,
        (Judged::NotJudged, _) => ResultLevel::Warning,
        (Judged::Confirmed, None | Some(Grade::Defect)) => ResultLevel::Error,
        (Judged::Confirmed, Some(Grade::Misuse)) => ResultLevel::Warning,
        (Judged::Confirmed, Some(Grade::Unexplained)) => ResultLevel::Note,
    }
}

/// Whether a baseline has it.
fn baseline_state(warning: &Warning) -> Option<Value> {
    warning.standing.baseline.map(|state| match state {
        InBaseline::New => json!("new"),
        InBaseline::Known => json!("unchanged"),
    })
}

/// Why it is not to be shown.
fn suppressions(warning: &Warning) -> Option<Vec<Suppression>> {
    let why = warning.standing.ignored_because.as_ref()?;
    let (kind, reason) = match why.strip_prefix(COMMENT) {
        Some(reason) => ("inSource", reason),
        None => ("external", &**why),
    };
    Some(vec![Suppression::builder().kind(json!(kind)).justification(reason.to_owned()).build()])
}

fn properties(facts: impl IntoIterator<Item = (&'static str, Value)>) -> PropertyBag {
    let facts = facts.into_iter().map(|(name, value)| (name.to_owned(), value));
    PropertyBag { additional_properties: facts.collect(), ..PropertyBag::default() }
}

fn message(text: String) -> Message {
    Message { text: Some(text), ..Message::default() }
}
