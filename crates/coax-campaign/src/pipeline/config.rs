//! How units are explored: what every worker of a run has in common.

use coax_deadline::Deadline;
use coax_engine::explore::Bounds;
use coax_engine::symbolic::FlipPolicy;
use coax_engine::{Layers, Library, Limits, Machine, SumUpCalls, WithSymbols};
use coax_ir::Program;

use super::natives::NativeFunctions;
use super::solving::Solving;
use crate::options::SearchOrder;
use crate::summary_cache::SummaryCache;

/// The policies and bounds of a run.
pub struct Config {
    pub search: SearchOrder,
    pub policy: FlipPolicy,
    /// Do paths go on behind undefined arithmetic?
    pub goes_on: bool,
    pub seed: u64,
    pub solving: Solving,
    pub bounds: Bounds,
    /// How many paths a function may have whose calls are stepped over, if any are.
    pub summary_paths: Option<u64>,
    /// Where summaries are kept between runs, if they are.
    pub summary_cache: Option<SummaryCache>,
    /// Tests, or possible errors of one function, after which there are enough.
    pub max_tests: u64,
}

impl Config {
    /// A machine with terms and a solver, until a deadline. Calls of functions with at most so many
    /// paths are stepped over, if any are.
    pub fn machine<'p>(
        &self,
        program: &'p Program,
        library: &'p dyn Library<Layers>,
        natives: &NativeFunctions,
        deadline: &Deadline,
        summary_paths: Option<u64>,
    ) -> Machine<'p> {
        let mut machine = Machine::new(program, library, Limits::default());
        let mut symbols = self.solving.symbols(self.policy, natives, deadline);
        symbols.goes_on = self.goes_on && summary_paths.is_none();
        machine.with_symbols(symbols);
        if let Some(paths) = summary_paths {
            machine.sum_up_calls(paths);
            if let Some(cache) = &self.summary_cache {
                machine.cache_summaries(cache.store());
            }
        }
        machine
    }
}
