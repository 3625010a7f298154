//! One stream: a descriptor or a buffer in memory, with glibc's buffering.
//!
//! Invariants:
//! - `input` beyond `position` is read ahead from the descriptor and not delivered yet;
//! - of a file that is an input, `input` is only as long as what was read: its bytes are at `origin`
//!   in the program's memory;
//! - `output` is accepted and not written yet; a stream never has both;
//! - bytes go out in the order they were accepted, in the pieces glibc would make of them, so
//!   that what other descriptors write lands between them as natively.

use coax_engine::World;

use crate::input_files::InputPlace;

/// When bytes go out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Buffering {
    /// When the buffer is full.
    Full,
    /// At the end of each line.
    Line,
    /// At once.
    None,
}

/// Where bytes come from and go to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Medium {
    /// A file descriptor.
    Descriptor(i32),
    /// A buffer of the program's (`fmemopen`).
    Buffer(Buffer),
    /// A growing block of memory (`open_memstream`, `open_wmemstream`).
    Growing(Growing),
}

/// A buffer of the program's. What is written is put into it when the stream is flushed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Buffer {
    pub(crate) address: u64,
    pub(crate) bytes: Vec<u8>,
    /// How much of it counts as contents.
    pub(crate) len: usize,
    pub(crate) position: usize,
    pub(crate) append: bool,
    /// The stream's own buffer, freed with it.
    pub(crate) owned: bool,
    pub(crate) changed: bool,
}

/// Memory that grows as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Growing {
    /// Where the program wants the address of the block.
    pub(crate) pointer: u64,
    /// Where the program wants its size.
    pub(crate) size: u64,
    pub(crate) bytes: Vec<u8>,
    pub(crate) position: usize,
    /// The block as the program has it now.
    pub(crate) block: u64,
    /// Bytes of one unit of the size: 4 for wide streams.
    pub(crate) unit: u64,
}

/// A stream.
#[derive(Clone, Debug)]
pub(crate) struct Stream {
    /// The address of its `FILE`.
    pub(crate) address: u64,
    pub(crate) medium: Medium,
    pub(crate) readable: bool,
    pub(crate) writable: bool,
    pub(crate) append: bool,
    /// How it is buffered; `None` until the first use decides.
    pub(crate) buffering: Option<Buffering>,
    pub(crate) capacity: usize,
    input: Vec<u8>,
    /// Where the first byte of `input` comes from, if that is a file that is an input.
    origin: Option<InputPlace>,
    position: usize,
    pushed_back: Vec<u8>,
    output: Vec<u8>,
    pub(crate) eof: bool,
    pub(crate) error: bool,
    /// Negative for bytes, positive for wide characters, 0 for undecided.
    pub(crate) orientation: i32,
}

impl Stream {
    pub(crate) fn new(address: u64, medium: Medium, readable: bool, writable: bool) -> Stream {
        Stream {
            address,
            medium,
            readable,
            writable,
            append: false,
            buffering: None,
            capacity: 0,
            input: Vec::new(),
            origin: None,
            position: 0,
            pushed_back: Vec::new(),
            output: Vec::new(),
            eof: false,
            error: false,
            orientation: 0,
        }
    }

    /// The descriptor, if there is one.
    pub(crate) fn descriptor(&self) -> Option<i32> {
        match self.medium {
            Medium::Descriptor(fd) => Some(fd),
            _ => None,
        }
    }

    /// The buffering, decided at the first use: a terminal gets lines.
    fn prepare(&mut self, world: &mut dyn World) -> Buffering {
        if let (Some(buffering), true) = (self.buffering, self.capacity != 0) {
            return buffering;
        }
        let terminal = self.descriptor().is_some_and(|fd| world.is_terminal(fd));
        if self.capacity == 0 {
            let block = match self.descriptor().map(|fd| world.status_of(fd)) {
                Some(Ok(status)) if (1..8192).contains(&status.blksize) => status.blksize as usize,
                _ => 8192,
            };
            self.capacity = block;
        }
        let natural = if terminal { Buffering::Line } else { Buffering::Full };
        *self.buffering.get_or_insert(natural)
    }

