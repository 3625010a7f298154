//! Relocation of cached summaries: what an address in one belongs to, and where that is now.
//!
//! An address of a summary can be relocated if it is one in something that the code names, in something that the program
//! links, or in the object that an argument points to. If the code cannot tell where these are ([`super::moves`]), a
//! summary is right wherever they are: it moves with them. What an address is in cannot be seen where it is part of a number,
//! so a summary in which there is such a number stays where it is.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use coax_ir::address::{self, GRANULE_BITS, Region};
use coax_ir::{FuncId, Program, Symbol};
use coax_memory::Memory;
use serde::{Deserialize, Serialize};

use super::FormalOrigin;
use super::cache::{CachedArgument, CachedSummary};
use super::context::{Given, words_of};
use super::digest::Code;

/// What an address moves with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum RelocationBase {
    /// What the code names, by number.
    Named(usize),
    /// What the program links, by number in the summary.
    Linked(usize),
    /// What an argument points to.
    Argument(usize),
}

/// The relocations of a summary, by address.
pub(super) type Relocations = BTreeMap<u64, RelocationBase>;

/// Finding out what the addresses of a summary belong to.
struct Relocator<'a> {
    program: &'a Program,
    code: &'a Code,
    arguments: &'a [CachedArgument],
    objects: &'a Memory,
    linked: Vec<(String, u64)>,
    relocations: Relocations,
}

/// An address without a name, or one that means something else than what it says.
struct Unclear;

impl CachedSummary {
    /// Notes what its addresses move with, if all of them are clear. `objects` are those it looks at.
    pub(super) fn with_relocations(
        mut self,
        program: &Program,
        id: FuncId,
        code: &Code,
        objects: &Memory,
    ) -> CachedSummary {
        let (linked, relocations) = Default::default();
        let arguments = &self.arguments;
        let mut relocator = Relocator { program, code, arguments, objects, linked, relocations };
        if relocator.collect_all(&self, id).is_ok() {
            (self.linked, self.relocations) = (relocator.linked, Some(relocator.relocations));
        }
        self
    }

    /// It in the places where everything is that it is about, for a call with these arguments. `None` if it is not
    /// known what the code does there.
    pub(super) fn relocated(
        &self,
        program: &Program,
        code: &Code,
        given: &[Given],
    ) -> Option<Cow<'_, CachedSummary>> {
        let stays = (self.named == code.named).then_some(Cow::Borrowed(self));
        let Some(relocations) = self.relocations.as_ref().filter(|_| code.is_movable) else {
            return stays;
        };
        let mut moves = HashMap::new();
        for (&word, &base) in relocations {
            let (old, new) = self.ends(program, code, given, base)?;
            moves.insert(word, word.wrapping_sub(old).wrapping_add(new));
        }
        let to = |word: u64| moves.get(&word).copied().unwrap_or(word);
        let objects = self.objects.iter().map(|object| (object.base, to(object.base)));
        let named = self.named.iter().copied().zip(code.named.iter().copied());
        let all: Vec<_> = moves.clone().into_iter().chain(objects).chain(named).collect();
        if all.iter().all(|(old, new)| old == new) {
            return stays;
        }
        let is_clear =
            |&address: &u64| Region::of(address).is_none() || moves.contains_key(&address);
        let is_known = is_one_to_one(program, &all) && self.absent.iter().all(is_clear);
        is_known.then(|| Cow::Owned(self.moved(code, &to)))
    }

    /// Where a base was, and where it is.
    fn ends(
        &self,
        program: &Program,
        code: &Code,
        given: &[Given],
        base: RelocationBase,
    ) -> Option<(u64, u64)> {
        match base {
            RelocationBase::Named(n) => Some((*self.named.get(n)?, *code.named.get(n)?)),
            RelocationBase::Linked(n) => {
                let (name, old) = self.linked.get(n)?;
                Some((*old, address_of(program, program.symbol(name)?)))
            }
            RelocationBase::Argument(n) => match self.arguments.get(n)? {
                CachedArgument::Word(old) => {
                    let given = given.get(n).filter(|given| !given.is_symbolic())?;
                    Some((*old, given.word()))
                }
                CachedArgument::Formal(_) => None,
            },
        }
    }

    fn moved(&self, code: &Code, to: &dyn Fn(u64) -> u64) -> CachedSummary {
        let mut moved = self.clone();
        moved.named.clone_from(&code.named);
        moved.linked.iter_mut().for_each(|(_, address)| *address = to(*address));
        for (origin, _) in &mut moved.formals {
            if let FormalOrigin::Cell(address) = origin {
                *address = to(*address);
            }
        }
        for argument in &mut moved.arguments {
            if let CachedArgument::Word(word) = argument {
                *word = to(*word);
            }
        }
        moved.objects.iter_mut().for_each(|object| object.base = to(object.base));
        moved
            .absent
            .iter_mut()
            .chain(&mut moved.written)
            .for_each(|address| *address = to(*address));
        moved.terms.change_words(to);
        moved.relocations = self
            .relocations
            .as_ref()
            .map(|relocations| relocations.iter().map(|(&word, &base)| (to(word), base)).collect());
        moved
    }
}

