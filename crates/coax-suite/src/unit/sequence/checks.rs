//! What the calls of a sequence are expected to give.

use coax_case::{Returned, Value};
use coax_ir::{Type, TypeId};

use super::writer::Writer;
use crate::text::string_literal;

impl Writer<'_> {
    /// The statement that checks what an expression of this type gives.
    pub fn assertion(&self, ty: TypeId, expression: &str, expected: &Returned) -> String {
        let condition = match expected {
            Returned::Scalar(value) => self.equals(ty, expression, value),
            Returned::Text(text) if self.is_pointer(ty) => {
                format!("strcmp({expression}, {}) == 0", string_literal(text))
            }
            Returned::Text(text) if text.contains(&0) => {
                format!("{expression} == std::string({}, {})", string_literal(text), text.len())
            }
            Returned::Text(text) => format!("{expression} == {}", string_literal(text)),
        };
        format!("COAX_ASSERT({condition});")
    }

    fn equals(&self, ty: TypeId, expression: &str, value: &Value) -> String {
        let types = self.body.types;
        let ty = match *types.bare(ty) {
            Type::Reference(to) | Type::RvalueReference(to) => to,
            _ => ty,
        };
        match *types.bare(ty) {
            Type::Bool if value.bytes.first() == Some(&0) => format!("!{expression}"),
            Type::Bool => expression.to_owned(),
            Type::Pointer(_) => format!("{expression} == {}", self.body.null()),
            _ => match types.natural_scalar(ty, &value.bytes) {
                Some(literal) if literal.contains("nan") => format!("{expression} != {expression}"),
                Some(literal) if literal.contains(' ') => format!("{expression} == ({literal})"),
                Some(literal) => format!("{expression} == {literal}"),
                None => format!("{expression} != {expression}"),
            },
        }
    }

    fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(*self.body.types.bare(ty), Type::Pointer(_))
    }
}
