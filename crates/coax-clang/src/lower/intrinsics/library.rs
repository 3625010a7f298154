//! Mathematical intrinsics that are calls of C functions: which function, and how it is declared.

use coax_ir::{Arg, Callee, Inst, Kind, Param, Signature, Slot};

use super::super::Step;
use super::super::calls::call_site;
use super::super::memory::NearAddress;
use super::Intrinsics;
use crate::llvm::{Call, Operand};

/// Intrinsics and the C functions they stand for, without `llvm.` and without a type suffix.
const FUNCTIONS: [(&str, &str); 38] = [
    ("sqrt", "sqrt"),
    ("sin", "sin"),
    ("cos", "cos"),
    ("tan", "tan"),
    ("asin", "asin"),
    ("acos", "acos"),
    ("atan", "atan"),
    ("atan2", "atan2"),
    ("sinh", "sinh"),
    ("cosh", "cosh"),
    ("tanh", "tanh"),
    ("pow", "pow"),
    ("exp", "exp"),
    ("exp2", "exp2"),
    ("exp10", "exp10"),
    ("log", "log"),
    ("log10", "log10"),
    ("log2", "log2"),
    ("fma", "fma"),
    ("floor", "floor"),
    ("ceil", "ceil"),
    ("trunc", "trunc"),
    ("rint", "rint"),
    ("nearbyint", "nearbyint"),
    ("round", "round"),
    ("roundeven", "roundeven"),
    ("minnum", "fmin"),
    ("maxnum", "fmax"),
    ("minimum", "fminimum"),
    ("maximum", "fmaximum"),
    ("minimumnum", "fminimum_num"),
    ("maximumnum", "fmaximum_num"),
    ("ldexp", "ldexp"),
    ("lround", "lround"),
    ("llround", "llround"),
    ("lrint", "lrint"),
    ("llrint", "llrint"),
    ("powi", "__powi"),
];

/// The C functions an intrinsic may need, with their declarations; `params` and `ret` are the
/// (element) kinds of the intrinsic.
pub fn library_functions(name: &str, params: &[Kind], ret: Kind) -> Vec<(String, Signature)> {
    let Some(name) = name.strip_prefix("llvm.") else { return Vec::new() };
    let name = name.strip_prefix("experimental.constrained.").unwrap_or(name);
    let Some(&first) = params.first() else { return Vec::new() };
    let value = computed_in(first);
    match name {
        "sincos" => {
            ["sin", "cos"].map(|stem| (c_name(stem, value), signature(&[value], value))).into()
        }
        "frexp" => vec![(c_name("frexp", value), signature(&[value, Kind::Ptr], value))],
        "modf" => vec![(c_name("modf", value), signature(&[value, Kind::Ptr], value))],
        _ => {
            let Some(stem) = stem(name) else { return Vec::new() };
            let params: Vec<Kind> = params.iter().map(|&kind| computed_in(kind)).collect();
            vec![(c_name(stem, value), signature(&params, computed_in(ret)))]
        }
    }
}

fn stem(name: &str) -> Option<&'static str> {
    FUNCTIONS.iter().find(|(intrinsic, _)| *intrinsic == name).map(|(_, stem)| *stem)
}

/// The kind a function computes in: there are none for half and bfloat.
fn computed_in(kind: Kind) -> Kind {
    match kind {
        Kind::F16 | Kind::BF16 => Kind::F32,
        _ => kind,
    }
}

fn c_name(stem: &str, kind: Kind) -> String {
    let (suffix, mode) = match kind {
        Kind::F32 => ("f", "sf2"),
        Kind::F80 => ("l", "xf2"),
        Kind::F128 => ("f128", "tf2"),
        _ => ("", "df2"),
    };
    format!("{stem}{}", if stem == "__powi" { mode } else { suffix })
}

fn signature(params: &[Kind], ret: Kind) -> Signature {
    let param =
        |&kind: &Kind| Param { kinds: Box::from([kind]), noundef: true, byval: None, sret: false };
    Signature {
        params: params.iter().map(param).collect(),
        ret: vec![ret],
        variadic: false,
        ret_noundef: false,
    }
}

