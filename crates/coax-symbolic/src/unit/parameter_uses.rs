//! What a function does with its parameters, by its code and that of the functions it calls: what pointers are read
//! and written through, and which numbers bound how far. Names say less: `available` beside `len` may be the one that
//! a loop compares its index with.
//!
//! Slots that hold the same value but for a constant (copies, casts, `i + 1`, `p + 1`) are one *class*. A parameter bounds a
//! pointer if an index of that pointer is compared with it, or if the pointer that far behind is compared with another one.
//!
//! - *Invariant:* what is not understood counts as anything: [`ParameterUse::escapes`].
//! - *Absent on purpose:* paths. A class is that of the whole function.

use std::collections::BTreeSet;

use coax_ir::{Body, CallSite, Callee, FuncId, Inst, Passing, Program, Slot, SourceSignature};

use super::lengths::{Named, Role};
use super::spans::Roles;

/// How deep calls are followed.
const MOST_DEPTH: u32 = 4;

/// What a function does with a parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ParameterUse {
    /// What it points to is read,
    pub(super) is_read: bool,
    /// or written,
    pub(super) is_written: bool,
    /// or something unknown happens to it.
    pub(super) escapes: bool,
    /// Other parameters that bound how far from where it points something is accessed.
    pub(super) bounds: BTreeSet<usize>,
}

/// What kind of pointer a parameter is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PointerKind {
    /// To letters.
    pub(super) is_text: bool,
    /// To pointers.
    pub(super) is_to_pointers: bool,
}

/// What parameters say about each other by their names, corrected by what the code does.
pub(super) fn corrected(
    mut roles: Roles,
    all: &[Named<'_>],
    uses: &[ParameterUse],
    kinds: &[PointerKind],
) -> Roles {
    // What is called an end and is written is the place of a result.
    for i in 0..all.len() {
        let is_result = |i: usize| kinds[i].is_to_pointers && uses[i].is_written;
        if roles.inside[i].is_some_and(|inside| is_result(i) || is_result(inside.start())) {
            roles.inside[i] = None;
        }
    }
    let is_buffer = |i: &usize| matches!(all[*i].role, Role::Buffer(_));
    for i in (0..all.len()).filter(is_buffer) {
        if roles.inside[i].is_some() || roles.has_inside(i) {
            continue;
        }
        let is_number = |&&other: &&usize| all[other].role == Role::Number;
        let known: Vec<usize> = uses[i].bounds.iter().filter(is_number).copied().collect();
        // How far something is written says less about the room than a name does.
        let is_only_read = uses[i].is_read && !uses[i].is_written && !uses[i].escapes;
        match (roles.stated[i], known.as_slice()) {
            (Some(named), [one]) if named != *one && is_only_read => roles.stated[i] = Some(*one),
            (None, [one]) if !kinds[i].is_text => roles.stated[i] = Some(*one),
            _ => {}
        }
    }
    roles
}

/// What a function does with the parameters that its source writes.
pub(super) fn parameter_uses(
    program: &Program,
    function: FuncId,
    signature: &SourceSignature,
) -> Vec<ParameterUse> {
    let by_slot = slot_uses(program, function, MOST_DEPTH).unwrap_or_default();
    let mut slots = vec![None; signature.params.len()];
    let mut slot = 0;
    for (param, passing) in
        program.function(function).signature.params.iter().zip(&signature.arguments)
    {
        if let Passing::Scalar { param: index } = *passing {
            slots[index] = Some(slot);
        }
        slot += param.kinds.iter().map(|kind| kind.slots() as usize).sum::<usize>();
    }
    let unknown = ParameterUse { escapes: true, ..ParameterUse::default() };
    let of_source = |slot: usize| slots.iter().position(|&other| other == Some(slot));
    let found = |slot: Option<usize>| slot.and_then(|slot| by_slot.get(slot));
    let uses = slots.iter().map(|&slot| found(slot).cloned().unwrap_or_else(|| unknown.clone()));
    uses.map(|one| ParameterUse {
        bounds: one.bounds.iter().filter_map(|&slot| of_source(slot)).collect(),
        ..one
    })
    .collect()
}

/// The same for the slots that parameters are passed in.
fn slot_uses(program: &Program, function: FuncId, depth: u32) -> Option<Vec<ParameterUse>> {
    let facts = program.function(function);
    if !facts.defined || facts.runtime || depth == 0 {
        return None;
    }
    let body = program.body(function).ok()?;
    Some(Analysis::of(program, body, depth).uses())
}

/// Slots of one body, by classes.
struct Analysis<'p> {
    program: &'p Program,
    body: &'p Body,
    depth: u32,
    /// For each slot, another one of its class; the first one leads to itself.
    leader: Vec<u32>,
}

impl<'p> Analysis<'p> {
    fn of(program: &'p Program, body: &'p Body, depth: u32) -> Self {
        let leader = (0..body.slots).collect();
        let mut analysis = Analysis { program, body, depth, leader };
        for inst in &body.code {
            analysis.join_moved(inst);
        }
        analysis
    }

