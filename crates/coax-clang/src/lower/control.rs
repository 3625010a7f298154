//! Control flow: branches, switches, returns, landing pads, and the moves that do the work of phis.
//!
//! An edge into a block with phis moves the incoming values first, all at once in meaning. On a
//! plain jump the moves stand before it; other edges go through a few instructions of their own
//! behind the terminator. Blocks that an indirect branch can reach are entered at a fixed address,
//! so their phis get the values by way of *shadow* slots, copied at the start of the block.

use coax_ir::{Clause, GlobalId, Inst, IntOp, Kind, Pad, Pc, Slot, TrapKind};

use super::checks::checks_shift;
use super::emitter::{Label, PendingSwitch};
use super::plan::{Role, constant_index, negated};
use super::scalar::comparison;
use super::source::Source;
use super::{Lowerer, Step};
use crate::llvm::{Op, Operand, PadClause};

/// An edge with moves, emitted behind the terminator it leaves.
pub(super) struct Edge {
    label: Label,
    to: u32,
    moves: Vec<(Slot, Slot)>,
}

impl Lowerer<'_> {
    pub(super) fn control(&mut self, index: usize) -> Step {
        let function = self.frame.source.function;
        match &function.instructions[index].op {
            Op::Jump(to) => self.jump(*to),
            Op::Branch { cond, then, els } => self.branch(*cond, *then, *els),
            Op::Switch { value, default, cases } => self.switch(*value, *default, cases),
            Op::IndirectBr { address, targets } => self.indirect_branch(*address, targets),
            Op::Ret(value) => self.ret(*value),
            Op::Resume(exception) => {
                let exception = self.frame.slot(*exception)?;
                self.frame.code.emit(Inst::Resume { exception });
                Ok(())
            }
            Op::LandingPad { .. } => {
                let dst = self.frame.define(index);
                self.frame.code.emit(Inst::LandingPad { dst });
                Ok(())
            }
            _ => {
                self.frame.code.emit(Inst::Trap { kind: TrapKind::Unreachable });
                Ok(())
            }
        }
    }

    pub(super) fn jump(&mut self, to: u32) -> Step {
        let moves = self.edge_moves(to)?;
        self.frame.code.parallel_moves(moves);
        self.jump_to(to);
        Ok(())
    }

    /// A jump, unless the block comes next anyway.
    pub(super) fn jump_to(&mut self, to: u32) {
        if to as usize != self.current_block + 1 {
            self.frame.code.emit(Inst::Jump { to: Pc(to) });
        }
    }

    fn branch(&mut self, cond: Operand, then: u32, els: u32) -> Step {
        let (cond, negate) = self.strip_negations(cond);
        let (then, els) = if negate { (els, then) } else { (then, els) };
        if let Some(taken) = constant_index(self.frame.source.function, cond) {
            return self.jump(if taken == 1 { then } else { els });
        }
        if then == els {
            return self.jump(then);
        }
        let compare = self.fused_compare(cond)?;
        if checks_shift(self.frame.source.function, els) {
            let cond = match compare {
                Some((op, bits, a, b)) => {
                    let cond = self.frame.code.scratch(1);
                    self.frame.code.emit_int(op, bits.into(), cond, a, b);
                    cond
                }
                None => self.frame.slot(cond)?,
            };
            let (then, els) = (self.edge(then)?, self.edge(els)?);
            self.frame.code.branch_if_defined_false(cond, then, els);
            return Ok(());
        }
        let cond = if compare.is_none() { self.frame.slot(cond)? } else { Slot(0) };
        let (then, els) = (self.edge(then)?, self.edge(els)?);
        self.frame.code.emit(match compare {
            Some((op, bits, a, b)) => Inst::branch(op, bits, a, b, then, els),
            None => Inst::Br { cond, then, els },
        });
        Ok(())
    }

    fn fused(&self, operand: Operand) -> Option<usize> {
        let Operand::Local(value) = operand else { return None };
        let index = self.frame.source.function.definition(value)?;
        (self.frame.plan.roles[index] == Role::Fused).then_some(index)
    }

    fn strip_negations(&self, mut cond: Operand) -> (Operand, bool) {
        let mut negate = false;
        while let Some(index) = self.fused(cond) {
            let Some(inner) =
                negated(self.frame.source.function, self.frame.source.unit.types, index)
            else {
                break;
            };
            (cond, negate) = (inner, !negate);
        }
        (cond, negate)
    }

    fn fused_compare(&mut self, cond: Operand) -> Step<Option<(IntOp, u8, Slot, Slot)>> {
        let Some(index) = self.fused(cond) else { return Ok(None) };
        let Op::ICmp { pred, ty, a, b } = self.frame.source.function.instructions[index].op else {
            return Ok(None);
        };
        let bits = self.frame.source.kind(ty)?.bits() as u8;
        let (op, swapped) = comparison(pred);
        let (a, b) = (self.frame.slot(a)?, self.frame.slot(b)?);
        Ok(Some(if swapped { (op, bits, b, a) } else { (op, bits, a, b) }))
    }

    fn switch(&mut self, value: Operand, default: u32, cases: &[(u128, u32)]) -> Step {
        let kind = self.frame.source.kind(self.frame.source.type_of(value)?)?;
        let value = self.frame.slot(value)?;
        if kind.slots() == 2 {
            return self.wide_switch(kind, value, default, cases);
        }
        let mut targets = Vec::with_capacity(cases.len());
        for &(number, to) in cases {
            targets.push((number as u64, self.edge(to)?));
        }
        let default = self.edge(default)?;
        let table = self.frame.code.switches.len() as u32;
        self.frame.code.switches.push(PendingSwitch {
            bits: kind.bits() as u8,
            cases: targets,
            default,
        });
        self.frame.code.emit(Inst::Switch { value, table });
        Ok(())
    }

    /// Jump tables hold words; wider values are compared one by one.
    fn wide_switch(
        &mut self,
        kind: Kind,
        value: Slot,
        default: u32,
        cases: &[(u128, u32)],
    ) -> Step {
        let equal = self.frame.code.scratch(1);
        for &(number, to) in cases {
            let number = self.frame.code.slots.constant(&[number as u64, (number >> 64) as u64]);
            self.frame.code.emit_int(IntOp::Eq, kind.bits(), equal, value, number);
            let (then, els) = (self.edge(to)?, self.frame.code.new_label());
            self.frame.code.emit(Inst::Br { cond: equal, then, els });
            self.frame.code.bind(els);
        }
        let to = self.edge(default)?;
        self.frame.code.emit(Inst::Jump { to });
        Ok(())
    }

    fn indirect_branch(&mut self, address: Operand, targets: &[u32]) -> Step {
        let addr = self.frame.slot(address)?;
        let mut moves = Vec::new();
        for &target in targets {
            moves.extend(self.edge_moves(target)?);
        }
        // A target can be listed twice; the moves are the same then.
        moves.sort_unstable();
        moves.dedup();
        self.frame.code.parallel_moves(moves);
        self.frame.code.emit(Inst::IndirectBr { addr });
        Ok(())
    }

    fn ret(&mut self, value: Option<(crate::llvm::TypeNumber, Operand)>) -> Step {
        let Some((ty, value)) = value else {
            self.frame.code.emit(Inst::RetVoid);
            return Ok(());
        };
        self.frame.source.ty(ty).leaves.as_ref().map_err(Clone::clone)?;
        let (src, count) = (self.frame.slot(value)?, self.frame.source.ty(ty).slots());
        if count == 1 {
            self.frame.code.emit(Inst::Ret { src });
            return Ok(());
        }
        let first = self.frame.code.body.operands.len() as u32;
        self.frame.code.body.operands.extend((0..count).map(|word| src.plus(word)));
        self.frame.code.emit(Inst::RetMany { first, count });
        Ok(())
    }

    // ---- edges --------------------------------------------------------------------------

    /// The label an edge of the current block goes to.
    pub(super) fn edge(&mut self, to: u32) -> Step<Label> {
        if let Some(edge) = self.edges.iter().find(|edge| edge.to == to) {
            return Ok(edge.label);
        }
        let moves = self.edge_moves(to)?;
        if moves.is_empty() {
            return Ok(Pc(to));
        }
        let label = self.frame.code.new_label();
        self.edges.push(Edge { label, to, moves });
        Ok(label)
    }

    /// Emits the edges that need instructions of their own.
    pub(super) fn emit_edges(&mut self) {
        let edges = std::mem::take(&mut self.edges);
        let count = edges.len();
        for (number, edge) in edges.into_iter().enumerate() {
            self.frame.code.bind(edge.label);
            self.frame.code.parallel_moves(edge.moves);
            if number + 1 == count {
                self.jump_to(edge.to);
            } else {
                self.frame.code.emit(Inst::Jump { to: Pc(edge.to) });
            }
        }
    }

    fn phis(&self, block: u32) -> impl Iterator<Item = usize> + use<'_> {
        let range = self.frame.source.function.blocks[block as usize].range.clone();
        range.take_while(|&index| {
            matches!(self.frame.source.function.instructions[index].op, Op::Phi(_))
        })
    }

    /// Word by word, what has to be moved when the current block continues at `to`.
    fn edge_moves(&mut self, to: u32) -> Step<Vec<(Slot, Slot)>> {
        let phis: Vec<usize> = self.phis(to).collect();
        let mut moves = Vec::new();
        for phi in phis {
            let function = self.frame.source.function;
            let Op::Phi(incoming) = &function.instructions[phi].op else { continue };
            let from = self.current_block as u32;
            let Some(&(operand, _)) = incoming.iter().find(|(_, block)| *block == from) else {
                continue;
            };
            let ty = self.frame.source.ty(self.frame.source.result_type(phi));
            ty.leaves.as_ref().map_err(Clone::clone)?;
            let dst = self.phi_entry(phi, to);
            let src = self.frame.slot(operand)?;
            let words = (0..ty.slots()).map(|word| (dst.plus(word), src.plus(word)));
            moves.extend(words.filter(|(dst, src)| dst != src));
        }
        Ok(moves)
    }

    /// Where edges put a phi's value: its slots, or its shadow's.
    fn phi_entry(&mut self, phi: usize, block: u32) -> Slot {
        let own = self.frame.homes[self.frame.source.function.value(phi).index()];
        if !self.indirect[block as usize] {
            return own;
        }
        *self.shadows.entry(phi).or_insert_with(|| {
            let words = self
                .frame
                .source
                .unit
                .types
                .get(self.frame.source.function.instructions[phi].ty)
                .slots();
            self.frame.code.slots.permanent(words)
        })
    }

    /// At the start of a block that indirect branches reach: phis take their values from shadows.
    pub(super) fn enter_indirect(&mut self, block: usize) {
        if !self.indirect[block] {
            return;
        }
        let phis: Vec<usize> = self.phis(block as u32).collect();
        for phi in phis {
            let dst = self.frame.homes[self.frame.source.function.value(phi).index()];
            let words = self.frame.source.ty(self.frame.source.result_type(phi)).slots();
            if words > 0 {
                let src = self.phi_entry(phi, block as u32);
                self.frame.code.move_words(dst, src, words);
            }
        }
    }

    // ---- landing pads -------------------------------------------------------------------

    /// The pad of an unwind destination.
    pub(super) fn pad(&mut self, block: u32) -> Step<u32> {
        if let Some(pad) = self.pads[block as usize] {
            return Ok(pad);
        }
        let function = self.frame.source.function;
        let range = function.blocks[block as usize].range.clone();
        let landing = range.into_iter().find_map(|index| match &function.instructions[index].op {
            Op::LandingPad { cleanup, clauses } => Some((*cleanup, clauses)),
            _ => None,
        });
        let (cleanup, clauses) = landing.ok_or("unwinding to a block without a landing pad")?;
        let mut pad = Pad { clauses: Vec::new(), cleanup };
        for clause in clauses {
            pad.clauses.push(self.frame.source.clause(clause)?);
        }
        let number = self.frame.code.body.pads.len() as u32;
        self.frame.code.body.pads.push(pad);
        self.pads[block as usize] = Some(number);
        Ok(number)
    }
}

impl Source<'_> {
    fn clause(&self, clause: &PadClause) -> Step<Clause> {
        Ok(match clause {
            PadClause::Catch(None) => Clause::CatchAll,
            PadClause::Catch(Some(symbol)) => Clause::Catch(self.type_info(*symbol)?),
            PadClause::Filter(types) => {
                let ids: Step<Vec<GlobalId>> =
                    types.iter().flatten().map(|symbol| self.type_info(*symbol)).collect();
                Clause::Filter(ids?)
            }
        })
    }
}
