//! Reading the shim's byte streams.
//!
//! The shim writes exactly what is read here, record by record; both are ours and are built
//! together. A mismatch is a bug of ours, so reading past the end panics.

/// A cursor over one stream.
pub struct Stream<'a> {
    bytes: &'a [u8],
}

impl<'a> Stream<'a> {
    /// Starts at the first byte.
    pub fn new(bytes: &'a [u8]) -> Stream<'a> {
        Stream { bytes }
    }

    /// An unsigned number.
    pub fn number(&mut self) -> u64 {
        let (mut value, mut shift) = (0u64, 0);
        loop {
            let byte = self.bytes[0];
            self.bytes = &self.bytes[1..];
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return value;
            }
            shift += 7;
        }
    }

    /// A number that is an index or a count.
    pub fn index(&mut self) -> usize {
        self.number() as usize
    }

    /// A number that fits 32 bits.
    pub fn small(&mut self) -> u32 {
        self.number() as u32
    }

    /// A truth value.
    pub fn flag(&mut self) -> bool {
        self.number() != 0
    }

    /// A signed number.
    pub fn signed(&mut self) -> i64 {
        let value = self.number();
        (value >> 1) as i64 ^ -((value & 1) as i64)
    }

    /// Raw bytes.
    pub fn bytes(&mut self) -> &'a [u8] {
        let length = self.index();
        let (bytes, rest) = self.bytes.split_at(length);
        self.bytes = rest;
        bytes
    }

    /// A text. Names in bitcode need not be UTF-8.
    pub fn text(&mut self) -> String {
        String::from_utf8_lossy(self.bytes()).into_owned()
    }

    /// A counted list.
    pub fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = self.index();
        (0..count).map(|_| item(self)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_size() {
        let mut stream = Stream::new(&[5, 0x80, 1, 3, 4, 2, b'h', b'i']);
        assert_eq!(stream.number(), 5);
        assert_eq!(stream.number(), 128);
        assert_eq!(stream.signed(), -2);
        assert_eq!(stream.signed(), 2);
        assert_eq!(stream.text(), "hi");
    }
}
