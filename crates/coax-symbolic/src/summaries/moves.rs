//! Does code do the same wherever the objects are that it is given and that it names?
//!
//! Objects have other addresses in another program, or on another path. Code that uses addresses only to get at what is
//! there, to move them within their objects, to pass and return them and to see whether two are equal cannot tell. Every
//! other use of a word that may be an address is found here: arithmetic, order, parts of it, and storing it in memory,
//! where it is not followed.
//!
//! Which words may be addresses of objects that move is computed forwards over each body, with what callees are given and
//! return, until nothing is added. What a body makes on its own stack is not one of them.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use coax_ir::address::Region;
use coax_ir::{Body, CallSite, Callee, FuncId, Inst, IntOp, Kind, Pc, Slot};

use crate::Machine;
use crate::Treatment;

/// The slots of a frame that may hold addresses of objects that move.
type Addresses = BTreeMap<Slot, Address>;

/// An address of an object that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Address {
    /// So many bytes from the start of its object, for all inputs.
    Fixed,
    /// Anywhere around it. Where it equals another address may be a number that is about both objects.
    Indexed,
}

/// What is known of the functions that are looked at.
#[derive(Default)]
struct Facts {
    /// Parameters that may be such addresses.
    params: HashMap<FuncId, Addresses>,
    /// What functions may return of that kind.
    returning: HashMap<FuncId, Address>,
}

/// One look at a body.
struct Look<'m, 'p> {
    machine: &'m Machine<'p>,
    function: FuncId,
    body: &'p Body,
    facts: &'m mut Facts,
    changed: bool,
}

/// Something that depends on where an object is.
struct Depends;

/// Does the first of these functions, which calls the others, do the same wherever the objects are that it is
/// given pointers to or names?
pub(super) fn is_movable(machine: &Machine<'_>, functions: &[FuncId]) -> bool {
    let Some(&first) = functions.first() else { return false };
    let mut facts = Facts::default();
    facts.params.insert(first, pointers_given(machine, first));
    loop {
        let mut changed = false;
        for &id in functions.iter().filter(|&&id| machine.program.function(id).defined) {
            let Ok(body) = machine.program.body(id) else { return false };
            // A number that looks like the address of an object that moves would be taken for it.
            let is_like_one =
                |&word: &u64| matches!(Region::of(word), Some(Region::Stack | Region::Heap));
            if body.constants.iter().any(is_like_one) {
                return false;
            }
            let facts = &mut facts;
            let mut look = Look { machine, function: id, body, facts, changed: false };
            if look.over_all().is_err() {
                return false;
            }
            changed |= look.changed;
        }
        if !changed {
            return true;
        }
    }
}

/// The parameters of a function that are pointers.
fn pointers_given(machine: &Machine<'_>, id: FuncId) -> Addresses {
    let Ok(body) = machine.program.body(id) else { return Addresses::new() };
    let params = machine.program.function(id).signature.params.iter();
    let mut slot = body.first_param();
    let mut pointers = Addresses::new();
    for kind in params.flat_map(|param| param.kinds.iter()) {
        if *kind == Kind::Ptr {
            pointers.insert(slot, Address::Fixed);
        }
        slot = slot.plus(kind.slots());
    }
    pointers
}

