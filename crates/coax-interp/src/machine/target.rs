//! What a call of a function leads to.

use coax_ir::{Body, FuncId};

use super::{Hooks, Model, Treatment};

/// What a function id leads to.
pub enum Target<'p, H: Hooks> {
    /// Not looked up yet.
    Unknown,
    /// A body without variadic parameters.
    Body(&'p Body),
    /// A body with variadic parameters.
    Variadic(&'p Body),
    /// A body whose calls are the business of the layers above, and how they do them.
    Above(&'p Body, H::Policy),
    /// A model of the library, and what it does with terms.
    Model(Model<H>, Treatment),
    /// It is neither defined nor modelled.
    Missing,
}

/// A function with a model of the library, and what that does with terms.
pub struct Modelled<H: Hooks> {
    /// The function.
    pub function: FuncId,
    /// What the model does with terms.
    pub treatment: Treatment,
    pub(crate) model: Model<H>,
}

// Not derived: layers themselves are never copied.
impl<H: Hooks> Clone for Target<'_, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<H: Hooks> Copy for Target<'_, H> {}

impl<H: Hooks> Clone for Modelled<H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<H: Hooks> Copy for Modelled<H> {}
