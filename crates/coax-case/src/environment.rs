//! What the steps of a test find in memory, and what answers them.

use std::sync::Arc;

use coax_ir::{FuncId, GlobalId, TypeId};

use crate::{Input, Object, Value};

/// How many integers and pointers are passed in registers. Of a function without a prototype, only
/// those arguments are known.
pub const REGISTERS: usize = 6;

/// What the steps find and are answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// The program's arguments that are no input, its name first. An input that is an argument takes
    /// the place of the one with its number, or comes after the last.
    pub arguments: Vec<Vec<u8>>,
    /// Inputs, in the order in which the program asks for them.
    pub inputs: Vec<Input>,
    /// What pointers lead to.
    pub objects: Vec<Object>,
    /// Variables that start with other than their initial values.
    pub globals: Vec<Global>,
    /// Functions that are answered for.
    pub stubs: Vec<Stub>,
    /// What destroys objects behind the call under test, in order.
    pub destructions: Vec<Destruction>,
}

/// The end of an object that a function of the code made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Destruction {
    /// The object, by its index.
    pub object: usize,
    /// What is called with a pointer to it.
    pub function: FuncId,
}

/// A global variable and the value it starts with. The test defines those that no file defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// The variable.
    pub id: GlobalId,
    /// Its value.
    pub value: Value,
}

/// A function that returns what the test says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stub {
    /// The function; none if only a pointer leads to it.
    pub function: Option<FuncId>,
    /// The type of the function, if a pointer leads to it.
    pub ty: Option<TypeId>,
    /// Its name, or that of the pointer.
    pub name: Arc<str>,
    /// What it returns, call by call; nothing for `void`.
    pub returns: Vec<Option<Value>>,
    /// What it writes.
    pub outputs: Vec<Output>,
}

/// What a stub writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// In which of its calls, counted from 0.
    pub call: usize,
    /// Where.
    pub to: OutputTo,
    /// What.
    pub value: Value,
}

/// Where a stub writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputTo {
    /// Where the argument of this number, counted from 0, points to.
    Argument(usize),
    /// A global variable.
    Global(GlobalId),
}
