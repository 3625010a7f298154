//! How much memory this process has in use.

/// What the process has in memory. Above `limit`, free pages are first given back.
pub fn in_use(limit: u64) -> u64 {
    match resident_bytes() {
        Some(bytes) if bytes > limit => {
            // SAFETY: it only gives free pages back to the system.
            unsafe { libc::malloc_trim(0) };
            resident_bytes().unwrap_or(bytes)
        }
        bytes => bytes.unwrap_or(0),
    }
}

/// The resident set, as the kernel counts it.
fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}
