//! Directories: <dirent.h>, `mkdir`, `chdir`.

use coax_engine::{Call, DirEntry, Flow, Stop};
use coax_memory::HeapKind;

use crate::area::Area;
use crate::bytes::string;
use crate::errno::{fail, fail_null, zero_or_fail};
use crate::heap::ALIGNMENT;
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("opendir", opendir),
    ("readdir", readdir),
    ("readdir64", readdir),
    ("rewinddir", rewinddir),
    ("telldir", telldir),
    ("seekdir", seekdir),
    ("closedir", closedir),
    ("mkdir", mkdir),
    ("rmdir", rmdir),
    ("chdir", chdir),
];

/// An open directory. The program's `DIR *` is the address of one `struct dirent`, which is
/// also what `readdir` fills in.
#[derive(Clone, Debug)]
struct Directory {
    address: u64,
    path: Vec<u8>,
    entries: Vec<DirEntry>,
    next: usize,
}

/// The open directories.
#[derive(Clone, Default)]
pub(crate) struct OpenDirectories(Vec<Directory>);

/// `sizeof(struct dirent)`: inode, offset, length, type and 256 bytes of name.
const ENTRY_SIZE: usize = 280;

fn opendir(call: &mut Call<'_, '_>) -> Outcome {
    let path = call.word(0);
    let path = string(call, path)?;
    let entries = match call.world.list(&path) {
        Ok(entries) => entries,
        Err(errno) => return fail_null(call, errno),
    };
    let size = ENTRY_SIZE as u64;
    let Some(address) = call.allocate(size, ALIGNMENT, HeapKind::Library, true) else {
        return fail_null(call, libc::ENOMEM);
    };
    OpenDirectories::of(call).0.push(Directory { address, path, entries, next: 0 });
    Ok(Flow::Word(address))
}

fn find(call: &mut Call<'_, '_>) -> Result<usize, Stop> {
    let address = call.word(0);
    let found = OpenDirectories::of(call).0.iter().position(|open| open.address == address);
    if let Some(index) = found {
        return Ok(index);
    }
    call.check(address, 1, coax_memory::Access::Read)?;
    Err(Stop::Unsupported("a directory stream that was not opened".into()))
}

fn readdir(call: &mut Call<'_, '_>) -> Outcome {
    let index = find(call)?;
    let directory = &mut OpenDirectories::of(call).0[index];
    let address = directory.address;
    let Some(entry) = directory.entries.get(directory.next).cloned() else {
        return Ok(Flow::Word(0));
    };
    directory.next += 1;
    let offset = directory.next as u64;
    let mut bytes = vec![0; ENTRY_SIZE];
    let name = &entry.name[..entry.name.len().min(255)];
    let length = (19 + name.len() + 1).next_multiple_of(8) as u16;
    bytes[..8].copy_from_slice(&entry.ino.to_le_bytes());
    bytes[8..16].copy_from_slice(&offset.to_le_bytes());
    bytes[16..18].copy_from_slice(&length.to_le_bytes());
    bytes[18] = entry.kind;
    bytes[19..19 + name.len()].copy_from_slice(name);
    call.write(address, &bytes)?;
    Ok(Flow::Word(address))
}

fn rewinddir(call: &mut Call<'_, '_>) -> Outcome {
    let index = find(call)?;
    let path = OpenDirectories::of(call).0[index].path.clone();
    let fresh = call.world.list(&path);
    let directory = &mut OpenDirectories::of(call).0[index];
    if let Ok(entries) = fresh {
        directory.entries = entries;
    }
    directory.next = 0;
    Ok(Flow::Void)
}

fn telldir(call: &mut Call<'_, '_>) -> Outcome {
    let index = find(call)?;
    Ok(Flow::Word(OpenDirectories::of(call).0[index].next as u64))
}

fn seekdir(call: &mut Call<'_, '_>) -> Outcome {
    let index = find(call)?;
    let to = call.word(1) as usize;
    OpenDirectories::of(call).0[index].next = to;
    Ok(Flow::Void)
}

fn closedir(call: &mut Call<'_, '_>) -> Outcome {
    if call.word(0) == 0 {
        return fail(call, libc::EINVAL);
    }
    let index = find(call)?;
    let directory = OpenDirectories::of(call).0.swap_remove(index);
    call.release(directory.address, HeapKind::Library)?;
    Ok(Flow::int(0))
}

fn mkdir(call: &mut Call<'_, '_>) -> Outcome {
    let (path, mode) = (call.word(0), call.word(1) as u32);
    let path = string(call, path)?;
    let result = call.world.make_dir(&path, mode);
    zero_or_fail(call, result)
}

fn rmdir(call: &mut Call<'_, '_>) -> Outcome {
    let path = call.word(0);
    let path = string(call, path)?;
    let result = call.world.remove_dir(&path);
    zero_or_fail(call, result)
}

fn chdir(call: &mut Call<'_, '_>) -> Outcome {
    let path = call.word(0);
    let path = string(call, path)?;
    let result = call.world.change_dir(&path);
    zero_or_fail(call, result)
}