    // ---- writing ------------------------------------------------------------------------

    /// Accepts bytes; an `errno` value if they could not be written.
    pub(crate) fn write(&mut self, world: &mut dyn World, bytes: &[u8]) -> Result<(), i32> {
        if !self.writable {
            self.error = true;
            return Err(libc::EBADF);
        }
        self.drop_input(world);
        let result = match self.prepare(world) {
            Buffering::None => self.send(world, bytes),
            Buffering::Line => self.write_lines(world, bytes),
            Buffering::Full => self.write_blocks(world, bytes),
        };
        self.error |= result.is_err();
        result
    }

    fn write_lines(&mut self, world: &mut dyn World, bytes: &[u8]) -> Result<(), i32> {
        match memchr::memrchr(b'\n', bytes) {
            Some(last) => {
                let (lines, rest) = bytes.split_at(last + 1);
                self.write_blocks(world, lines)?;
                self.flush(world)?;
                self.write_blocks(world, rest)
            }
            None => self.write_blocks(world, bytes),
        }
    }

    /// Fills the buffer, sends it when it is full, and sends whole blocks past it.
    fn write_blocks(&mut self, world: &mut dyn World, bytes: &[u8]) -> Result<(), i32> {
        let room = self.capacity.saturating_sub(self.output.len());
        let (first, rest) = bytes.split_at(bytes.len().min(room));
        self.output.extend_from_slice(first);
        if rest.is_empty() {
            return Ok(());
        }
        self.flush(world)?;
        let whole = rest.len() - rest.len() % self.capacity.max(1);
        let (blocks, last) = rest.split_at(whole);
        self.send(world, blocks)?;
        self.output.extend_from_slice(last);
        Ok(())
    }

    /// Writes what is buffered.
    pub(crate) fn flush(&mut self, world: &mut dyn World) -> Result<(), i32> {
        if self.output.is_empty() {
            return Ok(());
        }
        let mut bytes = std::mem::take(&mut self.output);
        let result = self.send(world, &bytes);
        bytes.clear();
        self.output = bytes;
        self.error |= result.is_err();
        result
    }

    fn send(&mut self, world: &mut dyn World, mut bytes: &[u8]) -> Result<(), i32> {
        match &mut self.medium {
            Medium::Descriptor(fd) => {
                while !bytes.is_empty() {
                    let sent = world.write(*fd, bytes)?;
                    bytes = &bytes[sent.min(bytes.len())..];
                }
                Ok(())
            }
            Medium::Buffer(buffer) => buffer.put(bytes),
            Medium::Growing(growing) => {
                growing.put(bytes);
                Ok(())
            }
        }
    }

    // ---- reading ------------------------------------------------------------------------

    /// The next byte; `None` at the end or on an error.
    pub(crate) fn get(&mut self, world: &mut dyn World) -> Result<Option<u8>, i32> {
        if let Some(byte) = self.pushed_back.pop() {
            return Ok(Some(byte));
        }
        if self.position == self.input.len() && !self.fill(world)? {
            return Ok(None);
        }
        self.position += 1;
        Ok(Some(self.input[self.position - 1]))
    }

    /// Is this a file that is an input?
    pub(crate) fn is_input(&self, world: &mut dyn World) -> bool {
        self.descriptor().is_some_and(|fd| world.input_file(fd).is_some())
    }

    /// Where the next byte comes from, if it is of a file that is an input and read already.
    pub(crate) fn next_place(&self) -> Option<InputPlace> {
        let read = self.pushed_back.is_empty() && self.position < self.input.len();
        self.origin.filter(|_| read).map(|origin| self.place(origin, self.position))
    }

