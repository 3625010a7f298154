//! Weakest conditions by backward abstract interpretation.
//!
//! All three transformers differ only at assertions, and at the end:
//!
//! | | `assert * verified A` | end | `call` |
//! |---|---|---|---|
//! | WP | `A && R` | true | `R` if all of the callee is verified |
//! | MUST_assert | true | false | true if the callee meets an assertion, else `R` |
//! | MUST_all | `!A && R` | true | `R` if nothing in the callee is verified |
//!
//! A callee's assumptions are its own and begin as true, so what is known at its beginning is a constant.
//!
//! `a := a && *`: for both values `b` of `*`, `R` with `a && b` in place of `a`. (The text writes `b` in its place,
//! which is stronger; its figure 4 has what is computed here.)
//!
//! Loops: the greatest fixed point. An execution that never ends has met every assertion it will ever meet.

use std::collections::BTreeSet;

use super::condition::Condition;
use super::program::{Called, Program, Statement, Supposition};

/// What is inferred for every point, before its statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// Some execution from here on may be unverified.
    pub may: Vec<Condition>,
    /// Every execution from here on meets an assertion, and none that it meets was verified.
    pub must: Vec<Condition>,
    /// What those who call it know of it.
    pub called: Called,
}

/// What differs between the transformers.
struct Transformer {
    end: Condition,
    assertion: fn(&Supposition, &Condition) -> Condition,
    /// What has to be known of a callee for it to be passed over; where it is not, what holds instead.
    passes: fn(Called) -> bool,
    otherwise: Condition,
}

/// Infers both conditions for every point.
pub fn infer(program: &Program) -> Conditions {
    let verified = weakest(
        program,
        &Transformer {
            end: Condition::always(),
            assertion: |supposition, rest| holds(supposition).and(rest),
            passes: |called| called.verified,
            otherwise: Condition::never(),
        },
    );
    let meets = weakest(
        program,
        &Transformer {
            end: Condition::never(),
            assertion: |_, _| Condition::always(),
            passes: |called| !called.meets,
            otherwise: Condition::always(),
        },
    );
    let none = weakest(
        program,
        &Transformer {
            end: Condition::always(),
            assertion: |supposition, rest| fails(supposition).and(rest),
            passes: |called| called.unverified,
            otherwise: Condition::never(),
        },
    );
    let at_entry = |known: &[Condition]| known.first().is_none_or(Condition::is_always);
    let called = Called {
        verified: at_entry(&verified),
        meets: at_entry(&meets),
        unverified: at_entry(&none),
    };
    let may = verified.iter().map(|known| known.negated().unwrap_or_else(Condition::always));
    let must = meets.iter().zip(&none).map(|(meets, none)| meets.and(none));
    Conditions { may: may.collect(), must: must.collect(), called }
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
fn weakest(program: &Program, transformer: &Transformer) -> Vec<Condition> {
    let predecessors = program.predecessors();
    let mut known = vec![Condition::always(); program.nodes.len()];
    let mut open: BTreeSet<usize> = (0..program.nodes.len()).collect();
    while let Some(index) = open.pop_last() {
        let node = &program.nodes[index];
        let after = match node.next.as_slice() {
            [] => transformer.end.clone(),
            next => next.iter().fold(Condition::always(), |all, &to| all.and(&known[to])),
        };
        let before = match &node.statement {
            Statement::Skip => after,
            Statement::Initialise(id) => after.assigned(*id, true),
            Statement::Update(id) => after.and(&after.assigned(*id, false)),
            Statement::Assert(supposition) => (transformer.assertion)(supposition, &after),
            Statement::Call(called) if (transformer.passes)(*called) => after,
            Statement::Call(_) => transformer.otherwise.clone(),
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
