//! Functions of the C library that only compute: their result, and what they write to the objects
//! they are given, depend on their arguments alone. These, and no others, are called natively for a
//! program that is explored; other functions would act on the user's machine.

/// By header. What has a model of its own is here only if the model does not cover all of it.
#[rustfmt::skip] // a name a line would be a long file
const NAMES: &[&str] = &[
    // <string.h>, <strings.h>
    "ffs", "ffsl", "ffsll", "memfrob", "strsep", "strtok_r", "__strtok_r", "strverscmp", "swab",
    // <stdlib.h>
    "a64l", "abs", "div", "ecvt_r", "erand48", "erand48_r", "fcvt_r", "gcvt", "imaxabs", "imaxdiv",
    "jrand48", "labs", "ldiv", "llabs", "lldiv", "nrand48", "qecvt_r", "qfcvt_r", "qgcvt", "rand_r",
    "strfromd", "strfromf", "strfroml", "strtold", "strtold_l",
    // <wchar.h>, <wctype.h>, <uchar.h>
    "btowc", "c16rtomb", "c32rtomb", "iswalnum", "iswalpha", "iswblank", "iswcntrl", "iswctype",
    "iswdigit", "iswgraph", "iswlower", "iswprint", "iswpunct", "iswspace", "iswupper", "iswxdigit",
    "mblen", "mbrlen", "mbrtoc16", "mbrtoc32", "mbrtowc", "mbsinit", "mbsnrtowcs", "mbsrtowcs",
    "mbstowcs", "mbtowc", "swprintf", "swscanf", "towctrans", "towlower", "towupper", "wcpcpy",
    "wcpncpy", "wcrtomb", "wcscasecmp", "wcscat", "wcschr", "wcscmp", "wcscoll", "wcscpy", "wcscspn",
    "wcslen", "wcsncasecmp", "wcsncat", "wcsncmp", "wcsncpy", "wcsnlen", "wcsnrtombs", "wcspbrk",
    "wcsrchr", "wcsrtombs", "wcsspn", "wcsstr", "wcstod", "wcstof", "wcstok", "wcstol", "wcstold",
    "wcstoll", "wcstombs", "wcstoul", "wcstoull", "wcswidth", "wcsxfrm", "wctob", "wctomb", "wctrans",
    "wctype", "wcwidth", "wmemchr", "wmemcmp", "wmemcpy", "wmemmove", "wmempcpy", "wmemset",
    // <time.h>
    "asctime_r", "ctime_r", "difftime", "gmtime_r", "strftime", "strptime", "timegm", "wcsftime",
    // <arpa/inet.h>, <netinet/ether.h>
    "ether_aton_r", "ether_ntoa_r", "htonl", "htons", "inet_addr", "inet_aton", "inet_lnaof",
    "inet_net_ntop", "inet_net_pton", "inet_netof", "inet_network", "inet_ntop", "inet_pton",
    "ntohl", "ntohs",
    // <fnmatch.h>, <libgen.h>, <monetary.h>, <crypt.h>
    "__xpg_basename", "basename", "crypt_r", "dirname", "fnmatch", "strfmon",
    // <signal.h>: sets
    "sigaddset", "sigandset", "sigdelset", "sigemptyset", "sigfillset", "sigisemptyset",
    "sigismember", "sigorset",
    // <termios.h>: settings in memory
    "cfgetispeed", "cfgetospeed", "cfmakeraw", "cfsetispeed", "cfsetospeed", "cfsetspeed",
    // <sys/sysmacros.h>
    "gnu_dev_major", "gnu_dev_makedev", "gnu_dev_minor",
];

/// Those of <math.h> and <complex.h> without the letter for their type.
#[rustfmt::skip] // a name a line would be a long file
const MATHEMATICAL: &[&str] = &[
    "__finite", "__fpclassify", "__isinf", "__isnan", "__issignaling", "__signbit", "acos", "acosh",
    "asin", "asinh", "atan", "atan2", "atanh", "cabs", "cacos", "cacosh", "canonicalize", "carg",
    "casin", "casinh", "catan", "catanh", "cbrt", "ccos", "ccosh", "ceil", "cexp", "cimag", "clog",
    "clog10", "conj", "copysign", "cos", "cosh", "cpow", "cproj", "creal", "csin", "csinh", "csqrt",
    "ctan", "ctanh", "drem", "erf", "erfc", "exp", "exp10", "exp2", "expm1", "fabs", "fdim", "finite",
    "floor", "fma", "fmax", "fmaximum", "fmin", "fminimum", "fmod", "frexp", "fromfp", "gamma",
    "getpayload", "hypot", "ilogb", "isinf", "isnan", "j0", "j1", "jn", "ldexp", "lgamma_r",
    "llogb", "llrint", "llround", "log", "log10", "log1p", "log2", "logb", "lrint", "lround", "modf",
    "nearbyint", "nextafter", "nextdown", "nexttoward", "nextup", "pow", "pow10", "remainder",
    "remquo", "rint", "round", "roundeven", "scalb", "scalbln", "scalbn", "significand", "sin",
    "sincos", "sinh", "sqrt", "tan", "tanh", "tgamma", "totalorder", "trunc", "ufromfp", "y0", "y1",
    "yn",
];

/// What follows them.
const TYPES: &[&str] = &["", "f", "l", "f32", "f32x", "f64", "f64x", "f128"];

/// Does a function only compute?
pub fn only_computes(name: &str) -> bool {
    let mathematical = |letters: &&str| {
        name.strip_suffix(*letters).is_some_and(|stem| MATHEMATICAL.contains(&stem))
    };
    NAMES.contains(&name) || TYPES.iter().any(mathematical)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_on_the_machine_does_not_only_compute() {
        for name in ["chmod", "mkfifo", "renameat2", "symlink", "link", "kill", "system", "setenv"]
        {
            assert!(!only_computes(name), "{name}");
        }
        for name in ["wcslen", "jnf", "clog10l", "inet_pton", "__isnanf"] {
            assert!(only_computes(name), "{name}");
        }
    }
}
