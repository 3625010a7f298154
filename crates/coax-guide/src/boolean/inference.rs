//! Weakest conditions by backward abstract interpretation.
//!
//! All three transformers differ only at assertions, and at the end:
//!
//! | | `assert * verified A` | end |
//! |---|---|---|
//! | WP | `A && R` | true |
//! | MUST_assert | true | false |
//! | MUST_all | `!A && R` | true |
//!
//! `a := a && *`: for both values `b` of `*`, `R` with `a && b` in place of `a`. (The text writes `b` in its place,
//! which is stronger; its figure 4 has what is computed here.)
//!
//! Loops: the greatest fixed point. An execution that never ends has met every assertion it will ever meet.

use std::collections::BTreeSet;

use super::condition::Condition;
use super::program::{Program, Statement, Supposition};

/// What is inferred for every point, before its statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// Some execution from here on may be unverified.
    pub may: Vec<Condition>,
    /// Every execution from here on meets an assertion, and none that it meets was verified.
    pub must: Vec<Condition>,
}

/// Infers both conditions for every point.
pub fn infer(program: &Program) -> Conditions {
    let verified =
        weakest(program, &Condition::always(), |supposition, rest| holds(supposition).and(rest));
    let meets = weakest(program, &Condition::never(), |_, _| Condition::always());
    let none =
        weakest(program, &Condition::always(), |supposition, rest| fails(supposition).and(rest));
    let may = verified.iter().map(|known| known.negated().unwrap_or_else(Condition::always));
    let must = meets.iter().zip(&none).map(|(meets, none)| meets.and(none));
    Conditions { may: may.collect(), must: must.collect() }
}

/// The supposition holds.
fn holds(supposition: &Supposition) -> Condition {
    let all = |ids: &Vec<_>| {
        ids.iter().fold(Condition::always(), |all, &id| all.and(&Condition::literal(id, true)))
    };
    supposition.iter().map(all).fold(Condition::never(), |any, one| any.or(&one))
}

/// The supposition does not hold: of every set, one assumption does not.
fn fails(supposition: &Supposition) -> Condition {
    let one = |ids: &Vec<_>| {
        ids.iter().fold(Condition::never(), |any, &id| any.or(&Condition::literal(id, false)))
    };
    supposition.iter().map(one).fold(Condition::always(), |all, one| all.and(&one))
}

/// For every point, the weakest condition before it.
fn weakest(
    program: &Program,
    end: &Condition,
    assertion: impl Fn(&Supposition, &Condition) -> Condition,
) -> Vec<Condition> {
    let predecessors = program.predecessors();
    let mut known = vec![Condition::always(); program.nodes.len()];
    let mut open: BTreeSet<usize> = (0..program.nodes.len()).collect();
    while let Some(index) = open.pop_last() {
        let node = &program.nodes[index];
        let after = match node.next.as_slice() {
            [] => end.clone(),
            next => next.iter().fold(Condition::always(), |all, &to| all.and(&known[to])),
        };
        let before = match &node.statement {
            Statement::Skip => after,
            Statement::Initialise(id) => after.assigned(*id, true),
            Statement::Update(id) => after.and(&after.assigned(*id, false)),
            Statement::Assert(supposition) => assertion(supposition, &after),
        };
        if before != known[index] {
            // Only ever stronger, so that this comes to an end also where conditions were cut short.
            let stronger = known[index].and(&before);
            if stronger != known[index] {
                known[index] = stronger;
                open.extend(&predecessors[index]);
            }
        }
    }
    known
}
