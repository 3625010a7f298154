//! What the analysis says of a function, as reports have it.

use coax_guide::boolean::Condition;
use coax_guide::{Analysed, Check, FunctionGuide, Verdict};
use coax_ir::{Body, Pc, Program};
use coax_report::{CheckPlace, CheckVerdict, GuardPlace, Guide};

use super::words::Words;

/// What is known of a function; nothing if its code cannot be read.
pub fn guide(program: &Program, analysed: &Analysed, took: f64) -> Option<Guide> {
    let body = program.body(analysed.function).ok()?;
    let words = Words { program, body, function: analysed.function };
    let count = |wanted: fn(&Verdict) -> bool| {
        analysed.checks.iter().filter(|check| wanted(&check.verdict)).count() as u64
    };
    let stated = |(id, assumption)| words.stated(id, assumption);
    Some(Guide {
        checks: analysed.checks.len() as u64,
        verified: count(|verdict| *verdict == Verdict::Verified),
        verified_if: count(|verdict| matches!(verdict, Verdict::VerifiedIf(_))),
        open: count(|verdict| *verdict == Verdict::Open),
        analysis_s: took,
        assumptions: (0..).zip(&analysed.assumptions).map(stated).collect(),
        places: analysed.checks.iter().map(|check| place(body, check)).collect(),
        guards: Vec::new(),
        search: None,
    })
}

/// What guided searches do in a function: with `assume` and `tryfirst` each by itself, and where both are used.
pub fn guards(
    program: &Program,
    body: &Body,
    apart: &FunctionGuide,
    both: &FunctionGuide,
) -> Vec<GuardPlace> {
    let entry = program.signature_of(apart.function);
    let entry = entry.map(|known| (known.file.to_string(), known.line, 0));
    let mut found = Vec::new();
    for (&place, point) in &apart.points {
        let entry = entry.clone().filter(|_| place == Pc(0));
        let (file, line, column) = entry.unwrap_or_else(|| at(body, place));
        let mut say = |guard: &str, condition: &Condition| {
            let (guard, condition) = (guard.to_owned(), condition.to_string());
            found.push(GuardPlace { guard, condition, file: file.clone(), line, column });
        };
        if let Some(condition) = &point.assume {
            say("assume", condition);
        }
        if let Some(condition) = &point.tryfirst {
            let kept = both.points.get(&place).is_some_and(|point| point.tryfirst.is_some());
            say(if kept { "tryfirst" } else { "tryfirst alone" }, condition);
        }
    }
    found
}

fn place(body: &Body, check: &Check) -> CheckPlace {
    let (file, line, column) = at(body, check.at);
    let (verdict, needs) = match &check.verdict {
        Verdict::Verified => (CheckVerdict::Verified, Vec::new()),
        Verdict::VerifiedIf(ids) => {
            (CheckVerdict::VerifiedIf, ids.iter().map(|id| u64::from(id.0)).collect())
        }
        Verdict::Open => (CheckVerdict::Open, Vec::new()),
    };
    CheckPlace { kind: check.kind.into(), file, line, column, verdict, needs }
}

/// File, line and column of an instruction; of what it was inlined into, if it was.
pub fn at(body: &Body, at: Pc) -> (String, u32, u32) {
    match body.place(at) {
        Some(place) => (place.file.to_string(), place.line, place.column),
        None => (String::new(), 0, 0),
    }
}
