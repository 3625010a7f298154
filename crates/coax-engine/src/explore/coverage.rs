//! Which ways any path has gone.
//!
//! A way is a side of a branch, or a place that a switch or anything else can jump to. Two branches
//! that lead to the same place are two ways there, so "covered" means branch coverage. The plain loop
//! marks ways as it jumps.

use coax_ir::{Body, FuncId, Inst, Pc};

/// Ways gone, by function.
#[derive(Default)]
pub struct Coverage {
    functions: Vec<Ways>,
    count: usize,
    /// Sides of branches and switches gone to, and all there are, in functions of the program's own.
    own: (u64, u64),
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
            match (two_sides(inst), *inst) {
                (Some((then, _)), _) => thens[at] = then.0,
                (None, Inst::Switch { table, .. }) if own => {
                    let switch = &body.switches[table as usize];
                    for to in switch.cases.iter().map(|case| case.1).chain([switch.default]) {
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

/// Both sides of a branch.
fn two_sides(inst: &Inst) -> Option<(Pc, Pc)> {
    match (inst.branch_parts(), *inst) {
        (Some(parts), _) => Some((parts.then, parts.els)),
        (None, Inst::Br { then, els, .. }) => Some((then, els)),
        _ => None,
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
        self.functions[function.index()] = ways;
    }

    /// A path goes from an instruction to a place.
    #[inline(always)]
    pub(crate) fn mark(&mut self, function: FuncId, body: &Body, at: usize, to: usize) {
        let Some(ways) =
            self.functions.get_mut(function.index()).filter(|ways| !ways.places.is_empty())
        else {
            self.grow(function, body);
            return self.mark(function, body, at, to);
        };
        let new_place = !std::mem::replace(&mut ways.places[to], true);
        let (new, own) = match ways.side(at, to) {
            Some(side) => (!std::mem::replace(&mut ways.sides[side], true), ways.own),
            None => (new_place, ways.cases[to]),
        };
        self.count += usize::from(new);
        self.own.0 += u64::from(new && own);
    }

    /// Has any path gone from an instruction to a place?
    pub fn has(&self, function: FuncId, at: Pc, to: Pc) -> bool {
        let ways = self.functions.get(function.index()).filter(|ways| !ways.places.is_empty());
        ways.is_some_and(|ways| match ways.side(at.index(), to.index()) {
            Some(side) => ways.sides[side],
            None => ways.places[to.index()],
        })
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
