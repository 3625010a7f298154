//! Loads and stores of the lanes a mask selects. Lanes that are not selected do not touch memory.

use coax_ir::{Kind, Slot};

use super::super::Step;
use super::super::memory::NearAddress;
use super::super::source::Source;
use super::Intrinsics;
use super::{last_operand, operand};
use crate::llvm::{Call, Operand};

/// Where lanes are in memory: one after the other, or each at an address of its own.
#[derive(Clone, Copy)]
enum Lanes {
    Row(Slot),
    Scattered(Slot),
}

impl Intrinsics<'_, '_> {
    /// The masked access `name` (without `llvm.masked.`), if it is one we know.
    pub(super) fn masked(&mut self, index: usize, name: &str, call: &Call) -> Step {
        match name {
            "load" | "gather" => {
                // Between the address and these two, older bitcode has an alignment.
                let mask = operand(call, call.args.len().wrapping_sub(2))?;
                let lanes = self.masked_lanes(name == "gather", operand(call, 0)?)?;
                self.masked_load(index, lanes, mask, last_operand(call)?)
            }
            "store" | "scatter" => {
                let lanes = self.masked_lanes(name == "scatter", operand(call, 1)?)?;
                self.masked_store(operand(call, 0)?, lanes, last_operand(call)?)
            }
            _ => Err(format!("intrinsic llvm.masked.{name}")),
        }
    }

    fn masked_lanes(&mut self, scattered: bool, address: Operand) -> Step<Lanes> {
        let slot = self.frame.slot(address)?;
        Ok(if scattered { Lanes::Scattered(slot) } else { Lanes::Row(slot) })
    }

    fn masked_load(&mut self, index: usize, lanes: Lanes, mask: Operand, other: Operand) -> Step {
        let (count, kind) = self.frame.source.byte_lanes(self.frame.source.result_type(index))?;
        let (mask, other) = (self.frame.slot(mask)?, self.frame.slot(other)?);
        let dst = self.frame.define(index);
        self.frame.code.move_words(dst, other, count * kind.slots());
        for lane in 0..count {
            let done = self.frame.code.skip_unless(mask.plus(lane));
            let address = lane_address(lanes, lane, kind);
            self.frame.code.load_scalar(kind, dst.plus(lane * kind.slots()), address);
            self.frame.code.bind(done);
        }
        Ok(())
    }

    fn masked_store(&mut self, value: Operand, lanes: Lanes, mask: Operand) -> Step {
        let (count, kind) = self.frame.source.byte_lanes(self.frame.source.type_of(value)?)?;
        let (value, mask) = (self.frame.slot(value)?, self.frame.slot(mask)?);
        for lane in 0..count {
            let done = self.frame.code.skip_unless(mask.plus(lane));
            let address = lane_address(lanes, lane, kind);
            self.frame.code.store_scalar(kind, value.plus(lane * kind.slots()), address);
            self.frame.code.bind(done);
        }
        Ok(())
    }
}

impl Source<'_> {
    /// How many lanes of which kind; each must be whole bytes.
    fn byte_lanes(&self, ty: crate::llvm::TypeNumber) -> Step<(u32, Kind)> {
        let (count, element) = self.unit.types.lanes(ty);
        let kind = self.kind(element)?;
        match kind.bits() % 8 {
            0 => Ok((count, kind)),
            _ => Err(format!("masked access to lanes of {kind}")),
        }
    }
}

fn lane_address(lanes: Lanes, lane: u32, kind: Kind) -> NearAddress {
    match lanes {
        Lanes::Row(base) => NearAddress { base, offset: (lane * kind.bytes()) as i32 },
        Lanes::Scattered(first) => NearAddress { base: first.plus(lane), offset: 0 },
    }
}
