//! <stdio.h>.
//!
//! - `stream` is one stream, `streams` all of them and how a `FILE *` finds its own;
//! - `open`, `characters`, `lines`, `blocks`, `positions`, `wide` are models over streams;
//! - `directive`, `arguments`, `format` are printf's three halves: reading the format, finding
//!   the arguments, making the text; `output` is the family of functions over them;
//! - `scan` is scanf, and `input` the family of functions over it.

pub(crate) mod arguments;
pub(crate) mod blocks;
pub(crate) mod characters;
pub(crate) mod directive;
pub(crate) mod format;
pub(crate) mod input;
pub(crate) mod lines;
pub(crate) mod open;
pub(crate) mod output;
pub(crate) mod positions;
pub(crate) mod scan;
pub(crate) mod scan_set;
pub(crate) mod stream;
pub(crate) mod streams;
pub(crate) mod wide;
