//! Calls and invokes of functions. Intrinsics are in [`super::intrinsics`].

use coax_ir::{Arg, CallSite, Callee, Kind, Slot, Symbol, Unwind};

use super::emitter::NEXT;
use super::{Lowerer, Step};
use crate::llvm::{Argument, Call, Called};
use crate::target::Target;

impl Lowerer<'_> {
    /// A call; `invoke` has the blocks to continue at, normally and after an exception.
    pub(super) fn call(&mut self, index: usize, call: &Call, invoke: Option<(u32, u32)>) -> Step {
        let callee = match &call.callee {
            Called::Intrinsic(name) => {
                self.frame.intrinsics().intrinsic(index, name, call)?;
                return self.after_inline(invoke);
            }
            Called::InertAssembly(tied) => {
                self.inert_assembly(index, call, tied)?;
                return self.after_inline(invoke);
            }
            Called::Assembly => return Err("inline assembly".to_owned()),
            Called::Symbol(symbol) => self.direct(*symbol)?,
            Called::Operand(operand) => Callee::Indirect(self.frame.slot(*operand)?),
        };
        let mut args = Vec::with_capacity(call.args.len());
        for arg in &call.args {
            args.push(self.argument(arg)?);
        }
        let ty = self.frame.source.ty(self.frame.source.result_type(index));
        ty.leaves.as_ref().map_err(Clone::clone)?;
        let dst = self.frame.define(index);
        let mut site = call_site(callee, args, ty.kinds(), dst);
        site.variadic = call.variadic;
        site.fixed = call.fixed;
        if let Some((normal, unwind)) = invoke {
            let pad = self.pad(unwind)?;
            site.next = self.edge(normal)?;
            site.unwind = Some(Unwind { pad, to: self.edge(unwind)? });
        }
        self.frame.code.emit_call(site);
        Ok(())
    }

    /// Assembly that computes nothing gives its tied arguments back.
    fn inert_assembly(&mut self, index: usize, call: &Call, tied: &[u32]) -> Step {
        if tied.is_empty() {
            return Ok(());
        }
        let mut moves = Vec::with_capacity(tied.len());
        for &argument in tied {
            let value = call.args[argument as usize].value;
            moves.push((
                self.frame.slot(value)?,
                self.frame.source.ty(self.frame.source.type_of(value)?).slots(),
            ));
        }
        let mut dst = self.frame.define(index);
        for (src, words) in moves {
            self.frame.code.move_words(dst, src, words);
            dst = dst.plus(words);
        }
        Ok(())
    }

    /// What was invoked needed no call: go on normally.
    fn after_inline(&mut self, invoke: Option<(u32, u32)>) -> Step {
        match invoke {
            Some((normal, _)) => self.jump(normal),
            None => Ok(()),
        }
    }

    fn direct(&mut self, symbol: u32) -> Step<Callee> {
        match self.frame.source.target(symbol) {
            Target::Symbol(Symbol::Function(id), 0) => Ok(Callee::Direct(id)),
            Target::IFunc(_) => Err("call of a function chosen at start-up (ifunc)".to_owned()),
            // Data called as code, or a weak function without a definition: the engine reports it.
            _ => {
                let address = crate::llvm::Addresses::symbol(self.frame.source.unit, symbol);
                Ok(Callee::Indirect(self.frame.code.word(address)))
            }
        }
    }

    fn argument(&mut self, arg: &Argument) -> Step<Arg> {
        let ty = self.frame.source.ty(self.frame.source.type_of(arg.value)?);
        ty.leaves.as_ref().map_err(Clone::clone)?;
        Ok(Arg {
            kinds: ty.kinds(),
            slot: self.frame.slot(arg.value)?,
            noundef: arg.noundef,
            byval: arg.byval,
        })
    }
}

pub(super) fn call_site(callee: Callee, args: Vec<Arg>, ret: Box<[Kind]>, dst: Slot) -> CallSite {
    let words = |arg: &Arg| arg.kinds.iter().map(|kind| kind.slots()).sum::<u32>();
    let flat = args.iter().flat_map(|arg| (0..words(arg)).map(|word| arg.slot.plus(word)));
    CallSite {
        callee,
        flat: flat.collect(),
        has_byval: args.iter().any(|arg| arg.byval.is_some()),
        args: args.into_boxed_slice(),
        ret,
        dst,
        next: NEXT,
        unwind: None,
        variadic: false,
        fixed: 0,
    }
}
