//! The parts of the explore corpus: directives, one run of `coax explore`, and the
//! judgement about it.

pub mod directive;
pub mod engines;
pub mod invoke;
pub mod judge;
pub mod policy;
pub mod suite;
