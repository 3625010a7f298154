//! Objects that functions of the code under test make: `struct list *list = list_new(4);`.

use coax_case::{Construction, Making};
use coax_ir::{FuncId, SourceSignature};
use std::sync::Arc;

use super::{
    body::Body,
    objects::{Form, Progress, Variable},
    place::Place,
};

impl Body<'_> {
    /// An object that a function returns or fills, and what is called with it then.
    pub(super) fn made_by_function(&mut self, construction: &Construction, function: FuncId) {
        let index = construction.object;
        let arguments = self.constructor_arguments(construction);
        let uses = self.uses(index);
        let name = self.object_name(index);
        let Some(signature) = self.types.program.signature_of(function) else { return };
        let (form, place, call) = match construction.making {
            Making::Filled(_) => self.filled(construction, &signature, &name, arguments),
            Making::Placed(_, parameter) => self.placed(&signature, &name, arguments, parameter),
            _ => self.created(&signature, &name, &arguments),
        };
        self.lines.extend(uses.iter().flat_map(|used| used.statements(&place)));
        let words: String = uses.iter().map(|used| used.in_words()).collect();
        self.made.push((name.clone(), format!("{call}{words}")));
        self.objects[index] = Variable { name, form, progress: Progress::There };
    }

    fn created(
        &mut self,
        signature: &Arc<SourceSignature>,
        name: &str,
        arguments: &[String],
    ) -> (Form, Place, String) {
        let call = format!("{}({})", signature.qualified, arguments.join(", "));
        let declared = self.types.declare_variable(signature.result, name).unwrap_or_default();
        self.lines.push(format!("{declared} = {call};"));
        // What a test does not release is no leak of the code.
        self.lines.push(format!("COAX_KEEP({name});"));
        (Form::Pointer, Place::behind(name), call)
    }

    fn placed(
        &mut self,
        signature: &Arc<SourceSignature>,
        name: &str,
        mut arguments: Vec<String>,
        parameter: usize,
    ) -> (Form, Place, String) {
        let place = signature.params.get(parameter).and_then(|param| self.types.pointee(param.ty));
        let declared = place.and_then(|ty| self.types.declare_variable(ty, name));
        let (declared, null) = (declared.unwrap_or_default(), self.null());
        self.lines.push(format!("{declared} = {null};"));
        arguments.insert(parameter.min(arguments.len()), format!("&{name}"));
        let call = format!("{}({})", signature.qualified, arguments.join(", "));
        self.lines.push(format!("{call};"));
        self.lines.push(format!("COAX_KEEP({name});"));
        (Form::Pointer, Place::behind(name), call)
    }

    fn filled(
        &mut self,
        construction: &Construction,
        signature: &Arc<SourceSignature>,
        name: &str,
        arguments: Vec<String>,
    ) -> (Form, Place, String) {
        let is_released = self.case.objects()[construction.object].released.is_some();
        let (form, place) = match is_released {
            true => (Form::Pointer, Place::behind(name)),
            false => (Form::Single, Place::variable(name)),
        };
        let class = construction.class;
        let variable = if is_released { self.name(&format!("{name}_value")) } else { name.into() };
        let declared = self.types.declare_variable(class, &variable).unwrap_or_default();
        self.lines.push(format!("{declared};"));
        if is_released {
            let pointer = self.types.declare_variable(class, &format!("*{name}"));
            let spelled = self.types.declare_variable(class, "*").unwrap_or_default();
            let cast = if self.types.cxx { format!("({spelled})") } else { String::new() };
            let pointer = pointer.unwrap_or_default();
            let made = format!("coax_malloced(&{variable}, sizeof {variable})");
            self.lines.push(format!("{pointer} = {cast}{made};"));
        }
        let list: Vec<String> = std::iter::once(place.address()).chain(arguments).collect();
        let call = format!("{}({})", signature.qualified, list.join(", "));
        self.lines.push(format!("{call};"));
        (form, place, call)
    }

    /// The calls that destroy objects behind the call under test.
    pub(super) fn destructions(&self) -> Vec<String> {
        let all = self.case.destructions().iter();
        let all = all.filter(|end| self.objects[end.object].progress == Progress::There);
        all.filter_map(|end| {
            let Variable { name, form, .. } = &self.objects[end.object];
            let function = &self.types.program.signature_of(end.function)?.qualified;
            let address = if *form == Form::Single { "&" } else { "" };
            Some(format!("{function}({address}{name});"))
        })
        .collect()
    }

    /// Declarations of functions that make and use objects and are defined in other files of the program than the one
    /// that the test includes.
    pub(super) fn foreign_declarations(&self, tested: FuncId) -> String {
        let program = self.types.program;
        let unit =
            |id: FuncId| program.signature_of(id).map(|signature| Arc::clone(&signature.unit));
        let mut declarations: Vec<String> = self
            .case
            .functions()
            .filter(|&id| unit(id) != unit(tested) && !self.types.cxx)
            .filter_map(|id| {
                let name = &program.function(id).source_name;
                // Parentheses keep a macro of that name from being expanded.
                self.types.declare(program.function(id).ty?, &format!("({name})"))
            })
            .map(|declared| format!("{declared};\n"))
            .collect();
        declarations.sort();
        declarations.dedup();
        if !declarations.is_empty() {
            declarations.push("\n".into());
        }
        declarations.concat()
    }
}
