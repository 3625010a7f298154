//! What variables of a sequence are called: after the parameter they are passed for, their type, or the function that
//! gave them.

use coax_case::{Action, Argument, Invocation, Pointee, PointerAt};
use coax_ir::names::{Template, bare_name, class_word, is_standard, operator_symbol, template};
use coax_ir::{Type, TypeId};

use super::{
    uses::{FirstUse, first_use, use_of_result},
    writer::Writer,
};
use crate::unit::resolved::FuncRef;

/// Names of parameters that say no more than their type does.
const VAGUE: &[&str] = &[
    "self", "thiz", "me", "obj", "object", "ptr", "pointer", "arg", "other", "rhs", "lhs", "that",
    "val",
];

impl Writer<'_> {
    /// The name that the result of a step should have.
    pub fn result_name(&self, step: usize, invocation: &Invocation) -> String {
        let param = use_of_result(self.test.case, step).and_then(|it| self.param_name(it));
        let (ty, is_made) = match invocation.action {
            Action::Construct { class, .. } => (Some(class), true),
            _ => (self.test.case.result_of(self.test.program, step), false),
        };
        let class = ty.and_then(|ty| self.class_word(ty));
        let function = invocation.function().map(|id| FuncRef::of(self.test.program, id));
        let function = function.filter(|_| !is_made).and_then(|it| word_of_function(&it.call));
        // The name of a function with a number behind it says nothing.
        let function = function.filter(|word| self.body.names.is_free(word));
        let choices = if is_made { [class, param, function] } else { [param, class, function] };
        choices.into_iter().flatten().next().unwrap_or_else(|| "result".into())
    }

    /// The name that a variable should have whose object has none of its own.
    pub fn variable_name(&self, object: usize) -> String {
        let leads_to =
            |at: &PointerAt| matches!(at.to, Pointee::Object { index, .. } if index == object);
        let is_it = |argument: &Argument| match argument {
            Argument::Value(value) => value.pointers.first().is_some_and(leads_to),
            _ => argument.object() == Some(object),
        };
        let param = first_use(self.test.case, is_it).and_then(|it| self.param_name(it));
        let class = self.class_word(self.test.case.environment.objects[object].ty);
        param.or(class).unwrap_or_else(|| "value".into())
    }

    /// The name of the parameter that something is passed for, if it says something.
    fn param_name(&self, at: FirstUse) -> Option<String> {
        let function = self.test.case.steps[at.step].invocation()?.function()?;
        let signature = self.test.program.signature_of(function)?;
        let name = signature.params.get(at.argument?)?.name.as_deref()?;
        let word = name.trim_matches('_');
        (word.len() > 1 && !VAGUE.contains(&word)).then(|| word.to_owned())
    }

    /// The class or struct of a value, or of what it points to, as the name of a variable.
    fn class_word(&self, ty: TypeId) -> Option<String> {
        let types = self.body.types;
        match &*types.bare(ty) {
            Type::Pointer(to) | Type::Reference(to) | Type::RvalueReference(to) => {
                self.class_word(*to)
            }
            Type::Struct { .. } | Type::Union { .. } | Type::Opaque { .. } => {
                word_of_class(&types.spell(types.assignable(ty))?)
            }
            _ => None,
        }
    }
}

/// Templates whose objects are called what they own.
const OWNERS: [&str; 2] = ["std::unique_ptr", "std::shared_ptr"];

/// `struct rb_node`, `ns::HttpServer<int>`, `std::unique_ptr<Shape>`.
fn word_of_class(spelled: &str) -> Option<String> {
    let spelled = spelled.trim_start_matches("const ");
    let owned = template(spelled).filter(|made| OWNERS.contains(&made.name));
    if let Some(Template { arguments, .. }) = owned {
        return word_of_class(arguments[0]);
    }
    if is_standard(spelled) {
        return None;
    }
    let word = snake(class_word(spelled));
    let word = word.strip_suffix("_t").unwrap_or(&word).to_owned();
    (!word.is_empty()).then_some(word)
}

/// `list_size`, `Stack::getTop`: what they give is the size and the top.
fn word_of_function(call: &str) -> Option<String> {
    let name = bare_name(call);
    if operator_symbol(name).is_some() {
        return None;
    }
    let name = snake(name);
    let word = name.rsplit('_').find(|word| word.len() > 2).unwrap_or(&name).to_owned();
    (!word.is_empty()).then_some(word)
}

/// `HttpServer` as `http_server`.
pub(crate) fn snake(name: &str) -> String {
    let mut text = String::new();
    let mut is_after_small = false;
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && is_after_small {
            text.push('_');
        }
        is_after_small = letter.is_ascii_lowercase() || letter.is_ascii_digit();
        text.push(letter.to_ascii_lowercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        assert_eq!(word_of_class("struct rb_node").as_deref(), Some("rb_node"));
        assert_eq!(word_of_class("ns::HttpServer<int>").as_deref(), Some("http_server"));
        assert_eq!(word_of_class("std::unique_ptr<Shape>").as_deref(), Some("shape"));
        assert_eq!(word_of_class("list_t").as_deref(), Some("list"));
        assert_eq!(word_of_function("list_size").as_deref(), Some("size"));
        assert_eq!(word_of_function("ns::Stack::getTop").as_deref(), Some("top"));
        assert_eq!(word_of_function("V::operator+"), None);
    }
}
