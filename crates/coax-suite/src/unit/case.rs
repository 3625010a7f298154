//! What a test of a single function is made from: the call, and the world it is made in.
//!
//! Every type is one of the `coax_ir::Program` that is handed to the renderer along with the case.
//! Invariants the caller keeps: bytes are memory images, little-endian and as long as their type
//! says; where a [`PointerAt`] says what a pointer points to, the bytes there do not count; indices
//! are valid.

use coax_ir::TypeId;

use crate::Ending;

/// A call of a function with everything that call finds in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitCase {
    /// Names the test: file name without extension.
    pub id: String,
    /// What is called.
    pub function: FuncRef,
    /// The object a method is called on: a pointer. (Constructors make their own.)
    pub this: Option<Value>,
    /// One per parameter that the source writes.
    pub arguments: Vec<Value>,
    /// What pointers refer to, by index.
    pub objects: Vec<GivenObject>,
    /// Globals that start with other than their initial values.
    pub globals: Vec<GivenGlobal>,
    /// Functions that are not the program's own.
    pub stubs: Vec<Stub>,
    /// How the call ends.
    pub ending: Ending,
    /// Further sentences for the heading, without their final dot.
    pub note: Vec<String>,
}

impl UnitCase {
    /// Whether the test is one that fails, kept in `errors/` rather than in `tests/`.
    pub fn is_error(&self) -> bool {
        matches!(self.ending, Ending::Error { .. })
    }
}

/// A function as a test refers to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FuncRef {
    /// As a caller writes it: `push`, `ns::f`, `max_of<int>`, `Stack::push`.
    pub call: String,
    /// Its name for the linker.
    pub symbol: String,
    /// What it returns.
    pub result: TypeId,
    /// Its parameters, without `this`.
    pub params: Vec<ParamRef>,
    /// Whether it takes `...` too: no such argument is given.
    pub variadic: bool,
    /// What kind of function it is.
    pub kind: FuncKind,
    /// Others have its name: arguments must be of exactly the types of its parameters.
    pub overloaded: bool,
}

/// How a function is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FuncKind {
    /// By its name: C functions, free functions and static members.
    Plain,
    /// On an object.
    Method {
        /// Overridden ones must not be called in its place.
        is_virtual: bool,
    },
    /// By defining a variable.
    Constructor,
    /// On an object that is not used afterwards.
    Destructor,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParamRef {
    /// Its name in the source, if it has one.
    pub name: Option<String>,
    /// Its type.
    pub ty: TypeId,
}

/// A value: bytes, and what the pointers among them point to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// Its type.
    pub ty: TypeId,
    /// Its memory image.
    pub bytes: Vec<u8>,
    /// The pointers in it.
    pub pointers: Vec<PointerAt>,
}

/// A pointer within a value or object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointerAt {
    /// Where it lies, in bytes.
    pub offset: u64,
    /// What it points to.
    pub to: Pointee,
}

/// What a pointer points to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pointee {
    /// Nothing.
    Null,
    /// One of the case's objects, or what lies in it.
    Object {
        /// Which.
        index: usize,
        /// How far in, in bytes.
        offset: u64,
    },
    /// A function of the program, by its name in the source.
    Function(String),
    /// One of the case's stubs.
    Stub(usize),
    /// A global variable, or what lies in it.
    Global {
        /// Its name in the source.
        name: String,
        /// How far in, in bytes.
        offset: u64,
    },
    /// A `FILE` that reads these bytes.
    File {
        /// All of them.
        bytes: Vec<u8>,
    },
}

/// An object that pointers of the case refer to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenObject {
    /// The type of its elements (void: bytes).
    pub ty: TypeId,
    /// How many there are.
    pub count: u64,
    /// Its memory image: `count` times the size of an element. Any other size is fine too; then
    /// the object is written as bytes.
    pub bytes: Vec<u8>,
    /// The pointers in it.
    pub pointers: Vec<PointerAt>,
    /// Set if the function under test releases it: it lies on the heap.
    pub released: Option<Release>,
    /// Its bytes are a string.
    pub text: bool,
    /// A good name for it: the parameter's, `list_next`, …
    pub name: Option<String>,
    /// How it is made, when not field by field; then its bytes and pointers do not count.
    pub constructed: Option<Construction>,
}

