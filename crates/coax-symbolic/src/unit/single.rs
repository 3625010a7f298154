//! What is outside of an object that is as long as the code needs it to be.
//!
//! A pointer to a struct points to one, unless the code walks it as an array: then what lies after
//! the struct is outside of it, and no reason to take it for longer.

use crate::layers::Summarizer;
use coax_expr::Term;
use coax_ir::{Program, Type, strip};

use super::Tree;
use crate::Frame;
use crate::layers::InputMaker;
use crate::layers::UnitRun;
use crate::symbolic::Symbols;
use crate::{State, Stop};

impl<'p> UnitRun<'_, 'p> {
    /// Is the object at an address a single struct from here on? It is if the running code does not
    /// walk such structs, and has not needed a second one yet.
    pub(crate) fn is_taken_for_single(
        &mut self,
        state: &mut State<'p>,
        address: u64,
    ) -> Result<bool, Stop> {
        let (program, symbols) = (self.program, self.symbols());
        let base = state.memory.object(address).map_or(address, |object| object.base);
        match InputMaker::of(symbols).is_single(state, program, base) {
            Some(single) => symbols.assume(state, single),
            None => Ok(false),
        }
    }
}

impl<'p> InputMaker<'_, 'p> {
    /// The condition that the object at `base` is a single struct, if the running code does not
    /// walk such structs.
    pub(crate) fn is_single(
        &mut self,
        state: &State<'p>,
        program: &Program,
        base: u64,
    ) -> Option<Term> {
        let tree: &Tree = state.above.unit.as_deref()?;
        let node = tree.objects.iter().find(|node| node.base == base)?;
        let ty = program.type_of(strip(program, node.holder.ty));
        let is_struct = matches!(*ty, Type::Struct { .. } | Type::Union { .. });
        let needed = node.needed.filter(|_| is_struct && !node.is_blurred)?;
        let walks = |frame: &Frame<'p>| frame.body.strides.contains(&node.element);
        if state.frames.iter().any(walks) || Summarizer::of(self).is_walked_around(node.element) {
            return None;
        }
        let (count, one) = match self.is_summing_up() {
            false => (needed, 1),
            // A function that is explored by itself knows the object by its size.
            true => (state.memory.object(base)?.guard()?.size, node.element),
        };
        let one = self.symbols.pool.constant(64, one.into());
        Some(self.symbols.pool.eq(count, one))
    }
}

impl<'p> Symbols<'p> {
    /// Is the object at `base` a text? Nothing is before the first letter of one.
    pub(crate) fn is_text(&self, state: &State<'p>, base: u64) -> bool {
        let node = state.above.unit.as_deref().map(|tree| tree.objects.iter());
        node.is_some_and(|mut nodes| nodes.any(|node| node.base == base && node.text))
    }
}
