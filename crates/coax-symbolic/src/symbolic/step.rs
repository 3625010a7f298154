//! One instruction that reads terms: decide what depends on them, then say what the results are.

use crate::layers::Shadows;
use std::collections::HashMap;

use coax_expr::Term;
use coax_ir::{BranchParts, Callee, Inst, IntOp, Pc, Slot, Switch};
use coax_kinds::ErrorKind;

use super::{Choice, Symbols};
use crate::Rest;
use crate::layers::{Summing, Symbolic, UnitRun};
use crate::{State, Stop};

/// A switch with more cases is large.
const MANY: usize = 128;

impl<'p> Symbolic<'_, 'p> {
    /// Decides a condition the way the model does; the other side is put aside.
    pub fn decide(
        &mut self,
        state: &mut State<'p>,
        choice: impl Into<Choice>,
    ) -> Result<bool, Stop> {
        let world = state.world.take().expect("no model has the world");
        let decided = self.symbols().decide(state, &*world, choice.into());
        state.world = Some(world);
        decided
    }

    /// Decides that a term has the value it has; other values are other paths.
    pub(crate) fn decide_value(&mut self, state: &mut State<'p>, term: Term) -> Result<(), Stop> {
        let symbols = self.symbols();
        let value = symbols.value(state, term);
        let constant = symbols.pool.constant(symbols.pool.width(term), value);
        let equal = symbols.pool.eq(term, constant);
        if symbols.has_many_values(state, term) {
            symbols.concretize(state, term);
            return Ok(());
        }
        self.decide(state, equal).map(|_| ())
    }

    /// Decides the value of a slot; it is a plain word afterwards.
    pub(crate) fn decide_slot(&mut self, state: &mut State<'p>, slot: Slot) -> Result<(), Stop> {
        if let Some(term) = state.mark(slot).term {
            self.decide_value(state, term)?;
            state.set_term(slot, None);
        }
        Ok(())
    }

    /// Decides everything that the terms an instruction reads make undecided.
    pub fn before(&mut self, state: &mut State<'p>, inst: &Inst) -> Result<Rest, Stop> {
        if let Some(parts) = inst.branch_parts() {
            return self.before_branch(state, parts);
        }
        if !state.above.path.after.is_empty()
            && let Some(done) = self.beyond(state, inst)
        {
            return Ok(done);
        }
        let checks = self.symbols().checks(state, inst);
        let is_verified = !checks.is_empty() && self.are_verified(state, kinds_of(inst));
        for check in checks {
            if is_verified && self.symbols().passes(state, check) {
                continue;
            }
            if self.decide(state, check.condition)? != check.wanted {
                return Ok(Rest::VALUES);
            }
        }
        if let Some(results) = Shadows::of(self.symbols()).results(state, inst) {
            Summing::of(self).witness(state, inst, &results);
            return Ok(Rest::Compute(self.symbols().marks(results)));
        }
        self.before_other(state, inst)
    }

    fn before_branch(&mut self, state: &mut State<'p>, parts: BranchParts) -> Result<Rest, Stop> {
        let BranchParts { op, bits, a, b, then, els } = parts;
        let symbols = self.symbols();
        let (x, y) = (
            Shadows::of(symbols).operand(state, a, bits.into()),
            Shadows::of(symbols).operand(state, b, bits.into()),
        );
        let condition = Shadows::of(symbols).int_term(op, x, y);
        self.decide_branch(state, condition, then, els)
    }

    fn decide_branch(
        &mut self,
        state: &mut State<'p>,
        condition: Term,
        then: Pc,
        els: Pc,
    ) -> Result<Rest, Stop> {
        if !state.above.path.after.is_empty()
            && let Some(passed) = self.beyond_check(state, then, els)
        {
            return Ok(passed);
        }
        let other = if self.symbols().value(state, condition) != 0 { els } else { then };
        self.decide(state, Choice::branch(condition, other))?;
        Ok(Rest::VALUES)
    }

    fn before_other(&mut self, state: &mut State<'p>, inst: &Inst) -> Result<Rest, Stop> {
        match *inst {
            Inst::Br { cond, then, els } => {
                let condition = Shadows::of(self.symbols()).operand(state, cond, 1);
                self.decide_branch(state, condition, then, els)
            }
            Inst::Switch { value, table } => self.before_switch(state, value, table),
            Inst::Load8 { addr, dst, offset } => self.load_there(state, dst, addr, offset, 8),
            Inst::Load16 { addr, dst, offset } => self.load_there(state, dst, addr, offset, 16),
            Inst::Load32 { addr, dst, offset } => self.load_there(state, dst, addr, offset, 32),
            Inst::Load64 { addr, dst, offset } => self.load_there(state, dst, addr, offset, 64),
            Inst::LoadOdd { bits, dst, addr, offset }
            | Inst::LoadWide { bits, dst, addr, offset } => {
                self.load_there(state, dst, addr, offset, bits)
            }
            Inst::Store8 { src, addr, offset } => self.store_there(state, src, addr, offset, 8),
            Inst::Store16 { src, addr, offset } => self.store_there(state, src, addr, offset, 16),
            Inst::Store32 { src, addr, offset } => self.store_there(state, src, addr, offset, 32),
            Inst::Store64 { src, addr, offset } => self.store_there(state, src, addr, offset, 64),
            Inst::StoreOdd { bits, src, addr, offset }
            | Inst::StoreWide { bits, src, addr, offset } => {
                self.store_there(state, src, addr, offset, bits)
            }
            Inst::MemCopy { dst, src, len, .. } => self.copy_there(state, dst, src, len),
            Inst::MemSet { dst, byte, len } => self.fill_there(state, dst, byte, len),
            Inst::AllocaDynamic { dst, object, count } => {
                self.alloca_there(state, dst, object, count)
            }
            Inst::Call { site } => {
                let call = &state.top().body.calls[site as usize];
                if let Callee::Indirect(slot) = call.callee {
                    UnitRun::of(self).decide_callee(state, slot)?;
                }
                Ok(Rest::Move)
            }
            Inst::Ret { .. } | Inst::RetMany { .. } => Ok(Rest::Move),
            Inst::Cast { .. } | Inst::SoftFloat { .. } | Inst::FCmp { .. } | Inst::Arith { .. } => {
                self.concretize_operands(state, inst);
                Ok(Rest::VALUES)
            }
            _ => {
                for slot in operands(state, inst) {
                    self.decide_slot(state, slot)?;
                }
                Ok(Rest::VALUES)
            }
        }
    }

    /// All values that go where the model goes are one way; all other values, another.
    fn before_switch(
        &mut self,
        state: &mut State<'p>,
        value: Slot,
        table: u32,
    ) -> Result<Rest, Stop> {
        let switch = &state.top().body.switches[table as usize];
        let target = switch.target(state.word(value));
        let symbols = self.symbols();
        let term = Shadows::of(symbols).operand(state, value, switch.bits.into());
        // Summaries and predictions have their own idea of what a path is made of.
        if switch.cases.len() > MANY && !symbols.is_summing_up() && !symbols.predicts() {
            return self.before_large_switch(state, switch, term, target);
        }
        let mut here = symbols.pool.truth(false);
        let mut elsewhere = symbols.pool.truth(false);
        for &(case, to) in &switch.cases {
            let case = symbols.pool.constant(switch.bits.into(), case.into());
            let equal = symbols.pool.eq(term, case);
            let side = if to == target { &mut here } else { &mut elsewhere };
            *side = symbols.pool.or(*side, equal);
        }
        if target == switch.default {
            here = symbols.pool.not(elsewhere);
        }
        self.decide(state, here)?;
        Ok(Rest::VALUES)
    }

    /// The same for a switch with very many cases: every other place it may go to is put aside by
    /// itself. One condition that excludes all of them would be as large as the switch on every path.
    fn before_large_switch(
        &mut self,
        state: &mut State<'p>,
        switch: &Switch,
        term: Term,
        target: Pc,
    ) -> Result<Rest, Stop> {
        let symbols = self.symbols();
        let here = symbols.goes_to(switch, term, target);
        if symbols.context.no_fork || symbols.known(here) == Some(true) {
            return Ok(Rest::VALUES);
        }
        let mut places: Vec<Pc> = switch.cases.iter().map(|&(_, to)| to).collect();
        places.push(switch.default);
        places.sort_unstable();
        places.dedup();
        let cases = by_place(switch);
        for place in places.into_iter().filter(|&place| place != target) {
            let symbols = self.symbols();
            let there = match place == switch.default {
                true => symbols.goes_to(switch, term, place),
                false => symbols.is_one_of(switch, term, &cases[&place]),
            };
            self.decide(state, Choice::way_of_many(there, place))?;
        }
        self.symbols().add_constraint(state, here);
        Ok(Rest::VALUES)
    }

    /// Fixes operands that have no meaning in terms.
    fn concretize_operands(&mut self, state: &mut State<'p>, inst: &Inst) {
        for slot in operands(state, inst) {
            if let Some(term) = state.mark(slot).term {
                self.symbols().concretize(state, term);
                state.set_term(slot, None);
            }
        }
    }
}

