//! Lists of arguments as inputs: what `va_list` is made of on x86-64. All arguments are in memory, as
//! if the registers had been read already; what is in that memory is input like any other.

use coax_ir::{Program, Type, TypeId, strip};

use super::objects::Made;
use crate::layers::InputMaker;
use crate::{State, Stop};

/// Where a `va_list` says how much of the registers is used up, and what it says when all is.
const USED_REGISTERS: [(u64, u128); 2] = [(0, 48), (4, 176)];

impl<'p> InputMaker<'_, 'p> {
    /// What a `va_list` lists is in memory: registers with arguments are used up.
    pub(super) fn without_registers(
        &mut self,
        state: &mut State<'p>,
        made: &[Made],
    ) -> Result<(), Stop> {
        for (offset, used) in USED_REGISTERS {
            let Some((_, term)) = made.iter().find(|(leaf, _)| leaf.offset == offset) else {
                continue;
            };
            let used = self.symbols.pool.constant(self.symbols.pool.width(*term), used);
            let is_used = self.symbols.pool.eq(*term, used);
            self.require(state, is_used)?;
        }
        Ok(())
    }
}

/// Is it what `va_list` is made of?
pub(super) fn is_argument_list(program: &Program, ty: TypeId) -> bool {
    matches!(
        &*program.type_of(strip(program, ty)),
        Type::Struct { name: Some(name), .. } if &**name == "__va_list_tag"
    )
}
