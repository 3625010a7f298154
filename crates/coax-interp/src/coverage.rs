//! Which ways any path has gone.
//!
//! A way is a side of a branch, or a place that a switch or anything else can jump to. Two branches
//! that lead to the same place are two ways there, so "covered" means branch coverage. The plain loop
//! marks ways as it jumps.

use coax_ir::{Body, FuncId, Inst, Pc};

/// How often a path may come to one instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Revisits {
    /// So often.
    All(u32),
    /// So often with a choice since the last time: a loop or recursion without one makes no further
    /// paths. A path that comes too often is run to its end without others.
    WithChoice(u32),
}

/// Ways gone, by function.
#[derive(Default)]
pub struct Coverage {
    functions: Vec<Ways>,
    count: usize,
    /// Sides of branches and switches gone to, and all there are, in functions of the program's own.
    own: (u64, u64),
    /// What a trial changed: it does not count.
    trial: Option<Trial>,
}

/// What is taken back when a trial ends.
#[derive(Default)]
struct Trial {
    /// How many ways were gone before, and how many of the program's own of how many.
    count: usize,
    own: (u64, u64),
    /// Functions that were not entered before.
    entered: Vec<FuncId>,
    /// Sides and places that were not reached before.
    sides: Vec<(FuncId, usize)>,
    places: Vec<(FuncId, usize)>,
}

/// The ways of one function.
#[derive(Default)]
struct Ways {
    /// Where each branch goes to if its condition holds; `NO_BRANCH` for other instructions.
    thens: Box<[u32]>,
    /// Sides of branches gone to: two for every instruction.
    sides: Box<[bool]>,
    /// Places come to.
    places: Box<[bool]>,
    /// Is the place a side of a switch in a function of the program's own?
    cases: Box<[bool]>,
    /// Is it a function of the program's own? Code without places in a source is our runtime's.
    own: bool,
}

const NO_BRANCH: u32 = u32::MAX;

impl Ways {
    fn new(body: &Body) -> Ways {
        let size = body.code.len();
        let (mut thens, mut cases) = (vec![NO_BRANCH; size], vec![false; size]);
        let own = body.places.len() > 1;
        for (at, inst) in body.code.iter().enumerate() {
            match (inst.sides(), *inst) {
                (Some([then, _]), _) => thens[at] = then.0,
                (None, Inst::Switch { table, .. }) if own => {
                    for to in body.switches[table as usize].targets() {
                        cases[to.index()] = true;
                    }
                }
                _ => {}
            }
        }
        Ways {
            thens: thens.into(),
            sides: vec![false; 2 * size].into(),
            places: vec![false; size].into(),
            cases: cases.into(),
            own,
        }
    }

    /// How many sides of branches and switches of the program's own there are.
    fn own_count(&self) -> u64 {
        let branches = self.thens.iter().filter(|&&then| self.own && then != NO_BRANCH).count();
        (2 * branches + self.cases.iter().filter(|&&case| case).count()) as u64
    }

    /// The number of a branch's side that leads to a place; `None` if it is no branch.
    fn side(&self, at: usize, to: usize) -> Option<usize> {
        let then = self.thens[at];
        (then != NO_BRANCH).then(|| 2 * at + usize::from(then as usize != to))
    }
}

impl Coverage {
    /// Makes room for a function.
    #[cold]
    fn grow(&mut self, function: FuncId, body: &Body) {
        if self.functions.len() <= function.index() {
            self.functions.resize_with(function.index() + 1, Ways::default);
        }
        let ways = Ways::new(body);
        self.own.1 += ways.own_count();
        if let Some(trial) = &mut self.trial {
            trial.entered.push(function);
        }
        self.functions[function.index()] = ways;
    }

    /// A path goes from an instruction to a place.
    #[inline(always)]
    pub fn mark(&mut self, function: FuncId, body: &Body, at: usize, to: usize) {
        let Some(ways) =
            self.functions.get_mut(function.index()).filter(|ways| !ways.places.is_empty())
        else {
            self.grow(function, body);
            return self.mark(function, body, at, to);
        };
        let new_place = !std::mem::replace(&mut ways.places[to], true);
        let side = ways.side(at, to);
        let (new, own) = match side {
            Some(side) => (!std::mem::replace(&mut ways.sides[side], true), ways.own),
            None => (new_place, ways.cases[to]),
        };
        self.count += usize::from(new);
        self.own.0 += u64::from(new && own);
        if (new || new_place)
            && let Some(trial) = &mut self.trial
        {
            trial.sides.extend(side.filter(|_| new).map(|side| (function, side)));
            trial.places.extend(new_place.then_some((function, to)));
        }
    }

    /// From here on, nothing counts that is marked.
    pub fn begin_trial(&mut self) {
        self.trial = Some(Trial { count: self.count, own: self.own, ..Trial::default() });
    }

    /// Forgets what was marked since the trial began: did it cover anything new?
    pub fn end_trial(&mut self) -> bool {
        let Some(trial) = self.trial.take() else { return false };
        for (function, side) in trial.sides {
            self.functions[function.index()].sides[side] = false;
        }
        for (function, place) in trial.places {
            self.functions[function.index()].places[place] = false;
        }
        for function in trial.entered {
            self.functions[function.index()] = Ways::default();
        }
        let new = self.count > trial.count;
        (self.count, self.own) = (trial.count, trial.own);
        new
    }

    /// Has any path gone from an instruction to a place?
    pub fn has(&self, function: FuncId, at: Pc, to: Pc) -> bool {
        let ways = self.functions.get(function.index()).filter(|ways| !ways.places.is_empty());
        ways.is_some_and(|ways| match ways.side(at.index(), to.index()) {
            Some(side) => ways.sides[side],
            None => ways.places[to.index()],
        })
    }

    /// The functions in which any path has gone a way, by their numbers.
    pub fn functions(&self) -> impl Iterator<Item = FuncId> {
        let entered = self.functions.iter().enumerate().filter(|(_, ways)| !ways.places.is_empty());
        entered.map(|(index, _)| FuncId(index as u32))
    }

    /// How many ways any path has gone.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Sides of branches and switches gone to, and all there are, in the functions of the program's own
    /// that were entered.
    pub fn own(&self) -> (u64, u64) {
        self.own
    }
}

#[cfg(test)]
mod tests {
    use coax_ir::Slot;

    use super::*;

    #[test]
    fn what_a_trial_marks_is_taken_back() {
        let branch = Inst::Br { cond: Slot(0), then: Pc(1), els: Pc(2) };
        let body = Body { code: vec![branch, Inst::RetVoid, Inst::RetVoid], ..Body::default() };
        let (known, unknown) = (FuncId(0), FuncId(1));
        let mut coverage = Coverage::default();
        coverage.mark(known, &body, 0, 1);
        let (count, own) = (coverage.count(), coverage.own());

        coverage.begin_trial();
        coverage.mark(known, &body, 0, 1);
        assert!(!coverage.end_trial(), "nothing was new");

        coverage.begin_trial();
        coverage.mark(known, &body, 0, 2);
        coverage.mark(unknown, &body, 0, 1);
        assert!(coverage.has(known, Pc(0), Pc(2)));
        assert!(coverage.end_trial(), "a side and a function were new");
        assert!(coverage.has(known, Pc(0), Pc(1)));
        assert!(!coverage.has(known, Pc(0), Pc(2)) && !coverage.has(unknown, Pc(0), Pc(1)));
        assert_eq!((coverage.count(), coverage.own()), (count, own));
    }
}
