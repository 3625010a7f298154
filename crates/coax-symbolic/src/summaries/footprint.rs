//! The footprint of a function, the objects it accesses: it runs behind a veil (`coax_memory`), and an object is shown when it is
//! first accessed. What of it depends on inputs is formal from then on.

use coax_expr::{Term, Var};
use coax_ir::Program;
use coax_kinds::FollowReason;
use coax_memory::{Memory, Object, SymbolicByte};

use super::{Cell, FormalOrigin, Touched};
use crate::layers::Summarizer;
use crate::symbolic::has_address;
use crate::{State, Stop};

/// The longest formal in memory, in bytes.
const LONGEST: usize = 8;

impl<'p> Summarizer<'_, 'p> {
    /// Shows the object at an address, if there is one behind the veil.
    pub(crate) fn add_to_footprint(
        &mut self,
        state: &mut State<'p>,
        program: &Program,
        address: u64,
    ) -> Result<(), Stop> {
        let Some(behind) = state.memory.behind() else { return Ok(()) };
        let Some(object) = behind.object(address) else {
            let is_unmade = state.above.unit.as_ref().is_some_and(|tree| tree.is_unmade(address));
            if is_further_behind(behind, address)
                || is_unmade
                || program.global_at(address).is_some()
            {
                return Err(Stop::OutsideFootprint(address));
            }
            let making = self.symbols.summaries.making.last_mut();
            making.into_iter().for_each(|making| making.absent.push(address));
            return Ok(());
        };
        let base = object.base;
        let Some(making) = self.symbols.summaries.making.last() else {
            return Err(Stop::Internal("a veil where no function is summed up".into()));
        };
        if making.clean.object(base).is_none() {
            let object = object.clone();
            self.look_at(object)?;
        }
        self.show(state, base);
        Ok(())
    }

    /// Shows an object of which it is known what is formal.
    fn show(&mut self, state: &mut State<'p>, base: u64) {
        let Some(making) = self.symbols.summaries.making.last() else { return };
        let Some(object) = making.clean.object(base).cloned() else { return };
        state.memory.show(object);
        let touched = making.touched.iter().find(|touched| touched.base == base);
        let model = &mut state.above.path.model;
        for formal in touched.into_iter().flat_map(Touched::formals) {
            let ground = making.ground[&formal];
            let value = self.symbols.evaluator.eval(&self.symbols.pool, ground, model) as u64;
            model.set(formal, value);
            self.symbols.evaluator.begin();
        }
        state.memory.refresh(|term| self.symbols.evaluator.eval(&self.symbols.pool, term, model));
        if let Some(size) = touched.and_then(|touched| touched.size) {
            self.grant_again(state, base, size);
        }
    }

    /// What the caller knows to be inside an object is inside for the function, too.
    fn grant_again(&mut self, state: &mut State<'p>, base: u64, size: Var) {
        let behind = state.memory.behind().and_then(|behind| behind.object(base));
        let granted = behind.map_or(0, |object| object.bytes().len() as u64);
        let (least, size) =
            (self.symbols.pool.constant(64, granted.into()), self.symbols.pool.var(size));
        let fits = self.symbols.pool.ule(least, size);
        self.rely_on(state, fits);
        state.memory.grant(base, granted);
    }

    /// An object is asked for for the first time.
    fn look_at(&mut self, object: Object) -> Result<(), Stop> {
        let (base, size) = (object.base, object.guard().map(|guard| guard.size));
        let Some(making) = self.symbols.summaries.making.last_mut() else { return Ok(()) };
        making.clean.show(object);
        making.clean.unfold_whole(base);
        let symbolic = making.clean.object(base).map_or(&[][..], Object::symbolic);
        if symbolic.iter().any(|byte| byte.undefined != 0) {
            return Err(Stop::Follow(FollowReason::Undefined));
        }
        let mut cells = Vec::new();
        for run in runs(symbolic) {
            let low = u32::from(run.byte) * 8;
            let term = self.symbols.pool.extract(run.term, low + run.len * 8 - 1, low);
            // The term is the caller's, whose own formals are known here, too.
            let ground = self.ground(term);
            if run.len as usize == LONGEST && has_address(&self.symbols.pool, ground, 0) {
                continue;
            }
            let origin = FormalOrigin::Cell(base + u64::from(run.offset));
            let formal = self.formal(origin, run.len * 8, ground);
            cells.push(Cell { offset: run.offset, len: run.len, formal });
        }
        let size = size.map(|size| {
            let ground = self.ground(size);
            self.formal(FormalOrigin::Size(base), 64, ground)
        });
        let Some(making) = self.symbols.summaries.making.last_mut() else { return Ok(()) };
        for cell in &cells {
            let term = self.symbols.pool.var(cell.formal);
            making.clean.mark_symbolic(base + u64::from(cell.offset), &bytes_of(term, cell.len));
        }
        if let Some(size) = size {
            making.clean.take_back(base, self.symbols.pool.var(size));
        }
        making.touched.push(Touched { base, cells, size });
        Ok(())
    }

    /// The formal of a place, which stands for a term over the program's inputs.
    pub(super) fn formal(&mut self, origin: FormalOrigin, width: u32, ground: Term) -> Var {
        let making = self.symbols.summaries.making.last().expect("a function is summed up");
        let function = making.function;
        let formal = self.symbols.summaries.formal(&mut self.symbols.pool, function, origin, width);
        let making = self.symbols.summaries.making.last_mut().expect("a function is summed up");
        making.ground.insert(formal, ground);
        formal
    }
}

/// Is an object somewhere behind a second veil?
fn is_further_behind(memory: &Memory, address: u64) -> bool {
    std::iter::successors(memory.behind(), |memory| memory.behind())
        .any(|memory| memory.object(address).is_some())
}

/// The bytes of a term of whole bytes, one after the other.
pub(super) fn bytes_of(term: Term, len: u32) -> Vec<SymbolicByte> {
    (0..len).map(|i| SymbolicByte { offset: i, term, byte: i as u8, undefined: 0 }).collect()
}

/// Bytes of one term that follow each other.
pub(super) struct Run {
    pub(super) offset: u32,
    pub(super) term: Term,
    pub(super) byte: u8,
    pub(super) len: u32,
}

/// Symbolic bytes in runs, none longer than a formal can be.
pub(super) fn runs(symbolic: &[SymbolicByte]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for byte in symbolic {
        match runs.last_mut() {
            Some(run)
                if run.term == byte.term
                    && u32::from(run.byte) + run.len == byte.byte.into()
                    && run.offset + run.len == byte.offset
                    && (run.len as usize) < LONGEST =>
            {
                run.len += 1;
            }
            _ => runs.push(Run { offset: byte.offset, term: byte.term, byte: byte.byte, len: 1 }),
        }
    }
    runs
}
