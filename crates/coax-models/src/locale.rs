//! <locale.h> and <langinfo.h>: there is one locale, "C".

use coax_engine::{Call, Flow, Stop};

use crate::bytes::string;
use crate::errno::fail_null;
use crate::statics::{Static, static_buffer, text};
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("setlocale", setlocale),
    ("localeconv", localeconv),
    ("newlocale", newlocale),
    ("__newlocale", newlocale),
    ("duplocale", first_argument),
    ("__duplocale", first_argument),
    ("uselocale", uselocale),
    ("__uselocale", uselocale),
    ("freelocale", nothing),
    ("__freelocale", nothing),
    ("nl_langinfo", nl_langinfo),
    ("nl_langinfo_l", nl_langinfo),
    ("__nl_langinfo_l", nl_langinfo),
];

/// Does a name mean the only locale? The empty name stands for the environment's locale; programs
/// that ask for it get "C", as they would without any variable set.
fn is_c(call: &mut Call<'_, '_>, name: u64) -> Result<bool, Stop> {
    Ok(matches!(&string(call, name)?[..], b"" | b"C" | b"POSIX"))
}

fn setlocale(call: &mut Call<'_, '_>) -> Outcome {
    let (category, name) = (call.int(0), call.word(1));
    if !(0..=12).contains(&category) {
        return fail_null(call, libc::EINVAL);
    }
    if name != 0 && !is_c(call, name)? {
        return fail_null(call, libc::ENOENT);
    }
    Ok(Flow::Word(text(call, b"C")))
}

/// `struct lconv`: ten strings, 14 characters of "not available", in the order of the header.
fn localeconv(call: &mut Call<'_, '_>) -> Outcome {
    let conventions = static_buffer(call, Static::LocaleConventions, |call| {
        let (point, empty) = (text(call, b"."), text(call, b""));
        let strings = [point, empty, empty, empty, empty, empty, empty, empty, empty, empty];
        let mut bytes: Vec<u8> = strings.iter().flat_map(|s| s.to_le_bytes()).collect();
        // CHAR_MAX in each of the characters; the two left over are padding.
        bytes.resize(96, 0x7f);
        bytes
    });
    Ok(Flow::Word(conventions))
}

fn locale_object(call: &mut Call<'_, '_>) -> u64 {
    static_buffer(call, Static::LocaleObject, |_| vec![0; 232])
}

fn newlocale(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.word(1);
    if !is_c(call, name)? {
        return fail_null(call, libc::ENOENT);
    }
    Ok(Flow::Word(locale_object(call)))
}

fn first_argument(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::Word(call.word(0)))
}

/// What was in use before is always the global locale, `(locale_t)-1`.
fn uselocale(_: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::Word(u64::MAX))
}

fn nothing(_: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::Void)
}

/// Items are `category << 16 | index`; these are the ones programs ask for.
fn nl_langinfo(call: &mut Call<'_, '_>) -> Outcome {
    use crate::time::{MONTHS, WEEKDAYS};
    let item = call.int(0);
    let within = |first: i32, count: i32| (item - first) as usize % count as usize;
    let found = match item {
        libc::CODESET => "ANSI_X3.4-1968",
        libc::RADIXCHAR => ".",
        libc::THOUSEP => "",
        libc::YESEXPR => "^[yY]",
        libc::NOEXPR => "^[nN]",
        libc::CRNCYSTR => "-",
        libc::D_T_FMT => "%a %b %e %H:%M:%S %Y",
        libc::D_FMT => "%m/%d/%y",
        libc::T_FMT => "%H:%M:%S",
        libc::T_FMT_AMPM => "%I:%M:%S %p",
        libc::AM_STR => "AM",
        libc::PM_STR => "PM",
        libc::ABDAY_1..=libc::ABDAY_7 => &WEEKDAYS[within(libc::ABDAY_1, 7)][..3],
        libc::DAY_1..=libc::DAY_7 => WEEKDAYS[within(libc::DAY_1, 7)],
        libc::ABMON_1..=libc::ABMON_12 => &MONTHS[within(libc::ABMON_1, 12)][..3],
        libc::MON_1..=libc::MON_12 => MONTHS[within(libc::MON_1, 12)],
        _ => "",
    };
    Ok(Flow::Word(text(call, found.as_bytes())))
}
