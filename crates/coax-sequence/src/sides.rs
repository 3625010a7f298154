//! Branch sides of the code under test: which there are, and which are covered.

use std::collections::{BTreeSet, HashMap};

use coax_engine::explore::Coverage;
use coax_ir::{FuncId, Inst, Pc, Program};

use crate::Side;

/// The branch sides of all functions of the code under test.
#[derive(Default)]
pub(crate) struct Sides {
    functions: Vec<FunctionSides>,
    by_function: HashMap<FuncId, usize>,
    /// How many ways were gone when it was last looked.
    seen: usize,
    pub(crate) covered: u64,
    pub(crate) total: u64,
}

/// The branch sides of a function.
struct FunctionSides {
    sides: Vec<Side>,
    is_covered: Vec<bool>,
    /// Functions of the code under test that it calls by their names.
    callees: Vec<FuncId>,
}

impl Sides {
    /// Those of these functions; what cannot be read has none.
    pub(crate) fn of(program: &Program, functions: &[FuncId]) -> Sides {
        let mut all = Sides::default();
        let own: BTreeSet<FuncId> = functions.iter().copied().collect();
        for &function in &own {
            let sides = sides_of(program, function);
            all.total += sides.len() as u64;
            all.by_function.insert(function, all.functions.len());
            all.functions.push(FunctionSides {
                is_covered: vec![false; sides.len()],
                sides,
                callees: callees(program, function, &own),
            });
        }
        all
    }

    /// Looks which sides have been covered since it was last looked.
    pub(crate) fn update(&mut self, coverage: &Coverage) -> Vec<Side> {
        if coverage.count() == self.seen {
            return Vec::new();
        }
        self.seen = coverage.count();
        let mut new = Vec::new();
        for function in &mut self.functions {
            for (side, is_covered) in function.sides.iter().zip(&mut function.is_covered) {
                if !*is_covered && coverage.has(side.function, side.at, side.to) {
                    *is_covered = true;
                    new.push(*side);
                }
            }
        }
        self.covered += new.len() as u64;
        new
    }

    /// The sides that a coverage of a single run has.
    pub(crate) fn in_run(&self, coverage: &Coverage) -> Vec<Side> {
        let entered = coverage.functions().filter_map(|function| self.by_function.get(&function));
        let sides = entered.flat_map(|&index| &self.functions[index].sides);
        let mut sides: Vec<Side> =
            sides.filter(|side| coverage.has(side.function, side.at, side.to)).copied().collect();
        sides.sort_unstable();
        sides
    }

    /// How many sides are uncovered in a function and in those it leads to, the nearer ones counting more.
    pub(crate) fn uncovered_below(&self, function: FuncId) -> u64 {
        let mut seen = BTreeSet::from([function]);
        let (mut level, mut weight, mut sum) = (vec![function], 8, 0);
        while !level.is_empty() && weight > 0 {
            let known = level.iter().filter_map(|id| self.by_function.get(id));
            let known: Vec<&FunctionSides> = known.map(|&index| &self.functions[index]).collect();
            let open = |it: &&FunctionSides| it.is_covered.iter().filter(|&&is| !is).count() as u64;
            sum += weight * known.iter().map(open).sum::<u64>();
            let callees = known.iter().flat_map(|it| &it.callees).copied();
            level = callees.filter(|&callee| seen.insert(callee)).collect();
            weight /= 2;
        }
        sum
    }

    /// Does a function lead to another one, by calls that name what they call?
    pub(crate) fn leads_to(&self, function: FuncId, other: FuncId) -> bool {
        let (mut seen, mut open) = (BTreeSet::from([function]), vec![function]);
        while let Some(function) = open.pop() {
            if function == other {
                return true;
            }
            let known = self.by_function.get(&function);
            let callees = known.into_iter().flat_map(|&index| &self.functions[index].callees);
            open.extend(callees.copied().filter(|&callee| seen.insert(callee)));
        }
        false
    }

    /// The sides of a function, and whether they are covered.
    pub(crate) fn of_function(&self, function: FuncId) -> Vec<(Side, bool)> {
        let index = self.by_function.get(&function);
        let found = index.map(|&index| &self.functions[index]);
        let pairs = found.map(|it| it.sides.iter().copied().zip(it.is_covered.iter().copied()));
        pairs.into_iter().flatten().collect()
    }

    /// Is a side covered? One outside of the code under test is never missed.
    pub(crate) fn is_covered(&self, side: Side) -> bool {
        let Some(&index) = self.by_function.get(&side.function) else { return true };
        let function = &self.functions[index];
        let at = function.sides.iter().position(|other| *other == side);
        at.is_none_or(|at| function.is_covered[at])
    }

    /// Uncovered sides of branches of which another side is covered.
    pub(crate) fn targets(&self) -> Vec<Side> {
        let mut targets = Vec::new();
        for function in &self.functions {
            let reached: BTreeSet<Pc> = function
                .sides
                .iter()
                .zip(&function.is_covered)
                .filter_map(|(side, &is_covered)| is_covered.then_some(side.at))
                .collect();
            let open = function.sides.iter().zip(&function.is_covered);
            targets.extend(open.filter_map(|(side, &is_covered)| {
                (!is_covered && reached.contains(&side.at)).then_some(*side)
            }));
        }
        targets
    }
}

/// The sides of a function's branches and switches, in order.
fn sides_of(program: &Program, function: FuncId) -> Vec<Side> {
    let Ok(body) = program.body(function) else { return Vec::new() };
    let mut sides = Vec::new();
    for (at, inst) in body.code.iter().enumerate() {
        let mut add = |to| sides.push(Side { function, at: Pc(at as u32), to });
        match (inst.sides(), inst) {
            (Some([then, otherwise]), _) if then != otherwise => {
                add(then);
                add(otherwise);
            }
            (None, Inst::Switch { table, .. }) => {
                let targets: BTreeSet<Pc> = body.switches[*table as usize].targets().collect();
                targets.into_iter().for_each(add);
            }
            _ => {}
        }
    }
    sides
}

fn callees(program: &Program, function: FuncId, own: &BTreeSet<FuncId>) -> Vec<FuncId> {
    let Ok(body) = program.body(function) else { return Vec::new() };
    let direct = body.calls.iter().filter_map(|call| match call.callee {
        coax_ir::Callee::Direct(id) => Some(id),
        coax_ir::Callee::Indirect(_) => None,
    });
    direct.filter(|id| own.contains(id)).collect::<BTreeSet<_>>().into_iter().collect()
}
