//! Checks that a lowered body keeps the invariants the engine relies on.
//!
//! - Every slot is inside the frame, every position inside the code, every table index inside its
//!   table; code never runs off its end.
//! - No path reads a slot that it has not written: variables that may be read uninitialised
//!   are looked at by `Assigned` first.

use coax_ir::{Body, Inst, Pc, Slot};

/// Panics with a description if a body is broken.
pub fn verify(name: &str, body: &Body) {
    let checker = Checker { name, body };
    assert_eq!(body.code.len(), body.place_of.len(), "{name}: places");
    for pc in 0..body.code.len() {
        checker.instruction(pc);
    }
    checker.initialised();
}

struct Checker<'a> {
    name: &'a str,
    body: &'a Body,
}

impl Checker<'_> {
    fn fail(&self, pc: usize, what: &str) -> ! {
        panic!("{}: @{pc} {:?}: {what}\n{}", self.name, self.body.code[pc], self.body);
    }

    fn slots(&self, pc: usize, first: Slot, count: u32) {
        if u64::from(first.0) + u64::from(count) > u64::from(self.body.slots) {
            self.fail(pc, "slot outside the frame");
        }
    }

    fn instruction(&self, pc: usize) {
        let inst = self.body.code[pc];
        inst.reads(self.body, |slot, count| self.slots(pc, slot, count));
        if let Some((slot, count)) = inst.writes(self.body) {
            self.slots(pc, slot, count);
            if slot.index() < self.body.constants.len() {
                self.fail(pc, "writes a constant");
            }
        }
        for next in self.successors(pc) {
            if next.index() >= self.body.code.len() {
                self.fail(pc, "continues outside the code");
            }
        }
        if self.body.place_of[pc] as usize >= self.body.places.len() {
            self.fail(pc, "place outside the table");
        }
    }

    fn successors(&self, pc: usize) -> Vec<Pc> {
        let inst = self.body.code[pc];
        if let Some(parts) = inst.branch_parts() {
            return vec![parts.then, parts.els];
        }
        match inst {
            Inst::Jump { to } => vec![to],
            Inst::Br { then, els, .. } => vec![then, els],
            Inst::Switch { table, .. } => {
                let switch = &self.body.switches[table as usize];
                let cases = switch.cases.iter().map(|case| case.1);
                cases.chain([switch.default]).collect()
            }
            Inst::IndirectBr { .. } => self.body.blocks.iter().skip(1).copied().collect(),
            Inst::Call { site } => {
                let call = &self.body.calls[site as usize];
                std::iter::once(call.next).chain(call.unwind.map(|unwind| unwind.to)).collect()
            }
            Inst::Ret { .. }
            | Inst::RetVoid
            | Inst::RetMany { .. }
            | Inst::Resume { .. }
            | Inst::Trap { .. }
            | Inst::Unsupported { .. } => Vec::new(),
            _ => vec![Pc(pc as u32 + 1)],
        }
    }

    /// Forward data flow: the slots certainly written before each instruction.
    fn initialised(&self) {
        let has_labels = self.body.code.iter().any(|i| matches!(i, Inst::IndirectBr { .. }));
        let words = (self.body.slots as usize).div_ceil(64);
        // Big frames times big bodies are checked in other programs; labels reach too many blocks.
        if has_labels || words * self.body.code.len() > 1 << 24 || self.body.code.is_empty() {
            return;
        }
        let mut states: Vec<Option<Vec<u64>>> = vec![None; self.body.code.len()];
        let mut entry = vec![0; words];
        let ready = self.body.constants.len() as u32 + self.body.param_slots;
        (0..ready).for_each(|slot| set(&mut entry, slot));
        states[0] = Some(entry);
        let mut work = vec![0];
        while let Some(pc) = work.pop() {
            let mut state = states[pc].clone().expect("only reached instructions are queued");
            let inst = self.body.code[pc];
            inst.reads(self.body, |slot, count| {
                for slot in slot.0..slot.0 + count {
                    if state[slot as usize / 64] >> (slot % 64) & 1 == 0 {
                        self.fail(pc, &format!("reads s{slot}, which some path does not write"));
                    }
                }
            });
            if let Some((slot, count)) = inst.writes(self.body) {
                (slot.0..slot.0 + count).for_each(|slot| set(&mut state, slot));
            }
            // After it, the variable is written or marked.
            if let Inst::Assigned { dst, .. } = inst {
                set(&mut state, dst.0);
            }
            for next in self.successors(pc) {
                if meet(&mut states[next.index()], &state) {
                    work.push(next.index());
                }
            }
        }
    }
}

fn set(state: &mut [u64], slot: u32) {
    state[slot as usize / 64] |= 1 << (slot % 64);
}

fn meet(state: &mut Option<Vec<u64>>, incoming: &[u64]) -> bool {
    let Some(old) = state else {
        *state = Some(incoming.to_vec());
        return true;
    };
    let mut changed = false;
    for (word, new) in old.iter_mut().zip(incoming) {
        changed |= *word & !new != 0;
        *word &= new;
    }
    changed
}
