//! The whole chain against another solver: Z3 reads the question as SMT-LIB and must not disagree.
//!
//! Z3's answers are about floats with one NaN, ours about bit patterns, so where floats occur only
//! "unsat" is compared with "sat": a model of ours is evaluated anyway.

mod questions;

use std::time::Duration;

use coax_expr::{Pool, Term, smtlib};
use coax_solve::{Answer, Conditions, Options, Solver};
use proptest::prelude::*;
use questions::{Flavour, Recipe, recipe, require_model};
use z3::SatResult;

/// What Z3 says; "unknown" after a second.
fn ask_z3(pool: &Pool, conditions: &Conditions, extra: Term) -> SatResult {
    let config = z3::Config::new();
    let context = z3::Context::new(&config);
    let solver = z3::Solver::new(&context);
    let mut parameters = z3::Params::new(&context);
    parameters.set_u32("timeout", 1000);
    solver.set_params(&parameters);
    let all: Vec<Term> = conditions.iter().chain([extra]).collect();
    solver.from_string(smtlib(pool, &all));
    solver.check()
}

fn compare(recipe: &Recipe) -> Result<(), TestCaseError> {
    let mut solver = Solver::new(Options { query_time: Duration::from_secs(60), seed: 1 });
    let mut disagreement = None;
    recipe.build().follow(&mut solver, |pool, conditions, extra, answer| {
        match (answer, ask_z3(pool, conditions, extra)) {
            (Answer::Sat(model), SatResult::Unsat) => {
                require_model(pool, conditions, extra, model);
                // Then it is Z3, or the script, that is wrong: only NaNs may do that.
                let has_float = conditions.iter().chain([extra]).any(|term| pool.has_float(term));
                if !has_float {
                    disagreement = Some((extra, "sat", "unsat"));
                }
            }
            (Answer::Sat(model), _) => require_model(pool, conditions, extra, model),
            (Answer::Unsat, SatResult::Sat) => disagreement = Some((extra, "unsat", "sat")),
            _ => {}
        }
    });
    prop_assert_eq!(disagreement, None);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn on_bits(recipe in recipe(Flavour::Bits, 24, 6)) {
        compare(&recipe)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn on_wide_bits(recipe in recipe(Flavour::Wide, 24, 6)) {
        compare(&recipe)?;
    }

    #[test]
    fn on_floats(recipe in recipe(Flavour::Floats, 14, 5)) {
        compare(&recipe)?;
    }
}
