//! What guides a search through functions: where it assumes that something is unverified from there on, where it tries
//! first what is certainly unverified, and what has to be known for that.
//!
//! Functions are taken callees first. What is said of an instruction is said for the moment before it runs.
//!
//! Invariants: where the condition of an `assume` is false, so are those of the callers at their calls or an open check
//! is left there: [`FunctionGuide::after_calls`] tells which; a function that is not known guides nowhere.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use coax_ir::{Body, CallSite, Callee, FuncId, Inst, Pc, Program};
use coax_kinds::ErrorKind;

use crate::assumption::AssumptionId;
use crate::boolean::{
    Abstraction, Called, Condition, Conditions, Placed, Row, Supposition, infer, place,
};
use crate::known::KnownChecks;
use crate::testing::{self, Test};

/// What guides a search through one function.
#[derive(Clone, Debug)]
pub struct FunctionGuide {
    /// The function.
    pub function: FuncId,
    /// Its checks, and what they were verified under.
    pub known: KnownChecks,
    /// What is done before instructions.
    pub points: BTreeMap<Pc, Point>,
    /// For each call the may-unverified condition after it.
    pub after_calls: BTreeMap<Pc, Condition>,
}

/// What is done before an instruction, in this order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Point {
    /// Assumptions that are tested.
    pub before: Vec<(AssumptionId, Test)>,
    /// `tryfirst C`.
    pub tryfirst: Option<Condition>,
    /// `assume C`.
    pub assume: Option<Condition>,
    /// Checks that the instruction passes and that are not verified.
    pub checks: Vec<Supposition>,
    /// Assumptions that are tested for what follows.
    pub after: Vec<(AssumptionId, Test)>,
}

/// Infers guides, function after function.
pub struct Guiding<'a> {
    program: &'a Program,
    done: HashMap<FuncId, Done>,
    /// `tryfirst` is left out where an `assume` with the same condition follows.
    both: bool,
}

/// What is remembered of a function.
#[derive(Clone, Copy)]
struct Done {
    called: Called,
    leaks: bool,
}

impl<'a> Guiding<'a> {
    /// Nothing is known yet. `both`: `assume` and `tryfirst` are both used.
    pub fn new(program: &'a Program, both: bool) -> Guiding<'a> {
        Guiding { program, done: HashMap::new(), both }
    }

    /// The guide of a function of which the functions it calls were handed in before; nothing if its code cannot be
    /// read.
    pub fn guide(&mut self, function: FuncId, known: KnownChecks) -> Option<FunctionGuide> {
        let body = self.program.body(function).ok()?;
        let leaks = self.leaks(body, &known);
        let abstraction = Abstraction::of(body, &known, |call| self.called(call), leaks);
        let conditions = infer(&abstraction.program);
        self.done.insert(function, Done { called: conditions.called, leaks });
        let placed = place(&abstraction.program, &conditions, self.both);
        let layout = Layout { body, rows: &abstraction.rows, conditions: &conditions, placed };
        let mut points = layout.points();
        for (id, assumption) in (0..).zip(&known.assumptions) {
            let id = AssumptionId(id);
            let is_before = abstraction.rows[&assumption.at].before.contains(&id);
            for (at, test) in testing::tests(self.program, function, body, assumption) {
                let Some(point) = points.get_mut(&at) else { continue };
                let is_late = at == assumption.at && !is_before;
                let tests = if is_late { &mut point.after } else { &mut point.before };
                tests.push((id, test));
            }
        }
        points.retain(|_, point| *point != Point::default());
        let after = |(&at, row): (&Pc, &Row)| {
            let is_call = matches!(body.code[at.index()], Inst::Call { .. });
            is_call.then(|| (at, conditions.may[row.end].clone()))
        };
        Some(FunctionGuide {
            function,
            points,
            after_calls: abstraction.rows.iter().filter_map(after).collect(),
            known,
        })
    }

    /// What is known of a called function; nothing if all that goes wrong in it is told of the call.
    fn called(&self, call: &CallSite) -> Option<Called> {
        let Callee::Direct(id) = call.callee else { return Some(Called::default()) };
        let function = self.program.function(id);
        if !function.defined || function.runtime {
            return None;
        }
        Some(self.done.get(&id).map_or_else(Called::default, |done| done.called))
    }

    /// May memory be lost because of what a function does?
    fn leaks(&self, body: &Body, known: &KnownChecks) -> bool {
        let callee_leaks = |call: &CallSite| match call.callee {
            Callee::Indirect(_) => true,
            Callee::Direct(id) => {
                let function = self.program.function(id);
                let is_foreign = !function.defined || function.runtime;
                !is_foreign && self.done.get(&id).is_none_or(|done| done.leaks)
            }
        };
        known.checks.keys().any(|&(_, kind)| kind == ErrorKind::MemoryLeak)
            || body.calls.iter().any(callee_leaks)
    }
}

/// What was placed at the points of an abstract program, to be moved to instructions.
struct Layout<'a> {
    body: &'a Body,
    rows: &'a BTreeMap<Pc, Row>,
    conditions: &'a Conditions,
    placed: Vec<Placed>,
}

impl Layout<'_> {
    fn points(&self) -> BTreeMap<Pc, Point> {
        let assumes = self.places(|placed| placed.assume.is_some());
        let tryfirsts = self.places(|placed| placed.tryfirst.is_some());
        let mut points = BTreeMap::new();
        for (&at, row) in self.rows {
            let index = row.at_checks();
            let (may, must) = (&self.conditions.may[index], &self.conditions.must[index]);
            let assumes = assumes.contains(&at) && !may.is_always() && !self.is_tail(at);
            let tries = tryfirsts.contains(&at) && !must.is_always() && !must.is_never();
            let point = Point {
                tryfirst: tries.then(|| must.clone()),
                assume: assumes.then(|| may.clone()),
                checks: row.checks.clone(),
                ..Point::default()
            };
            points.insert(at, point);
        }
        points
    }

    /// The instructions before which something is to be done: what was placed behind the checks of an instruction
    /// belongs to those that follow it.
    fn places(&self, is_placed: impl Fn(&Placed) -> bool) -> BTreeSet<Pc> {
        let mut places = BTreeSet::new();
        let first = self.rows.get(&Pc(0)).map_or(0, |row| row.start);
        if self.placed[..first].iter().any(&is_placed) {
            places.insert(Pc(0));
        }
        for (&at, row) in self.rows {
            if self.placed[row.start..=row.at_checks()].iter().any(&is_placed) {
                places.insert(at);
            }
            if self.placed[row.at_checks() + 1..=row.end].iter().any(&is_placed) {
                self.body.for_each_edge(at, |edge| {
                    places.insert(edge.to);
                });
            }
        }
        places
    }

    /// Does the function only return from here on, without a branch, a call or a check? Nothing is saved by ending there.
    fn is_tail(&self, from: Pc) -> bool {
        let mut at = from;
        for _ in 0..self.body.code.len() {
            let has_checks = self.rows.get(&at).is_some_and(|row| !row.checks.is_empty());
            if has_checks || matches!(self.body.code[at.index()], Inst::Call { .. }) {
                return false;
            }
            match *self.body.edges(at).as_slice() {
                [] => return true,
                [edge] => at = edge.to,
                _ => return false,
            }
        }
        false
    }
}
