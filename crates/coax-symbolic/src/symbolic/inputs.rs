//! Where terms come from: the inputs a program asks for.
//!
//! An input is a row of variables, one after the other in memory. The n-th input of a path with a
//! given name and layout has the same variables on every path that asks for it, so that models and
//! answers about one path serve others.

use std::collections::HashMap;
use std::sync::Arc;

use coax_expr::{Assignment, Term, Var};
use coax_ir::{Program, Type, TypeId, size_of};
use coax_kinds::Incomplete;
use coax_memory::{Object, Origin};

use super::Symbols;
use super::replay::write_input;
use crate::Mark;
use crate::{State, Stop};

/// What a byte that is an input takes, at least: its variable, its term, its value in models.
const BYTES_PER_INPUT: u64 = 100;

/// What an input is to the program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum InputSource {
    /// Bytes at an address: the word that was used and the name it was given.
    Object {
        /// `coax_symbolic`, `klee_make_symbolic`.
        word: Arc<str>,
        /// The name.
        name: Arc<str>,
    },
    /// A value that a word returned.
    Value {
        /// `coax_int`, `__VERIFIER_nondet_uint`, …
        word: Arc<str>,
        /// The name, if the word takes one.
        name: Option<Arc<str>>,
    },
    /// An argument of the program, by its place in `argv`.
    Argument(u32),
    /// The standard input.
    Stdin,
    /// A file.
    File(Arc<str>),
    /// Something a unit was given.
    Unit {
        /// What it is called.
        name: Arc<str>,
    },
    /// A parameter of the function explored.
    Parameter {
        /// Its number, from 0.
        index: u32,
        /// Its name.
        name: Arc<str>,
    },
}

/// One input of a path.
#[derive(Clone, Debug)]
pub struct Input {
    /// What it is to the program.
    pub source: InputSource,
    /// Its type, where the debug information has one.
    pub ty: Option<TypeId>,
    /// Its variables; their bytes follow each other, lowest first.
    pub vars: Arc<[Var]>,
    /// How many bytes each of them has.
    pub sizes: Arc<[u8]>,
}

impl Input {
    /// Its bytes under a model.
    pub fn bytes(&self, model: &Assignment) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (&var, &size) in self.vars.iter().zip(&*self.sizes) {
            bytes.extend_from_slice(&model.get(var).to_le_bytes()[..usize::from(size)]);
        }
        bytes
    }
}

/// The variables of all inputs, by what identifies an input.
#[derive(Default)]
pub struct Inputs {
    known: HashMap<Identity, Arc<[Var]>>,
}

/// Its number on the path, where it comes from, and the sizes of its parts.
type Identity = (usize, InputSource, Arc<[u8]>);

impl<'p> Symbols<'p> {
    /// The next input of a path: variables of these numbers of bytes.
    pub fn input(
        &mut self,
        state: &mut State<'p>,
        source: InputSource,
        ty: Option<TypeId>,
        layout: Vec<u8>,
    ) -> Arc<[Var]> {
        let number = state.above.path.inputs.len();
        let sizes: Arc<[u8]> = layout.into();
        let key = (number, source.clone(), Arc::clone(&sizes));
        let vars = match self.inputs.known.get(&key) {
            Some(vars) => Arc::clone(vars),
            None => {
                let name = label(&source);
                let new = |(i, &len): (usize, &u8)| {
                    self.pool.new_var(&format!("{name}.{number}.{i}"), u32::from(len) * 8)
                };
                let vars: Arc<[Var]> = key.2.iter().enumerate().map(new).collect();
                self.inputs.known.insert(key, Arc::clone(&vars));
                vars
            }
        };
        if let Some(trial) = &self.context.trial {
            vars.iter().for_each(|&var| state.above.path.model.set(var, trial.get(var)));
        }
        if let Some(bytes) = self.context.replay.value(&state.above.path, &source) {
            write_input(&self.pool, &vars, bytes, &mut state.above.path.model);
            self.evaluator.begin();
        }
        state.above.path.inputs.push(Input { source, ty, vars: Arc::clone(&vars), sizes });
        vars
    }

    /// What a variable of an input is to the program: a term, or the value it is tried with.
    fn variable(&mut self, state: &State<'p>, var: Var) -> Term {
        match self.context.trial {
            Some(_) => {
                let value = state.above.path.model.get(var).into();
                self.pool.constant(self.pool.var_width(var), value)
            }
            None => self.pool.var(var),
        }
    }

