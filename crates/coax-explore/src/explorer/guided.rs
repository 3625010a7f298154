//! What a path came to in a search that is told what is verified.
//!
//! Invariant: a path that goes wrong where that was verified, with all assumptions holding, is told as refuted: what said so
//! is wrong.

use super::Explorer;
use coax_kinds::Incomplete;
use coax_symbolic::{Conditions, State, Stop, WithSymbols};

impl<'p> Explorer<'p> {
    /// Counts a path that ends as redundant or not; says where it refutes what was verified.
    pub(super) fn classify(&mut self, state: &State<'p>, stop: &Stop) -> Option<String> {
        let guards = self.machine.guards()?;
        let symbols = self.machine.symbols_mut();
        symbols.context.no_fork = false;
        let is_unverified = Conditions::of(symbols).has_passed_unverified(state);
        // What ends because nothing is left to show is a test all the same.
        let is_cut = *stop == Stop::Bound(Incomplete::Verified);
        let is_test = is_cut || matches!(stop, Stop::Exit(_) | Stop::Returned | Stop::Threw);
        let has_failed = stop.is_error();
        let counts = &mut self.machine.above.guide;
        match stop {
            _ if has_failed => {
                counts.non_redundant += 1;
                counts.failing += 1;
            }
            _ if is_test && is_unverified => counts.non_redundant += 1,
            _ if is_test => counts.redundant += 1,
            _ => {}
        }
        let kind = self.machine.report(state, stop).kind.filter(|_| has_failed)?;
        let mut conditions = Conditions::of(self.machine.symbols_mut());
        let (function, at) = conditions.refuted_check(state, &guards, kind)?;
        let body = self.machine.program.body(function).ok()?;
        let name = &self.machine.program.function(function).source_name;
        let place = body.place(at).map_or_else(String::new, |place| {
            format!("{}:{}:{}", place.file, place.line, place.column)
        });
        Some(format!("{kind} at {place} in {name} was verified, but it happens"))
    }
}
