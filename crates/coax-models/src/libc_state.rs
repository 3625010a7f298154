//! What the C library remembers between calls.
//!
//! Invariant: a plain value. Addresses in it are of objects in the program's memory, which forks
//! together with it.

use std::any::Any;
use std::collections::HashMap;
use std::sync::Arc;

use coax_engine::{Call, LibraryState};
use coax_native::numeric::MathFn;

use crate::input_files::InputFiles;
use crate::stdio::streams::Streams;

/// The library's part of a state.
#[derive(Clone)]
pub(crate) struct LibcState {
    /// The environment the program starts with; emptied once it is in memory.
    pub(crate) initial_environment: Vec<Vec<u8>>,
    /// The name the program was started by.
    pub(crate) program_name: Vec<u8>,
    /// The array `environ` points to at the start, once made.
    pub(crate) environ: Option<u64>,
    /// Open streams.
    pub(crate) streams: Streams,
    /// Files that are inputs.
    pub(crate) inputs: InputFiles,
    /// Open directories.
    pub(crate) directories: Vec<crate::directories::Directory>,
    /// libm functions by the id of the program's function, found on first use.
    pub(crate) math: Vec<Option<MathFn>>,
    /// The name counter of temporary files.
    pub(crate) temporary: u64,
    /// The file mode creation mask.
    pub(crate) umask: u32,
    /// Signals that are ignored, one bit each.
    pub(crate) ignored_signals: u64,
    /// String constants of the library's that the program has seen; forks share them.
    texts: Arc<HashMap<Vec<u8>, u64>>,
    statics: [u64; Static::COUNT],
}

/// The static buffers of library functions (`errno`, the result of `gmtime`, …).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub(crate) enum Static {
    Errno,
    CtypeClasses,
    CtypeClassesPointer,
    CtypeLower,
    CtypeLowerPointer,
    CtypeUpper,
    CtypeUpperPointer,
    BrokenDownTime,
    TimeText,
    LocaleConventions,
    LocaleObject,
    TemporaryName,
}

impl Static {
    const COUNT: usize = Static::TemporaryName as usize + 1;
}

impl LibcState {
    pub(crate) fn new(
        initial_environment: Vec<Vec<u8>>,
        program_name: Vec<u8>,
        inputs: InputFiles,
    ) -> LibcState {
        LibcState {
            initial_environment,
            program_name,
            environ: None,
            streams: Streams::default(),
            inputs,
            directories: Vec::new(),
            math: Vec::new(),
            temporary: 0,
            umask: 0o022,
            ignored_signals: 0,
            texts: Arc::default(),
            statics: [0; Static::COUNT],
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

/// The library's state of a call.
pub(crate) fn state<'a>(call: &'a mut Call<'_, '_>) -> &'a mut LibcState {
    call.library_state()
}

/// The address of a static buffer; `initial` gives its contents when it is first asked for.
pub(crate) fn static_buffer(
    call: &mut Call<'_, '_>,
    which: Static,
    initial: impl FnOnce(&mut Call<'_, '_>) -> Vec<u8>,
) -> u64 {
    let known = state(call).statics[which as usize];
    if known != 0 {
        return known;
    }
    let bytes = initial(call);
    let address = call.environment(&bytes);
    state(call).statics[which as usize] = address;
    address
}

/// The address of a string constant of the library's; equal texts are one object.
pub(crate) fn text(call: &mut Call<'_, '_>, text: &[u8]) -> u64 {
    if let Some(&known) = state(call).texts.get(text) {
        return known;
    }
    let address = call.environment(&[text, b"\0"].concat());
    Arc::make_mut(&mut state(call).texts).insert(text.to_vec(), address);
    address
}
