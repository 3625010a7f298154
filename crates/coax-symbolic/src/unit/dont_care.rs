//! Don't-care minimisation of pointers: those that lead to what no code looked at, though conditions mention them (an
//! element that an input chooses may be any field of its structure). A test is shorter if they are null.
//!
//! - *Invariant:* the model found satisfies every condition, by evaluation: it is the same path.

use coax_expr::{Assignment, Var};

use super::model_minimisation::Search;
use super::{Leaf, Target, Tree};
use crate::State;
use crate::symbolic::Symbols;

impl<'p> Symbols<'p> {
    /// A model of the same path in which pointers are null that lead to what no code looked at.
    pub(super) fn dont_care_model(&self, state: &State<'p>, tree: &Tree) -> Assignment {
        let model = &state.above.path.model;
        // An argument says more if it is not null.
        let fields = tree.objects.iter().flat_map(|node| &node.holder.leaves);
        let dont_cares: Vec<(Var, u64)> =
            fields.filter_map(|leaf| dont_care(tree, leaf, model)).collect();
        // Other inputs may go another way than the conditions say.
        if dont_cares.is_empty() || state.above.path.predicted {
            return model.clone();
        }
        let mut search = Search::of(&self.pool, state);
        for change in dont_cares {
            search.try_values(&[change]);
        }
        search.model
    }
}

/// A pointer to what no code looked at, and the value with which it is null.
fn dont_care(tree: &Tree, leaf: &Leaf, model: &Assignment) -> Option<(Var, u64)> {
    let targets = &leaf.targets.as_ref()?.targets;
    let unused = match *targets.get(usize::try_from(model.get(leaf.var)).ok()?)? {
        Target::Object(index) => !tree.objects[index].present,
        Target::Stub(index) => tree.stubs[index].calls.is_empty(),
        _ => false,
    };
    let null = targets.iter().position(|target| *target == Target::Null)?;
    unused.then_some((leaf.var, null as u64))
}
