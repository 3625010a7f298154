//! Which objects a function looks at: it runs behind a veil, and an object is shown when it is asked
//! for. What of it depends on inputs is formal from then on.

use coax_expr::Term;
use coax_ir::Program;
use coax_memory::{Memory, Object, SymbolicByte};

use super::{Cell, Place, Touched};
use crate::symbolic::{Symbols, has_address};
use crate::{State, Stop};

/// The longest formal in memory, in bytes.
const LONGEST: usize = 8;

impl<'p> Symbols<'p> {
    /// Shows the object at an address, if there is one behind the veil.
    pub(crate) fn unveil(
        &mut self,
        state: &mut State<'p>,
        program: &Program,
        address: u64,
    ) -> Result<(), Stop> {
        let Some(behind) = state.memory.behind() else { return Ok(()) };
        let Some(object) = behind.object(address) else {
            if is_further_behind(behind, address) || program.global_at(address).is_some() {
                return Err(Stop::Veiled(address));
            }
            let making = self.summaries.making.last_mut();
            making.into_iter().for_each(|making| making.absent.push(address));
            return Ok(());
        };
        let base = object.base;
        let Some(making) = self.summaries.making.last() else {
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
        let Some(making) = self.summaries.making.last() else { return };
        let Some(object) = making.clean.object(base).cloned() else { return };
        state.memory.show(object);
        let touched = making.touched.iter().find(|touched| touched.base == base);
        let model = &mut state.path.model;
        for cell in touched.map_or(&[][..], |touched| &touched.cells) {
            let ground = making.ground[&cell.formal];
            let value = self.evaluator.eval(&self.pool, ground, model) as u64;
            model.set(cell.formal, value);
            self.evaluator.begin();
        }
        state.memory.refresh(|term| self.evaluator.eval(&self.pool, term, model));
    }

    /// An object is asked for for the first time.
    fn look_at(&mut self, object: Object) -> Result<(), Stop> {
        if object.guard().is_some() {
            return Err(Stop::Follow("sized-object"));
        }
        if object.symbolic().iter().any(|byte| byte.undefined != 0) {
            return Err(Stop::Follow("undefined"));
        }
        let (base, runs) = (object.base, runs(object.symbolic()));
        let mut cells = Vec::new();
        for run in runs {
            let low = u32::from(run.byte) * 8;
            let term = self.pool.extract(run.term, low + run.len * 8 - 1, low);
            // The term is the caller's, whose own formals are known here, too.
            let ground = self.ground(term);
            if run.len as usize == LONGEST && has_address(&self.pool, ground, 0) {
                continue;
            }
            let place = Place::Cell(base + u64::from(run.offset));
            let formal = self.formal(place, run.len * 8, ground);
            cells.push(Cell { offset: run.offset, len: run.len, formal });
        }
        let Some(making) = self.summaries.making.last_mut() else { return Ok(()) };
        making.clean.show(object);
        for cell in &cells {
            let term = self.pool.var(cell.formal);
            making.clean.mark_symbolic(base + u64::from(cell.offset), &bytes_of(term, cell.len));
        }
        making.touched.push(Touched { base, cells });
        Ok(())
    }

    /// The formal of a place, which stands for a term over the program's inputs.
    pub(super) fn formal(&mut self, place: Place, width: u32, ground: Term) -> coax_expr::Var {
        let making = self.summaries.making.last().expect("a function is summed up");
        let function = making.function;
        let formal = self.summaries.formal(&mut self.pool, function, place, width);
        let making = self.summaries.making.last_mut().expect("a function is summed up");
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
