//! `setjmp` and `longjmp`.
//!
//! A `jmp_buf` gets a token; the place to return to is kept in the state. It is
//! valid as long as the frame that called `setjmp` exists.

use coax_ir::{Pc, Slot};

use crate::library::{Call, Flow};
use crate::{ErrorKind, Stop};

/// A place to come back to.
#[derive(Clone, Copy, Debug)]
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
        let frames = &self.state.frames;
        // Places whose frame is gone can never be returned to.
        self.state.jumps.retain(|jump| frames.iter().any(|frame| frame.serial == jump.serial));
        let known = self.load_token(env).filter(|&i| {
            let jump = &self.state.jumps;
            jump.get(i).is_some_and(|jump| jump.serial == saved.serial && jump.next == saved.next)
        });
        let index = known.unwrap_or(self.state.jumps.len());
        if known.is_none() {
            self.state.jumps.push(saved);
        }
        self.store::<8>(env, TOKEN | index as u64)?;
        Ok(Flow::int(0))
    }

    fn load_token(&mut self, env: u64) -> Option<usize> {
        let memory = self.memory_at(env).ok()?;
        let word = u64::from_le_bytes(memory.load::<8>(env)?);
        (word & TOKEN == TOKEN).then_some((word & 0xFFFF_FFFF) as usize)
    }

    /// `longjmp(env, value)`: returns from `setjmp` again, with `value` or 1.
    pub fn long_jump(&mut self) -> Result<Flow, Stop> {
        let (env, value) = (self.word(0), self.int(1));
        let token = self.load::<8>(env)?;
        let saved = (token & TOKEN == TOKEN)
            .then(|| self.state.jumps.get((token & 0xFFFF_FFFF) as usize).copied())
            .flatten();
        let target = saved.and_then(|saved| {
            let depth = self.state.frames.iter().position(|frame| frame.serial == saved.serial)?;
            Some((saved, depth))
        });
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
