//! The whole chain against another solver: Z3 reads the question as SMT-LIB and must not disagree.
//!
//! SMT-LIB's floats have one NaN, ours are bit patterns, so where floats occur a verdict of Z3 counts
//! only with a model that evaluates to true.

mod questions;

use std::time::Duration;

use coax_expr::{Assignment, Pool, Term, Var, smtlib};
use coax_solve::{Answer, Conditions, Options, Solver};
use proptest::prelude::*;
use questions::{Flavour, Recipe, is_model, recipe, require_model};
use z3::SatResult;

/// What Z3 says, with the values it found; nothing after a second.
fn ask_z3(pool: &Pool, conditions: &Conditions, extra: Term) -> Option<Result<Assignment, ()>> {
    let config = z3::Config::new();
    let context = z3::Context::new(&config);
    let solver = z3::Solver::new(&context);
    let mut parameters = z3::Params::new(&context);
    parameters.set_u32("timeout", 1000);
    solver.set_params(&parameters);
    let all: Vec<Term> = conditions.iter().chain([extra]).collect();
    solver.from_string(smtlib(pool, &all));
    match solver.check() {
        SatResult::Unknown => None,
        SatResult::Unsat => Some(Err(())),
        SatResult::Sat => {
            let model = solver.get_model().expect("it said that there is one");
            let value = |number: u32| {
                let (name, width) = (format!("v#{number}"), pool.var_width(Var(number)));
                let symbol = z3::ast::BV::new_const(&context, name, width);
                let value = model.eval(&symbol, true).and_then(|value| value.as_u64());
                (Var(number), value.expect("variables are words"))
            };
            Some(Ok((0..pool.var_count() as u32).map(value).collect()))
        }
    }
}

fn compare(recipe: &Recipe) -> Result<(), TestCaseError> {
    let mut solver =
        Solver::new(Options { query_time: Duration::from_secs(60), seed: 1, ..Options::default() });
    let mut disagreement = None;
    recipe.build().follow(&mut solver, |pool, conditions, extra, answer| {
        let has_float = conditions.iter().chain([extra]).any(|term| pool.has_float(term));
        let theirs = ask_z3(pool, conditions, extra);
        if let (Some(Ok(model)), false) = (&theirs, has_float) {
            require_model(pool, conditions, extra, model);
        }
        match (answer, theirs) {
            (Answer::Sat(model), theirs) => {
                require_model(pool, conditions, extra, model);
                if theirs == Some(Err(())) && !has_float {
                    disagreement = Some((extra, "sat", "unsat"));
                }
            }
            (Answer::Unsat, Some(Ok(model))) if is_model(pool, conditions, extra, &model) => {
                disagreement = Some((extra, "unsat", "sat"));
            }
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
