//! Functions and classes as the source declares them: what is needed to call a function from
//! source text, or to make an object of a class.
//!
//! Everything here comes from debug information and is read when first asked for.
//! Invariant: what the debug information does not settle is said to be unknown, never guessed.

use std::sync::Arc;

use crate::TypeId;

/// The source language of a translation unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// Any version of C.
    C,
    /// Any version of C++.
    Cxx,
}

/// A function as its source declares it.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceSignature {
    /// As the source writes it, unqualified: `push`, `max_of<int>`, `operator+`, `~Stack`.
    pub name: Arc<str>,
    /// With its scopes, as a call from the same translation unit would write it: `ns::Stack::push`.
    /// Anonymous namespaces are left out. In C the same as `name`.
    pub qualified: Arc<str>,
    /// The file it is defined in, absolute.
    pub file: Arc<str>,
    /// The line it is defined at.
    pub line: u32,
    /// The main file of its translation unit, absolute: what a test includes.
    pub unit: Arc<str>,
    /// The language of its translation unit.
    pub language: Language,
    /// Can other translation units call it?
    pub linkage: Linkage,
    /// The result; [`crate::Type::Void`] for none.
    pub result: TypeId,
    /// Parameters as written, without `this`.
    pub params: Vec<SourceParam>,
    /// Takes `...` too.
    pub variadic: bool,
    /// Set for non-static member functions of C++.
    pub method: Option<Method>,
    /// How each machine-level parameter comes about, in the order of [`crate::Signature::params`].
    pub arguments: Vec<Passing>,
}

impl SourceSignature {
    /// Is it known how every machine-level parameter comes about?
    pub fn is_matched(&self) -> bool {
        !self.arguments.contains(&Passing::Unknown)
    }
}

/// Who can name a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linkage {
    /// Other translation units too.
    External,
    /// Only its own one: `static`, or in an anonymous namespace.
    Internal,
}

/// A parameter as written.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceParam {
    /// Its name, if it has one.
    pub name: Option<Arc<str>>,
    /// Its type; arrays and functions are already pointers.
    pub ty: TypeId,
    /// How many elements it is declared with, if that is as an array.
    pub elements: Option<u64>,
}

/// What makes a function a non-static member function.
#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    /// Its class.
    pub class: TypeId,
    /// What it is for.
    pub role: Role,
    /// Who may call it.
    pub access: Access,
    /// It may be called on a `const` object.
    pub is_const: bool,
    /// It is virtual.
    pub is_virtual: bool,
}

/// What a member function is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Makes an object out of raw memory.
    Constructor,
    /// Ends an object's life.
    Destructor,
    /// Anything else.
    Other,
}

/// Who may use a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Access {
    /// Everybody.
    #[default]
    Public,
    /// Derived classes.
    Protected,
    /// The class itself.
    Private,
}

/// How a machine-level parameter comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// The hidden pointer to where a struct result goes.
    Result,
    /// The object pointer.
    This,
    /// The source parameter itself. If the machine-level parameter is wider (definitions in the
    /// style before C89, `_Bool` in memory), the value is extended as its type says.
    Scalar {
        /// Index into [`SourceSignature::params`].
        param: usize,
    },
    /// Bytes from `offset` of a parameter that travels in registers; as many as the machine-level
    /// parameter's kinds take, of which those beyond the parameter's size mean nothing.
    Piece {
        /// Index into [`SourceSignature::params`].
        param: usize,
        /// Offset of the first byte.
        offset: u64,
    },
    /// A pointer to a copy that belongs to the callee.
    Copy {
        /// Index into [`SourceSignature::params`].
        param: usize,
    },
    /// A pointer to the object itself (C++ classes whose copying is not trivial).
    Address {
        /// Index into [`SourceSignature::params`].
        param: usize,
    },
    /// It could not be matched: the function cannot be called from outside.
    Unknown,
}

/// What only classes of C++ have.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassFacts {
    /// Direct base classes in order.
    pub bases: Vec<Base>,
    /// It or one of its bases has virtual functions or virtual bases: its objects contain pointers
    /// to tables that only a constructor can fill in.
    pub is_dynamic: bool,
    /// It declares a pure virtual function: there are no objects of exactly this class, as far as
    /// its own declarations tell.
    pub declares_pure: bool,
    /// Constructors it declares, in order; those the compiler adds are not among them, and
    /// templates neither.
    pub constructors: Vec<Constructor>,
    /// Who may destroy an object; none if no destructor is declared.
    pub destructor: Option<Destructor>,
    /// Copying and destroying it is trivial enough to pass it in registers.
    pub trivial_for_calls: bool,
    /// The compiler calls it a trivial class: default construction and copying do nothing special.
    pub is_trivial: bool,
    /// `T{a, b}` initialises its members, as far as debug information tells.
    pub is_aggregate: bool,
}

/// A direct base class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Base {
    /// The class.
    pub ty: TypeId,
    /// Its offset in bytes; none for virtual ones, whose place depends on the whole object.
    pub offset: Option<u64>,
    /// How it is inherited.
    pub access: Access,
}

/// A constructor that a class declares.
#[derive(Clone, Debug, PartialEq)]
pub struct Constructor {
    /// Its parameters, without `this`.
    pub params: Vec<TypeId>,
    /// Takes `...` too.
    pub variadic: bool,
    /// Who may call it.
    pub access: Access,
    /// `= delete`.
    pub is_deleted: bool,
    /// `explicit`.
    pub is_explicit: bool,
    /// What [`crate::Program::definition_of`] finds its definition by.
    pub declaration: Declaration,
}

/// The destructor that a class declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Destructor {
    /// Who may call it.
    pub access: Access,
    /// `= delete`.
    pub is_deleted: bool,
    /// It is virtual.
    pub is_virtual: bool,
    /// What [`crate::Program::definition_of`] finds its definition by.
    pub declaration: Declaration,
}

/// A declaration of a member function, as the front end counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Declaration {
    /// Which module it is in.
    pub module: u32,
    /// Which node of the module's debug information it is.
    pub node: u32,
}
