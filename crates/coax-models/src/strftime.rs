//! `strftime` in the "C" locale.

use coax_engine::{Call, Flow, LocalTime, Stop};

use crate::bytes::{string, wide_string, write_string, write_wide};
use crate::time::{MONTHS, WEEKDAYS, load};
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("strftime", strftime),
    ("strftime_l", strftime),
    ("__strftime_l", strftime),
    ("wcsftime", wcsftime),
];

/// The time at an address with its zone; an offset and name that were never set are UTC's.
fn time_at(call: &mut Call<'_, '_>, place: u64, format: &[u8]) -> Result<LocalTime, Stop> {
    let mut time = load(call, place, &[])?;
    // Only these look at the two GNU fields, which programs often leave alone.
    if memchr::memchr2(b'z', b'Z', format).is_some() || memchr::memchr(b's', format).is_some() {
        time.gmtoff = call.load::<8>(place + 40)? as i64;
        let zone = call.load::<8>(place + 48)?;
        if zone != 0 {
            time.zone = String::from_utf8_lossy(&string(call, zone)?).into_owned();
        }
    }
    Ok(time)
}

fn strftime(call: &mut Call<'_, '_>) -> Outcome {
    let (to, size, format, place) = (call.word(0), call.word(1), call.word(2), call.word(3));
    let format = string(call, format)?;
    let time = time_at(call, place, &format)?;
    let mut seconds = |time: &LocalTime| call.world.make_time(&mut time.clone());
    let text = format_time(&format, &time, &mut seconds);
    if text.len() as u64 >= size {
        return Ok(Flow::Word(0));
    }
    write_string(call, to, &text)?;
    Ok(Flow::Word(text.len() as u64))
}

fn wcsftime(call: &mut Call<'_, '_>) -> Outcome {
    let (to, size, format, place) = (call.word(0), call.word(1), call.word(2), call.word(3));
    let mut encoded = Vec::new();
    for character in wide_string(call, format, u64::MAX)? {
        crate::multibyte::encode(character, &mut encoded);
    }
    let time = time_at(call, place, &encoded)?;
    let mut seconds = |time: &LocalTime| call.world.make_time(&mut time.clone());
    let text = format_time(&encoded, &time, &mut seconds);
    let mut wide = crate::multibyte::decode(&text);
    let len = wide.len() as u64;
    if len >= size {
        return Ok(Flow::Word(0));
    }
    wide.push(0);
    write_wide(call, to, &wide)?;
    Ok(Flow::Word(len))
}

/// The flags and width of a conversion.
#[derive(Clone, Copy, Default)]
struct Field {
    /// `_`, `-`, `0` or `+`; 0 for none.
    pad: u8,
    upper: bool,
    swap: bool,
    width: Option<usize>,
}

/// Formats; `seconds` is `mktime`, for `%s`.
fn format_time(
    format: &[u8],
    time: &LocalTime,
    seconds: &mut dyn FnMut(&LocalTime) -> Option<i64>,
) -> Vec<u8> {
    let mut out = Vec::new();
    let mut index = 0;
    while index < format.len() {
        if format[index] != b'%' {
            out.push(format[index]);
            index += 1;
            continue;
        }
        let start = index;
        index += 1;
        let mut field = Field::default();
        while let Some(&flag @ (b'_' | b'-' | b'0' | b'+' | b'^' | b'#')) = format.get(index) {
            match flag {
                b'^' => field.upper = true,
                b'#' => field.swap = true,
                pad => field.pad = pad,
            }
            index += 1;
        }
        while let Some(digit @ b'0'..=b'9') = format.get(index) {
            let width = field.width.unwrap_or(0).saturating_mul(10) + usize::from(digit - b'0');
            field.width = Some(width.min(1 << 20));
            index += 1;
        }
        if matches!(format.get(index), Some(b'E' | b'O')) {
            index += 1;
        }
        let conversion = format.get(index).copied().unwrap_or(0);
        index += 1;
        let mut formatter = Formatter { time, field, seconds: &mut *seconds };
        match formatter.convert(conversion) {
            Some(text) => out.extend(text),
            // An unknown conversion stays as it was written.
            None => out.extend_from_slice(&format[start..index.min(format.len())]),
        }
    }
    out
}

struct Formatter<'t> {
    time: &'t LocalTime,
    field: Field,
    seconds: &'t mut dyn FnMut(&LocalTime) -> Option<i64>,
}

