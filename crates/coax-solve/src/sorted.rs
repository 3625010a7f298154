//! Sets of ids as sorted vectors without repetitions: small, and the same on every run.

/// Is every element of `small` in `large`?
pub fn is_subset<T: Ord>(small: &[T], large: &[T]) -> bool {
    if small.len() > large.len() {
        return false;
    }
    let mut rest = large.iter();
    small.iter().all(|wanted| rest.by_ref().find(|element| *element >= wanted) == Some(wanted))
}

/// The elements of `from` that are not in `what`.
pub fn difference<T: Ord + Copy>(from: &[T], what: &[T]) -> Vec<T> {
    let mut others = what.iter().peekable();
    let mut left = Vec::new();
    for &element in from {
        while others.peek().is_some_and(|other| **other < element) {
            others.next();
        }
        if others.peek() != Some(&&element) {
            left.push(element);
        }
    }
    left
}

/// Adds one element; false if it was there.
pub fn insert<T: Ord>(set: &mut Vec<T>, element: T) -> bool {
    // Ids are handed out in order, so what comes last usually belongs last.
    if set.last().is_none_or(|last| *last < element) {
        set.push(element);
        return true;
    }
    match set.binary_search(&element) {
        Ok(_) => false,
        Err(place) => {
            set.insert(place, element);
            true
        }
    }
}

/// Adds the elements of another set.
pub fn insert_all<T: Ord + Copy>(set: &mut Vec<T>, others: &[T]) {
    match others {
        [] => {}
        [one] => {
            insert(set, *one);
        }
        _ => {
            set.extend_from_slice(others);
            set.sort_unstable();
            set.dedup();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Every pair of subsets of a five-element set.
    fn pairs() -> impl Iterator<Item = (Vec<u32>, Vec<u32>)> {
        let subset = |mask: u32| (0..5).filter(|bit| mask >> bit & 1 == 1).collect::<Vec<u32>>();
        (0..32).flat_map(move |a| (0..32).map(move |b| (subset(a), subset(b))))
    }

    #[test]
    fn agrees_with_the_library_s_sets() {
        for (a, b) in pairs() {
            let (x, y): (BTreeSet<_>, BTreeSet<_>) =
                (a.iter().copied().collect(), b.iter().copied().collect());
            assert_eq!(is_subset(&a, &b), x.is_subset(&y));
            assert_eq!(difference(&a, &b), x.difference(&y).copied().collect::<Vec<_>>());
            let mut joined = a.clone();
            insert_all(&mut joined, &b);
            assert_eq!(joined, x.union(&y).copied().collect::<Vec<_>>());
        }
    }

    #[test]
    fn inserting_says_whether_it_was_new() {
        let mut set = vec![1, 3];
        assert!(insert(&mut set, 2) && insert(&mut set, 9) && !insert(&mut set, 3));
        assert_eq!(set, [1, 2, 3, 9]);
    }
}
