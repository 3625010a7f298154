//! The analysis of functions: each twice, without assumptions and with them.
//!
//! What is shown without assumptions is **verified**; what is shown only with them is **verified if** those
//! hold that it depends on; the rest is **open**.

use std::collections::{BTreeSet, HashMap, HashSet};

use coax_deadline::Deadline;
use coax_ir::{Body, CallSite, Callee, FuncId, Inst, Kind, Pc, Program, Slot};
use coax_kinds::ErrorKind;

use crate::annotations;
use crate::assumption::{Assumption, AssumptionId, Deps, DepsTable, Predicate};
use crate::check::{COVERED, Check, Ledger, Verdict};
use crate::domain::value::{Base, Pointer, Value};
use crate::extents;
use crate::fixpoint::{self, Layout};
use crate::library;
use crate::memory::{Effect, Object};
use crate::possible;
use crate::state::State;
use crate::summary::{Summaries, Summary};
use crate::termination;
use crate::transfer::Transfer;

/// What is known of the checks of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysed {
    /// The function.
    pub function: FuncId,
    /// Its checks, by place and kind.
    pub checks: Vec<Check>,
    /// The assumptions that verdicts name, by their number.
    pub assumptions: Vec<Assumption>,
    /// It was not analysed, for this reason; all of its checks are open.
    pub given_up: Option<GivenUp>,
}

/// Why a function was not analysed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GivenUp {
    /// It calls a function that returns twice.
    ReturnsTwice,
    /// The deadline came first.
    NoTime,
}

/// The analysis of the functions of a program, one after the other.
pub struct Analyser<'a> {
    program: &'a Program,
    deadline: &'a Deadline,
    summaries: Summaries,
    recursive: HashSet<FuncId>,
}

impl<'a> Analyser<'a> {
    /// Nothing is analysed yet.
    pub fn new(program: &'a Program, deadline: &'a Deadline) -> Analyser<'a> {
        Analyser { program, deadline, summaries: Summaries::default(), recursive: HashSet::new() }
    }

    /// These functions and all they call, callees first. Reads the code of all of them.
    pub fn order(&mut self, functions: &[FuncId]) -> Vec<FuncId> {
        let order = Order::of(self.program, functions);
        self.recursive = order.recursive;
        order.callees_first
    }

    /// Analyses functions in their [`Analyser::order`]. Functions without a readable body are left out.
    pub fn analyse(&mut self, in_order: &[FuncId], mut done: impl FnMut(Analysed)) {
        for &id in in_order {
            if self.deadline.is_over() {
                return;
            }
            let Ok(body) = self.program.body(id) else { continue };
            let analysed = self.function(id, body);
            done(analysed);
        }
    }

    fn function(&mut self, id: FuncId, body: &Body) -> Analysed {
        let given_up = |why| Analysed {
            function: id,
            checks: self.checks(body, |_, _| Verdict::Open),
            assumptions: Vec::new(),
            given_up: Some(why),
        };
        if calls_twice_returning(self.program, body) {
            return given_up(GivenUp::ReturnsTwice);
        }
        let Some(sure) = self.pass(id, body, false) else { return given_up(GivenUp::NoTime) };
        let Some(assuming) = self.pass(id, body, true) else { return given_up(GivenUp::NoTime) };
        let verdict = |at, kind| match (sure.shown(at, kind), assuming.shown(at, kind)) {
            // Whether a loop ends is seen elsewhere.
            _ if kind == ErrorKind::NoTermination => Verdict::Verified,
            (Some(_), _) => Verdict::Verified,
            (None, Some(deps)) if deps.is_none() => Verdict::Open,
            (None, Some(deps)) => Verdict::VerifiedIf(assuming.table.ids(deps).to_vec()),
            (None, None) => Verdict::Open,
        };
        let checks = self.checks(body, verdict);
        self.summaries.insert(id, sure.summary);
        let assumptions = assuming.table.assumptions().to_vec();
        let mut analysed =
            only_used(Analysed { function: id, checks, assumptions, given_up: None });
        let Analysed { checks, assumptions, .. } = &mut analysed;
        annotations::add(self.program, body, checks, assumptions);
        analysed
    }

    fn checks(&self, body: &Body, verdict: impl Fn(Pc, ErrorKind) -> Verdict) -> Vec<Check> {
        let recursive = |call: &CallSite| match call.callee {
            Callee::Direct(id) => self.recursive.contains(&id),
            Callee::Indirect(_) => true,
        };
        let verdict = |at, kind| match COVERED.contains(&kind) {
            true => verdict(at, kind),
            false => Verdict::Open,
        };
        let mut checks = Vec::new();
        for at in (0..body.code.len() as u32).map(Pc) {
            let kinds = possible::errors(self.program, body, at, recursive);
            checks.extend(kinds.into_iter().map(|kind| Check {
                at,
                kind,
                verdict: verdict(at, kind),
            }));
        }
        let kind = ErrorKind::NoTermination;
        let endless = |(at, ends)| {
            let verdict = if ends { verdict(at, kind) } else { Verdict::Open };
            Check { at, kind, verdict }
        };
        checks.extend(termination::loops(body).into_iter().map(endless));
        checks.extend(returned_values(body, verdict));
        checks
    }

    fn pass(&self, id: FuncId, body: &Body, assuming: bool) -> Option<Pass> {
        let mut transfer = Transfer::new(self.program, id, body, &self.summaries, assuming);
        let entry = entry(&mut transfer);
        let known = fixpoint::of(&mut transfer, entry, self.deadline)?;
        transfer.ledger = Some(Ledger::default());
        transfer.effect = Effect::default();
        transfer.returned = None;
        let layout = Layout::of(body);
        let mut reached = BTreeSet::new();
        for (&at, state) in &known.at {
            let end = body.end_of_straight_code(at);
            let next = layout.starts.range(Pc(at.0 + 1)..).next().copied().unwrap_or(Pc(u32::MAX));
            reached.extend((at.0..=end.0.min(next.0 - 1)).map(Pc));
            fixpoint::run(&mut transfer, &layout, at, state.clone());
        }
        let result = transfer.returned.filter(|value| !assuming && value.deps.is_none());
        let summary = Summary {
            effect: transfer.effect,
            result: result.map(|value| Value { pointer: None, ..value }),
            returns: transfer.returned.is_some(),
        };
        Some(Pass {
            ledger: transfer.ledger.take().unwrap_or_default(),
            pruned: transfer.pruned,
            table: transfer.table,
            reached,
            summary,
        })
    }
}

