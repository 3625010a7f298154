//! Who calls a function that only its own file can call, and what running those callers has shown.
//!
//! A function is checked with whatever its types allow; its callers may never pass that. Where all of them
//! were run as well, came to every call, and none led to the same kind of error in it, that is worth saying.
//!
//! Invariant: nothing is said of a function whose callers are not all known: one that can be called through a
//! pointer, from code that is not checked, or from another file.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use coax_engine::ErrorReport;
use coax_ir::{Body, Callee, FuncId, GlobalId, Linkage, Program};
use coax_kinds::ErrorKind;

use crate::search::accounts;

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
        // Whoever is checked alone has no caller that was run; looking at all code of a large program takes a while.
        if units.len() < 2 {
            return;
        }
        let mut calls = Calls { program, units, of: BTreeMap::new() };
        let looked = calls.look_through();
        for (unit, found) in calls.of {
            let known = self.of.entry(unit).or_insert_with(|| Some(BTreeSet::new()));
            // The same function of a header may be in several programs.
            *known = match (known.take(), found.filter(|_| looked.is_some())) {
                (Some(known), Some(found)) => Some(&known | &found),
                _ => None,
            };
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

/// The calls of one program.
struct Calls<'a> {
    program: &'a Program,
    units: &'a HashMap<FuncId, usize>,
    of: BTreeMap<usize, Option<BTreeSet<usize>>>,
}

impl Calls<'_> {
    /// Nothing, if some code cannot be looked at.
    fn look_through(&mut self) -> Option<()> {
        for (&id, &unit) in self.units {
            let signature = self.program.signature_of(id);
            if signature.is_some_and(|signature| signature.linkage == Linkage::Internal) {
                self.of.insert(unit, Some(BTreeSet::new()));
            }
        }
        for &id in self.program.own_functions() {
            self.look_at(id, self.program.body(id).ok()?);
        }
        for index in 0..self.program.globals().len() {
            let id = GlobalId(index as u32);
            let parts = &self.program.global(id).parts;
            if parts.defined && !parts.zero && !parts.runtime {
                let initial = self.program.initial(id).ok()?;
                let words = initial.chunks_exact(8).filter_map(|word| word.try_into().ok());
                words.for_each(|word| self.may_be_called_through(u64::from_le_bytes(word)));
            }
        }
        Some(())
    }

    fn look_at(&mut self, caller: FuncId, body: &Body) {
        for call in &body.calls {
            if let Callee::Direct(callee) = call.callee {
                self.is_called(callee, caller);
            }
        }
        body.constants.iter().for_each(|&constant| self.may_be_called_through(constant));
    }

    fn is_called(&mut self, callee: FuncId, caller: FuncId) {
        let Some(callee) = self.units.get(&callee) else { return };
        let Some(known) = self.of.get_mut(callee) else { return };
        match (known.as_mut(), self.units.get(&caller)) {
            // That it calls itself says nothing about who calls it first.
            (_, Some(caller)) if caller == callee => {}
            (Some(callers), Some(&caller)) => {
                callers.insert(caller);
            }
            _ => *known = None,
        }
    }

    /// Somebody has the address of a function, if it is one.
    fn may_be_called_through(&mut self, address: u64) {
        let function = self.program.function_at(address);
        if let Some(known) = function.and_then(|id| self.of.get_mut(self.units.get(&id)?)) {
            *known = None;
        }
    }
}
