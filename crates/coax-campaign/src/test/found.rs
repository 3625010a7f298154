//! A sequence that a worker found, with the program it is of.

use coax_ir::Program;
use coax_sequence::Driver;

/// A sequence, with everything that a test of it is made from.
pub struct Found<'a> {
    pub driver: Driver,
    pub program: &'a Program,
    /// The translation units of the program.
    pub members: &'a [usize],
    /// When it was found, in seconds.
    pub at: f64,
}
