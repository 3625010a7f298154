//! What is done at guards: assumptions are tested, conditions over them assumed or tried first.
//!
//! Invariant: a guard may be met again before its instruction has run, with the same effect.

mod conditions;
mod meet;
mod testing;
