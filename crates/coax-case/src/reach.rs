//! What a case needs of its objects: those that its calls can come to.

use crate::{Argument, Environment, Invocation, Pointee, PointerAt, Step, Value};

impl Environment {
    /// Leaves out the objects, and the steps that make and use them, that no call, stub or variable
    /// leads to. The others keep their order, and steps of a sequence still mean those that they meant.
    pub fn keep_reached(&mut self, steps: &mut Vec<Step>) {
        let reached = self.reached(steps);
        let mut next = 0;
        let number = |reached: &bool| {
            next += usize::from(*reached);
            reached.then_some(next.saturating_sub(1))
        };
        let numbers: Vec<Option<usize>> = reached.iter().map(number).collect();
        let mut kept = reached.iter();
        self.objects.retain(|_| kept.next() == Some(&true));
        keep_steps(steps, |step| step.object().is_none_or(|object| reached[object]));
        for object in steps.iter_mut().flat_map(Step::objects_mut) {
            *object = numbers[*object].unwrap_or(*object);
        }
        self.destructions.retain(|end| reached[end.object]);
        for end in &mut self.destructions {
            end.object = numbers[end.object].unwrap_or(end.object);
        }
        let renumber = |pointers: &mut Vec<PointerAt>| {
            for pointer in pointers {
                if let Pointee::Object { index, offset } = pointer.to {
                    pointer.to = match numbers[index] {
                        Some(index) => Pointee::Object { index, offset },
                        None => Pointee::Null,
                    };
                }
            }
        };
        self.objects.iter_mut().for_each(|object| renumber(&mut object.pointers));
        self.values_mut().for_each(|value| renumber(&mut value.pointers));
        steps.iter_mut().flat_map(Step::values_mut).for_each(|value| renumber(&mut value.pointers));
    }

    /// For every object, whether something leads to it.
    fn reached(&self, steps: &[Step]) -> Vec<bool> {
        let mut reached = vec![false; self.objects.len()];
        let calls = steps.iter().filter(|step| step.object().is_none());
        let values = calls.flat_map(Step::values).chain(self.values());
        let mut open: Vec<&PointerAt> = values.flat_map(|value| &value.pointers).collect();
        let operands = steps.iter().filter_map(Step::invocation).flat_map(Invocation::operands);
        let named: Vec<PointerAt> = operands.filter_map(Argument::object).map(start_of).collect();
        open.extend(&named);
        while let Some(pointer) = open.pop() {
            if let Pointee::Object { index, .. } = pointer.to
                && !std::mem::replace(&mut reached[index], true)
            {
                let made = steps.iter().filter(|step| step.object() == Some(index));
                open.extend(&self.objects[index].pointers);
                open.extend(made.flat_map(Step::values).flat_map(|value| &value.pointers));
            }
        }
        reached
    }

    /// What stubs return and write, and what variables start with.
    fn values(&self) -> impl Iterator<Item = &Value> {
        let answers = self.stubs.iter().flat_map(|stub| {
            let outputs = stub.outputs.iter().map(|output| &output.value);
            stub.returns.iter().flatten().chain(outputs)
        });
        answers.chain(self.globals.iter().map(|global| &global.value))
    }

    fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        let answers = self.stubs.iter_mut().flat_map(|stub| {
            let outputs = stub.outputs.iter_mut().map(|output| &mut output.value);
            stub.returns.iter_mut().flatten().chain(outputs)
        });
        answers.chain(self.globals.iter_mut().map(|global| &mut global.value))
    }
}

/// A pointer to the start of an object.
fn start_of(index: usize) -> PointerAt {
    PointerAt { offset: 0, to: Pointee::Object { index, offset: 0 } }
}

