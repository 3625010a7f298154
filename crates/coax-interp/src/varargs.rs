//! Variadic arguments by the x86-64 System V convention.
//!
//! Clang itself expands `va_arg` into reads of the `va_list`, so the list and the
//! areas behind it must look exactly as on the machine: a save area with six
//! general and eight vector registers, and an overflow area on the stack.

use coax_expr::Term;
use coax_ir::{Arg, CallSite, Kind, Param};
use coax_memory::Origin;

use crate::machine::{Hooks, Machine, Value, Variadic, VariadicArg, leaves};
use crate::{State, Stop};

const GENERAL_REGISTERS: u32 = 6;
const VECTOR_REGISTERS: u32 = 8;
const VECTOR_START: u32 = GENERAL_REGISTERS * 8;
const SAVE_AREA: u32 = VECTOR_START + VECTOR_REGISTERS * 16;

/// Where an argument travels.
enum Class {
    /// In this many general registers.
    General(u32),
    /// In a vector register.
    Vector,
    /// On the stack, always.
    Memory,
}

fn class(arg: &VariadicArg) -> Class {
    match arg.value.kind {
        _ if arg.byval.is_some() => Class::Memory,
        Kind::F80 => Class::Memory,
        Kind::F16 | Kind::BF16 | Kind::F32 | Kind::F64 | Kind::F128 => Class::Vector,
        Kind::Int(_) | Kind::Ptr => Class::General(arg.value.kind.slots()),
    }
}

impl Variadic {
    /// No variadic arguments, after named ones.
    pub fn after(named: &[Param]) -> Variadic {
        let mut none = Variadic { rest: Vec::new(), general: 0, vector: 0, areas: None };
        for param in named {
            for &kind in &param.kinds {
                let value = Value { kind, lo: 0, hi: 0 };
                none.pass(&VariadicArg { value, terms: [None; 2], byval: param.byval });
            }
        }
        none
    }

    /// A named argument takes its registers.
    fn pass(&mut self, arg: &VariadicArg) {
        match class(arg) {
            Class::General(n) if self.general + n <= GENERAL_REGISTERS => self.general += n,
            Class::Vector if self.vector < VECTOR_REGISTERS => self.vector += 1,
            _ => {}
        }
    }
}

impl<'p, H: Hooks> Machine<'p, H> {
    /// The variadic arguments of a call, and the registers its named ones use.
    pub(crate) fn gather_variadic(&self, state: &State<'p, H>, call: &CallSite) -> Variadic {
        let mut all = Variadic { rest: Vec::new(), general: 0, vector: 0, areas: None };
        for (i, arg) in call.args.iter().enumerate() {
            let mut values = Vec::new();
            leaves(state, arg, &mut values);
            let value = if values.len() == 1 { values[0] } else { packed(&values) };
            let terms = self.variadic_terms(state, arg, values.len());
            let arg = VariadicArg { value, terms, byval: arg.byval };
            if i >= call.fixed as usize {
                all.rest.push(arg);
                continue;
            }
            all.pass(&arg);
        }
        all
    }

    /// The terms of an argument's words. The parts of a vector that travels as one value are not told apart.
    fn variadic_terms(&self, state: &State<'p, H>, arg: &Arg, leaves: usize) -> [Option<Term>; 2] {
        match leaves {
            1 => [state.mark(arg.slot).term, second_term(state, arg)],
            _ => [None, None],
        }
    }

    /// Fills in a `va_list` for the innermost frame.
    pub fn va_start(&mut self, state: &mut State<'p, H>, list: u64) -> Result<(), Stop> {
        let Some(variadic) = state.top().variadic.clone() else {
            return Err(Stop::Unsupported("va_start in a call without variadic arguments".into()));
        };
        let (area, save) = match variadic.areas {
            Some(areas) => areas,
            None => self.make_areas(state, &variadic)?,
        };
        if let Some(variadic) = &mut state.top().variadic {
            variadic.areas = Some((area, save));
        }
        self.bring_in(state, list)?;
        let mut bytes = Vec::with_capacity(24);
        bytes.extend((variadic.general * 8).to_le_bytes());
        bytes.extend((VECTOR_START + variadic.vector * 16).to_le_bytes());
        bytes.extend(area.to_le_bytes());
        bytes.extend(save.to_le_bytes());
        Ok(state.memory.write(list, &bytes)?)
    }

