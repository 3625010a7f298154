//! What nodes were rewritten to: a cache of the latest results of rewriting.
//!
//! A rule may ask both sides of a choice, and below it both sides of the next. Where the sides share what is below them,
//! as in numbers that count on some sides only, there are twice as many questions on every level, few of them different.

use crate::packed::Packed;
use crate::term::Term;

/// How many results are remembered: a power of two.
const REMEMBERED: usize = 1 << 14;

/// Results by hash; a newer one takes the place of an older one.
#[derive(Default)]
pub(crate) struct Rewritten {
    results: Vec<Option<(Packed, Term)>>,
}

impl Rewritten {
    pub(crate) fn find(&self, hash: u64, node: &Packed) -> Option<Term> {
        let (known, term) = (*self.results.get(hash as usize % REMEMBERED)?)?;
        (known == *node).then_some(term)
    }

    pub(crate) fn note(&mut self, hash: u64, node: Packed, term: Term) {
        if self.results.is_empty() {
            self.results = vec![None; REMEMBERED];
        }
        self.results[hash as usize % REMEMBERED] = Some((node, term));
    }
}

#[cfg(test)]
mod tests {
    use crate::Pool;

    /// A number that counts up on one side of each of many choices. Is it larger than all of them?
    #[test]
    fn counting_choices_are_compared_once_per_level() {
        let mut pool = Pool::new();
        let one = pool.constant(32, 1);
        let mut count = pool.constant(32, 0);
        for i in 0..40 {
            let var = pool.new_var(&format!("c{i}"), 1);
            let (condition, more) = (pool.var(var), pool.add(count, one));
            count = pool.ite(condition, more, count);
        }
        let limit = pool.constant(32, 41);
        let equal = pool.eq(count, limit);
        assert_eq!(pool.width(equal), 1);
        assert!(pool.len() < 100_000, "{} terms", pool.len());
    }
}
