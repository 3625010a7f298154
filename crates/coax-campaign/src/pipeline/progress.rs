//! The one line that says how far a search is.
//!
//! Invariants: only on a terminal, only on stderr, never longer than the terminal is wide, and gone
//! when anything else is printed or the run ends.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Between two looks of the line.
const PAUSE: Duration = Duration::from_millis(100);

/// Returns to the first column and clears the line.
const CLEAR: &str = "\r\x1b[K";

/// The line.
pub struct Progress {
    shown: bool,
    on: bool,
    next: Instant,
}

impl Progress {
    /// A line, if it is wanted and there is a terminal.
    pub fn new(wanted: bool) -> Progress {
        let on = wanted && std::io::stderr().is_terminal();
        Progress { shown: false, on, next: Instant::now() }
    }

    /// Is it time to look at the figures?
    pub fn is_due(&self) -> bool {
        self.on && Instant::now() >= self.next
    }

    /// Shows what is being done, or how far it is.
    pub fn say(&mut self, what: &str) {
        if !self.on {
            return;
        }
        let text: String = what.chars().take(terminal_width().saturating_sub(1)).collect();
        // A line that cannot be shown is no reason to stop.
        let _ = write!(std::io::stderr(), "{CLEAR}{text}").and_then(|()| std::io::stderr().flush());
        self.shown = true;
        self.next = Instant::now() + PAUSE;
    }

    /// Takes the line away.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = write!(std::io::stderr(), "{CLEAR}");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Columns of the terminal that stderr is.
pub fn terminal_width() -> usize {
    let mut size = libc::winsize { ws_row: 0, ws_col: 0, ws_xpixel: 0, ws_ypixel: 0 };
    // SAFETY: `size` is a valid place for the answer.
    let asked = unsafe { libc::ioctl(libc::STDERR_FILENO, libc::TIOCGWINSZ, &mut size) };
    if asked == 0 && size.ws_col > 0 { size.ws_col.into() } else { 100 }
}
