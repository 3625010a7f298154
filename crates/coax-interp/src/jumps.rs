//! `setjmp` and `longjmp`.
//!
//! A `jmp_buf` gets a token; the place to return to is kept in the state. It is
//! valid as long as the frame that called `setjmp` exists.

use crate::machine::{Call, Flow, Hooks, Mark, SavedJump};
use crate::{ErrorKind, Stop};

/// Marks the first word of a `jmp_buf` as ours; the second is the number of the frame.
const TOKEN: u64 = 0x4A4D_5000_0000_0000;
const INDEX: u64 = 0xFFFF_FFFF;

impl<H: Hooks> Call<'_, '_, H> {
    /// `setjmp(env)`: remembers where the caller is; returns 0.
    pub fn set_jump(&mut self) -> Result<Flow, Stop> {
        let env = self.word(0);
        let Some(site) = self.site else {
            return Err(Stop::Internal("setjmp without a call site".into()));
        };
        let objects = self.state.stack_objects.len();
        let serial = self.state.top().serial;
        let saved = SavedJump { serial, next: site.next, dst: site.dst, objects };
        self.forget_dead_jumps();
        let index = self.remember(saved);
        self.store::<8>(env, TOKEN | index as u64)?;
        self.store::<8>(env + 8, serial)?;
        Ok(Flow::int(0))
    }

    /// A loop sets the same place again and again: it keeps its index.
    fn remember(&mut self, saved: SavedJump) -> usize {
        let jumps = &mut self.state.jumps;
        let own = jumps.iter().rev().take_while(|jump| jump.serial == saved.serial).count();
        let first = jumps.len() - own;
        match jumps[first..].iter().position(|jump| jump.next == saved.next) {
            Some(known) => {
                jumps[first + known] = saved;
                first + known
            }
            None => {
                jumps.push(saved);
                jumps.len() - 1
            }
        }
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
        let term = H::jump_value(self);
        let (token, serial) = (self.load::<8>(env)?, self.load::<8>(env + 8)?);
        let saved = match token & !INDEX {
            TOKEN => self.state.jumps.get((token & INDEX) as usize).copied(),
            _ => None,
        };
        let saved = saved.filter(|saved| saved.serial == serial);
        let Some((saved, depth)) = saved.and_then(|saved| Some((saved, self.depth_of(&saved)?)))
        else {
            let message = "longjmp to a place whose function has returned";
            return Err(self.error(ErrorKind::UseAfterFree, message));
        };
        while self.state.frames.len() > depth + 1 {
            self.state.drop_frame();
        }
        self.state.pop_dynamic(saved.objects);
        let word = u64::from(if value == 0 { 1 } else { value as u32 });
        self.state.set_marked_word(saved.dst, word, Mark { undefined: 0, term });
        self.state.top().pc = saved.next;
        Ok(Flow::Elsewhere)
    }
}
