//! Arguments of a sequence's calls as expressions.

use coax_case::{Argument, Pass, Value};
use coax_ir::{Type, TypeId};

use super::writer::Writer;
use crate::{
    text::string_literal,
    unit::{
        call::on_object,
        objects::{Form, Progress, Variable},
        resolved::{FuncRef, ParamRef},
    },
};

impl<'c> Writer<'c> {
    /// All arguments of a call; what they need is defined before.
    pub fn arguments(&mut self, list: &'c [Argument], function: Option<&FuncRef>) -> Vec<String> {
        let params = function.map(|function| function.params.as_slice()).unwrap_or_default();
        let overloaded = function.is_some_and(|function| function.overloaded);
        let all = list.iter().enumerate();
        all.map(|(at, argument)| self.argument(params.get(at), overloaded, argument)).collect()
    }

    fn argument(
        &mut self,
        param: Option<&ParamRef>,
        overloaded: bool,
        argument: &'c Argument,
    ) -> String {
        match argument {
            Argument::Value(value) => self.value(param, overloaded, value),
            Argument::Text(text) => text_literal(text),
            Argument::Length { index } => self.length(*index),
            Argument::Result { .. } | Argument::Object { .. } | Argument::Input(_) => {
                self.operand(argument)
            }
        }
    }

    /// Something that is no parameter's: an operand, or what is deleted.
    pub fn operand(&mut self, argument: &'c Argument) -> String {
        match argument {
            Argument::Result { step, pass } => {
                let name = self.results[*step].clone().unwrap_or_default();
                passed(&name, *pass)
            }
            Argument::Object { index, pass } => self.object(*index, *pass),
            Argument::Value(value) => self.value(None, false, value),
            Argument::Text(text) => text_literal(text),
            Argument::Length { index } => self.length(*index),
            Argument::Input(_) => String::new(),
        }
    }

    /// What stands before the name of a method: `r.`, `r->`.
    pub fn receiver(&mut self, argument: &'c Argument) -> String {
        match argument {
            Argument::Value(value) => {
                self.body.pointees(&value.pointers);
                let to = value.pointers.first().map(|at| &at.to);
                let pointer = to.and_then(|to| self.body.pointer(value.ty, to));
                on_object(&pointer.unwrap_or_else(|| self.body.null()))
            }
            _ => {
                let text = self.operand(argument);
                match text.strip_prefix('*') {
                    Some(pointer) => format!("{pointer}->"),
                    None => format!("{text}."),
                }
            }
        }
    }

    /// A variable of the test, declared when it is first named.
    fn object(&mut self, index: usize, pass: Pass) -> String {
        self.declare_object(index);
        let Variable { name, form, .. } = &self.body.objects[index];
        match (form, pass) {
            (Form::Single, _) => passed(name, pass),
            (Form::Pointer, Pass::Value) => format!("*{name}"),
            (Form::Pointer, Pass::Moved) => passed(&format!("*{name}"), pass),
            (Form::Array | Form::Bytes, Pass::Pointee) => format!("*{name}"),
            _ => name.clone(),
        }
    }

    fn declare_object(&mut self, index: usize) {
        if self.body.objects[index].progress != Progress::Nothing {
            return;
        }
        match self.is_zeroed_struct(index) {
            true => self.zeroed_struct(index),
            false => self.body.object(index),
        }
    }

    /// Is it a struct of C that is all zeros, padding included, for an initialiser to fill?
    fn is_zeroed_struct(&self, index: usize) -> bool {
        let given = &self.body.case.objects()[index];
        let is_zero = given.pointers.is_empty() && given.bytes.iter().all(|&byte| byte == 0);
        let is_plain = given.released.is_none() && self.body.case.construction(index).is_none();
        let is_whole = self.body.types.size(given.ty) == Some(given.bytes.len() as u64);
        let is_struct =
            matches!(*self.body.types.bare(given.ty), Type::Struct { .. } | Type::Union { .. });
        is_zero && is_plain && is_whole && is_struct && !self.body.types.cxx
    }

    fn zeroed_struct(&mut self, index: usize) {
        let name = self.body.object_name(index);
        let ty = self.body.case.objects()[index].ty;
        let declared = self.body.types.declare_variable(ty, &name).unwrap_or_default();
        self.body.lines.push(format!("{declared};"));
        self.body.lines.push(format!("memset(&{name}, 0, sizeof {name});"));
        self.body.objects[index] = Variable { name, form: Form::Single, progress: Progress::There };
    }

    fn length(&mut self, index: usize) -> String {
        self.declare_object(index);
        let (variable, given) = (&self.body.objects[index], &self.body.case.objects()[index]);
        let is_bytes = self.body.types.size(given.ty).is_none_or(|size| size == 1);
        match variable.form {
            Form::Array | Form::Bytes if is_bytes => format!("sizeof {}", variable.name),
            _ => given.count.to_string(),
        }
    }

    fn value(&mut self, param: Option<&ParamRef>, overloaded: bool, value: &Value) -> String {
        let ty = param.map_or(value.ty, |param| param.ty);
        let name = param.and_then(|param| param.name.as_deref()).unwrap_or("value");
        if let Some(literal) = self.literal(ty, overloaded, value) {
            return literal;
        }
        self.body.pointees(&value.pointers);
        let text = self.body.argument(name, ty, value);
        match text.strip_prefix("coax_moved(") {
            Some(rest) => format!("std::move({rest}"),
            None => text,
        }
    }

    /// A number or null pointer as people write it. Only of overloaded functions must its type be the parameter's.
    fn literal(&self, param: TypeId, overloaded: bool, value: &Value) -> Option<String> {
        if !value.pointers.is_empty() {
            return None;
        }
        let types = self.body.types;
        let wanted = match *types.bare(param) {
            Type::Reference(to) if types.is_const(to) => to,
            Type::RvalueReference(to) => to,
            Type::Pointer(_) if value.bytes.iter().all(|&byte| byte == 0) && !overloaded => {
                return Some(self.body.null());
            }
            Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum { .. } => param,
            _ => return None,
        };
        let literal = types.natural_scalar(wanted, &value.bytes)?;
        Some(if overloaded { types.typed_scalar(wanted, literal) } else { literal })
    }
}

/// How something that has a name is passed.
fn passed(name: &str, pass: Pass) -> String {
    match pass {
        Pass::Value => name.to_owned(),
        Pass::Address => name.strip_prefix('*').map_or_else(|| format!("&{name}"), str::to_owned),
        Pass::Pointee => format!("*{name}"),
        Pass::Moved => format!("std::move({name})"),
    }
}

/// A literal; a string, if a zero is among its letters.
fn text_literal(text: &[u8]) -> String {
    let literal = string_literal(text);
    match text.contains(&0) {
        true => format!("std::string({literal}, {})", text.len()),
        false => literal,
    }
}
