//! A sequence made shorter and its values smaller, for people to read: what its last call does stays the same.
//!
//! Steps are left out one by one, each with those that need what it gave; then numbers are replaced by smaller ones. What is
//! left must end in the same way, and cover the sides of branches that the sequence is kept for.
//!
//! Invariants: an object is not used without the call that initialises it; the order of calls stays.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use coax_case::{Argument, Invocation, Object, Pass, Pointee, Step, Value};
use coax_engine::Machine;
use coax_ir::{Program, size_of, strip};

use crate::api::Api;
use crate::names::Purpose;
use crate::sequence::{Handle, Sequence, Source, each_operand};
use crate::types::{Shape, Sort, number};

/// Texts that are longer are tried with less letters.
const LONG_TEXT: usize = 6;

/// Numbers up to this one are small enough.
const SMALL: u64 = 9;

/// A sequence without some of its steps; none if the last one needs them.
pub(crate) fn without(api: &Api, sequence: &Sequence, step: usize) -> Option<Sequence> {
    let gone = gone_with(api, sequence, step);
    let last = sequence.steps.len().checked_sub(1)?;
    (!gone.contains(&last)).then(|| keeping(sequence, &gone))
}

/// The steps that cannot be without a step, and itself.
fn gone_with(api: &Api, sequence: &Sequence, step: usize) -> BTreeSet<usize> {
    let mut gone = BTreeSet::from([step]);
    let mut bare: BTreeSet<usize> = prepared(api, &sequence.steps[step]);
    for (at, later) in sequence.steps.iter().enumerate().skip(step + 1) {
        let Some(invocation) = later.invocation() else { continue };
        let mut is_gone = false;
        each_part(invocation, |argument| {
            is_gone |= match argument {
                Argument::Result { step, .. } => gone.contains(step),
                _ => objects_in(argument).iter().any(|object| bare.contains(object)),
            };
        });
        if is_gone {
            gone.insert(at);
            bare.extend(prepared(api, later));
        }
    }
    gone
}

fn each_part(invocation: &Invocation, visit: impl FnMut(&Argument)) {
    invocation.operands().for_each(visit);
}

/// The variables that a step makes usable.
fn prepared(api: &Api, step: &Step) -> BTreeSet<usize> {
    let Some(invocation) = step.invocation() else { return BTreeSet::new() };
    let Some(callable) = invocation.function().and_then(|id| api.callable(id)) else {
        return BTreeSet::new();
    };
    let initialises = callable.purpose == Purpose::Initialise;
    let of = |(at, argument): (usize, &Argument)| match *argument {
        Argument::Object { index, pass: Pass::Address } if initialises && at == 0 => Some(index),
        Argument::Object { index, .. }
            if matches!(callable.params.get(at).map(|it| &it.shape), Some(Shape::Place { .. })) =>
        {
            Some(index)
        }
        _ => None,
    };
    invocation.arguments.iter().enumerate().filter_map(of).collect()
}

/// The variables that an argument names or leads to.
fn objects_in(argument: &Argument) -> Vec<usize> {
    let pointed = argument.value().into_iter().flat_map(|value| &value.pointers);
    let pointed = pointed.filter_map(|at| match at.to {
        Pointee::Object { index, .. } => Some(index),
        _ => None,
    });
    argument.object().into_iter().chain(pointed).collect()
}

/// The sequence without these steps, and without variables that no other step uses.
fn keeping(sequence: &Sequence, gone: &BTreeSet<usize>) -> Sequence {
    let is_left = |at: &usize| !gone.contains(at);
    let mut objects: BTreeSet<usize> = BTreeSet::new();
    for at in (0..sequence.steps.len()).filter(is_left) {
        if let Some(invocation) = sequence.steps[at].invocation() {
            each_part(invocation, |argument| objects.extend(objects_in(argument)));
        }
    }
    add_pointed(&sequence.objects, &mut objects);
    let is_used = |step: &Step| match step {
        Step::Make(made) => objects.contains(&made.object),
        _ => true,
    };
    let steps: Vec<usize> = (0..sequence.steps.len())
        .filter(|at| is_left(at) && is_used(&sequence.steps[*at]))
        .collect();
    let renumbered = |kept: &mut dyn Iterator<Item = usize>| -> BTreeMap<usize, usize> {
        kept.enumerate().map(|(new, old)| (old, new)).collect()
    };
    let map = Renumbering {
        steps: renumbered(&mut steps.iter().copied()),
        objects: renumbered(&mut objects.iter().copied()),
    };
    Sequence {
        steps: steps.iter().map(|&at| Arc::new(map.step(&sequence.steps[at]))).collect(),
        objects: objects.iter().map(|&at| Arc::new(map.object(&sequence.objects[at]))).collect(),
        stubs: sequence.stubs.clone(),
        handles: sequence.handles.iter().filter_map(|handle| map.handle(handle)).collect(),
        is_extreme: sequence.is_extreme,
        ..Sequence::default()
    }
}

