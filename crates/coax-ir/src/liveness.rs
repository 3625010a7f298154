//! Which slots are still read from a place on.
//!
//! A slot that is not read any more need not be kept track of: the engine drops what it knows about
//! such slots (undefined bits, terms), and the frame is plain words again.

use std::collections::HashMap;

use crate::live_slots::{Liveness, SlotSet};
use crate::{Body, EdgeKind, Inst, Pc};

impl Body {
    /// Which slots are still read from a place on.
    pub fn liveness(&self) -> &Liveness {
        self.liveness.get_or_init(|| Box::new(Liveness::of(self)))
    }
}

impl Liveness {
    fn of(body: &Body) -> Liveness {
        let mut at: HashMap<Pc, SlotSet> = HashMap::new();
        for pc in (0..body.code.len() as u32).map(Pc) {
            for_each_jump(body, pc, |to| {
                at.entry(to).or_insert_with(|| SlotSet::new(body.slots));
            });
        }
        let mut liveness = Liveness { at };
        while liveness.improve(body) {}
        liveness
    }

    /// One pass from the end to the start; `true` if it learned something.
    fn improve(&mut self, body: &Body) -> bool {
        let mut changed = false;
        let mut live = SlotSet::new(body.slots);
        for (index, inst) in body.code.iter().enumerate().rev() {
            let pc = Pc(index as u32);
            if body.ends_straight_code(pc) {
                live = SlotSet::new(body.slots);
            }
            for_each_jump(body, pc, |to| {
                if let Some(there) = self.at.get(&to) {
                    live.add_all(there);
                }
            });
            if let Some((first, count)) = inst.writes(body)
                && !keeps_result(body, inst)
            {
                (0..count).for_each(|i| live.remove(first.plus(i)));
            }
            inst.reads(body, |first, count| {
                (0..count).for_each(|i| live.insert(first.plus(i)));
            });
            if let Inst::Assigned { dst, .. } = *inst {
                live.insert(dst);
            }
            if let Some(known) = self.at.get_mut(&pc)
                && *known != live
            {
                known.clone_from(&live);
                changed = true;
            }
        }
        changed
    }
}

/// Visits the places an instruction may jump to: those it leads to but for the next one.
fn for_each_jump(body: &Body, at: Pc, mut visit: impl FnMut(Pc)) {
    body.for_each_edge(at, |edge| {
        if edge.kind != EdgeKind::FallThrough {
            visit(edge.to);
        }
    });
}

/// May the result's slot still be read as it was before? A call that unwinds to a place of this
/// function writes nothing.
fn keeps_result(body: &Body, inst: &Inst) -> bool {
    matches!(*inst, Inst::Call { site } if body.calls[site as usize].unwind.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{IntOp, Slot};

    #[test]
    fn a_slot_is_live_around_a_loop_that_reads_it_and_dead_after() {
        // 0: s2 = s0; 1: if s2 < s1 goto 2 else 4; 2: s2 = s2 + s1; 3: goto 1; 4: ret s0
        let body = Body {
            slots: 3,
            code: vec![
                Inst::Move { dst: Slot(2), src: Slot(0) },
                Inst::branch(IntOp::Ult, 32, Slot(2), Slot(1), Pc(2), Pc(4)),
                Inst::int(IntOp::Add, 32, Slot(2), Slot(2), Slot(1)),
                Inst::Jump { to: Pc(1) },
                Inst::Ret { src: Slot(0) },
            ],
            ..Body::default()
        };
        let liveness = Liveness::of(&body);
        let live = |pc: u32| {
            let set = liveness.at(Pc(pc)).unwrap();
            [0, 1, 2].map(|slot| set.contains(Slot(slot)))
        };
        assert_eq!(live(1), [true, true, true]);
        assert_eq!(live(4), [true, false, false]);
        assert_eq!(liveness.at(Pc(3)), None);
    }
}
