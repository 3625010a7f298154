//! What is asked of a growth, and the rules it can be tuned by.

use coax_ir::FuncId;

/// What is asked of a growth.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The functions that a user of the code can call: free functions, methods, constructors and destructors. Only
    /// these are called.
    pub boundary: Vec<FuncId>,
    /// How many calls a sequence may have; releases do not count.
    pub max_calls: usize,
    /// How sequences are found.
    pub strategy: Strategy,
    /// All randomness.
    pub seed: u64,
    /// How many attempts are made, each of them at most one call.
    pub max_attempts: u64,
    /// How many instructions one call may run.
    pub max_steps: u64,
    /// The rules.
    pub policy: Policy,
}

impl Plan {
    /// A plan with the defaults for these functions.
    pub fn of(boundary: Vec<FuncId>) -> Plan {
        Plan {
            boundary,
            max_calls: 12,
            strategy: Strategy::Combined,
            seed: 0,
            max_attempts: u64::MAX,
            max_steps: 1 << 20,
            policy: Policy::default(),
        }
    }
}

/// How sequences are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// By random extension only.
    Random,
    /// By concolic execution; random extension makes one sequence for every function to begin with.
    Concolic,
    /// By random extension until it covers nothing new, then by concolic execution, and back.
    #[default]
    Combined,
}

/// The rules of a growth.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// Random extension has come to a plateau when so many attempts for every boundary function in a row have covered
    /// no new branch side.
    pub plateau_attempts: u64,
    /// Concolic execution gives way to random extension after so many targets in a row without a new branch side, or
    /// when there is no target left.
    pub concolic_failures: u64,
    /// It gives way as well after so many drivers of its own, which random extension then goes on from.
    pub concolic_successes: u64,
    /// How many sequences are tried for one target before it is put off.
    pub drivers_per_target: usize,
    /// The largest object that a call may allocate, in bytes: one that asks for more is given up.
    pub largest_object: u64,
    /// How many sequences the pool keeps.
    pub pool_size: usize,
    /// How many bytes the memories of the kept states may take, roughly.
    pub pool_bytes: u64,
    /// In one of so many arguments a null pointer or an extreme number is tried.
    pub extreme_one_in: u32,
    /// One of so many paths that a conflict sequence rules out is solved all the same, as a check.
    pub check_one_in: u64,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            plateau_attempts: 100,
            concolic_failures: 40,
            concolic_successes: 10,
            drivers_per_target: 3,
            largest_object: 1 << 20,
            pool_size: 4096,
            pool_bytes: 1 << 30,
            extreme_one_in: 64,
            check_one_in: 16,
        }
    }
}
