//! Memory that belongs to the test itself, in a state: variables, temporaries, texts.

use coax_case::{Object, Pointee};
use coax_engine::scenario::ObservedWord;
use coax_engine::{State, Stop};
use coax_ir::Kind;
use coax_ir::address::{self, Region};
use coax_memory::{Allocation, HeapKind, Origin, TraceId};

use crate::bindings::Bindings;

/// Enough for every type.
const ALIGNMENT: u64 = 16;
/// How many letters a string of libstdc++ keeps in itself.
const SHORT_TEXT: usize = 15;

/// A word that depends on no input, with all bits defined.
pub(crate) fn plain(value: u64) -> ObservedWord {
    ObservedWord { value, undefined: 0, term: None }
}

/// Room with these bytes.
pub(crate) fn room_of(state: &mut State<'_>, bytes: &[u8]) -> Result<u64, Stop> {
    let request = request(bytes.len() as u64, Origin::Environment);
    found(state.memory.allocate_bytes(&request, bytes))
}

/// Room for a variable, with pointers to those that are there already.
pub(crate) fn variable_at(
    state: &mut State<'_>,
    object: &Object,
    bindings: &Bindings,
) -> Result<u64, Stop> {
    let address = room_of(state, &object.bytes)?;
    for at in &object.pointers {
        let to = match at.to {
            Pointee::Object { index, offset } => bindings.objects[index] + offset,
            Pointee::Function(id) => address::of_function(id),
            Pointee::Stub(index) => bindings.stubs[index],
            Pointee::Null | Pointee::File(_) => 0,
        };
        state.memory.write(address + at.offset, &to.to_le_bytes())?;
    }
    Ok(address)
}

/// Room without contents.
pub(crate) fn room(state: &mut State<'_>, size: u64) -> Result<u64, Stop> {
    let request = request(size, Origin::Environment);
    found(state.memory.allocate(&request))
}

/// Room that `new` would give.
pub(crate) fn new_room(state: &mut State<'_>, size: u64) -> Result<u64, Stop> {
    let request = request(size, Origin::Heap(HeapKind::New));
    found(state.memory.allocate(&request))
}

/// A terminated text.
pub(crate) fn text_of(state: &mut State<'_>, text: &[u8]) -> Result<u64, Stop> {
    room_of(state, &[text, &[0]].concat())
}

/// A `std::string`, as libstdc++ lays it out.
pub(crate) fn string_of(state: &mut State<'_>, text: &[u8]) -> Result<u64, Stop> {
    let address = room_of(state, &[0; 32])?;
    let letters = match text.len() {
        0..=SHORT_TEXT => address + 16,
        len => {
            let letters = new_room(state, len as u64 + 1)?;
            state.memory.write(address + 16, &(len as u64).to_le_bytes())?;
            letters
        }
    };
    state.memory.write(letters, &[text, &[0]].concat())?;
    state.memory.write(address, &letters.to_le_bytes())?;
    state.memory.write(address + 8, &(text.len() as u64).to_le_bytes())?;
    Ok(address)
}

/// A `std::string_view`, as libstdc++ lays it out.
pub(crate) fn view_of(state: &mut State<'_>, text: &[u8]) -> Result<u64, Stop> {
    let letters = text_of(state, text)?;
    room_of(state, &[(text.len() as u64).to_le_bytes(), letters.to_le_bytes()].concat())
}

fn request(size: u64, origin: Origin) -> Allocation {
    Allocation { region: Region::Heap, size, align: ALIGNMENT, origin, born: TraceId::default() }
}

fn found(room: Option<u64>) -> Result<u64, Stop> {
    room.ok_or_else(|| Stop::Unsupported("no room for the variables of a test".into()))
}

/// The words that scalars of these kinds have from an address on, one after the other.
pub(crate) fn words_at(
    state: &State<'_>,
    address: u64,
    kinds: &[Kind],
) -> Result<Vec<ObservedWord>, Stop> {
    let mut words = Vec::new();
    for piece in pieces(kinds) {
        words.push(word_at(state, address + piece.offset, piece.bytes)?);
    }
    Ok(words)
}

/// Writes words of these kinds from an address on.
pub(crate) fn store_words(
    state: &mut State<'_>,
    address: u64,
    kinds: &[Kind],
    words: &[ObservedWord],
) -> Result<(), Stop> {
    let end = state.memory.object(address).map_or(0, |object| object.base + object.size);
    for (piece, word) in pieces(kinds).into_iter().zip(words) {
        let at = address + piece.offset;
        let len = piece.bytes.min(end.saturating_sub(at)) as usize;
        let mask = (!word.undefined).to_le_bytes();
        state.memory.write_partly(at, &word.value.to_le_bytes()[..len], &mask[..len])?;
    }
    Ok(())
}

/// A part of a scalar: at most a word.
struct Piece {
    offset: u64,
    bytes: u64,
}

fn pieces(kinds: &[Kind]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at: u64 = 0;
    for kind in kinds {
        let bytes = u64::from(kind.bytes());
        at = at.next_multiple_of(bytes.next_power_of_two().min(8));
        for low in (0..bytes).step_by(8) {
            pieces.push(Piece { offset: at + low, bytes: (bytes - low).min(8) });
        }
        at += bytes;
    }
    pieces
}

/// So many bytes at an address as a word; those beyond the object are zero.
pub(crate) fn word_at(state: &State<'_>, at: u64, bytes: u64) -> Result<ObservedWord, Stop> {
    let end = state.memory.object(at).map_or(0, |object| object.base + object.size);
    let len = bytes.min(end.saturating_sub(at));
    let (mut value, mut mask) = ([0; 8], [0xFF; 8]);
    value[..len as usize].copy_from_slice(state.memory.bytes(at, len)?);
    if let Some(defined) = state.memory.defined(at, len)? {
        mask[..len as usize].copy_from_slice(&defined);
    }
    let undefined = !u64::from_le_bytes(mask);
    Ok(ObservedWord { value: u64::from_le_bytes(value), undefined, term: None })
}

/// A copy of an object, defined and undefined bytes alike.
pub(crate) fn copy_of(state: &mut State<'_>, from: u64, size: u64) -> Result<u64, Stop> {
    let copy = room(state, size)?;
    state.memory.copy(copy, from, size)?;
    Ok(copy)
}
