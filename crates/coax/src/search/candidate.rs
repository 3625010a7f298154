//! A possible error on its way through the court: a few paths that lead to it, tried one by one
//! until a native run of one shows it.

/// Models kept for one possible error, in case the first does not fail natively.
const MOST_ATTEMPTS: usize = 3;

/// A possible error, with the cases that lead to it.
#[derive(Debug)]
pub struct Candidate<C> {
    attempts: Vec<C>,
    /// Which attempt is before the court, or was last.
    attempt: usize,
    standing: Standing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// Before the court.
    Accused,
    /// No attempt so far was confirmed; another one may be.
    Doubtful,
    Confirmed,
}

impl<C> Candidate<C> {
    /// One that goes to court with its first case.
    pub fn new(first: C) -> Candidate<C> {
        Candidate { attempts: vec![first], attempt: 0, standing: Standing::Accused }
    }

    /// Is another case of use?
    pub fn wants_more(&self) -> bool {
        self.standing != Standing::Confirmed && self.attempts.len() < MOST_ATTEMPTS
    }

    /// Another case that leads there.
    pub fn add(&mut self, case: C) {
        self.attempts.push(case);
    }

    /// The case that is before the court, or was last.
    pub fn current(&self) -> &C {
        &self.attempts[self.attempt]
    }

    /// Was an earlier case before the court, too?
    pub fn is_retried(&self) -> bool {
        self.attempt > 0
    }

    /// Is there a case that was not before the court yet?
    pub fn has_next(&self) -> bool {
        self.attempt + 1 < self.attempts.len()
    }

    /// If the last attempt was not confirmed and there is another one, it is its turn.
    pub fn next(&mut self) -> Option<&C> {
        if self.standing != Standing::Doubtful || !self.has_next() {
            return None;
        }
        self.attempt += 1;
        self.standing = Standing::Accused;
        Some(&self.attempts[self.attempt])
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
    pub fn settle(&mut self) -> Option<&C> {
        if self.standing == Standing::Confirmed || self.attempt == 0 {
            return None;
        }
        self.attempt = 0;
        self.attempts.first()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doubtful_case_makes_way_for_the_next_one() {
        let mut candidate = Candidate::new('a');
        candidate.add('b');
        assert_eq!(candidate.next(), None, "the first is still before the court");
        assert!(!candidate.is_retried());
        candidate.doubt();
        assert_eq!(candidate.next(), Some(&'b'));
        assert!(candidate.is_retried());
        candidate.confirm();
        assert!(!candidate.wants_more());
        assert_eq!(candidate.settle(), None);
        assert_eq!(*candidate.current(), 'b');
    }

    #[test]
    fn what_is_not_confirmed_keeps_its_first_case() {
        let mut candidate = Candidate::new('a');
        for other in ['b', 'c', 'd'] {
            if candidate.wants_more() {
                candidate.add(other);
            }
            candidate.doubt();
            candidate.next();
        }
        assert_eq!(*candidate.current(), 'c');
        assert_eq!(candidate.settle(), Some(&'a'));
    }
}
