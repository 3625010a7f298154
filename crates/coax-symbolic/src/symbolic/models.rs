//! Models and inputs: what is done about terms before a model runs, and what a model may ask.

use crate::layers::Shadows;
use std::sync::Arc;

use coax_expr::Term;
use coax_ir::{CallSite, Kind, Slot};

use super::{InputSource, Symbols};
use crate::layers::{Symbolic, UnitRun};
use crate::{Call, Flow, Treatment};
use crate::{State, Stop};

impl<'p> Symbolic<'_, 'p> {
    /// Does about the arguments of a model what its treatment says. `true` if its twin was called.
    pub(crate) fn before_model(
        &mut self,
        state: &mut State<'p>,
        treatment: Treatment,
        call: &'p CallSite,
    ) -> Result<bool, Stop> {
        let symbolic: Vec<Slot> =
            call.flat.iter().copied().filter(|&slot| state.mark(slot).term.is_some()).collect();
        if symbolic.is_empty() {
            return Ok(false);
        }
        if state.above.unit.is_some() {
            for &slot in &symbolic {
                // A number is none the less one for being where a pointer may be.
                let term = state.mark(slot).term;
                let as_number = term.is_some_and(|term| self.symbols().may_be_number(state, term))
                    && !is_pointer(call, slot);
                if !as_number {
                    UnitRun::of(self).choose(state, slot)?;
                }
            }
        }
        match treatment {
            Treatment::Observe if !result_matters(state, call) => {}
            Treatment::Aware | Treatment::AwareOrTwin(_) => {}
            Treatment::Twin(name) => return self.call_twin(state, name, call).map(|()| true),
            Treatment::Decide => {
                for slot in symbolic {
                    if !self.is_negative(state, slot)? {
                        self.decide_slot(state, slot)?;
                    }
                }
            }
            Treatment::Concretize | Treatment::Observe => {
                for slot in symbolic {
                    if let Some(term) = state.mark(slot).term {
                        self.symbols().concretize(state, term);
                        state.set_term(slot, None);
                    }
                }
            }
        }
        Ok(false)
    }

    /// Decides whether a word that depends on inputs is a negative number: as a size it is an error
    /// then, one for all its values.
    fn is_negative(&mut self, state: &mut State<'p>, slot: Slot) -> Result<bool, Stop> {
        let symbols = self.symbols();
        let value = Shadows::of(symbols).operand(state, slot, 64);
        let zero = symbols.pool.constant(64, 0);
        let negative = symbols.pool.slt(value, zero);
        self.decide(state, negative)
    }
}

/// Does the caller look at what this call returns?
fn result_matters(state: &mut State<'_>, call: &CallSite) -> bool {
    let live = state.top().body.liveness().at(call.next);
    !call.ret.is_empty() && live.is_none_or(|live| live.contains(call.dst))
}

/// What a model may ask about terms, and do with them.
pub trait TermRequests<'p> {
    /// Can this program ask for inputs?
    fn has_inputs(&self) -> bool;

    /// What argument `i` is in terms of the inputs, if it depends on them and is of one word.
    fn term(&self, i: usize) -> Option<Term>;

    /// The condition that argument `i` is not 0, if it depends on inputs.
    fn nonzero(&mut self, i: usize) -> Option<Term>;

    /// The terms and the solver, for models that work on them.
    fn symbols(&mut self) -> Option<&mut Symbols<'p>>;

    /// Makes the bytes at an address the next input.
    fn input_at(&mut self, address: u64, len: u64, source: InputSource) -> Result<(), Stop>;

    /// Returns the next input: a value of `bits` bits. 0 where there are no inputs.
    fn input_value(&mut self, bits: u32, source: InputSource) -> Flow;

    /// Returns the next input: 0 or 1.
    fn input_bool(&mut self, source: InputSource) -> Result<Flow, Stop>;

    /// Returns a term, with its value under the path's model as it is now.
    fn again(&mut self, term: Term) -> Flow;

    /// Only inputs for which the condition (a term of width 1) holds matter.
    fn assume(&mut self, condition: Term) -> Result<(), Stop>;

    /// Decides a condition (a term of width 1) the way the path's model does; the other side is
    /// another path, which begins by calling this model again. Nothing may have been changed yet.
    fn decide(&mut self, condition: Term) -> Result<bool, Stop>;

    /// A byte of memory as a term, if it depends on inputs.
    fn byte_term(&mut self, address: u64) -> Result<Option<Term>, Stop>;

    /// What `setjmp` returns again in terms of the inputs: `longjmp`'s value, or 1 for 0.
    fn jump_value(&mut self) -> Option<Term>;

    /// Fixes an argument to its value, as [`Treatment::Concretize`] does.
    fn fix(&mut self, i: usize);

    /// From here on this call is treated as [`Treatment::Concretize`]: its arguments and what it reads
    /// are fixed, because the program can see what becomes of them.
    fn fix_all(&mut self);

    /// Fixes bytes that a model takes as they are, written or not, as its treatment says.
    fn fix_bytes(&mut self, address: u64, len: u64) -> Result<(), Stop>;

    /// Makes bytes that depend on inputs plain values, as the treatment of this model says.
    fn concretize_memory(&mut self, address: u64, len: u64) -> Result<(), Stop>;
}

impl<'p> TermRequests<'p> for Call<'_, 'p> {
    fn has_inputs(&self) -> bool {
        self.above.symbols.is_some()
    }

    fn term(&self, i: usize) -> Option<Term> {
        let slot = slot_of(self, i)?;
        self.state.mark(slot).term
    }

