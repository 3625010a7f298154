//! The text of `COAX_PARTITION`: conditions on the parameters of a function, in C.
//!
//! [`types`] knows the names of C's arithmetic types, [`lexer`] and [`parser`] read the text. What they make of
//! it, a [`Partition`], is data that the engine turns into terms.
//!
//! Invariant: a condition means what C says it means; what is not understood is an error.

mod lexer;
mod parser;
pub(crate) mod types;

use std::sync::Arc;

use coax_ir::Kind;
use coax_ir::partition::Partition;

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

/// What is wrong, and at which byte.
struct Fault {
    at: usize,
    message: String,
}

/// Reads conditions separated by commas; the error says what is wrong and where in the text.
pub fn parse_partition(text: &str, parameters: &[Parameter]) -> Result<Partition, String> {
    parser::parse(text, parameters).map_err(|Fault { at, message }| {
        let column = text[..at].chars().count() + 1;
        format!("{message} (column {column} of `{text}`)")
    })
}
