//! The module that is added to every crate with mutants: which of them is switched on.
//!
//! Invariant: it is told by a variable of the environment, which tests pass on to the programs they start.

/// What says which mutant is on: its number, or `reached:FILE` to note in FILE what is come past.
pub const VARIABLE: &str = "COAX_MUTANT";

/// The module's name.
pub const NAME: &str = "mutant_switch";

/// Its text.
pub const SOURCE: &str = r#"
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

const UNREAD: u32 = u32::MAX;
const RECORDING: u32 = u32::MAX - 1;
static ACTIVE: AtomicU32 = AtomicU32::new(UNREAD);
static REACHED: [AtomicBool; 1 << 15] = [const { AtomicBool::new(false) }; 1 << 15];

#[inline]
pub fn on(mutant: u32) -> bool {
    let active = ACTIVE.load(Ordering::Relaxed);
    if active < RECORDING { active == mutant } else { first(mutant, active) }
}

#[cold]
fn first(mutant: u32, active: u32) -> bool {
    if active == UNREAD {
        let told = std::env::var("COAX_MUTANT").unwrap_or_default();
        let active = if told.starts_with("reached:") { RECORDING } else { told.parse().unwrap_or(0) };
        ACTIVE.store(active, Ordering::Relaxed);
        return on(mutant);
    }
    if !REACHED[mutant as usize].swap(true, Ordering::Relaxed) {
        let told = std::env::var("COAX_MUTANT").unwrap_or_default();
        let file = told.strip_prefix("reached:").unwrap_or_default();
        if let Ok(mut file) = std::fs::OpenOptions::new().append(true).create(true).open(file) {
            let _ = file.write_all(format!("{mutant}\n").as_bytes());
        }
    }
    false
}
"#;
