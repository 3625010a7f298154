//! What a question about models is answered with.

use coax_expr::Assignment;

/// Is there a model?
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Yes: this one. It was evaluated.
    Sat(Assignment),
    /// No.
    Unsat,
    /// No answer was found. Never to be taken for "no".
    Unknown(Unknown),
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// The time for one question was over.
    Time,
    /// Something in the question has no meaning for the back end.
    Unsupported(String),
    /// The deadline is over.
    Cancelled,
}
