//! Waiting a moment before tests are built: what a search finds at almost the same time is built together.
//! A build takes several times as long as the wait.
//!
//! Invariant: when the search is over nothing is waited for.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How long a search that goes on may find more.
const PATIENCE: Duration = Duration::from_millis(100);

/// Between two looks at whether it goes on.
const GLANCE: Duration = Duration::from_millis(5);

/// Takes what comes while a search goes on, for a moment, and then what is there.
pub fn extend<T>(waiting: &mut Vec<T>, queue: &Receiver<T>, searching: impl Fn() -> bool) {
    let begun = Instant::now();
    gather(waiting, queue, || searching() && begun.elapsed() < PATIENCE);
}

fn gather<T>(waiting: &mut Vec<T>, queue: &Receiver<T>, goes_on: impl Fn() -> bool) {
    while goes_on() {
        match queue.recv_timeout(GLANCE) {
            Ok(case) => waiting.push(case),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
    waiting.extend(queue.try_iter());
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::sync::mpsc;

    #[test]
    fn what_is_found_while_the_search_goes_on_is_taken_together() {
        let (sender, queue) = mpsc::channel();
        let (mut waiting, found) = (vec![1], Cell::new(1));
        let finds_two_more = || {
            found.set(found.get() + 1);
            sender.send(found.get()).unwrap();
            found.get() < 3
        };
        gather(&mut waiting, &queue, finds_two_more);
        assert_eq!(waiting, [1, 2, 3]);
    }

    #[test]
    fn a_search_that_is_over_finds_no_more() {
        let (sender, queue) = mpsc::channel();
        let mut waiting = vec![1];
        sender.send(2).unwrap();
        gather(&mut waiting, &queue, || false);
        assert_eq!(waiting, [1, 2]);
        drop(sender);
        gather(&mut waiting, &queue, || true);
        assert_eq!(waiting, [1, 2]);
    }
}