/// Adds what variables lead to.
fn add_pointed(all: &[Arc<Object>], objects: &mut BTreeSet<usize>) {
    let mut open: Vec<usize> = objects.iter().copied().collect();
    while let Some(object) = open.pop() {
        for at in &all[object].pointers {
            if let Pointee::Object { index, .. } = at.to
                && objects.insert(index)
            {
                open.push(index);
            }
        }
    }
}

/// New numbers of steps and variables, by the old ones.
struct Renumbering {
    steps: BTreeMap<usize, usize>,
    objects: BTreeMap<usize, usize>,
}

impl Renumbering {
    fn pointee(&self, to: &mut Pointee) {
        if let Pointee::Object { index, .. } = to {
            *index = self.objects.get(index).copied().unwrap_or(*index);
        }
    }

    fn value(&self, value: &mut Value) {
        value.pointers.iter_mut().for_each(|at| self.pointee(&mut at.to));
    }

    fn step(&self, step: &Step) -> Step {
        let mut step = step.clone();
        match &mut step {
            Step::Invoke(invocation) | Step::Release(invocation) => {
                each_operand(invocation, |operand| match operand {
                    Argument::Result { step, .. } => {
                        *step = self.steps.get(step).copied().unwrap_or(*step);
                    }
                    Argument::Object { index, .. } | Argument::Length { index } => {
                        *index = self.objects.get(index).copied().unwrap_or(*index);
                    }
                    Argument::Value(value) => self.value(value),
                    Argument::Text(_) | Argument::Input(_) => {}
                });
            }
            Step::Make(made) => {
                made.object = self.objects.get(&made.object).copied().unwrap_or(made.object);
                made.arguments.iter_mut().for_each(|value| self.value(value));
            }
            Step::Use(_) | Step::Call(_) => {}
        }
        step
    }

    fn object(&self, object: &Object) -> Object {
        let mut object = object.clone();
        object.pointers.iter_mut().for_each(|at| self.pointee(&mut at.to));
        object
    }

    fn handle(&self, handle: &Handle) -> Option<Handle> {
        let Source::Variable(index) = handle.source else { return None };
        let index = *self.objects.get(&index)?;
        Some(Handle { source: Source::Variable(index), ..handle.clone() })
    }
}

/// The sequence with one value made smaller, for each way to do so; the likeliest come first for each value.
pub(crate) fn smaller(machine: &Machine<'_>, sequence: &Sequence) -> Vec<Vec<Sequence>> {
    let mut ways = Vec::new();
    let mut next = 1;
    for (at, step) in sequence.steps.iter().enumerate() {
        let Some(invocation) = step.invocation() else { continue };
        for (number, argument) in invocation.arguments.iter().enumerate() {
            let choices = smaller_arguments(machine.program, argument, next);
            if choices.is_empty() {
                continue;
            }
            next = next % SMALL + 1;
            let replaced = |choice: Argument| {
                let mut sequence = sequence.clone();
                if let Step::Invoke(invocation) = Arc::make_mut(&mut sequence.steps[at]) {
                    invocation.arguments[number] = choice;
                }
                sequence
            };
            ways.push(choices.into_iter().map(replaced).collect());
        }
    }
    for (index, object) in sequence.objects.iter().enumerate() {
        if let Some(zero) = zeroed(machine.program, object) {
            let mut sequence = sequence.clone();
            sequence.objects[index] = Arc::new(zero);
            ways.push(vec![sequence]);
        }
    }
    ways
}

