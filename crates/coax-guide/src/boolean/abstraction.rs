//! A function as an abstract program.

use std::collections::BTreeMap;

use coax_ir::{Body, Pc};

use super::program::{Node, Program, Statement, Supposition};
use crate::analysis::Analysed;
use crate::assumption::AssumptionId;
use crate::check::Verdict;

/// The abstract program of an analysed function. Verified checks are left out; what an assumption is about comes
/// before the checks of its own instruction if they need it, and after them otherwise.
pub fn of(body: &Body, analysed: &Analysed) -> Program {
    let mut statements: BTreeMap<Pc, Vec<Statement>> = BTreeMap::new();
    let assumed = |at: Pc| {
        let ids = (0..).zip(&analysed.assumptions).filter(move |(_, one)| one.at == at);
        ids.map(|(id, _)| AssumptionId(id))
    };
    for at in (0..body.code.len() as u32).map(Pc) {
        let checks = analysed.checks.iter().filter(|check| check.at == at);
        let suppositions: Vec<Supposition> =
            checks.filter_map(|check| supposition(&check.verdict)).collect();
        let needed =
            |id: &AssumptionId| suppositions.iter().flatten().flatten().any(|one| one == id);
        let (first, last): (Vec<_>, Vec<_>) = assumed(at).partition(|id| at == Pc(0) || needed(id));
        let row = first.into_iter().map(Statement::Update);
        let row = row.chain(suppositions.iter().cloned().map(Statement::Assert));
        let row: Vec<_> = row.chain(last.into_iter().map(Statement::Update)).collect();
        statements.insert(at, row);
    }
    let initial =
        (0..analysed.assumptions.len() as u32).map(|id| Statement::Initialise(AssumptionId(id)));
    assembled(body, initial.collect(), &statements)
}

fn supposition(verdict: &Verdict) -> Option<Supposition> {
    match verdict {
        Verdict::Verified => None,
        Verdict::VerifiedIf(ids) => Some(vec![ids.clone()]),
        Verdict::Open => Some(Vec::new()),
    }
}

fn assembled(
    body: &Body,
    initial: Vec<Statement>,
    statements: &BTreeMap<Pc, Vec<Statement>>,
) -> Program {
    let mut nodes: Vec<Node> = Vec::new();
    for statement in initial {
        let next = vec![nodes.len() + 1];
        nodes.push(Node { statement, next, at: None });
    }
    let mut start: BTreeMap<Pc, usize> = BTreeMap::new();
    let mut ends: Vec<(usize, Pc)> = Vec::new();
    for (&at, row) in statements {
        start.insert(at, nodes.len());
        for statement in row {
            let next = vec![nodes.len() + 1];
            nodes.push(Node { statement: statement.clone(), next, at: Some(at) });
        }
        ends.push((nodes.len(), at));
        nodes.push(Node { statement: Statement::Skip, next: Vec::new(), at: Some(at) });
    }
    for (node, at) in ends {
        let edges = body.edges(at);
        nodes[node].next = edges.iter().filter_map(|edge| start.get(&edge.to).copied()).collect();
    }
    Program { nodes }
}
