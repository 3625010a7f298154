//! Tests that natively do something else than the engine said.

use coax_native::judge::{self, End, NativeRun};

/// Did a test do what the engine said? If not, what it did.
pub fn divergence(outcome: &NativeRun) -> Option<String> {
    let said = || {
        let text = String::from_utf8_lossy(&outcome.stderr);
        text.lines().last().map_or(String::new(), |line| format!(" ({line})"))
    };
    match outcome.end {
        End::Exited(0) => None,
        End::Exited(1) => Some(format!("it ended in another way{}", said())),
        End::Exited(judge::ASSUMED_AWAY) => Some("an assumption does not hold".into()),
        End::Exited(judge::DIVERGED) => Some(format!("it asked for other inputs{}", said())),
        End::Exited(status) => Some(format!("it ended with status {status}{}", said())),
        End::Signalled(signal) => Some(format!("it died of signal {signal}{}", said())),
        // No promise was made about time, memory and output.
        End::TimedOut | End::Stalled | End::OutOfMemory | End::Flooded => None,
    }
}
