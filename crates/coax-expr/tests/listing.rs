//! Random term graphs that are listed, kept as bytes and read into another pool have the values they had;
//! bytes that were damaged are refused or read as some terms, never a panic.

mod support;

use coax_expr::{Assignment, Evaluator, Listing, Pool, Term, Var};
use proptest::prelude::*;
use support::program::{Graph, VARS, inputs, instruction};

/// A pool with variables of its own before those of the graph, and which those are.
fn another_pool() -> (Pool, Vec<Var>) {
    let mut pool = Pool::new();
    pool.new_var("other", 7);
    let vars = VARS.iter().map(|&width| pool.new_var("read", width)).collect();
    (pool, vars)
}

fn listed(graph: &Graph, roots: &[Term]) -> Vec<u8> {
    let listing = graph.pool.listing(roots, |var| Some(var.0)).expect("nothing is applied");
    postcard::to_stdvec(&listing).expect("rows are plain data")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_read_back_has_the_same_values(
        program in prop::collection::vec(instruction(), 1..50),
        rows in prop::collection::vec(inputs(), 4),
    ) {
        let mut graph = Graph::new(&rows, true);
        graph.run(&program);
        let roots: Vec<Term> = graph.results.iter().map(|(term, _)| *term).collect();
        let listing: Listing = postcard::from_bytes(&listed(&graph, &roots)).unwrap();
        let (mut pool, vars) = another_pool();
        let read = pool.read_listing(&listing, &vars).expect("a pool wrote it");
        prop_assert_eq!(read.len(), roots.len());
        let (mut one, mut two) = (Evaluator::new(), Evaluator::new());
        for assignment in &graph.assignments {
            let values = (0..VARS.len()).map(|i| (vars[i], assignment.get(Var(i as u32))));
            let same: Assignment = values.collect();
            one.begin();
            two.begin();
            for (&before, &after) in roots.iter().zip(&read) {
                let expected = one.eval_wide(&graph.pool, before, assignment);
                prop_assert_eq!(two.eval_wide(&pool, after, &same), expected);
            }
        }
    }

    #[test]
    fn damaged_lists_do_no_harm(
        program in prop::collection::vec(instruction(), 1..20),
        row in inputs(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut graph = Graph::new(&[row], true);
        graph.run(&program);
        let roots: Vec<Term> = graph.results.iter().map(|(term, _)| *term).collect();
        let mut bytes = listed(&graph, &roots);
        for (place, byte) in damage {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if let Ok(listing) = postcard::from_bytes::<Listing>(&bytes) {
            let (mut pool, vars) = another_pool();
            let read = pool.read_listing(&listing, &vars);
            let width = |term: &Term| pool.width(*term);
            prop_assert!(read.is_none_or(|read| read.iter().map(width).all(|width| width > 0)));
        }
    }
}

#[test]
fn what_no_list_can_say_is_not_listed() {
    let mut pool = Pool::new();
    let (known, unknown) = (pool.new_var("known", 8), pool.new_var("unknown", 8));
    let (a, b) = (pool.var(known), pool.var(unknown));
    let sum = pool.add(a, b);
    let only_known = |var: Var| (var == known).then_some(0);
    assert!(pool.listing(&[a], only_known).is_some());
    assert!(pool.listing(&[sum], only_known).is_none());
    let function = pool.declare("f", &[8], 8, std::rc::Rc::new(|_| None));
    let applied = pool.apply(function, &[a]);
    assert!(pool.listing(&[applied], only_known).is_none());
}

#[test]
fn a_word_that_is_only_a_name_can_be_another() {
    let mut pool = Pool::new();
    let (x, y) = (pool.new_var("x", 1), pool.new_var("y", 64));
    let (condition, number) = (pool.var(x), pool.var(y));
    let [name, other] = [0x2000_0008_0000, 5].map(|word: u64| pool.constant(64, word.into()));
    let chosen = pool.ite(condition, name, other);
    let equal = pool.eq(number, name);
    let listing = |pool: &Pool, root| pool.listing(&[root], |var| Some(var.0)).unwrap();
    let is_name = |pool: &Pool, root| listing(pool, root).only_names(0x2000_0008_0000);
    assert!(is_name(&pool, name) && is_name(&pool, chosen) && is_name(&pool, equal));
    let sums = [pool.add(number, name), pool.add(number, chosen)];
    let product = pool.mul(chosen, number);
    let wide = pool.concat(chosen, number);
    let less = pool.ult(chosen, number);
    for term in [sums[0], sums[1], product, wide, less] {
        assert!(!is_name(&pool, term), "{}", pool.display(term));
    }
    let low = pool.extract(number, 3, 0);
    let upper = pool.constant(60, 0x2000_0008_0000 >> 4);
    let around = pool.concat(upper, low);
    let parts = |root| listing(&pool, root).upper_parts(44).collect::<Vec<_>>();
    assert_eq!((parts(around), parts(chosen)), (vec![0x2000_0008_0000], vec![]));
    let mut changed = listing(&pool, chosen);
    assert!(changed.words().any(|word| word == 0x2000_0008_0000));
    changed.change_words(|word| if word == 5 { word } else { 7 });
    let read = pool.read_listing(&changed, &[x, y]).unwrap();
    let seven = pool.constant(64, 7);
    assert_eq!(read, [pool.ite(condition, seven, other)]);
}
