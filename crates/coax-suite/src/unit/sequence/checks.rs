//! What the calls of a sequence are expected to give.

use coax_case::{Returned, Value};
use coax_ir::{Type, TypeId};

use super::writer::Writer;
use crate::{
    text::string_literal,
    wording::{Expectation, Expected},
};

impl Writer<'_> {
    /// The statement that checks what an expression of this type gives.
    pub fn assertion(&self, ty: TypeId, expression: &str, expected: &Returned) -> String {
        let expected = match expected {
            Returned::Scalar(value) => self.scalar_expected(ty, value),
            Returned::Text(text) if self.is_pointer(ty) => Expected::Text(string_literal(text)),
            Returned::Text(text) if text.contains(&0) => {
                let literal = string_literal(text);
                Expected::String(format!("std::string({literal}, {})", text.len()))
            }
            Returned::Text(text) => Expected::String(string_literal(text)),
        };
        self.wording.expect(&Expectation { actual: expression.to_owned(), expected })
    }

    fn scalar_expected(&self, ty: TypeId, value: &Value) -> Expected {
        let types = self.body.types;
        let ty = match *types.bare(ty) {
            Type::Reference(to) | Type::RvalueReference(to) => to,
            _ => ty,
        };
        match &*types.bare(ty) {
            Type::Bool if value.bytes.first() == Some(&0) => Expected::False,
            Type::Bool => Expected::True,
            Type::Pointer(_) => Expected::Null(self.body.null()),
            bare => match types.natural_scalar(ty, &value.bytes) {
                Some(literal) if literal.contains("nan") => Expected::NotANumber,
                Some(literal) => Expected::Number {
                    literal,
                    is_unsigned: is_unsigned(bare),
                    is_float: matches!(bare, Type::Float { .. }),
                },
                None => Expected::NotANumber,
            },
        }
    }

    fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(*self.body.types.bare(ty), Type::Pointer(_))
    }
}

/// Is it compared as a number without a sign? Small ones are converted to `int`.
fn is_unsigned(bare: &Type) -> bool {
    matches!(bare, Type::Int { signed: false, bits: 32.., .. })
}
