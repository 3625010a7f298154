//! Frames on the socket: a length in eight bytes, then the value in postcard's encoding.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, Read, Write};

/// No call carries more; a larger length means that the two sides lost step.
const LONGEST_FRAME: u64 = 1 << 32;

/// Sends one value.
pub(super) fn send<T: Serialize>(stream: &mut impl Write, value: &T) -> io::Result<()> {
    let mut frame = postcard::to_extend(value, vec![0; 8]).map_err(io::Error::other)?;
    let length = frame.len() as u64 - 8;
    frame[..8].copy_from_slice(&length.to_le_bytes());
    stream.write_all(&frame)
}

/// Receives one value.
pub(super) fn receive<T: DeserializeOwned>(stream: &mut impl Read) -> io::Result<T> {
    let mut length = [0; 8];
    stream.read_exact(&mut length)?;
    let length = u64::from_le_bytes(length);
    if length > LONGEST_FRAME {
        return Err(io::Error::other("a frame of the helper's protocol is too long"));
    }
    let mut bytes = vec![0; length as usize];
    stream.read_exact(&mut bytes)?;
    postcard::from_bytes(&bytes).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_follow_each_other() {
        let mut bytes = Vec::new();
        send(&mut bytes, &(7u32, "seven")).expect("a vector takes all");
        send(&mut bytes, &vec![0u8; 1000]).expect("a vector takes all");
        let mut rest = bytes.as_slice();
        let first: (u32, String) = receive(&mut rest).expect("a frame");
        assert_eq!(first, (7, "seven".to_owned()));
        assert_eq!(receive::<Vec<u8>>(&mut rest).expect("a frame").len(), 1000);
        assert!(receive::<u8>(&mut rest).is_err());
    }

    #[test]
    fn a_broken_length_is_an_error() {
        assert!(receive::<u8>(&mut [0xff; 8].as_slice()).is_err());
    }
}
