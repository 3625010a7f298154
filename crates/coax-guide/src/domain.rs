//! What is known of a value: the words it may be, where it points, whether it was written.

pub mod arithmetic;
pub mod number;
#[cfg(test)]
mod tests;
pub mod value;
