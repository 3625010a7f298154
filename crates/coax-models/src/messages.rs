//! The texts of errors and signals, and the functions that give them.

use std::borrow::Cow;

use coax_engine::{Call, Flow};

use crate::bytes::{string, write_string};
use crate::errno;
use crate::libc_state::text;
use crate::stdio::streams;
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("strerror", strerror),
    ("strerror_l", strerror),
    ("strerrordesc_np", strerror),
    ("strerror_r", strerror_gnu),
    ("__xpg_strerror_r", strerror_posix),
    ("strerrorname_np", strerrorname),
    ("strsignal", strsignal),
    ("sigabbrev_np", sigabbrev),
    ("perror", perror),
    ("psignal", psignal),
];

/// glibc's text for an error number.
pub(crate) fn error_text(errno: i32) -> Cow<'static, str> {
    match usize::try_from(errno).ok().and_then(|index| ERRORS.get(index)) {
        Some(&known) if !known.is_empty() => Cow::Borrowed(known),
        _ => Cow::Owned(format!("Unknown error {errno}")),
    }
}

/// glibc's text for a signal number.
pub(crate) fn signal_text(signal: i32) -> Cow<'static, str> {
    match signal {
        1..=31 => Cow::Borrowed(SIGNALS[signal as usize - 1].0),
        34..=64 => Cow::Owned(format!("Real-time signal {}", signal - 34)),
        _ => Cow::Owned(format!("Unknown signal {signal}")),
    }
}

fn strerror(call: &mut Call<'_, '_>) -> Outcome {
    let message = error_text(call.int(0));
    Ok(Flow::Word(text(call, message.as_bytes())))
}

/// The GNU variant uses the buffer only for numbers without a text.
fn strerror_gnu(call: &mut Call<'_, '_>) -> Outcome {
    let (number, buffer, size) = (call.int(0), call.word(1), call.word(2));
    match error_text(number) {
        Cow::Borrowed(known) => Ok(Flow::Word(text(call, known.as_bytes()))),
        Cow::Owned(unknown) => {
            if size != 0 {
                let kept = unknown.len().min(size as usize - 1);
                write_string(call, buffer, &unknown.as_bytes()[..kept])?;
            }
            Ok(Flow::Word(buffer))
        }
    }
}

fn strerror_posix(call: &mut Call<'_, '_>) -> Outcome {
    let (number, buffer, size) = (call.int(0), call.word(1), call.word(2));
    let message = error_text(number);
    if size != 0 {
        let kept = message.len().min(size as usize - 1);
        write_string(call, buffer, &message.as_bytes()[..kept])?;
    }
    let unknown = matches!(message, Cow::Owned(_));
    let short = message.len() as u64 >= size;
    Ok(Flow::int(match (unknown, short) {
        (true, _) => libc::EINVAL,
        (false, true) => libc::ERANGE,
        (false, false) => 0,
    }))
}

fn strerrorname(call: &mut Call<'_, '_>) -> Outcome {
    let name = usize::try_from(call.int(0)).ok().and_then(|index| NAMES.get(index));
    match name.filter(|name| !name.is_empty()) {
        Some(name) => Ok(Flow::Word(text(call, name.as_bytes()))),
        None => Ok(Flow::Word(0)),
    }
}

fn strsignal(call: &mut Call<'_, '_>) -> Outcome {
    let message = signal_text(call.int(0));
    Ok(Flow::Word(text(call, message.as_bytes())))
}

fn sigabbrev(call: &mut Call<'_, '_>) -> Outcome {
    match call.int(0) {
        signal @ 1..=31 => {
            let name = SIGNALS[signal as usize - 1].1;
            Ok(Flow::Word(text(call, name.as_bytes())))
        }
        _ => Ok(Flow::Word(0)),
    }
}

/// Prints `prefix: message` to stderr.
fn complain(call: &mut Call<'_, '_>, prefix: u64, message: &str) -> Outcome {
    let mut line = if prefix == 0 { Vec::new() } else { string(call, prefix)? };
    if !line.is_empty() {
        line.extend_from_slice(b": ");
    }
    line.extend_from_slice(message.as_bytes());
    line.push(b'\n');
    streams::write_error_output(call, &line);
    Ok(Flow::Void)
}

fn perror(call: &mut Call<'_, '_>) -> Outcome {
    let prefix = call.word(0);
    let message = error_text(errno::get(call)?);
    complain(call, prefix, &message)
}

fn psignal(call: &mut Call<'_, '_>) -> Outcome {
    let (signal, prefix) = (call.int(0), call.word(1));
    complain(call, prefix, &signal_text(signal))
}

