//! Words of reports as enums. Engine, judge and report share them, and nothing else.
//!
//! - [`ErrorKind`] is what is wrong with a program;
//! - [`Incomplete`] is why an exploration is not complete;
//! - [`FollowReason`] is why a call is followed instead of being stepped over;
//! - [`Assumption`] is what an error takes beside plain values;
//! - [`Grade`] is whose mistake an error is, [`GradeReason`] why, and [`FailOn`] which grades make a run fail;
//! - [`NotJudged`] is why no native run could tell whether there is an error;
//! - [`Word`] is a word that was read from a file, which another version of Coax may have written.
//!
//! Invariants: a name is lower-case and belongs to one value of its enum; text, serialised or displayed, is
//! always the name; [`Word`]s are ordered by their text.

mod assumption;
mod error_help;
mod error_kind;
mod follow_reason;
mod grade;
mod incomplete;
mod not_judged;
mod word;

pub use assumption::Assumption;
pub use error_kind::ErrorKind;
pub use follow_reason::FollowReason;
pub use grade::{FailOn, Grade, GradeReason};
pub use incomplete::Incomplete;
pub use not_judged::NotJudged;
pub use word::{Named, UnknownWord, Word};
