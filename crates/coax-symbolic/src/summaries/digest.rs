//! What a function's summaries are kept under: a digest of its code and of all code it may run.
//!
//! Functions and globals are numbered in the order in which the code names them: where they are in
//! this program does not matter, nor does where anything stands in the source. What the code finds in memory is not
//! part of it: a summary knows what it has seen there.
//!
//! - *Invariant:* the same digest means the same behaviour, wherever what the code names is in the same places.
//! - A function that may call through a pointer, or natively, has no digest: the code it may run is not known.

use std::collections::HashMap;
use std::fmt::{self, Write};

use coax_ir::address::{self, Region};
use coax_ir::{Body, Callee, Clause, FuncId};
use sha2::{Digest, Sha256};

use super::moves::is_movable;
use crate::Machine;
use crate::Treatment;
use crate::symbolic::is_concrete;

/// Changes whenever a summary comes to mean something else: in how code is run, in what the library's
/// models do, or in how it is written.
const MEANING: u32 = 2;

/// The code that a function may run.
#[derive(Debug)]
pub(super) struct Code {
    /// Its digest, in hexadecimal digits.
    pub(super) key: String,
    /// Where the functions and globals are whose addresses it uses, in the order in which it names them.
    pub(super) named: Vec<u64>,
    /// Does it do the same wherever these are, and what it is given pointers to?
    pub(super) is_movable: bool,
}

/// The code that a function may run, if all of it is known.
pub(super) fn code_of(machine: &Machine<'_>, id: FuncId) -> Option<Code> {
    let mut walk = Walk {
        machine,
        functions: vec![id],
        numbers: HashMap::from([(id, 0)]),
        named: Vec::new(),
        places: HashMap::new(),
        text: Text(Sha256::new()),
    };
    // A unit answers for functions that a program cannot be without.
    walk.note(&(env!("CARGO_PKG_VERSION"), MEANING, machine.above.plan.is_some()));
    let mut next = 0;
    while let Some(&function) = walk.functions.get(next) {
        walk.function(function)?;
        next += 1;
    }
    let key = walk.text.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let is_movable = is_movable(machine, &walk.functions);
    Some(Code { key, named: walk.named, is_movable })
}

/// Going through code.
struct Walk<'m, 'p> {
    machine: &'m Machine<'p>,
    /// What was found so far, in order.
    functions: Vec<FuncId>,
    numbers: HashMap<FuncId, usize>,
    named: Vec<u64>,
    places: HashMap<u64, usize>,
    text: Text,
}

impl Walk<'_, '_> {
    fn note(&mut self, what: &dyn fmt::Debug) {
        // Taking a text into a digest cannot fail.
        let _ = writeln!(self.text, "{what:?}");
    }

    fn function(&mut self, id: FuncId) -> Option<()> {
        let program = self.machine.program;
        let function = program.function(id);
        self.note(&(&function.name, function.defined, function.runtime, &function.signature));
        if is_concrete(self.machine, id) {
            return None;
        }
        match function.defined {
            true => self.body(program.body(id).ok()?),
            false => self.model(&function.name),
        }
    }

    /// A function of the library's or of the engine's: its name says what it does.
    fn model(&mut self, name: &str) -> Option<()> {
        if coax_interp::is_intrinsic(name) {
            return Some(());
        }
        let library = self.machine.library;
        if let Treatment::Twin(twin) | Treatment::AwareOrTwin(twin) = library.treatment(name) {
            let twin = self.machine.program.function_named(twin)?;
            self.call(twin);
        }
        library.is_modelled(name).then_some(())
    }

    fn body(&mut self, body: &Body) -> Option<()> {
        self.note(&(&body.code, body.slots, body.param_slots, &body.operands, &body.strings));
        body.constants.iter().for_each(|&word| self.word(word));
        for site in &body.calls {
            let Callee::Direct(id) = site.callee else { return None };
            self.call(id);
            self.note(&(&site.args, &site.flat, site.has_byval, &site.ret, site.dst, site.next));
            self.note(&(site.unwind, site.variadic, site.fixed));
        }
        for switch in &body.switches {
            self.note(&(switch.bits, &switch.cases, switch.default));
        }
        for pad in &body.pads {
            self.note(&(pad.cleanup, pad.clauses.len()));
            pad.clauses.iter().for_each(|clause| self.clause(clause));
        }
        self.note(&body.blocks);
        for object in &body.stack_objects {
            self.note(&(object.size, object.align));
        }
        Some(())
    }

    fn clause(&mut self, clause: &Clause) {
        let address = |id| self.machine.program.global(id).address;
        let types: Vec<u64> = match clause {
            Clause::Catch(id) => vec![address(*id)],
            Clause::CatchAll => Vec::new(),
            Clause::Filter(ids) => ids.iter().map(|&id| address(id)).collect(),
        };
        self.note(&(matches!(clause, Clause::Filter(_)), types.len()));
        types.into_iter().for_each(|address| self.word(address));
    }

    fn call(&mut self, id: FuncId) {
        let next = self.functions.len();
        let number = *self.numbers.entry(id).or_insert(next);
        if number == next {
            self.functions.push(id);
        }
        self.note(&("call", number));
    }

    /// A constant: a number, or a place in a function or around a global.
    fn word(&mut self, word: u64) {
        let Some(base) = self.named_at(word) else { return self.note(&word) };
        let next = self.named.len();
        let number = *self.places.entry(base).or_insert(next);
        if number == next {
            self.named.push(base);
        }
        self.note(&("place", number, word.wrapping_sub(base)));
    }

    /// Where that begins in which an address lies and which has a name.
    fn named_at(&self, address: u64) -> Option<u64> {
        let program = self.machine.program;
        match Region::of(address)? {
            Region::Globals => program.global_at(address).map(|id| program.global(id).address),
            Region::Code => {
                let id = address::function_at(address)?;
                (id.index() < program.functions().len()).then(|| address::of_function(id))
            }
            Region::Stack | Region::Heap => None,
        }
    }
}

/// Text that goes into a digest.
struct Text(Sha256);

impl Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}