    /// Where the last byte came from, if it is of a file that is an input and may be put back.
    pub(crate) fn last_place(&self) -> Option<InputPlace> {
        let there = self.pushed_back.is_empty() && self.position > 0;
        self.origin.filter(|_| there).map(|origin| self.place(origin, self.position - 1))
    }

    fn place(&self, origin: InputPlace, index: usize) -> InputPlace {
        InputPlace { offset: origin.offset + index as u64, ..origin }
    }

    /// Puts the last byte back as it was.
    pub(crate) fn step_back(&mut self) {
        self.eof = false;
        self.position -= 1;
    }

    /// What can be delivered without reading again: empty only at the end.
    pub(crate) fn available(&mut self, world: &mut dyn World) -> Result<&[u8], i32> {
        if !self.pushed_back.is_empty() {
            // Pushed-back bytes come out last in, first out: one at a time is enough.
            return Ok(&self.pushed_back[self.pushed_back.len() - 1..]);
        }
        if self.position == self.input.len() {
            self.fill(world)?;
        }
        Ok(&self.input[self.position..])
    }

    /// Takes bytes that [`Stream::available`] gave.
    pub(crate) fn consume(&mut self, count: usize) {
        match self.pushed_back.is_empty() || count == 0 {
            true => self.position += count,
            false => {
                self.pushed_back.pop();
            }
        }
    }

    /// Reads ahead; false at the end.
    fn fill(&mut self, world: &mut dyn World) -> Result<bool, i32> {
        if !self.readable {
            self.error = true;
            return Err(libc::EBADF);
        }
        if self.eof {
            // glibc does not try again once it has seen the end.
            return Ok(false);
        }
        self.flush(world)?;
        let want = match self.prepare(world) {
            Buffering::None => 1,
            _ => self.capacity,
        };
        self.input.resize(want, 0);
        self.position = 0;
        self.origin = self.input_place(world);
        let got = match &mut self.medium {
            Medium::Descriptor(fd) => world.read(*fd, &mut self.input),
            Medium::Buffer(buffer) => Ok(buffer.take(&mut self.input)),
            Medium::Growing(_) => Ok(0),
        };
        self.input.truncate(*got.as_ref().unwrap_or(&0));
        match got {
            Ok(0) => {
                self.eof = true;
                Ok(false)
            }
            Ok(_) => Ok(true),
            Err(errno) => {
                self.error = true;
                Err(errno)
            }
        }
    }

    /// Where the descriptor stands in a file that is an input.
    fn input_place(&self, world: &mut dyn World) -> Option<InputPlace> {
        let fd = self.descriptor()?;
        let file = world.input_file(fd)?;
        let offset = world.seek(fd, 0, libc::SEEK_CUR).ok()?;
        Some(InputPlace { file, offset: offset as u64 })
    }

    /// Is it buffered so that reading from it first brings out what stdout holds?
    pub(crate) fn reads_interactively(&self) -> bool {
        matches!(self.buffering, Some(Buffering::Line | Buffering::None))
            && self.position == self.input.len()
            && self.pushed_back.is_empty()
    }

    /// Puts a byte back.
    pub(crate) fn unget(&mut self, byte: u8) {
        self.eof = false;
        let fits = self.pushed_back.is_empty() && self.position > 0 && self.origin.is_none();
        if fits && self.input[self.position - 1] == byte {
            self.position -= 1;
        } else {
            self.pushed_back.push(byte);
        }
    }

    /// Forgets what was read ahead and moves the descriptor back to where the program is.
    pub(crate) fn drop_input(&mut self, world: &mut dyn World) {
        let ahead = self.input.len() - self.position;
        self.pushed_back.clear();
        if ahead != 0 {
            match &mut self.medium {
                Medium::Descriptor(fd) => {
                    // A pipe cannot go back; then what was read is simply gone, as natively.
                    let _ = world.seek(*fd, -(ahead as i64), libc::SEEK_CUR);
                }
                Medium::Buffer(buffer) => buffer.position -= ahead,
                Medium::Growing(_) => {}
            }
        }
        self.input.clear();
        self.position = 0;
    }

