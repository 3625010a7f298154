//! Values that calls are given: numbers, texts, buffers, callbacks, and variables for what a function stores.

use std::sync::Arc;

use coax_case::{
    Argument, Construction, Making, Object, Pass, Pointee, PointerAt, Step, Stub, Value,
};
use coax_ir::{Role, Type, TypeId, compatible};
use coax_memory::Origin;

use crate::api::{Api, Param};
use crate::bindings::Given;
use crate::lengths::Pairing;
use crate::names::Purpose;
use crate::ownership::is_reached;
use crate::room::string_of;
use crate::sequence::Source;
use crate::types::{By, ClassId, Number, Shape, Standard, number};

use super::{Composer, Draft, Setback, cannot, null, object};
/// The longest text that is passed.
const LONGEST_TEXT: usize = 48;
/// Room for a text that a function may change or write.
const TEXT_ROOM: u64 = 64;
/// Elements of a buffer whose length nothing says.
const ELEMENTS: u64 = 16;

impl<'p> Composer<'_, 'p> {
    /// A number that an earlier step gave, or a literal.
    pub(super) fn number(
        &mut self,
        draft: &mut Draft<'p>,
        param: &Param,
        number: Number,
    ) -> Argument {
        if self.rng.one_in(8) {
            let results = numbers_like(draft, self.api, number);
            if let Some(&step) = self.rng.one_of(&results) {
                return Argument::Result { step, pass: Pass::Value };
            }
        }
        self.literal(draft, param.ty, number)
    }

    pub(super) fn literal(
        &mut self,
        draft: &mut Draft<'p>,
        ty: TypeId,
        number: Number,
    ) -> Argument {
        let one_in = self.policy.extreme_one_in;
        let literal = self.literals.number(self.machine.program, number, self.rng, one_in);
        draft.sequence.is_extreme |= literal.is_extreme;
        Argument::Value(Value { ty, bytes: literal.bytes, pointers: Vec::new() })
    }

    pub(super) fn numbers(
        &mut self,
        draft: &mut Draft<'p>,
        param: &Param,
        element: Number,
        element_ty: TypeId,
        by: By,
    ) -> Result<Argument, Setback> {
        let pass = if by == By::Pointer { Pass::Address } else { Pass::Value };
        if self.rng.one_in(4)
            && let Some(index) = self.variable_like(draft, element_ty, by)
        {
            return Ok(Argument::Object { index, pass });
        }
        let count = match param.pairing {
            _ if by != By::Pointer => 1,
            Pairing::Buffer(_) => 1 + self.rng.below(12) as u64,
            _ => {
                param.elements.unwrap_or(if param.is_lone { 1 } else { ELEMENTS }).clamp(1, 1 << 16)
            }
        };
        let mut bytes = Vec::new();
        for _ in 0..count {
            let literal = self.literals.number(self.machine.program, element, self.rng, u32::MAX);
            bytes.extend(literal.bytes);
        }
        let index = self.variable(draft, object(element_ty, count, bytes))?;
        Ok(Argument::Object { index, pass })
    }

    /// A variable with elements of a type that is there already.
    pub(super) fn variable_like(
        &mut self,
        draft: &Draft<'p>,
        element: TypeId,
        by: By,
    ) -> Option<usize> {
        let program = self.machine.program;
        let fits = |object: &Object| {
            compatible(program, object.ty, element)
                && !object.text
                && (by == By::Pointer || object.count == 1)
        };
        let all = draft.sequence.objects.iter().enumerate();
        let found: Vec<usize> =
            all.filter(|(_, object)| fits(object)).map(|(index, _)| index).collect();
        self.rng.one_of(&found).copied()
    }

    pub(super) fn text(
        &mut self,
        draft: &mut Draft<'p>,
        param: &Param,
        is_const: bool,
        element_ty: TypeId,
    ) -> Result<Argument, Setback> {
        if self.rng.one_in(self.policy.extreme_one_in.saturating_mul(2)) {
            draft.sequence.is_extreme = true;
            return Ok(null(param.ty));
        }
        if is_const {
            let results = if self.rng.one_in(6) { texts_of(draft, self.api) } else { Vec::new() };
            return Ok(match self.rng.one_of(&results) {
                Some(&step) => Argument::Result { step, pass: Pass::Value },
                None => Argument::Text(self.literals.text(self.rng, LONGEST_TEXT)),
            });
        }
        let count = match param.pairing {
            Pairing::Buffer(_) => [1, 8, 16, TEXT_ROOM][self.rng.below(4)],
            _ => param.elements.unwrap_or(TEXT_ROOM),
        };
        let mut bytes = self.literals.text(self.rng, count as usize - 1);
        bytes.resize(count as usize, 0);
        let buffer = Object { text: true, ..object(element_ty, count, bytes) };
        let index = self.variable(draft, buffer)?;
        Ok(Argument::Object { index, pass: Pass::Address })
    }

    pub(super) fn standard_text(
        &mut self,
        draft: &mut Draft<'p>,
        standard: Standard,
        ty: TypeId,
        is_const: bool,
        by: By,
    ) -> Result<Argument, Setback> {
        let text = self.literals.text(self.rng, LONGEST_TEXT);
        if by == By::Value || by == By::Moved || (is_const && by == By::Reference) {
            return Ok(Argument::Text(text));
        }
        if standard == Standard::View {
            return Err(cannot("a view that a function changes is not made"));
        }
        let letters = text.iter().map(|&letter| self.letter(letter));
        let arguments = std::iter::once(self.count_of(text.len())).chain(letters).collect();
        let made = Object { ty, count: 1, bytes: vec![0; 32], ..object(ty, 1, Vec::new()) };
        let address = string_of(&mut draft.state, &text).map_err(Setback::Stopped)?;
        let index = draft.sequence.objects.len();
        draft.sequence.objects.push(Arc::new(made));
        draft.sequence.bindings.objects.push(address);
        let (params, making) = (Vec::new(), Making::Text);
        let step = Step::Make(Construction { object: index, class: ty, params, arguments, making });
        draft.sequence.push(step, Given::default());
        let pass = if by == By::Pointer { Pass::Address } else { Pass::Value };
        Ok(Argument::Object { index, pass })
    }

    pub(super) fn letter(&self, letter: u8) -> Value {
        Value { ty: self.api.char_type, bytes: vec![letter], pointers: Vec::new() }
    }

    pub(super) fn count_of(&self, count: usize) -> Value {
        let bytes = (count as u32).to_le_bytes().to_vec();
        Value { ty: self.api.int_type, bytes, pointers: Vec::new() }
    }

    pub(super) fn untyped(
        &mut self,
        draft: &mut Draft<'p>,
        param: &Param,
        is_const: bool,
    ) -> Result<Argument, Setback> {
        if let Pairing::Buffer(_) = param.pairing {
            let count = 1 + self.rng.below(24) as u64;
            let bytes = (0..count).map(|_| self.literals.character(self.rng)).collect();
            let index = self.variable(draft, object(self.api.char_type, count, bytes))?;
            return Ok(Argument::Object { index, pass: Pass::Address });
        }
        let usable = draft.sequence.handles.iter().filter(|handle| handle.is_usable(&draft.state));
        let handles: Vec<Argument> =
            usable.filter_map(|handle| handle.passed(By::Pointer)).collect();
        match self.rng.below(8) {
            0 => Ok(null(param.ty)),
            1 if !handles.is_empty() => Ok(handles[self.rng.below(handles.len())].clone()),
            2 if is_const => Ok(Argument::Text(self.literals.text(self.rng, LONGEST_TEXT))),
            3 => match self.variable_like(draft, self.api.int_type, By::Reference) {
                Some(index) => Ok(Argument::Object { index, pass: Pass::Address }),
                None => self.int_variable(draft),
            },
            _ => self.int_variable(draft),
        }
    }

    pub(super) fn int_variable(&mut self, draft: &mut Draft<'p>) -> Result<Argument, Setback> {
        let value = (self.rng.below(10) as u32).to_le_bytes().to_vec();
        let index = self.variable(draft, object(self.api.int_type, 1, value))?;
        Ok(Argument::Object { index, pass: Pass::Address })
    }

    /// A pointer to a function of the program that has the type.
    pub(super) fn callback(
        &mut self,
        draft: &mut Draft<'p>,
        param: &Param,
        ty: TypeId,
    ) -> Result<Argument, Setback> {
        let to = match self.rng.one_of(&param.callbacks) {
            Some(&function) if !self.rng.one_in(8) => Pointee::Function(function),
            _ => self.stub(draft, param, ty)?,
        };
        let pointers = vec![PointerAt { offset: 0, to }];
        Ok(Argument::Value(Value { ty: param.ty, bytes: vec![0; 8], pointers }))
    }

    /// A function of the test that always returns the same.
    pub(super) fn stub(
        &mut self,
        draft: &mut Draft<'p>,
        param: &Param,
        ty: TypeId,
    ) -> Result<Pointee, Setback> {
        let program = self.machine.program;
        let Type::Function { result, variadic: false, .. } = *program.type_of(ty) else {
            return Err(cannot("no function of the program fits its callback"));
        };
        let bare = coax_ir::strip(program, result);
        let returns = match (&*program.type_of(bare), number(program, bare)) {
            (Type::Void, _) => Vec::new(),
            (_, Some(number)) => {
                let literal = self.literals.number(program, number, self.rng, u32::MAX);
                vec![Some(Value { ty: result, bytes: literal.bytes, pointers: Vec::new() })]
            }
            (Type::Pointer(_), _) => {
                vec![Some(Value { ty: result, bytes: vec![0; 8], pointers: Vec::new() })]
            }
            _ => return Err(cannot("no function of the program fits its callback")),
        };
        let name = Arc::clone(&param.name);
        let stub = Stub { function: None, ty: Some(ty), name, returns, outputs: Vec::new() };
        Ok(Pointee::Stub(draft.add_stub(stub)))
    }

    /// A variable that a function stores a pointer in, or that has one already.
    pub(super) fn place(
        &mut self,
        draft: &mut Draft<'p>,
        purpose: Purpose,
        class: ClassId,
        pointer_ty: TypeId,
    ) -> Result<Argument, Setback> {
        let usable = draft.sequence.usable(&draft.state, self.api, class);
        let held: Vec<Argument> = usable
            .filter(|handle| matches!(handle.source, Source::Held(_)))
            .map(|handle| handle.argument(Pass::Address))
            .collect();
        // What makes something would write over what is there.
        if purpose != Purpose::Initialise && !held.is_empty() && !self.rng.one_in(3) {
            return Ok(held[self.rng.below(held.len())].clone());
        }
        let index = self.variable(draft, object(pointer_ty, 1, vec![0; 8]))?;
        Ok(Argument::Object { index, pass: Pass::Address })
    }

    /// An array of texts, or a variable for a pointer.
    pub(super) fn words(
        &mut self,
        draft: &mut Draft<'p>,
        pointer_ty: TypeId,
        most_texts: usize,
    ) -> Result<Argument, Setback> {
        let mut pointers = Vec::new();
        for at in 0..self.rng.below(most_texts + 1) as u64 {
            let mut text = self.literals.text(self.rng, LONGEST_TEXT);
            text.push(0);
            let letters = object(self.api.char_type, text.len() as u64, text);
            let index = self.variable(draft, Object { text: true, ..letters })?;
            pointers.push(PointerAt { offset: 8 * at, to: Pointee::Object { index, offset: 0 } });
        }
        let count = pointers.len().max(1) as u64;
        let array = object(pointer_ty, count, vec![0; 8 * count as usize]);
        let index = self.variable(draft, Object { pointers, ..array })?;
        Ok(Argument::Object { index, pass: Pass::Address })
    }
}

