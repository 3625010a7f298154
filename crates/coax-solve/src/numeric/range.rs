//! What a number in a question can be: found by intervals, used by the search.

use coax_expr::FloatFormat;

/// Bounds of a number, both included.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Range {
    /// Read as a natural number.
    Unsigned(u64, u64),
    /// Read in two's complement.
    Signed(i64, i64),
    /// Read as a float.
    Float {
        /// Its format.
        format: FloatFormat,
        /// The least value; the zeros are one value.
        low: f64,
        /// The greatest value.
        high: f64,
        /// May it be a NaN as well?
        nan: bool,
    },
}