    /// Puts the variadic arguments where the machine would: (overflow area, register save area).
    fn make_areas(
        &mut self,
        state: &mut State<'p, H>,
        variadic: &Variadic,
    ) -> Result<(u64, u64), Stop> {
        let save = self.push_stack(state, SAVE_AREA.into(), 16, Origin::Argument)?;
        let (mut general, mut vector) = (variadic.general, variadic.vector);
        let mut overflow = Overflow::default();
        for arg in &variadic.rest {
            let bytes = arg.value.wide().to_le_bytes();
            match class(arg) {
                Class::General(n) if general + n <= GENERAL_REGISTERS => {
                    let at = save + u64::from(general * 8);
                    state.memory.write(at, &bytes[..n as usize * 8])?;
                    self.mark_argument(state, at, arg);
                    general += n;
                }
                Class::Vector if vector < VECTOR_REGISTERS => {
                    let at = save + u64::from(VECTOR_START + vector * 16);
                    state.memory.write(at, &bytes)?;
                    self.mark_argument(state, at, arg);
                    vector += 1;
                }
                _ => overflow.add(arg),
            }
        }
        let area = self.push_stack(state, overflow.size, 16, Origin::Argument)?;
        for (offset, arg) in overflow.args {
            let bytes = arg.value.wide().to_le_bytes();
            match arg.byval {
                Some((size, _)) => self.mem_copy(state, area + offset, arg.value.lo, size)?,
                None => {
                    state.memory.write(area + offset, &bytes[..stack_size(&arg) as usize])?;
                    self.mark_argument(state, area + offset, &arg);
                }
            }
        }
        Ok((area, save))
    }

    /// Says what an argument just written is in terms of the inputs.
    fn mark_argument(&mut self, state: &mut State<'p, H>, address: u64, arg: &VariadicArg) {
        for (i, term) in arg.terms.iter().enumerate() {
            if let Some(term) = *term {
                H::stored(self, state, address + 8 * i as u64, term, &[]);
            }
        }
    }
}

/// The term of the second word of a scalar of two words.
fn second_term(state: &State<'_, impl Hooks>, arg: &Arg) -> Option<Term> {
    match arg.kinds[0].slots() {
        2 => state.mark(arg.slot.plus(1)).term,
        _ => None,
    }
}

/// The arguments that do not travel in registers.
#[derive(Default)]
struct Overflow {
    args: Vec<(u64, VariadicArg)>,
    size: u64,
}

impl Overflow {
    fn add(&mut self, arg: &VariadicArg) {
        let align = match arg.byval {
            Some((_, align)) => align.max(8),
            None if arg.value.kind.slots() == 2 => 16,
            None => 8,
        };
        let offset = self.size.next_multiple_of(align);
        self.args.push((offset, *arg));
        self.size = offset + stack_size(arg).next_multiple_of(8);
    }
}

fn stack_size(arg: &VariadicArg) -> u64 {
    match arg.byval {
        Some((size, _)) => size,
        None if arg.value.kind.slots() == 2 => 16,
        None => 8,
    }
}

/// A short vector as one value.
fn packed(values: &[Value]) -> Value {
    let (mut bits, mut at) = (0u128, 0);
    for value in values {
        bits |= value.wide().checked_shl(at).unwrap_or(0);
        at += value.kind.bits();
    }
    Value { kind: Kind::F128, lo: bits as u64, hi: (bits >> 64) as u64 }
}