impl Formatter<'_> {
    fn convert(&mut self, conversion: u8) -> Option<Vec<u8>> {
        let time = self.time;
        let year = i64::from(time.year) + 1900;
        let (iso_year, iso_week) = iso_week(time);
        Some(match conversion {
            b'%' => self.text("%"),
            b'n' => self.text("\n"),
            b't' => self.text("\t"),
            b'a' => self.name(&WEEKDAYS, time.wday, 3),
            b'A' => self.name(&WEEKDAYS, time.wday, usize::MAX),
            b'b' | b'h' => self.name(&MONTHS, time.mon, 3),
            b'B' => self.name(&MONTHS, time.mon, usize::MAX),
            b'c' => self.nested(b"%a %b %e %H:%M:%S %Y"),
            b'C' => self.number(year.div_euclid(100), 1, b'0'),
            b'd' => self.number(time.mday.into(), 2, b'0'),
            b'D' | b'x' => self.nested(b"%m/%d/%y"),
            b'e' => self.number(time.mday.into(), 2, b'_'),
            b'F' => self.date(year),
            b'g' => self.number(iso_year.rem_euclid(100), 2, b'0'),
            b'G' => self.number(iso_year, 1, b'0'),
            b'H' => self.number(time.hour.into(), 2, b'0'),
            b'I' => self.number(twelve(time.hour), 2, b'0'),
            b'j' => self.number(i64::from(time.yday) + 1, 3, b'0'),
            b'k' => self.number(time.hour.into(), 2, b'_'),
            b'l' => self.number(twelve(time.hour), 2, b'_'),
            b'm' => self.number(i64::from(time.mon) + 1, 2, b'0'),
            b'M' => self.number(time.min.into(), 2, b'0'),
            b'p' => self.half_of_day(),
            // Always in lower case; flags do not change that.
            b'P' => {
                let half: &[u8] = if time.hour > 11 { b"pm" } else { b"am" };
                self.padded(half.to_vec(), b' ')
            }
            b'r' => self.nested(b"%I:%M:%S %p"),
            b'R' => self.nested(b"%H:%M"),
            b's' => {
                let seconds = (self.seconds)(time).unwrap_or(-1);
                self.number(seconds, 1, b'0')
            }
            b'S' => self.number(time.sec.into(), 2, b'0'),
            b'T' | b'X' => self.nested(b"%H:%M:%S"),
            b'u' => self.number(i64::from((time.wday - 1).rem_euclid(7)) + 1, 1, b'0'),
            b'U' => self.number(i64::from((time.yday - time.wday + 7).div_euclid(7)), 2, b'0'),
            b'V' => self.number(iso_week, 2, b'0'),
            b'w' => self.number(time.wday.into(), 1, b'0'),
            b'W' => {
                let since_monday = (time.wday - 1).rem_euclid(7);
                self.number(i64::from((time.yday - since_monday + 7).div_euclid(7)), 2, b'0')
            }
            b'y' => self.number(year.rem_euclid(100), 2, b'0'),
            b'Y' => self.number(year, if self.field.pad == b'+' { 4 } else { 1 }, b'0'),
            b'z' => self.offset(),
            b'Z' => {
                let zone = time.zone.clone();
                if self.field.swap { self.text(&zone.to_lowercase()) } else { self.text(&zone) }
            }
            _ => return None,
        })
    }

    /// Text in a field: blanks in front, unless zeros are asked for.
    fn text(&self, text: &str) -> Vec<u8> {
        let text = if self.field.upper { text.to_uppercase() } else { text.to_owned() };
        self.padded(text.into_bytes(), b' ')
    }

    fn padded(&self, text: Vec<u8>, usual: u8) -> Vec<u8> {
        let fill = match self.field.pad {
            b'0' | b'+' => b'0',
            _ => usual,
        };
        let missing = self.field.width.unwrap_or(0).saturating_sub(text.len());
        let mut out = vec![fill; missing];
        out.extend(text);
        out
    }

    fn name(&self, names: &[&str], index: i32, len: usize) -> Vec<u8> {
        let name = usize::try_from(index).ok().and_then(|index| names.get(index)).unwrap_or(&"?");
        let name = &name[..name.len().min(len)];
        if self.field.swap { self.text(&name.to_uppercase()) } else { self.text(name) }
    }

    fn half_of_day(&self) -> Vec<u8> {
        let half = if self.time.hour > 11 { "PM" } else { "AM" };
        if self.field.swap { self.text(&half.to_lowercase()) } else { self.text(half) }
    }

    /// A number of at least `digits` digits, padded as usual or as the flag says.
    fn number(&self, value: i64, digits: usize, usual: u8) -> Vec<u8> {
        let pad = if self.field.pad == 0 { usual } else { self.field.pad };
        let magnitude = value.unsigned_abs().to_string();
        let width = self.field.width.unwrap_or(0).max(if pad == b'-' { 0 } else { digits });
        let sign = usize::from(value < 0);
        let missing = width.saturating_sub(magnitude.len() + sign);
        let mut out = Vec::new();
        let blanks = matches!(pad, b'_' | b'-');
        if blanks {
            out.resize(missing, b' ');
        }
        if value < 0 {
            out.push(b'-');
        }
        if !blanks {
            out.resize(out.len() + missing, b'0');
        }
        out.extend(magnitude.bytes());
        out
    }

    fn nested(&mut self, format: &[u8]) -> Vec<u8> {
        let mut text = format_time(format, self.time, self.seconds);
        if self.field.upper {
            text.make_ascii_uppercase();
        }
        self.padded(text, b' ')
    }

    /// `%F` is `%Y-%m-%d`, with the width for the year.
    fn date(&mut self, year: i64) -> Vec<u8> {
        let rest = format_time(b"-%m-%d", self.time, self.seconds);
        self.padded([year.to_string().into_bytes(), rest].concat(), b'0')
    }

    /// `+hhmm`.
    fn offset(&self) -> Vec<u8> {
        if self.time.isdst < 0 {
            return Vec::new();
        }
        let minutes = self.time.gmtoff / 60;
        let sign = if self.time.gmtoff < 0 { b'-' } else { b'+' };
        let value = minutes.abs() / 60 * 100 + minutes.abs() % 60;
        let mut out = vec![sign];
        out.extend(format!("{value:04}").bytes());
        out
    }
}