/// Texts by error number; empty where there is none.
const ERRORS: [&str; 134] = [
    "Success",
    "Operation not permitted",
    "No such file or directory",
    "No such process",
    "Interrupted system call",
    "Input/output error",
    "No such device or address",
    "Argument list too long",
    "Exec format error",
    "Bad file descriptor",
    "No child processes",
    "Resource temporarily unavailable",
    "Cannot allocate memory",
    "Permission denied",
    "Bad address",
    "Block device required",
    "Device or resource busy",
    "File exists",
    "Invalid cross-device link",
    "No such device",
    "Not a directory",
    "Is a directory",
    "Invalid argument",
    "Too many open files in system",
    "Too many open files",
    "Inappropriate ioctl for device",
    "Text file busy",
    "File too large",
    "No space left on device",
    "Illegal seek",
    "Read-only file system",
    "Too many links",
    "Broken pipe",
    "Numerical argument out of domain",
    "Numerical result out of range",
    "Resource deadlock avoided",
    "File name too long",
    "No locks available",
    "Function not implemented",
    "Directory not empty",
    "Too many levels of symbolic links",
    "",
    "No message of desired type",
    "Identifier removed",
    "Channel number out of range",
    "Level 2 not synchronized",
    "Level 3 halted",
    "Level 3 reset",
    "Link number out of range",
    "Protocol driver not attached",
    "No CSI structure available",
    "Level 2 halted",
    "Invalid exchange",
    "Invalid request descriptor",
    "Exchange full",
    "No anode",
    "Invalid request code",
    "Invalid slot",
    "",
    "Bad font file format",
    "Device not a stream",
    "No data available",
    "Timer expired",
    "Out of streams resources",
    "Machine is not on the network",
    "Package not installed",
    "Object is remote",
    "Link has been severed",
    "Advertise error",
    "Srmount error",
    "Communication error on send",
    "Protocol error",
    "Multihop attempted",
    "RFS specific error",
    "Bad message",
    "Value too large for defined data type",
    "Name not unique on network",
    "File descriptor in bad state",
    "Remote address changed",
    "Can not access a needed shared library",
    "Accessing a corrupted shared library",
    ".lib section in a.out corrupted",
    "Attempting to link in too many shared libraries",
    "Cannot exec a shared library directly",
    "Invalid or incomplete multibyte or wide character",
    "Interrupted system call should be restarted",
    "Streams pipe error",
    "Too many users",
    "Socket operation on non-socket",
    "Destination address required",
    "Message too long",
    "Protocol wrong type for socket",
    "Protocol not available",
    "Protocol not supported",
    "Socket type not supported",
    "Operation not supported",
    "Protocol family not supported",
    "Address family not supported by protocol",
    "Address already in use",
    "Cannot assign requested address",
    "Network is down",
    "Network is unreachable",
    "Network dropped connection on reset",
    "Software caused connection abort",
    "Connection reset by peer",
    "No buffer space available",
    "Transport endpoint is already connected",
    "Transport endpoint is not connected",
    "Cannot send after transport endpoint shutdown",
    "Too many references: cannot splice",
    "Connection timed out",
    "Connection refused",
    "Host is down",
    "No route to host",
    "Operation already in progress",
    "Operation now in progress",
    "Stale file handle",
    "Structure needs cleaning",
    "Not a XENIX named type file",
    "No XENIX semaphores available",
    "Is a named type file",
    "Remote I/O error",
    "Disk quota exceeded",
    "No medium found",
    "Wrong medium type",
    "Operation canceled",
    "Required key not available",
    "Key has expired",
    "Key has been revoked",
    "Key was rejected by service",
    "Owner died",
    "State not recoverable",
    "Operation not possible due to RF-kill",
    "Memory page has hardware error",
];

