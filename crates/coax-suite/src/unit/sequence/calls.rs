//! Steps of a sequence as expressions, and the variables that keep what they give.

use coax_case::{Action, Invocation, Storage};
use coax_ir::names::{short_standard_name, split_scope};
use coax_ir::{Type, TypeId};

use super::{
    operators::{is_statement, operation},
    writer::Writer,
};
use crate::unit::resolved::FuncRef;

/// Longer names of types are left to the compiler.
const LONGEST_TYPE: usize = 48;

/// A call as an expression.
pub(super) struct Expression {
    pub text: String,
    /// A statement of it alone would be warned about, or taken for a mistake.
    pub is_bare: bool,
    /// An operator around it needs parentheses.
    pub is_compound: bool,
}

impl Expression {
    fn call(text: String) -> Expression {
        Expression { text, is_bare: false, is_compound: false }
    }
}

impl<'c> Writer<'c> {
    /// What a step does, as an expression; of a variable that is constructed, the arguments alone.
    pub fn expression(&mut self, invocation: &'c Invocation) -> Expression {
        let function = invocation.function().map(|id| FuncRef::of(self.test.program, id));
        let mut arguments = || self.arguments(&invocation.arguments, function.as_ref());
        let call = function.as_ref().map(|it| it.call.as_str()).unwrap_or_default();
        match &invocation.action {
            Action::Call(_) => {
                let arguments = arguments();
                let named = || format!("{call}({})", arguments.join(", "));
                operated(call, &arguments).unwrap_or_else(|| Expression::call(named()))
            }
            Action::Method { receiver, .. } => {
                let object = self.operand_of(receiver);
                let operands: Vec<String> = object
                    .into_iter()
                    .chain(self.arguments(&invocation.arguments, function.as_ref()))
                    .collect();
                let (_, name) = split_scope(call);
                operated(call, &operands).unwrap_or_else(|| {
                    let receiver = self.receiver(receiver);
                    Expression::call(format!("{receiver}{name}({})", operands[1..].join(", ")))
                })
            }
            Action::Construct { storage: Storage::Automatic, .. } => {
                Expression::call(arguments().join(", "))
            }
            Action::Construct { class, storage: Storage::Heap, .. } => {
                let arguments = arguments().join(", ");
                let class = self.body.class_name(*class);
                Expression::call(format!("new {class}({arguments})"))
            }
            Action::Delete { pointer, array } => {
                let word = if *array { "delete[]" } else { "delete" };
                Expression::call(format!("{word} {}", self.operand(pointer)))
            }
        }
    }

    /// The object of a method, as an operand.
    fn operand_of(&mut self, receiver: &'c coax_case::Argument) -> Option<String> {
        let text = self.receiver(receiver);
        let pointer = text.strip_suffix("->").map(|pointer| format!("*{pointer}"));
        pointer.or_else(|| text.strip_suffix('.').map(str::to_owned))
    }

    /// The definition of an object of a class.
    pub fn constructed(&mut self, class: TypeId, name: &str, arguments: &str) -> String {
        let spelled = self.body.class_name(class);
        match arguments {
            "" if self.body.types.is_aggregate(class) => format!("{spelled} {name}{{}};"),
            "" => format!("{spelled} {name};"),
            _ => format!("{spelled} {name}({arguments});"),
        }
    }

    /// The declaration of a variable that keeps what a function returned.
    pub fn declared(&self, ty: TypeId, name: &str) -> String {
        let types = self.body.types;
        let spelled = match (types.cxx, types.pointee(ty), &*types.bare(ty)) {
            (true, Some(target), Type::Reference(_)) => self.short(target, &format!("&{name}")),
            (true, Some(target), Type::RvalueReference(_)) => {
                self.short(target, &format!("&&{name}"))
            }
            (true, Some(target), Type::Pointer(_)) => self
                .short(target, &format!("*{name}"))
                .filter(|_| types.is_compound(target))
                .or_else(|| types.declare_variable(ty, name)),
            (true, _, Type::Struct { .. }) => self.short(types.assignable(ty), name),
            _ => types.declare_variable(ty, name),
        };
        let is_readable = |text: &String| {
            !types.cxx || (text.len() <= LONGEST_TYPE + name.len() && !text.contains("__"))
        };
        spelled.filter(is_readable).unwrap_or_else(|| match *types.bare(ty) {
            _ if !types.cxx => format!("__auto_type {name}"),
            Type::Reference(_) | Type::RvalueReference(_) => format!("auto &&{name}"),
            _ => format!("auto {name}"),
        })
    }

    /// A declaration with a class as people write it: `const std::string &name`.
    fn short(&self, ty: TypeId, declarator: &str) -> Option<String> {
        let types = self.body.types;
        if !types.is_compound(ty) {
            return types.declare(ty, declarator);
        }
        let spelled = short_standard_name(&types.spell(types.assignable(types.named_by_user(ty)))?);
        let constant = if types.is_const(ty) { "const " } else { "" };
        Some(format!("{constant}{spelled} {declarator}"))
    }
}

fn operated(call: &str, operands: &[String]) -> Option<Expression> {
    let (_, name) = split_scope(call);
    let text = operation(name, operands)?;
    let is_compound = text.contains(' ');
    Some(Expression { text, is_bare: !is_statement(name), is_compound })
}
