//! When random extension gives way to concolic execution, and back.

use crate::plan::{Policy, Strategy};
use crate::progress::Phase;

/// Random extension makes so many attempts for every function before the first concolic phase of
/// [`Strategy::Concolic`].
const FIRST_ATTEMPTS: u64 = 4;

/// Which method's turn it is.
#[derive(Debug)]
pub(crate) struct Phases {
    strategy: Strategy,
    functions: u64,
    phase: Phase,
    pub(crate) switches: u64,
    /// Attempts or targets in a row without anything new,
    idle: u64,
    /// and those of the phase that had it.
    successes: u64,
}

/// How an attempt came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Came {
    /// It covered something new.
    New,
    /// It covered nothing new.
    Nothing,
    /// There was no target to take up.
    NoTarget,
}

impl Phases {
    pub(crate) fn new(strategy: Strategy, functions: usize) -> Phases {
        let (phase, functions) = (Phase::Random, functions.max(1) as u64);
        Phases { strategy, functions, phase, switches: 0, idle: 0, successes: 0 }
    }

    /// Whose turn it is.
    pub(crate) fn phase(&self) -> Phase {
        self.phase
    }

    /// An attempt has ended.
    pub(crate) fn note(&mut self, came: Came, policy: &Policy) {
        let is_new = came == Came::New;
        self.idle = if is_new { 0 } else { self.idle + 1 };
        self.successes += u64::from(is_new);
        let is_over = match self.phase {
            Phase::Random => self.is_plateau(policy),
            Phase::Concolic => came == Came::NoTarget || self.is_enough(policy),
        };
        if is_over {
            self.phase = match self.phase {
                Phase::Random => Phase::Concolic,
                Phase::Concolic => Phase::Random,
            };
            (self.idle, self.successes) = (0, 0);
            self.switches += 1;
        }
    }

    /// Has random extension come to a plateau?
    fn is_plateau(&self, policy: &Policy) -> bool {
        match self.strategy {
            Strategy::Random => false,
            Strategy::Concolic => self.idle >= FIRST_ATTEMPTS * self.functions,
            Strategy::Combined => self.idle >= policy.plateau_attempts * self.functions,
        }
    }

    /// Has concolic execution done enough for now?
    fn is_enough(&self, policy: &Policy) -> bool {
        let is_vain = self.idle >= policy.concolic_failures;
        match self.strategy {
            Strategy::Concolic => is_vain,
            _ => is_vain || self.successes >= policy.concolic_successes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy() -> Policy {
        Policy {
            plateau_attempts: 3,
            concolic_failures: 2,
            concolic_successes: 2,
            ..Policy::default()
        }
    }

    /// The phases after each of some attempts with two functions.
    fn phases(strategy: Strategy, attempts: &[Came]) -> Vec<Phase> {
        let mut phases = Phases::new(strategy, 2);
        let after = attempts.iter().map(|&came| {
            phases.note(came, &policy());
            phases.phase()
        });
        after.collect()
    }

    #[test]
    fn a_plateau_ends_random_extension_and_anything_new_puts_it_off() {
        use Came::{New, Nothing};
        use Phase::{Concolic, Random};
        let plateau = [Nothing, Nothing, Nothing, Nothing, Nothing, Nothing];
        assert_eq!(phases(Strategy::Combined, &plateau)[4..], [Random, Concolic]);
        let put_off = [Nothing, Nothing, Nothing, Nothing, Nothing, New, Nothing];
        assert_eq!(phases(Strategy::Combined, &put_off)[6], Random);
        assert!(phases(Strategy::Random, &[Nothing; 100]).iter().all(|&it| it == Random));
    }

    #[test]
    fn concolic_execution_ends_after_failures_successes_or_without_a_target() {
        use Came::{New, NoTarget, Nothing};
        use Phase::{Concolic, Random};
        for (then, expected) in [
            (&[Nothing, Nothing][..], &[Concolic, Random][..]),
            (&[Nothing, New, Nothing, Nothing], &[Concolic, Concolic, Concolic, Random]),
            (&[New, New], &[Concolic, Random]),
            (&[NoTarget], &[Random]),
        ] {
            let all = [&[Nothing; 6], then].concat();
            assert_eq!(phases(Strategy::Combined, &all)[6..], *expected, "{then:?}");
        }
        let all = [&[Nothing; 8][..], &[New; 5], &[Nothing]].concat();
        assert_eq!(*phases(Strategy::Concolic, &all).last().unwrap(), Concolic);
    }
}
