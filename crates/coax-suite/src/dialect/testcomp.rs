//! Cases in Test-Comp's exchange format: one XML file per test, and one about the whole suite.
//!
//! Invariant: inputs stand in the order in which the program asked for them, in the notation of C;
//! what is not a scalar is given byte by byte, as Test-Comp's validators read it.

use coax_case::{Input, Shape, Source};

use super::Dialect;
use crate::{in_words::type_name, test::Test, under_test::UnderTest, value::scalar_literal};

/// Test-Comp's exchange format: the inputs alone. It has no words for what else a case says.
#[derive(Clone, Copy, Debug)]
pub struct TestComp;

impl Dialect for TestComp {
    fn extension(&self, _under_test: &UnderTest) -> &'static str {
        "xml"
    }

    fn render(&self, test: &Test<'_>) -> String {
        let mut xml = prologue("testcase");
        let covers = if test.case.is_error() { " coversError=\"true\"" } else { "" };
        xml.push_str(&format!("<testcase{covers}>\n"));
        for input in &test.case.environment.inputs {
            xml.push_str(&input_elements(input));
        }
        xml.push_str("</testcase>\n");
        xml
    }
}

/// What `metadata.xml` says of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteMetadata {
    /// `C` or `C++`.
    pub language: String,
    /// Name and version of the tool.
    pub producer: String,
    /// What was to be covered, in Test-Comp's notation.
    pub specification: String,
    /// The program, as it was named.
    pub program_file: String,
    /// The SHA-256 of that file, in hexadecimal.
    pub program_hash: String,
    /// The function the program starts in.
    pub entry_function: String,
    /// `32bit` or `64bit`.
    pub architecture: String,
    /// When, in the notation of ISO 8601.
    pub creation_time: String,
}

/// `metadata.xml`.
pub fn testcomp_metadata(metadata: &SuiteMetadata) -> String {
    let elements = [
        ("sourcecodelang", &metadata.language),
        ("producer", &metadata.producer),
        ("specification", &metadata.specification),
        ("programfile", &metadata.program_file),
        ("programhash", &metadata.program_hash),
        ("entryfunction", &metadata.entry_function),
        ("architecture", &metadata.architecture),
        ("creationtime", &metadata.creation_time),
    ];
    let mut xml = prologue("test-metadata");
    xml.push_str("<test-metadata>\n");
    for (name, text) in elements {
        xml.push_str(&format!("  <{name}>{}</{name}>\n", escaped(text)));
    }
    xml.push_str("</test-metadata>\n");
    xml
}

fn prologue(document: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <!DOCTYPE {document} PUBLIC \"+//IDN sosy-lab.org//DTD test-format {document} 1.1//EN\" \
         \"https://sosy-lab.org/test-format/{document}-1.1.dtd\">\n"
    )
}

fn input_elements(input: &Input) -> String {
    let name = match &input.source {
        Source::Object { name, .. } | Source::Parameter { name } => Some(name),
        Source::Value { name, .. } => name.as_ref(),
        _ => None,
    };
    let variable = name.map_or_else(String::new, |name| format!(" variable=\"{}\"", escaped(name)));
    if let Some(value) = scalar(&input.shape, &input.bytes) {
        let kind =
            type_name(&input.shape).map_or_else(String::new, |kind| format!(" type=\"{kind}\""));
        return format!("  <input{variable}{kind}>{}</input>\n", escaped(&value));
    }
    let byte = |byte: &u8| format!("  <input{variable} type=\"unsigned char\">{byte}</input>\n");
    input.bytes.iter().map(byte).collect()
}

/// A scalar as validators read it: numbers, not characters or expressions.
fn scalar(shape: &Shape, bytes: &[u8]) -> Option<String> {
    match (shape, bytes) {
        (Shape::Bool, [value]) => Some((value & 1).to_string()),
        (Shape::Char, [value]) => Some((*value as i8).to_string()),
        (Shape::Pointer, _) => {
            let address = u64::from_le_bytes(bytes.try_into().ok()?);
            Some(address.to_string())
        }
        (Shape::Signed(64), _) => Some(i64::from_le_bytes(bytes.try_into().ok()?).to_string()),
        (Shape::Signed(128), _) => Some(i128::from_le_bytes(bytes.try_into().ok()?).to_string()),
        (Shape::Unsigned(128), _) => Some(u128::from_le_bytes(bytes.try_into().ok()?).to_string()),
        (Shape::Float(32), _) => {
            let value = f32::from_le_bytes(bytes.try_into().ok()?);
            Some(special(value.into()).unwrap_or_else(|| format!("{value:?}")))
        }
        (Shape::Float(64), _) => {
            let value = f64::from_le_bytes(bytes.try_into().ok()?);
            Some(special(value).unwrap_or_else(|| format!("{value:?}")))
        }
        _ => Some(scalar_literal(shape, bytes)?.trim_end_matches('u').to_owned()),
    }
}

/// Numbers that are none, as `strtod` reads them.
fn special(value: f64) -> Option<String> {
    match value {
        _ if value.is_nan() => Some("NAN".into()),
        f64::INFINITY => Some("INFINITY".into()),
        f64::NEG_INFINITY => Some("-INFINITY".into()),
        _ => None,
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
