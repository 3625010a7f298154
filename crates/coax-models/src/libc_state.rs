//! What the C library remembers between calls, put together from its areas.
//!
//! Invariants:
//! - A plain value. Addresses in it are of objects in the program's memory, which forks together
//!   with it.
//! - Each area belongs to the module that defines it, which reaches it as [`Area`] says: no module but
//!   [`crate::library`] sees the whole.

use std::any::Any;

use coax_engine::{Call, LibraryState, World};

use crate::area::Area;
use crate::directories::OpenDirectories;
use crate::environment::Environment;
use crate::files::CreationMask;
use crate::input_files::InputFiles;
use crate::math::FoundFunctions;
use crate::process::ProgramName;
use crate::signals::IgnoredSignals;
use crate::statics::Statics;
use crate::stdio::streams::Streams;
use crate::temporary::NameCounter;

/// The library's part of a state.
#[derive(Clone)]
pub(crate) struct LibcState {
    environment: Environment,
    program_name: ProgramName,
    pub(crate) streams: Streams,
    inputs: InputFiles,
    directories: OpenDirectories,
    math: FoundFunctions,
    temporary: NameCounter,
    mask: CreationMask,
    signals: IgnoredSignals,
    statics: Statics,
}

impl LibcState {
    pub(crate) fn new(
        environment: Environment,
        program_name: ProgramName,
        inputs: InputFiles,
    ) -> LibcState {
        LibcState {
            environment,
            program_name,
            streams: Streams::default(),
            inputs,
            directories: OpenDirectories::default(),
            math: FoundFunctions::default(),
            temporary: NameCounter::default(),
            mask: CreationMask::default(),
            signals: IgnoredSignals::default(),
            statics: Statics::default(),
        }
    }
}

impl LibraryState for LibcState {
    fn fork(&self) -> Box<dyn LibraryState> {
        Box::new(self.clone())
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// Says where each area is in the whole.
macro_rules! areas {
    ($($field:ident: $area:ty),* $(,)?) => {
        $(
            impl Area for $area {
                fn of<'a>(call: &'a mut Call<'_, '_>) -> &'a mut $area {
                    &mut call.library_state::<LibcState>().$field
                }

                fn and_world<'a>(
                    call: &'a mut Call<'_, '_>,
                ) -> (&'a mut $area, &'a mut dyn World) {
                    let (whole, world) = call.split::<LibcState>();
                    (&mut whole.$field, world)
                }
            }
        )*
    };
}

areas! {
    environment: Environment,
    program_name: ProgramName,
    streams: Streams,
    inputs: InputFiles,
    directories: OpenDirectories,
    math: FoundFunctions,
    temporary: NameCounter,
    mask: CreationMask,
    signals: IgnoredSignals,
    statics: Statics,
}
