//! `setjmp` and `longjmp`.
//!
//! A `jmp_buf` gets a token; the place to return to is kept in the state. It is
//! valid as long as the frame that called `setjmp` exists.

use coax_ir::{Pc, Slot};

use crate::library::{Call, Flow};
use crate::{ErrorKind, Stop};

/// A place to come back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SavedJump {
    serial: u64,
    next: Pc,
    dst: Slot,
}

/// Marks the first word of a `jmp_buf` as ours.
const TOKEN: u64 = 0x4A4D_5000_0000_0000;

impl Call<'_, '_> {
    /// `setjmp(env)`: remembers where the caller is; returns 0.
    pub fn set_jump(&mut self) -> Result<Flow, Stop> {
        let env = self.word(0);
        let Some(site) = self.site else {
            return Err(Stop::Internal("setjmp without a call site".into()));
        };
        let saved = SavedJump { serial: self.state.top().serial, next: site.next, dst: site.dst };
        self.forget_dead_jumps();
        // A loop sets the same place again and again: it keeps its token.
        let index = match self.state.jumps.iter().position(|jump| *jump == saved) {
            Some(index) => index,
            None => {
                self.state.jumps.push(saved);
                self.state.jumps.len() - 1
            }
        };
        self.store::<8>(env, TOKEN | index as u64)?;
        Ok(Flow::int(0))
    }

    /// Drops the newest places whose functions have returned (older ones keep their index).
    fn forget_dead_jumps(&mut self) {
        while let Some(jump) = self.state.jumps.last()
            && self.depth_of(jump).is_none()
        {
            self.state.jumps.pop();
        }
    }

    /// Which frame a place belongs to. Frames are numbered in the order they were made.
    fn depth_of(&self, jump: &SavedJump) -> Option<usize> {
        self.state.frames.binary_search_by_key(&jump.serial, |frame| frame.serial).ok()
    }

    /// `longjmp(env, value)`: returns from `setjmp` again, with `value` or 1.
    pub fn long_jump(&mut self) -> Result<Flow, Stop> {
        let (env, value) = (self.word(0), self.int(1));
        let token = self.load::<8>(env)?;
        let saved = (token & TOKEN == TOKEN)
            .then(|| self.state.jumps.get((token & 0xFFFF_FFFF) as usize).copied())
            .flatten();
        let target = saved.and_then(|saved| Some((saved, self.depth_of(&saved)?)));
        let Some((saved, depth)) = target else {
            let message = "longjmp to a place whose function has returned";
            return Err(self.error(ErrorKind::UseAfterFree, message));
        };
        while self.state.frames.len() > depth + 1 {
            self.state.drop_frame();
        }
        self.state.set_word(saved.dst, u64::from(if value == 0 { 1 } else { value as u32 }));
        self.state.top().pc = saved.next;
        Ok(Flow::Elsewhere)
    }
}
