//! What a state remembers of guards: which assumptions were violated in each activation, and whether a check that was not
//! verified has been passed.

use std::sync::Arc;

use coax_expr::Term;

/// Does something hold?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Truth {
    True,
    False,
    /// If this term of width 1 is true.
    If(Term),
}

/// What a state remembers of guards.
#[derive(Clone, Debug, Default)]
pub struct Suppositions {
    /// None as long as no guard was met.
    known: Option<Arc<Known>>,
}

#[derive(Clone, Debug)]
struct Known {
    activations: Vec<Activation>,
    unverified: Truth,
    goes_on: bool,
    was_put_off: bool,
}

/// The assumptions of a running function.
#[derive(Clone, Debug)]
struct Activation {
    /// The number of its frame.
    frame: u64,
    holds: Vec<Truth>,
}

impl Suppositions {
    fn known(&mut self) -> &mut Known {
        let known = self.known.get_or_insert_with(|| {
            Arc::new(Known {
                activations: Vec::new(),
                unverified: Truth::False,
                goes_on: false,
                was_put_off: false,
            })
        });
        Arc::make_mut(known)
    }

    /// Does an assumption hold so far in the activation with this frame?
    pub(crate) fn holds(&self, frame: u64, assumption: u32) -> Truth {
        let known = self.known.as_ref();
        let own = known.and_then(|known| known.activations.iter().rev().find(|a| a.frame == frame));
        own.and_then(|own| own.holds.get(assumption as usize)).copied().unwrap_or(Truth::True)
    }

    /// An assumption, out of so many, holds as is said from here on. Frames have returned that have larger numbers than
    /// the running one.
    pub(crate) fn set(&mut self, frame: u64, assumption: u32, count: u32, holds: Truth) {
        if self.holds(frame, assumption) == holds {
            return;
        }
        let known = self.known();
        known.activations.retain(|activation| activation.frame <= frame);
        if known.activations.last().is_none_or(|last| last.frame != frame) {
            let holds = vec![Truth::True; count as usize];
            known.activations.push(Activation { frame, holds });
        }
        if let Some(own) = known.activations.last_mut() {
            own.holds[assumption as usize] = holds;
        }
    }

    /// Has a check been passed that was not verified?
    pub(crate) fn unverified(&self) -> Truth {
        self.known.as_ref().map_or(Truth::False, |known| known.unverified)
    }

    pub(crate) fn set_unverified(&mut self, unverified: Truth) {
        if self.unverified() != unverified {
            self.known().unverified = unverified;
        }
    }

    /// Does the path go on although nothing is left to show, to see whether that is so?
    pub(crate) fn goes_on(&self) -> bool {
        self.known.as_ref().is_some_and(|known| known.goes_on)
    }

    pub(crate) fn set_goes_on(&mut self) {
        self.known().goes_on = true;
    }

    /// Was the path put off? Once is enough.
    pub(crate) fn was_put_off(&self) -> bool {
        self.known.as_ref().is_some_and(|known| known.was_put_off)
    }

    pub(crate) fn set_put_off(&mut self) {
        self.known().was_put_off = true;
    }
}
