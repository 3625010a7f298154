//! The special member functions of classes, also those that the compiler adds, and tables of virtual functions: found
//! by their names for the linker (Itanium C++ ABI, chapter 5).

use std::collections::HashMap;

use coax_ir::{FuncId, GlobalId, Program};

use crate::types::{Class, ClassId};

/// The special functions of a class that the program has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Special {
    pub(crate) default: Option<FuncId>,
    pub(crate) copy: Option<FuncId>,
    pub(crate) moving: Option<FuncId>,
    pub(crate) destructor: Option<FuncId>,
    pub(crate) table: Option<GlobalId>,
}

/// What a special function is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    Default,
    Copy,
    Move,
    Destructor,
    Other,
}

/// The special functions of all classes.
pub(crate) fn special_functions(program: &Program, classes: &[Class]) -> HashMap<ClassId, Special> {
    let mut by_scope: HashMap<String, Special> = HashMap::new();
    for (index, function) in program.functions().iter().enumerate().filter(|(_, it)| it.defined) {
        let Some((scope, which)) = parsed(&function.name) else { continue };
        let Some((class, _)) = function.source_name.rsplit_once("::") else { continue };
        let id = FuncId(index as u32);
        let special = by_scope.entry(class.to_owned()).or_default();
        let place = match which {
            Which::Default => &mut special.default,
            Which::Copy => &mut special.copy,
            Which::Move => &mut special.moving,
            Which::Destructor => &mut special.destructor,
            Which::Other => &mut None,
        };
        place.get_or_insert(id);
        let table = || {
            let names = [format!("_ZTV{scope}"), format!("_ZTVN{scope}E")];
            names.iter().find_map(|name| program.global_named(name))
        };
        special.table = special.table.or_else(table);
    }
    let ids = (0..).map(ClassId);
    let found = ids.zip(classes).filter_map(|(id, class)| Some((id, *by_scope.get(&class.name)?)));
    found.collect()
}

/// The class and the use of a constructor or destructor: of `_ZN3geo6SquareC2ERKS0_`, `3geo6Square` and a copy.
fn parsed(name: &str) -> Option<(&str, Which)> {
    let rest = name.strip_prefix("_ZN")?;
    let (at, kind) = ["C1E", "C2E", "D1E", "D2E"]
        .iter()
        .find_map(|mark| rest.rfind(mark).map(|at| (at, *mark)))?;
    let params = &rest[at + 3..];
    let which = match params {
        "v" if kind.starts_with('D') => Which::Destructor,
        "v" => Which::Default,
        _ if is_own(params, "RKS") => Which::Copy,
        _ if is_own(params, "OS") => Which::Move,
        _ => Which::Other,
    };
    Some((&rest[..at], which))
}

/// Is the only parameter one of the class itself, which the name repeats by a substitution?
fn is_own(params: &str, start: &str) -> bool {
    params.strip_prefix(start).and_then(|rest| rest.strip_suffix('_')).is_some_and(|number| {
        number.bytes().all(|digit| digit.is_ascii_digit() || digit.is_ascii_uppercase())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_special_functions() {
        for (name, expected) in [
            ("_ZN3geo6SquareC2ERKS0_", Some(("3geo6Square", Which::Copy))),
            ("_ZN6SquareC1EOS_", Some(("6Square", Which::Move))),
            ("_ZN4PoolIiEC2Ev", Some(("4PoolIiE", Which::Default))),
            ("_ZN6SquareD1Ev", Some(("6Square", Which::Destructor))),
            ("_ZN6SquareC2Ed", Some(("6Square", Which::Other))),
            ("_ZN6SquareD0Ev", None),
            ("_ZN6Square4areaEv", None),
            ("main", None),
        ] {
            assert_eq!(parsed(name), expected, "{name}");
        }
    }
}