/// Smaller values for an argument, if it is not small already. Different small numbers show more than zeros.
fn smaller_arguments(program: &Program, argument: &Argument, next: u64) -> Vec<Argument> {
    match argument {
        Argument::Value(value) if value.pointers.is_empty() => {
            let Some(number) = number(program, strip(program, value.ty)) else { return Vec::new() };
            let choices: Vec<Vec<u8>> = match (number.sort, number.size) {
                (Sort::Signed, size) => integers(&value.bytes, size, next),
                (Sort::Unsigned, _) => naturals(&value.bytes, next),
                (Sort::Float, 8) => floats(&value.bytes, |it| it.to_le_bytes().to_vec()),
                (Sort::Float, 4) => floats(&value.bytes, |it| (it as f32).to_le_bytes().to_vec()),
                _ => Vec::new(),
            };
            let with = |bytes| Argument::Value(Value { bytes, ..value.clone() });
            choices.into_iter().map(with).collect()
        }
        Argument::Text(text) if text.len() > LONG_TEXT => {
            let half = text.len() / 2;
            let parts = [&text[..0], &text[..1], &text[..half], &text[half..]];
            let parts = parts.map(<[u8]>::to_vec).into_iter();
            let without_middle = [&text[..half / 2], &text[half + half / 2..]].concat();
            parts.chain([without_middle]).map(Argument::Text).collect()
        }
        _ => Vec::new(),
    }
}

fn integers(bytes: &[u8], size: u8, next: u64) -> Vec<Vec<u8>> {
    let mut image = [0; 8];
    image[..bytes.len()].copy_from_slice(bytes);
    let shift = 64 - 8 * u32::from(size);
    let value = (i64::from_le_bytes(image) << shift) >> shift;
    if value.unsigned_abs() <= SMALL {
        return Vec::new();
    }
    let half = value / 2;
    let choices = [next as i64, 0, -(next as i64), 10, 100, half];
    let is_smaller = |choice: &i64| choice.unsigned_abs() < value.unsigned_abs();
    let all = choices.into_iter().filter(is_smaller);
    all.map(|choice| choice.to_le_bytes()[..bytes.len()].to_vec()).collect()
}

fn naturals(bytes: &[u8], next: u64) -> Vec<Vec<u8>> {
    let mut image = [0; 8];
    image[..bytes.len()].copy_from_slice(bytes);
    let value = u64::from_le_bytes(image);
    if value <= SMALL {
        return Vec::new();
    }
    let choices = [next, 0, 10, 100, 1000, value / 2];
    let all = choices.into_iter().filter(|&choice| choice < value);
    all.map(|choice| choice.to_le_bytes()[..bytes.len()].to_vec()).collect()
}

fn floats(bytes: &[u8], write: impl Fn(f64) -> Vec<u8>) -> Vec<Vec<u8>> {
    let choices = [1.5, 2.0, 0.0, -1.0];
    let written: Vec<Vec<u8>> = choices.into_iter().map(write).collect();
    if written.iter().any(|known| known == bytes) { Vec::new() } else { written }
}

/// A variable with a single number or with a text in it, all zero.
fn zeroed(program: &Program, object: &Object) -> Option<Object> {
    let number = number(program, strip(program, object.ty))?;
    let is_number = matches!(number.sort, Sort::Signed | Sort::Unsigned | Sort::Float);
    let is_single =
        object.count == 1 && size_of(program, object.ty) == Some(object.bytes.len() as u64);
    let is_zero = object.bytes.iter().all(|&byte| byte == 0);
    let is_text = number.sort == Sort::Character;
    ((is_text || (is_number && is_single)) && !is_zero)
        .then(|| Object { bytes: vec![0; object.bytes.len()], ..object.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_stay_and_large_ones_become_small() {
        let int = |value: i32| integers(&value.to_le_bytes(), 4, 3);
        assert!(int(7).is_empty() && int(-9).is_empty());
        assert_eq!(int(688)[0], 3i32.to_le_bytes());
        assert_eq!(int(-700).last(), Some(&(-350i32).to_le_bytes().to_vec()));
        assert_eq!(int(12).len(), 5, "not 100");
        assert_eq!(naturals(&u32::MAX.to_le_bytes(), 3)[0], 3u32.to_le_bytes());
        let double = |value: f64| floats(&value.to_le_bytes(), |it| it.to_le_bytes().to_vec());
        assert!(double(2.0).is_empty());
        assert_eq!(double(1e300).len(), 4);
    }
}
