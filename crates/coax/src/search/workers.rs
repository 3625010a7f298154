//! How long anybody waits for workers that were told to end.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// What workers may take to come to an end once they are told to.
pub const PATIENCE: Duration = Duration::from_millis(1500);

/// Lets workers end that may wait for room in the channel; `false` if they do not.
pub fn wind_up<T>(news: &Receiver<T>) -> bool {
    let latest = Instant::now() + PATIENCE;
    loop {
        match news.recv_timeout(latest.saturating_duration_since(Instant::now())) {
            Ok(_) => {}
            Err(RecvTimeoutError::Timeout) => return false,
            Err(RecvTimeoutError::Disconnected) => return true,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn workers_that_end_are_waited_for_and_others_are_not() {
        let (sender, news) = mpsc::sync_channel(1);
        let worker = std::thread::spawn(move || (0..100).all(|n| sender.send(n).is_ok()));
        assert!(wind_up(&news));
        assert!(worker.join().unwrap());
        let (_sender, news) = mpsc::sync_channel::<u8>(1);
        assert!(!wind_up(&news));
    }
}