impl Intrinsics<'_, '_> {
    /// A call of a library function by name, with scalar arguments.
    pub(super) fn call_library(
        &mut self,
        name: &str,
        args: &[(Slot, Kind)],
        ret: Option<Kind>,
        dst: Slot,
    ) -> Step {
        let callee = Callee::Direct(self.frame.source.function_named(name)?);
        let list = args.iter().map(|&(slot, kind)| Arg {
            kinds: Box::from([kind]),
            slot,
            noundef: true,
            byval: None,
        });
        let mut site = call_site(callee, list.collect(), ret.into_iter().collect(), dst);
        site.fixed = args.len() as u32;
        self.frame.code.emit_call(site);
        Ok(())
    }

    /// The intrinsic as a call, lane by lane, if it is one of these.
    pub(super) fn library_intrinsic(
        &mut self,
        index: usize,
        name: &str,
        call: &Call,
    ) -> Option<Step> {
        let stem = stem(name)?;
        // Metadata (of constrained intrinsics) is no argument.
        let operands: Vec<Operand> =
            call.args.iter().map(|arg| arg.value).filter(|&arg| arg != Operand::None).collect();
        Some(match operands[..] {
            [a] => self.library_lanes(index, stem, [a]),
            [a, b] => self.library_lanes(index, stem, [a, b]),
            [a, b, c] => self.library_lanes(index, stem, [a, b, c]),
            _ => Err(format!("intrinsic llvm.{name}")),
        })
    }

    fn library_lanes<const N: usize>(
        &mut self,
        index: usize,
        stem: &str,
        operands: [Operand; N],
    ) -> Step {
        let mut kinds = [Kind::F64; N];
        for (kind, operand) in kinds.iter_mut().zip(operands) {
            *kind = self.frame.source.element_kind(self.frame.source.type_of(operand)?)?;
        }
        let ret = self.frame.source.element_kind(self.frame.source.result_type(index))?;
        // One lane at most has several arguments of different widths (`ldexp`, `powi`).
        self.frame.lanewise(index, operands, |this, dst, slots| {
            this.intrinsics().library_call(stem, &slots, &kinds, ret, dst)
        })
    }

    fn library_call(
        &mut self,
        stem: &str,
        slots: &[Slot],
        kinds: &[Kind],
        ret: Kind,
        dst: Slot,
    ) -> Step {
        let name = c_name(stem, computed_in(kinds[0]));
        let mut args = Vec::with_capacity(slots.len());
        for (&slot, &kind) in slots.iter().zip(kinds) {
            args.push((
                self.frame.code.float_resize(kind, computed_in(kind), slot),
                computed_in(kind),
            ));
        }
        if computed_in(ret) == ret {
            return self.call_library(&name, &args, Some(ret), dst);
        }
        let wide = self.frame.code.scratch(computed_in(ret).slots());
        self.call_library(&name, &args, Some(computed_in(ret)), wide)?;
        let narrow = self.frame.code.float_resize(computed_in(ret), ret, wide);
        self.frame.code.emit_move(dst, narrow);
        Ok(())
    }

    /// `sincos`: the results of both functions, one after the other.
    pub(super) fn sine_and_cosine(&mut self, index: usize, call: &Call) -> Step {
        let value = super::operand(call, 0)?;
        let kind = self.frame.source.kind(self.frame.source.type_of(value)?)?;
        let value = self.frame.slot(value)?;
        let dst = self.frame.define(index);
        self.library_call("sin", &[value], &[kind], kind, dst)?;
        self.library_call("cos", &[value], &[kind], kind, dst.plus(kind.slots()))
    }

    /// `frexp` and `modf` give their second result through a pointer.
    pub(super) fn through_pointer(
        &mut self,
        index: usize,
        name: &str,
        call: &Call,
        second: Option<Kind>,
    ) -> Step {
        let value = super::operand(call, 0)?;
        let kind = self.frame.source.kind(self.frame.source.type_of(value)?)?;
        let second = second.unwrap_or(kind);
        if computed_in(kind) != kind {
            return Err(format!("intrinsic llvm.{name} of {kind}"));
        }
        let value = self.frame.slot(value)?;
        let place = self.frame.code.scratch(1);
        let object = self.frame.code.new_object(16, 16);
        self.frame.code.emit(Inst::Alloca { dst: place, object });
        let dst = self.frame.define(index);
        let args = [(value, kind), (place, Kind::Ptr)];
        self.call_library(&c_name(name, kind), &args, Some(kind), dst)?;
        self.frame.code.load_scalar(
            second,
            dst.plus(kind.slots()),
            NearAddress { base: place, offset: 0 },
        );
        Ok(())
    }
}
