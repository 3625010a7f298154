//! A function as an abstract program.

use std::collections::BTreeMap;

use coax_ir::{Body, CallSite, Inst, Pc};
use coax_kinds::ErrorKind;

use super::program::{Called, Node, Program, Statement, Supposition};
use crate::assumption::AssumptionId;
use crate::known::KnownChecks;

/// An abstract program, and which of its points stand for which instruction.
pub struct Abstraction {
    /// The program.
    pub program: Program,
    /// By instruction.
    pub rows: BTreeMap<Pc, Row>,
}

/// The points of one instruction: what its own checks need is assumed before them, all else after them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The first point.
    pub start: usize,
    /// What is assumed before the checks.
    pub before: Vec<AssumptionId>,
    /// The checks that are not verified.
    pub checks: Vec<Supposition>,
    /// What is assumed after them.
    pub after: Vec<AssumptionId>,
    /// The last point: the instruction has been done.
    pub end: usize,
}

impl Row {
    /// The point before the checks.
    pub fn at_checks(&self) -> usize {
        self.start + self.before.len()
    }
}

impl Abstraction {
    /// The abstract program of a function. `called` says of a call what is known of the function called; nothing
    /// if its checks are the caller's. `leaks`: memory may be lost, which shows only at the end.
    pub fn of(
        body: &Body,
        known: &KnownChecks,
        called: impl Fn(&CallSite) -> Option<Called>,
        leaks: bool,
    ) -> Abstraction {
        let mut made = Abstraction { program: Program::default(), rows: BTreeMap::new() };
        for id in 0..known.assumptions.len() as u32 {
            made.push(Statement::Initialise(AssumptionId(id)), None);
        }
        let asserted = asserted(body, known);
        for at in (0..body.code.len() as u32).map(Pc) {
            let callee = match body.code[at.index()] {
                Inst::Call { site } => called(&body.calls[site as usize]),
                _ => None,
            };
            let is_last = leaks && body.edges(at).is_empty();
            let also = asserted.get(&at).into_iter().flatten().copied();
            let checks = known.unverified_at(at).chain(also).cloned();
            let checks = checks.chain(is_last.then(Supposition::new)).collect();
            made.add_row(at, known, checks, callee);
        }
        made.join_rows(body);
        made
    }

    /// Adds a point, which goes on at the next one.
    fn push(&mut self, statement: Statement, at: Option<Pc>) {
        let next = vec![self.program.nodes.len() + 1];
        self.program.nodes.push(Node { statement, next, at });
    }

    fn add_row(
        &mut self,
        at: Pc,
        known: &KnownChecks,
        checks: Vec<Supposition>,
        callee: Option<Called>,
    ) {
        let assumed = (0..).zip(&known.assumptions).filter(|(_, one)| one.at == at);
        let needed = |id: &AssumptionId| checks.iter().flatten().flatten().any(|one| one == id);
        let (before, after): (Vec<_>, Vec<_>) =
            assumed.map(|(id, _)| AssumptionId(id)).partition(|id| at == Pc(0) || needed(id));
        let start = self.program.nodes.len();
        before.iter().for_each(|&id| self.push(Statement::Update(id), Some(at)));
        checks.iter().for_each(|one| self.push(Statement::Assert(one.clone()), Some(at)));
        after.iter().for_each(|&id| self.push(Statement::Update(id), Some(at)));
        callee.into_iter().for_each(|called| self.push(Statement::Call(called), Some(at)));
        self.push(Statement::Skip, Some(at));
        let end = self.program.nodes.len() - 1;
        self.rows.insert(at, Row { start, before, checks, after, end });
    }

    fn join_rows(&mut self, body: &Body) {
        for (&at, row) in &self.rows {
            let edges = body.edges(at).into_iter();
            self.program.nodes[row.end].next =
                edges.filter_map(|edge| Some(self.rows.get(&edge.to)?.start)).collect();
        }
    }
}

/// Assertions, and checks that the compiler adds, are branches to what fails: all that comes to the branch meets them.
fn asserted<'k>(body: &Body, known: &'k KnownChecks) -> BTreeMap<Pc, Vec<&'k Supposition>> {
    let failing = known.checks.iter().filter(|(check, supposition)| {
        let fails = match body.code[check.0.index()] {
            Inst::Call { .. } => check.1 == ErrorKind::Assertion,
            Inst::Trap { .. } => true,
            _ => false,
        };
        fails && !supposition.iter().any(Vec::is_empty) && body.edges(check.0).is_empty()
    });
    let failing: Vec<(Pc, &Supposition)> =
        failing.map(|(check, supposition)| (check.0, supposition)).collect();
    let mut found: BTreeMap<Pc, Vec<&Supposition>> = BTreeMap::new();
    if failing.is_empty() {
        return found;
    }
    let mut predecessors: BTreeMap<Pc, Vec<Pc>> = BTreeMap::new();
    for from in (0..body.code.len() as u32).map(Pc) {
        body.for_each_edge(from, |edge| predecessors.entry(edge.to).or_default().push(from));
    }
    for (at, supposition) in failing {
        let mut open = vec![at];
        while let Some(to) = open.pop() {
            for &from in predecessors.get(&to).into_iter().flatten().filter(|&&from| from < to) {
                match body.edges(from).len() {
                    1 => open.push(from),
                    _ => found.entry(from).or_default().push(supposition),
                }
            }
        }
    }
    found
}
