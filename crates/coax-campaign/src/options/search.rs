//! `--search`: which pending path is resumed next. The engine's table of orders is what users may choose from.

use std::fmt;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use coax_engine::explore::{SEARCH_ORDERS, Searcher, search_order};
use coax_engine::symbolic::FlipPolicy;

/// A value of `--search`: one of the engine's orders.
#[derive(Clone, Copy)]
pub struct SearchOrder(&'static dyn coax_engine::explore::SearchOrder);

impl SearchOrder {
    /// As it is written.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// A searcher of this order.
    pub fn searcher<'p>(self, seed: u64) -> Box<dyn Searcher<'p> + 'p> {
        self.0.searcher(seed)
    }

    /// What the command line offers.
    pub fn values() -> impl TypedValueParser<Value = SearchOrder> {
        let values =
            SEARCH_ORDERS.iter().map(|order| PossibleValue::new(order.name()).help(order.about()));
        PossibleValuesParser::new(values).map(|name| {
            SearchOrder(search_order(&name).expect("only names of orders are possible values"))
        })
    }
}

impl fmt::Debug for SearchOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq for SearchOrder {
    fn eq(&self, other: &SearchOrder) -> bool {
        self.name() == other.name()
    }
}

/// When the other side of a decision is put to the solver, unless the searcher wants it later.
pub fn flip_policy(no_prune: bool) -> FlipPolicy {
    if no_prune { FlipPolicy::Lazy } else { FlipPolicy::Eager }
}