/// Names by error number; empty where there is none.
const NAMES: [&str; 134] = [
    "0",
    "EPERM",
    "ENOENT",
    "ESRCH",
    "EINTR",
    "EIO",
    "ENXIO",
    "E2BIG",
    "ENOEXEC",
    "EBADF",
    "ECHILD",
    "EAGAIN",
    "ENOMEM",
    "EACCES",
    "EFAULT",
    "ENOTBLK",
    "EBUSY",
    "EEXIST",
    "EXDEV",
    "ENODEV",
    "ENOTDIR",
    "EISDIR",
    "EINVAL",
    "ENFILE",
    "EMFILE",
    "ENOTTY",
    "ETXTBSY",
    "EFBIG",
    "ENOSPC",
    "ESPIPE",
    "EROFS",
    "EMLINK",
    "EPIPE",
    "EDOM",
    "ERANGE",
    "EDEADLK",
    "ENAMETOOLONG",
    "ENOLCK",
    "ENOSYS",
    "ENOTEMPTY",
    "ELOOP",
    "",
    "ENOMSG",
    "EIDRM",
    "ECHRNG",
    "EL2NSYNC",
    "EL3HLT",
    "EL3RST",
    "ELNRNG",
    "EUNATCH",
    "ENOCSI",
    "EL2HLT",
    "EBADE",
    "EBADR",
    "EXFULL",
    "ENOANO",
    "EBADRQC",
    "EBADSLT",
    "",
    "EBFONT",
    "ENOSTR",
    "ENODATA",
    "ETIME",
    "ENOSR",
    "ENONET",
    "ENOPKG",
    "EREMOTE",
    "ENOLINK",
    "EADV",
    "ESRMNT",
    "ECOMM",
    "EPROTO",
    "EMULTIHOP",
    "EDOTDOT",
    "EBADMSG",
    "EOVERFLOW",
    "ENOTUNIQ",
    "EBADFD",
    "EREMCHG",
    "ELIBACC",
    "ELIBBAD",
    "ELIBSCN",
    "ELIBMAX",
    "ELIBEXEC",
    "EILSEQ",
    "ERESTART",
    "ESTRPIPE",
    "EUSERS",
    "ENOTSOCK",
    "EDESTADDRREQ",
    "EMSGSIZE",
    "EPROTOTYPE",
    "ENOPROTOOPT",
    "EPROTONOSUPPORT",
    "ESOCKTNOSUPPORT",
    "EOPNOTSUPP",
    "EPFNOSUPPORT",
    "EAFNOSUPPORT",
    "EADDRINUSE",
    "EADDRNOTAVAIL",
    "ENETDOWN",
    "ENETUNREACH",
    "ENETRESET",
    "ECONNABORTED",
    "ECONNRESET",
    "ENOBUFS",
    "EISCONN",
    "ENOTCONN",
    "ESHUTDOWN",
    "ETOOMANYREFS",
    "ETIMEDOUT",
    "ECONNREFUSED",
    "EHOSTDOWN",
    "EHOSTUNREACH",
    "EALREADY",
    "EINPROGRESS",
    "ESTALE",
    "EUCLEAN",
    "ENOTNAM",
    "ENAVAIL",
    "EISNAM",
    "EREMOTEIO",
    "EDQUOT",
    "ENOMEDIUM",
    "EMEDIUMTYPE",
    "ECANCELED",
    "ENOKEY",
    "EKEYEXPIRED",
    "EKEYREVOKED",
    "EKEYREJECTED",
    "EOWNERDEAD",
    "ENOTRECOVERABLE",
    "ERFKILL",
    "EHWPOISON",
];

/// Text and abbreviation of the signals from 1 on.
const SIGNALS: [(&str, &str); 31] = [
    ("Hangup", "HUP"),
    ("Interrupt", "INT"),
    ("Quit", "QUIT"),
    ("Illegal instruction", "ILL"),
    ("Trace/breakpoint trap", "TRAP"),
    ("Aborted", "ABRT"),
    ("Bus error", "BUS"),
    ("Floating point exception", "FPE"),
    ("Killed", "KILL"),
    ("User defined signal 1", "USR1"),
    ("Segmentation fault", "SEGV"),
    ("User defined signal 2", "USR2"),
    ("Broken pipe", "PIPE"),
    ("Alarm clock", "ALRM"),
    ("Terminated", "TERM"),
    ("Stack fault", "STKFLT"),
    ("Child exited", "CHLD"),
    ("Continued", "CONT"),
    ("Stopped (signal)", "STOP"),
    ("Stopped", "TSTP"),
    ("Stopped (tty input)", "TTIN"),
    ("Stopped (tty output)", "TTOU"),
    ("Urgent I/O condition", "URG"),
    ("CPU time limit exceeded", "XCPU"),
    ("File size limit exceeded", "XFSZ"),
    ("Virtual timer expired", "VTALRM"),
    ("Profiling timer expired", "PROF"),
    ("Window changed", "WINCH"),
    ("I/O possible", "POLL"),
    ("Power failure", "PWR"),
    ("Bad system call", "SYS"),
];

#[cfg(test)]
mod tests {
    use std::ffi::CStr;

    use super::*;

    #[test]
    fn texts_are_the_systems() {
        for number in -1..150 {
            // SAFETY: the result is a terminated string that lives until the next call.
            let native = unsafe { CStr::from_ptr(libc::strerror(number)) };
            assert_eq!(error_text(number), native.to_str().unwrap());
        }
    }
}