    /// Makes the bytes at `address` the next input.
    pub(crate) fn input_at(
        &mut self,
        state: &mut State<'p>,
        program: &Program,
        address: u64,
        len: u64,
        source: InputSource,
    ) -> Result<(), Stop> {
        let object = state.memory.check(address, len, coax_memory::Access::Write)?;
        if len > self.memory / BYTES_PER_INPUT {
            return Err(Stop::Bound(Incomplete::Memory));
        }
        let ty =
            declared_type(program, object).filter(|_| address == object.base && len == object.size);
        let mut layout = Vec::new();
        if let Some(ty) = ty {
            scalars(program, ty, 0, &mut layout);
        }
        let layout = filled(&layout, len);
        let vars = self.input(state, source, ty, layout);
        let mut at = address;
        for &var in &*vars {
            if self.solver.deadline().is_over() {
                return Err(Stop::Bound(Incomplete::Time));
            }
            let term = self.variable(state, var);
            let bytes = state.above.path.model.get(var).to_le_bytes();
            let size = self.pool.var_width(var) as usize / 8;
            state.memory.write(at, &bytes[..size])?;
            self.store(state, at, term, &[]);
            at += size as u64;
        }
        Ok(())
    }

    /// Makes a parameter that travels in scalars of these widths the next input: its words.
    pub(crate) fn parameter(
        &mut self,
        state: &mut State<'p>,
        bits: &[u32],
        source: InputSource,
        ty: Option<TypeId>,
    ) -> Vec<(u64, Mark)> {
        let split = |&bits: &u32| (0..bits).step_by(64).map(move |at| (bits - at).min(64));
        let widths: Vec<u32> = bits.iter().flat_map(split).collect();
        let layout = widths.iter().map(|width| width.div_ceil(8) as u8).collect();
        let vars = self.input(state, source, ty, layout);
        let mut words = Vec::new();
        for (&var, &width) in vars.iter().zip(&widths) {
            let term = self.variable(state, var);
            let term = self.pool.resize(term, width);
            let mark = Mark { undefined: 0, term: self.symbolic(term) };
            words.push((self.value(state, term) as u64, mark));
        }
        words
    }

    /// Makes a value of `bits` bits the next input: its value and its term.
    pub(crate) fn input_value(
        &mut self,
        state: &mut State<'p>,
        bits: u32,
        source: InputSource,
    ) -> (u64, Term) {
        let vars = self.input(state, source, None, vec![bits.div_ceil(8) as u8]);
        let term = self.variable(state, vars[0]);
        let term = self.pool.resize(term, bits);
        (self.value(state, term) as u64, term)
    }
}

fn label(source: &InputSource) -> String {
    match source {
        InputSource::Object { name, .. } => name.to_string(),
        InputSource::Value { word, name } => name.as_ref().unwrap_or(word).to_string(),
        InputSource::Argument(i) => format!("argv[{i}]"),
        InputSource::Stdin => "stdin".to_string(),
        InputSource::File(name)
        | InputSource::Parameter { name, .. }
        | InputSource::Unit { name } => name.to_string(),
    }
}

/// The type an object was declared with.
fn declared_type(program: &Program, object: &Object) -> Option<TypeId> {
    match object.origin {
        Origin::Global(id) => program.global_type(id),
        Origin::Stack { function, object } => {
            program.body(function).ok()?.stack_objects.get(object as usize)?.ty
        }
        _ => None,
    }
}

/// Collects the scalars of a type: (offset, size in bytes), as far as they have whole bytes.
fn scalars(program: &Program, ty: TypeId, offset: u64, out: &mut Vec<(u64, u8)>) {
    match &*program.type_of(ty) {
        Type::Int { bits, .. } | Type::Enum { bits, .. } | Type::Float { bits, .. }
            if matches!(bits, 8 | 16 | 32 | 64) =>
        {
            out.push((offset, (*bits / 8) as u8));
        }
        Type::Pointer(_) => out.push((offset, 8)),
        Type::Array { element, count: Some(count) } => {
            let Some(size) = size_of(program, *element) else { return };
            for i in 0..*count {
                scalars(program, *element, offset + i * size, out);
            }
        }
        Type::Struct { fields, .. } => {
            for field in fields.iter().filter(|field| field.bit_size.is_none()) {
                scalars(program, field.ty, offset + field.bit_offset / 8, out);
            }
        }
        Type::Typedef { target, .. } | Type::Qualified { target, .. } => {
            scalars(program, *target, offset, out);
        }
        _ => {}
    }
}

/// The layout of a range: its scalars, and single bytes where there are none.
fn filled(scalars: &[(u64, u8)], len: u64) -> Vec<u8> {
    let mut layout = Vec::new();
    let mut at = 0;
    for &(offset, size) in scalars {
        if offset < at || offset + u64::from(size) > len {
            continue;
        }
        layout.extend(std::iter::repeat_n(1, (offset - at) as usize));
        layout.push(size);
        at = offset + u64::from(size);
    }
    layout.extend(std::iter::repeat_n(1, (len - at) as usize));
    layout
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_covers_its_range() {
        assert_eq!(filled(&[(0, 4), (8, 8)], 18), [4, 1, 1, 1, 1, 8, 1, 1]);
        assert_eq!(filled(&[(0, 4), (2, 4), (6, 4)], 8), [4, 1, 1, 1, 1]);
        assert_eq!(filled(&[], 2), [1, 1]);
    }
}
