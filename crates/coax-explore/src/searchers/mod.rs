//! The searchers there are, one file each.

mod behind_errors;
mod breadth_first;
mod coverage_guided;
mod depth_first;
mod generational;
mod path_tree;
mod random_path;
mod ranked;
mod shortest_path;
#[cfg(test)]
mod tests;

pub use behind_errors::BehindErrors;

use crate::searcher::SearchOrder;

/// All of them, in the order in which users see them. A new one needs a line here.
pub const SEARCH_ORDERS: &[&dyn SearchOrder] = &[
    &depth_first::DepthFirst,
    &breadth_first::BreadthFirst,
    &random_path::RandomPath,
    &coverage_guided::CoverageGuided,
    &generational::Generational,
    &shortest_path::ShortestPath,
];

/// The one that users call by this name.
pub fn search_order(name: &str) -> Option<&'static dyn SearchOrder> {
    SEARCH_ORDERS.iter().copied().find(|order| order.name() == name)
}
