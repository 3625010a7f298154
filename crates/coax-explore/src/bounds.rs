//! Where an exploration ends that has not explored everything.

use coax_interp::Revisits;

/// How long a path runs that comes to nothing new, before it makes room for others. It goes on later.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Instructions since it last came to something new.
    pub steps: u64,
    /// Other sides that it has put aside since then.
    pub forks: u64,
    /// Conditions that were added to it since then.
    pub depth: u64,
}

impl Patience {
    /// A path makes room only if it runs very long without having a choice.
    pub const LONG: Patience = Patience { steps: u64::MAX, forks: u64::MAX, depth: u64::MAX };
    /// Paths may go on for ever, and all of them are wanted: a program is explored as a whole.
    pub const SHORT: Patience = Patience { steps: 1_000_000, forks: 32, depth: 256 };
}

/// Bounds of an exploration.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Paths to run.
    pub paths: u64,
    /// Instructions to run, over all paths.
    pub steps: u64,
    /// Conditions a path may have.
    pub conditions: usize,
    /// How often a path may come to one instruction.
    pub revisits: Revisits,
    /// Bytes that pending paths may take, roughly.
    pub memory: u64,
    /// When a path makes room for others.
    pub patience: Patience,
}

impl Default for Bounds {
    fn default() -> Bounds {
        let (paths, steps, memory) = (u64::MAX, u64::MAX, u64::MAX);
        let revisits = Revisits::All(u32::MAX);
        let patience = Patience::LONG;
        Bounds { paths, steps, conditions: usize::MAX, revisits, memory, patience }
    }
}
