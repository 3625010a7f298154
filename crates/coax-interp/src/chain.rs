//! A list that forks: adding to one copy leaves the others as they are, and copies share what they
//! have in common. A million pending paths cost their differences only.

use std::sync::Arc;

/// The list; the newest element is the head.
#[derive(Debug)]
pub struct Chain<T> {
    head: Option<Arc<Link<T>>>,
    len: usize,
}

#[derive(Debug)]
struct Link<T> {
    value: T,
    before: Option<Arc<Link<T>>>,
}

impl<T> Chain<T> {
    /// Adds an element.
    pub fn push(&mut self, value: T) {
        let before = self.head.take();
        self.head = Some(Arc::new(Link { value, before }));
        self.len += 1;
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The elements, newest first.
    pub fn newest_first(&self) -> impl Iterator<Item = &T> {
        let mut next = self.head.as_deref();
        std::iter::from_fn(move || {
            let link = next?;
            next = link.before.as_deref();
            Some(&link.value)
        })
    }

    /// The elements, oldest first.
    pub fn oldest_first(&self) -> Vec<&T> {
        let mut all: Vec<&T> = self.newest_first().collect();
        all.reverse();
        all
    }
}

impl<T> Extend<T> for Chain<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, values: I) {
        values.into_iter().for_each(|value| self.push(value));
    }
}

impl<T> Default for Chain<T> {
    fn default() -> Chain<T> {
        Chain { head: None, len: 0 }
    }
}

impl<T> Clone for Chain<T> {
    fn clone(&self) -> Chain<T> {
        Chain { head: self.head.clone(), len: self.len }
    }
}

impl<T> Drop for Chain<T> {
    /// Link by link: the compiler's own recursion would overflow the stack on a long path.
    fn drop(&mut self) {
        let mut next = self.head.take();
        while let Some(link) = next {
            match Arc::try_unwrap(link) {
                Ok(mut own) => next = own.before.take(),
                Err(_) => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_share_and_go_their_own_ways() {
        let mut left = Chain::default();
        (0..3).for_each(|i| left.push(i));
        let mut right = left.clone();
        left.push(10);
        right.push(20);
        assert_eq!(left.oldest_first(), [&0, &1, &2, &10]);
        assert_eq!(right.oldest_first(), [&0, &1, &2, &20]);
        assert_eq!((left.len(), right.newest_first().next()), (4, Some(&20)));
    }

    #[test]
    fn long_chains_are_dropped_without_recursion() {
        let mut chain = Chain::default();
        (0..1_000_000).for_each(|i| chain.push(i));
        drop(chain);
    }
}