impl Symbols<'_> {
    /// That a switch goes to a place.
    fn goes_to(&mut self, switch: &Switch, term: Term, place: Pc) -> Term {
        let is_default = place == switch.default;
        let leads_there = |&(_, to): &(u64, Pc)| (to == place) != is_default;
        let cases: Vec<u64> =
            switch.cases.iter().filter(|case| leads_there(case)).map(|&(case, _)| case).collect();
        let any = self.is_one_of(switch, term, &cases);
        if is_default { self.pool.not(any) } else { any }
    }

    /// That the value of a switch is one of these.
    fn is_one_of(&mut self, switch: &Switch, term: Term, cases: &[u64]) -> Term {
        let mut any = self.pool.truth(false);
        for &case in cases {
            let case = self.pool.constant(switch.bits.into(), case.into());
            let equal = self.pool.eq(term, case);
            any = self.pool.or(any, equal);
        }
        any
    }
}

/// The cases that lead to each place.
fn by_place(switch: &Switch) -> HashMap<Pc, Vec<u64>> {
    let mut places: HashMap<Pc, Vec<u64>> = HashMap::new();
    for &(case, to) in &switch.cases {
        places.entry(to).or_default().push(case);
    }
    places
}

/// The errors that the checks of an instruction are about.
fn kinds_of(inst: &Inst) -> &'static [ErrorKind] {
    use ErrorKind::{DivisionByZero, FloatCastOverflow, ShiftOutOfRange, SignedOverflow};
    let op = match (inst.int_parts(), *inst) {
        (Some(parts), _) => parts.op,
        (None, Inst::Wide { op, .. }) => op,
        (None, _) => return &[FloatCastOverflow],
    };
    match op {
        IntOp::UDiv | IntOp::URem => &[DivisionByZero],
        IntOp::SDiv | IntOp::SRem => &[DivisionByZero, SignedOverflow],
        IntOp::Shl | IntOp::LShr | IntOp::AShr => &[ShiftOutOfRange],
        _ => &[SignedOverflow],
    }
}

/// The slots an instruction reads.
fn operands(state: &mut State<'_>, inst: &Inst) -> Vec<Slot> {
    let mut slots = Vec::new();
    inst.reads(state.top().body, |slot, count| {
        slots.extend((0..count).map(|i| slot.plus(i)));
    });
    slots
}
