//! What gives way when memory is short: pending paths become small, then some of them are thrown
//! away, and at last the running path ends. None of it is silent: what is lost is reported as "memory".

use coax_kinds::Incomplete;

use super::Explorer;
use crate::observer::SearchObserver;
use crate::pending::Pending;

/// So few pending paths are never thrown away: they are not what takes the memory.
const FEW: usize = 64;
/// From here on, pending paths are made small although there is room: no program needs more than that to be explored.
const COMFORTABLE: u64 = 1 << 30;
/// So many more pending paths are ready to go on before they are made small again.
const MANY: usize = 4096;
/// Below this, it is not paths that take the memory, but the program and ourselves: no path is ended.
const LEAST: u64 = 256 << 20;

impl<'p> Explorer<'p> {
    /// Between two paths: gives memory back if it is short.
    pub(super) fn save_memory(&mut self, observer: &mut dyn SearchObserver<'p>) {
        let most = self.bounds.memory;
        if most == u64::MAX {
            return;
        }
        self.relieve(observer);
        if observer.memory() <= most {
            return;
        }
        match self.steps_over() {
            true => self.compact_followed(),
            false => self.compact(),
        }
        if observer.memory() > most {
            self.drop_half(observer);
        }
    }

    /// Makes pending paths small before memory is short, where they stay among the others. All are looked at, so that is
    /// worth it only when a good part of them is new.
    fn relieve(&mut self, observer: &mut dyn SearchObserver<'p>) {
        let many = MANY.max(self.searcher.len() / 4);
        let is_time = self.whole > self.relieved + many && !self.steps_over();
        if is_time && observer.memory() > COMFORTABLE {
            let deadline = self.machine.above.symbols().solver.deadline().clone();
            let mut made_small = 0;
            self.searcher.each(&mut |pending| {
                made_small += usize::from(!deadline.is_over() && pending.shrink());
            });
            self.whole -= made_small;
            self.relieved = self.whole;
        }
    }

    /// While a path runs, and needs its terms: does it have to end for lack of memory, although what
    /// is pending gave way?
    pub(super) fn is_out_of_memory(&mut self, observer: &mut dyn SearchObserver<'p>) -> bool {
        let most = self.bounds.memory.max(LEAST);
        if self.bounds.memory == u64::MAX {
            return false;
        }
        self.relieve(observer);
        if observer.memory() <= most {
            return false;
        }
        if !self.steps_over() {
            self.spill();
        }
        while observer.memory() > most {
            if !self.drop_half(observer) {
                return true;
            }
        }
        false
    }

    /// Makes those pending paths small that need no question to the solver for it.
    fn spill(&mut self) {
        let mut kept = Vec::new();
        while let Some(mut pending) = self.oldest() {
            pending.shrink();
            match pending.is_whole() {
                true => kept.push(pending),
                false => self.make_small(pending),
            }
        }
        self.whole += kept.len();
        kept.into_iter().for_each(|pending| self.searcher.push(pending, 0));
    }

    /// Makes pending paths small, and forgets all terms if no state has any: memory is short.
    pub fn compact(&mut self) {
        while !self.is_over()
            && let Some(pending) = self.oldest()
        {
            self.make_small(pending);
        }
        if self.searcher.is_empty() {
            self.unshown.forget();
            self.machine.above.symbols().forget();
        }
    }

    /// Makes a pending path small; one the solver cannot tell about is given up.
    pub(super) fn make_small(&mut self, pending: Pending<'p>) {
        match pending.into_seed(self.machine.above.symbols()) {
            Ok(seed) => self.seeds.extend(seed),
            Err(_) => self.machine.above.symbols().give_up(),
        }
    }

    /// Throws half of the pending paths away, and says so; what no test shows of them is told first. `false` if there are only a few.
    fn drop_half(&mut self, observer: &mut dyn SearchObserver<'p>) -> bool {
        if self.seeds.len() < FEW {
            return false;
        }
        let dropped = self.seeds.split_off(self.seeds.len() / 2);
        self.tally.dropped += dropped.len() as u64;
        dropped.iter().for_each(|seed| self.tell_seed(seed, observer));
        self.machine.above.symbols().incomplete.insert(Incomplete::Memory);
        true
    }
}
