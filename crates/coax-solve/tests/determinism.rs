//! The same questions in the same order: the same answers, down to the model.

mod questions;

use std::time::Duration;

use coax_solve::{Answer, Options, Solver};
use proptest::prelude::*;
use questions::{Flavour, Recipe, recipe};

fn answers(recipe: &Recipe) -> Vec<Answer> {
    let options = Options { query_time: Duration::from_secs(60), seed: 3, ..Options::default() };
    let mut solver = Solver::new(options);
    let mut given = Vec::new();
    recipe.build().follow(&mut solver, |_, _, _, answer| given.push(answer.clone()));
    given
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn same_questions_same_models(recipe in recipe(Flavour::Floats, 20, 10)) {
        prop_assert_eq!(answers(&recipe), answers(&recipe));
    }
}
