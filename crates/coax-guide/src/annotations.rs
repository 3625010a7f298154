//! What annotations in the code say: `COAX_ASSUMED(property, id)` states an assumption under a name,
//! `COAX_VERIFIED(property, ids...)` is a check of its property that was verified if what has these names holds.
//!
//! Invariants: names are those of one function; a check that names what nothing states is not verified by it; what the
//! analysis shows without assumptions needs none.

use std::collections::BTreeMap;

use coax_ir::{Body, CallSite, Callee, Inst, Pc, Program, Slot};
use coax_kinds::ErrorKind;

use crate::assumption::{Assumption, AssumptionId, Predicate};
use crate::check::{Check, Verdict};
use crate::library;

/// What states an assumption, and what is verified under some.
const ASSUMED: &str = "coax_assumed";
const VERIFIED: &str = "coax_verified";

/// Adds what annotations say.
pub fn add(
    program: &Program,
    body: &Body,
    checks: &mut [Check],
    assumptions: &mut Vec<Assumption>,
) {
    let mut stated: BTreeMap<String, Vec<AssumptionId>> = BTreeMap::new();
    for (at, property, name) in annotations(program, body, ASSUMED) {
        let id = AssumptionId(assumptions.len() as u32);
        let predicate = Predicate::Stated { slot: property.0 };
        assumptions.push(Assumption { predicate, at });
        stated.entry(name).or_default().push(id);
    }
    for (at, _, names) in annotations(program, body, VERIFIED) {
        let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
        let found: Option<Vec<&Vec<AssumptionId>>> = names.map(|name| stated.get(name)).collect();
        let Some(found) = found else { continue };
        let needs: Vec<AssumptionId> = found.into_iter().flatten().copied().collect();
        let is_it = |kind| kind == ErrorKind::Assertion;
        let here = checks.iter_mut().filter(|check| check.at == at && is_it(check.kind));
        for check in here.filter(|check| check.verdict != Verdict::Verified) {
            check.verdict = match needs.is_empty() {
                true => Verdict::Verified,
                false => Verdict::VerifiedIf(needs.clone()),
            };
        }
    }
}

/// The calls of a function that stands for an annotation: where, the slot of its property, and its text.
fn annotations(program: &Program, body: &Body, word: &str) -> Vec<(Pc, Slot, String)> {
    let mut found = Vec::new();
    for (index, inst) in body.code.iter().enumerate() {
        let Inst::Call { site } = *inst else { continue };
        let call = &body.calls[site as usize];
        let is_one =
            matches!(call.callee, Callee::Direct(id) if library::name(program, id) == Some(word));
        if let Some((property, text)) = is_one.then(|| parts(program, body, call)).flatten() {
            found.push((Pc(index as u32), property, text));
        }
    }
    found
}

fn parts(program: &Program, body: &Body, call: &CallSite) -> Option<(Slot, String)> {
    let [property, text] = call.flat[..] else { return None };
    let address = *body.constants.get(text.index())?;
    let id = program.global_at(address)?;
    let bytes = program.initial(id).ok()?;
    let from = usize::try_from(address - program.global(id).address).ok()?;
    let bytes = bytes.get(from..)?.split(|&byte| byte == 0).next()?;
    Some((property, String::from_utf8_lossy(bytes).into_owned()))
}
