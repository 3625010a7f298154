//! The attempts to validate one possible error: a few paths that lead to it, tried one by one
//! until a native run of one shows it.

/// Models kept for one possible error, in case the first does not fail natively.
const MOST_ATTEMPTS: usize = 3;

/// The cases that lead to one possible error.
#[derive(Debug)]
pub struct Attempts<C> {
    cases: Vec<C>,
    /// Which case is being validated, or was last.
    current: usize,
    standing: Standing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// Handed to the validator.
    Submitted,
    /// No attempt so far was confirmed; another one may be.
    Doubtful,
    Confirmed,
}

impl<C> Attempts<C> {
    /// One whose first case is handed to the validator.
    pub fn new(first: C) -> Attempts<C> {
        Attempts { cases: vec![first], current: 0, standing: Standing::Submitted }
    }

    /// Is another case of use?
    pub fn wants_more(&self) -> bool {
        self.standing != Standing::Confirmed && self.cases.len() < MOST_ATTEMPTS
    }

    /// Another case that leads there.
    pub fn add(&mut self, case: C) {
        self.cases.push(case);
    }

    /// The case that is being validated, or was last.
    pub fn current(&self) -> &C {
        &self.cases[self.current]
    }

    /// Was an earlier case validated before?
    pub fn is_retried(&self) -> bool {
        self.current > 0
    }

    /// Is there a case that was not validated yet?
    pub fn has_next(&self) -> bool {
        self.current + 1 < self.cases.len()
    }

    /// If the last attempt was not confirmed and there is another one, it is its turn.
    pub fn next(&mut self) -> Option<&C> {
        if self.standing != Standing::Doubtful || !self.has_next() {
            return None;
        }
        self.current += 1;
        self.standing = Standing::Submitted;
        Some(&self.cases[self.current])
    }

    /// The native run of the current case did not show it.
    pub fn doubt(&mut self) {
        self.standing = Standing::Doubtful;
    }

    /// It did.
    pub fn confirm(&mut self) {
        self.standing = Standing::Confirmed;
    }

    /// Nothing more will be judged: one that was not confirmed keeps its first case, which is given
    /// back if it was not the last.
    pub fn revert_to_first(&mut self) -> Option<&C> {
        if self.standing == Standing::Confirmed || self.current == 0 {
            return None;
        }
        self.current = 0;
        self.cases.first()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doubtful_case_makes_way_for_the_next_one() {
        let mut attempts = Attempts::new('a');
        attempts.add('b');
        assert_eq!(attempts.next(), None, "the first is still being validated");
        assert!(!attempts.is_retried());
        attempts.doubt();
        assert_eq!(attempts.next(), Some(&'b'));
        assert!(attempts.is_retried());
        attempts.confirm();
        assert!(!attempts.wants_more());
        assert_eq!(attempts.revert_to_first(), None);
        assert_eq!(*attempts.current(), 'b');
    }

    #[test]
    fn what_is_not_confirmed_keeps_its_first_case() {
        let mut attempts = Attempts::new('a');
        for other in ['b', 'c', 'd'] {
            if attempts.wants_more() {
                attempts.add(other);
            }
            attempts.doubt();
            attempts.next();
        }
        assert_eq!(*attempts.current(), 'c');
        assert_eq!(attempts.revert_to_first(), Some(&'a'));
    }
}