/// Leaves out steps that give nothing, and renumbers what refers to the others.
fn keep_steps(steps: &mut Vec<Step>, keep: impl Fn(&Step) -> bool) {
    let mut kept = 0;
    let mut numbers = Vec::with_capacity(steps.len());
    steps.retain(|step| {
        let stays = keep(step);
        numbers.push(kept);
        kept += usize::from(stays);
        stays
    });
    for operand in
        steps.iter_mut().filter_map(Step::invocation_mut).flat_map(Invocation::operands_mut)
    {
        if let Argument::Result { step, .. } = operand {
            *step = numbers[*step];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Action, Call, Callee, Construction, Ending, Making, Object, Pass};
    use coax_ir::TypeId;

    const TYPE: TypeId = TypeId(0);

    fn value(pointers: &[usize]) -> Value {
        Value { ty: TYPE, bytes: vec![0; 8], pointers: to(pointers) }
    }

    fn to(objects: &[usize]) -> Vec<PointerAt> {
        let to = |&index: &usize| PointerAt { offset: 0, to: Pointee::Object { index, offset: 4 } };
        objects.iter().map(to).collect()
    }

    fn object(name: &str, pointers: &[usize]) -> Object {
        Object {
            ty: TYPE,
            count: 1,
            bytes: vec![0; 8],
            pointers: to(pointers),
            released: None,
            text: false,
            name: name.into(),
        }
    }

    fn made(object: usize, arguments: &[usize]) -> Step {
        let (params, arguments) = (vec![TYPE], vec![value(arguments)]);
        Step::Make(Construction { object, class: TYPE, params, arguments, making: Making::Call })
    }

    fn used(object: usize, arguments: &[usize]) -> Step {
        let (params, arguments) = (vec![TYPE], vec![value(arguments)]);
        Step::Use(crate::Use {
            object,
            function: "push".into(),
            params,
            arguments,
            times: 2,
            free: None,
        })
    }

    fn call(object: usize) -> Step {
        let arguments = vec![Argument::Value(value(&[object]))];
        Step::Call(Call { callee: Callee::Program, object: None, arguments })
    }

    #[test]
    fn what_nothing_leads_to_is_left_out_and_the_rest_is_renumbered() {
        let objects = vec![
            object("unused", &[4]),
            object("argument", &[3]),
            object("unused, too", &[]),
            object("next", &[1]),
            object("made", &[]),
            object("of what it is made", &[]),
            object("what it is used with", &[]),
        ];
        let mut environment = Environment { objects, ..Environment::default() };
        let mut steps =
            vec![made(2, &[0]), used(2, &[0]), made(4, &[5]), used(4, &[6]), call(1), call(4)];
        environment.keep_reached(&mut steps);
        let names: Vec<&str> = environment.objects.iter().map(|object| &*object.name).collect();
        assert_eq!(
            names,
            ["argument", "next", "made", "of what it is made", "what it is used with"]
        );
        assert_eq!(environment.objects[0].pointers, to(&[1]));
        assert_eq!(environment.objects[1].pointers, to(&[0]));
        assert_eq!(steps, [made(2, &[3]), used(2, &[4]), call(0), call(2)]);
    }

    fn invoke(arguments: Vec<Argument>) -> Step {
        let action = Action::Call(coax_ir::FuncId(0));
        Step::Invoke(Invocation { action, arguments, ending: Ending::Returns, nodiscard: false })
    }

    #[test]
    fn a_sequence_keeps_what_it_names_and_means_the_same_steps() {
        let objects = vec![object("unused", &[]), object("buffer", &[2]), object("behind it", &[])];
        let mut environment = Environment { objects, ..Environment::default() };
        let result = |step| Argument::Result { step, pass: Pass::Value };
        let buffer = |index| Argument::Object { index, pass: Pass::Address };
        let mut steps = vec![made(0, &[]), invoke(vec![]), invoke(vec![result(1), buffer(1)])];
        environment.keep_reached(&mut steps);
        let names: Vec<&str> = environment.objects.iter().map(|object| &*object.name).collect();
        assert_eq!(names, ["buffer", "behind it"]);
        assert_eq!(steps, [invoke(vec![]), invoke(vec![result(0), buffer(0)])]);
    }

    #[test]
    fn what_only_a_stub_returns_is_kept() {
        let stub = crate::Stub {
            function: None,
            ty: None,
            name: "next".into(),
            returns: vec![None, Some(value(&[1]))],
            outputs: vec![],
        };
        let objects = vec![object("unused", &[]), object("returned", &[])];
        let mut environment = Environment { objects, stubs: vec![stub], ..Environment::default() };
        environment.keep_reached(&mut vec![]);
        assert_eq!(environment.objects.len(), 1);
        assert_eq!(environment.stubs[0].returns[1], Some(value(&[0])));
    }
}
