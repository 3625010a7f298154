//! Summaries that outlive the process that made them: in a store, by the digest of the code they are about.
//!
//! A summary is kept as it was found: words, bytes and addresses are numbers, terms are lists of rows over its
//! formals. Taken from the store, it is tried in the context of a call, and used there if it would have
//! been used had it been made in this run ([`super::context`]).
//!
//! - *Invariant:* what is taken from the store is about the code that is called: its digest is the same, and either
//!   everything whose address it uses is where it was, or the code cannot tell ([`super::relocation`]).
//! - *Invariant:* no content of the store makes a call go wrong: what cannot be read counts as absent.
//! - Not kept is what cannot be said in formals: pointers that depend on inputs, objects that have ended or whose size
//!   depends on inputs, applied functions, what depends on who calls (in a unit), and summaries in which something was left out.

use std::collections::HashMap;
use std::rc::Rc;

use coax_expr::{Listing, Pool, Term, Var};
use coax_ir::FuncId;
use coax_memory::{Memory, Object};
use serde::{Deserialize, Serialize};

use super::context::{Actuals, Given};
use super::digest::{Code, code_of};
use super::footprint::bytes_of;
use super::goals::{Example, Goal, GoalName};
use super::relocation::Relocations;
use super::{Argument, Around, Cell, FormalOrigin, Record, Summaries, Summary, Touched, Written};
use crate::Machine;
use crate::layers::Summarizer;
use crate::layers::Summing;
use crate::{State, Stop};

/// How many summaries of one function are kept.
const MOST_CACHED: usize = 64;

/// Where summaries are kept between runs.
pub trait SummaryStore {
    /// What was put there under a key, if it is whole.
    fn get(&mut self, key: &str) -> Option<Vec<u8>>;

    /// Puts something there in the place of what was there.
    fn put(&mut self, key: &str, content: &[u8]);

    /// What is there under a key is no summary.
    fn refuse(&mut self, key: &str);
}

/// The store, and what was found there.
pub(super) struct SummaryCache {
    store: Box<dyn SummaryStore>,
    /// The code of functions, where all of it is known.
    codes: HashMap<FuncId, Option<Rc<Code>>>,
    /// What was there of a function.
    found: HashMap<FuncId, Vec<CachedSummary>>,
}

/// A summary in the store.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct CachedSummary {
    /// Where everything was whose address the code uses,
    pub(super) named: Vec<u64>,
    /// and what else has a name in the program.
    pub(super) linked: Vec<(String, u64)>,
    /// What its addresses move with, if that is clear.
    pub(super) relocations: Option<Relocations>,
    /// What its formals stand for, and how many bits they have.
    pub(super) formals: Vec<(FormalOrigin, u32)>,
    pub(super) arguments: Vec<CachedArgument>,
    pub(super) objects: Vec<CachedObject>,
    pub(super) absent: Vec<u64>,
    /// In how many ways it returns, and how many words,
    ways: usize,
    results: usize,
    /// where it writes, and which of that it may skip,
    pub(super) written: Vec<u64>,
    skippable: Vec<bool>,
    /// and all its terms: is it a known case, does it return, what it returns, what it writes, what is worth a run.
    pub(super) terms: Listing,
    /// What is worth a run: its name, and values of formals that show it.
    goals: Vec<(GoalName, Vec<(u32, u64)>)>,
}

/// A word that a function is given.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum CachedArgument {
    Word(u64),
    /// The formal of this number.
    Formal(u32),
}

/// An object that a function looks at, alive.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct CachedObject {
    pub(super) base: u64,
    writable: bool,
    pub(super) bytes: Vec<u8>,
    /// Which bits are defined, if not all.
    defined: Option<Vec<u8>>,
    cells: Vec<CachedCell>,
}

/// Bytes that are a formal.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct CachedCell {
    offset: u32,
    len: u32,
    formal: u32,
}

