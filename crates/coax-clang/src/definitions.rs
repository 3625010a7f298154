//! Which function is defined where: the user's own ones, and those that define class members.
//!
//! Invariant: a constructor or destructor that exists in several variants counts once, as the
//! variant for complete objects where there is one.

use std::collections::HashMap;
use std::path::PathBuf;

use coax_ir::{Declaration, FuncId, Program};

use crate::files::{absolute, is_system};
use crate::link::SymbolRef;
use crate::linkable::Linkable;
use crate::llvm::DefinitionRecord;
use crate::target::function_of;

/// All definitions of a program's modules.
pub struct Definitions {
    own: Vec<FuncId>,
    members: HashMap<Declaration, FuncId>,
}

/// Where a definition is in the order of [`Definitions::own`].
type Position = (usize, bool, std::sync::Arc<str>, u32, FuncId);

impl Definitions {
    /// Reads the debug information of all functions. `ours` are folders of headers of ours.
    pub fn read(
        modules: &mut [Linkable],
        places: &[Option<SymbolRef>],
        program: &Program,
        ours: &[PathBuf],
    ) -> Definitions {
        let mut own: Vec<Position> = Vec::new();
        let mut members = HashMap::new();
        for (module, linkable) in modules.iter_mut().enumerate() {
            if linkable.runtime {
                continue;
            }
            let records = linkable.module.definitions();
            let chosen = chosen(&records, module, linkable, places, program);
            for (record, id) in &chosen {
                if let Some(node) = record.declaration {
                    members.insert(Declaration { module: module as u32, node }, *id);
                }
                let file = absolute(&record.file);
                let foreign = !record.in_main_file && is_system(&file, ours);
                if !record.made_up && !foreign {
                    own.push((module, !record.in_main_file, file, record.line, *id));
                }
            }
        }
        own.sort();
        Definitions { own: own.into_iter().map(|position| position.4).collect(), members }
    }

    /// The functions that the user's own files define, by file and line, main files first.
    pub fn own(&self) -> &[FuncId] {
        &self.own
    }

    /// The function that defines a member in the module that declares it.
    pub fn member(&self, declaration: Declaration) -> Option<FuncId> {
        self.members.get(&declaration).copied()
    }
}

/// The definitions that the linker took, one of each constructor and destructor.
fn chosen<'a>(
    records: &'a [DefinitionRecord],
    module: usize,
    linkable: &Linkable,
    places: &[Option<SymbolRef>],
    program: &Program,
) -> Vec<(&'a DefinitionRecord, FuncId)> {
    let mut best: HashMap<u32, FuncId> = HashMap::new();
    let mut taken = Vec::new();
    for record in records {
        let place = SymbolRef { module, symbol: record.symbol };
        let Some(id) = function_of(linkable.targets[record.symbol as usize]) else { continue };
        if places[id.index()] != Some(place) {
            continue;
        }
        taken.push((record, id));
        if let Some(node) = record.declaration {
            let known = best.entry(node).or_insert(id);
            if variant(program, id) < variant(program, *known) {
                *known = id;
            }
        }
    }
    taken.retain(|(record, id)| record.declaration.is_none_or(|node| best[&node] == *id));
    taken
}

/// Orders the variants of a constructor or destructor by their mangled names: for complete objects
/// (`C1`, `D1`), for bases (`C2`, `D2`), deleting (`D0`).
fn variant(program: &Program, id: FuncId) -> (bool, &str) {
    let name = &*program.function(id).name;
    (name.ends_with("D0Ev"), name)
}

/// The names of the variants of a constructor or destructor that debug information has one name for:
/// there `C4` and `D4` stand for all of them. Other letters of the name may look the same.
pub fn variants_of(name: &str) -> Vec<String> {
    let variants = [("C4", "C1"), ("C4", "C2"), ("D4", "D1"), ("D4", "D2")];
    let spelt = |(any, one): (&str, &str)| {
        let at = |at: usize| format!("{}{one}{}", &name[..at], &name[at + any.len()..]);
        name.match_indices(any).map(|(index, _)| at(index)).collect::<Vec<_>>()
    };
    variants.into_iter().flat_map(spelt).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declared_constructor_may_be_defined_by_two_names() {
        assert_eq!(variants_of("_ZN4GridC4Ei"), ["_ZN4GridC1Ei", "_ZN4GridC2Ei"]);
        assert_eq!(variants_of("_ZN4GridD4Ev"), ["_ZN4GridD1Ev", "_ZN4GridD2Ev"]);
        assert_eq!(variants_of("_ZN2C4C4Ei").len(), 4);
        assert!(variants_of("_ZN4Grid5widthEv").is_empty());
    }
}
