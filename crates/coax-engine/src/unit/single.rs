//! A pointer to a struct points to one, unless the code walks it as an array: then what lies after
//! the struct is outside of it, and no reason to take it for longer.

use coax_expr::Term;
use coax_ir::{Program, Type, strip};

use super::Tree;
use crate::State;
use crate::symbolic::Symbols;

impl<'p> Symbols<'p> {
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
