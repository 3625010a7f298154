//! The formatter against the system's own printf.

use std::collections::VecDeque;
use std::ffi::CString;

use proptest::prelude::*;

use super::*;

/// Arguments from a list; "addresses" are indices into a list of strings, from 1.
#[derive(Default)]
struct Fake {
    arguments: VecDeque<u128>,
    strings: Vec<&'static str>,
    stored: Vec<(u64, usize, u64)>,
}

impl Host for Fake {
    fn take(&mut self, _: Class) -> Result<u128, Stop> {
        self.arguments.pop_front().ok_or_else(|| Stop::Internal("no argument".into()))
    }

    fn string(&mut self, address: u64, limit: u64) -> Result<Vec<u8>, Stop> {
        let text = self.strings[address as usize - 1].as_bytes();
        Ok(text[..text.len().min(limit as usize)].to_vec())
    }

    fn wide_string(&mut self, address: u64, limit: u64) -> Result<Vec<u32>, Stop> {
        let text = self.strings[address as usize - 1];
        Ok(text.chars().map(u32::from).take(limit as usize).collect())
    }

    fn store(&mut self, address: u64, size: usize, value: u64) -> Result<(), Stop> {
        self.stored.push((address, size, value));
        Ok(())
    }

    fn errno(&mut self) -> Result<i32, Stop> {
        Ok(libc::ENOENT)
    }
}

fn ours(text: &str, arguments: &[u128], strings: &[&'static str]) -> Formatted {
    let arguments = arguments.iter().copied().collect();
    let mut host = Fake { arguments, strings: strings.to_vec(), stored: Vec::new() };
    format(&mut host, text.as_bytes(), false).expect("no stop")
}

/// Every byte as one character.
fn latin(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

fn text(format: &str, arguments: &[u128], strings: &[&'static str]) -> String {
    latin(&ours(format, arguments, strings).text)
}

fn native(format: &str, value: u64) -> String {
    let format = CString::new(format).expect("no NUL");
    let mut out = vec![0u8; 512];
    // SAFETY: the format takes one integer of at most 64 bits; the size is the buffer's.
    let len = unsafe { libc::snprintf(out.as_mut_ptr().cast(), out.len(), format.as_ptr(), value) };
    out.truncate(len as usize);
    latin(&out)
}

proptest! {
    #[test]
    fn integers_are_the_systems(
        flags in "[-+ #0']{0,3}", width in "([1-9][0-9]?)?", precision in "(\\.[0-9]{0,2})?",
        length in "(hh|h|l|ll|j|z|t|q|)", conversion in "[diuoxXcp]", value in any::<u64>(),
        shift in 0u32..64,
    ) {
        // `%lc` wants a wide character, tested by itself.
        let length = if matches!(&*conversion, "c" | "p") { String::new() } else { length };
        let format = format!("<%{flags}{width}{precision}{length}{conversion}>");
        let value = value >> shift;
        prop_assert_eq!(text(&format, &[value.into()], &[]), native(&format, value), "{}", format);
    }

    #[test]
    fn unknown_conversions_are_the_systems(
        flags in "[-+ #0]{0,3}", width in "[1-9]?", precision in "(\\.[1-9]?)?", conversion in "[yvkrw!]",
    ) {
        let format = format!("<%{flags}{width}{precision}{conversion}>");
        prop_assert_eq!(text(&format, &[], &[]), native(&format, 0), "{}", format);
    }
}

#[test]
fn strings_and_characters() {
    assert_eq!(text("[%s|%5s|%-5s|%.2s]", &[1, 1, 1, 1], &["abc"]), "[abc|  abc|abc  |ab]");
    assert_eq!(text("%s %.3s|", &[0, 0], &[]), "(null) |");
    assert_eq!(
        text("%*d|%-*d|%.*f", &[5, 42, 4, 7, 1, 2.25f64.to_bits().into()], &[]),
        "   42|7   |2.2"
    );
    assert_eq!(text("%*d|", &[(-4i32) as u32 as u128, 7], &[]), "7   |");
    assert_eq!(text("%c%c%%", &[65, 66], &[]), "AB%");
    assert_eq!(text("%ls|%4lc", &[1, 'x' as u128], &["wide"]), "wide|   x");
}

#[test]
fn numbered_arguments() {
    let half = 0.5f64.to_bits().into();
    assert_eq!(text("%2$s %1$d %2$s", &[7, 1], &["x"]), "x 7 x");
    assert_eq!(text("%1$.2f %2$*3$d", &[half, 9, 4], &[]), "0.50    9");
}

#[test]
fn counting_and_errors() {
    let mut host = Fake { arguments: [77, 78].into(), ..Fake::default() };
    let made = format(&mut host, b"abc%n%hhn", false).expect("no stop");
    assert_eq!(made.text, b"abc");
    assert_eq!(host.stored, [(77, 4, 3), (78, 1, 3)]);
    assert_eq!(ours("100%", &[], &[]).error, Some(libc::EINVAL));
    assert_eq!(ours("%lc", &[0xe9], &[]).error, Some(libc::EILSEQ));
    assert_eq!(text("%m", &[], &[]), "No such file or directory");
}
