//! The parts of the explore corpus: directives, the report as the contract has it, one run of
//! `coax explore`, and the judgement about it.

pub mod directive;
pub mod invoke;
pub mod judge;
pub mod report;
pub mod suite;
