//! Functions that are called natively for their value: those marked by the user, and those of
//! libraries without source. Given something that depends on inputs, they are applied to terms.
//!
//! A function may crash or hang for some arguments. That it returns is a condition like any other: it
//! holds on every path beyond the call, and a path that ends at the call has the others beside it.

use std::rc::Rc;

use coax_expr::{Meaning, Term};
use coax_ir::Kind;
use coax_ir::partition::Partition;

use super::partition::condition_terms;
use super::{ApplicationRequests, Symbols, TermRequests};
use crate::Machine;
use crate::Stop;
use crate::unit::is_of_language;
use crate::{Call, Flow};
use crate::{Foreign, ForeignArg, ForeignResult};

/// Who calls native functions for their values. The same call always has the same result.
pub trait Natives {
    /// Is a function to be called natively even if it could be looked into?
    fn is_concrete(&self, name: &str) -> bool;

    /// Is there a function of this name, beyond those of the C library, whose value is all it gives?
    fn has(&self, name: &str) -> bool;

    /// Calls one because the program does.
    fn call(&self, call: &Foreign) -> ForeignResult;

    /// Calls one to see whether its value is worth going for. Nothing is known where it is not worth
    /// trying: it did not return too often.
    fn try_out(&self, call: &Foreign) -> Option<ForeignResult>;

    /// The parts its domain falls into.
    fn partition(&self, name: &str) -> Option<Partition>;
}

/// A function as it is called natively.
struct Native {
    name: String,
    args: Vec<Kind>,
    ret: Kind,
}

impl Native {
    /// The function called, if all it takes and gives are scalars that can be terms.
    fn of(call: &Call<'_, '_>) -> Option<Native> {
        let function = call.program.function(call.function);
        let [ret] = function.signature.ret[..] else { return None };
        let args: Vec<Kind> = call.args.iter().map(|value| value.kind).collect();
        let plain = |kind: &Kind| matches!(kind, Kind::Int(..=64) | Kind::F32 | Kind::F64);
        let fits = !function.signature.variadic && args.iter().chain([&ret]).all(plain);
        fits.then(|| Native { name: call.name().to_owned(), args, ret })
    }

    fn foreign(&self, values: &[u128]) -> Foreign {
        let scalar = |(&kind, &bits): (&Kind, &u128)| ForeignArg::Scalar { kind, bits };
        Foreign {
            symbol: self.name.clone(),
            args: self.args.iter().zip(values).map(scalar).collect(),
            ret: Some(self.ret),
            fixed: None,
        }
    }

    fn value(&self, result: ForeignResult) -> Result<u128, Stop> {
        match result {
            ForeignResult::Returned { bits, .. } => Ok(bits),
            ForeignResult::Wrong(kind, what) => Err(Stop::Error {
                kind,
                message: format!("native function `{}`: {what}", self.name),
            }),
            ForeignResult::Failed(what) => {
                Err(Stop::Unsupported(format!("native function `{}`: {what}", self.name)))
            }
        }
    }
}

/// Is a function to be called natively even if it could be looked into?
pub(crate) fn is_concrete(machine: &Machine<'_>, id: coax_ir::FuncId) -> bool {
    let function = machine.program.function(id);
    let natives = machine.above.symbols.as_ref().and_then(|symbols| symbols.natives.as_ref());
    natives.is_some_and(|natives| function.is_concrete() || natives.is_concrete(&function.name))
}

/// Is a function without source one of a library whose value is all it gives?
pub(crate) fn is_native(machine: &Machine<'_>, name: &str) -> bool {
    let natives = machine.above.symbols.as_ref().and_then(|symbols| symbols.natives.as_ref());
    !is_of_language(name) && natives.is_some_and(|natives| natives.has(name))
}

/// Calls the function natively for its value. What is not about scalars goes the library's way.
pub(crate) fn call_for_value(call: &mut Call<'_, '_>) -> Result<Flow, Stop> {
    let native = Native::of(call);
    let natives = call.symbols().and_then(|symbols| symbols.natives.clone());
    let (Some(native), Some(natives)) = (native, natives) else {
        call.fix_all();
        let model = call.library.model(call.name());
        return match model {
            Some(model) => model(call),
            None => Err(Stop::Unsupported(format!("native function `{}`", call.name()))),
        };
    };
    let values: Vec<u128> = call.args.iter().map(|value| value.wide()).collect();
    // It is called for the values of this path in any case: what it does to them is done here.
    let result = match call.symbols().is_some_and(|symbols| symbols.context.trial.is_some()) {
        false => natives.call(&native.foreign(&values)),
        true => natives.try_out(&native.foreign(&values)).unwrap_or_else(|| {
            ForeignResult::Failed("it did not return too often to be tried again".into())
        }),
    };
    let value = native.value(result);
    if !call.applies() {
        return value.map(|value| Flow::Word(value as u64));
    }
    let args = arguments(call, &native.args)?;
    let Some(symbols) = call.symbols() else {
        return value.map(|value| Flow::Word(value as u64));
    };
    let native = Rc::new(native);
    let returns = symbols.apply_returns(native.clone(), natives.clone(), &args);
    let term = symbols.apply_native(native, natives, &args);
    match value {
        Ok(_) => {
            call.assume(returns)?;
            Ok(call.again(term))
        }
        Err(stop) => {
            call.decide(returns)?;
            Err(stop)
        }
    }
}

/// The arguments as terms.
fn arguments(call: &mut Call<'_, '_>, kinds: &[Kind]) -> Result<Vec<Term>, Stop> {
    let mut args = Vec::with_capacity(kinds.len());
    for (i, kind) in kinds.iter().enumerate() {
        let (term, word) = (call.term(i), call.word(i));
        let Some(symbols) = call.symbols() else {
            return Err(Stop::Internal(
                "a native function is applied where there are no inputs".into(),
            ));
        };
        args.push(match term {
            Some(term) => symbols.pool.resize(term, kind.bits()),
            None => symbols.pool.constant(kind.bits(), word.into()),
        });
    }
    Ok(args)
}

impl Symbols<'_> {
    /// Does the function return?
    fn apply_returns(
        &mut self,
        native: Rc<Native>,
        natives: Rc<dyn Natives>,
        args: &[Term],
    ) -> Term {
        let name = format!("{}.returns", native.name);
        let meaning: Meaning = Rc::new(move |values: &[u128]| {
            let result = natives.try_out(&native.foreign(values))?;
            Some(matches!(result, ForeignResult::Returned { .. }).into())
        });
        self.apply(&name, args, 1, || meaning)
    }

    /// What the function returns.
    fn apply_native(
        &mut self,
        native: Rc<Native>,
        natives: Rc<dyn Natives>,
        args: &[Term],
    ) -> Term {
        let (name, width) = (native.name.clone(), native.ret.bits());
        let partition = natives.partition(&name);
        let meaning: Meaning = Rc::new(move |values: &[u128]| {
            native.value(natives.try_out(&native.foreign(values))?).ok()
        });
        let (function, is_new) = self.function(&name, args, width, || meaning);
        if let Some(partition) = partition.filter(|_| is_new) {
            let parts = move |pool: &mut coax_expr::Pool, args: &[Term]| {
                condition_terms(&partition, pool, args)
            };
            self.solver.partition(function, Rc::new(parts));
        }
        self.pool.apply(function, args)
    }
}
