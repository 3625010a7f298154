//! Conditions over assumptions, as terms over the inputs.

use coax_expr::Term;
use coax_ir::Pc;
use coax_kinds::ErrorKind;

use crate::guards::{Formula, Guards, Truth};
use crate::layers::Conditions;
use crate::{Stage, State};

impl<'p> Conditions<'_, 'p> {
    pub(super) fn truth_of(&mut self, term: Term) -> Truth {
        match self.pool.as_constant(term) {
            Some(0) => Truth::False,
            Some(_) => Truth::True,
            None => match self.known(term) {
                Some(true) => Truth::True,
                Some(false) => Truth::False,
                None => Truth::If(term),
            },
        }
    }

    pub(super) fn both(&mut self, a: Truth, b: Truth) -> Truth {
        match (a, b) {
            (Truth::False, _) | (_, Truth::False) => Truth::False,
            (Truth::True, other) | (other, Truth::True) => other,
            (Truth::If(a), Truth::If(b)) => {
                let both = self.pool.and(a, b);
                self.truth_of(both)
            }
        }
    }

    pub(super) fn not(&mut self, truth: Truth) -> Truth {
        match truth {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            Truth::If(term) => Truth::If(self.pool.not(term)),
        }
    }

    pub(super) fn either(&mut self, a: Truth, b: Truth) -> Truth {
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.both(a, b);
        self.not(neither)
    }

    /// A formula over the assumptions of the activation with this frame.
    pub(super) fn formula(&mut self, state: &State<'p>, frame: u64, formula: &Formula) -> Truth {
        let mut any = Truth::False;
        for row in formula {
            let mut all = Truth::True;
            for &(assumption, wanted) in row {
                let holds = state.above.suppositions.holds(frame, assumption);
                let one = if wanted { holds } else { self.not(holds) };
                all = self.both(all, one);
            }
            any = self.either(any, all);
            if any == Truth::True {
                break;
            }
        }
        any
    }

    /// May something be unverified after the running function has returned?
    pub(super) fn may_be_unverified_in_callers(
        &mut self,
        state: &State<'p>,
        guards: &Guards,
    ) -> Truth {
        let is_last = !matches!(state.stage, Stage::Constructor(_));
        if !is_last || state.above.scenario.has_more() || guards.policy.has_epilogue {
            return Truth::True;
        }
        let mut any = Truth::False;
        let callers = state.frames.len().saturating_sub(1);
        for caller in &state.frames[..callers] {
            let own = guards.of(caller.function);
            let Some(after) = own.and_then(|own| own.after_calls.get(&caller.pc)) else {
                return Truth::True;
            };
            let one = self.formula(state, caller.number(), after);
            any = self.either(any, one);
            if any == Truth::True {
                break;
            }
        }
        any
    }

    /// Is it so for the inputs of the state's model?
    pub(super) fn is_so(&mut self, state: &State<'p>, truth: Truth) -> bool {
        match truth {
            Truth::True => true,
            Truth::False => false,
            Truth::If(term) => self.value(state, term) != 0,
        }
    }

    /// Has the path of a state passed a check that was not verified?
    pub fn has_passed_unverified(&mut self, state: &State<'p>) -> bool {
        self.is_so(state, state.above.suppositions.unverified())
    }

    /// Where a state goes wrong although that was verified and what was assumed for it holds; nothing if that is
    /// nowhere.
    pub fn refuted_check(
        &mut self,
        state: &State<'p>,
        guards: &Guards,
        kind: ErrorKind,
    ) -> Option<(coax_ir::FuncId, Pc)> {
        if !state.above.path.after.is_empty() {
            return None;
        }
        let known = |frame: &&crate::Frame<'p>| guards.of(frame.function).is_some();
        let frame = state.frames.iter().rev().find(known)?;
        let verified = &guards.of(frame.function)?.verified;
        let supposition = verified.get(&(frame.pc, kind))?;
        let held = self.formula(state, frame.number(), supposition);
        self.is_so(state, held).then_some((frame.function, frame.pc))
    }
}
