//! Calls of a sequence, one by one: what grows sequences says each time which function is called with which words on
//! which state.

use std::sync::Arc;

use coax_expr::Var;
use coax_interp::arith::mask;
use coax_ir::{CallSite, FuncId};

use super::{Observed, ObservedWord, Scenario};
use crate::layers::UnitRun;
use crate::symbolic::InputSource;
use crate::unit::stub_address;
use crate::{Machine, State, Stop};

/// Looks on while a call runs.
pub trait Watcher<'p> {
    /// An instruction of the innermost frame is about to run. So many decisions have had two sides so far.
    fn before(&mut self, state: &State<'p>, decisions: usize);
}

/// An input that is a word.
#[derive(Clone, Copy, Debug)]
pub struct InputWord {
    /// What stands for it in models.
    pub var: Var,
    /// Its value and its term.
    pub word: ObservedWord,
}

/// A machine that makes the calls of sequences.
pub trait RunSequences<'p> {
    /// Runs a state through the program's constructors to where the first call of a sequence is made.
    fn begin_sequence(&mut self, state: &mut State<'p>) -> Result<(), Stop>;

    /// Calls a function that has a body with these words, and runs it to its end: at most so many instructions.
    ///
    /// Of a variadic function only the named arguments are passed. What fails leaves the state as it is then, for
    /// a report.
    fn call_in_sequence(
        &mut self,
        state: &mut State<'p>,
        function: FuncId,
        words: &[ObservedWord],
        most_steps: u64,
    ) -> Result<Observed, Stop>;

    /// The same, one instruction after the other, each of which a watcher sees first.
    fn call_watched_in_sequence(
        &mut self,
        state: &mut State<'p>,
        function: FuncId,
        words: &[ObservedWord],
        most_steps: u64,
        watcher: &mut dyn Watcher<'p>,
    ) -> Result<Observed, Stop>;

    /// An input of these bits, with a value that is at most the one that is said.
    fn input_in_sequence(
        &mut self,
        state: &mut State<'p>,
        bits: u32,
        value: u64,
        most: Option<u64>,
    ) -> Result<InputWord, Stop>;

    /// Makes numbers that are in memory inputs, one after the other from an address on: so many bytes each. They
    /// keep their values.
    fn inputs_at(
        &mut self,
        state: &mut State<'p>,
        address: u64,
        sizes: &[u8],
    ) -> Result<Vec<Var>, Stop>;

    /// Forgets all terms. No state that has any may be alive.
    fn forget_terms(&mut self);

    /// A path ends when it has so many conditions.
    fn bound_conditions(&mut self, most: usize);
}

impl<'p> RunSequences<'p> for Machine<'p> {
    fn begin_sequence(&mut self, state: &mut State<'p>) -> Result<(), Stop> {
        let scenario = Scenario { steps: Vec::new(), is_open: true };
        let stop = match UnitRun::of(self).begin_scenario(state, &scenario) {
            Ok(()) => self.run_on(state),
            // There are no constructors to run.
            Err(stop) => stop,
        };
        match stop {
            Stop::Returned => Ok(()),
            stop => Err(stop),
        }
    }

    fn call_in_sequence(
        &mut self,
        state: &mut State<'p>,
        function: FuncId,
        words: &[ObservedWord],
        most_steps: u64,
    ) -> Result<Observed, Stop> {
        let ran = self.call_from_outside(state, function, &marked(words), most_steps);
        observed(self, state, ran)
    }

    fn call_watched_in_sequence(
        &mut self,
        state: &mut State<'p>,
        function: FuncId,
        words: &[ObservedWord],
        most_steps: u64,
        watcher: &mut dyn Watcher<'p>,
    ) -> Result<Observed, Stop> {
        let mut before = |machine: &Machine<'p>, state: &State<'p>| {
            let symbols = machine.above.symbols.as_ref();
            watcher.before(state, symbols.map_or(0, |it| it.context.flips.len()));
        };
        let ran = self.call_watched(state, function, &marked(words), most_steps, &mut before);
        observed(self, state, ran)
    }

    fn input_in_sequence(
        &mut self,
        state: &mut State<'p>,
        bits: u32,
        value: u64,
        most: Option<u64>,
    ) -> Result<InputWord, Stop> {
        let name = InputSource::Unit { name: "number".into() };
        let symbols = self.above.symbols();
        let vars = symbols.input(state, name, None, vec![bits.div_ceil(8) as u8]);
        let var = vars[0];
        state.above.path.model.set(var, value);
        symbols.evaluator.begin();
        let term = symbols.pool.var(var);
        let term = symbols.pool.resize(term, bits);
        if let Some(most) = most {
            let most = symbols.pool.constant(bits, most.into());
            let allowed = symbols.pool.ule(term, most);
            if !symbols.assume(state, allowed)? {
                return Err(Stop::AssumedAway);
            }
        }
        Ok(InputWord { var, word: ObservedWord { value, undefined: 0, term: Some(term) } })
    }

    fn inputs_at(
        &mut self,
        state: &mut State<'p>,
        address: u64,
        sizes: &[u8],
    ) -> Result<Vec<Var>, Stop> {
        let name = InputSource::Unit { name: "variable".into() };
        let symbols = self.above.symbols();
        let vars = symbols.input(state, name, None, sizes.to_vec());
        let mut at = address;
        for (&var, &size) in vars.iter().zip(sizes) {
            let mut value = [0; 8];
            value[..size.into()].copy_from_slice(state.memory.bytes(at, size.into())?);
            state.above.path.model.set(var, u64::from_le_bytes(value));
            let term = symbols.pool.var(var);
            symbols.store(state, at, term, &[]);
            at += u64::from(size);
        }
        symbols.evaluator.begin();
        Ok(vars.to_vec())
    }

    fn forget_terms(&mut self) {
        self.above.symbols().forget();
    }

    fn bound_conditions(&mut self, most: usize) {
        self.above.symbols().most_conditions = most;
    }
}

fn marked(words: &[ObservedWord]) -> Vec<(u64, crate::Mark)> {
    words.iter().map(ObservedWord::marked).collect()
}

fn observed(
    machine: &Machine<'_>,
    state: &State<'_>,
    ran: Result<(), Stop>,
) -> Result<Observed, Stop> {
    match ran {
        Ok(()) => Ok(Observed::Returned(machine.result.iter().map(ObservedWord::new).collect())),
        Err(Stop::Threw) => Ok(Observed::Threw(state.landing.0)),
        Err(stop) => Err(stop),
    }
}

/// The address of one more function that always returns this word.
pub fn add_answer(state: &mut State<'_>, word: u64) -> u64 {
    let answers = Arc::make_mut(&mut state.above.answers);
    answers.push(word);
    stub_address(answers.len() - 1)
}

/// Returns what a function does that the sequence defines itself; false if there is none of this number.
pub(crate) fn answer_in_sequence(state: &mut State<'_>, number: usize, call: &CallSite) -> bool {
    let Some(&word) = state.above.answers.get(number) else { return false };
    if let Some(kind) = call.ret.first() {
        state.set_word(call.dst, word & mask(kind.bits().min(64) as u8));
    }
    state.top().pc = call.next;
    true
}
