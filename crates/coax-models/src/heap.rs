//! The heap: `malloc` and its relatives.

use coax_engine::symbolic::Size;
use coax_engine::{Call, ErrorKind, Flow, SizeRequests, Stop};
use coax_memory::{Access, HeapKind};

use crate::errno::{fail_null, set};
use crate::{Models, Outcome};

/// What `malloc` aligns to.
pub(crate) const ALIGNMENT: u64 = 16;
/// The size of a page.
pub(crate) const PAGE: u64 = 4096;

pub(crate) const MODELS: Models = &[
    ("malloc", malloc),
    ("calloc", calloc),
    ("realloc", realloc),
    ("reallocarray", reallocarray),
    ("free", free),
    ("cfree", free),
    ("aligned_alloc", aligned_alloc),
    ("memalign", aligned_alloc),
    ("posix_memalign", posix_memalign),
    ("valloc", valloc),
    ("pvalloc", pvalloc),
    ("malloc_usable_size", malloc_usable_size),
    ("malloc_trim", malloc_trim),
    ("mallopt", mallopt),
    ("__coax_library_malloc", library_malloc),
    ("__coax_library_free", library_free),
    ("mmap", mmap),
    ("mmap64", mmap),
    ("munmap", munmap),
    ("mprotect", mprotect),
    ("madvise", mprotect),
];

/// Allocates, or gives null and `ENOMEM`.
fn allocate(call: &mut Call<'_, '_>, size: Size, align: u64, zeroed: bool) -> Outcome {
    check_size(call, size)?;
    match call.allocate_sized(size, align, HeapKind::Malloc, zeroed)? {
        Some(address) => Ok(Flow::Word(address)),
        None => fail_null(call, libc::ENOMEM),
    }
}

fn check_size(call: &mut Call<'_, '_>, size: Size) -> Result<(), Stop> {
    if !call.is_negative(size)? {
        return Ok(());
    }
    let bytes = size.value as i64;
    let message = format!("allocation of {bytes} bytes (a negative number converted)");
    Err(call.error(ErrorKind::NegativeSize, message))
}

fn malloc(call: &mut Call<'_, '_>) -> Outcome {
    let size = call.size(0);
    allocate(call, size, ALIGNMENT, false)
}

fn calloc(call: &mut Call<'_, '_>) -> Outcome {
    let (count, size) = (call.size(0), call.size(1));
    check_size(call, count)?;
    check_size(call, size)?;
    match call.product(count, size)? {
        Some(total) => allocate(call, total, ALIGNMENT, true),
        None => fail_null(call, libc::ENOMEM),
    }
}

fn realloc(call: &mut Call<'_, '_>) -> Outcome {
    call.decide_argument(0)?;
    let (old, size) = (call.word(0), call.size(1));
    resize(call, old, size)
}

fn resize(call: &mut Call<'_, '_>, old: u64, size: Size) -> Outcome {
    if old == 0 {
        return allocate(call, size, ALIGNMENT, false);
    }
    check_size(call, size)?;
    call.check_release(old, HeapKind::Malloc)?;
    if call.is_at_most(size, 0)? {
        // As glibc does it: the object is freed and there is no new one.
        call.release(old, HeapKind::Malloc)?;
        return Ok(Flow::Word(0));
    }
    call.before_move(old)?;
    let Some(new) = call.allocate_sized(size, ALIGNMENT, HeapKind::Malloc, false)? else {
        return fail_null(call, libc::ENOMEM);
    };
    call.move_contents(new, old)?;
    call.release(old, HeapKind::Malloc)?;
    Ok(Flow::Word(new))
}

fn reallocarray(call: &mut Call<'_, '_>) -> Outcome {
    call.decide_argument(0)?;
    let (old, count, size) = (call.word(0), call.size(1), call.size(2));
    match call.product(count, size)? {
        Some(total) => resize(call, old, total),
        None => fail_null(call, libc::ENOMEM),
    }
}

fn free(call: &mut Call<'_, '_>) -> Outcome {
    let old = call.word(0);
    if old != 0 {
        call.release(old, HeapKind::Malloc)?;
    }
    Ok(Flow::Void)
}

