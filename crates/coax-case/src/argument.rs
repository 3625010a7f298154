//! What calls are given.

use crate::Value;

/// An argument of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// An input, by its index in the environment.
    Input(usize),
    /// A value; pointers in it may lead to what earlier steps made.
    Value(Value),
    /// What an earlier step of a sequence gave.
    Result {
        /// The step, by its index.
        step: usize,
        /// How it is passed.
        pass: Pass,
    },
    /// A variable of a sequence, with what earlier steps left in it.
    Object {
        /// The object, by its index in the environment.
        index: usize,
        /// How it is passed. An array is passed by its address as it is.
        pass: Pass,
    },
    /// The number of elements, or of bytes where there is no type, that an object of a sequence has: the length that
    /// goes with a buffer.
    Length {
        /// The object, by its index in the environment.
        index: usize,
    },
    /// A text that needs no variable: a string literal, for a pointer to constant characters or a string of C++.
    Text(Vec<u8>),
}

impl Argument {
    /// The value, if it is no input.
    pub fn value(&self) -> Option<&Value> {
        match self {
            Argument::Value(value) => Some(value),
            Argument::Input(_)
            | Argument::Result { .. }
            | Argument::Object { .. }
            | Argument::Length { .. }
            | Argument::Text(_) => None,
        }
    }

    /// The object of the environment that it names.
    pub(crate) fn object_mut(&mut self) -> Option<&mut usize> {
        match self {
            Argument::Object { index, .. } | Argument::Length { index } => Some(index),
            _ => None,
        }
    }

    /// The object of the environment that it names.
    pub fn object(&self) -> Option<usize> {
        match self {
            Argument::Object { index, .. } | Argument::Length { index } => Some(*index),
            _ => None,
        }
    }

    pub(crate) fn value_mut(&mut self) -> Option<&mut Value> {
        match self {
            Argument::Value(value) => Some(value),
            Argument::Input(_)
            | Argument::Result { .. }
            | Argument::Object { .. }
            | Argument::Length { .. }
            | Argument::Text(_) => None,
        }
    }
}

/// How something that has a name in the test is passed: the result of a step, or a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Itself: `x`; where a reference is wanted, it is bound to it.
    Value,
    /// Its address: `&x`.
    Address,
    /// What it points to: `*x`.
    Pointee,
    /// Itself, to be taken over: `std::move(x)`.
    Moved,
}