impl Relocator<'_> {
    fn collect_all(&mut self, cached: &CachedSummary, id: FuncId) -> Result<(), Unclear> {
        let params = &self.program.function(id).signature.params;
        let kinds = params.iter().flat_map(|param| param.kinds.iter());
        let pointers: Vec<bool> = kinds.flat_map(words_of).map(|(_, pointer)| pointer).collect();
        for (n, argument) in cached.arguments.iter().enumerate() {
            if let CachedArgument::Word(word) = *argument {
                let is_address = self.find(word)?.is_some();
                if is_address && pointers.get(n) != Some(&true) {
                    return Err(Unclear);
                }
            }
        }
        for object in &cached.objects {
            self.find(object.base)?;
            let words = object.bytes.windows(8).filter_map(|word| word.try_into().ok());
            for word in words.map(u64::from_le_bytes) {
                if self.base_of(word)?.is_some() {
                    return Err(Unclear);
                }
            }
        }
        for &address in cached.absent.iter().chain(&cached.written) {
            self.find(address)?;
        }
        for (origin, _) in &cached.formals {
            if let FormalOrigin::Cell(address) = *origin {
                self.find(address)?;
            }
        }
        for word in cached.terms.words() {
            let opposite = self.base_of(word.wrapping_neg())?;
            if opposite.is_some() || self.find(word)?.is_some() && !cached.terms.only_names(word) {
                return Err(Unclear);
            }
        }
        // Where an offset does not reach the upper bits of an address, these stand for themselves.
        for word in cached.terms.upper_parts(64 - GRANULE_BITS) {
            if self.base_of(word)?.is_some() {
                return Err(Unclear);
            }
        }
        let names = (0..self.linked.len()).map(|n| (self.linked[n].1, RelocationBase::Linked(n)));
        self.relocations.extend(names);
        Ok(())
    }

    /// Notes what an address moves with.
    fn find(&mut self, word: u64) -> Result<Option<RelocationBase>, Unclear> {
        let base = self.base_of(word)?;
        self.relocations.extend(base.map(|base| (word, base)));
        Ok(base)
    }

    fn base_of(&mut self, word: u64) -> Result<Option<RelocationBase>, Unclear> {
        match Region::of(word) {
            None => Ok(None),
            Some(Region::Code | Region::Globals) => self.named_or_linked(word),
            Some(Region::Stack | Region::Heap) => {
                let is_same = |argument: &CachedArgument| match *argument {
                    CachedArgument::Word(pointer) => self.is_around(pointer, word),
                    CachedArgument::Formal(_) => false,
                };
                Ok(self.arguments.iter().position(is_same).map(RelocationBase::Argument))
            }
        }
    }

    fn named_or_linked(&mut self, word: u64) -> Result<Option<RelocationBase>, Unclear> {
        let Some((base, name)) = symbol_at(self.program, word) else { return Ok(None) };
        if let Some(n) = self.code.named.iter().position(|&named| named == base) {
            return Ok(Some(RelocationBase::Named(n)));
        }
        let symbol = self.program.symbol(name).filter(|&s| address_of(self.program, s) == base);
        if symbol.is_none() {
            return Err(Unclear);
        }
        let known = self.linked.iter().position(|(_, address)| *address == base);
        let n = known.unwrap_or_else(|| {
            self.linked.push((name.to_owned(), base));
            self.linked.len() - 1
        });
        Ok(Some(RelocationBase::Linked(n)))
    }

    /// Are two addresses in the same object, or as near to each other as if they were?
    fn is_around(&self, pointer: u64, word: u64) -> bool {
        let base = |address| self.objects.object(address).map(|object| object.base);
        match (base(pointer), base(word)) {
            (Some(one), Some(other)) => one == other,
            (None, None) => pointer >> GRANULE_BITS == word >> GRANULE_BITS,
            _ => false,
        }
    }
}

/// What has a name and is around an address: its address and its name.
fn symbol_at(program: &Program, word: u64) -> Option<(u64, &str)> {
    if let Some(id) = program.global_at(word) {
        let global = program.global(id);
        return Some((global.address, &global.parts.name));
    }
    let id = address::function_at(word)?;
    let function = program.functions().get(id.index())?;
    Some((address::of_function(id), &function.name))
}

fn address_of(program: &Program, symbol: Symbol) -> u64 {
    match symbol {
        Symbol::Function(id) => address::of_function(id),
        Symbol::Global(id) => program.global(id).address,
    }
}

/// Do different objects stay different?
fn is_one_to_one(program: &Program, moves: &[(u64, u64)]) -> bool {
    let object =
        |address: u64| symbol_at(program, address).map_or(address >> GRANULE_BITS, |s| s.0);
    let (mut there, mut back) = (HashMap::new(), HashMap::new());
    moves.iter().map(|&(old, new)| (old >> GRANULE_BITS, object(new))).all(|(old, new)| {
        *there.entry(old).or_insert(new) == new && *back.entry(new).or_insert(old) == old
    })
}
