//! The steps of a sequence in order, as statements.

use coax_case::{Action, Check, Ending, Held, Invocation, Part, Returned, Root, Step, Storage};
use coax_ir::TypeId;
use coax_ir::names::split_scope;

use super::{
    calls::Expression,
    uses::{expected_of, is_kept},
};
use crate::{
    test::Test,
    unit::{
        body::Body,
        objects::{Form, Variable},
        render::reserve_words,
    },
    wording::{Throwing, Wording},
};

/// Writes a sequence.
pub(super) struct Writer<'c> {
    pub test: Test<'c>,
    pub body: Body<'c>,
    /// By step, the variable that keeps what it gave.
    pub results: Vec<Option<String>>,
    /// How it says what is expected.
    pub wording: &'c dyn Wording,
}

/// The statements of a sequence.
pub(super) struct Sections {
    pub arranged: Vec<String>,
    pub called: Vec<String>,
    pub checked: Vec<String>,
    pub released: Vec<String>,
}

impl<'c> Writer<'c> {
    pub fn new(test: &Test<'c>, body: Body<'c>, wording: &'c dyn Wording) -> Self {
        let results = vec![None; test.case.steps.len()];
        let mut writer = Writer { test: *test, body, results, wording };
        let names = writer.names_in_use();
        reserve_words(&mut writer.body, &names);
        writer.body.name_stubs();
        for object in 0..writer.body.objects.len() {
            writer.body.objects[object].name = writer.variable_name(object);
        }
        writer
    }

    /// What the program calls its own: no variable may hide it.
    fn names_in_use(&self) -> Vec<String> {
        let (program, types) = (self.test.program, self.body.types);
        let is_free = |name: &&str| split_scope(name).0.is_empty();
        let functions =
            program.own_functions().iter().map(|id| &*program.function(*id).source_name);
        let globals = program.globals().iter().filter_map(|it| it.parts.source_name.as_deref());
        let mut names: Vec<String> =
            functions.chain(globals).filter(is_free).map(str::to_owned).collect();
        for invocation in self.test.case.steps.iter().filter_map(Step::invocation) {
            if let Some(function) = invocation.function() {
                let signature = program.signature_of(function);
                let params = signature.iter().flat_map(|it| &it.params).map(|param| param.ty);
                let spelled = params.chain(signature.iter().map(|it| it.result));
                names.extend(spelled.filter_map(|ty| types.spell(ty)));
                let scopes = signature.iter().map(|it| split_scope(&it.qualified).0);
                names.extend(scopes.map(str::to_owned));
            }
            if let Action::Construct { class, .. } = invocation.action {
                names.extend(types.spell(class));
            }
        }
        names
    }

    /// All statements.
    pub fn sections(&mut self) -> Sections {
        self.stub_values();
        self.body.globals();
        self.body.write_late();
        let case = self.test.case;
        let tested = case.tested_step();
        let mut called_from = 0;
        let mut called_to = 0;
        let mut checked_to = 0;
        for (index, step) in case.steps.iter().enumerate() {
            let Some(invocation) = step.invocation() else { continue };
            let statement = self.statement(index, invocation);
            self.body.write_late();
            if tested == Some(index) {
                called_from = self.body.lines.len();
            }
            self.body.lines.push(statement);
            if tested == Some(index) {
                called_to = self.body.lines.len();
                let checks = self.checks_behind(index);
                self.body.lines.extend(checks);
                checked_to = self.body.lines.len();
            }
        }
        self.cut([called_from, called_to, checked_to])
    }

    /// The lines in sections that end there. They stay in the body, too: it is asked what they mention.
    fn cut(&self, ends: [usize; 3]) -> Sections {
        let (lines, [arranged, called, checked]) = (&self.body.lines, ends);
        Sections {
            arranged: lines[..arranged].to_vec(),
            called: lines[arranged..called].to_vec(),
            checked: lines[called..checked].to_vec(),
            released: lines[checked..].to_vec(),
        }
    }

