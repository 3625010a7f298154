//! The call graph: which function calls which, and which can be called through a pointer.
//!
//! Calls are what bodies contain: a direct call names its function; for the others, every function
//! whose address stands in code or in the initial contents of a variable may be meant.
//!
//! Invariant: a graph is made of all code and data it was asked for, or not at all.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::{Body, Callee, FuncId, GlobalId, Program};

/// The calls among functions of a program.
#[derive(Default, Debug)]
pub struct CallGraph {
    callers: HashMap<FuncId, BTreeSet<FuncId>>,
    address_taken: HashSet<FuncId>,
}

impl Body {
    /// The functions it calls directly, once for every call.
    pub fn direct_callees(&self) -> impl Iterator<Item = FuncId> {
        self.calls.iter().filter_map(|call| match call.callee {
            Callee::Direct(id) => Some(id),
            Callee::Indirect(_) => None,
        })
    }
}

impl CallGraph {
    /// The calls in the code of these functions; a function's address is looked for there and in all
    /// variables of the program. `None` if some of it cannot be read.
    pub fn of(program: &Program, functions: &[FuncId]) -> Option<CallGraph> {
        let mut graph = CallGraph::default();
        for &caller in functions {
            let body = program.body(caller).ok()?;
            for callee in body.direct_callees() {
                graph.callers.entry(callee).or_default().insert(caller);
            }
            graph.take_addresses(program, body.constants.iter().copied());
        }
        for id in (0..program.globals().len()).map(|index| GlobalId(index as u32)) {
            let parts = &program.global(id).parts;
            if parts.defined && !parts.zero && !parts.runtime {
                let words = program.initial(id).ok()?.as_chunks::<8>().0;
                graph.take_addresses(program, words.iter().map(|word| u64::from_le_bytes(*word)));
            }
        }
        Some(graph)
    }

    fn take_addresses(&mut self, program: &Program, words: impl Iterator<Item = u64>) {
        self.address_taken.extend(words.filter_map(|word| program.function_at(word)));
    }

    /// The functions that call one directly, itself perhaps among them.
    pub fn callers_of(&self, callee: FuncId) -> impl Iterator<Item = FuncId> {
        self.callers.get(&callee).into_iter().flatten().copied()
    }

    /// Is the function's address somewhere, so that it may be called through a pointer?
    pub fn is_address_taken(&self, function: FuncId) -> bool {
        self.address_taken.contains(&function)
    }
}

/// A function with those it calls directly and those they call, nearest first, as far as `follow`
/// allows. The code of the first `most` of them is looked at; code that cannot be read calls nothing.
pub fn called_from(
    program: &Program,
    function: FuncId,
    most: usize,
    follow: impl Fn(FuncId) -> bool,
) -> Vec<FuncId> {
    let mut all = vec![function];
    let mut known = HashSet::from([function]);
    let mut next = 0;
    while next < all.len().min(most) {
        if let Ok(body) = program.body(all[next]) {
            all.extend(body.direct_callees().filter(|&id| follow(id) && known.insert(id)));
        }
        next += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, OnceLock};

    use super::*;
    use crate::{
        CallSite, Front, Function, GlobalParts, LowerError, Pc, ProgramParts, Signature, Slot,
        address,
    };

    /// For every function, what it calls; `None` for a body that cannot be read.
    struct Bodies(Vec<Option<Body>>);

    impl Front for Bodies {
        fn lower(&mut self, _: &Program, function: FuncId) -> Result<Body, LowerError> {
            self.0[function.index()].take().ok_or(LowerError::NoTime)
        }

        fn initial(&mut self, _: &Program, _: GlobalId) -> Result<Box<[u8]>, LowerError> {
            let words = [1, address::of_function(FuncId(3))];
            Ok(words.into_iter().flat_map(u64::to_le_bytes).collect())
        }
    }

    fn site(callee: Callee) -> CallSite {
        CallSite {
            callee,
            args: Box::default(),
            flat: Box::default(),
            has_byval: false,
            ret: Box::default(),
            dst: Slot(0),
            next: Pc(0),
            unwind: None,
            variadic: false,
            fixed: 0,
        }
    }

    fn calls(callees: &[u32]) -> Option<Body> {
        let direct = callees.iter().map(|&id| site(Callee::Direct(FuncId(id))));
        let calls = direct.chain([site(Callee::Indirect(Slot(0)))]).collect();
        Some(Body { calls, ..Body::default() })
    }

    fn function(number: usize) -> Function {
        let name: Arc<str> = format!("f{number}").into();
        Function {
            source_name: name.clone(),
            name,
            defined: true,
            signature: Signature::default(),
            file: None,
            line: 0,
            runtime: false,
            annotations: Vec::new(),
            ty: None,
            body: OnceLock::new(),
        }
    }

    fn program(bodies: Vec<Option<Body>>) -> Program {
        let table = GlobalParts {
            name: "table".into(),
            source_name: None,
            size: 16,
            align: 8,
            constant: true,
            defined: true,
            thread_local: false,
            zero: false,
            runtime: false,
            file: None,
            line: 0,
        };
        let functions = (0..bodies.len()).map(function).collect();
        let parts = ProgramParts { functions, globals: vec![table], ..ProgramParts::default() };
        Program::new(parts, Box::new(Bodies(bodies)))
    }

    /// 0 calls 1 twice and 2; 1 calls itself and 3; 2 calls 3 and has the address of 4.
    fn five() -> Program {
        let mut holder = calls(&[3]).unwrap();
        holder.constants = [address::of_function(FuncId(4))].into();
        program(vec![calls(&[1, 1, 2]), calls(&[1, 3]), Some(holder), calls(&[]), calls(&[0])])
    }

    fn ids(numbers: &[u32]) -> Vec<FuncId> {
        numbers.iter().copied().map(FuncId).collect()
    }

    #[test]
    fn callers_are_those_among_the_functions_asked_about() {
        let program = five();
        let graph = CallGraph::of(&program, &ids(&[0, 1, 2, 3])).unwrap();
        let callers = |id: u32| graph.callers_of(FuncId(id)).collect::<Vec<_>>();
        assert_eq!(callers(0), ids(&[]), "the code of 4 was not asked for");
        assert_eq!(callers(1), ids(&[0, 1]));
        assert_eq!(callers(3), ids(&[1, 2]));
    }

    #[test]
    fn addresses_are_found_in_code_and_in_variables() {
        let program = five();
        let graph = CallGraph::of(&program, &ids(&[0, 1, 2, 3, 4])).unwrap();
        let taken = (0..5).map(|id| graph.is_address_taken(FuncId(id)));
        assert_eq!(taken.collect::<Vec<_>>(), [false, false, false, true, true]);
    }

    #[test]
    fn there_is_no_graph_of_code_that_cannot_be_read() {
        let program = program(vec![calls(&[1]), None]);
        assert!(CallGraph::of(&program, &ids(&[0, 1])).is_none());
        assert!(CallGraph::of(&program, &ids(&[0])).is_some());
    }

    #[test]
    fn what_is_called_from_a_function_comes_nearest_first_and_within_bounds() {
        let program = five();
        let from =
            |most, follow: fn(FuncId) -> bool| called_from(&program, FuncId(0), most, follow);
        assert_eq!(from(10, |_| true), ids(&[0, 1, 2, 3]));
        assert_eq!(from(1, |_| true), ids(&[0, 1, 2]));
        assert_eq!(from(10, |id| id != FuncId(1)), ids(&[0, 2, 3]));
    }
}