    fn join_moved(&mut self, inst: &Inst) {
        match *inst {
            Inst::Move { dst, src }
            | Inst::Freeze { dst, src }
            | Inst::Trunc { dst, src, .. }
            | Inst::Sext { dst, src, .. }
            | Inst::Offset { dst, base: src, .. }
            | Inst::PtrAdd { dst, base: src, .. } => self.join(dst, src),
            Inst::Select { dst, then, els, .. } => {
                self.join(dst, then);
                self.join(dst, els);
            }
            Inst::Add { dst, a, b, .. }
            | Inst::AddNsw { dst, a, b, .. }
            | Inst::Sub { dst, a, b, .. }
            | Inst::SubNsw { dst, a, b, .. } => match (self.is_constant(a), self.is_constant(b)) {
                (false, true) => self.join(dst, a),
                (true, false) => self.join(dst, b),
                _ => {}
            },
            _ => {}
        }
    }

    fn is_constant(&self, slot: Slot) -> bool {
        slot.index() < self.body.constants.len()
    }

    fn join(&mut self, a: Slot, b: Slot) {
        if !self.is_constant(a) && !self.is_constant(b) {
            let (a, b) = (self.class(a), self.class(b));
            self.leader[a.max(b) as usize] = a.min(b);
        }
    }

    fn class(&self, slot: Slot) -> u32 {
        let mut at = slot.0;
        while self.leader[at as usize] != at {
            at = self.leader[at as usize];
        }
        at
    }

    /// The parameter slots of a class.
    fn params(&self, slot: Slot) -> Vec<usize> {
        if self.is_constant(slot) {
            return Vec::new();
        }
        let class = self.class(slot);
        let first = self.body.first_param();
        let all = 0..self.body.param_slots;
        all.filter(|&n| self.class(first.plus(n)) == class).map(|n| n as usize).collect()
    }

    fn uses(&self) -> Vec<ParameterUse> {
        let mut found = vec![ParameterUse::default(); self.body.param_slots as usize];
        for inst in &self.body.code {
            self.note(inst, &mut found);
        }
        let compared: Vec<(Slot, Slot)> = self.body.code.iter().filter_map(compared).collect();
        for inst in &self.body.code {
            if let Inst::PtrAdd { base, index, .. } = *inst {
                let bounds = self.bounds_of(index, base, &compared);
                for pointer in self.params(base) {
                    found[pointer].bounds.extend(bounds.iter().filter(|&&n| n != pointer));
                }
            }
        }
        found
    }

    /// The parameters that an index of a pointer is compared with.
    fn bounds_of(&self, index: Slot, base: Slot, compared: &[(Slot, Slot)]) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        if self.is_constant(index) {
            return found;
        }
        let (class, pointer) = (self.class(index), self.class(base));
        let is_of = |slot: Slot, class: u32| !self.is_constant(slot) && self.class(slot) == class;
        for &(a, b) in compared {
            for (a, b) in [(a, b), (b, a)] {
                if is_of(a, class) && !is_of(b, class) {
                    found.extend(self.params(b));
                }
            }
        }
        // `end = p + n`, and `p` goes to there.
        let mut pointers = self.body.code.iter().filter_map(compared_at_all);
        if pointers.any(|(a, b)| is_of(a, pointer) && is_of(b, pointer)) {
            found.extend(self.params(index));
        }
        found
    }

    fn note(&self, inst: &Inst, found: &mut [ParameterUse]) {
        let mut each = |slot: Slot, change: &dyn Fn(&mut ParameterUse)| {
            self.params(slot).into_iter().for_each(|param| change(&mut found[param]));
        };
        match *inst {
            Inst::Load8 { addr, .. }
            | Inst::Load16 { addr, .. }
            | Inst::Load32 { addr, .. }
            | Inst::Load64 { addr, .. }
            | Inst::LoadOdd { addr, .. }
            | Inst::LoadWide { addr, .. } => each(addr, &|it| it.is_read = true),
            Inst::Store8 { src, addr, .. }
            | Inst::Store16 { src, addr, .. }
            | Inst::Store32 { src, addr, .. }
            | Inst::Store64 { src, addr, .. }
            | Inst::StoreOdd { src, addr, .. }
            | Inst::StoreWide { src, addr, .. } => {
                each(addr, &|it| it.is_written = true);
                each(src, &|it| it.escapes = true);
            }
            Inst::MemCopy { dst, src, .. } => {
                each(dst, &|it| it.is_written = true);
                each(src, &|it| it.is_read = true);
            }
            Inst::MemSet { dst, .. } => each(dst, &|it| it.is_written = true),
            Inst::Call { site } => self.note_call(&self.body.calls[site as usize], found),
            _ => {}
        }
        if let Inst::MemCopy { dst, src, len, .. } = *inst {
            [dst, src].into_iter().for_each(|pointer| self.note_bound(pointer, len, found));
        }
        if let Inst::MemSet { dst, len, .. } = *inst {
            self.note_bound(dst, len, found);
        }
    }

    fn note_bound(&self, pointer: Slot, number: Slot, found: &mut [ParameterUse]) {
        for pointer in self.params(pointer) {
            found[pointer].bounds.extend(self.params(number));
        }
    }

    fn note_call(&self, call: &CallSite, found: &mut [ParameterUse]) {
        let callee = self.callee_uses(call);
        for (number, &slot) in call.flat.iter().enumerate() {
            for param in self.params(slot) {
                let Some(used) = callee.as_ref().and_then(|uses| uses.get(number)) else {
                    found[param].escapes = true;
                    continue;
                };
                let own = &mut found[param];
                own.is_read |= used.is_read;
                own.is_written |= used.is_written;
                own.escapes |= used.escapes;
                let bounds = used.bounds.iter().filter_map(|&bound| call.flat.get(bound));
                let bounds: Vec<usize> = bounds.flat_map(|&bound| self.params(bound)).collect();
                found[param].bounds.extend(bounds.into_iter().filter(|&bound| bound != param));
            }
        }
    }

    /// What a call does with its arguments; nothing if that is not known.
    fn callee_uses(&self, call: &CallSite) -> Option<Vec<ParameterUse>> {
        let Callee::Direct(id) = call.callee else { return None };
        let name = &self.program.function(id).source_name;
        library_uses(name).or_else(|| slot_uses(self.program, id, self.depth - 1))
    }
}

