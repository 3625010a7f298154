//! Cycles: pointers that lead back to an object they are reached from: rings, and lists with a way back.
//!
//! By default a list ends: otherwise every walk along one would never end. A pointer leads back
//! only on paths that have found out so, by comparing it with another one; and it may do so only where
//! the running code compares pointers.

use std::collections::BTreeSet;

use coax_expr::{Term, Var};
use coax_ir::{Program, TypeId, compatible, size_of};
use coax_kinds::Incomplete;

use super::lengths::Length;
use super::objects::Context;
use super::{Pointer, Target};
use crate::layers::InputMaker;
use crate::layers::UnitRun;
use crate::symbolic::Symbols;
use crate::{State, Stop};

impl<'p> InputMaker<'_, 'p> {
    /// Remembers which choices of a pointer lead back.
    pub(super) fn note_cycles(&mut self, state: &mut State<'p>, pointer: &Pointer, var: Var) {
        let tree = state.above.tree();
        let own = pointer.targets.iter().filter_map(|target| match *target {
            Target::Object(index) => Some(tree.objects[index].depth),
            _ => None,
        });
        let Some(depth) = own.max() else { return };
        let leads_back = |target: &Target| matches!(*target, Target::Alias(index) if tree.objects[index].depth < depth);
        let choices = (0..).zip(&pointer.targets).filter(|(_, target)| leads_back(target));
        let found: Vec<(Var, u8)> = choices.map(|(choice, _)| (var, choice)).collect();
        tree.cycles.extend(found);
    }
}

impl<'p> Symbols<'p> {
    /// Objects that a pointer is reached from and may lead back to: the first and the last of them.
    pub(super) fn ways_back(
        &self,
        state: &State<'p>,
        program: &Program,
        to: TypeId,
        context: Context<'_>,
        length: Option<Length>,
    ) -> BTreeSet<usize> {
        let Some(tree) = &state.above.unit else { return BTreeSet::new() };
        if size_of(program, to).is_none() || !compares_pointers(state, program) {
            return BTreeSet::new();
        }
        let leads_here = tree.objects.iter().enumerate().filter(|(_, node)| {
            node.present
                && !node.text
                && node.depth < context.depth
                && node.length.is_like(length)
                && compatible(program, node.holder.ty, to)
        });
        let all: Vec<usize> = leads_here.map(|(index, _)| index).collect();
        all.first().into_iter().chain(all.last()).copied().collect()
    }

    /// Ends the path at the deadline: what is half made then is never looked at.
    pub(super) fn in_time(&self) -> Result<(), Stop> {
        if self.solver.deadline().is_over() { Err(Stop::Bound(Incomplete::Time)) } else { Ok(()) }
    }
}

impl<'p> UnitRun<'_, 'p> {
    /// Lets a pointer lead onwards, unless it is known to lead back.
    pub(super) fn lead_onwards(&mut self, state: &mut State<'p>, origin: Term) -> Result<(), Stop> {
        let Some(tree) = state.above.unit.as_ref().filter(|tree| !tree.cycles.is_empty()) else {
            return Ok(());
        };
        let symbols = self.symbols();
        let vars = symbols.pool.vars(origin);
        let cycles = tree.cycles.iter().filter(|(var, _)| vars.contains(var));
        for (var, choice) in cycles.copied().collect::<Vec<_>>() {
            let (var, choice) = (symbols.pool.var(var), symbols.pool.constant(8, choice.into()));
            let leads_back = symbols.pool.eq(var, choice);
            let onwards = symbols.pool.not(leads_back);
            symbols.assume(state, onwards)?;
        }
        Ok(())
    }
}

/// Does a function that is running compare two pointers, or one that it calls?
fn compares_pointers(state: &State<'_>, program: &Program) -> bool {
    let compares = |id| program.body(id).is_ok_and(|body| body.compares_pointers);
    let mut bodies = state.frames.iter().map(|frame| frame.body);
    bodies.any(|body| body.compares_pointers || body.direct_callees().any(compares))
}
