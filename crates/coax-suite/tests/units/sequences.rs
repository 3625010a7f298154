//! Sequences of calls: what people see of them; each is compiled without warnings by two compilers, and passes.

use coax_case::{
    Action, Argument, Check, Ending, Environment, Invocation, Object, Pass, Returned, Step,
    Storage, TestCase, Value,
};
use coax_ir::{FuncId, TypeId};
use coax_suite::{Dialect, Plain};

use crate::suite::*;

/// A sequence in the making.
pub struct Sequence<'s> {
    pub suite: &'s Suite,
    pub steps: Vec<Step>,
    pub environment: Environment,
    pub checks: Vec<Check>,
}

impl<'s> Sequence<'s> {
    pub fn of(suite: &'s Suite) -> Self {
        let checks = vec![Check::Normal { status: 0 }];
        Sequence { suite, steps: vec![], environment: Environment::default(), checks }
    }

    fn invocation(
        &self,
        name: &str,
        object: Option<Argument>,
        arguments: Vec<Argument>,
    ) -> Invocation {
        let function = self.function(name);
        let action = match object {
            Some(receiver) => Action::Method { function, receiver },
            None => Action::Call(function),
        };
        Invocation { action, arguments, ending: Ending::Returns, nodiscard: false }
    }

    fn function(&self, name: &str) -> FuncId {
        self.suite.signature(name).0
    }

    fn add(&mut self, step: Step) -> usize {
        self.steps.push(step);
        self.steps.len() - 1
    }

    pub fn call(&mut self, name: &str, arguments: Vec<Argument>) -> usize {
        self.add(Step::Invoke(self.invocation(name, None, arguments)))
    }

    pub fn method(&mut self, name: &str, receiver: Argument, arguments: Vec<Argument>) -> usize {
        self.add(Step::Invoke(self.invocation(name, Some(receiver), arguments)))
    }

    /// The class of a method, made by its constructor with these arguments.
    pub fn construct(
        &mut self,
        constructor: &str,
        storage: Storage,
        arguments: Vec<Argument>,
    ) -> usize {
        let (function, signature) = self.suite.signature(constructor);
        let class = signature.method.as_ref().unwrap().class;
        let action = Action::Construct { class, constructor: Some(function), storage };
        self.add(Step::Invoke(Invocation {
            action,
            arguments,
            ending: Ending::Returns,
            nodiscard: false,
        }))
    }

    pub fn release(&mut self, name: &str, arguments: Vec<Argument>) {
        let invocation = self.invocation(name, None, arguments);
        self.add(Step::Release(invocation));
    }

    pub fn delete(&mut self, pointer: Argument) {
        let action = Action::Delete { pointer, array: false };
        let arguments = vec![];
        self.add(Step::Release(Invocation {
            action,
            arguments,
            ending: Ending::Returns,
            nodiscard: false,
        }));
    }

    /// The last step throws, and is caught.
    pub fn throws(&mut self) {
        if let Some(Step::Invoke(invocation)) = self.steps.last_mut() {
            invocation.ending = Ending::Throws;
        }
    }

    /// What the last step gives must not be ignored.
    pub fn nodiscard(&mut self) {
        if let Some(Step::Invoke(invocation)) = self.steps.last_mut() {
            invocation.nodiscard = true;
        }
    }

    pub fn object(&mut self, object: Object) -> usize {
        self.environment.objects.push(object);
        self.environment.objects.len() - 1
    }

    /// The object that a parameter of a function points to, without a name of its own.
    pub fn object_for(&mut self, function: &str, param: usize, bytes: &[u8]) -> usize {
        let ty = self.suite.pointee(self.suite.params(function)[param].ty);
        self.object(self.suite.object_of(ty, "", bytes))
    }

    pub fn param(&self, function: &str, param: usize) -> TypeId {
        self.suite.params(function)[param].ty
    }

    /// A number for a parameter.
    pub fn number(&self, function: &str, param: usize, number: i64) -> Argument {
        let ty = self.param(function, param);
        let size = coax_ir::size_of(&self.suite.program, ty).unwrap() as usize;
        Argument::Value(value(ty, &number.to_le_bytes()[..size]))
    }

    pub fn expect(&mut self, step: usize, ty: TypeId, bytes: &[u8]) {
        let value = Returned::Scalar(value(ty, bytes));
        self.checks.push(Check::Returned { step, value });
    }

    pub fn expect_int(&mut self, step: usize, number: i32) {
        let function = match &self.steps[step] {
            Step::Invoke(it) => it.function().unwrap(),
            _ => panic!("no call"),
        };
        let result = self.suite.program.signature_of(function).unwrap().result;
        self.expect(step, result, &number.to_le_bytes());
    }

    pub fn case(&self, id: &str) -> TestCase {
        TestCase {
            id: id.into(),
            steps: self.steps.clone(),
            environment: self.environment.clone(),
            checks: self.checks.clone(),
            notes: vec![],
        }
    }

    /// The text of the test, which is valid, compiles without warnings and passes.
    pub fn text(&self, id: &str) -> String {
        let case = self.case(id);
        assert_eq!(case.check(&self.suite.program), Ok(()));
        let test = self.suite.test(&case);
        let text = Plain.render(&test);
        let file = Plain.file_name(&test);
        let folder = self.suite.tests();
        std::fs::write(folder.join(&file), &text).unwrap();
        let cxx = self.suite.under_test.cxx;
        let runtime = coax_suite::unit_runtime(cxx);
        for compiler in if cxx { ["g++", "clang++"] } else { ["gcc", "clang"] } {
            let compiler = installed(compiler);
            let build = format!(
                "{compiler} -Wall -Wextra -Werror -g -fsanitize=address,undefined -I. \
                 -Wl,--wrap=main -o {id} {file} {runtime} -lm && ./{id}"
            );
            let output = shell(&folder, &build);
            assert!(output.status.success(), "{}\n{text}", errors(&output));
        }
        text
    }
}

/// What a step gave.
pub fn result(step: usize) -> Argument {
    Argument::Result { step, pass: Pass::Value }
}

pub fn passed(step: usize, pass: Pass) -> Argument {
    Argument::Result { step, pass }
}

pub fn variable(index: usize, pass: Pass) -> Argument {
    Argument::Object { index, pass }
}

pub fn text(letters: &str) -> Argument {
    Argument::Text(letters.as_bytes().to_vec())
}

pub fn given(value: Value) -> Argument {
    Argument::Value(value)
}
