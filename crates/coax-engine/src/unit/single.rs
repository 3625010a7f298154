//! What is outside of an object that is as long as the code needs it to be.
//!
//! A pointer to a struct points to one, unless the code walks it as an array: then what lies after
//! the struct is outside of it, and no reason to take it for longer.

use coax_expr::Term;
use coax_ir::{Program, Type, strip};

use super::Tree;
use crate::State;
use crate::symbolic::Symbols;

impl<'p> Symbols<'p> {
    /// Is the object at `base` a text? Nothing is before the first letter of one.
    pub(crate) fn is_text(&self, state: &State<'p>, base: u64) -> bool {
        let node = state.unit.as_deref().map(|tree| tree.objects.iter());
        node.is_some_and(|mut nodes| nodes.any(|node| node.base == base && node.text))
    }

    /// The condition that the object at `base` is a single struct, if the running code does not
    /// walk such structs.
    pub(crate) fn is_single(
        &mut self,
        state: &State<'p>,
        program: &Program,
        base: u64,
    ) -> Option<Term> {
        let tree: &Tree = state.unit.as_deref()?;
        let node = tree.objects.iter().find(|node| node.base == base)?;
        let ty = program.type_of(strip(program, node.holder.ty));
        let is_struct = matches!(*ty, Type::Struct { .. } | Type::Union { .. });
        let walked = state.frames.iter().any(|frame| frame.body.strides.contains(&node.element));
        let needed = node.needed.filter(|_| is_struct && !walked)?;
        let one = self.pool.constant(64, 1);
        Some(self.pool.eq(needed, one))
    }
}
