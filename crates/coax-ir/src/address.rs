//! The address space of an interpreted program.
//!
//! Every object lives in *granules* of its own (1 MiB of address space each), in
//! one of four regions. So an address alone tells which object a pointer came
//! from, even when it has run off that object's ends by up to half a granule:
//! pointers carry their provenance in their bits, through integers, bytes in
//! memory and `memcpy` alike, and at no cost. Addresses stay below 2^47 as on
//! the real machine, so tagging and NaN-boxing programs work.

use crate::FuncId;

/// log2 of a granule's size.
pub const GRANULE_BITS: u32 = 20;
/// Size of a granule: the address space every object has for itself at least.
pub const GRANULE: u64 = 1 << GRANULE_BITS;
/// In how many different places of its granule an object may start, 16 bytes apart.
const SCATTER: u64 = 4096;
/// First address that no object can have.
pub const END: u64 = 1 << 47;

/// The four parts of the address space. Below [`Region::Code`] nothing lives:
/// null and small integers are no pointers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Region {
    /// Functions and the labels inside them.
    Code,
    /// Global variables.
    Globals,
    /// Objects that end with their frame.
    Stack,
    /// `malloc`, `new` and allocations of library models.
    Heap,
}

impl Region {
    /// All regions, in address order.
    pub const ALL: [Region; 4] = [Region::Code, Region::Globals, Region::Stack, Region::Heap];

    /// The region's first address.
    pub const fn base(self) -> u64 {
        match self {
            Region::Code => 0x1000_0000_0000,
            Region::Globals => 0x2000_0000_0000,
            Region::Stack => 0x3000_0000_0000,
            Region::Heap => 0x4000_0000_0000,
        }
    }

    /// How many granules the region has.
    pub const fn granules(self) -> u64 {
        match self {
            Region::Heap => (END - Region::Heap.base()) >> GRANULE_BITS,
            _ => 0x1000_0000_0000 >> GRANULE_BITS,
        }
    }

    /// The region an address lies in.
    #[inline(always)]
    pub const fn of(address: u64) -> Option<Region> {
        match address >> 44 {
            1 => Some(Region::Code),
            2 => Some(Region::Globals),
            3 => Some(Region::Stack),
            4..=7 => Some(Region::Heap),
            _ => None,
        }
    }
}

/// Number of the granule within its region.
#[inline(always)]
pub const fn granule_in(region: Region, address: u64) -> u64 {
    (address - region.base()) >> GRANULE_BITS
}

/// Where in its first granule an object of this size starts, and how many granules it takes.
///
/// Small objects start near the middle of their granule, so that running off
/// either end stays attributable. `scatter` (any number, usually the granule's)
/// varies the low bits: programs hash pointers, and objects a power of two
/// apart would all collide.
pub const fn placement(size: u64, align: u64, scatter: u64) -> (u64, u64) {
    let middle = GRANULE / 2;
    let offset = if align <= 16 {
        middle + (scatter.wrapping_mul(0x9E37_79B9) % SCATTER) * 16
    } else if align <= middle {
        middle
    } else {
        align
    };
    // The number of granules does not depend on the scattering: places are reserved and used again by it.
    let furthest = if align <= 16 { middle + SCATTER * 16 } else { offset };
    let granules = if size <= GRANULE / 4 && furthest < GRANULE {
        1
    } else {
        (furthest + size).div_ceil(GRANULE) + 1
    };
    (offset, granules)
}

/// Address of a function.
pub const fn of_function(function: FuncId) -> u64 {
    Region::Code.base() + ((function.0 as u64) << GRANULE_BITS)
}

/// Address of a label: what `&&label` evaluates to. `block` numbers the blocks of the function.
pub const fn of_block(function: FuncId, block: u32) -> u64 {
    of_function(function) + 1 + block as u64
}

/// The function an address is the entry of, or a label in.
pub const fn function_at(address: u64) -> Option<FuncId> {
    match Region::of(address) {
        Some(Region::Code) => Some(FuncId(granule_in(Region::Code, address) as u32)),
        _ => None,
    }
}

/// The block number of a label address, if it is one.
pub const fn block_at(address: u64) -> Option<u32> {
    match (address & (GRANULE - 1)) as u32 {
        0 => None,
        n => Some(n - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_do_not_overlap_and_know_their_addresses() {
        for region in Region::ALL {
            let last = region.base() + (region.granules() << GRANULE_BITS) - 1;
            assert_eq!(Region::of(region.base()), Some(region));
            assert_eq!(Region::of(last), Some(region));
        }
        assert_eq!(Region::of(0), None);
        assert_eq!(Region::of(END), None);
        assert_eq!(Region::of(u64::MAX), None);
    }

    #[test]
    fn small_objects_leave_room_on_both_sides() {
        for scatter in 0..10_000 {
            let (offset, granules) = placement(64, 16, scatter);
            assert_eq!(granules, 1);
            assert_eq!(offset % 16, 0);
            assert!(offset >= GRANULE / 2 && offset + GRANULE / 4 < GRANULE);
        }
    }

    #[test]
    fn large_and_overaligned_objects_fit_their_granules() {
        for (size, align) in
            [(10 << 20, 16), (100, 1 << 19), (5 << 20, 4 << 20), (GRANULE / 4 + 1, 8)]
        {
            let (offset, granules) = placement(size, align, 3);
            assert!(offset + size < granules << GRANULE_BITS);
            assert_eq!(offset % align, 0);
        }
    }

    #[test]
    fn how_many_granules_an_object_has_does_not_depend_on_where_it_is() {
        for size in [1, GRANULE / 4, GRANULE / 4 + 1, GRANULE / 2 - 1, GRANULE / 2, 3 * GRANULE - 9]
        {
            let (_, granules) = placement(size, 8, 0);
            for scatter in 0..5000 {
                let (offset, same) = placement(size, 8, scatter);
                assert_eq!(same, granules);
                assert!(offset + size < granules << GRANULE_BITS);
            }
        }
    }

    #[test]
    fn labels_and_functions_round_trip() {
        let f = FuncId(77);
        assert_eq!(function_at(of_block(f, 3)), Some(f));
        assert_eq!(block_at(of_block(f, 3)), Some(3));
        assert_eq!(block_at(of_function(f)), None);
    }
}
