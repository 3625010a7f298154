//! Both sides of a choice that is no branch (`c ? 1 : 2`).
//!
//! A path that steps over calls stands for many, and is run for one of them. What the others would have
//! shown in passing is looked for here, once: inputs for the other side of every choice.

use coax_ir::Slot;
use coax_solve::Answer;

use crate::State;
use crate::explore::Predicted;
use crate::machine::Machine;
use crate::symbolic::Values;

impl<'p> Machine<'p> {
    /// A path comes to a choice that is no branch.
    pub(crate) fn witness(&mut self, state: &State<'p>, condition: Slot) {
        let Some(frame) = state.frames.last() else { return };
        // Code without places in a source is our runtime's.
        let is_own = frame.body.places.len() > 1;
        let (function, pc) = (frame.function, frame.pc);
        let symbols = self.symbols();
        if !symbols.summaries.on || !is_own || state.mark(condition).term.is_none() {
            return;
        }
        let holds = state.word(condition) & 1 != 0;
        let witnessed = &mut symbols.summaries.witnessed;
        witnessed.insert((function, pc, holds));
        if !witnessed.insert((function, pc, !holds)) {
            return;
        }
        let local = symbols.operand(state, condition, 1);
        let condition = symbols.ground(local);
        let other = if holds { symbols.pool.not(condition) } else { condition };
        let model = &state.path.model;
        match symbols.solver.find(&mut symbols.pool, &mut symbols.conditions, other, model) {
            Answer::Sat(model) => {
                let inputs = Values::of(&symbols.pool, state, &model);
                symbols.summaries.found.push(Predicted { inputs, ending: None });
            }
            // Where this path cannot, another may.
            Answer::Unsat | Answer::Unknown(_) => {
                symbols.summaries.witnessed.remove(&(function, pc, !holds));
            }
        }
    }
}
