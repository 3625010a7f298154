//! Small programs whose sequences are grown by so many attempts, and what was handed out.

use coax_clang::{LoadOptions, RuntimeLibrary, load};
use coax_deadline::Deadline;
use coax_engine::symbolic::{FlipPolicy, Symbols};
use coax_engine::{Limits, Machine, WithSymbols};
use coax_ir::{Access, FuncId, Linkage, Program};
use coax_sequence::{Driver, Growth, Observer, Outcome, Plan, Progress};
use coax_solve::{Options, Solver};

use super::still::StillWorld;

/// What the runtime must have although nothing mentions it.
const REQUIRED: &[&str] = &["exit", "__cxa_begin_catch", "__cxa_end_catch"];

/// A program and what grew.
pub struct Grown {
    pub program: Program,
    pub drivers: Vec<Driver>,
    pub progress: Progress,
    /// The lines of branch sides that are not covered.
    pub uncovered: Vec<u32>,
}

#[derive(Default)]
struct Collected(Vec<Driver>);

impl Observer for Collected {
    fn driver(&mut self, driver: Driver) {
        self.0.push(driver);
    }

    fn goes_on(&mut self, _: &Progress) -> bool {
        true
    }
}

/// Grows sequences of everything that a user of a source file can call.
pub fn grow(name: &str, source: &str, change: impl FnOnce(&mut Plan)) -> Grown {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, source).expect("the source is written");
    let runtime = coax_models::runtime().into_iter();
    let runtime: Vec<_> = runtime.map(|(name, bitcode)| RuntimeLibrary { name, bitcode }).collect();
    let twins = coax_models::twins().into_iter().map(|twin| twin.to_string());
    let options = LoadOptions {
        whole_units: true,
        required: twins.chain(REQUIRED.iter().map(|name| name.to_string())).collect(),
        ..LoadOptions::default()
    };
    let scratch = tempfile::tempdir().expect("a folder");
    let program = load(&[path], &options, &runtime, scratch.path()).expect("it is compiled");
    let (drivers, progress, uncovered) = grown(&program, change);
    Grown { program, drivers, progress, uncovered }
}

fn grown(program: &Program, change: impl FnOnce(&mut Plan)) -> (Vec<Driver>, Progress, Vec<u32>) {
    let library = coax_models::Libc::new(vec![]);
    let mut machine = Machine::new(program, &library, Limits::default());
    machine.with_symbols(Symbols::new(Solver::new(Options::default()), FlipPolicy::Lazy));
    let mut plan = Plan { max_attempts: 3000, ..Plan::of(boundary(program)) };
    change(&mut plan);
    let world = Box::new(|| Box::new(StillWorld) as Box<dyn coax_engine::World>);
    let mut growth = Growth::new(machine, world, plan, Deadline::never());
    let mut collected = Collected::default();
    growth.grow(&mut collected);
    let sides = program.own_functions().iter().flat_map(|&id| growth.sides_of(id));
    let line = |function: FuncId, at| {
        program.body(function).ok().and_then(|body| Some(body.place(at)?.line)).unwrap_or(0)
    };
    let uncovered = sides.filter(|(_, is_covered)| !is_covered);
    let uncovered = uncovered.map(|(side, _)| line(side.function, side.at)).collect();
    (collected.0, growth.progress().clone(), uncovered)
}

fn boundary(program: &Program) -> Vec<FuncId> {
    let is_callable = |&id: &FuncId| {
        program.signature_of(id).is_some_and(|signature| {
            let access = signature.method.as_ref().map(|method| method.access);
            signature.linkage == Linkage::External && access.unwrap_or_default() == Access::Public
        })
    };
    program.own_functions().iter().copied().filter(is_callable).collect()
}

impl Grown {
    /// The kinds and lines of the errors that were found.
    pub fn errors(&self) -> Vec<(&'static str, u32)> {
        let mut errors: Vec<_> = self.drivers.iter().filter_map(error_of).collect();
        errors.sort_unstable();
        errors.dedup();
        errors
    }

    /// The names of the functions that a driver calls, in order; constructions by the name of the class.
    pub fn calls(&self, driver: &Driver) -> Vec<String> {
        let steps = driver.case.steps.iter().filter_map(|step| step.invocation());
        let name = |id: FuncId| self.program.function(id).source_name.to_string();
        steps.map(|it| it.function().map_or_else(String::new, name)).collect()
    }
}

fn error_of(driver: &Driver) -> Option<(&'static str, u32)> {
    let Outcome::Error(report) = &driver.outcome else { return None };
    Some((report.kind?.name(), report.location.as_ref().map_or(0, |place| place.line)))
}
