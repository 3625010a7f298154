//! What is known of functions by those that call them.
//!
//! Invariant: a summary holds without assumptions, for every call.

use std::collections::HashMap;

use coax_ir::FuncId;

use crate::domain::value::Value;
use crate::memory::Effect;

/// What is known of a function that was analysed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// What it may do to memory that others know of.
    pub effect: Effect,
    /// What it returns, if one value; nothing is known of others.
    pub result: Option<Value>,
    /// It may return.
    pub returns: bool,
}

/// The functions of a program that were analysed so far.
#[derive(Debug, Default)]
pub struct Summaries {
    known: HashMap<FuncId, Summary>,
}

impl Summaries {
    /// A function is known from now on.
    pub fn insert(&mut self, function: FuncId, summary: Summary) {
        self.known.insert(function, summary);
    }

    /// What a function may do to memory that others know of.
    pub fn effect(&self, function: FuncId) -> Effect {
        self.known.get(&function).map_or(Effect::ANYTHING, |summary| summary.effect)
    }

    /// What a function returns.
    pub fn result(&self, function: FuncId) -> Option<Value> {
        self.known.get(&function)?.result
    }

    /// May a function return?
    pub fn returns(&self, function: FuncId) -> bool {
        self.known.get(&function).is_none_or(|summary| summary.returns)
    }
}
