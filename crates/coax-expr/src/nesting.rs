//! How deep constructors of terms are nested.

/// Counts how deep constructors are nested in rules of constructors.
///
/// A rule may build terms whose rules build terms, down a chain of any length; the machine's stack
/// has an end. Beyond the limit terms are stored as they are, which is just as right.
#[derive(Default)]
pub(crate) struct Nesting {
    depth: u32,
}

const DEEPEST: u32 = 64;

impl Nesting {
    /// May rules be tried? If so, `leave` must follow.
    pub(crate) fn enter(&mut self) -> bool {
        let allowed = self.depth < DEEPEST;
        self.depth += u32::from(allowed);
        allowed
    }

    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }
}
