//! A pending path: whole, ready to go on, or small, to be found again from its inputs.
//!
//! A whole one keeps its state, which shares with others what they have in common, and still is
//! some kilobytes. A small one is a few hundred bytes and costs a run from the start. So there is a
//! number of whole ones, and what is pending beyond that is small: a million fit anywhere.

use coax_ir::{Body, FuncId, Inst, Pc};

use crate::seed::Seed;
use coax_symbolic::Frame;
use coax_symbolic::State;
use coax_symbolic::symbolic::{Flip, Symbols};

/// A pending path.
pub struct Pending<'p> {
    /// The path.
    pub(crate) what: What<'p>,
    /// How many instructions it has so far.
    pub(crate) steps: u64,
    /// Has it gone on behind an error?
    pub(crate) is_behind_error: bool,
}

/// A pending path, in either form.
pub(crate) enum What<'p> {
    /// Ready to go on.
    Whole(Flip<'p>),
    /// Ready to go on where it was: it made room for others.
    Preempted(Preempted<'p>),
    /// To be found again.
    Small {
        /// How.
        seed: Box<Seed>,
        /// Where it goes on: there, and after every call it is in, innermost first; none if that is not known.
        onwards: Option<Box<[Continuation<'p>]>>,
    },
}

/// A path that ran and made room for others.
pub(crate) struct Preempted<'p> {
    pub(crate) state: Box<State<'p>>,
    /// How many instructions it had run when it last had a choice.
    pub(crate) last_choice: u64,
    /// How many instructions have run on values that depend on inputs since then.
    pub(crate) symbolic_steps: u64,
}

/// Where a pending path continues.
#[derive(Clone, Copy)]
pub(crate) struct Continuation<'p> {
    pub(crate) function: FuncId,
    pub(crate) body: &'p Body,
    pub(crate) pc: Pc,
    /// Where it is come from: the branch, or the place itself.
    pub(crate) from: Pc,
}

impl<'p> Pending<'p> {
    /// The other side of a decision.
    pub(crate) fn whole(flip: Flip<'p>) -> Pending<'p> {
        let is_behind_error = !flip.state.above.path.after.is_empty();
        Pending { steps: flip.state.steps, is_behind_error, what: What::Whole(flip) }
    }

    /// Has it gone on behind an error?
    pub(crate) fn is_behind_error(&self) -> bool {
        self.is_behind_error
    }

    /// A path that ran and made room for others.
    pub(crate) fn preempted(preempted: Preempted<'p>) -> Pending<'p> {
        let is_behind_error = !preempted.state.above.path.after.is_empty();
        let steps = preempted.state.steps;
        Pending { steps, is_behind_error, what: What::Preempted(preempted) }
    }

    /// How often the solver could not tell whether it is feasible.
    pub(crate) fn tries(&self) -> u32 {
        match &self.what {
            What::Whole(flip) => flip.tries,
            What::Small { .. } | What::Preempted(_) => 0,
        }
    }

    /// Does it come after all others?
    pub(crate) fn is_put_off(&self) -> bool {
        matches!(&self.what, What::Whole(flip) if flip.is_put_off)
    }

    /// Is it ready to go on?
    pub(crate) fn is_whole(&self) -> bool {
        !matches!(self.what, What::Small { .. })
    }

    /// Is the other side of something that is no branch pending: of a check, or of which object a pointer points to?
    pub(crate) fn is_check(&self) -> bool {
        match &self.what {
            What::Whole(flip) => flip.towards.is_none(),
            What::Preempted(_) => false,
            What::Small { onwards, .. } => {
                let first = onwards.as_ref().and_then(|places| places.first());
                first.is_none_or(Continuation::is_here)
            }
        }
    }

    /// Makes it small, if that takes no question to the solver; `false` if it stays as it is.
    pub(crate) fn shrink(&mut self) -> bool {
        let seed = match &self.what {
            What::Whole(flip) => Seed::of_solved(flip),
            What::Preempted(preempted) => Some(Seed::of_preempted(&preempted.state)),
            What::Small { .. } => None,
        };
        let Some(seed) = seed else { return false };
        let onwards = self.state_and_towards().map(|(state, pc)| onwards(state, pc).collect());
        self.what = What::Small { seed: Box::new(seed), onwards };
        true
    }

    /// Where it is and where it goes on, if it is ready to.
    fn state_and_towards(&self) -> Option<(&State<'p>, Pc)> {
        let (state, towards) = match &self.what {
            What::Whole(flip) => (&flip.state, flip.towards),
            What::Preempted(preempted) => (&preempted.state, None),
            What::Small { .. } => return None,
        };
        Some((state, towards.unwrap_or(state.frames().last()?.pc)))
    }

    /// Its seed; `None` if it is infeasible (which is counted), the flip itself if the solver
    /// cannot tell.
    pub(crate) fn into_seed(
        self,
        symbols: &mut Symbols<'p>,
    ) -> Result<Option<Seed>, Box<Flip<'p>>> {
        match self.what {
            What::Whole(flip) => Seed::of(flip, symbols),
            What::Preempted(preempted) => Ok(Some(Seed::of_preempted(&preempted.state))),
            What::Small { seed, .. } => Ok(Some(*seed)),
        }
    }

    /// Calls `see` with every place where it goes on, innermost first, until that says enough;
    /// `None` if that is not known.
    pub(crate) fn first_onwards<T>(
        &self,
        mut see: impl FnMut(Continuation<'p>) -> Option<T>,
    ) -> Option<Option<T>> {
        if let What::Small { onwards, .. } = &self.what {
            return onwards.as_ref().map(|places| places.iter().copied().find_map(see));
        }
        let (state, pc) = self.state_and_towards()?;
        Some(onwards(state, pc).find_map(&mut see))
    }
}

impl Continuation<'_> {
    /// Does it go on where it is, and not along a branch?
    pub(crate) fn is_here(&self) -> bool {
        self.from == self.pc
    }
}

/// Where a state goes on that takes a branch to `pc`: there, and then after each call it is in.
fn onwards<'a, 'p>(state: &'a State<'p>, pc: Pc) -> impl Iterator<Item = Continuation<'p>> + 'a {
    let mut frames = state.frames().iter().rev();
    let place =
        |top: &Frame<'p>| Continuation { function: top.function, body: top.body, pc, from: top.pc };
    let top = frames.next().map(place);
    let callers = frames.filter_map(|frame| {
        let Inst::Call { site } = frame.body.code[frame.pc.index()] else { return None };
        let pc = frame.body.calls[site as usize].next;
        Some(Continuation { function: frame.function, body: frame.body, pc, from: frame.pc })
    });
    top.into_iter().chain(callers)
}
