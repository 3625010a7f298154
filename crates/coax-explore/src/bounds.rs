//! Where an exploration ends that has not explored everything.

use coax_interp::Revisits;

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
}

impl Default for Bounds {
    fn default() -> Bounds {
        let (paths, steps, memory) = (u64::MAX, u64::MAX, u64::MAX);
        let revisits = Revisits::All(u32::MAX);
        Bounds { paths, steps, conditions: usize::MAX, revisits, memory }
    }
}
