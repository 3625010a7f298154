//! Random term graphs: what the constructors rewrote and the evaluator computes must be what plain
//! arithmetic on lists of bits gives without any rewriting.

mod support;

use coax_expr::{Assignment, Evaluator, Pool, Term, Var};
use proptest::prelude::*;
use support::bit_list::{self, Value};
use support::program::{Graph, Instruction, VARS, inputs, instruction};

fn value_of(evaluator: &mut Evaluator, pool: &Pool, t: Term, assignment: &Assignment) -> Value {
    let bits = evaluator.eval_wide(pool, t, assignment);
    (0..bits.width()).map(|index| bits.bit(index)).collect()
}

fn check(program: &[Instruction], rows: &[[u64; VARS.len()]], floats: bool) {
    let mut graph = Graph::new(rows, floats);
    graph.run(program);
    let mut evaluator = Evaluator::new();
    for (k, assignment) in graph.assignments.iter().enumerate() {
        evaluator.begin();
        for (t, values) in &graph.results {
            let found = value_of(&mut evaluator, &graph.pool, *t, assignment);
            assert_eq!(
                found,
                values[k],
                "{} is {:#x}, not {:#x}",
                graph.pool.display(*t),
                bit_list::number(&found),
                bit_list::number(&values[k])
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bit_vectors(
        program in prop::collection::vec(instruction(), 1..60),
        rows in prop::collection::vec(inputs(), 4),
    ) {
        check(&program, &rows, false);
    }

    #[test]
    fn floats_and_bit_vectors(
        program in prop::collection::vec(instruction(), 1..40),
        rows in prop::collection::vec(inputs(), 4),
    ) {
        check(&program, &rows, true);
    }

    #[test]
    fn variables_are_those_that_matter(
        program in prop::collection::vec(instruction(), 1..40),
        row in inputs(),
        other in inputs(),
    ) {
        let mut graph = Graph::new(&[row, other], true);
        graph.run(&program);
        let (mut one, mut two) = (Evaluator::new(), Evaluator::new());
        for &(t, _) in &graph.results {
            let vars = graph.pool.vars(t);
            prop_assert!(vars.is_sorted_by(|a, b| a < b));
            // Variables the term does not name are taken from the other row.
            let mixed: Assignment = (0..VARS.len() as u32)
                .map(Var)
                .map(|var| (var, graph.assignments[usize::from(!vars.contains(&var))].get(var)))
                .collect();
            two.begin();
            let expected = one.eval_wide(&graph.pool, t, &graph.assignments[0]);
            prop_assert_eq!(two.eval_wide(&graph.pool, t, &mixed), expected);
        }
    }

    #[test]
    fn substitution_is_evaluation_with_other_values(
        program in prop::collection::vec(instruction(), 1..40),
        row in inputs(),
        which in any::<[u16; 2]>(),
    ) {
        let mut graph = Graph::new(&[row], true);
        graph.run(&program);
        let assignment = graph.assignments[0].clone();
        let replaced = [Var(4), Var(5)];
        let mut evaluator = Evaluator::new();
        let mut changes = Vec::new();
        for (var, which) in replaced.into_iter().zip(which) {
            let (t, _) = graph.results[usize::from(which) % graph.results.len()];
            let width = graph.pool.var_width(var);
            changes.push((var, graph.pool.resize(t, width)));
        }
        let values: Vec<_> = changes
            .iter()
            .map(|&(var, t)| (var, evaluator.eval(&graph.pool, t, &assignment) as u64))
            .collect();
        let changed = assignment.merged(&values);
        let (t, _) = *graph.results.last().expect("not empty");
        let new = graph.pool.substitute(t, &changes);
        let found = evaluator.eval_wide(&graph.pool, new, &assignment);
        evaluator.begin();
        prop_assert_eq!(found, evaluator.eval_wide(&graph.pool, t, &changed));
    }

    #[test]
    fn the_same_calls_give_the_same_ids(program in prop::collection::vec(instruction(), 1..60)) {
        let build = || {
            let mut graph = Graph::new(&[[0; VARS.len()]], true);
            graph.run(&program);
            graph.results.iter().map(|(t, _)| *t).collect::<Vec<Term>>()
        };
        prop_assert_eq!(build(), build());
    }
}