fn twelve(hour: i32) -> i64 {
    match hour.rem_euclid(12) {
        0 => 12,
        hour => hour.into(),
    }
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// ISO 8601 year and week: week 1 has the year's first Thursday.
fn iso_week(time: &LocalTime) -> (i64, i64) {
    let year = i64::from(time.year) + 1900;
    let days = |yday: i64| {
        let since_monday = (i64::from(time.wday) - 1).rem_euclid(7);
        // The day of the year of this week's Thursday.
        yday - since_monday + 3
    };
    let thursday = days(time.yday.into());
    let length = |year| if is_leap(year) { 366 } else { 365 };
    if thursday < 0 {
        return (year - 1, (thursday + length(year - 1)) / 7 + 1);
    }
    if thursday >= length(year) {
        return (year + 1, (thursday - length(year)) / 7 + 1);
    }
    (year, thursday / 7 + 1)
}

#[cfg(test)]
mod tests {
    use std::ffi::CString;

    use proptest::prelude::*;

    use super::*;

    /// What the system makes of a UTC time, and what we make of it.
    fn both(format: &str, seconds: i64) -> (Vec<u8>, Vec<u8>) {
        // SAFETY: `tm` is plain data, for which zeros are a value.
        let mut tm: libc::tm = unsafe { std::mem::zeroed() };
        // SAFETY: both pointers are to live objects.
        unsafe { libc::gmtime_r(&seconds, &mut tm) };
        let c = CString::new(format).unwrap();
        let mut out = vec![0u8; 256];
        // SAFETY: the size is the buffer's, the format is terminated.
        let len = unsafe { libc::strftime(out.as_mut_ptr().cast(), 256, c.as_ptr(), &tm) };
        out.truncate(len);
        let time = LocalTime {
            sec: tm.tm_sec,
            min: tm.tm_min,
            hour: tm.tm_hour,
            mday: tm.tm_mday,
            mon: tm.tm_mon,
            year: tm.tm_year,
            wday: tm.tm_wday,
            yday: tm.tm_yday,
            isdst: tm.tm_isdst,
            gmtoff: tm.tm_gmtoff,
            zone: "GMT".into(),
        };
        (out, format_time(format.as_bytes(), &time, &mut |_| Some(seconds)))
    }

    proptest! {
        #[test]
        fn times_are_the_systems(
            seconds in -60_000_000_000i64..60_000_000_000,
            flag in "[-_0^#]?", width in "([3-9]|1[0-2])?",
            conversion in "[aAbBcCdDeFgGHIjklmMnpPrRStTuUVwWxXyYzZ%hqK]",
        ) {
            let format = format!("<%{conversion}>");
            let (native, ours) = both(&format, seconds);
            prop_assert_eq!(String::from_utf8(ours), String::from_utf8(native), "{} {}", format, seconds);
            // Flags and widths: the plain conversions.
            if !"nt%zFcDxrRTXCqK".contains(&conversion) {
                let format = format!("<%{flag}{width}{conversion}>");
                let (native, ours) = both(&format, seconds);
                prop_assert_eq!(String::from_utf8(ours), String::from_utf8(native), "{} {}", format, seconds);
            }
        }
    }
}