/// Memory of our own runtime: never a leak of the program's.
fn library_malloc(call: &mut Call<'_, '_>) -> Outcome {
    let size = call.word(0);
    match call.allocate(size, ALIGNMENT, HeapKind::Library, false) {
        Some(address) => Ok(Flow::Word(address)),
        None => Err(Stop::Unsupported("the runtime needs more memory than there is".into())),
    }
}

fn library_free(call: &mut Call<'_, '_>) -> Outcome {
    let block = call.word(0);
    call.release(block, HeapKind::Library)?;
    Ok(Flow::Void)
}

fn aligned_alloc(call: &mut Call<'_, '_>) -> Outcome {
    call.decide_argument(0)?;
    let (align, size) = (call.word(0), call.size(1));
    if align > 1 << 62 {
        return fail_null(call, libc::EINVAL);
    }
    allocate(call, size, align.next_power_of_two().max(ALIGNMENT), false)
}

fn posix_memalign(call: &mut Call<'_, '_>) -> Outcome {
    call.decide_argument(0)?;
    call.decide_argument(1)?;
    let (place, align, size) = (call.word(0), call.word(1), call.size(2));
    if !align.is_power_of_two() || align % 8 != 0 {
        return Ok(Flow::int(libc::EINVAL));
    }
    check_size(call, size)?;
    // Where the answer goes comes first: nothing may have changed when a decision is taken.
    call.check(place, 8, Access::Write)?;
    match call.allocate_sized(size, align.max(ALIGNMENT), HeapKind::Malloc, false)? {
        Some(address) => {
            call.store::<8>(place, address)?;
            Ok(Flow::int(0))
        }
        None => Ok(Flow::int(libc::ENOMEM)),
    }
}

fn valloc(call: &mut Call<'_, '_>) -> Outcome {
    let size = call.size(0);
    allocate(call, size, PAGE, false)
}

fn pvalloc(call: &mut Call<'_, '_>) -> Outcome {
    let size = call.word(0);
    allocate(call, size.checked_next_multiple_of(PAGE).unwrap_or(size).into(), PAGE, false)
}

/// The exact size: a program that uses more than it asked for is wrong on other systems.
fn malloc_usable_size(call: &mut Call<'_, '_>) -> Outcome {
    let at = call.word(0);
    if at == 0 {
        return Ok(Flow::Word(0));
    }
    call.check(at, 0, Access::Read)?;
    let size = call.size_of_object(at)?;
    Ok(call.return_size(size))
}

fn malloc_trim(_: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::int(0))
}

fn mallopt(_: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::int(1))
}

/// Anonymous memory only: an object like any other. It counts as the library's own, so that
/// forgetting to unmap it is not reported as a leak.
fn mmap(call: &mut Call<'_, '_>) -> Outcome {
    let (wanted, len, flags) = (call.word(0), call.word(1), call.int(3));
    if flags & libc::MAP_ANONYMOUS == 0 || flags & libc::MAP_FIXED != 0 || wanted != 0 {
        return Err(Stop::Unsupported("mmap of a file or at a fixed address".into()));
    }
    let size = len.checked_next_multiple_of(PAGE).filter(|&size| size != 0);
    let Some(size) = size else {
        set(call, if len == 0 { libc::EINVAL } else { libc::ENOMEM })?;
        return Ok(Flow::Word(u64::MAX));
    };
    match call.allocate(size, PAGE, HeapKind::Library, true) {
        Some(address) => Ok(Flow::Word(address)),
        None => {
            set(call, libc::ENOMEM)?;
            Ok(Flow::Word(u64::MAX))
        }
    }
}

fn munmap(call: &mut Call<'_, '_>) -> Outcome {
    let (at, len) = (call.word(0), call.word(1));
    call.check(at, 0, Access::Read)?;
    let whole = call.memory_at(at)?.object(at).is_some_and(|object| {
        object.base == at && Some(object.size) == len.checked_next_multiple_of(PAGE)
    });
    if !whole {
        return Err(Stop::Unsupported("munmap of a part of a mapping".into()));
    }
    call.release(at, HeapKind::Library)?;
    Ok(Flow::int(0))
}

fn mprotect(_: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::int(0))
}
