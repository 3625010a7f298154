//! Conditions on the parameters of a function, as `COAX_PARTITION` states them: C text becomes
//! terms over the arguments.
//!
//! [`types`] knows C's arithmetic, [`lexer`] and [`parser`] read the text, [`steps`] is what
//! they make of it, [`declared`] finds the parameters in the pieces that [`source`] cuts a source text into.
//!
//! - *Invariant:* a condition means what C says it means; what is not understood is an error. Where
//!   C gives an expression no meaning (overflow, division by 0, a shift too far), it has the
//!   meaning of the terms.

mod declared;
mod lexer;
mod parser;
mod source;
mod steps;
#[cfg(test)]
mod tests;
mod types;

use std::sync::Arc;

use coax_expr::{Pool, Term};
use coax_ir::Kind;

pub use declared::declared_parameters;
use steps::{Place, Step};

/// A parameter of the function, as the conditions name it.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name; empty if it has none.
    pub name: Arc<str>,
    /// What its values are. Conditions may name the integers of C, single and double only.
    pub kind: Kind,
    /// Does its type have negative numbers?
    pub signed: bool,
}

/// The parts of a function's domain.
#[derive(Clone, Debug)]
pub struct Conditions {
    steps: Vec<Step>,
    conditions: Vec<Place>,
}

/// What is wrong, and at which byte.
struct Fault {
    at: usize,
    message: String,
}

impl Conditions {
    /// Reads them; the error says what is wrong and where in the text.
    pub fn parse(text: &str, parameters: &[Parameter]) -> Result<Conditions, String> {
        let (steps, conditions) =
            parser::parse(text, parameters).map_err(|Fault { at, message }| {
                let column = text[..at].chars().count() + 1;
                format!("{message} (column {column} of `{text}`)")
            })?;
        Ok(Conditions { steps, conditions })
    }

    /// The conditions (terms of width 1) on these arguments, in order. Each argument has the width
    /// of its parameter's kind.
    pub fn terms(&self, pool: &mut Pool, args: &[Term]) -> Vec<Term> {
        let mut done = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            let term = step.term(pool, args, &done);
            done.push(term);
        }
        self.conditions.iter().map(|&place| done[place]).collect()
    }
}
