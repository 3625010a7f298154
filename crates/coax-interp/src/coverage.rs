//! Which ways any path has gone.
//!
//! A way is a side of a branch, or a place that a switch or anything else can jump to. Two branches
//! that lead to the same place are two ways there, so "covered" means branch coverage. The plain loop
//! marks ways as it jumps.
//!
//! Beside that it is known which *outcomes* no test has shown yet: all that a native run of a path may count. They are
//! finer than ways (what a condition comes out as that is no branch, which case of a switch it is, calls that
//! are come back from), so paths without a new outcome add nothing to native coverage.
//!
//! Invariant: a path's list of untested outcomes has every outcome of the path that no test shows.

use coax_ir::{Body, FuncId, Inst, Pc};

use crate::chain::Chain;

/// How often a path may come to one instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Revisits {
    /// So often.
    All(u32),
    /// So often with a choice since the last time: a loop or recursion without one makes no further
    /// paths. A path that comes too often is run to its end without others.
    WithChoice(u32),
}

/// Something that a native run of a path counts: a side of a branch or a case of a switch that is gone to, what a condition
/// comes out as, a function that is entered, a call that is come back from, a handler that is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    function: FuncId,
    index: u32,
}

/// Ways gone, by function.
#[derive(Default)]
pub struct Coverage {
    functions: Vec<Ways>,
    count: usize,
    /// The number of the stretch of a path that is running.
    stretch: u32,
    /// Sides of branches and switches gone to, and all there are, in functions of the program's own.
    own: (u64, u64),
    /// What a trial changed: it does not count.
    trial: Option<Trial>,
    /// What runs is no path that a test may show: outcomes are not remembered.
    pub is_aside: bool,
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
    /// Of each outcome, the last stretch that has come to it; `TESTED` if a test shows it.
    /// Two for every instruction, one for the entry, those of switches, one for every place that is jumped to by its address.
    stamps: Box<[u32]>,
    /// Where the outcomes of each switch begin.
    switches: Box<[u32]>,
}

