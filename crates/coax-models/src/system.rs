//! Facts about the system: `sysconf`, `uname`, limits, randomness.

use coax_engine::{Call, Flow, Stop};

use crate::bytes::write_string;
use crate::errno::{fail, fail_null, set};
use crate::heap::PAGE;
use crate::refusal::refusal;
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("sysconf", sysconf),
    ("getpagesize", getpagesize),
    ("get_nprocs", processors),
    ("get_nprocs_conf", processors),
    ("sched_yield", zero),
    ("__cpu_indicator_init", zero),
    ("sched_getcpu", zero),
    ("getauxval", getauxval),
    ("gethostname", gethostname),
    ("getlogin", null),
    ("getpwuid", null),
    ("getpwnam", null),
    ("getgrgid", null),
    ("getrandom", getrandom),
    ("getentropy", getentropy),
    ("arc4random", arc4random),
    ("getrlimit", getrlimit),
    ("getrlimit64", getrlimit),
    ("setrlimit", zero),
    ("setrlimit64", zero),
    ("getpriority", zero),
    ("nice", zero),
    ("prctl", zero),
    ("mlock", zero),
    ("munlock", zero),
    ("backtrace", zero),
    ("backtrace_symbols", null),
    ("getsubopt", crate::refusal::unsupported),
    ("confstr", crate::refusal::unsupported),
    ("pathconf", pathconf),
    ("fpathconf", pathconf),
    ("gettext", first_argument),
    ("dgettext", second_argument),
    ("dcgettext", second_argument),
    ("ngettext", ngettext),
    ("textdomain", null),
    ("bindtextdomain", null),
    ("gnu_get_libc_version", libc_version),
];

fn zero(_: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::int(0))
}

fn null(_: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::Word(0))
}

fn sysconf(call: &mut Call<'_, '_>) -> Outcome {
    let value = match call.int(0) {
        libc::_SC_PAGESIZE => PAGE as i64,
        libc::_SC_CLK_TCK => 100,
        libc::_SC_OPEN_MAX => 1024,
        libc::_SC_NPROCESSORS_ONLN | libc::_SC_NPROCESSORS_CONF => 1,
        libc::_SC_ARG_MAX => 2_097_152,
        libc::_SC_CHILD_MAX => 4096,
        libc::_SC_NGROUPS_MAX => 65_536,
        libc::_SC_HOST_NAME_MAX => 64,
        libc::_SC_LINE_MAX => 2048,
        libc::_SC_IOV_MAX => 1024,
        libc::_SC_STREAM_MAX => 16,
        libc::_SC_LOGIN_NAME_MAX => 256,
        libc::_SC_SYMLOOP_MAX => -1,
        libc::_SC_VERSION | libc::_SC_2_VERSION => 200_809,
        libc::_SC_GETPW_R_SIZE_MAX | libc::_SC_GETGR_R_SIZE_MAX => 1024,
        libc::_SC_PHYS_PAGES | libc::_SC_AVPHYS_PAGES => 1 << 20,
        libc::_SC_THREADS | libc::_SC_MAPPED_FILES | libc::_SC_MONOTONIC_CLOCK => 200_809,
        other => return Err(Stop::Unsupported(format!("sysconf({other})"))),
    };
    Ok(Flow::long(value))
}

fn getpagesize(_: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::int(PAGE as i32))
}

/// One: the program has one thread, and results should not depend on the machine.
fn processors(_: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::int(1))
}

fn getauxval(call: &mut Call<'_, '_>) -> Outcome {
    fail_null(call, libc::ENOENT)
}

/// The name as the kernel tells it.
pub(crate) fn gethostname(call: &mut Call<'_, '_>) -> Outcome {
    let (place, size) = (call.word(0), call.word(1));
    let name =
        read_all(call, b"/proc/sys/kernel/hostname").unwrap_or_else(|| b"localhost".to_vec());
    let name = name.strip_suffix(b"\n").unwrap_or(&name);
    if name.len() as u64 >= size {
        return fail(call, libc::ENAMETOOLONG);
    }
    write_string(call, place, name)?;
    Ok(Flow::int(0))
}

/// The start of a small file.
fn read_all(call: &mut Call<'_, '_>, path: &[u8]) -> Option<Vec<u8>> {
    let fd = call.world.open(path, libc::O_RDONLY, 0).ok()?;
    let mut buffer = vec![0; 4096];
    let count = call.world.read(fd, &mut buffer).ok();
    let _ = call.world.close(fd);
    buffer.truncate(count?);
    Some(buffer)
}

/// Random bytes from where the world has them.
fn random_bytes(call: &mut Call<'_, '_>, size: u64) -> Result<Vec<u8>, Stop> {
    let name = call.name();
    let opened = call.world.open(b"/dev/urandom", libc::O_RDONLY, 0);
    let fd = opened.map_err(|_| refusal(name))?;
    let mut bytes = vec![0; size as usize];
    let mut filled = 0;
    while filled < bytes.len() {
        match call.world.read(fd, &mut bytes[filled..]) {
            Ok(count) if count != 0 => filled += count,
            _ => break,
        }
    }
    let _ = call.world.close(fd);
    if filled == bytes.len() { Ok(bytes) } else { Err(refusal(name)) }
}

fn getrandom(call: &mut Call<'_, '_>) -> Outcome {
    let (place, size) = (call.word(0), call.word(1).min(33_554_431));
    let bytes = random_bytes(call, size)?;
    if size != 0 {
        call.write(place, &bytes)?;
    }
    Ok(Flow::Word(size))
}

fn getentropy(call: &mut Call<'_, '_>) -> Outcome {
    let (place, size) = (call.word(0), call.word(1));
    if size > 256 {
        return fail(call, libc::EIO);
    }
    let bytes = random_bytes(call, size)?;
    if size != 0 {
        call.write(place, &bytes)?;
    }
    Ok(Flow::int(0))
}

fn arc4random(call: &mut Call<'_, '_>) -> Outcome {
    let bytes = random_bytes(call, 4)?;
    Ok(Flow::Word(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]).into()))
}

/// Nothing is limited, except the stack as usual.
fn getrlimit(call: &mut Call<'_, '_>) -> Outcome {
    let (resource, place) = (call.int(0), call.word(1));
    if !(0..16).contains(&resource) {
        return fail(call, libc::EINVAL);
    }
    let current = if resource == libc::RLIMIT_STACK as i32 { 8 << 20 } else { u64::MAX };
    call.store::<8>(place, current)?;
    call.store::<8>(place + 8, u64::MAX)?;
    Ok(Flow::int(0))
}

fn pathconf(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::long(match call.int(1) {
        libc::_PC_NAME_MAX => 255,
        libc::_PC_PATH_MAX => 4096,
        libc::_PC_PIPE_BUF => 4096,
        libc::_PC_LINK_MAX => 127,
        _ => {
            set(call, libc::EINVAL)?;
            -1
        }
    }))
}

/// Messages are not translated in the "C" locale.
fn first_argument(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::Word(call.word(0)))
}

fn second_argument(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::Word(call.word(1)))
}

fn ngettext(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::Word(if call.word(2) == 1 { call.word(0) } else { call.word(1) }))
}

fn libc_version(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::Word(crate::statics::text(call, b"2.36")))
}