impl<'p> Look<'_, 'p> {
    /// Goes over a body until nothing is added to what may come to each of its instructions.
    fn over_all(&mut self) -> Result<(), Depends> {
        let entry = self.facts.params.get(&self.function).cloned().unwrap_or_default();
        let mut before = HashMap::from([(Pc(0), entry)]);
        let mut pending = vec![Pc(0)];
        while let Some(pc) = pending.pop() {
            let Some(inst) = self.body.code.get(pc.index()) else { continue };
            let after = self.after(inst, before[&pc].clone())?;
            for next in self.body.edges(pc).into_iter().map(|edge| edge.to) {
                match before.entry(next) {
                    Entry::Vacant(entry) => {
                        entry.insert(after.clone());
                        pending.push(next);
                    }
                    Entry::Occupied(mut entry) => {
                        let known = entry.get_mut();
                        let added = after.iter().filter(|&(&slot, &how)| add(known, slot, how));
                        if added.count() > 0 {
                            pending.push(next);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Which slots may hold addresses after an instruction.
    fn after(&mut self, inst: &Inst, mut held: Addresses) -> Result<Addresses, Depends> {
        let address = match *inst {
            Inst::Move { src, .. } | Inst::Freeze { src, .. } => self.may_move(&held, src),
            Inst::Select { then, els, .. } => {
                self.may_move(&held, then).max(self.may_move(&held, els))
            }
            Inst::Offset { base, .. } => self.may_move(&held, base),
            Inst::PtrAdd { base, index, .. } => {
                self.is_number(&held, index)?;
                let base = self.may_move(&held, base);
                if self.is_constant(index) { base } else { base.and(Some(Address::Indexed)) }
            }
            Inst::Call { site } => self.call(&held, &self.body.calls[site as usize])?,
            Inst::Ret { src } => {
                self.returned(&held, &[src]);
                None
            }
            Inst::RetMany { first, count } => {
                let body = self.body;
                self.returned(&held, &body.operands[first as usize..(first + count) as usize]);
                None
            }
            _ => {
                self.only_looks(&held, inst)?;
                None
            }
        };
        if let Some((first, count)) = inst.writes(self.body) {
            for slot in (0..count).map(|n| first.plus(n)) {
                match address {
                    Some(how) => held.insert(slot, how),
                    None => held.remove(&slot),
                };
            }
        }
        Ok(held)
    }

    /// The address of an object that moves, if a slot may hold one.
    fn may_move(&self, held: &Addresses, slot: Slot) -> Option<Address> {
        match self.body.constants.get(slot.index()) {
            Some(&word) => {
                let has_name = matches!(Region::of(word), Some(Region::Code | Region::Globals));
                has_name.then_some(Address::Fixed)
            }
            None => held.get(&slot).copied(),
        }
    }

    fn is_constant(&self, slot: Slot) -> bool {
        slot.index() < self.body.constants.len()
    }

    fn is_number(&self, held: &Addresses, slot: Slot) -> Result<(), Depends> {
        if self.may_move(held, slot).is_some() { Err(Depends) } else { Ok(()) }
    }

    /// An instruction that gives no address: it may get at what is at one, or compare two.
    fn only_looks(&self, held: &Addresses, inst: &Inst) -> Result<(), Depends> {
        let compared = match (inst.int_parts(), inst.branch_parts()) {
            (Some(parts), _) => Some((parts.op, parts.bits, parts.a, parts.b)),
            (_, Some(parts)) => Some((parts.op, parts.bits, parts.a, parts.b)),
            _ => None,
        };
        if let Some((IntOp::Eq | IntOp::Ne, 64, a, b)) = compared {
            return self.may_be_compared(held, a, b);
        }
        match *inst {
            Inst::Load8 { .. }
            | Inst::Load16 { .. }
            | Inst::Load32 { .. }
            | Inst::Load64 { .. }
            | Inst::LoadOdd { .. }
            | Inst::LoadWide { .. }
            | Inst::LifetimeStart { .. }
            | Inst::LifetimeEnd { .. }
            | Inst::IndirectBr { .. } => Ok(()),
            Inst::Store8 { src, .. }
            | Inst::Store16 { src, .. }
            | Inst::Store32 { src, .. }
            | Inst::Store64 { src, .. }
            | Inst::StoreOdd { src, .. } => self.is_number(held, src),
            Inst::StoreWide { src, .. } => {
                self.is_number(held, src)?;
                self.is_number(held, src.plus(1))
            }
            Inst::MemCopy { len, .. } => self.is_number(held, len),
            Inst::MemSet { byte, len, .. } => {
                self.is_number(held, byte)?;
                self.is_number(held, len)
            }
            _ => {
                let mut all = Ok(());
                inst.reads(self.body, |first, count| {
                    for slot in (0..count).map(|n| first.plus(n)) {
                        if self.may_move(held, slot).is_some() {
                            all = Err(Depends);
                        }
                    }
                });
                all
            }
        }
    }

    /// Two addresses are equal wherever their objects are, and none is a number that code names. What depends on
    /// inputs might be.
    fn may_be_compared(&self, held: &Addresses, a: Slot, b: Slot) -> Result<(), Depends> {
        match (self.may_move(held, a), self.may_move(held, b)) {
            (None, None) | (Some(Address::Fixed), Some(Address::Fixed)) => Ok(()),
            (Some(Address::Fixed), None) if self.is_constant(b) => Ok(()),
            (None, Some(Address::Fixed)) if self.is_constant(a) => Ok(()),
            _ => Err(Depends),
        }
    }

    fn returned(&mut self, held: &Addresses, words: &[Slot]) {
        let address = words.iter().filter_map(|&word| self.may_move(held, word)).max();
        if let Some(how) =
            address.filter(|_| self.facts.returning.get(&self.function) < address.as_ref())
        {
            self.facts.returning.insert(self.function, how);
            self.changed = true;
        }
    }

    /// A call: which address may it return?
    fn call(&mut self, held: &Addresses, site: &CallSite) -> Result<Option<Address>, Depends> {
        let Callee::Direct(id) = site.callee else { return Err(Depends) };
        let given = site.flat.iter().enumerate();
        let given = given.filter_map(|(n, &slot)| Some((n, self.may_move(held, slot)?)));
        let given: Vec<(usize, Address)> = given.collect();
        let function = self.machine.program.function(id);
        if function.defined {
            return self.passed(id, &given);
        }
        let is_engines = coax_interp::is_intrinsic(&function.name);
        match self.machine.library.treatment(&function.name) {
            _ if given.is_empty() => Ok(None),
            // What it says is not seen by the program.
            Treatment::Observe if !is_engines => Ok(None),
            Treatment::Twin(twin) | Treatment::AwareOrTwin(twin) if !is_engines => {
                self.passed(self.machine.program.function_named(twin).ok_or(Depends)?, &given)
            }
            _ => Err(Depends),
        }
    }

    /// A function with a body is given addresses.
    fn passed(
        &mut self,
        id: FuncId,
        given: &[(usize, Address)],
    ) -> Result<Option<Address>, Depends> {
        let body = self.machine.program.body(id).map_err(|_| Depends)?;
        // Those beyond are looked for in memory.
        if given.iter().any(|&(n, _)| n >= body.param_slots as usize) {
            return Err(Depends);
        }
        let params = self.facts.params.entry(id).or_default();
        for &(n, how) in given {
            self.changed |= add(params, body.first_param().plus(n as u32), how);
        }
        Ok(self.facts.returning.get(&id).copied())
    }
}

/// Adds what a slot may hold; `false` if that was known.
fn add(addresses: &mut Addresses, slot: Slot, how: Address) -> bool {
    let is_new = addresses.get(&slot) < Some(&how);
    if is_new {
        addresses.insert(slot, how);
    }
    is_new
}
