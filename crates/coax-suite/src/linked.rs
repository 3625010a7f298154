//! Tests that are linked with the code under test: of a whole program, or of a function that the test
//! declares.
//!
//! The inputs are listed as a person would have written them; everything else is left to
//! `coax_replay.h`. The types are the test's own: it does not see those of the program.

use coax_case::{Argument, Callee, Entry, Environment, Input, Shape, Source};

use crate::{
    format,
    in_words::{self, argument, checks_in_words, readable_inputs},
    names::Names,
    parts::Parts,
    test::Test,
    text::{WIDTH, identifier, is_plain_text, is_text, literal_pieces, string_literal},
    value::{self, Initializer, Structs, scalar_literal, scalar_type},
};

/// How many inputs the comment in words names.
const NAMED_IN_WORDS: usize = 8;

/// The pieces of a test that is linked with the code under test.
pub(crate) fn parts(test: &Test<'_>) -> Parts {
    let Environment { arguments, inputs, .. } = &test.case.environment;
    let mut body = Body::default();
    for (index, bytes) in arguments.iter().enumerate() {
        if !inputs.iter().any(|input| input.source == Source::Argument(index as u32)) {
            body.text(&format!("replay_argument({index}, "), bytes);
        }
    }
    for input in inputs {
        body.input(input);
    }
    let given = body.lines.len();
    let (definitions, call) = match test.case.callee() {
        Callee::Declared(entry) => body.entry(&entry, test),
        _ => (String::new(), "replay_main();".into()),
    };
    body.lines.push(call);
    let call = body.lines.split_off(given);
    Parts {
        summary: summary(test),
        includes: "#include \"coax_replay.h\"\n".into(),
        definitions,
        setup: body.structs.definitions.into_iter().chain(body.lines).collect(),
        call,
        checks: Vec::new(),
        teardown: Vec::new(),
    }
}

/// The inputs, and what the test shows.
fn summary(test: &Test<'_>) -> String {
    let inputs = readable_inputs(&test.case.environment.inputs);
    let mut named: Vec<_> = inputs
        .iter()
        .take(NAMED_IN_WORDS)
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    if inputs.len() > NAMED_IN_WORDS {
        named.push(format!("and {} more", inputs.len() - NAMED_IN_WORDS));
    }
    let given = if named.is_empty() { "no input".into() } else { named.join(", ") };
    let notes = test.case.notes.iter().map(|note| format!(" {note}."));
    format!("{given}: {}.{}", checks_in_words(test.case), notes.collect::<String>())
}

/// The body of the test, growing.
#[derive(Default)]
struct Body {
    structs: Structs,
    lines: Vec<String>,
    variables: Names,
}

impl Body {
    fn input(&mut self, input: &Input) {
        match &input.source {
            Source::Object { word, name } => self.given(word, Some(name), input),
            Source::Value { word, name } => self.given(word, name.as_deref(), input),
            Source::Argument(index) => {
                self.text(&format!("replay_argument({index}, "), argument(&input.bytes));
            }
            Source::Stdin => self.text("replay_stdin(", &input.bytes),
            Source::File(name) => {
                let name = string_literal(name.as_bytes());
                self.text(&format!("replay_file({name}, "), &input.bytes);
            }
            Source::Parameter { .. } => {} // part of the call
        }
    }

    /// A call whose last argument is a literal.
    fn text(&mut self, start: &str, bytes: &[u8]) {
        let flat = string_literal(bytes);
        if start.len() + flat.len() + 6 <= WIDTH {
            self.lines.push(format!("{start}{flat});"));
        } else {
            let pieces = literal_pieces(bytes, WIDTH - 10).join("\n    ");
            self.lines.push(format!("{start}\n    {pieces});").replace(" \n", "\n"));
        }
    }

    /// An input a word asks for.
    fn given(&mut self, word: &str, name: Option<&str>, input: &Input) {
        let word = string_literal(word.as_bytes());
        let given_name = name.map_or("NULL".into(), |name| string_literal(name.as_bytes()));
        let shape = fitted(&input.shape, input.bytes.len() as u64);
        if let (Some(kind), Some(literal)) =
            (scalar_type(&shape), scalar_literal(&shape, &input.bytes))
        {
            self.lines.push(format!("replay_value({word}, {given_name}, {kind}, {literal});"));
        } else if input.bytes.is_empty() || is_unterminated_text(&shape, &input.bytes) {
            self.text(&format!("replay_string({word}, {given_name}, "), &input.bytes);
        } else {
            let variable = self.variable(name.unwrap_or("input"), &shape, &input.bytes, "const ");
            self.lines.push(format!("replay_object({word}, {given_name}, {variable});"));
        }
    }

    /// Declares a static variable with these bytes; gives back its name.
    fn variable(&mut self, name: &str, shape: &Shape, bytes: &[u8], qualifier: &str) -> String {
        let name = self.unique(&identifier(name));
        let exact = value::initializer(shape, bytes);
        let typed = exact.as_ref().and_then(|_| self.structs.type_of(shape));
        let (declared, value) = match (typed, exact) {
            (Some(kind), Some(value)) => (kind.declare(&name), value),
            _ => (format!("unsigned char {name}[{}]", bytes.len()), raw(bytes)),
        };
        let declared = format!("static {qualifier}{declared}");
        self.lines.push(format!("{};", format::defined(&declared, &value, 0)));
        name
    }

    fn unique(&mut self, wanted: &str) -> String {
        self.variables.unique(wanted, "_")
    }

