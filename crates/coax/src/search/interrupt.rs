//! Ctrl-C: the first one ends the run by itself, with everything found so far; a second one ends
//! the process at once.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The exit code of a run that was interrupted.
pub const INTERRUPTED: u8 = 130;

/// Has somebody asked for the end?
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on.
    pub fn listen() -> io::Result<Interrupt> {
        let asked = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // First registered, first called: this one acts only if the flag is set already.
            flag::register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(&asked))?;
            flag::register(signal, Arc::clone(&asked))?;
        }
        Ok(Interrupt(asked))
    }

    /// Asks for the end.
    #[cfg(test)]
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Has somebody asked?
    pub fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
