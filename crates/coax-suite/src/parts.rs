//! A test in C or C++ in pieces, for dialects to put together.

/// A test in C or C++, in the pieces that a dialect puts together: in this order, with the dialect's
/// own opening before `setup` and what it expects before `call`.
///
/// All of it relies on the support files that lie beside tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// What the test shows, in words.
    pub summary: String,
    /// The code under test and the support headers.
    pub includes: String,
    /// What stands before the test: declarations, variables and stubs.
    pub definitions: String,
    /// Statements that make what the call finds and is answered.
    pub setup: Vec<String>,
    /// Statements that make what only the call needs; the last one is the call.
    pub call: Vec<String>,
    /// Statements that check what the calls of a sequence gave.
    pub checks: Vec<String>,
    /// Statements behind the call and the checks.
    pub teardown: Vec<String>,
}