    // ---- positions ----------------------------------------------------------------------

    /// `fseek`.
    pub(crate) fn seek(
        &mut self,
        world: &mut dyn World,
        offset: i64,
        whence: i32,
    ) -> Result<(), i32> {
        self.flush(world)?;
        let mut offset = offset;
        if whence == libc::SEEK_CUR {
            offset -= self.pushed_back.len() as i64;
        }
        self.drop_input(world);
        match &mut self.medium {
            Medium::Descriptor(fd) => world.seek(*fd, offset, whence)?,
            Medium::Buffer(buffer) => buffer.seek(offset, whence)?,
            Medium::Growing(growing) => growing.seek(offset, whence)?,
        };
        self.eof = false;
        Ok(())
    }

    /// `ftell`.
    pub(crate) fn tell(&mut self, world: &mut dyn World) -> Result<i64, i32> {
        if self.append && !self.output.is_empty() {
            self.flush(world)?;
        }
        let at = match &mut self.medium {
            Medium::Descriptor(fd) => world.seek(*fd, 0, libc::SEEK_CUR)?,
            Medium::Buffer(buffer) => buffer.position as i64,
            Medium::Growing(growing) => growing.position as i64,
        };
        let ahead = self.input.len() - self.position + self.pushed_back.len();
        Ok(at - ahead as i64 + self.output.len() as i64)
    }

    /// Bytes accepted and not written yet.
    pub(crate) fn pending(&self) -> usize {
        self.output.len()
    }

    /// Discards what is buffered (`__fpurge`).
    pub(crate) fn purge(&mut self) {
        self.output.clear();
        self.input.clear();
        self.position = 0;
        self.pushed_back.clear();
    }
}

fn target(offset: i64, whence: i32, position: usize, len: usize) -> Result<i64, i32> {
    let base = match whence {
        libc::SEEK_SET => 0,
        libc::SEEK_CUR => position as i64,
        libc::SEEK_END => len as i64,
        _ => return Err(libc::EINVAL),
    };
    base.checked_add(offset).filter(|&at| at >= 0).ok_or(libc::EINVAL)
}

impl Buffer {
    fn take(&mut self, into: &mut [u8]) -> usize {
        let start = self.position.min(self.len);
        let count = into.len().min(self.len - start);
        into[..count].copy_from_slice(&self.bytes[start..start + count]);
        self.position += count;
        count
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), i32> {
        if self.append {
            self.position = self.len;
        }
        let room = self.bytes.len().saturating_sub(self.position);
        let count = bytes.len().min(room);
        self.bytes[self.position..self.position + count].copy_from_slice(&bytes[..count]);
        self.position += count;
        self.changed |= count != 0;
        if self.position > self.len {
            self.len = self.position;
            // A terminator follows the contents where there is room for it.
            if let Some(next) = self.bytes.get_mut(self.len) {
                *next = 0;
            }
        }
        if count < bytes.len() { Err(libc::ENOSPC) } else { Ok(()) }
    }

    fn seek(&mut self, offset: i64, whence: i32) -> Result<i64, i32> {
        let at = target(offset, whence, self.position, self.len)?;
        if at as usize > self.bytes.len() {
            return Err(libc::EINVAL);
        }
        self.position = at as usize;
        Ok(at)
    }
}

impl Growing {
    fn put(&mut self, bytes: &[u8]) {
        let end = self.position + bytes.len();
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        self.bytes[self.position..end].copy_from_slice(bytes);
        self.position = end;
    }

    fn seek(&mut self, offset: i64, whence: i32) -> Result<i64, i32> {
        let at = target(offset, whence, self.position, self.bytes.len())?;
        self.position = at as usize;
        Ok(at)
    }
}