/// What is compared to be less.
fn compared(inst: &Inst) -> Option<(Slot, Slot)> {
    match *inst {
        Inst::Ult { a, b, .. }
        | Inst::Ule { a, b, .. }
        | Inst::Slt { a, b, .. }
        | Inst::Sle { a, b, .. }
        | Inst::BrUlt { a, b, .. }
        | Inst::BrUle { a, b, .. }
        | Inst::BrSlt { a, b, .. }
        | Inst::BrSle { a, b, .. } => Some((a, b)),
        _ => None,
    }
}

fn compared_at_all(inst: &Inst) -> Option<(Slot, Slot)> {
    match *inst {
        Inst::Eq { a, b, .. }
        | Inst::Ne { a, b, .. }
        | Inst::BrEq { a, b, .. }
        | Inst::BrNe { a, b, .. } => Some((a, b)),
        _ => compared(inst),
    }
}

/// What functions of the C library do with their arguments: for each, a letter (`r`ead, `w`ritten, `b`oth, a
/// number or anything else `-`) and the number of the argument that bounds it.
#[rustfmt::skip]
const LIBRARY: &[(&str, &[&str])] = &[
    ("strlen", &["r"]), ("strcmp", &["r", "r"]), ("strcasecmp", &["r", "r"]), ("strchr", &["r", "-"]),
    ("strrchr", &["r", "-"]), ("strstr", &["r", "r"]), ("strspn", &["r", "r"]), ("strcspn", &["r", "r"]),
    ("strpbrk", &["r", "r"]), ("strdup", &["r"]), ("atoi", &["r"]), ("atol", &["r"]), ("atof", &["r"]),
    ("strtol", &["r", "w", "-"]), ("strtoul", &["r", "w", "-"]), ("strtod", &["r", "w"]),
    ("strcpy", &["w", "r"]), ("strcat", &["b", "r"]), ("puts", &["r"]), ("fputs", &["r", "-"]),
    ("strncmp", &["r2", "r2", "-"]), ("strncasecmp", &["r2", "r2", "-"]), ("strndup", &["r1", "-"]),
    ("strnlen", &["r1", "-"]), ("strncpy", &["w2", "r", "-"]), ("strncat", &["b", "r", "-"]),
    ("memcpy", &["w2", "r2", "-"]), ("memmove", &["w2", "r2", "-"]), ("memset", &["w2", "-", "-"]),
    ("memcmp", &["r2", "r2", "-"]), ("memchr", &["r2", "-", "-"]), ("bzero", &["w1", "-"]),
    ("read", &["-", "w2", "-"]), ("write", &["-", "r2", "-"]), ("fgets", &["w1", "-", "-"]),
    ("fopen", &["r", "r"]), ("free", &["-"]), ("getenv", &["r"]),
];

fn library_uses(name: &str) -> Option<Vec<ParameterUse>> {
    let (_, arguments) = LIBRARY.iter().find(|(known, _)| *known == name)?;
    Some(arguments.iter().map(|text| library_use(text)).collect())
}

fn library_use(text: &str) -> ParameterUse {
    let (letter, bound) = text.split_at(1);
    ParameterUse {
        is_read: matches!(letter, "r" | "b"),
        is_written: matches!(letter, "w" | "b"),
        escapes: false,
        bounds: bound.parse().ok().into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{LIBRARY, library_use, library_uses};

    #[test]
    fn the_library_bounds_what_it_copies_by_an_argument() {
        let copied = library_uses("memcpy").unwrap();
        assert!(copied[0].is_written && !copied[0].is_read && copied[0].bounds.contains(&2));
        assert!(copied[1].is_read && !copied[1].is_written && copied[1].bounds.contains(&2));
        assert_eq!(library_use("-"), Default::default());
        for (name, arguments) in LIBRARY {
            let bounds = arguments.iter().flat_map(|text| library_use(text).bounds);
            assert!(bounds.into_iter().all(|bound| bound < arguments.len()), "{name}");
        }
    }
}