    /// The declaration of the entry function, and the call.
    fn entry(&mut self, entry: &Entry, test: &Test<'_>) -> (String, String) {
        let function = match &entry.symbol {
            Some(_) => identifier(&entry.name),
            None => entry.name.clone(),
        };
        let mut structs = Structs::default();
        let mut type_name = |shape: &Shape| match shape {
            Shape::Array(..) | Shape::Bytes => "void *".into(),
            _ => structs.type_of(shape).map_or_else(|| "void *".into(), |kind| kind.name()),
        };
        let returned = entry.returns.as_ref().map_or_else(|| "void".into(), &mut type_name);
        let params: Vec<String> = entry.params.iter().map(type_name).collect();
        let params = if params.is_empty() { "void".into() } else { params.join(", ") };
        let linkage = if test.under_test.cxx { "extern \"C\" " } else { "" };
        let label = entry.symbol.as_ref().map_or_else(String::new, |symbol| {
            format!(" __asm__({})", string_literal(symbol.as_bytes()))
        });
        let mut declaration = format!("{linkage}{returned} {function}({params}){label};\n\n");
        declaration = declaration.replace("* ", "*");
        if !structs.definitions.is_empty() {
            declaration = guarded(&function, &structs.definitions.join("\n"), &declaration);
        }
        let given = test.case.call().map_or(&[][..], |call| &call.arguments);
        let arguments: Vec<_> = (0..)
            .zip(&entry.params)
            .map(|(index, shape)| match given.get(index) {
                Some(Argument::Input(input)) => {
                    let input = &test.case.environment.inputs[*input];
                    self.entry_argument(shape, input, &structs)
                }
                _ => zero(shape),
            })
            .collect();
        (declaration, format!("replay_call({function}({}));", arguments.join(", ")))
    }

    fn entry_argument(&mut self, shape: &Shape, input: &Input, outer: &Structs) -> String {
        let name = in_words::name(input);
        let passed = fitted(&input.shape, input.bytes.len() as u64);
        match scalar_literal(&passed, &input.bytes) {
            Some(literal) if *shape != Shape::Pointer || passed == Shape::Pointer => literal,
            _ if matches!(shape, Shape::Struct { .. }) => {
                // Of the very type the declaration names, not of one of the same name in here.
                let own = std::mem::replace(&mut self.structs, outer.again());
                let variable = self.variable(&name, shape, &input.bytes, "const ");
                self.structs = own;
                variable
            }
            _ => {
                let variable = self.variable(&name, &passed, &input.bytes, "");
                if matches!(passed, Shape::Array(..) | Shape::Bytes) {
                    variable
                } else {
                    format!("&{variable}")
                }
            }
        }
    }
}

/// Definitions that may stand in several files of one batch.
fn guarded(function: &str, definitions: &str, declaration: &str) -> String {
    let guard = format!("COAX_ENTRY_{}", function.to_uppercase());
    let declaration = declaration.trim_end();
    format!("#ifndef {guard}\n#define {guard}\n{definitions}\n{declaration}\n#endif\n\n")
}

/// The value of a parameter without an argument.
fn zero(shape: &Shape) -> String {
    let size = shape.size().and_then(|size| usize::try_from(size).ok()).unwrap_or(8);
    scalar_literal(shape, &vec![0; size]).unwrap_or_else(|| "NULL".into())
}

/// The shape stretched to the bytes there are: a block of several elements is an array of them.
fn fitted(shape: &Shape, size: u64) -> Shape {
    let (element, element_size) = match shape {
        Shape::Bytes => return bytes_shape(size),
        Shape::Array(element, _) => (&**element, element.size()),
        _ if shape.size() == Some(size) => return shape.clone(),
        _ => (shape, shape.size()),
    };
    match element_size {
        Some(element_size) if element_size > 0 && size.is_multiple_of(element_size) => {
            Shape::Array(Box::new(element.clone()), size / element_size)
        }
        _ => bytes_shape(size),
    }
}

fn bytes_shape(size: u64) -> Shape {
    Shape::Array(Box::new(Shape::Unsigned(8)), size)
}

/// Text that fills its array, so that a literal with a terminator would not fit.
fn is_unterminated_text(shape: &Shape, bytes: &[u8]) -> bool {
    let Shape::Array(element, _) = shape else { return false };
    let readable: fn(&[u8]) -> bool = match **element {
        Shape::Char => is_text,
        Shape::Signed(8) | Shape::Unsigned(8) => is_plain_text,
        _ => return false,
    };
    bytes.last().is_none_or(|&last| last != 0) && readable(bytes)
}

fn raw(bytes: &[u8]) -> Initializer {
    let byte = |byte: &u8| (None, Initializer::Scalar(format!("{byte:#04x}")));
    Initializer::List(bytes.iter().map(byte).collect())
}

/// Test files as one translation unit, numbered from 0 in this order; compile with `-DCOAX_BATCH`.
pub fn batch(files: &[String]) -> String {
    let mut unit = String::from("/* All tests in one program; see coax_replay_batch.h. */\n");
    for (number, file) in files.iter().enumerate() {
        // Not a string literal: in an #include, a backslash is a backslash.
        unit.push_str(&format!(
            "#define COAX_TEST_INDEX {number}\n#include \"{file}\"\n#undef COAX_TEST_INDEX\n"
        ));
    }
    if files.is_empty() {
        unit.push_str("#include \"coax_replay.h\"\n");
    }
    unit
}
