//! What happens at a guard.

use std::sync::Arc;

use coax_kinds::{ErrorKind, Incomplete};
use coax_solve::Answer;

use crate::guards::{Formula, FunctionGuards, Guard, Guards, Test, Truth};
use crate::layers::{Conditions, Symbolic};
use crate::symbolic::Flip;
use crate::{State, Stop};

/// One in so many paths that could end goes on, to see whether what was verified holds.
const WATCHED: u64 = 50;

/// The running function with its guards.
struct Running {
    guards: Arc<Guards>,
    own: Arc<FunctionGuards>,
    /// The number of its frame.
    frame: u64,
}

impl<'p> Symbolic<'_, 'p> {
    /// An instruction with a guard is next.
    pub(crate) fn meet_guard(&mut self, state: &mut State<'p>) -> Result<(), Stop> {
        let Some(guards) = self.above.guards.clone() else { return Ok(()) };
        let symbols = self.symbols();
        // Summaries are about all of a function; trials only look where guesses lead. Behind an error nothing is verified.
        let is_behind = !state.above.path.after.is_empty();
        if symbols.is_summing_up() || symbols.context.trial.is_some() || is_behind {
            return Ok(());
        }
        let Some(frame) = state.frames.last() else { return Ok(()) };
        let Some(own) = guards.of(frame.function).cloned() else { return Ok(()) };
        let Some(guard) = own.guards.get(&frame.pc) else { return Ok(()) };
        let running = Running { frame: frame.number(), own: Arc::clone(&own), guards };
        self.test_all(state, &running, &guard.before);
        if let Some(formula) = &guard.tryfirst {
            self.try_first(state, &running, formula)?;
        }
        if let Some(formula) = &guard.assume {
            self.assume_unverified(state, &running, formula)?;
        }
        self.note_checks(state, &running, guard);
        self.test_all(state, &running, &guard.after);
        Ok(())
    }

    /// `a := a && P` for each.
    fn test_all(&mut self, state: &mut State<'p>, running: &Running, tests: &[(u32, Test)]) {
        for &(assumption, test) in tests {
            let before = state.above.suppositions.holds(running.frame, assumption);
            if before == Truth::False {
                continue;
            }
            let now = self.tested(state, test);
            let holds = Conditions::of(self.symbols()).both(before, now);
            let count = running.own.assumptions;
            state.above.suppositions.set(running.frame, assumption, count, holds);
        }
    }

    /// The path comes to checks that are not verified for sure.
    fn note_checks(&mut self, state: &mut State<'p>, running: &Running, guard: &Guard) {
        let mut unverified = state.above.suppositions.unverified();
        for supposition in &guard.checks {
            if unverified == Truth::True {
                return;
            }
            let mut conditions = Conditions::of(self.symbols());
            let held = conditions.formula(state, running.frame, supposition);
            let open = conditions.not(held);
            unverified = conditions.either(unverified, open);
        }
        state.above.suppositions.set_unverified(unverified);
    }

    /// `assume C`: only inputs matter for which something may be unverified from here on.
    fn assume_unverified(
        &mut self,
        state: &mut State<'p>,
        running: &Running,
        formula: &Formula,
    ) -> Result<(), Stop> {
        if !running.guards.policy.prunes || self.symbols().context.no_fork {
            return Ok(());
        }
        let mut conditions = Conditions::of(self.symbols());
        let later = conditions.may_be_unverified_in_callers(state, &running.guards);
        if later == Truth::True {
            return Ok(());
        }
        let here = conditions.formula(state, running.frame, formula);
        let condition = match conditions.either(later, here) {
            Truth::True => return Ok(()),
            _ if is_watched(state, &running.guards) => {
                // It goes where its inputs lead, and no other path with it.
                self.symbols().context.no_fork = true;
                state.above.suppositions.set_goes_on();
                // From here on conditions do not say which way it goes.
                state.above.path.predicted = true;
                return Ok(());
            }
            Truth::False => return Err(self.prune()),
            Truth::If(condition) => condition,
        };
        let symbols = self.symbols();
        if symbols.value(state, condition) == 0 {
            match symbols.find(state, condition) {
                Answer::Sat(model) => {
                    // The inputs that it came with are a test that ends here.
                    let is_redundant = !Conditions::of(symbols).has_passed_unverified(state);
                    symbols.change_model(state, model);
                    self.above.guide.redundant += u64::from(is_redundant);
                    self.prune();
                }
                Answer::Unsat => return Err(self.prune()),
                // It ends where the conditions are easier, or not at all.
                Answer::Unknown(_) => return Ok(()),
            }
        }
        let symbols = self.symbols();
        symbols.incomplete.insert(Incomplete::Verified);
        symbols.add_constraint(state, condition);
        Ok(())
    }

    /// Are checks of these kinds at the next instruction verified for all inputs? Nothing is asked about them then,
    /// but for a few, to see whether that is so.
    pub(crate) fn are_verified(&mut self, state: &State<'p>, kinds: &[ErrorKind]) -> bool {
        let Some(guards) = self.above.guards.clone() else { return false };
        let Some(frame) = state.frames.last() else { return false };
        let symbols = self.symbols();
        let is_behind = !state.above.path.after.is_empty();
        if symbols.is_summing_up() || symbols.context.trial.is_some() || is_behind {
            return false;
        }
        let Some(own) = guards.of(frame.function) else { return false };
        let all = kinds.iter().all(|&kind| {
            let supposition = own.verified.get(&(frame.pc, kind));
            supposition.is_some_and(|supposition| {
                let held = Conditions::of(symbols).formula(state, frame.number(), supposition);
                held == Truth::True
            })
        });
        all && !is_watched(state, &guards)
    }

    fn prune(&mut self) -> Stop {
        self.above.guide.pruned += 1;
        self.symbols().incomplete.insert(Incomplete::Verified);
        Stop::Bound(Incomplete::Verified)
    }

    /// `tryfirst C`: inputs that satisfy the condition come first, the others later.
    fn try_first(
        &mut self,
        state: &mut State<'p>,
        running: &Running,
        formula: &Formula,
    ) -> Result<(), Stop> {
        let is_used_up = self.above.guide.deferred >= running.guards.policy.interrupts;
        let symbols = self.symbols();
        let context = &symbols.context;
        if is_used_up || context.no_fork || context.is_borrowed() || symbols.predicts() {
            return Ok(());
        }
        if state.above.suppositions.was_put_off() {
            return Ok(());
        }
        let condition = match Conditions::of(symbols).formula(state, running.frame, formula) {
            Truth::True => return Ok(()),
            Truth::False => {
                let always = self.symbols().pool.truth(true);
                self.put_off(state, always)?;
                return Err(Stop::PutOff);
            }
            Truth::If(condition) => condition,
        };
        let other = symbols.pool.not(condition);
        if symbols.value(state, condition) != 0 {
            self.put_off(state, other)?;
            self.symbols().add_constraint(state, condition);
            return Ok(());
        }
        match symbols.find(state, condition) {
            Answer::Sat(model) => {
                self.put_off(state, other)?;
                let symbols = self.symbols();
                symbols.change_model(state, model);
                symbols.add_constraint(state, condition);
                Ok(())
            }
            Answer::Unsat => {
                self.put_off(state, other)?;
                Err(Stop::PutOff)
            }
            Answer::Unknown(_) => Ok(()),
        }
    }

    /// The path is taken up again later, with inputs that satisfy a condition.
    fn put_off(&mut self, state: &mut State<'p>, condition: coax_expr::Term) -> Result<(), Stop> {
        self.above.guide.deferred += 1;
        let world = state.world.take().expect("no model has the world");
        let fork = state.fork_aside(&*world);
        state.world = Some(world);
        let mut fork = fork.ok_or_else(|| {
            Stop::Internal("a world that cannot fork meets something to try first".into())
        })?;
        fork.above.suppositions.set_put_off();
        let symbols = self.symbols();
        let holds = symbols.value(state, condition) != 0;
        let model = holds.then(|| state.above.path.model.clone());
        let moment = symbols.context.moment();
        symbols.context.flips.push(Flip {
            state: Box::new(fork),
            condition,
            model,
            towards: None,
            moment,
            path_hash: 0,
            tries: 0,
            guessed: false,
            is_put_off: true,
        });
        Ok(())
    }
}

/// Does a path go on that could end, or is something asked that is known? By how far the path is, so that it is the same when
/// it is run again.
fn is_watched(state: &State<'_>, guards: &Guards) -> bool {
    let place = state.frames.last().map_or(0, |frame| u64::from(frame.pc.0));
    mixed(guards.policy.seed ^ mixed(state.steps ^ place << 40)).is_multiple_of(WATCHED)
}

/// A number that says nothing of the one it is made from.
fn mixed(number: u64) -> u64 {
    let mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}
