//! How values outside the solver's theory are dealt with: the same for every worker of a search.

use std::rc::Rc;

use coax_deadline::Deadline;
use coax_engine::symbolic::{Concretize, FlipPolicy, Symbols};
use coax_solve::{Options, Solver};

use super::natives::NativeFunctions;
use crate::options::{BoundOptions, SolvingOptions};

/// What every worker's solver is made of.
pub struct Solving {
    options: Options,
    concretize: Concretize,
}

impl Solving {
    /// As the user chose it.
    pub fn new(solving: &SolvingOptions, bounds: &BoundOptions, seed: u64) -> Solving {
        let options = Options {
            query_time: bounds.solver_time.0,
            seed,
            heuristics: solving.heuristics.0,
            nonlinear: solving.nonlinear.0,
            deadline: Deadline::never(),
        };
        Solving { options, concretize: solving.concretize.for_engine() }
    }

    /// Terms and a solver for one worker on a program with these functions, until a deadline.
    pub fn symbols<'p>(
        &self,
        policy: FlipPolicy,
        natives: &NativeFunctions,
        deadline: &Deadline,
    ) -> Symbols<'p> {
        let options = Options { deadline: deadline.clone(), ..self.options.clone() };
        let mut symbols = Symbols::new(Solver::new(options), policy);
        symbols.concretization = self.concretize;
        symbols.natives = Some(Rc::new(natives.caller()));
        symbols
    }
}
