//! The layers between a question and the back end, in the order they are asked. Each knows one
//! cheap way to an answer and is silent otherwise.

pub mod cache;
pub mod domains;
pub mod edits;
pub mod inverse;
pub mod models;
pub mod order;
pub mod simplify;
