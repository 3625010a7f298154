//! Functions that the test defines for pointers to lead to.
//!
//! One that always gives the same says so; others give what was recorded, call by call.

use coax_ir::Type;

use super::writer::Writer;
use crate::unit::stub_types::{StubKind, StubRef};

impl Writer<'_> {
    /// What stubs return, but for callbacks that always give the same.
    pub fn stub_values(&mut self) {
        for index in 0..self.body.case.stubs.len() {
            if self.constant(&self.body.case.stubs[index]).is_none() {
                self.body.stub_value(index);
            }
        }
    }

    /// The definitions of the stubs that are used.
    pub fn stub_definitions(&self) -> String {
        let stubs = self.body.case.stubs.iter().enumerate();
        let used = stubs.filter(|(index, stub)| self.body.is_mentioned(*index, stub));
        used.map(|(index, stub)| match stub.how {
            StubKind::Pointer => self.callback(index, stub),
            _ => self.body.stub_definition(index, stub),
        })
        .collect()
    }

    fn callback(&self, index: usize, stub: &StubRef<'_>) -> String {
        let unused: String =
            (1..=stub.ty.params.len()).map(|number| format!("    (void)p{number};\n")).collect();
        let Some(value) = self.constant(stub) else {
            let recorded = self.body.stub_definition(index, stub);
            return recorded.replacen("{\n", &format!("{{\n{unused}"), 1);
        };
        let head = self.body.head(&stub.ty, &self.body.stub_names[index]);
        let given = if value.is_empty() { value } else { format!("    return {value};\n") };
        format!("static {head}\n{{\n{unused}{given}}}\n\n")
    }

    /// What a callback always returns: nothing for `void`; none if it is not always the same.
    fn constant(&self, stub: &StubRef<'_>) -> Option<String> {
        if stub.how != StubKind::Pointer || !stub.outputs.is_empty() {
            return None;
        }
        let types = self.body.types;
        let Some(first) = stub.returns.first() else {
            return types.is_void(stub.ty.result).then(String::new);
        };
        if stub.returns.iter().any(|value| value.bytes != first.bytes || !value.pointers.is_empty())
        {
            return None;
        }
        match *types.bare(stub.ty.result) {
            Type::Pointer(_) if first.bytes.iter().all(|&byte| byte == 0) => Some(self.body.null()),
            Type::Pointer(_) => None,
            _ => types.natural_scalar(stub.ty.result, &first.bytes),
        }
    }
}
