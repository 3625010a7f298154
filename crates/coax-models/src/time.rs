//! Calendar time: `gmtime`, `localtime`, `mktime`, `asctime`, `ctime`.

use coax_engine::{Call, Flow, LocalTime, Stop};

use crate::bytes::write_string;
use crate::errno::{fail, fail_null};
use crate::statics::{Static, static_buffer, text};
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("gmtime", |call| broken_down(call, true, false)),
    ("gmtime_r", |call| broken_down(call, true, true)),
    ("localtime", |call| broken_down(call, false, false)),
    ("localtime_r", |call| broken_down(call, false, true)),
    ("mktime", mktime),
    ("timelocal", mktime),
    ("timegm", timegm),
    ("asctime", asctime),
    ("asctime_r", asctime),
    ("ctime", ctime),
    ("ctime_r", ctime),
    ("tzset", tzset),
];

/// `sizeof(struct tm)`.
const SIZE: usize = 56;

/// The fields `mktime` looks at: from seconds to years, and daylight saving time.
const OF_A_MOMENT: &[usize] = &[0, 1, 2, 3, 4, 5, 8];
/// The fields `timegm` looks at.
const OF_A_UTC_MOMENT: &[usize] = &[0, 1, 2, 3, 4, 5];
/// The fields `asctime` looks at.
const OF_A_TEXT: &[usize] = &[0, 1, 2, 3, 4, 5, 6];

pub(crate) const WEEKDAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

pub(crate) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Reads a `struct tm`, of which the fields in `used` must have been written.
pub(crate) fn load(call: &mut Call<'_, '_>, place: u64, used: &[usize]) -> Result<LocalTime, Stop> {
    let mut fields = [0; 9];
    for (index, field) in fields.iter_mut().enumerate() {
        let at = place + 4 * index as u64;
        let bytes = match used.contains(&index) {
            true => call.read(at, 4)?,
            false => call.memory_at(at)?.bytes(at, 4)?,
        };
        *field = i32::from_le_bytes(bytes.try_into().expect("four bytes"));
    }
    let [sec, min, hour, mday, mon, year, wday, yday, isdst] = fields;
    Ok(LocalTime { sec, min, hour, mday, mon, year, wday, yday, isdst, ..LocalTime::default() })
}

/// Writes a `struct tm`.
fn store(call: &mut Call<'_, '_>, place: u64, time: &LocalTime) -> Result<(), Stop> {
    let fields = [
        time.sec, time.min, time.hour, time.mday, time.mon, time.year, time.wday, time.yday,
        time.isdst, 0,
    ];
    let zone = text(call, time.zone.as_bytes());
    let mut bytes: Vec<u8> = fields.iter().flat_map(|field| field.to_le_bytes()).collect();
    bytes.extend(time.gmtoff.to_le_bytes());
    bytes.extend(zone.to_le_bytes());
    debug_assert_eq!(bytes.len(), SIZE);
    call.write(place, &bytes)
}

/// Converts the time at argument 0; the result goes to argument 1 or the static buffer.
fn broken_down(call: &mut Call<'_, '_>, utc: bool, given: bool) -> Outcome {
    let place = call.word(0);
    let seconds = call.load::<8>(place)? as i64;
    let target = match given {
        true => call.word(1),
        false => static_buffer(call, Static::BrokenDownTime, |_| vec![0; SIZE]),
    };
    let Some(mut time) = call.world.local_time(seconds, utc) else {
        return fail_null(call, libc::EOVERFLOW);
    };
    if utc {
        time.zone = "GMT".into();
    }
    store(call, target, &time)?;
    Ok(Flow::Word(target))
}

fn mktime(call: &mut Call<'_, '_>) -> Outcome {
    let place = call.word(0);
    let mut time = load(call, place, OF_A_MOMENT)?;
    match call.world.make_time(&mut time) {
        Some(seconds) => {
            store(call, place, &time)?;
            Ok(Flow::long(seconds))
        }
        None => fail(call, libc::EOVERFLOW),
    }
}

/// Days from 1970-01-01 to a date of the Gregorian calendar; months may be out of range.
fn days_from_epoch(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = (year + month.div_euclid(12), month.rem_euclid(12));
    // Count years from March, so that the leap day is the last one.
    let (year, month) = if month < 2 { (year - 1, month + 10) } else { (year, month - 2) };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let before_month = (153 * month + 2) / 5;
    365 * year + leap_days + before_month + day - 1 - 719_468
}

fn timegm(call: &mut Call<'_, '_>) -> Outcome {
    let place = call.word(0);
    let time = load(call, place, OF_A_UTC_MOMENT)?;
    let days = days_from_epoch(i64::from(time.year) + 1900, time.mon.into(), time.mday.into());
    let seconds = days * 86_400
        + i64::from(time.hour) * 3600
        + i64::from(time.min) * 60
        + i64::from(time.sec);
    let Some(mut normal) = call.world.local_time(seconds, true) else {
        return fail(call, libc::EOVERFLOW);
    };
    normal.zone = "GMT".into();
    store(call, place, &normal)?;
    Ok(Flow::long(seconds))
}

/// `Thu Jan  1 00:00:00 1970` and a newline.
fn as_text(time: &LocalTime) -> String {
    let name = |names: &[&str], index: i32| match usize::try_from(index) {
        Ok(index) if index < names.len() => names[index][..3].to_owned(),
        _ => "???".to_owned(),
    };
    format!(
        "{} {}{:3} {:02}:{:02}:{:02} {}\n",
        name(&WEEKDAYS, time.wday),
        name(&MONTHS, time.mon),
        time.mday,
        time.hour,
        time.min,
        time.sec,
        i64::from(time.year) + 1900,
    )
}

/// Puts the text into argument 1 for the `_r` functions, else into the static buffer.
fn put_text(call: &mut Call<'_, '_>, time: &LocalTime) -> Outcome {
    let target = match call.name().ends_with("_r") {
        true => call.word(1),
        false => static_buffer(call, Static::TimeText, |_| vec![0; 64]),
    };
    write_string(call, target, as_text(time).as_bytes())?;
    Ok(Flow::Word(target))
}

fn asctime(call: &mut Call<'_, '_>) -> Outcome {
    let place = call.word(0);
    let time = load(call, place, OF_A_TEXT)?;
    put_text(call, &time)
}

fn ctime(call: &mut Call<'_, '_>) -> Outcome {
    let place = call.word(0);
    let seconds = call.load::<8>(place)? as i64;
    match call.world.local_time(seconds, false) {
        Some(time) => put_text(call, &time),
        None => fail_null(call, libc::EOVERFLOW),
    }
}

/// The world knows the zone; there is nothing to set.
fn tzset(_: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::Void)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days() {
        assert_eq!(days_from_epoch(1970, 0, 1), 0);
        assert_eq!(days_from_epoch(2000, 1, 29), 11_016);
        assert_eq!(days_from_epoch(1969, 11, 31), -1);
        assert_eq!(days_from_epoch(2023, 12, 1), days_from_epoch(2024, 0, 1));
        assert_eq!(days_from_epoch(2024, -1, 1), days_from_epoch(2023, 11, 1));
    }

    #[test]
    fn text() {
        let time = LocalTime { mday: 1, year: 70, wday: 4, ..LocalTime::default() };
        assert_eq!(as_text(&time), "Thu Jan  1 00:00:00 1970\n");
    }
}
