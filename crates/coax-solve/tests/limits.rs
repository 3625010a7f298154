//! Questions that take too long end, and end as "unknown".

use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

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
fn a_cancelled_question_ends_and_the_next_is_answered() {
    let mut solver = Solver::new(Options {
        query_time: Duration::from_secs(3600),
        seed: 0,
        ..Options::default()
    });
    let flag = solver.cancel_flag();
    let setter = thread::spawn({
        let flag = flag.clone();
        move || {
            thread::sleep(Duration::from_millis(200));
            flag.store(true, Ordering::Relaxed);
        }
    });
    assert_eq!(ask(&mut solver), Answer::Unknown(Unknown::Cancelled));
    setter.join().expect("the other thread only sets a flag");
    assert_eq!(ask(&mut solver), Answer::Unknown(Unknown::Cancelled), "as long as the flag is set");
    flag.store(false, Ordering::Relaxed);

    let mut pool = Pool::new();
    let _ = factoring(&mut pool);
    let var = pool.new_var("x", 32);
    let x = pool.var(var);
    let (square, nine) = (pool.mul(x, x), pool.constant(32, 9));
    let question = pool.eq(square, nine);
    let answer = solver.find(&mut pool, &mut Conditions::new(), question, &Assignment::new());
    let Answer::Sat(model) = answer else { panic!("{answer:?}") };
    assert_eq!(model.get(var).wrapping_mul(model.get(var)) as u32, 9);
}
