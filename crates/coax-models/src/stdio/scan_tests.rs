//! The scanner against the system's own sscanf.

use std::ffi::CString;

use proptest::prelude::*;

use super::*;

/// Input from a slice; targets are places in a list of 32-byte cells, numbered from 1.
struct Fake<'t> {
    input: &'t [u8],
    position: usize,
    cells: Vec<[u8; 32]>,
    used: u64,
}

impl ScanHost for Fake<'_> {
    fn get(&mut self) -> Result<Option<u8>, Stop> {
        let byte = self.input.get(self.position).copied();
        self.position += usize::from(byte.is_some());
        Ok(byte)
    }

    fn unget(&mut self, _: u8) {
        self.position -= 1;
    }

    fn target(&mut self, _: usize) -> Result<u64, Stop> {
        self.used += 1;
        Ok(self.used - 1)
    }

    fn store(&mut self, address: u64, bytes: &[u8]) -> Result<(), Stop> {
        self.cells[address as usize][..bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    fn new_block(&mut self, _: &[u8]) -> Result<u64, Stop> {
        Err(Stop::Internal("not in this test".into()))
    }
}

const FILL: u8 = 0xEE;

fn ours(input: &str, format: &str) -> (i32, Vec<[u8; 32]>) {
    let cells = vec![[FILL; 32]; 4];
    let mut host = Fake { input: input.as_bytes(), position: 0, cells, used: 0 };
    let done = scan(&mut host, format.as_bytes()).expect("no stop");
    (done, host.cells)
}

fn native(input: &str, format: &str) -> (i32, Vec<[u8; 32]>) {
    let (input, format) = (CString::new(input).unwrap(), CString::new(format).unwrap());
    let mut cells = vec![[FILL; 32]; 4];
    let at: Vec<_> = cells.iter_mut().map(|cell| cell.as_mut_ptr()).collect();
    // SAFETY: every conversion of the tests stores at most 32 bytes, and there are at most four.
    let done = unsafe { libc::sscanf(input.as_ptr(), format.as_ptr(), at[0], at[1], at[2], at[3]) };
    (done, cells)
}

proptest! {
    #[test]
    fn numbers_are_the_systems(
        input in "[ ]{0,2}[-+]?(0x|0X|0)?[0-9a-fx.]{0,8}[ep]?[-+]?[0-9]{0,3}[ a]?[0-9]{0,3}",
        width in "[1-9]?", length in "(hh|h|l|ll|)", conversion in "[diuoxX]",
    ) {
        let format = format!("%{width}{length}{conversion}%n %n%c");
        prop_assert_eq!(ours(&input, &format), native(&input, &format), "{:?} {}", input, format);
    }

    #[test]
    fn floats_are_the_systems(
        input in "[ ]{0,1}[-+]?(nan|inf|infinity|INFIN|in|0x|0)?[0-9a-f.]{0,6}([ep][-+]?[0-9]{0,2})?[ x]?",
        width in "[1-9]?", length in "(l|)",
    ) {
        let format = format!("%{width}{length}f%n%2c");
        prop_assert_eq!(ours(&input, &format), native(&input, &format), "{:?} {}", input, format);
    }

    #[test]
    fn strings_are_the_systems(
        input in "[ab]{0,3}[ ,]{0,2}[a-c,]{0,5}[ ]?[x0-9]{0,4}",
        format in "(%[1-4]?[s]|%[1-4]?\\[ab\\]|%\\[\\^,\\]|%[1-3]?c|,| |a|%n|%\\*s|%\\*d|%%){1,4}",
    ) {
        prop_assert_eq!(ours(&input, &format), native(&input, &format), "{:?} {}", input, format);
    }
}
