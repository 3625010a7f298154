//! Which numbers among parameters are the lengths of buffers.

use coax_ir::{Program, SourceSignature};

use crate::names::is_length;
use crate::types::{Shape, Sort, Types};

/// What a parameter has to do with another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Pairing {
    #[default]
    Alone,
    /// A buffer, whose length is the parameter of this number.
    Buffer(usize),
    /// The length of the buffer that is the parameter of this number.
    Length(usize),
}

/// By parameter: a buffer is followed, or preceded, by a number whose name says that it is a length.
pub(crate) fn pairings(
    program: &Program,
    types: &mut Types,
    signature: &SourceSignature,
) -> Vec<Pairing> {
    let shapes: Vec<Shape> =
        signature.params.iter().map(|param| types.shape(program, param.ty)).collect();
    let mut found = vec![Pairing::Alone; shapes.len()];
    for length in 0..shapes.len() {
        let name = signature.params[length].name.as_deref().unwrap_or_default();
        if !is_integer(&shapes[length]) || !is_length(name) {
            continue;
        }
        let free = |at: &usize| is_buffer(types, &shapes[*at]) && found[*at] == Pairing::Alone;
        let before = length.checked_sub(1).filter(free);
        let Some(buffer) =
            before.or_else(|| Some(length + 1).filter(|&at| at < shapes.len()).filter(free))
        else {
            continue;
        };
        found[buffer] = Pairing::Buffer(length);
        found[length] = Pairing::Length(buffer);
    }
    found
}

fn is_integer(shape: &Shape) -> bool {
    matches!(shape, Shape::Number(number) if matches!(number.sort, Sort::Signed | Sort::Unsigned))
}

fn is_buffer(types: &Types, shape: &Shape) -> bool {
    use crate::types::By;
    match shape {
        Shape::Text { .. }
        | Shape::Untyped { .. }
        | Shape::Place { .. }
        | Shape::WordPlace { .. } => true,
        Shape::Numbers { by, .. } => *by == By::Pointer,
        // An array that a function returned.
        Shape::Object { class, .. } => types.class(*class).name.ends_with('*'),
        _ => false,
    }
}
