//! `coax explore`: the paths of a program or harness, a test for each, and every error found.

use std::time::{Duration, Instant};

use coax_engine::explore::{Audience, Bounds, Explorer, FinishedPath, PathEnd, Search, Tally};
use coax_engine::symbolic::{FlipPolicy, Symbols};
use coax_engine::{Limits, Machine};
use coax_models::Libc;
use coax_solve::Solver;

use crate::cli::{ExploreOptions, OutputOptions};
use crate::exit::{Failure, Outcome};
use crate::load::load;
use crate::made_up_world::MadeUpWorld;

pub fn execute(options: &ExploreOptions, output: &OutputOptions) -> Result<Outcome, Failure> {
    let cflags = Vec::new();
    let program = load(&options.files, cflags, output)?;
    let library = Libc::new(Vec::new()).with_program_name(b"program".to_vec());
    let mut machine = Machine::new(&program, &library, Limits::default());
    let solver = Solver::new(coax_solve::Options::default());
    let search = Search::ALL.iter().find(|s| s.0 == options.search).map_or(Search::Dfs, |s| s.1);
    let policy = if search == Search::Generational { FlipPolicy::Lazy } else { FlipPolicy::Eager };
    machine.with_symbols(Symbols::new(solver, policy));
    let mut state = machine.initial_state(Box::new(MadeUpWorld::default()));
    let mut explorer = Explorer::new(machine, search, 0, Bounds::default());
    if let Err(stop) = explorer.machine().begin_main(&mut state, &[coax_engine::Argument::Bytes(b"program".to_vec())]) {
        return Err(Failure::Input(format!("{stop:?}")));
    }
    let started = Instant::now();
    let mut audience = Printer { started, deadline: Duration::from_secs(60), verbose: output.verbose > 0 };
    explorer.explore(state, &mut audience);
    println!("{:?} stopped {:?} {:.3}s", explorer.tally(), explorer.stopped(), started.elapsed().as_secs_f64());
    let symbols = explorer.machine().symbols_mut();
    println!("{:?} {:?} {:?}", symbols.counts, symbols.incomplete, symbols.solver.statistics());
    Ok(Outcome::Program(0))
}

struct Printer {
    started: Instant,
    deadline: Duration,
    verbose: bool,
}

impl<'p> Audience<'p> for Printer {
    fn path(&mut self, _symbols: &mut Symbols<'p>, path: FinishedPath<'_>) {
        if self.verbose || matches!(path.end, PathEnd::Error(_) | PathEnd::Unsupported(_) | PathEnd::Internal(_)) {
            println!("{:?} {:?} {:?}", path.end, path.inputs.iter().map(|i| &i.1).collect::<Vec<_>>(), path.also);
        }
    }

    fn stop(&mut self, _tally: &Tally, _symbols: &Symbols<'p>) -> Option<&'static str> {
        (self.started.elapsed() > self.deadline).then_some("time")
    }
}
