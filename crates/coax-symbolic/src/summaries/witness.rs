//! Both sides of a condition that is no branch (`c ? 1 : 2`, `return a && b`).
//!
//! A path that steps over calls stands for many, and is run for one of them. What the others would have
//! shown in passing is looked for here, once: inputs for the other side of every such condition.

use crate::layers::Shadows;
use coax_expr::Term;
use coax_ir::{FuncId, Inst, Pc};
use coax_solve::Answer;

use super::predicted::Predicted;
use crate::State;
use crate::layers::Summarizer;
use crate::layers::Summing;
use crate::symbolic::Results;

/// How often the solver is asked for inputs for one side.
const TRIES: u32 = 8;

/// For which sides of a condition there are inputs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Witnessed {
    sides: [bool; 2],
    tries: u32,
}

impl<'p> Summing<'_, 'p> {
    /// A path comes to an instruction with these results.
    pub(crate) fn witness(&mut self, state: &State<'p>, inst: &Inst, results: &Results) {
        let symbols = self.symbols();
        // A unit is run for what goes wrong in it.
        if !symbols.summaries.on || state.above.unit.is_some() {
            return;
        }
        let is_comparison = match (inst.int_parts(), inst) {
            (Some(parts), _) => parts.op.is_comparison(),
            (None, inst) => matches!(inst, Inst::FCmp { .. }),
        };
        let condition = match *inst {
            Inst::Select { cond, .. } if state.mark(cond).term.is_some() => {
                Some(Shadows::of(symbols).operand(state, cond, 1))
            }
            _ if is_comparison => results.iter().next().map(|(_, term)| term),
            _ => None,
        };
        if let Some(condition) = condition.filter(|&term| !symbols.pool.is_constant(term))
            && let Some(place) = own_place(state)
        {
            self.note_sides(state, place.0, place.1, condition);
            Summarizer::of(self.symbols()).witness_both(state, place, condition);
        }
    }
}

/// Where a path is, if that is no code of our runtime, which has no places in a source.
fn own_place(state: &State<'_>) -> Option<(FuncId, Pc)> {
    let frame = state.frames.last().filter(|frame| frame.body.places.len() > 1)?;
    Some((frame.function, frame.pc))
}

impl<'p> Summarizer<'_, 'p> {
    fn witness_both(&mut self, state: &State<'p>, place: (FuncId, Pc), condition: Term) {
        let holds = self.value(state, condition) != 0;
        let witnessed = self.symbols.summaries.witnessed.entry(place).or_default();
        witnessed.sides[usize::from(holds)] = true;
        if witnessed.sides[usize::from(!holds)] || witnessed.tries >= TRIES {
            return;
        }
        witnessed.tries += 1;
        let condition = self.ground(condition);
        let other = if holds { self.symbols.pool.not(condition) } else { condition };
        if self.takes_long(state, other) {
            return;
        }
        if let Answer::Sat(model) = self.find(state, other) {
            let predicted = Predicted::new(state, &model, None);
            self.symbols.summaries.found.push(predicted.one_of(state, Some(other)));
            let witnessed = self.symbols.summaries.witnessed.entry(place).or_default();
            witnessed.sides[usize::from(!holds)] = true;
        }
    }
}
