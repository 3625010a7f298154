//! A path that ended as a case: what a test file is made from.

use coax_case::{Argument, Call, Callee, Check, Entry, Environment, Shape, Source, Step, TestCase};
use coax_engine::symbolic::{Input, InputSource};
use coax_ir::Program;

use super::shapes;

/// What all cases of a unit have in common.
pub struct Cases<'a> {
    pub program: &'a Program,
    /// The name of the unit.
    pub unit: String,
    /// How a test calls it; none for `main`, which the program's own start calls.
    pub entry: Option<Entry>,
    /// The program's arguments that are no input, its name first; none if a function is called.
    pub arguments: Vec<Vec<u8>>,
}

impl Cases<'_> {
    /// The case of a path with these inputs that ends as the check says; notes tell what else there is to know.
    pub fn case(
        &self,
        id: String,
        inputs: Vec<coax_case::Input>,
        check: Check,
        notes: Vec<String>,
    ) -> TestCase {
        let steps = vec![Step::Call(self.call(&inputs))];
        let arguments = self.arguments.clone();
        let environment = Environment { arguments, inputs, ..Environment::default() };
        TestCase { id, steps, environment, checks: vec![check], notes }
    }

    /// The only step. Parameters became inputs in their order.
    fn call(&self, inputs: &[coax_case::Input]) -> Call {
        let callee = self.entry.clone().map_or(Callee::Program, Callee::Declared);
        let is_parameter =
            |input: &coax_case::Input| matches!(input.source, Source::Parameter { .. });
        let parameters = (0..inputs.len()).filter(|&index| is_parameter(&inputs[index]));
        Call { callee, object: None, arguments: parameters.map(Argument::Input).collect() }
    }

    /// The inputs of a path.
    pub fn inputs(&self, inputs: Vec<(&Input, Vec<u8>)>) -> Vec<coax_case::Input> {
        inputs.into_iter().map(|(input, bytes)| self.input(input, bytes)).collect()
    }

    fn input(&self, input: &Input, bytes: Vec<u8>) -> coax_case::Input {
        let shape = self.shape(input, bytes.len());
        coax_case::Input { source: source(&input.source), shape, bytes }
    }

    fn shape(&self, input: &Input, size: usize) -> Shape {
        match (&input.source, input.ty) {
            (InputSource::Value { word, .. }, _) => shapes::of_word(word, size),
            (InputSource::Argument(_) | InputSource::Stdin | InputSource::File(_), _) => {
                Shape::Bytes
            }
            (InputSource::Parameter { .. }, None) => {
                shapes::fitting(Shape::Unsigned(8 * size as u32), size)
            }
            (_, Some(ty)) => shapes::fitting(shapes::of_type(self.program, ty), size),
            (InputSource::Object { .. } | InputSource::Unit { .. }, None) => Shape::Bytes,
        }
    }
}

fn source(source: &InputSource) -> Source {
    match source {
        InputSource::Object { word, name } => {
            Source::Object { word: word.to_string(), name: name.to_string() }
        }
        InputSource::Value { word, name } => {
            Source::Value { word: word.to_string(), name: name.as_deref().map(str::to_string) }
        }
        InputSource::Argument(index) => Source::Argument(*index),
        InputSource::Stdin => Source::Stdin,
        InputSource::File(name) => Source::File(name.to_string()),
        InputSource::Parameter { name, .. } => Source::Parameter { name: name.to_string() },
        // Only units have such inputs, and programs are explored here.
        InputSource::Unit { name } => {
            Source::Value { word: "unit".into(), name: Some(name.to_string()) }
        }
    }
}
