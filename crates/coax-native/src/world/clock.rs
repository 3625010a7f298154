//! Clocks, sleeping, and the calendar.
//!
//! The calendar is the C library's, with the time zone of this process (`TZ`, the system's files).

use super::{Answer, Errno, RealWorld, check, last_errno};
use std::ffi::CStr;

/// A time or a duration: `struct timespec`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TimeSpan {
    /// Whole seconds.
    pub seconds: i64,
    /// The rest, below a thousand million.
    pub nanoseconds: i64,
}

/// `struct tm`, field by field without the prefix.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are those of `struct tm`, without the prefix")]
pub struct BrokenDownTime {
    pub sec: i32,
    pub min: i32,
    pub hour: i32,
    pub mday: i32,
    pub mon: i32,
    pub year: i32,
    pub wday: i32,
    pub yday: i32,
    pub isdst: i32,
    pub gmtoff: i64,
    /// The zone's abbreviation, without terminator.
    pub zone: Vec<u8>,
}

impl BrokenDownTime {
    fn new(raw: &libc::tm) -> BrokenDownTime {
        let zone = if raw.tm_zone.is_null() {
            Vec::new()
        } else {
            // SAFETY: the C library points to a terminated name it keeps until the next `tzset`.
            unsafe { CStr::from_ptr(raw.tm_zone) }.to_bytes().to_vec()
        };
        BrokenDownTime {
            sec: raw.tm_sec,
            min: raw.tm_min,
            hour: raw.tm_hour,
            mday: raw.tm_mday,
            mon: raw.tm_mon,
            year: raw.tm_year,
            wday: raw.tm_wday,
            yday: raw.tm_yday,
            isdst: raw.tm_isdst,
            gmtoff: raw.tm_gmtoff,
            zone,
        }
    }

    /// The fields `mktime` reads.
    fn to_raw(&self) -> libc::tm {
        let mut raw = empty_tm();
        raw.tm_sec = self.sec;
        raw.tm_min = self.min;
        raw.tm_hour = self.hour;
        raw.tm_mday = self.mday;
        raw.tm_mon = self.mon;
        raw.tm_year = self.year;
        raw.tm_isdst = self.isdst;
        raw
    }
}

fn empty_tm() -> libc::tm {
    libc::tm {
        tm_sec: 0,
        tm_min: 0,
        tm_hour: 0,
        tm_mday: 0,
        tm_mon: 0,
        tm_year: 0,
        tm_wday: 0,
        tm_yday: 0,
        tm_isdst: 0,
        tm_gmtoff: 0,
        tm_zone: std::ptr::null(),
    }
}

type BreakDown = unsafe extern "C" fn(*const i64, *mut libc::tm) -> *mut libc::tm;
type Combine = unsafe extern "C" fn(*mut libc::tm) -> i64;

/// Runs `localtime_r` or `gmtime_r`.
fn break_down(function: BreakDown, seconds: i64) -> Answer<BrokenDownTime> {
    let mut raw = empty_tm();
    // SAFETY: both pointers are to valid values.
    if unsafe { function(&seconds, &mut raw) }.is_null() {
        return Err(last_errno());
    }
    Ok(BrokenDownTime::new(&raw))
}

/// Runs `mktime` or `timegm`: the seconds, and the fields brought into their ranges.
fn combine(function: Combine, time: &BrokenDownTime) -> Answer<(i64, BrokenDownTime)> {
    let mut raw = time.to_raw();
    // -1 is also a moment; a success always sets the day of the week.
    raw.tm_wday = -1;
    // SAFETY: a valid struct.
    let seconds = unsafe { function(&mut raw) };
    if raw.tm_wday < 0 {
        return Err(Errno(libc::EOVERFLOW));
    }
    Ok((seconds, BrokenDownTime::new(&raw)))
}

impl RealWorld {
    /// `time()`: seconds since 1970.
    pub fn time(&self) -> i64 {
        // SAFETY: a null pointer asks for the value only.
        unsafe { libc::time(std::ptr::null_mut()) }
    }

    /// `clock_gettime(id)`.
    pub fn clock_gettime(&self, id: i32) -> Answer<TimeSpan> {
        let mut raw = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: writes one valid struct.
        check(unsafe { libc::clock_gettime(id, &mut raw) })?;
        Ok(TimeSpan { seconds: raw.tv_sec, nanoseconds: raw.tv_nsec })
    }

