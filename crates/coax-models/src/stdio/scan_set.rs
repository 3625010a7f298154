//! The character sets of scanf's `%[`.

/// A set of bytes.
#[derive(Clone, Copy)]
pub(crate) struct ScanSet {
    members: [bool; 256],
}

impl ScanSet {
    /// Reads the set after `%[`; also how many bytes of the format it takes, the closing bracket
    /// included. `None` if it is not closed.
    pub(crate) fn parse(format: &[u8]) -> Option<(ScanSet, usize)> {
        let mut index = 0;
        let inverted = format.first() == Some(&b'^');
        if inverted {
            index += 1;
        }
        let first = index;
        let mut members = [false; 256];
        loop {
            let byte = *format.get(index)?;
            if byte == b']' && index != first {
                break;
            }
            // A dash between two characters is a range, as glibc has it.
            let range_end = match (format.get(index + 1), format.get(index + 2)) {
                (Some(b'-'), Some(&end)) if end != b']' && end >= byte => Some(end),
                _ => None,
            };
            let end = range_end.unwrap_or(byte);
            members[usize::from(byte)..=usize::from(end)].fill(true);
            index += if range_end.is_some() { 3 } else { 1 };
        }
        if inverted {
            members.iter_mut().for_each(|member| *member = !*member);
        }
        Some((ScanSet { members }, index + 1))
    }

    /// Is the byte in the set?
    pub(crate) fn has(&self, byte: u8) -> bool {
        self.members[usize::from(byte)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(format: &[u8]) -> Vec<u8> {
        let (set, _) = ScanSet::parse(format).unwrap();
        (1..128).filter(|&byte| set.has(byte)).collect()
    }

    #[test]
    fn ranges_brackets_and_dashes() {
        assert_eq!(members(b"a-cx]"), b"abcx");
        assert_eq!(members(b"]a]"), b"]a");
        assert_eq!(members(b"a-]"), b"-a");
        let (set, taken) = ScanSet::parse(b"^,]rest").unwrap();
        assert!(!set.has(b',') && set.has(b'x') && taken == 3);
        assert!(ScanSet::parse(b"abc").is_none());
    }
}