/// What one way through a function has shown.
struct Pass {
    ledger: Ledger,
    pruned: Deps,
    table: DepsTable,
    reached: BTreeSet<Pc>,
    summary: Summary,
}

impl Pass {
    /// The assumptions a check is shown under; nothing if it is not.
    fn shown(&self, at: Pc, kind: ErrorKind) -> Option<Deps> {
        match self.reached.contains(&at) {
            true => self.ledger.entries().get(&(at, kind)).copied().flatten(),
            false => Some(self.pruned),
        }
    }
}

/// Where returned values were written: that they are initialised is checked where the function is left, and told of
/// these places.
fn returned_values(body: &Body, verdict: impl Fn(Pc, ErrorKind) -> Verdict) -> Vec<Check> {
    let kind = ErrorKind::UninitializedRead;
    let leaves = |inst: &Inst| matches!(inst, Inst::Ret { .. } | Inst::RetMany { .. });
    let places = (0..body.code.len() as u32).map(Pc);
    let mut at_end = places.filter(|at| leaves(&body.code[at.index()])).map(|at| verdict(at, kind));
    let whole = match (at_end.next(), at_end.next()) {
        (Some(only), None) => only,
        _ => Verdict::Open,
    };
    let writes = |inst: &Inst| match *inst {
        Inst::Move { dst, .. } => Some(dst) == body.returned_from,
        _ => false,
    };
    let written = (0..body.code.len() as u32).map(Pc).filter(|at| writes(&body.code[at.index()]));
    written.map(|at| Check { at, kind, verdict: whole.clone() }).collect()
}

fn calls_twice_returning(program: &Program, body: &Body) -> bool {
    body.direct_callees().any(|id| library::returns_twice(program, id))
}