    /// `clock_getres(id)`.
    pub fn clock_getres(&self, id: i32) -> Answer<TimeSpan> {
        let mut raw = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: writes one valid struct.
        check(unsafe { libc::clock_getres(id, &mut raw) })?;
        Ok(TimeSpan { seconds: raw.tv_sec, nanoseconds: raw.tv_nsec })
    }

    /// `clock()`: processor time in millionths of a second, as POSIX fixes the unit.
    pub fn clock(&self) -> i64 {
        match self.clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID) {
            Ok(used) => used.seconds * 1_000_000 + used.nanoseconds / 1000,
            Err(_) => -1,
        }
    }

    /// `nanosleep(time)`; on an interruption the error and what was left.
    pub fn nanosleep(&self, time: TimeSpan) -> Result<(), (Errno, TimeSpan)> {
        let request = libc::timespec { tv_sec: time.seconds, tv_nsec: time.nanoseconds };
        let mut left = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: both pointers are to valid structs.
        let result = check(unsafe { libc::nanosleep(&request, &mut left) });
        let left = TimeSpan { seconds: left.tv_sec, nanoseconds: left.tv_nsec };
        result.map(drop).map_err(|errno| (errno, left))
    }

    /// `localtime(seconds)`.
    pub fn localtime(&self, seconds: i64) -> Answer<BrokenDownTime> {
        break_down(libc::localtime_r, seconds)
    }

    /// `gmtime(seconds)`.
    pub fn gmtime(&self, seconds: i64) -> Answer<BrokenDownTime> {
        break_down(libc::gmtime_r, seconds)
    }

    /// `mktime(time)`: the seconds, and the fields brought into their ranges.
    pub fn mktime(&self, time: &BrokenDownTime) -> Answer<(i64, BrokenDownTime)> {
        combine(libc::mktime, time)
    }

    /// `timegm(time)`: `mktime` for universal time.
    pub fn timegm(&self, time: &BrokenDownTime) -> Answer<(i64, BrokenDownTime)> {
        combine(libc::timegm, time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run() {
        let world = RealWorld::new();
        assert!(world.time() > 1_700_000_000);
        let before = world.clock_gettime(libc::CLOCK_MONOTONIC).expect("a clock");
        let pause = TimeSpan { seconds: 0, nanoseconds: 2_000_000 };
        assert_eq!(world.nanosleep(pause), Ok(()));
        let after = world.clock_gettime(libc::CLOCK_MONOTONIC).expect("a clock");
        assert!(after > before);
        assert!(world.clock() >= 0);
        assert!(world.clock_getres(libc::CLOCK_REALTIME).is_ok());
        assert_eq!(world.clock_gettime(9999), Err(Errno(libc::EINVAL)));
        let bad = TimeSpan { seconds: 0, nanoseconds: -1 };
        assert_eq!(world.nanosleep(bad).map_err(|e| e.0), Err(Errno(libc::EINVAL)));
    }

    #[test]
    fn the_calendar() {
        let world = RealWorld::new();
        let leap = world.gmtime(951_782_400).expect("a date");
        assert_eq!((leap.year, leap.mon, leap.mday, leap.wday), (100, 1, 29, 2));
        assert_eq!((leap.yday, leap.hour, leap.zone.as_slice()), (59, 0, &b"GMT"[..]));
        assert_eq!(world.timegm(&leap).map(|r| r.0), Ok(951_782_400));
        assert_eq!(world.gmtime(i64::MAX), Err(Errno(libc::EOVERFLOW)));
        assert_eq!(world.gmtime(-1).map(|t| t.year), Ok(69));
    }

    #[test]
    fn local_time_there_and_back() {
        let world = RealWorld::new();
        let local = world.localtime(1_000_000_000).expect("a date");
        assert_eq!(world.mktime(&local), Ok((1_000_000_000, local)));
    }

    #[test]
    fn fields_are_brought_into_range() {
        let world = RealWorld::new();
        let odd = BrokenDownTime { mday: 32, year: 100, ..BrokenDownTime::default() };
        let (seconds, even) = world.timegm(&odd).expect("a date");
        assert_eq!((even.mon, even.mday, seconds), (1, 1, 949_363_200));
        let before =
            BrokenDownTime { sec: 59, min: 59, hour: 23, mday: 31, mon: 11, year: 69, ..even };
        assert_eq!(world.timegm(&before).map(|r| r.0), Ok(-1));
        let late = BrokenDownTime { year: i32::MAX, mon: i32::MAX, ..BrokenDownTime::default() };
        assert_eq!(world.timegm(&late), Err(Errno(libc::EOVERFLOW)));
    }
}
