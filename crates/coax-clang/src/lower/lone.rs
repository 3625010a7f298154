//! Parameters that point to one object, by what the code does with them: they are followed where they
//! point and compared, and that is all. Who indexes a pointer, moves it, keeps it or passes it on may
//! mean several objects.

use super::uses::Uses;
use crate::llvm::{Call, Called, Function, Op, Operand, Value};

/// For each parameter: is it followed, and only where it points?
pub(super) fn lone(function: &Function) -> Box<[bool]> {
    let uses = Uses::new(function);
    (0..function.params).map(|param| is_lone(function, &uses, Value(param))).collect()
}

fn is_lone(function: &Function, uses: &Uses, param: Value) -> bool {
    let mut pointers = vec![param];
    for found in uses.of(param) {
        if let Op::Store { value, address: Operand::Local(home), .. } = op(function, found.user)
            && *value == Operand::Local(param)
        {
            match reads(function, uses, *home, found.user) {
                Some(read) => pointers.extend(read),
                None => return false,
            }
        }
    }
    let all: Option<Vec<bool>> = pointers
        .iter()
        .flat_map(|&pointer| uses.of(pointer).iter().map(move |found| (pointer, found)))
        .map(|(pointer, found)| follows(op(function, found.user), pointer, param))
        .collect();
    all.is_some_and(|all| all.contains(&true))
}

/// The values read from the variable of a parameter, if nothing else happens to it than being set once.
fn reads(function: &Function, uses: &Uses, home: Value, set: u32) -> Option<Vec<Value>> {
    let Op::Alloca { .. } = op(function, function.definition(home)? as u32) else { return None };
    let mut found = Vec::new();
    for one in uses.of(home) {
        match op(function, one.user) {
            Op::Load(_) => found.push(function.value(one.user as usize)),
            Op::Store { .. } if one.user == set => {}
            Op::Call(Call { callee: Called::Intrinsic(name), .. })
                if name.starts_with("llvm.lifetime") => {}
            _ => return None,
        }
    }
    Some(found)
}

/// Does a use of a pointer follow it? None if it does something else than following and comparing.
fn follows(op: &Op, pointer: Value, param: Value) -> Option<bool> {
    let pointer = Operand::Local(pointer);
    match op {
        Op::Load(_) => Some(true),
        Op::Store { value, .. } if *value != pointer => Some(true),
        Op::Store { .. } if pointer == Operand::Local(param) => Some(false),
        Op::ICmp { .. } => Some(false),
        _ => None,
    }
}

fn op(function: &Function, index: u32) -> &Op {
    &function.instructions[index as usize].op
}
