//! The call of the function under test, and its arguments.

use coax_case::{Check, Pointee, Value};
use coax_ir::names::{operator_symbol, split_scope, standard_names};
use coax_ir::{Type, TypeId};

use super::{
    body::Body,
    place::Place,
    pointers::behind,
    resolved::FuncKind,
    tree::{Manner, Node},
};
use crate::{format, value::Initializer};

impl Body<'_> {
    /// An argument for a parameter: an expression, after what it needs is defined.
    pub fn argument(&mut self, name: &str, param: TypeId, value: &Value) -> String {
        if self.types.is_compound(param) && self.made_object(value).is_some() {
            let reference = self.types.program.add_type(Type::Reference(value.ty));
            let object = behind(&self.pointer_argument(reference, value));
            return match self.types.is_copyable(value.ty) {
                true => object,
                false => format!("coax_moved({object})"),
            };
        }
        match *self.types.bare(param) {
            Type::Reference(_) => behind(&self.pointer_argument(param, value)),
            Type::RvalueReference(_) => {
                format!("coax_moved({})", behind(&self.pointer_argument(param, value)))
            }
            Type::Pointer(_) => self.pointer_argument(param, value),
            Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum { .. } => {
                match self.types.scalar(param, &value.bytes) {
                    Some(literal) => self.types.typed_scalar(param, literal),
                    None => self.variable(name, value),
                }
            }
            _ => self.variable(name, value),
        }
    }

    /// The object that a step makes and that a value of its class is copied from.
    pub fn made_object(&self, value: &Value) -> Option<usize> {
        let Pointee::Object { index, .. } = value.pointers.first()?.to else { return None };
        let class = coax_ir::strip(self.types.program, value.ty);
        self.case.construction(index).filter(|made| made.class == class).map(|_| index)
    }

    fn pointer_argument(&mut self, param: TypeId, value: &Value) -> String {
        self.pointees(&value.pointers);
        if let Some(at) = value.pointers.first().filter(|at| at.offset == 0) {
            return self.pointer(param, &at.to).unwrap_or_else(|| self.null());
        }
        match self.image(value, Manner::Initialized).node {
            Node::Scalar(text) => text,
            _ if self.types.cxx => self.typed_null(param),
            _ => self.null(),
        }
    }

    /// A null pointer that is of the type of a parameter.
    fn typed_null(&self, param: TypeId) -> String {
        match self.types.spell(self.types.assignable(param)) {
            Some(name) if !name.contains('&') => format!("({name})nullptr"),
            _ => self.null_object(param),
        }
    }

    /// What a reference that refers to nothing would be made from.
    fn null_object(&self, param: TypeId) -> String {
        let target = self.types.pointee(param).and_then(|ty| self.types.declare(ty, "*"));
        target.map_or_else(|| self.null(), |name| format!("({name})nullptr"))
    }

    /// All arguments, in order.
    pub fn arguments(&mut self) -> Vec<String> {
        let case = self.case;
        let params = &case.function.params;
        let mut list = Vec::new();
        for (param, value) in params.iter().zip(case.arguments()) {
            let name = param.name.as_deref().unwrap_or("argument");
            let argument = self.argument(name, param.ty, value);
            let is_null = case.function.overloaded && argument == self.null();
            list.push(if is_null { self.typed_null(param.ty) } else { argument });
        }
        list
    }

    /// The object a method is called on.
    pub fn object_of_call(&mut self) -> String {
        let Some(this) = self.case.this() else { return "object".into() };
        self.pointees(&this.pointers);
        // The type may be said by that of the object.
        let ty = match *self.types.bare(this.ty) {
            Type::Pointer(_) => this.ty,
            _ => self.types.program.add_type(Type::Pointer(this.ty)),
        };
        let pointer = this.pointers.first();
        let pointer = pointer.and_then(|at| self.pointer(ty, &at.to));
        pointer.unwrap_or_else(|| {
            let spelled = self.types.spell(self.types.assignable(ty)).unwrap_or_default();
            format!("(({spelled})nullptr)")
        })
    }

    /// The statement that calls the function.
    pub fn call(&mut self, arguments: &[String], object: &str) -> String {
        let function = &self.case.function;
        let list = arguments.join(", ");
        let (scope, name) = split_scope(&function.call);
        let call = match function.kind {
            // In C++, a program must not call `main`.
            FuncKind::Plain if function.call == "main" && self.types.cxx => {
                format!("coax_main({list})")
            }
            FuncKind::Plain => format!("{}{}({list})", self.global_scope(), function.call),
            FuncKind::Method { is_virtual: true } => {
                format!("{}{scope}::{name}({list})", on_object(object))
            }
            FuncKind::Method { is_virtual: false } => {
                format!("{}{name}({list})", on_object(object))
            }
            // Of this very class: the object may be of a derived one.
            FuncKind::Destructor => format!("{}{scope}::{name}()", on_object(object)),
            FuncKind::Constructor => {
                let variable = self.name(&name.to_lowercase());
                self.keeps_objects = true;
                let list = if list.is_empty() { list } else { format!("({list})") };
                return format!("{scope} {variable}{list};");
            }
        };
        if function.kind == FuncKind::Destructor || self.types.is_void(function.result) {
            return format!("{call};");
        }
        if self.is_result_undefined() {
            return format!("COAX_USE({call});");
        }
        // A caller that gets a pointer may free what it points to: it is no leak.
        match self.types.has_pointers(function.result) {
            true => format!("COAX_KEEP({call});"),
            false => format!("(void){call};"),
        }
    }

    /// What says that a name is no other scope's: where an argument is of a class of the standard library, its
    /// functions of that name would be meant as well.
    fn global_scope(&self) -> &'static str {
        let function = &self.case.function;
        let is_standard = |ty: TypeId| {
            let text = self.types.spell(self.types.assignable(ty));
            text.is_some_and(|text| standard_names(&text).next().is_some())
        };
        let meant = self.types.cxx
            && split_scope(&function.call).0.is_empty()
            && operator_symbol(&function.call).is_none()
            && function.params.iter().any(|param| is_standard(param.ty));
        if meant { "::" } else { "" }
    }

    /// Is the error that what the function returns was never written? That shows when it is used.
    fn is_result_undefined(&self) -> bool {
        const WORDS: &str = "the returned value";
        let is_about_result = |check: &Check| matches!(check, Check::Error { message, .. } if message.starts_with(WORDS));
        self.case.checks().iter().any(is_about_result)
            && !self.types.is_compound(self.case.function.result)
    }

    /// Gives a variable another value, zeros included.
    fn overwrite(&mut self, value: &Value, place: &Place) {
        let image = self.image(value, Manner::Assigned);
        match &image.node {
            Node::Zero if !self.types.is_compound(value.ty) => {
                let zero = self.zero(value.ty);
                self.lines.push(format!("{} = {};", place.value(), format::flat(&zero)));
            }
            node @ (Node::Scalar(_) | Node::Pointer { .. }) => self.assign(node, place),
            node => {
                let (address, value) = (place.address(), place.value());
                self.lines.push(format!("coax_zero({address}, sizeof {value});"));
                self.assign(node, place);
                self.write_rest(&image, place);
            }
        }
    }

    /// Gives the globals the values they start with.
    pub fn globals(&mut self) {
        let case = self.case;
        for global in &case.globals {
            self.pointees(&global.value.pointers);
            let place = Place::variable(&global.place());
            self.overwrite(global.value, &place);
        }
    }

    /// Values in an array, for a stub to return.
    pub fn table(&mut self, name: &str, result: TypeId, values: &[&Value]) {
        let is_reference =
            matches!(*self.types.bare(result), Type::Reference(_) | Type::RvalueReference(_));
        let place = Place::variable(name);
        let (element, declarator) = match self.types.pointee(result).filter(|_| is_reference) {
            Some(target) => (target, format!("*{name}[]")),
            None => (self.types.assignable(result), format!("{name}[]")),
        };
        let declared = self.types.declare(element, &declarator).unwrap_or_default();
        if !is_reference && !self.types.is_aggregate(element) {
            self.unmade(element, name, Some(values.len() as u64));
            for (index, value) in (0..).zip(values) {
                let image = self.image(value, Manner::Assigned);
                self.assign_image(&image, &place.element(index));
            }
            return;
        }
        let (mut list, mut rest, mut images) = (Vec::new(), Vec::new(), Vec::new());
        for (index, value) in (0..).zip(values) {
            let image = self.image(value, Manner::Initialized);
            let node = match value.pointers.first().filter(|_| is_reference) {
                Some(at) => Node::Pointer { ty: result, to: at.to.clone() },
                None => image.node.clone(),
            };
            let place = place.element(index);
            list.push((None, self.initializer(&node, element, &place, &mut rest)));
            images.push((image, place));
        }
        self.define_as(&declared, &Initializer::List(list));
        self.assign_all(rest);
        for (image, place) in images.iter().filter(|_| !is_reference) {
            self.write_rest(image, place);
        }
    }
}

pub(super) fn on_object(pointer: &str) -> String {
    match pointer.strip_prefix('&') {
        Some(place) if !place.contains(" + ") => format!("{place}."),
        _ if pointer.contains(' ') && !pointer.starts_with("((") => format!("({pointer})->"),
        _ => format!("{pointer}->"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_of_calls() {
        assert_eq!(on_object("&stack"), "stack.");
        assert_eq!(on_object("heap"), "heap->");
        assert_eq!(on_object("(Base *)(char *)&stack"), "((Base *)(char *)&stack)->");
        assert_eq!(behind("&list[2]"), "list[2]");
        assert_eq!(behind("numbers"), "*numbers");
    }
}
