//! The layers against the bare back end: the same verdict on every question, and models that hold.

mod questions;

use std::time::Duration;

use coax_solve::backend::bitwuzla::Reuse;
use coax_solve::{Answer, Options, Solver};
use proptest::prelude::*;
use questions::{Flavour, Recipe, recipe, require_model, verdict};

fn options() -> Options {
    Options { query_time: Duration::from_secs(60), seed: 7, ..Options::default() }
}

/// All layers, back end with contexts, and back end with a fresh instance each time: all agree.
fn agree(recipe: &Recipe, may_be_unknown: bool) -> Result<(), TestCaseError> {
    let usual = Reuse::default();
    let mut solvers = [
        Solver::new(options()),
        Solver::bare(options(), Reuse { tail: 1, ..usual }),
        Solver::bare(options(), Reuse { contexts: 0, tail: 0, ..usual }),
    ];
    let mut verdicts: Vec<Vec<Option<bool>>> = Vec::new();
    for solver in &mut solvers {
        let mut given = Vec::new();
        recipe.build().follow(solver, |pool, conditions, extra, answer| {
            if let Answer::Sat(model) = answer {
                require_model(pool, conditions, extra, model);
            }
            given.push(verdict(answer));
        });
        verdicts.push(given);
    }
    for ((layered, reused), fresh) in verdicts[0].iter().zip(&verdicts[1]).zip(&verdicts[2]) {
        let known = [layered, reused, fresh].into_iter().flatten();
        prop_assert!(known.clone().min() == known.clone().max(), "{verdicts:?}");
        prop_assert!(may_be_unknown || known.count() == 3, "{verdicts:?}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, max_shrink_iters: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn on_bits(recipe in recipe(Flavour::Bits, 24, 10)) {
        agree(&recipe, false)?;
    }

    #[test]
    fn on_wide_bits(recipe in recipe(Flavour::Wide, 24, 8)) {
        agree(&recipe, false)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn on_floats(recipe in recipe(Flavour::Floats, 16, 6)) {
        agree(&recipe, true)?;
    }
}
