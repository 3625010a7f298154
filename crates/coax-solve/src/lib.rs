//! Is there a model? Layers that answer cheaply, and an SMT solver below them.
//!
//! A path keeps what holds on it as [`Conditions`] and always carries a model of them. The question
//! is whether a further condition can hold too, and with which values: [`Solver::find`].
//!
//! ```
//! use coax_expr::{Assignment, Pool};
//! use coax_solve::{Answer, Conditions, Options, Solver};
//!
//! let mut pool = Pool::new();
//! let x = pool.new_var("x", 32);
//! let term = pool.var(x);
//! let (hundred, square) = (pool.constant(32, 100), pool.mul(term, term));
//! let (small, nine) = (pool.ult(term, hundred), pool.constant(32, 5041));
//! let is_square = pool.eq(square, nine);
//!
//! let mut conditions = Conditions::new();
//! conditions.add(&pool, small);
//! let mut solver = Solver::new(Options::default());
//! let answer = solver.find(&mut pool, &mut conditions, is_square, &Assignment::new());
//! let Answer::Sat(model) = answer else { panic!("71 * 71 is 5041") };
//! assert_eq!(model.get(x), 71);
//! ```
//!
//! - *Invariant:* a model that is given out was evaluated; "unknown" is never "unsat".
//! - *Invariant:* the same questions in the same order get the same answers. The clock decides
//!   nothing but when the back end gives up.
//! - *Absent on purpose:* files, threads of our own, knowledge of programs.

mod answer;
pub mod backend;
mod byte_set;
mod conditions;
mod layers;
mod mixed;
pub mod numeric;
mod options;
mod query;
mod solver;
mod sorted;
mod statistics;
mod truth_table;

pub use answer::{Answer, Unknown};
pub use conditions::Conditions;
pub use options::{Heuristics, Nonlinear, Options};
pub use solver::{Partition, Solver};
pub use statistics::{MixedCounts, NumericCounts, Statistics};
