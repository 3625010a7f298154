//! Full disks, as compilers and other tools complain about them.

/// Does a tool say that the disk is full?
pub fn is_no_space(said: &str) -> bool {
    ["No space left on device", "Disk quota exceeded"].iter().any(|words| said.contains(words))
}