    /// What is checked behind the call under test: what it gave, what it left in variables, what objects say then.
    fn checks_behind(&mut self, step: usize) -> Vec<String> {
        let case = self.test.case;
        let mut checks: Vec<String> = self.check_of(step).into_iter().collect();
        for check in &case.checks {
            match check {
                Check::Holds { place, value } => checks.extend(self.check_of_place(place, value)),
                Check::Observed { invocation, value } => {
                    let expression = self.expression(invocation);
                    let function = invocation.function();
                    let signature = function.and_then(|id| self.test.program.signature_of(id));
                    let Some(signature) = signature else { continue };
                    checks.push(self.assertion(signature.result, &expression.text, value));
                }
                _ => {}
            }
        }
        checks
    }

    fn check_of_place(&self, place: &Held, value: &Returned) -> Option<String> {
        let (name, is_pointer) = match place.root {
            Root::Result(step) => (self.results[step].clone()?, false),
            Root::Object(index) => {
                let Variable { name, form, .. } = &self.body.objects[index];
                (name.clone(), *form == Form::Pointer)
            }
        };
        let mut text = name;
        for (at, part) in place.path.iter().enumerate() {
            match part {
                Part::Member(member) if at == 0 && is_pointer => {
                    text.push_str(&format!("->{member}"))
                }
                Part::Member(member) => text.push_str(&format!(".{member}")),
                Part::Element(index) => text.push_str(&format!("[{index}]")),
            }
        }
        let is_itself = place.path.is_empty() && is_pointer && matches!(value, Returned::Scalar(_));
        let text = if is_itself { format!("*{text}") } else { text };
        Some(self.assertion(place.ty, &text, value))
    }

    /// What is checked of the variable of a step.
    fn check_of(&self, step: usize) -> Option<String> {
        let expected = expected_of(self.test.case, step)?;
        let ty = self.test.case.result_of(self.test.program, step)?;
        Some(self.assertion(ty, self.results[step].as_deref()?, expected))
    }

    fn statement(&mut self, step: usize, invocation: &'c Invocation) -> String {
        let expression = self.expression(invocation);
        if let Action::Construct { class, storage: Storage::Automatic, .. } = invocation.action {
            let name = self.result_variable(step, invocation);
            let made = self.constructed(class, &name, &expression.text);
            return self.caught(invocation.ending, made, true);
        }
        let case = self.test.case;
        let ty = case.result_of(self.test.program, step);
        let Some(ty) = ty.filter(|_| is_kept(case, step)) else {
            let statement = self.unkept(step, ty, invocation, &expression);
            return self.caught(invocation.ending, statement, false);
        };
        let name = self.result_variable(step, invocation);
        let declared = match invocation.action {
            Action::Construct { .. } => format!("{} *{name}", self.body.class_name(ty)),
            _ => self.declared(ty, &name),
        };
        format!("{declared} = {};", expression.text)
    }

    /// A statement whose result has no variable: checked at once, or ignored.
    fn unkept(
        &self,
        step: usize,
        ty: Option<TypeId>,
        invocation: &Invocation,
        expression: &Expression,
    ) -> String {
        let text = match expression.is_compound && (expression.is_bare || invocation.nodiscard) {
            true => format!("({})", expression.text),
            false => expression.text.clone(),
        };
        match ty.zip(expected_of(self.test.case, step)) {
            Some((ty, expected)) => self.assertion(ty, &text, expected),
            None if expression.is_bare || invocation.nodiscard => format!("(void){text};"),
            None => format!("{text};"),
        }
    }

    /// A statement; what it throws is caught.
    fn caught(&self, ending: Ending, statement: String, declares: bool) -> String {
        let throwing = Throwing { statement: &statement, class: None, declares };
        match ending {
            Ending::Returns => statement,
            Ending::Throws => self.wording.caught(&throwing),
        }
    }

    fn result_variable(&mut self, step: usize, invocation: &Invocation) -> String {
        let wanted = self.result_name(step, invocation);
        let name = self.body.name(&wanted);
        self.results[step] = Some(name.clone());
        name
    }
}
