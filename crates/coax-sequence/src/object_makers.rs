//! How the code under test makes objects of its own types, for functions that are checked by themselves: which
//! functions create or initialise one, which bring it into further states, which end its life.
//!
//! - *Invariant:* ways are listed the simplest first; the order depends on the program alone.
//! - *Absent on purpose:* classes with constructors; those are called wherever an object of one is needed.

use std::sync::Arc;

use coax_engine::unit::{ApiMaker, ApiObjects, ApiWay, MOST_WAYS, MadeBy};
use coax_ir::{FuncId, Language, Linkage, Program, spell_type};

use crate::api::{Api, Callable, Maker};
use crate::names::{Purpose, makes_anew, may_grow};
use crate::types::{By, ClassId, Shape};

/// So many functions that make objects of a type are tried,
const MOST_MAKERS: usize = 3;
/// and so many that use them.
const MOST_USES: usize = 3;
/// What takes more than that is no simple way to make or use an object.
const MOST_PARAMETERS: usize = 6;

/// How the given functions make objects of types that have no constructors.
pub fn object_makers(program: &Program, functions: &[FuncId]) -> ApiObjects {
    let api = Api::new(program, functions);
    let mut found = ApiObjects::default();
    for number in 0..api.types.classes.len() as u32 {
        let id = ClassId(number);
        let class = api.types.class(id);
        let is_plain = class.facts.as_ref().is_none_or(|facts| facts.constructors.is_empty());
        let is_library = class.name.starts_with("_IO_") || class.name.starts_with("std::");
        if !is_plain || is_library || class.is_handle {
            continue;
        }
        if let Some(name) = spell_type(program, class.ty, Language::Cxx)
            && let Some(maker) = maker_of(&api, id)
        {
            found.0.insert(name, Arc::new(maker));
        }
    }
    found
}

/// How objects of a class come about; nothing if no function makes them.
fn maker_of(api: &Api, class: ClassId) -> Option<ApiMaker> {
    let mut made: Vec<(Effort, ApiWay)> = Vec::new();
    let mut functions = Vec::new();
    for maker in api.makers(class) {
        let Some((callable, by)) = way(api, class, *maker) else { continue };
        if by == MadeBy::Filling {
            functions.push(callable.id);
        }
        let way = ApiWay { function: callable.id, by, uses: Vec::new() };
        made.push((effort(callable, class, by), way));
    }
    made.sort_by_key(|(effort, _)| *effort);
    made.truncate(MOST_MAKERS);
    let ways: Vec<ApiWay> = made.into_iter().map(|(_, way)| way).collect();
    let first = ways.first()?.clone();
    let used = |uses: &[FuncId]| ApiWay { uses: uses.to_vec(), ..first.clone() };
    let mut all = vec![first.clone()];
    let uses = uses_of(api, class, &functions);
    if let Some(&one) = uses.first() {
        all.push(used(&[one]));
        all.extend(ways.get(1).cloned());
        all.push(used(&[one, one]));
        all.extend(uses.get(1).map(|&two| used(&[two])));
        all.extend(ways.get(2).cloned());
        all.extend(uses.get(1).map(|&two| used(&[one, two])));
        all.extend(uses.get(2).map(|&three| used(&[three])));
    } else {
        all.extend(ways.into_iter().skip(1));
    }
    all.truncate(MOST_WAYS);
    let destroyer = api.destroyers.get(&class).and_then(|all| all.first().copied());
    Some(ApiMaker { ways: all, functions, destroyer })
}

/// What is asked of a caller: objects of other types, a name that says nothing, internal linkage, arguments.
type Effort = (bool, usize, bool, bool, usize, FuncId);

fn effort(callable: &Callable, class: ClassId, by: MadeBy) -> Effort {
    let others = callable.needed.iter().filter(|&&needed| needed != class).count();
    let is_internal = callable.signature.linkage == Linkage::Internal;
    let says_nothing = callable.purpose != Purpose::Initialise;
    let fills = by == MadeBy::Filling;
    (fills, others, says_nothing, is_internal, callable.params.len(), callable.id)
}

/// The function of a maker, and how it makes an object of a class.
fn way(api: &Api, class: ClassId, maker: Maker) -> Option<(&Callable, MadeBy)> {
    let (id, by) = match maker {
        Maker::Creator(id) => (id, MadeBy::Result),
        Maker::Place(id, index) => (id, MadeBy::Place(index)),
        Maker::Initialiser(id) => (id, MadeBy::Filling),
        Maker::Constructor(_) | Maker::Implicit(_) | Maker::Variable => return None,
    };
    let callable = api.callable(id)?;
    let is_simple = callable.class.is_none()
        && callable.params.len() <= MOST_PARAMETERS
        && !callable.signature.variadic
        && callable.purpose != Purpose::Destroy;
    let takes_one = callable.needed.contains(&class);
    let makes = match by {
        MadeBy::Result => {
            let is_pointer =
                matches!(callable.result, Shape::Object { by: By::Pointer, is_const: false, .. });
            // One that is got from another one is no new one.
            is_pointer && !takes_one
        }
        MadeBy::Place(_) => !takes_one,
        MadeBy::Filling => {
            api.types.class(class).size.is_some_and(|size| size > 0)
                && makes_anew(&callable.signature.name)
        }
        MadeBy::Constructor => false,
    };
    (is_simple && makes).then_some((callable, by))
}

/// Functions that bring an object into another state, those that add to it first.
fn uses_of(api: &Api, class: ClassId, makers: &[FuncId]) -> Vec<FuncId> {
    let is_use = |callable: &&Callable| {
        callable.subject == Some(class)
            && callable.purpose == Purpose::Other
            && callable.params.len() <= MOST_PARAMETERS
            && !callable.signature.variadic
            && callable.needed.iter().all(|&needed| needed == class)
            && callable.needed.len() == 1
            && callable.signature.linkage == Linkage::External
            && !makers.contains(&callable.id)
    };
    let mut uses: Vec<(bool, usize, FuncId)> = api
        .callables
        .iter()
        .filter(is_use)
        .map(|it| (!may_grow(&it.signature.name), it.params.len(), it.id))
        .collect();
    uses.sort_unstable();
    uses.truncate(MOST_USES);
    uses.into_iter().map(|(_, _, id)| id).collect()
}
