//! Where `assume` and `tryfirst` are put.
//!
//! An `assume` is left out where its condition is always true or the same as right before, and at the end. An
//! `assume false` anywhere else stays: from there on, everything is verified. A `tryfirst` is left out where its
//! condition is always true or never, the same as right before, or the same as the may-unverified condition.

use super::condition::Condition;
use super::inference::Conditions;
use super::program::{Program, Statement};
use crate::assumption::AssumptionId;

/// What is put before the statement of a point.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Placed {
    /// `assume C`.
    pub assume: Option<Condition>,
    /// `tryfirst C`, which comes first.
    pub tryfirst: Option<Condition>,
}

/// Says for every point what is put there. `both`: a `tryfirst` that an `assume` would follow with the same
/// condition is left out.
pub fn place(program: &Program, conditions: &Conditions, both: bool) -> Vec<Placed> {
    let predecessors = program.predecessors();
    let unchanged = untouched(program, &predecessors);
    let is_news = |all: &[Condition], index: usize| {
        let before = &predecessors[index];
        before.is_empty() || before.iter().any(|&earlier| all[earlier] != all[index])
    };
    let at = |index: usize| {
        let (may, must) = (&conditions.may[index], &conditions.must[index]);
        let is_end = program.nodes[index].next.is_empty();
        let known = with_constants(must, &unchanged[index]);
        let assume = !may.is_always() && !is_end && is_news(&conditions.may, index);
        let tryfirst = !known.is_always()
            && !known.is_never()
            && is_news_or_decided(conditions, &predecessors[index], &unchanged, index)
            && (!both || may != must);
        Placed { assume: assume.then(|| may.clone()), tryfirst: tryfirst.then(|| must.clone()) }
    };
    (0..program.nodes.len()).map(at).collect()
}

/// Is a must-unverified condition another than right before, or was it of no use there?
fn is_news_or_decided(
    conditions: &Conditions,
    before: &[usize],
    unchanged: &[Vec<AssumptionId>],
    index: usize,
) -> bool {
    let differs = |&earlier: &usize| {
        let known = with_constants(&conditions.must[earlier], &unchanged[earlier]);
        known.is_always() || known.is_never() || conditions.must[earlier] != conditions.must[index]
    };
    before.is_empty() || before.iter().any(differs)
}

/// A condition where some identifiers are certainly true.
fn with_constants(condition: &Condition, unchanged: &[AssumptionId]) -> Condition {
    unchanged.iter().fold(condition.clone(), |known, &id| known.assigned(id, true))
}

/// For every point, the identifiers that are still as they were initialised.
fn untouched(program: &Program, predecessors: &[Vec<usize>]) -> Vec<Vec<AssumptionId>> {
    let updated = |node: &Statement| match *node {
        Statement::Update(id) => Some(id),
        _ => None,
    };
    let mut all: Vec<AssumptionId> =
        program.nodes.iter().filter_map(|node| updated(&node.statement)).collect();
    all.sort_unstable();
    all.dedup();
    let mut known = vec![all.clone(); program.nodes.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for index in 0..program.nodes.len() {
            let before = predecessors[index].iter();
            let mut here = known[index].clone();
            for &earlier in before {
                let gone = updated(&program.nodes[earlier].statement);
                here.retain(|id| known[earlier].contains(id) && Some(*id) != gone);
            }
            if here != known[index] {
                known[index] = here;
                changed = true;
            }
        }
    }
    known
}