/// How an object is released.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Release {
    /// By `free` or `realloc`.
    Free,
    /// By `delete`.
    Delete,
    /// By `delete[]`.
    DeleteArray,
}

/// A global variable and the value it starts with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenGlobal {
    /// Its name in the source, with its scopes.
    pub name: String,
    /// Its value.
    pub value: Value,
    /// Its name for the linker, if only the test defines it.
    pub undefined: Option<String>,
}

impl GivenGlobal {
    /// How the test names it. What the test defines may be constant to everybody else.
    pub(super) fn place(&self) -> String {
        match &self.undefined {
            Some(symbol) => format!("coax_variable_{symbol}"),
            None => self.name.clone(),
        }
    }
}

/// A function that returns what the test says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stub {
    /// Its name in the source; for one that only a pointer reaches, a good name.
    pub function: String,
    /// Its name for the linker, if it has one. Needed for methods and overloaded functions.
    pub symbol: Option<String>,
    /// Its type.
    pub ty: StubType,
    /// Why the program's own function is not called.
    pub how: StubKind,
    /// What it returns, call by call. Empty if it returns nothing or is not called.
    pub returns: Vec<Value>,
    /// What it writes.
    pub outputs: Vec<Output>,
}

/// Where a stub writes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OutputTo {
    /// Where the parameter of this number, counted from 0, points to.
    Param(usize),
    /// A global variable, by its name in the source.
    Global(String),
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

/// The type of a stub.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StubType {
    /// What it returns.
    pub result: TypeId,
    /// What it takes; for a method, without the object.
    pub params: Vec<TypeId>,
    /// Whether it takes `...` too.
    pub variadic: bool,
    /// Whether it is a method: it takes an object pointer first.
    pub method: bool,
}

/// Why there is a stub.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StubKind {
    /// The program declares the function but does not have it.
    Undefined,
    /// The function has a body that must not run.
    Replaced,
    /// The same, but the test cannot name it: another file has it for itself.
    Hidden,
    /// Only a function pointer reaches it.
    Pointer,
}

/// A constructor call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Construction {
    /// The class.
    pub class: TypeId,
    /// The arguments.
    pub arguments: Vec<Value>,
    /// The parameters of the constructor.
    pub params: Vec<TypeId>,
    /// How it is written.
    pub making: Making,
    /// What is written into the object afterwards: values of its fields, by offset.
    pub then: Vec<(u64, Value)>,
}

/// How a test makes an object of a class.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Making {
    /// By a constructor: `T x(a, b);`
    #[default]
    Call,
    /// Of elements: `T x = {a, b};`
    List,
    /// Of letters: `T x = "ab";`
    Text,
    /// Of a text of letters: `T x("ab");`
    Stream,
    /// Of two values: `T x(a, b);`, or `{a, b}` where it is an element.
    Pair,
    /// Of a value of the alternative with this number: `T x(std::in_place_index<1>, a);`
    Alternative(usize),
    /// Element by element: `T x; x.push(a);`, or whatever that function is called.
    Pushed(&'static str),
    /// Around a value of this class on the heap: `T x(new V(a));`
    Owner(String),
    /// Member by member: `T x{}; x.first = a;`
    Members(Vec<String>),
    /// By a constructor, and calls after that: `T x(a); x.push(b);`.
    Used {
        /// How many of the arguments are the constructor's; without one it is `T x{};`.
        constructor: Option<usize>,
        /// The calls.
        calls: Vec<UsedCall>,
    },
}

/// A call of a member function on an object that has just been made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedCall {
    /// The function.
    pub name: String,
    /// How many arguments it takes.
    pub arguments: usize,
    /// It is called again and again: before its arguments there is one that says how often after the first time.
    pub repeated: bool,
}

/// Where the code under test is, seen from the folder of the test.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct UnitPlace {
    /// The source file that has the function: what the test includes.
    pub include: String,
    /// Further sources to compile along.
    pub others: Vec<String>,
    /// Flags that compile and link them.
    pub cflags: Vec<String>,
    /// Whether the test is written in C++.
    pub cxx: bool,
    /// What clang is called, for what no other compiler can show.
    pub clang: String,
}
