//! Reads text behind a pointer that may be invalid.
//!
//! The kernel does the reading (`process_vm_readv` on this very process), so a bad pointer is an
//! error and not a crash.

/// No text is longer than this.
const LONGEST_TEXT: usize = 1 << 20;
/// Reading stops at multiples of this, so that one bad page does not spoil the good one before.
const PAGE: usize = 4096;

/// The bytes at an address up to a NUL; the error says why there are none.
pub(super) fn text_at(address: usize) -> Result<Vec<u8>, String> {
    let mut text = Vec::new();
    while text.len() < LONGEST_TEXT {
        let from = address.wrapping_add(text.len());
        let mut chunk = [0; PAGE];
        let chunk = &mut chunk[..PAGE - from % PAGE];
        read_memory(from, chunk)?;
        if let Some(end) = chunk.iter().position(|&byte| byte == 0) {
            text.extend_from_slice(&chunk[..end]);
            return Ok(text);
        }
        text.extend_from_slice(chunk);
    }
    Err(format!("a returned string does not end within {LONGEST_TEXT} bytes"))
}

fn read_memory(address: usize, bytes: &mut [u8]) -> Result<(), String> {
    let local = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: bytes.len() };
    let remote =
        libc::iovec { iov_base: std::ptr::without_provenance_mut(address), iov_len: bytes.len() };
    let this = std::process::id() as libc::pid_t;
    // SAFETY: the kernel writes at most the length of our slice; it checks the other address itself.
    let count = unsafe { libc::process_vm_readv(this, &local, 1, &remote, 1, 0) };
    if count == bytes.len() as isize {
        return Ok(());
    }
    let reason = std::io::Error::last_os_error();
    Err(format!("a returned string cannot be read: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_long_texts() {
        assert_eq!(text_at(c"hello".as_ptr().addr()), Ok(b"hello".to_vec()));
        let mut long = vec![b'x'; 10_000];
        long.push(0);
        assert_eq!(text_at(long.as_ptr().addr()).map(|text| text.len()), Ok(10_000));
        assert_eq!(text_at(long.as_ptr().addr() + 10_000), Ok(Vec::new()));
    }

    #[test]
    fn bad_pointers_and_endless_texts() {
        assert!(text_at(16).is_err());
        assert!(text_at(usize::MAX).is_err());
        let endless = vec![b'x'; LONGEST_TEXT + 2 * PAGE];
        assert!(text_at(endless.as_ptr().addr()).is_err());
    }
}
