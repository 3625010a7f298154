//! Questions that take too long end, and end as "unknown".

use std::thread;
use std::time::{Duration, Instant};

use coax_deadline::{Deadline, Reason};
use coax_expr::{Assignment, Pool, Term};
use coax_solve::{Answer, Conditions, Options, Solver, Unknown};

/// `p * q == n` without wrapping, `p` and `q` not 1, for the product of two 32-bit primes.
fn factoring(pool: &mut Pool) -> Term {
    let (p, q) = (pool.new_var("p", 32), pool.new_var("q", 32));
    let (p, q) = (pool.var(p), pool.var(q));
    let one = pool.constant(32, 1);
    let (wide_p, wide_q) = (pool.zext(p, 64), pool.zext(q, 64));
    let product = pool.mul(wide_p, wide_q);
    let number = pool.constant(64, 3_267_000_013 * 2_860_486_313);
    let parts = [pool.eq(product, number), pool.ult(one, p), pool.ult(one, q)];
    pool.and_all(&parts)
}

fn ask(solver: &mut Solver) -> Answer {
    let mut pool = Pool::new();
    let question = factoring(&mut pool);
    solver.find(&mut pool, &mut Conditions::new(), question, &Assignment::new())
}

#[test]
fn a_hard_question_ends_with_its_time() {
    let options = Options { query_time: Duration::from_millis(300), seed: 0, ..Options::default() };
    let mut solver = Solver::new(options);
    let start = Instant::now();
    assert_eq!(ask(&mut solver), Answer::Unknown(Unknown::Time));
    assert!(start.elapsed() < Duration::from_secs(20), "took {:?}", start.elapsed());
    assert_eq!(solver.statistics().backend_unknown, 1);
}

#[test]
fn questions_end_with_the_deadline_and_none_is_begun_after_it() {
    let deadline = Deadline::never();
    let mut solver = Solver::new(Options {
        query_time: Duration::from_secs(3600),
        deadline: deadline.clone(),
        ..Options::default()
    });
    let alarm = thread::spawn(move || {
        thread::sleep(Duration::from_millis(200));
        deadline.end(Reason::Time);
    });
    assert_eq!(ask(&mut solver), Answer::Unknown(Unknown::Cancelled));
    alarm.join().expect("the other thread only ends the deadline");
    assert_eq!(ask(&mut solver), Answer::Unknown(Unknown::Cancelled));
}

/// A value of one byte after many rounds of arithmetic: all 256 values are tried, over a large term.
#[test]
fn looking_at_all_values_ends_with_the_deadline_and_says_nothing() {
    let mut pool = Pool::new();
    let byte = pool.new_var("b", 8);
    let byte = pool.var(byte);
    let byte = pool.zext(byte, 32);
    let (mut value, factor) = (byte, pool.constant(32, 31));
    for _ in 0..20_000 {
        let (product, three) = (pool.mul(value, factor), pool.constant(32, 3));
        let (sum, shifted) = (pool.add(product, byte), pool.lshr(value, three));
        value = pool.xor(sum, shifted);
    }
    let wanted = pool.constant(32, 77);
    let question = pool.eq(value, wanted);
    let deadline = Deadline::never();
    let mut solver = Solver::new(Options { deadline: deadline.clone(), ..Options::default() });
    deadline.end(Reason::Interrupted);
    let start = Instant::now();
    for _ in 0..100 {
        assert_eq!(solver.decided(&mut pool, &mut Conditions::new(), question), None);
        let found = solver.find(&mut pool, &mut Conditions::new(), question, &Assignment::new());
        assert_eq!(found, Answer::Unknown(Unknown::Cancelled));
    }
    assert!(start.elapsed() < Duration::from_secs(5), "took {:?}", start.elapsed());
}
