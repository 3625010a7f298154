//! What is handed out is the shortest sequence that does what the one that was found does.

use coax_engine::explore::Coverage;

use crate::composer::Draft;
use crate::ending::release;
use crate::growth::Growth;
use crate::sequence::{Extent, Sequence};
use crate::shrink::{smaller, without};
use crate::{Method, Side, growth::Tried};

/// So often a sequence is run to make it shorter.
const MOST_RUNS: usize = 100;

/// A sequence that was run once more.
struct Again<'p> {
    draft: Draft<'p>,
    covered: Vec<Side>,
}

/// What must stay as it is.
struct Wanted<'a> {
    /// The type of what the last call throws, if it does.
    thrown: &'a Option<Option<String>>,
    /// What must be covered.
    sides: &'a [Side],
}

impl<'p> Growth<'p> {
    /// A shorter sequence with smaller values that ends in the same way and covers these sides, and all that it covers;
    /// none if there is none.
    pub(crate) fn shorter(
        &mut self,
        sequence: &Sequence,
        thrown: &Option<Option<String>>,
        sides: &[Side],
        method: Method,
    ) -> Option<(Tried<'p>, Vec<Side>)> {
        let wanted = Wanted { thrown, sides };
        let mut best: Option<Again<'p>> = None;
        let mut runs = 0;
        let mut at = sequence.steps.len().saturating_sub(1);
        while at > 0 && runs < MOST_RUNS {
            at -= 1;
            let current = best.as_ref().map_or(sequence, |it| &it.draft.sequence);
            let Some(candidate) =
                (at < current.steps.len()).then(|| without(&self.api, current, at)).flatten()
            else {
                continue;
            };
            runs += 1;
            best = self.again(&candidate, &wanted).or(best);
        }
        let mut value = 0;
        loop {
            let current = best.as_ref().map_or(sequence, |it| &it.draft.sequence);
            let ways = smaller(&self.machine, current);
            let Some(choices) = ways.into_iter().nth(value).filter(|_| runs < MOST_RUNS) else {
                break;
            };
            let found = choices.into_iter().find_map(|choice| {
                runs += 1;
                self.again(&choice, &wanted)
            });
            // One that was made smaller is not among them any more, or is tried once more at most.
            value += usize::from(found.is_none());
            best = found.or(best);
        }
        let Again { mut draft, covered } = best?;
        let Draft { sequence, state } = &mut draft;
        let releases = release(&mut self.machine, &self.api, sequence, state, self.plan.max_steps)?;
        if releases.fault.is_some() || releases.leak.is_some() {
            return None;
        }
        let known = Extent::of(&Sequence::default());
        Some((Tried { draft, known, base: None, method }, covered))
    }

    /// A sequence without its last step.
    pub(crate) fn before_last(&mut self, sequence: &Sequence) -> Option<Draft<'p>> {
        let mut shorter = sequence.clone();
        shorter.steps.pop()?;
        let state = self.begun()?;
        let mut draft = Draft { sequence: Sequence::default(), state };
        let all = self.machine.replace_coverage(Coverage::default());
        let result = self.composer().append(&mut draft, &shorter);
        self.machine.replace_coverage(all);
        result.ok().map(|()| draft)
    }

    /// Runs a sequence; what came of it, if that is what is wanted.
    fn again(&mut self, sequence: &Sequence, wanted: &Wanted<'_>) -> Option<Again<'p>> {
        let state = self.begun()?;
        let mut draft = Draft { sequence: Sequence::default(), state };
        let all = self.machine.replace_coverage(Coverage::default());
        let result = self.composer().append(&mut draft, sequence);
        let single = self.machine.replace_coverage(all);
        result.ok()?;
        let last = draft.sequence.steps.len().checked_sub(1)?;
        let thrown = draft.sequence.thrown.iter().find(|thrown| thrown.step == last);
        if thrown.map(|it| &it.ty) != wanted.thrown.as_ref() {
            return None;
        }
        let covered = self.sides.in_run(&single);
        let is_covered = |side: &Side| covered.binary_search(side).is_ok();
        wanted.sides.iter().all(is_covered).then_some(Again { draft, covered })
    }
}
