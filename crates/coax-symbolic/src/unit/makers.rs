//! Makers: functions that are added to a program to make objects of classes whose constructors it
//! does not have, above all the containers of the standard library.
//!
//! A maker is called like a constructor: on the room for the object, with inputs. Of what has
//! elements there is one for each number of them. How many there are is decided first, by a function
//! that does nothing but go another way for each number: only those elements are made. A text is made of
//! as many letters as it may have, and of how many of them count.

use std::collections::BTreeMap;
use std::sync::Arc;

use coax_case::Making;
use coax_ir::{FuncId, Program, TypeId, strip};

use super::Construction;
use crate::layers::InputMaker;
use crate::layers::UnitRun;
use crate::scenario::{Role, RunningStep, Step};
use crate::{State, Stop};

/// How deep elements have elements: types may contain each other without end.
const MOST_COUNTED: u32 = 3;

/// The makers of a program, by how their classes are written.
#[derive(Clone, Debug, Default)]
pub struct Makers(pub BTreeMap<String, Maker>);

/// What makes objects of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maker {
    /// The class.
    pub class: TypeId,
    /// Make an object: of no elements, of one, and so on; or the only one.
    pub makes: Arc<[FuncId]>,
    /// How a test writes what each of them makes.
    pub written: Arc<[Written]>,
    /// Goes another way for each number of elements.
    pub count: Option<FuncId>,
    /// Ends an object's life.
    pub drop: FuncId,
    /// What it makes looks at elements that are elsewhere, and always somewhere.
    pub is_of_view: bool,
    /// Its functions differ in what happens to the object once it is made. That is not tried for what
    /// other objects are made of.
    pub is_used: bool,
}

/// How a test writes what a function of a maker makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// How the object is made.
    pub making: Making,
    /// How many of the function's arguments that takes; all of them, if none is said.
    pub arguments: Option<usize>,
    /// What is called on the object then, with the other arguments.
    pub uses: Vec<UsedCall>,
}

/// A call of a member function on an object that has just been made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedCall {
    /// The function.
    pub name: String,
    /// How many arguments it takes.
    pub arguments: usize,
    /// It is called again and again: before its arguments there is one that says how often after the
    /// first time.
    pub repeated: bool,
}

impl Makers {
    /// The maker of a class.
    pub(super) fn of(&self, class: &str) -> Option<&Maker> {
        self.0.get(class)
    }

    /// Does a function make what looks at elements elsewhere?
    pub(super) fn is_of_view(&self, make: FuncId) -> bool {
        self.0.values().any(|maker| maker.is_of_view && maker.makes.contains(&make))
    }

    /// All classes that have one.
    pub(super) fn classes(&self, program: &Program) -> impl Iterator<Item = TypeId> {
        self.0.values().map(|maker| strip(program, maker.class))
    }
}

impl Maker {
    /// How it makes an object, if that has no elements.
    pub(super) fn construction(
        &self,
        program: &Program,
        class: TypeId,
        object: usize,
    ) -> Option<Construction> {
        let mut construction = Construction {
            object,
            class,
            constructor: *self.makes.first()?,
            is_public: true,
            params: Vec::new(),
            destructor: Some(self.drop),
            maker: Some(self.clone()),
            count: None,
            nesting: 0,
            api: None,
        };
        construction.with_elements(program, 0);
        Some(construction)
    }
}

impl Construction {
    /// Is there a number of elements that has not been decided?
    pub(super) fn is_uncounted(&self) -> bool {
        self.counter().is_some() && self.count.is_none()
    }

    /// Has a number of elements been chosen?
    pub(crate) fn is_counted(&self) -> bool {
        self.count.is_some()
    }

    /// What decides how many elements there are.
    fn counter(&self) -> Option<FuncId> {
        let maker = self.maker.as_ref()?;
        let most = if maker.is_used { 1 } else { MOST_COUNTED };
        maker.count.filter(|_| self.nesting < most)
    }

    /// Sees to it that what it is made of has no elements.
    pub(super) fn without_elements(&mut self) {
        self.nesting = MOST_COUNTED - 1;
    }

    /// How a test writes it, if a maker makes it.
    pub(super) fn written(&self) -> Option<&Written> {
        self.maker.as_ref()?.written.get(self.function_of_maker()?)
    }

    /// The number of the maker's function that makes it, if one does.
    pub(super) fn function_of_maker(&self) -> Option<usize> {
        self.maker.as_ref()?.makes.iter().position(|&make| make == self.constructor)
    }

    /// Chooses the function that takes so many elements.
    fn with_elements(&mut self, program: &Program, elements: usize) {
        let make = self.maker.as_ref().and_then(|maker| maker.makes.get(elements).copied());
        self.constructor = make.unwrap_or(self.constructor);
        let signature = program.signature_of(self.constructor);
        let params = signature.map(|it| it.params.iter().map(|param| param.ty).collect());
        self.params = params.unwrap_or_default();
    }
}

impl<'p> UnitRun<'_, 'p> {
    /// The next step decides how many elements the object of a construction has.
    pub(super) fn count(
        &mut self,
        state: &mut State<'p>,
        number: usize,
        construction: Construction,
    ) -> Result<(), Stop> {
        let object = Some(construction.object);
        let Some((counter, maker)) = construction.counter().zip(construction.maker) else {
            return Err(Stop::Internal("there is nothing to count".into()));
        };
        let step = RunningStep::new(Step::call(counter), Role::Count);
        let ready = self.call_words(state, &step)?;
        let most = maker.makes.len() as u128;
        let count = ready.arguments.first().cloned();
        let leaf = count.as_ref().and_then(|count| count.leaves.first());
        let Some(leaf) = leaf else {
            return Err(Stop::Internal("a number of elements is no number".into()));
        };
        InputMaker::of(self.symbols()).require_less(state, leaf.var, most)?;
        let construction = &mut state.above.progress().step_mut(number).construction;
        *construction = construction.take().map(|made| Construction { count, ..made });
        state.above.progress().run_first(RunningStep { object, ready: Some(ready), ..step });
        Ok(())
    }
}

/// A number of elements has been decided: what makes so many is called.
pub fn counted(program: &Program, state: &mut State<'_>) {
    let model = state.above.path.model.clone();
    let Some(step) = state.above.progress().counted_mut() else { return };
    let Some(construction) = &mut step.construction else { return };
    let count = construction.count.as_ref().and_then(|count| count.leaves.first());
    let Some(elements) = count.map(|leaf| model.get(leaf.var) as usize) else { return };
    construction.with_elements(program, elements);
    step.step.function = construction.constructor;
}

impl<'p> InputMaker<'_, 'p> {
    pub(super) fn require_less(
        &mut self,
        state: &mut State<'p>,
        var: coax_expr::Var,
        bound: u128,
    ) -> Result<(), Stop> {
        let term = self.symbols.pool.var(var);
        let bound = self.symbols.pool.constant(self.symbols.pool.width(term), bound);
        let allowed = self.symbols.pool.ult(term, bound);
        self.require(state, allowed)
    }
}
