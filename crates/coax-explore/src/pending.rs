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
    /// To be found again.
    Small {
        /// How.
        seed: Box<Seed>,
        /// Where it goes on, for a branch: there, and after every call it is in, innermost first.
        onwards: Option<Box<[Continuation<'p>]>>,
    },
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

    /// How often the solver could not tell whether it is feasible.
    pub(crate) fn tries(&self) -> u32 {
        match &self.what {
            What::Whole(flip) => flip.tries,
            What::Small { .. } => 0,
        }
    }

    /// Does it come after all others?
    pub(crate) fn is_put_off(&self) -> bool {
        matches!(&self.what, What::Whole(flip) if flip.is_put_off)
    }

    /// Is it ready to go on?
    pub(crate) fn is_whole(&self) -> bool {
        matches!(self.what, What::Whole(_))
    }

    /// Makes it small, if that takes no question to the solver; `false` if it stays as it is.
    pub(crate) fn shrink(&mut self) -> bool {
        let What::Whole(flip) = &self.what else { return false };
        let Some(seed) = Seed::of_solved(flip) else { return false };
        let onwards = flip.towards.map(|pc| onwards(&flip.state, pc).collect());
        self.what = What::Small { seed: Box::new(seed), onwards };
        true
    }

    /// Its seed; `None` if it is infeasible (which is counted), the flip itself if the solver
    /// cannot tell.
    pub(crate) fn into_seed(
        self,
        symbols: &mut Symbols<'p>,
    ) -> Result<Option<Seed>, Box<Flip<'p>>> {
        match self.what {
            What::Whole(flip) => Seed::of(flip, symbols),
            What::Small { seed, .. } => Ok(Some(*seed)),
        }
    }

    /// Calls `see` with every place where it goes on, innermost first, until that says enough;
    /// `None` if it is no branch.
    pub(crate) fn first_onwards<T>(
        &self,
        mut see: impl FnMut(Continuation<'p>) -> Option<T>,
    ) -> Option<Option<T>> {
        match &self.what {
            What::Whole(flip) => flip.towards.map(|pc| onwards(&flip.state, pc).find_map(&mut see)),
            What::Small { onwards, .. } => {
                onwards.as_ref().map(|places| places.iter().copied().find_map(see))
            }
        }
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
