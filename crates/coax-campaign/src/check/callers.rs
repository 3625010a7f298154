//! Who calls a function that only its own file can call, and what running those callers has shown.
//!
//! A function is checked with all that its types allow; its callers may never pass that. Where all of them
//! were run as well, came to every call, and none led to the same kind of error in it, that is worth saying.
//!
//! Invariant: nothing is said of a function whose callers are not all known: one that can be called through a
//! pointer, from code that is not checked, or from another file.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use coax_engine::ErrorReport;
use coax_ir::{CallGraph, FuncId, Linkage, Program};
use coax_kinds::ErrorKind;

use crate::pipeline::accounts;

/// What is known of callers so far. Functions are named by their place in the report.
#[derive(Default)]
pub struct Callers {
    /// The functions that call a static one; none if not all are known.
    of: BTreeMap<usize, Option<BTreeSet<usize>>>,
    /// Callers that came to every call of a function in their code, with that function.
    came: HashSet<(usize, usize)>,
    /// What kinds of errors a function led to, and in which functions.
    led: HashSet<(usize, ErrorKind, String)>,
}

impl Callers {
    /// A path of a unit goes wrong.
    pub fn led_to(&mut self, unit: usize, report: &ErrorReport) {
        let kind = accounts::kind(report);
        let functions = report.trace.iter().map(|frame| frame.function.to_string());
        self.led.extend(functions.map(|function| (unit, kind, function)));
    }

    /// A unit came to every call of these functions in its code.
    pub fn came_to(&mut self, unit: usize, called: impl Iterator<Item = usize>) {
        self.came.extend(called.map(|called| (unit, called)));
    }

    /// Looks who calls whom in a program.
    pub fn look_through(&mut self, program: &Program, units: &HashMap<FuncId, usize>) {
        // A function checked alone has no caller that was run; looking at all code of a large program takes a while.
        if units.len() < 2 {
            return;
        }
        for (unit, found) in callers_of_static(program, units) {
            add_callers(&mut self.of, unit, found);
        }
    }

    /// The callers of a unit, if all of them were run up to each call and none led to this kind of error in
    /// it; `function` is how traces call it.
    pub fn without(
        &self,
        unit: usize,
        kind: ErrorKind,
        function: &str,
    ) -> Option<&BTreeSet<usize>> {
        let callers = self.of.get(&unit)?.as_ref().filter(|callers| !callers.is_empty())?;
        let leads = |caller: usize| self.led.contains(&(caller, kind, function.to_owned()));
        let innocent = |&caller: &usize| self.came.contains(&(caller, unit)) && !leads(caller);
        callers.iter().all(innocent).then_some(callers)
    }
}

/// The static functions among the units, with the units that call them directly; `None` for one whose callers are
/// not all known.
fn callers_of_static(
    program: &Program,
    units: &HashMap<FuncId, usize>,
) -> BTreeMap<usize, Option<BTreeSet<usize>>> {
    let graph = CallGraph::of(program, program.own_functions());
    let mut all = BTreeMap::new();
    for (&id, &unit) in units {
        let signature = program.signature_of(id);
        if signature.is_some_and(|signature| signature.linkage == Linkage::Internal) {
            let callers = graph.as_ref().and_then(|graph| calling_units(graph, id, unit, units));
            add_callers(&mut all, unit, callers);
        }
    }
    all
}

/// The units that call a function directly; `None` if others may call it.
fn calling_units(
    graph: &CallGraph,
    id: FuncId,
    unit: usize,
    units: &HashMap<FuncId, usize>,
) -> Option<BTreeSet<usize>> {
    if graph.is_address_taken(id) {
        return None;
    }
    let callers = graph.callers_of(id).map(|caller| units.get(&caller).copied());
    // That it calls itself says nothing about who calls it first.
    callers.filter(|&caller| caller != Some(unit)).collect()
}

/// Adds callers of a unit. The same function of a header may be in several programs, and in several files of one.
fn add_callers(
    all: &mut BTreeMap<usize, Option<BTreeSet<usize>>>,
    unit: usize,
    found: Option<BTreeSet<usize>>,
) {
    let known = all.entry(unit).or_insert_with(|| Some(BTreeSet::new()));
    *known = known.take().zip(found).map(|(known, found)| &known | &found);
}
