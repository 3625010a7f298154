//! What `main` is given: a number of arguments, at least one, and as many texts with a null pointer behind them.

use coax_expr::Term;
use coax_ir::{FuncId, Program, SourceSignature, Type, strip};

use super::lengths::Length;
use super::objects::Made;
use super::spans::Roles;
use super::{Target, Tree};
use crate::layers::InputMaker;
use crate::{State, Stop};

/// The parameter that counts the arguments, and the one that lists them.
const COUNT: usize = 0;
const LIST: usize = 1;

/// The list of arguments, once it is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArgumentList {
    /// The object that they are listed in.
    object: usize,
    /// How many there are.
    count: Term,
}

/// Is a function the program's `main`, with arguments?
pub(super) fn takes_program_arguments(
    program: &Program,
    function: FuncId,
    signature: &SourceSignature,
) -> bool {
    let lists = |ty| match *program.type_of(strip(program, ty)) {
        Type::Pointer(to) => matches!(*program.type_of(strip(program, to)), Type::Pointer(_)),
        _ => false,
    };
    let counts = |ty| matches!(*program.type_of(strip(program, ty)), Type::Int { .. });
    &*signature.qualified == "main"
        && program.function_named("main") == Some(function)
        && signature.params.get(COUNT).is_some_and(|param| counts(param.ty))
        && signature.params.get(LIST).is_some_and(|param| lists(param.ty))
}

impl Roles {
    /// Those of the parameters of `main`.
    pub(super) fn of_main(params: usize) -> Roles {
        let mut roles = Roles::none(params);
        roles.stated[LIST] = Some(COUNT);
        roles
    }
}

impl<'p> InputMaker<'_, 'p> {
    /// How long the list of arguments is, null pointer included; there is at least one.
    pub(super) fn length_of_arguments(
        &mut self,
        state: &mut State<'p>,
        length: Length,
    ) -> Result<Length, Stop> {
        let pool = &mut self.symbols.pool;
        let (zero, one) = (pool.constant(64, 0), pool.constant(64, 1));
        let any = pool.slt(zero, length.count);
        let count = pool.add(length.count, one);
        self.require(state, any)?;
        Ok(Length { count, unstated: None, own: true })
    }

    /// Remembers which object lists the arguments.
    pub(super) fn note_arguments(
        &mut self,
        state: &mut State<'p>,
        made: &[Made],
        length: Option<Length>,
    ) {
        let targets = made.first().and_then(|(leaf, _)| leaf.targets.as_ref());
        let object = targets.and_then(|pointer| pointer.targets.first());
        if let (Some(&Target::Object(object)), Some(length)) = (object, length) {
            let one = self.symbols.pool.constant(64, 1);
            let count = self.symbols.pool.sub(length.count, one);
            state.above.tree().argument_list = Some(ArgumentList { object, count });
        }
    }

    /// The elements of an object are being made: if it lists the arguments, they are there, and null is behind them.
    pub(super) fn end_arguments(
        &mut self,
        state: &mut State<'p>,
        object: usize,
        made: &[Made],
    ) -> Result<(), Stop> {
        let Some(list) = state.above.tree().list_of(object) else { return Ok(()) };
        for (number, (leaf, _)) in made.iter().enumerate() {
            let Some(pointer) = leaf.targets.clone() else { continue };
            let null = pointer.targets.iter().position(|target| *target == Target::Null);
            let Some(null) = null else { continue };
            let pool = &mut self.symbols.pool;
            let (choice, null) = (pool.var(leaf.var), pool.constant(8, null as u128));
            let (at, is_null) = (pool.constant(64, number as u128), pool.eq(choice, null));
            let (is_argument, is_end) = (pool.ult(at, list.count), pool.eq(at, list.count));
            let is_text = pool.not(is_null);
            let no_argument = pool.not(is_argument);
            let no_end = pool.not(is_end);
            let (given, ended) = (pool.or(no_argument, is_text), pool.or(no_end, is_null));
            let both = pool.and(given, ended);
            self.require(state, both)?;
        }
        Ok(())
    }
}

impl Tree {
    /// The list of arguments, if an object is it.
    fn list_of(&self, object: usize) -> Option<ArgumentList> {
        self.argument_list.filter(|list| list.object == object)
    }
}