/// Steps that gave a number of a type.
fn numbers_like(draft: &Draft<'_>, api: &Api, number: Number) -> Vec<usize> {
    steps_with(
        draft,
        api,
        |shape| matches!(shape, Shape::Number(other) if (other.sort, other.size) == (number.sort, number.size)),
    )
}

/// Steps that gave a text that is still there.
fn texts_of(draft: &Draft<'_>, api: &Api) -> Vec<usize> {
    let texts = steps_with(draft, api, |shape| matches!(shape, Shape::Text { .. }));
    let is_there = |&step: &usize| {
        let word = draft.sequence.word(step).filter(|&word| word != 0);
        let object = word.and_then(|word| draft.state.memory.object(word));
        object.is_some_and(coax_memory::Object::is_alive)
    };
    texts.into_iter().filter(is_there).collect()
}

/// Steps that gave a text on the heap for the caller to free.
pub(super) fn own_texts(draft: &Draft<'_>, api: &Api) -> Vec<usize> {
    let is_own = |&step: &usize| {
        let word = draft.sequence.word(step).unwrap_or(0);
        let object = draft.state.memory.object(word);
        object.is_some_and(|it| it.base == word && matches!(it.origin, Origin::Heap(_)))
            && !is_reached(&draft.state, &draft.sequence, word)
    };
    texts_of(draft, api).into_iter().filter(is_own).collect()
}

fn steps_with(draft: &Draft<'_>, api: &Api, is_it: impl Fn(&Shape) -> bool) -> Vec<usize> {
    let steps = draft.sequence.steps.iter().enumerate();
    let fits = |step: &Step| {
        let callable = step.invocation().and_then(|it| api.callable(it.function()?));
        callable.is_some_and(|callable| {
            callable.role != Some(Role::Constructor) && is_it(&callable.result)
        })
    };
    let fitting = steps.filter(|(_, step)| fits(step)).map(|(index, _)| index);
    fitting.filter(|&index| draft.sequence.word(index).is_some()).collect()
}