    fn nonzero(&mut self, i: usize) -> Option<Term> {
        let term = self.term(i)?;
        let pool = &mut self.above.symbols.as_mut()?.pool;
        let zero = pool.constant(pool.width(term), 0);
        Some(pool.ne(term, zero))
    }

    fn symbols(&mut self) -> Option<&mut Symbols<'p>> {
        self.above.symbols.as_deref_mut()
    }

    fn input_at(&mut self, address: u64, len: u64, source: InputSource) -> Result<(), Stop> {
        self.memory_at(address)?;
        let program = self.program;
        match &mut self.above.symbols {
            Some(symbols) if len > 0 => symbols.input_at(self.state, program, address, len, source),
            _ => Ok(()),
        }
    }

    fn input_value(&mut self, bits: u32, source: InputSource) -> Flow {
        match &mut self.above.symbols {
            Some(symbols) => {
                let (_, term) = symbols.input_value(self.state, bits, source);
                self.again(term)
            }
            None => Flow::Word(0),
        }
    }

    fn input_bool(&mut self, source: InputSource) -> Result<Flow, Stop> {
        let Some(symbols) = &mut self.above.symbols else { return Ok(Flow::Word(0)) };
        let (_, byte) = symbols.input_value(self.state, 8, source);
        let two = symbols.pool.constant(8, 2);
        let is_bool = symbols.pool.ult(byte, two);
        self.assume(is_bool)?;
        let Some(symbols) = &mut self.above.symbols else { return Ok(Flow::Word(0)) };
        let bit = symbols.pool.resize(byte, 1);
        Ok(self.again(bit))
    }

    fn again(&mut self, term: Term) -> Flow {
        let Some(symbols) = &mut self.above.symbols else { return Flow::Word(0) };
        let value = symbols.value(self.state, term) as u64;
        match symbols.symbolic(term) {
            Some(term) => Flow::Symbolic(value, term),
            None => Flow::Word(value),
        }
    }

    fn assume(&mut self, condition: Term) -> Result<(), Stop> {
        let Some(symbols) = &mut self.above.symbols else { return Ok(()) };
        if symbols.assume(self.state, condition)? { Ok(()) } else { Err(Stop::AssumedAway) }
    }

    fn decide(&mut self, condition: Term) -> Result<bool, Stop> {
        match &mut self.above.symbols {
            Some(symbols) => symbols.decide(self.state, self.world, condition.into()),
            None => Err(Stop::Internal("a term where there are no inputs".into())),
        }
    }

    fn byte_term(&mut self, address: u64) -> Result<Option<Term>, Stop> {
        match &mut self.above.symbols {
            Some(symbols) => symbols.load(self.state, address, 1),
            None => Ok(None),
        }
    }

    fn jump_value(&mut self) -> Option<Term> {
        let value = self.term(1)?;
        let pool = &mut self.symbols()?.pool;
        let value = pool.resize(value, 32);
        let (zero, one) = (pool.constant(32, 0), pool.constant(32, 1));
        let is_zero = pool.eq(value, zero);
        Some(pool.ite(is_zero, one, value))
    }

    fn fix(&mut self, i: usize) {
        if let (Some(term), Some(symbols)) = (self.term(i), self.above.symbols.as_deref_mut()) {
            symbols.concretize(self.state, term);
        }
    }

    fn fix_all(&mut self) {
        for i in 0..self.args.len() {
            self.fix(i);
        }
        self.treatment = Treatment::Concretize;
    }

    fn fix_bytes(&mut self, address: u64, len: u64) -> Result<(), Stop> {
        self.memory_at(address)?;
        self.concretize_memory(address, len)
    }

    fn concretize_memory(&mut self, address: u64, len: u64) -> Result<(), Stop> {
        let Some(symbols) = &mut self.above.symbols else { return Ok(()) };
        let Ok(bytes) = self.state.memory.symbolic(address, len) else { return Ok(()) };
        let base = self.state.memory.object(address).map_or(address, |object| object.base);
        let places: Vec<u64> = bytes.iter().map(|byte| base + u64::from(byte.offset)).collect();
        if places.is_empty() {
            return Ok(());
        }
        let observed = match self.site {
            Some(site) => !result_matters(self.state, site),
            None => true,
        };
        match self.treatment {
            Treatment::Observe if observed => return Ok(()),
            Treatment::Twin(_) | Treatment::AwareOrTwin(_) => return Err(Stop::NeedsTerms),
            Treatment::Concretize | Treatment::Decide | Treatment::Aware | Treatment::Observe => {}
        }
        for place in places {
            let term = symbols.byte(self.state, place)?;
            symbols.concretize(self.state, term);
        }
        Ok(())
    }
}

/// The slot of the caller that holds argument leaf `i`.
fn slot_of(call: &Call<'_, '_>, i: usize) -> Option<Slot> {
    let mut leaf = 0;
    for arg in &call.site?.args {
        let mut slot = arg.slot;
        for kind in &arg.kinds {
            if leaf == i {
                return Some(slot);
            }
            slot = slot.plus(kind.slots());
            leaf += 1;
        }
    }
    None
}

/// A name as the inputs keep it.
pub fn input_name(bytes: &[u8]) -> Arc<str> {
    String::from_utf8_lossy(bytes).into()
}

/// Is the argument in a slot a pointer?
fn is_pointer(call: &CallSite, slot: Slot) -> bool {
    call.args.iter().any(|arg| arg.slot == slot && arg.kinds[..] == [Kind::Ptr])
}
