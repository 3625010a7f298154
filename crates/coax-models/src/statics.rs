//! Objects of the library's own that its functions give addresses of: static buffers (`errno`, the
//! result of `gmtime`, …) and string constants.
//!
//! Invariant: an object is made when it is first asked for, and once.

use std::collections::HashMap;
use std::sync::Arc;

use coax_engine::Call;

use crate::area::Area;

/// Where the objects are that were made.
#[derive(Clone, Default)]
pub(crate) struct Statics {
    /// String constants that the program has seen; forks share them.
    texts: Arc<HashMap<Vec<u8>, u64>>,
    /// By [`Static`]; 0 for what was not made yet.
    buffers: [u64; Static::COUNT],
}

/// The static buffers of library functions.
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

/// The address of a static buffer; `initial` gives its contents when it is first asked for.
pub(crate) fn static_buffer(
    call: &mut Call<'_, '_>,
    which: Static,
    initial: impl FnOnce(&mut Call<'_, '_>) -> Vec<u8>,
) -> u64 {
    let known = Statics::of(call).buffers[which as usize];
    if known != 0 {
        return known;
    }
    let bytes = initial(call);
    let address = call.environment(&bytes);
    Statics::of(call).buffers[which as usize] = address;
    address
}

/// The address of a string constant of the library's; equal texts are one object.
pub(crate) fn text(call: &mut Call<'_, '_>, text: &[u8]) -> u64 {
    if let Some(&known) = Statics::of(call).texts.get(text) {
        return known;
    }
    let address = call.environment(&[text, b"\0"].concat());
    Arc::make_mut(&mut Statics::of(call).texts).insert(text.to_vec(), address);
    address
}
