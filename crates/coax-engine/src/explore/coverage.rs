//! Which places of the program any path has come to.
//!
//! A place is where control may jump to: both sides of every branch are places, so "covered" means
//! branch coverage. The plain loop marks them as it jumps.

use coax_ir::{Body, FuncId, Inst, Pc};

/// Places seen, by function.
#[derive(Default)]
pub struct Coverage {
    functions: Vec<Places>,
    count: usize,
    /// Sides of branches seen, and all there are, in functions of the program's own.
    own: (u64, u64),
}

/// The places of one function.
#[derive(Default)]
struct Places {
    seen: Box<[bool]>,
    /// Is the place a side of a branch in a function of the program's own?
    sides: Box<[bool]>,
}

impl Coverage {
    /// Makes room for a function.
    #[cold]
    fn grow(&mut self, function: FuncId, body: &Body) {
        if self.functions.len() <= function.index() {
            self.functions.resize_with(function.index() + 1, Places::default);
        }
        let mut sides = vec![false; body.code.len()];
        // Code without places in a source is our runtime's.
        if body.places.len() > 1 {
            for side in body.code.iter().flat_map(|inst| sides_of(body, inst)) {
                sides[side.index()] = true;
            }
        }
        self.own.1 += sides.iter().filter(|&&side| side).count() as u64;
        let seen = vec![false; body.code.len()].into();
        self.functions[function.index()] = Places { seen, sides: sides.into() };
    }

    /// A path has come to a place.
    #[inline(always)]
    pub(crate) fn mark(&mut self, function: FuncId, body: &Body, pc: usize) {
        match self.functions.get_mut(function.index()).and_then(|places| places.seen.get_mut(pc)) {
            Some(true) => {}
            Some(seen) => {
                *seen = true;
                self.count += 1;
                self.own.0 += u64::from(self.functions[function.index()].sides[pc]);
            }
            None => {
                self.grow(function, body);
                self.mark(function, body, pc);
            }
        }
    }

    /// Has any path come to this place?
    pub fn has(&self, function: FuncId, pc: usize) -> bool {
        let places = self.functions.get(function.index());
        places.and_then(|places| places.seen.get(pc)).copied().unwrap_or(false)
    }

    /// How many places any path has come to.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Sides of branches seen, and all there are, in the functions of the program's own that were entered.
    pub fn own(&self) -> (u64, u64) {
        self.own
    }
}

/// Both sides of a branch, all sides of a switch.
fn sides_of(body: &Body, inst: &Inst) -> Vec<Pc> {
    if let Some(parts) = inst.branch_parts() {
        return vec![parts.then, parts.els];
    }
    match *inst {
        Inst::Br { then, els, .. } => vec![then, els],
        Inst::Switch { table, .. } => {
            let switch = &body.switches[table as usize];
            switch.cases.iter().map(|case| case.1).chain([switch.default]).collect()
        }
        _ => Vec::new(),
    }
}
