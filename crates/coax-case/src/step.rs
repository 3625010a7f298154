//! What a test does: it makes objects, uses them and calls functions, one after the other.
//!
//! An argument is an input, a value, or, by a pointer among a value, what an earlier step made; in a
//! [sequence](crate::Invocation) also what an earlier step gave. What steps made is destroyed when the test ends,
//! the last first, as the language says.

use coax_ir::{FuncId, TypeId};

use crate::{Argument, Invocation, Shape, Value};

/// Classes that are added to a program to make objects are called so, before their number. No test
/// names them.
pub const MAKER: &str = "coax_maker_";

/// One step of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// An object is made by its constructor, or the like of it. It may be written as late as the first
    /// step that refers to the object.
    Make(Construction),
    /// An object that was made is used: it comes into another state than its first. Written with the
    /// step that makes the object.
    Use(Use),
    /// Something is called.
    Call(Call),
    /// Something is called whose result later steps may use. The last of them is under test.
    Invoke(Invocation),
    /// What the steps hold is released, behind the call under test and all checks.
    Release(Invocation),
}

impl Step {
    /// The object that it makes or uses.
    pub(crate) fn object(&self) -> Option<usize> {
        match self {
            Step::Make(made) => Some(made.object),
            Step::Use(used) => Some(used.object),
            Step::Call(_) | Step::Invoke(_) | Step::Release(_) => None,
        }
    }

    /// The call of a sequence that it is.
    pub fn invocation(&self) -> Option<&Invocation> {
        match self {
            Step::Invoke(invocation) | Step::Release(invocation) => Some(invocation),
            Step::Make(_) | Step::Use(_) | Step::Call(_) => None,
        }
    }

    pub(crate) fn invocation_mut(&mut self) -> Option<&mut Invocation> {
        match self {
            Step::Invoke(invocation) | Step::Release(invocation) => Some(invocation),
            Step::Make(_) | Step::Use(_) | Step::Call(_) => None,
        }
    }

    /// The objects that it makes, uses or names.
    pub(crate) fn objects_mut(&mut self) -> Vec<&mut usize> {
        match self {
            Step::Make(made) => vec![&mut made.object],
            Step::Use(used) => vec![&mut used.object],
            Step::Call(_) => Vec::new(),
            Step::Invoke(invocation) | Step::Release(invocation) => {
                invocation.operands_mut().filter_map(Argument::object_mut).collect()
            }
        }
    }

    /// The values in it.
    pub(crate) fn values(&self) -> Vec<&Value> {
        match self {
            Step::Make(made) => made.arguments.iter().collect(),
            Step::Use(used) => used.arguments.iter().collect(),
            Step::Call(call) => {
                let arguments = call.arguments.iter().filter_map(Argument::value);
                call.object.iter().chain(arguments).collect()
            }
            Step::Invoke(invocation) | Step::Release(invocation) => {
                invocation.operands().filter_map(Argument::value).collect()
            }
        }
    }

    pub(crate) fn values_mut(&mut self) -> Vec<&mut Value> {
        match self {
            Step::Make(made) => made.arguments.iter_mut().collect(),
            Step::Use(used) => used.arguments.iter_mut().collect(),
            Step::Call(call) => {
                let arguments = call.arguments.iter_mut().filter_map(Argument::value_mut);
                call.object.iter_mut().chain(arguments).collect()
            }
            Step::Invoke(invocation) | Step::Release(invocation) => {
                invocation.operands_mut().filter_map(Argument::value_mut).collect()
            }
        }
    }
}

/// A call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// What is called.
    pub callee: Callee,
    /// The object a method is called on: a pointer. (Constructors make their own.)
    pub object: Option<Value>,
    /// One per parameter that the source writes; parameters behind the last are zero.
    pub arguments: Vec<Argument>,
}

/// What is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// The whole program, from its start; it asks for its inputs itself.
    Program,
    /// A function that a test declares by the shapes of its parameters and is linked with.
    Declared(Entry),
    /// A function of a source file that the test includes: static ones can be called, and every type
    /// is known.
    Function(FuncId),
}

/// A function that a test can declare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name in the source.
    pub name: String,
    /// Its name for the linker, if that differs (C++).
    pub symbol: Option<String>,
    /// Its parameters.
    pub params: Vec<Shape>,
    /// What it returns; `None` for nothing.
    pub returns: Option<Shape>,
}

/// How an object of a class is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Construction {
    /// The object, by its index; its bytes and pointers do not count.
    pub object: usize,
    /// The class.
    pub class: TypeId,
    /// The parameters of the constructor.
    pub params: Vec<TypeId>,
    /// The arguments. One that is copied from an object refers to it.
    pub arguments: Vec<Value>,
    /// How it is written.
    pub making: Making,
}

/// How a test makes an object of a class.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Making {
    /// By a constructor: `T x(a, b);`
    #[default]
    Call,
    /// Of elements: `T x = {a, b};`
    List,
    /// Of letters: `T x = "ab";`. The first argument says how many of those behind it there are.
    Text,
    /// Of a text of letters: `T x("ab");`
    Stream,
    /// Of two values: `T x(a, b);`, or `{a, b}` where it is an element.
    Pair,
    /// Of a value of the alternative with this number: `T x(std::in_place_index<1>, a);`
    Alternative(usize),
    /// Element by element, with the member function of this name: `T x; x.push(a);`
    Pushed(&'static str),
    /// Around a value of this class on the heap: `T x(new V(a));`
    Owner(String),
    /// Member by member: `T x{}; x.first = a;`
    Members(Vec<String>),
    /// By a function that returns a pointer to it: `T *x = create(a);`.
    Created(FuncId),
    /// By a function that stores a pointer to it where its parameter of this number points: `T *x; create(a, &x);`.
    Placed(FuncId, usize),
    /// By a function that fills a variable: `T x; init(&x, a);`.
    Filled(FuncId),
    /// As a variable that later steps may use: `T x(a);`.
    Used {
        /// Whether the class has a constructor to call; without one it is `T x{};`.
        has_constructor: bool,
    },
}

/// A call of a member function on an object that an earlier step made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// The object, by its index.
    pub object: usize,
    /// The function's name.
    pub function: String,
    /// Its parameters.
    pub params: Vec<TypeId>,
    /// The arguments.
    pub arguments: Vec<Value>,
    /// How often it is called, each time with the same arguments.
    pub times: u32,
    /// It is this function, no member: it takes a pointer to the object before its other parameters.
    pub free: Option<FuncId>,
}
