//! The layers above the interpreter, joined: what they keep in a machine and in a state, and the views of a machine that
//! they work on.
//!
//! A view borrows the machine and stands for a layer: [`Symbolic`] decides and says what values are in terms of the
//! inputs, [`UnitRun`] makes inputs and runs scenarios, [`Summing`] steps over calls. The views of higher layers
//! are views of the lower ones as well.

use std::collections::{BTreeSet, HashMap};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use coax_ir::{Kind, Pc, TypeId};

use crate::Machine;
use crate::guards::{Guards, GuideCounts, Suppositions};
use crate::scenario::Progress;
use crate::symbolic::{Path, Symbols};
use crate::unit::{Tree, UnitPlan};

/// The layers above the interpreter: terms and decisions, inputs of units, summaries.
pub struct Layers;

/// What the layers keep in a state.
#[derive(Clone, Default)]
pub struct InState {
    /// What it knows about its inputs.
    pub path: Path,
    /// What is run instead of `main`, if it has any steps, and how far it has come.
    pub(crate) scenario: Arc<Progress>,
    /// What the unit was given, if a unit is run.
    pub(crate) unit: Option<Arc<Tree>>,
    /// What functions return that a sequence defines itself, by their numbers.
    pub(crate) answers: Arc<Vec<u64>>,
    /// What guards have found out.
    pub(crate) suppositions: Suppositions,
}

impl InState {
    /// Does the path follow its inputs, and no other path with it, although nothing is left to show?
    pub fn goes_on_verified(&self) -> bool {
        self.suppositions.goes_on()
    }

    /// Is a unit run: a function without a harness?
    pub fn is_of_unit(&self) -> bool {
        self.unit.is_some()
    }
}

/// What the layers keep in a machine.
#[derive(Default)]
pub struct InMachine<'p> {
    /// What running with inputs needs; none if there are no inputs.
    pub symbols: Option<Box<Symbols<'p>>>,
    /// How a unit is run, if one is.
    pub(crate) plan: Option<Arc<UnitPlan>>,
    /// The calls in a unit's own code that paths have come to.
    pub(crate) calls_made: BTreeSet<Pc>,
    /// Types made up for words of which nothing but their kind is known.
    pub(crate) word_types: HashMap<Kind, TypeId>,
    /// The guards of instructions, if any has one.
    pub(crate) guards: Option<Arc<Guards>>,
    /// What guards came to.
    pub guide: GuideCounts,
}

impl<'p> InMachine<'p> {
    /// The context of inputs.
    ///
    /// # Panics
    /// If this machine knows no inputs: then there are no terms either.
    pub fn symbols(&mut self) -> &mut Symbols<'p> {
        self.symbols.as_mut().expect("terms exist only where there are inputs")
    }
}

/// A machine that may have inputs.
pub trait WithSymbols<'p> {
    /// Lets programs ask for inputs.
    fn with_symbols(&mut self, symbols: Symbols<'p>);

    /// The context of inputs, for reports about an exploration.
    ///
    /// # Panics
    /// If this machine knows no inputs.
    fn symbols_mut(&mut self) -> &mut Symbols<'p>;

    /// Gives instructions their guards.
    fn with_guards(&mut self, guards: Arc<Guards>);

    /// The guards of instructions, if any has one.
    fn guards(&self) -> Option<Arc<Guards>>;
}

impl<'p> WithSymbols<'p> for Machine<'p> {
    fn with_symbols(&mut self, symbols: Symbols<'p>) {
        self.above.symbols = Some(Box::new(symbols));
    }

    fn symbols_mut(&mut self) -> &mut Symbols<'p> {
        self.above.symbols()
    }

    fn with_guards(&mut self, guards: Arc<Guards>) {
        self.above.guards = Some(guards);
        self.is_guarded = true;
    }

    fn guards(&self) -> Option<Arc<Guards>> {
        self.above.guards.clone()
    }
}

/// A machine whose words may be terms over inputs.
pub(crate) struct Symbolic<'m, 'p> {
    machine: &'m mut Machine<'p>,
}

impl<'m, 'p> Symbolic<'m, 'p> {
    pub(crate) fn of(machine: &'m mut Machine<'p>) -> Symbolic<'m, 'p> {
        Symbolic { machine }
    }

    /// The context of inputs.
    pub fn symbols(&mut self) -> &mut Symbols<'p> {
        self.machine.above.symbols()
    }
}

impl<'p> Deref for Symbolic<'_, 'p> {
    type Target = Machine<'p>;

    fn deref(&self) -> &Machine<'p> {
        self.machine
    }
}

impl DerefMut for Symbolic<'_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.machine
    }
}

macro_rules! view {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        pub(crate) struct $name<'m, 'p>(Symbolic<'m, 'p>);

        impl<'m, 'p> $name<'m, 'p> {
            pub(crate) fn of(machine: &'m mut Machine<'p>) -> $name<'m, 'p> {
                $name(Symbolic::of(machine))
            }
        }

        impl<'m, 'p> Deref for $name<'m, 'p> {
            type Target = Symbolic<'m, 'p>;

            fn deref(&self) -> &Symbolic<'m, 'p> {
                &self.0
            }
        }

        impl DerefMut for $name<'_, '_> {
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut self.0
            }
        }
    };
}

view! {
    /// A machine that runs scenarios, and functions without a harness, whose inputs it makes.
    UnitRun
}

view! {
    /// A machine that steps over calls: it makes and applies summaries.
    Summing
}

macro_rules! symbols_view {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        pub struct $name<'s, 'p> {
            pub(crate) symbols: &'s mut Symbols<'p>,
        }

        impl<'s, 'p> $name<'s, 'p> {
            /// The same symbols, as this layer sees them.
            pub fn of(symbols: &'s mut Symbols<'p>) -> $name<'s, 'p> {
                $name { symbols }
            }
        }

        impl<'p> Deref for $name<'_, 'p> {
            type Target = Symbols<'p>;

            fn deref(&self) -> &Symbols<'p> {
                self.symbols
            }
        }

        impl DerefMut for $name<'_, '_> {
            fn deref_mut(&mut self) -> &mut Self::Target {
                self.symbols
            }
        }
    };
}

symbols_view! {
    /// The symbols of a machine that makes inputs of units: objects, pointers, lengths, globals.
    InputMaker
}

symbols_view! {
    /// The symbols of a machine that steps over calls: functions' own terms, summaries, goals.
    Summarizer
}

symbols_view! {
    /// The symbols of a machine that says what instructions' results are in terms of the inputs.
    Shadows
}

symbols_view! {
    /// The symbols of a machine whose instructions have guards: conditions over assumptions.
    Conditions
}

symbols_view! {
    /// The symbols of a machine that has objects whose size depends on inputs.
    ObjectSizes
}
