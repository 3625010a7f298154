//! Who and where this process is, and the kernel's randomness.

use super::{Answer, Errno, RealWorld, check};
use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;

/// What `uname` tells.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are those of `struct utsname`")]
pub struct SystemName {
    pub sysname: Vec<u8>,
    pub nodename: Vec<u8>,
    pub release: Vec<u8>,
    pub version: Vec<u8>,
    pub machine: Vec<u8>,
}

impl RealWorld {
    /// `getpid()`.
    pub fn getpid(&self) -> i32 {
        std::process::id() as i32
    }

    /// `getppid()`.
    pub fn getppid(&self) -> i32 {
        std::os::unix::process::parent_id() as i32
    }

    /// `getuid()`.
    pub fn getuid(&self) -> u32 {
        // SAFETY: cannot fail and touches no memory.
        unsafe { libc::getuid() }
    }

    /// `geteuid()`.
    pub fn geteuid(&self) -> u32 {
        // SAFETY: cannot fail and touches no memory.
        unsafe { libc::geteuid() }
    }

    /// `getgid()`.
    pub fn getgid(&self) -> u32 {
        // SAFETY: cannot fail and touches no memory.
        unsafe { libc::getgid() }
    }

    /// `getegid()`.
    pub fn getegid(&self) -> u32 {
        // SAFETY: cannot fail and touches no memory.
        unsafe { libc::getegid() }
    }

    /// `gethostname()`.
    pub fn gethostname(&self) -> Answer<Vec<u8>> {
        let mut name = [0u8; 256];
        // SAFETY: the call writes at most the length of the buffer.
        check(unsafe { libc::gethostname(name.as_mut_ptr().cast(), name.len()) })?;
        let name = CStr::from_bytes_until_nul(&name).map_err(|_| Errno(libc::ENAMETOOLONG))?;
        Ok(name.to_bytes().to_vec())
    }

    /// `uname()`.
    pub fn uname(&self) -> Answer<SystemName> {
        let mut raw = MaybeUninit::<libc::utsname>::uninit();
        // SAFETY: writes one struct.
        check(unsafe { libc::uname(raw.as_mut_ptr()) })?;
        // SAFETY: the call succeeded, so it filled the struct.
        let raw = unsafe { raw.assume_init_ref() };
        Ok(SystemName {
            sysname: text(&raw.sysname),
            nodename: text(&raw.nodename),
            release: text(&raw.release),
            version: text(&raw.version),
            machine: text(&raw.machine),
        })
    }

    /// `sysconf(name)`; an error also if there is no such limit, then with errno zero.
    pub fn sysconf(&self, name: i32) -> Answer<i64> {
        // SAFETY: the address of this thread's errno.
        unsafe { *libc::__errno_location() = 0 };
        // SAFETY: touches no memory of ours.
        check(unsafe { libc::sysconf(name) })
    }

    /// `getrandom`: fills the bytes.
    pub fn random(&self, bytes: &mut [u8]) -> Answer<usize> {
        // SAFETY: the kernel writes at most the length of a slice we may write.
        let count = unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), bytes.len(), 0) };
        check(count).map(|count| count as usize)
    }
}

fn text(field: &[c_char]) -> Vec<u8> {
    field.iter().take_while(|&&byte| byte != 0).map(|&byte| byte as u8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identity() {
        let world = RealWorld::new();
        assert!(world.getpid() > 0 && world.getppid() >= 0);
        assert_eq!((world.getuid(), world.getgid()), (world.geteuid(), world.getegid()));
        let system = world.uname().expect("uname");
        assert_eq!(system.sysname, b"Linux");
        assert_eq!(world.gethostname(), Ok(system.nodename));
        assert_eq!(world.sysconf(libc::_SC_PAGESIZE), Ok(4096));
        assert_eq!(world.sysconf(9999), Err(Errno(libc::EINVAL)));
    }

    #[test]
    fn randomness() {
        let mut bytes = [0; 32];
        assert_eq!(RealWorld::new().random(&mut bytes), Ok(32));
        assert_ne!(bytes, [0; 32]);
    }
}
