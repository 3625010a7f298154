//! Clocks and waiting: `time`, `clock`, `clock_gettime`, `gettimeofday`, `sleep`, …

use coax_engine::{Call, Flow, Stop};

use crate::errno::{fail, set};
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("time", time),
    ("clock", clock),
    ("clock_gettime", clock_gettime),
    ("clock_getres", clock_getres),
    ("clock_nanosleep", clock_nanosleep),
    ("gettimeofday", gettimeofday),
    ("ftime", crate::refusal::unsupported),
    ("timespec_get", timespec_get),
    ("sleep", sleep),
    ("usleep", usleep),
    ("nanosleep", nanosleep),
    ("thrd_sleep", nanosleep),
    ("difftime", difftime),
    ("times", times),
    ("getrusage", getrusage),
    ("getitimer", crate::refusal::unsupported),
    ("setitimer", crate::refusal::unsupported),
];

const NANOSECONDS: u64 = 1_000_000_000;

fn time(call: &mut Call<'_, '_>) -> Outcome {
    let place = call.word(0);
    let (seconds, _) = match call.world.clock(libc::CLOCK_REALTIME) {
        Ok(now) => now,
        Err(errno) => return fail(call, errno),
    };
    if place != 0 {
        call.store::<8>(place, seconds as u64)?;
    }
    Ok(Flow::long(seconds))
}

/// Processor time in `CLOCKS_PER_SEC` (a million) ticks: ours, since the program runs in us.
fn clock(call: &mut Call<'_, '_>) -> Outcome {
    match call.world.clock(libc::CLOCK_PROCESS_CPUTIME_ID) {
        Ok((seconds, nanoseconds)) => Ok(Flow::long(seconds * 1_000_000 + nanoseconds / 1000)),
        Err(errno) => fail(call, errno),
    }
}

fn put_pair(call: &mut Call<'_, '_>, place: u64, pair: (i64, i64)) -> Result<(), Stop> {
    if place == 0 {
        return Ok(());
    }
    call.store::<8>(place, pair.0 as u64)?;
    call.store::<8>(place + 8, pair.1 as u64)
}

fn clock_gettime(call: &mut Call<'_, '_>) -> Outcome {
    let (id, place) = (call.int(0), call.word(1));
    match call.world.clock(id) {
        Ok(now) => {
            put_pair(call, place, now)?;
            Ok(Flow::int(0))
        }
        Err(errno) => fail(call, errno),
    }
}

fn clock_getres(call: &mut Call<'_, '_>) -> Outcome {
    let (id, place) = (call.int(0), call.word(1));
    if let Err(errno) = call.world.clock(id) {
        return fail(call, errno);
    }
    put_pair(call, place, (0, 1))?;
    Ok(Flow::int(0))
}

fn gettimeofday(call: &mut Call<'_, '_>) -> Outcome {
    let (place, zone) = (call.word(0), call.word(1));
    match call.world.clock(libc::CLOCK_REALTIME) {
        Ok((seconds, nanoseconds)) => {
            put_pair(call, place, (seconds, nanoseconds / 1000))?;
            put_pair_of_ints(call, zone)?;
            Ok(Flow::int(0))
        }
        Err(errno) => fail(call, errno),
    }
}

/// An obsolete `struct timezone`: always zeros.
fn put_pair_of_ints(call: &mut Call<'_, '_>, place: u64) -> Result<(), Stop> {
    if place == 0 { Ok(()) } else { call.store::<8>(place, 0) }
}

fn timespec_get(call: &mut Call<'_, '_>) -> Outcome {
    let (place, base) = (call.word(0), call.int(1));
    match call.world.clock(libc::CLOCK_REALTIME) {
        Ok(now) if base == 1 => {
            put_pair(call, place, now)?;
            Ok(Flow::int(1))
        }
        _ => Ok(Flow::int(0)),
    }
}

fn sleep(call: &mut Call<'_, '_>) -> Outcome {
    let seconds = u64::from(call.word(0) as u32);
    call.world.sleep(seconds.saturating_mul(NANOSECONDS));
    Ok(Flow::int(0))
}

fn usleep(call: &mut Call<'_, '_>) -> Outcome {
    let microseconds = u64::from(call.word(0) as u32);
    call.world.sleep(microseconds * 1000);
    Ok(Flow::int(0))
}

/// The duration at an address; `None` if it is not one.
fn duration(call: &mut Call<'_, '_>, place: u64) -> Result<Option<u64>, Stop> {
    let seconds = call.load::<8>(place)? as i64;
    let nanoseconds = call.load::<8>(place + 8)? as i64;
    let valid = seconds >= 0 && (0..NANOSECONDS as i64).contains(&nanoseconds);
    let total = (seconds as u64).saturating_mul(NANOSECONDS).saturating_add(nanoseconds as u64);
    Ok(valid.then_some(total))
}

fn nanosleep(call: &mut Call<'_, '_>) -> Outcome {
    let place = call.word(0);
    match duration(call, place)? {
        Some(nanoseconds) => {
            call.world.sleep(nanoseconds);
            Ok(Flow::int(0))
        }
        None => fail(call, libc::EINVAL),
    }
}

fn clock_nanosleep(call: &mut Call<'_, '_>) -> Outcome {
    let (id, flags, place) = (call.int(0), call.int(1), call.word(2));
    let Some(wanted) = duration(call, place)? else { return Ok(Flow::int(libc::EINVAL)) };
    let nanoseconds = match (flags & libc::TIMER_ABSTIME != 0, call.world.clock(id)) {
        (false, _) => wanted,
        (true, Ok((seconds, rest))) => {
            wanted.saturating_sub((seconds as u64) * NANOSECONDS + rest as u64)
        }
        (true, Err(errno)) => return Ok(Flow::int(errno)),
    };
    call.world.sleep(nanoseconds);
    Ok(Flow::int(0))
}

fn difftime(call: &mut Call<'_, '_>) -> Outcome {
    let (later, earlier) = (call.long(0), call.long(1));
    Ok(Flow::double((i128::from(later) - i128::from(earlier)) as f64))
}

/// Processor time used so far: seconds and microseconds.
fn used(call: &mut Call<'_, '_>) -> (i64, i64) {
    let (seconds, nanoseconds) =
        call.world.clock(libc::CLOCK_PROCESS_CPUTIME_ID).unwrap_or_default();
    (seconds, nanoseconds / 1000)
}

fn times(call: &mut Call<'_, '_>) -> Outcome {
    let place = call.word(0);
    let (seconds, microseconds) = used(call);
    let ticks = seconds * 100 + microseconds / 10_000;
    if place != 0 {
        put_pair(call, place, (ticks, 0))?;
        put_pair(call, place + 16, (0, 0))?;
    }
    let (now, rest) = call.world.clock(libc::CLOCK_MONOTONIC).unwrap_or_default();
    Ok(Flow::long(now * 100 + rest / 10_000_000))
}

/// Times are real, everything else in the struct is 0.
fn getrusage(call: &mut Call<'_, '_>) -> Outcome {
    let (who, place) = (call.int(0), call.word(1));
    if !(-1..=1).contains(&who) {
        set(call, libc::EINVAL)?;
        return Ok(Flow::int(-1));
    }
    let time = used(call);
    call.fill(place, 0, 144)?;
    put_pair(call, place, time)?;
    Ok(Flow::int(0))
}
