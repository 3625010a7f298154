//! Pointers that a path does not need: they lead to what nobody looked at, but conditions mention them (an
//! element that an input chooses may be any field of its structure). A test is the shorter without them.
//!
//! - *Invariant:* the model found satisfies every condition, by evaluation: it is the same path.

use std::collections::BTreeMap;

use coax_expr::{Assignment, Evaluator, Term, Var};

use super::{Leaf, Target, Tree};
use crate::State;
use crate::symbolic::Symbols;

/// How much is evaluated, counted in variables of conditions.
const WORK: usize = 200_000;

impl<'p> Symbols<'p> {
    /// A model of the same path in which pointers are null that lead to what nobody looked at.
    pub(super) fn spare_model(&self, state: &State<'p>, tree: &Tree) -> Assignment {
        let mut model = state.path.model.clone();
        // Other inputs may go another way than the conditions say.
        if state.path.predicted {
            return model;
        }
        // An argument says more if it is not null.
        let fields = tree.objects.iter().flat_map(|node| &node.holder.leaves);
        let spare: Vec<(Var, u64)> = fields.filter_map(|leaf| spare(tree, leaf, &model)).collect();
        let mut about: BTreeMap<Var, Vec<Term>> =
            spare.iter().map(|(var, _)| (*var, Vec::new())).collect();
        for &condition in state.path.conditions.newest_first() {
            for var in self.pool.vars(condition) {
                about.entry(*var).and_modify(|conditions| conditions.push(condition));
            }
        }
        let (mut evaluator, mut work) = (Evaluator::new(), WORK);
        for change in spare {
            let conditions = &about[&change.0];
            let cost = conditions.iter().map(|&term| self.pool.vars(term).len()).sum();
            let Some(left) = work.checked_sub(cost) else { break };
            work = left;
            let changed = model.merged(&[change]);
            evaluator.begin();
            if conditions.iter().all(|&term| evaluator.holds(&self.pool, term, &changed)) {
                model = changed;
            }
        }
        model
    }
}

/// A pointer to what nobody looked at, and the value with which it is null.
fn spare(tree: &Tree, leaf: &Leaf, model: &Assignment) -> Option<(Var, u64)> {
    let targets = &leaf.targets.as_ref()?.targets;
    let unused = match *targets.get(usize::try_from(model.get(leaf.var)).ok()?)? {
        Target::Object(index) => !tree.objects[index].present,
        Target::Stub(index) => tree.stubs[index].calls.is_empty(),
        _ => false,
    };
    let null = targets.iter().position(|target| *target == Target::Null)?;
    unused.then_some((leaf.var, null as u64))
}
