//! Functions that cannot be terms, applied to terms.
//!
//! What a function of libm, a native one or one marked by the user returns is no term the solver
//! understands. It becomes an *application*: a term of the function's name and its arguments, which is
//! evaluated by calling the function. Its result so stays open, and the solver's layers deal with it.

use std::collections::HashMap;

use coax_expr::{Function, Meaning, Term};
use coax_kinds::Incomplete;

use super::Symbols;
use super::TermRequests;
use crate::{Call, Treatment};
use crate::{State, Stop};

/// What is done about a function outside the solver's theory that is given something that depends
/// on inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Concretize {
    /// Its result is an application, solved for when it matters.
    #[default]
    Mixed,
    /// Its result is a plain value. Other inputs may have led to another one, so paths beyond are
    /// only predicted, and are run from the start to see.
    Dart,
    /// Its result is a plain value, and its arguments are fixed for the rest of the path.
    Exe,
}

/// The functions that were applied, by name and widths of arguments and result.
pub(crate) type Functions = HashMap<(String, Vec<u32>, u32), Function>;

impl<'p> Symbols<'p> {
    /// An application. The function's meaning is asked for when it is first applied.
    pub fn apply(
        &mut self,
        name: &str,
        args: &[Term],
        result: u32,
        meaning: impl FnOnce() -> Meaning,
    ) -> Term {
        let (function, _) = self.function(name, args, result, meaning);
        self.pool.apply(function, args)
    }

    /// The function of a name for arguments like these, and whether it is applied for the first time.
    pub(super) fn function(
        &mut self,
        name: &str,
        args: &[Term],
        result: u32,
        meaning: impl FnOnce() -> Meaning,
    ) -> (Function, bool) {
        let widths: Vec<u32> = args.iter().map(|&arg| self.pool.width(arg)).collect();
        let key = (name.to_owned(), widths, result);
        if let Some(&function) = self.functions.get(&key) {
            return (function, false);
        }
        let function = self.pool.declare(name, &key.1, result, meaning());
        self.functions.insert(key, function);
        (function, true)
    }

    /// A value goes on as it is although it depends on inputs, and nothing says so any more.
    pub(crate) fn let_go(&mut self, state: &mut State<'p>) {
        self.incomplete.insert(Incomplete::Concretized);
        state.above.path.concretized = true;
        state.above.path.predicted = true;
    }
}

/// What models of functions outside the solver's theory may ask.
pub trait ApplicationRequests {
    /// Is the function called, which is outside the solver's theory, to be applied to terms? If
    /// not, what was to be done about its arguments has been done.
    fn applies(&mut self) -> bool;

    /// Writes a term to memory, with its value under the path's model.
    fn write_term(&mut self, address: u64, term: Term) -> Result<(), Stop>;

    /// Bytes of memory as a term of their whole width.
    fn read_term(&mut self, address: u64, len: u64) -> Result<Term, Stop>;
}

impl ApplicationRequests for Call<'_, '_> {
    fn applies(&mut self) -> bool {
        let inputs = (0..self.args.len()).any(|i| self.term(i).is_some());
        let Some(symbols) = self.above.symbols.as_deref_mut().filter(|_| inputs) else {
            return false;
        };
        match symbols.concretization {
            Concretize::Mixed => return true,
            Concretize::Dart => {
                symbols.let_go(self.state);
                self.treatment = Treatment::Concretize;
            }
            Concretize::Exe => self.fix_all(),
        }
        false
    }

    fn write_term(&mut self, address: u64, term: Term) -> Result<(), Stop> {
        let Some(symbols) = self.above.symbols.as_deref_mut() else {
            return Err(Stop::Internal("a term where there are no inputs".into()));
        };
        let len = symbols.pool.width(term) as usize / 8;
        let value = symbols.value(self.state, term);
        self.write(address, &value.to_le_bytes()[..len])?;
        let symbols = self.above.symbols.as_deref_mut().expect("they were there");
        symbols.store(self.state, address, term, &[]);
        Ok(())
    }

    fn read_term(&mut self, address: u64, len: u64) -> Result<Term, Stop> {
        self.memory_at(address)?.check(address, len, coax_memory::Access::Read)?;
        match self.above.symbols.as_deref_mut() {
            Some(symbols) => symbols.range_term(self.state, address, len),
            None => Err(Stop::Internal("a term where there are no inputs".into())),
        }
    }
}
