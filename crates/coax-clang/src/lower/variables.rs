//! Source variables: what the debug information says lives where.

use std::sync::Arc;

use coax_ir::{BodyVariable, Home};

use super::frame::Frame;
use crate::llvm::{Operand, VariableRecord};

impl Frame<'_> {
    /// Fills in the body's variables; every home has its slot by now.
    pub(super) fn describe_variables(&mut self) {
        for (number, record) in self.source.function.variables.iter().enumerate() {
            let Some(home) = self.home(record) else { continue };
            self.code.body.variables.push(BodyVariable {
                name: Arc::from(record.name.as_str()),
                ty: self.source.variable_types.get(number).copied().flatten(),
                parameter: (record.parameter != 0).then_some(record.parameter),
                home,
                place: record.place,
            });
        }
    }

    fn home(&self, record: &VariableRecord) -> Option<Home> {
        if let Some(variable) = self.plan.promotion.of_address(self.source.function, record.address)
        {
            let slot = self.variable_slots[variable];
            // A promoted pointer to the variable: the slot holds the variable's address.
            return Some(if record.indirect { Home::Memory(slot) } else { Home::Slot(slot) });
        }
        let Operand::Local(value) = record.address else { return None };
        let own = match self.source.function.definition(value) {
            Some(index) => {
                matches!(
                    self.source.function.instructions[index].op,
                    crate::llvm::Op::Alloca { .. }
                )
            }
            None => true,
        };
        // A pointer kept in memory would take a load to follow.
        (own && !record.indirect).then(|| Home::Memory(self.homes[value.index()]))
    }

    /// Gives a stack object the name, type and place of the variable that lives in it.
    pub(super) fn name_object(&mut self, alloca: usize, object: u32) {
        let address = Operand::Local(self.source.function.value(alloca));
        let Some(&number) = self.named.get(&address) else { return };
        let record = &self.source.function.variables[number];
        let object = &mut self.code.body.stack_objects[object as usize];
        object.name = Some(Arc::from(record.name.as_str()));
        object.ty = self.source.variable_types.get(number).copied().flatten();
        object.place = record.place;
    }
}
