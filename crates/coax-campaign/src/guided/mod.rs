//! What is verified, for searches that go where something is left to show (`--guide`): the functions of a program are
//! analysed, and what follows becomes guards of instructions.
//!
//! Invariants: a function for which there was no time guides nowhere; with `--guide off` nothing is analysed.

mod given;
mod guards;
pub mod stated;
mod words;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use coax_deadline::Deadline;
use coax_engine::guards::{GuardPolicy, Guards};
use coax_guide::{Analyser, Guiding, KnownChecks};
use coax_ir::{FuncId, Program};

pub use self::given::Given;
use crate::options::{Guidance, GuideOptions};

/// Programs without any of these run nothing after their last function.
const EPILOGUES: [&str; 6] = [
    "atexit",
    "on_exit",
    "at_quick_exit",
    "__cxa_atexit",
    "__cxa_thread_atexit",
    "__cxa_thread_atexit_impl",
];

/// A program whose functions were analysed.
pub struct Guided {
    /// What a search does at instructions.
    pub guards: Arc<Guards>,
    /// What is known of each function.
    functions: HashMap<FuncId, coax_report::Guide>,
}

impl Guided {
    /// Analyses a program, if that is asked for.
    pub fn of(
        program: &Program,
        options: &GuideOptions,
        seed: u64,
        deadline: &Deadline,
        given: Option<&Given>,
    ) -> Option<Guided> {
        let guidance = options.guide;
        if guidance == Guidance::Off {
            return None;
        }
        let policy = GuardPolicy {
            prunes: guidance.has_may(),
            interrupts: if guidance.has_must() { options.guide_interrupts } else { 0 },
            seed,
            has_epilogue: has_epilogue(program),
        };
        let both = guidance.has_may() && guidance.has_must();
        let (mut guards, mut functions) = (Guards::new(policy), HashMap::new());
        let mut analyser = Analyser::new(program, deadline);
        let mut guiding = Guiding::new(program, both);
        let in_order = analyser.order(program.own_functions());
        let mut begun = Instant::now();
        analyser.analyse(&in_order, |analysed| {
            let function = analysed.function;
            let mut known = KnownChecks::of(&analysed);
            if let (Some(given), Ok(body)) = (given, program.body(function)) {
                given.add(program, function, body, &mut known);
            }
            if let (Some(guide), Ok(body)) =
                (guiding.guide(function, known), program.body(function))
            {
                guards.insert(function, guards::of(body, &guide, guidance));
            }
            let took = begun.elapsed().as_secs_f64();
            begun = Instant::now();
            functions.extend(Some(function).zip(stated::guide(program, &analysed, took)));
        });
        Some(Guided { guards: Arc::new(guards), functions })
    }

    /// What is known of a function, for the report.
    pub fn figures(&self, function: FuncId) -> Option<coax_report::Guide> {
        self.functions.get(&function).cloned()
    }
}

/// May something of the program's run after its last function?
fn has_epilogue(program: &Program) -> bool {
    let is_own = |name: &&str| {
        let own = program.own_functions().iter();
        own.filter_map(|&id| program.body(id).ok())
            .any(|body| body.direct_callees().any(|id| &*program.function(id).name == *name))
    };
    !program.destructors().is_empty() || EPILOGUES.iter().any(is_own)
}