/// Numbers the assumptions anew, without those that no verdict names.
fn only_used(mut analysed: Analysed) -> Analysed {
    let named = analysed.checks.iter().filter_map(|check| match &check.verdict {
        Verdict::VerifiedIf(ids) => Some(ids),
        _ => None,
    });
    let used: BTreeSet<AssumptionId> = named.flatten().copied().collect();
    let number: HashMap<AssumptionId, AssumptionId> =
        used.iter().enumerate().map(|(new, &old)| (old, AssumptionId(new as u32))).collect();
    for check in &mut analysed.checks {
        if let Verdict::VerifiedIf(ids) = &mut check.verdict {
            ids.iter_mut().for_each(|id| *id = number[id]);
        }
    }
    analysed.assumptions = used.iter().map(|id| analysed.assumptions[id.0 as usize]).collect();
    analysed
}

/// What is known when a function is entered.
fn entry(transfer: &mut Transfer<'_>) -> State {
    let body = transfer.body;
    let mut state = State::new(body);
    let mut slot = body.first_param();
    let signature = &transfer.program.function(transfer.function).signature;
    for (index, param) in signature.params.iter().enumerate() {
        for kind in &param.kinds {
            for _ in 0..kind.slots() {
                let value =
                    Value::any(kind.bits().min(64) as u8, param.noundef || param.byval.is_some());
                state.set(slot, value);
                slot = slot.plus(1);
            }
        }
        if let [Kind::Ptr] = *param.kinds {
            let slot = Slot(slot.0 - 1);
            pointer_parameter(transfer, &mut state, slot, index, param.byval.map(|parts| parts.0));
        }
    }
    state
}

fn pointer_parameter(
    transfer: &mut Transfer<'_>,
    state: &mut State,
    slot: Slot,
    index: usize,
    copied: Option<u64>,
) {
    let base = Base::Parameter(slot.0);
    let null = copied.is_none();
    let value =
        Value { pointer: Some(Pointer { null, ..Pointer::start(base) }), ..state.get(slot) };
    state.set(slot, value);
    if let Some(size) = copied {
        let object = Object::of_size(i64::try_from(size).unwrap_or(0));
        state.memory.objects.insert(base, object);
        return;
    }
    if !transfer.table.assuming {
        return;
    }
    let extent = extents::of_parameter(transfer.program, transfer.function, index);
    let predicate = match extent {
        Some(extent) => {
            Predicate::Extent { slot: slot.0, bytes: extent.bytes, writable: extent.writable }
        }
        None => Predicate::NullOrObject,
    };
    let deps = transfer.table.assume(predicate, Pc(0));
    let bytes = extent.map_or(0, |extent| i64::from(extent.bytes));
    let ty = extent.map(|extent| extent.ty);
    let mut object = Object { deps, ty, ..Object::of_size(bytes) };
    if extent.is_some_and(|extent| !extent.writable) {
        object.writable = (0, 0);
    }
    state.memory.objects.insert(base, object);
}

/// Functions, callees first, and those that may call themselves.
struct Order {
    callees_first: Vec<FuncId>,
    recursive: HashSet<FuncId>,
}

impl Order {
    fn of(program: &Program, functions: &[FuncId]) -> Order {
        let mut order = Order { callees_first: Vec::new(), recursive: HashSet::new() };
        let mut begun: HashMap<FuncId, bool> = HashMap::new();
        for &root in functions {
            if begun.contains_key(&root) {
                continue;
            }
            let mut path = vec![(root, callees(program, root), 0)];
            begun.insert(root, false);
            while let Some((id, all, next)) = path.last_mut() {
                let Some(&callee) = all.get(*next) else {
                    begun.insert(*id, true);
                    order.callees_first.push(*id);
                    path.pop();
                    continue;
                };
                *next += 1;
                match begun.get(&callee) {
                    Some(true) => {}
                    Some(false) => order.add_circle(&path, callee),
                    None => {
                        begun.insert(callee, false);
                        path.push((callee, callees(program, callee), 0));
                    }
                }
            }
        }
        order
    }

    /// All functions from the second to the last call of one are on a circle.
    fn add_circle(&mut self, path: &[(FuncId, Vec<FuncId>, usize)], from: FuncId) {
        let start = path.iter().position(|step| step.0 == from).unwrap_or(0);
        self.recursive.extend(path[start..].iter().map(|step| step.0));
    }
}

fn callees(program: &Program, id: FuncId) -> Vec<FuncId> {
    let Ok(body) = program.body(id) else { return Vec::new() };
    let mut all: Vec<FuncId> =
        body.direct_callees().filter(|&id| program.function(id).defined).collect();
    all.sort_unstable();
    all.dedup();
    all
}