const NO_BRANCH: u32 = u32::MAX;
const TESTED: u32 = u32::MAX;

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
        let mut outcomes = 2 * size + 1;
        let mut of_switch = |switch: &coax_ir::Switch| {
            let first = outcomes as u32;
            outcomes += switch.cases.len() + 1;
            first
        };
        let switches = body.switches.iter().map(&mut of_switch).collect();
        if body.code.iter().any(|inst| matches!(inst, Inst::IndirectBr { .. })) {
            outcomes += size;
        }
        Ways {
            thens: thens.into(),
            sides: vec![false; 2 * size].into(),
            places: vec![false; size].into(),
            cases: cases.into(),
            own,
            stamps: vec![0; outcomes].into(),
            switches,
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

    /// A path goes from an instruction to a place; the outcome that is, if the path has to remember it.
    #[inline(always)]
    pub fn mark(&mut self, function: FuncId, body: &Body, at: usize, to: usize) -> Option<Outcome> {
        let Some(ways) =
            self.functions.get_mut(function.index()).filter(|ways| !ways.places.is_empty())
        else {
            self.grow(function, body);
            return self.mark(function, body, at, to);
        };
        let side = ways.side(at, to);
        // What this stretch or a test has come to is marked.
        if side.is_some_and(|side| ways.stamps[side] > self.stretch) {
            return None;
        }
        let new_place = !std::mem::replace(&mut ways.places[to], true);
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
        self.stamp(function, side?)
    }

    /// An outcome of an instruction that is no branch: what a condition is, or that a call is come back from.
    #[inline(always)]
    pub fn observe(
        &mut self,
        function: FuncId,
        body: &Body,
        at: usize,
        holds: bool,
    ) -> Option<Outcome> {
        self.outcome(function, body, |_| 2 * at + usize::from(holds))
    }

    /// A function is entered.
    pub fn observe_entry(&mut self, function: FuncId, body: &Body) -> Option<Outcome> {
        self.outcome(function, body, |_| 2 * body.code.len())
    }

    /// A switch finds this value.
    pub fn observe_case(
        &mut self,
        function: FuncId,
        body: &Body,
        table: u32,
        value: u64,
    ) -> Option<Outcome> {
        let switch = &body.switches[table as usize];
        let case = switch.cases.binary_search_by_key(&value, |case| case.0);
        let case = case.unwrap_or(switch.cases.len());
        self.outcome(function, body, |ways| ways.switches[table as usize] as usize + case)
    }

    /// A place is jumped to by its address.
    pub fn observe_label(&mut self, function: FuncId, body: &Body, to: usize) -> Option<Outcome> {
        self.outcome(function, body, |ways| ways.stamps.len() - body.code.len() + to)
    }

    #[inline(always)]
    fn outcome(
        &mut self,
        function: FuncId,
        body: &Body,
        index: impl Fn(&Ways) -> usize,
    ) -> Option<Outcome> {
        match self.functions.get(function.index()) {
            Some(ways) if !ways.places.is_empty() => {
                let index = index(ways);
                self.stamp(function, index)
            }
            _ => {
                self.grow(function, body);
                self.outcome(function, body, index)
            }
        }
    }

    /// The running stretch comes to an outcome; the outcome if it has not come to it before and no test shows it.
    #[inline(always)]
    fn stamp(&mut self, function: FuncId, index: usize) -> Option<Outcome> {
        let ways = &mut self.functions[function.index()];
        if ways.stamps[index] > self.stretch || self.trial.is_some() || self.is_aside {
            return None;
        }
        ways.stamps[index] = self.stretch + 1;
        ways.own.then_some(Outcome { function, index: index as u32 })
    }

    /// A path begins or goes on that has come to these outcomes.
    pub fn begin_stretch(&mut self, untested: &Chain<Outcome>) {
        self.stretch += 1;
        for &Outcome { function, index } in untested.newest_first() {
            let stamp = &mut self.functions[function.index()].stamps[index as usize];
            *stamp = (*stamp).max(self.stretch + 1);
        }
    }

    /// A test shows these outcomes.
    pub fn settle(&mut self, outcomes: &[Outcome]) {
        for &Outcome { function, index } in outcomes {
            self.functions[function.index()].stamps[index as usize] = TESTED;
        }
    }

    /// Those of these outcomes that no test shows, each once.
    pub fn untested(&self, outcomes: &Chain<Outcome>) -> Vec<Outcome> {
        let open = outcomes.newest_first().copied().filter(|&outcome| !self.is_tested(outcome));
        let mut open: Vec<Outcome> = open.collect();
        open.sort_unstable();
        open.dedup();
        open
    }

    fn is_tested(&self, Outcome { function, index }: Outcome) -> bool {
        self.functions[function.index()].stamps[index as usize] == TESTED
    }

    /// The outcome that a branch goes to a place, if it is a branch of the program's own and no test shows that.
    pub fn untested_side(&self, function: FuncId, at: Pc, to: Pc) -> Option<Outcome> {
        let ways = self.functions.get(function.index()).filter(|ways| ways.own)?;
        let index = ways.side(at.index(), to.index())? as u32;
        Some(Outcome { function, index }).filter(|&outcome| !self.is_tested(outcome))
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
            // From a call, the place behind it is come to without a jump.
            None => ways.places[to.index()] || ways.stamps[2 * at.index()] > 0,
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

    /// A branch, and a comparison that is none.
    fn compares() -> Body {
        let (a, b) = (Slot(0), Slot(1));
        let branch = Inst::Br { cond: a, then: Pc(1), els: Pc(2) };
        let code = vec![branch, Inst::Eq { bits: 8, dst: a, a, b }, Inst::RetVoid];
        let place = coax_ir::Place {
            file: "a.c".into(),
            line: 1,
            column: 1,
            inlined_function: None,
            inlined_at: None,
        };
        Body { code, places: vec![place; 2], ..Body::default() }
    }

    #[test]
    fn a_path_remembers_each_outcome_once_until_a_test_shows_it() {
        let (body, function) = (compares(), FuncId(0));
        let (mut coverage, mut path) = (Coverage::default(), Chain::default());
        let run = |coverage: &mut Coverage, path: &mut Chain<Outcome>| {
            coverage.begin_stretch(path);
            for _ in 0..3 {
                let side = coverage.mark(function, &body, 0, 1);
                let truth = coverage.observe(function, &body, 1, true);
                [side, truth].into_iter().flatten().for_each(|outcome| path.push(outcome));
            }
        };
        run(&mut coverage, &mut path);
        run(&mut coverage, &mut path);
        assert_eq!((path.len(), coverage.untested(&path).len()), (2, 2));

        let mut other = Chain::default();
        run(&mut coverage, &mut other);
        assert_eq!(other.len(), 2, "no test shows what the first has come to");
        coverage.settle(&coverage.untested(&other));
        assert_eq!(coverage.untested(&path), []);
        run(&mut coverage, &mut other);
        assert_eq!(other.len(), 2);
        assert!(coverage.observe(function, &body, 1, false).is_some());
        assert_eq!(coverage.untested_side(function, Pc(0), Pc(1)), None);
        assert!(coverage.untested_side(function, Pc(0), Pc(2)).is_some());
    }

    #[test]
    fn what_a_trial_comes_to_is_not_remembered() {
        let (body, function) = (compares(), FuncId(0));
        let mut coverage = Coverage::default();
        coverage.begin_trial();
        assert_eq!(coverage.observe(function, &body, 1, true), None);
        coverage.end_trial();
        assert!(coverage.observe(function, &body, 1, true).is_some());
    }

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
