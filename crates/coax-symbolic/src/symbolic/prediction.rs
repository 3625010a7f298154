//! Paths that are only predicted: beyond a value that depends on inputs and was taken for a plain one,
//! other inputs may go another way than the conditions say. Such a path is run from the start, and
//! whether it goes where it should is seen there; if not, that is a *divergence*.
//!
//! A path's *hash* stands for all its decisions and how they came out.

use super::{Concretize, Flip, Moment, Symbols};
use crate::State;

/// A path hash with one more decision.
fn onwards(path_hash: u64, moment: Moment, holds: bool) -> u64 {
    let word = moment.steps << 1 | u64::from(holds);
    let mixed = (path_hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 29 ^ u64::from(moment.nth)).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

impl<'p> Symbols<'p> {
    /// The other side of the decision a path is at is put aside: the path hash it should have. If what it
    /// does is only predicted, it remembers that.
    pub(super) fn predict(&self, fork: &mut State<'p>, holds: bool) -> u64 {
        let path_hash = onwards(fork.above.path.hash, self.context.moment, !holds);
        if fork.above.path.predicted {
            fork.above.path.hash = path_hash;
        }
        path_hash
    }

    /// Is the other side of a decision that is not the running path's own put aside again? The values
    /// of this run may lead there where those of an earlier one would not.
    pub(super) fn predicts_anew(&self, state: &State<'p>, holds: bool) -> bool {
        let before = self.context.replay.last.is_some_and(|last| self.context.moment < last);
        let path_hash = onwards(state.above.path.hash, self.context.moment, !holds);
        self.context.replay.expected.is_some() && before && !self.known_hashes.contains(&path_hash)
    }

    /// May paths be only predicted?
    pub fn predicts(&self) -> bool {
        self.concretization == Concretize::Dart
    }

    /// Is the other side of a decision still to be resumed? Where paths are predicted, several runs
    /// may have put it aside; the first to be resumed counts.
    pub fn is_first(&mut self, flip: &Flip<'p>) -> bool {
        !self.predicts() || self.known_hashes.insert(flip.path_hash)
    }

    /// The running path has come to a decision. Beyond the one it should have taken, it diverged.
    pub(super) fn observe_moment(&mut self) {
        if self.context.replay.last.is_some_and(|last| self.context.moment > last) {
            self.note_end();
        }
    }

    /// A decision comes out; a path that goes where it should not is noticed.
    pub(super) fn note_hash(&mut self, state: &mut State<'p>, holds: bool) {
        if !self.predicts() {
            return;
        }
        state.above.path.hash = onwards(state.above.path.hash, self.context.moment, holds);
        self.known_hashes.insert(state.above.path.hash);
        let replay = &mut self.context.replay;
        let due = replay.last == Some(self.context.moment);
        if replay
            .expected
            .take_if(|_| due)
            .is_some_and(|expected| expected != state.above.path.hash)
        {
            self.diverge();
        }
    }

    /// The running path does not go where it should: none of its further decisions are its own.
    fn diverge(&mut self) {
        self.counts.divergences += 1;
        self.context.replay.last = Some(Moment { steps: u64::MAX, nth: u32::MAX });
    }

    /// A path ended. It diverged if it never came to where it should go its own way.
    pub fn note_end(&mut self) {
        if self.context.replay.expected.take().is_some() {
            self.diverge();
        }
    }
}