impl<'p> Summing<'_, 'p> {
    /// Looks for summaries in a store before a function is explored, and puts those there that are made. To be called once
    /// calls are stepped over.
    pub(super) fn cache_summaries(&mut self, store: Box<dyn SummaryStore>) {
        let cache = SummaryCache { store, codes: HashMap::new(), found: HashMap::new() };
        self.symbols().summaries.cache = Some(cache);
    }

    /// Puts everything in the store that is new, if there is one.
    pub fn store_summaries(&mut self) {
        let Some(mut cache) = self.symbols().summaries.cache.take() else { return };
        let known = std::mem::take(&mut self.symbols().summaries.known);
        let mut changed: Vec<FuncId> = known
            .iter()
            .filter(|(_, all)| all.iter().any(|summary| summary.record.is_new))
            .map(|(&id, _)| id)
            .collect();
        changed.sort_unstable();
        for id in changed {
            let Some(code) = cache.code(self, id) else { continue };
            let found = cache.found.get(&id).map_or(&[][..], Vec::as_slice);
            let all = self.worth_caching(id, &code, &known[&id], found);
            if let (false, Ok(content)) = (all.is_empty(), postcard::to_stdvec(&all)) {
                cache.store.put(&code.key, &content);
            }
        }
        let summaries = &mut self.symbols().summaries;
        (summaries.known, summaries.cache) = (known, Some(cache));
    }

    /// What is kept of a function: what is new, and what was found and is not replaced by it.
    fn worth_caching(
        &mut self,
        id: FuncId,
        code: &Code,
        known: &[Summary],
        found: &[CachedSummary],
    ) -> Vec<CachedSummary> {
        let program = self.program;
        let pool = &mut self.symbols().pool;
        let (mut all, mut replaced) = (Vec::new(), Vec::new());
        for summary in known.iter().filter(|summary| summary.record.is_new) {
            if let Some(cached) = summary.cached(pool, code) {
                all.push(cached.with_relocations(program, id, code, &summary.clean));
                replaced.extend(summary.record.cached_as);
            }
        }
        let others = found.iter().enumerate().filter(|(number, _)| !replaced.contains(number));
        all.extend(others.map(|(_, cached)| cached.clone()));
        all.truncate(MOST_CACHED);
        all
    }

    /// The code of a function whose summaries are kept.
    pub(super) fn cached_code(&mut self, id: FuncId) -> Option<Rc<Code>> {
        let mut cache = self.symbols().summaries.cache.take()?;
        let code = cache.code(self, id);
        self.symbols().summaries.cache = Some(cache);
        code
    }

    /// A summary from the store that fits the context of a call, and what stands for its formals.
    pub(super) fn find_cached(
        &mut self,
        state: &mut State<'p>,
        id: FuncId,
        given: &[Given],
    ) -> Result<Option<(usize, Actuals)>, Stop> {
        let Some(mut cache) = self.symbols().summaries.cache.take() else { return Ok(None) };
        let code = cache.code(self, id);
        let found = code.as_ref().map(|code| cache.take_found(id, code));
        self.symbols().summaries.cache = Some(cache);
        let (Some(code), Some(found)) = (code, found) else { return Ok(None) };
        let taken = self.first_fitting_cached(state, id, &code, &found, given);
        if let Some(cache) = &mut self.symbols().summaries.cache {
            cache.found.insert(id, found);
        }
        let Some((summary, actuals)) = taken? else { return Ok(None) };
        let summaries = &mut self.symbols().summaries;
        summaries.counts.from_cache += 1;
        Ok(Some((summaries.put(id, None, summary), actuals)))
    }

    fn first_fitting_cached(
        &mut self,
        state: &mut State<'p>,
        id: FuncId,
        code: &Code,
        found: &[CachedSummary],
        given: &[Given],
    ) -> Result<Option<(Summary, Actuals)>, Stop> {
        for (number, cached) in found.iter().enumerate() {
            let Some(cached) = cached.relocated(self.program, code, given) else { continue };
            if !self.matches_cached(state, &cached, given)? {
                continue;
            }
            let symbols = self.symbols();
            let Some(mut summary) = Summarizer::of(symbols).summary_of(state, id, &cached) else {
                continue;
            };
            summary.record.cached_as = Some(number);
            let actuals = Summarizer::of(symbols).actuals(state, &summary, given)?;
            return Ok(Some((summary, actuals)));
        }
        Ok(None)
    }

    /// Is the context of a call what a kept summary is about?
    fn matches_cached(
        &mut self,
        state: &mut State<'p>,
        cached: &CachedSummary,
        given: &[Given],
    ) -> Result<bool, Stop> {
        let fits = |(argument, given): (&CachedArgument, &Given)| cached.fits(argument, given);
        if cached.arguments.len() != given.len() || !cached.arguments.iter().zip(given).all(fits) {
            return Ok(false);
        }
        for &address in &cached.absent {
            self.bring_in(state, address)?;
            if state.memory.object(address).is_some() {
                return Ok(false);
            }
        }
        for object in &cached.objects {
            self.bring_in(state, object.base)?;
            if !object.is_in(&state.memory) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl SummaryCache {
    /// Forgets what was found: by now there may be more.
    pub(super) fn forget(&mut self) {
        self.found.clear();
    }

    fn code(&mut self, machine: &Machine<'_>, id: FuncId) -> Option<Rc<Code>> {
        self.codes.entry(id).or_insert_with(|| code_of(machine, id).map(Rc::new)).clone()
    }

    /// What is in the store of a function.
    fn take_found(&mut self, id: FuncId, code: &Code) -> Vec<CachedSummary> {
        if let Some(found) = self.found.remove(&id) {
            return found;
        }
        let Some(content) = self.store.get(&code.key) else { return Vec::new() };
        let all: Vec<CachedSummary> = postcard::from_bytes(&content).unwrap_or_default();
        if all.is_empty() || !all.iter().all(CachedSummary::is_whole) {
            self.store.refuse(&code.key);
            return Vec::new();
        }
        all
    }
}

impl CachedSummary {
    /// Do all parts of it refer to each other?
    fn is_whole(&self) -> bool {
        let is_formal = |&number: &u32| (number as usize) < self.formals.len();
        let arguments = self.arguments.iter().all(|argument| match argument {
            CachedArgument::Word(_) => true,
            CachedArgument::Formal(number) => is_formal(number),
        });
        let width_of = |cell: &CachedCell| self.formals.get(cell.formal as usize).map(|f| f.1);
        let cells = self.objects.iter().all(|object| {
            let mut end = 0;
            object.cells.iter().all(|cell| {
                let (start, length) = (cell.offset as usize, cell.len as usize);
                let follows = start >= end && width_of(cell) == Some(cell.len.saturating_mul(8));
                end = start.saturating_add(length);
                follows && end <= object.bytes.len()
            })
        });
        let masks = self.objects.iter().all(|object| {
            object.defined.as_ref().is_none_or(|mask| mask.len() == object.bytes.len())
        });
        arguments && cells && masks && self.formals.iter().all(|f| (1..=64).contains(&f.1))
    }

    fn fits(&self, argument: &CachedArgument, given: &Given) -> bool {
        match *argument {
            CachedArgument::Word(word) => given.fits(&Argument::Word(word)),
            CachedArgument::Formal(number) => {
                given.may_be_formal() && self.formals[number as usize].1 == given.width()
            }
        }
    }
}

impl CachedObject {
    /// Is it in memory as it was, but for what is formal, which need only be defined?
    fn is_in(&self, memory: &Memory) -> bool {
        let Some(object) = memory.object(self.base).filter(|object| is_plain_thing(object)) else {
            return false;
        };
        let like = (object.base, object.bytes().len(), object.writable);
        if like != (self.base, self.bytes.len(), self.writable) {
            return false;
        }
        let Ok(mask) = memory.defined(self.base, object.size) else { return false };
        let all = |mask: Option<&[u8]>, at: usize| mask.map_or(0xFF, |mask| mask[at]);
        let mut symbolic = vec![false; self.bytes.len()];
        object.symbolic().iter().for_each(|byte| symbolic[byte.offset as usize] = true);
        (0..self.bytes.len()).all(|at| {
            let defined = all(mask.as_deref(), at);
            match self.is_formal(at) {
                true => defined == 0xFF,
                false => {
                    !symbolic[at]
                        && object.bytes()[at] == self.bytes[at]
                        && defined == all(self.defined.as_deref(), at)
                }
            }
        })
    }

    fn is_formal(&self, at: usize) -> bool {
        let index = self.cells.partition_point(|cell| cell.offset as usize <= at);
        let before = index.checked_sub(1).map(|index| self.cells[index]);
        before.is_some_and(|cell| at < (cell.offset + cell.len) as usize)
    }
}

/// An object that can be told of by its bytes: alive, of a size of its own, every bit of it an input's or not.
fn is_plain_thing(object: &Object) -> bool {
    object.is_alive()
        && object.guard().is_none()
        && object.symbolic().iter().all(|byte| byte.undefined == 0)
}

impl Summary {
    /// It as it is kept, if it can be.
    fn cached(&self, pool: &mut Pool, code: &Code) -> Option<CachedSummary> {
        if !self.record.is_whole || self.around != Around::default() {
            return None;
        }
        let mut formals = Formals::default();
        let mut arguments = Vec::new();
        for (number, argument) in self.arguments.iter().enumerate() {
            arguments.push(match *argument {
                Argument::Word(word) => CachedArgument::Word(word),
                Argument::Formal(var) => CachedArgument::Formal(formals.number(
                    pool,
                    var,
                    FormalOrigin::Argument(number),
                )),
                Argument::Exact(_) => return None,
            });
        }
        let objects = self.touched.iter().map(|one| self.cached_object(pool, one, &mut formals));
        let objects = objects.collect::<Option<_>>()?;
        let mut terms = vec![self.covered, self.returns];
        terms.extend(&self.results);
        terms.extend(self.written.iter().map(|written| written.value));
        terms.extend(self.written.iter().filter_map(|written| written.skipped));
        terms.extend(self.record.goals.iter().map(|goal| goal.condition));
        let terms = pool.listing(&terms, |var| formals.numbers.get(&var).copied())?;
        Some(CachedSummary {
            named: code.named.clone(),
            linked: Vec::new(),
            relocations: None,
            arguments,
            objects,
            absent: self.absent.clone(),
            ways: self.ways,
            results: self.results.len(),
            written: self.written.iter().map(|written| written.address).collect(),
            skippable: self.written.iter().map(|written| written.skipped.is_some()).collect(),
            terms,
            goals: self.record.goals.iter().map(|goal| formals.cached(goal)).collect(),
            formals: formals.all,
        })
    }

    fn cached_object(
        &self,
        pool: &mut Pool,
        touched: &Touched,
        formals: &mut Formals,
    ) -> Option<CachedObject> {
        let object = self.clean.object(touched.base).filter(|object| is_plain_thing(object))?;
        let mut cells = Vec::new();
        let (mut bytes, mut formal_bytes) = (object.bytes().to_vec(), 0);
        for &Cell { offset, len, formal } in &touched.cells {
            let origin = FormalOrigin::Cell(touched.base + u64::from(offset));
            cells.push(CachedCell { offset, len, formal: formals.number(pool, formal, origin) });
            formal_bytes += len as usize;
            bytes[offset as usize..(offset + len) as usize].fill(0);
        }
        // All else that depends on inputs is a pointer.
        if object.symbolic().len() != formal_bytes {
            return None;
        }
        let defined = self.clean.defined(touched.base, object.size).ok()?;
        Some(CachedObject {
            base: touched.base,
            writable: object.writable,
            bytes,
            defined: defined.map(|mask| mask.into_owned()),
            cells,
        })
    }
}

/// The formals of a summary that is kept, by number.
#[derive(Default)]
struct Formals {
    all: Vec<(FormalOrigin, u32)>,
    numbers: HashMap<Var, u32>,
}

impl Formals {
    fn number(&mut self, pool: &Pool, var: Var, origin: FormalOrigin) -> u32 {
        let next = self.all.len() as u32;
        let number = *self.numbers.entry(var).or_insert(next);
        if number == next {
            self.all.push((origin, pool.var_width(var)));
        }
        number
    }

    fn cached(&self, goal: &Goal) -> (GoalName, Vec<(u32, u64)>) {
        let value = |(var, value): &(Var, u64)| Some((*self.numbers.get(var)?, *value));
        (goal.name, goal.example.iter().filter_map(value).collect())
    }
}

impl<'p> Summarizer<'_, 'p> {
    /// A kept summary that fits, in terms of this run.
    fn summary_of(
        &mut self,
        state: &State<'p>,
        id: FuncId,
        cached: &CachedSummary,
    ) -> Option<Summary> {
        let formals: Vec<Var> = cached
            .formals
            .iter()
            .map(|&(origin, width)| {
                self.symbols.summaries.formal(&mut self.symbols.pool, id, origin, width)
            })
            .collect();
        let mut terms = self.symbols.pool.read_listing(&cached.terms, &formals)?.into_iter();
        let (covered, returns) = (terms.next()?, terms.next()?);
        let results: Vec<Term> = terms.by_ref().take(cached.results).collect();
        let values: Vec<_> = cached.written.iter().copied().zip(terms.by_ref()).collect();
        let mut written = Vec::new();
        for ((address, value), &is_skippable) in values.into_iter().zip(&cached.skippable) {
            let skipped = if is_skippable { Some(terms.next()?) } else { None };
            written.push(Written { address, value, skipped });
        }
        let goals: Vec<Goal> = terms
            .zip(&cached.goals)
            .map(|(condition, (name, values))| {
                let value = |&(number, value): &(u32, u64)| {
                    formals.get(number as usize).map(|&formal| (formal, value))
                };
                let example: Example = values.iter().filter_map(value).collect();
                Goal::known(*name, condition, example)
            })
            .collect();
        let conditions = goals.iter().map(|goal| goal.condition).chain([covered, returns]);
        let conditions = conditions.chain(written.iter().filter_map(|written| written.skipped));
        let is_whole = results.len() == cached.results
            && written.len() == cached.written.len()
            && goals.len() == cached.goals.len()
            && conditions.into_iter().all(|condition| self.symbols.pool.width(condition) == 1);
        let arguments = cached.arguments.iter().map(|argument| match *argument {
            CachedArgument::Word(word) => Argument::Word(word),
            CachedArgument::Formal(number) => Argument::Formal(formals[number as usize]),
        });
        let arguments = arguments.collect();
        let (mut touched, mut clean) = (Vec::new(), Memory::new());
        for object in &cached.objects {
            let cells = object.cells.iter().map(|cell| Cell {
                offset: cell.offset,
                len: cell.len,
                formal: formals[cell.formal as usize],
            });
            let cells: Vec<Cell> = cells.collect();
            clean.show(state.memory.object(object.base)?.clone());
            for cell in &cells {
                let term = self.symbols.pool.var(cell.formal);
                let bytes = bytes_of(term, cell.len);
                clean.mark_symbolic(object.base + u64::from(cell.offset), &bytes);
            }
            touched.push(Touched { base: object.base, cells, size: None });
        }
        let record = Record { goals, is_whole: true, ..Record::default() };
        let absent = cached.absent.clone();
        is_whole.then_some(Summary {
            arguments,
            around: Around::default(),
            touched,
            clean,
            absent,
            covered,
            returns,
            ways: cached.ways,
            results,
            written,
            record,
        })
    }
}

impl Summaries {
    /// The formal of a place that a function looks at.
    pub(super) fn formal(
        &mut self,
        pool: &mut Pool,
        function: FuncId,
        origin: FormalOrigin,
        width: u32,
    ) -> Var {
        *self.formals.entry((function, origin, width)).or_insert_with(|| {
            let name = match origin {
                FormalOrigin::Argument(n) => format!("formal.{}.{n}", function.0),
                FormalOrigin::Cell(address) => format!("formal.{}.{address:x}", function.0),
                FormalOrigin::Size(address) => format!("formal.{}.{address:x}.size", function.0),
            };
            let formal = pool.new_var(&name, width);
            self.origin_of.insert(formal, origin);
            formal
        })
    }
}
