//! Short words for making cases of whole programs and of functions that a test declares.

use coax_case::{
    Argument, Call, Callee, Check, Entry, Environment, Field, Input, Shape, Source, Step, TestCase,
};
use coax_ir::{Body, Front, FuncId, GlobalId, LowerError, Program, ProgramParts};

/// A program of which nothing is known: such cases name nothing of it.
pub fn no_program() -> Program {
    Program::new(ProgramParts::default(), Box::new(Nothing))
}

struct Nothing;

impl Front for Nothing {
    fn lower(&mut self, _: &Program, _: FuncId) -> Result<Body, LowerError> {
        Err(LowerError::Unreadable("no function".into()))
    }

    fn initial(&mut self, _: &Program, _: GlobalId) -> Result<Box<[u8]>, LowerError> {
        Err(LowerError::Unreadable("no global".into()))
    }
}

/// A run of a program with these inputs.
pub fn case(id: &str, inputs: Vec<Input>, check: Check) -> TestCase {
    let steps = vec![call(Callee::Program, vec![])];
    let environment = Environment { inputs, ..Environment::default() };
    TestCase { id: id.into(), steps, environment, checks: vec![check], notes: vec![] }
}

/// A call of a function with these inputs as arguments.
pub fn calling(entry: &Entry, id: &str, inputs: Vec<Input>, check: Check) -> TestCase {
    let arguments = (0..inputs.len()).map(Argument::Input).collect();
    let steps = vec![call(Callee::Declared(entry.clone()), arguments)];
    TestCase { steps, ..case(id, inputs, check) }
}

fn call(callee: Callee, arguments: Vec<Argument>) -> Step {
    Step::Call(Call { callee, object: None, arguments })
}

pub fn status(status: i32) -> Check {
    Check::Normal { status }
}

pub fn input(source: Source, shape: Shape, bytes: &[u8]) -> Input {
    Input { source, shape, bytes: bytes.into() }
}

pub fn parameter(name: &str, shape: Shape, bytes: &[u8]) -> Input {
    input(Source::Parameter { name: name.into() }, shape, bytes)
}

pub fn object(word: &str, name: &str, shape: Shape, bytes: &[u8]) -> Input {
    input(Source::Object { word: word.into(), name: name.into() }, shape, bytes)
}

pub fn value(word: &str, shape: Shape, bytes: &[u8]) -> Input {
    input(Source::Value { word: word.into(), name: None }, shape, bytes)
}

pub fn int(name: &str, number: i32) -> Input {
    let source = Source::Value { word: "coax_int".into(), name: Some(name.into()) };
    input(source, Shape::Signed(32), &number.to_le_bytes())
}

pub fn array(element: Shape, count: u64) -> Shape {
    Shape::Array(Box::new(element), count)
}

pub fn field(name: &str, offset: u64, shape: Shape) -> Field {
    Field { name: name.into(), offset, shape }
}
