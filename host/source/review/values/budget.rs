//! How much is read of one file, in all attempts together: text can be made so that each of its parts looks like the
//! beginning of a long document.

use std::io::{self, Read};

/// For each byte of a file so many are read in attempts, and a few more of a small one.
const READ_PER_BYTE: usize = 64;
const READ_ANYWAY: usize = 1 << 20;

/// A file would take too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooLong;

/// What may still be read.
pub(super) struct Budget {
    left: usize,
}

impl Budget {
    pub(super) fn new(bytes: usize) -> Self {
        Self {
            left: bytes
                .saturating_mul(READ_PER_BYTE)
                .saturating_add(READ_ANYWAY),
        }
    }

    /// A reader that counts, and keeps what it has read.
    pub(super) fn reader<R: Read>(&mut self, from: R) -> Counted<'_, R> {
        Counted {
            from,
            budget: self,
            read: Vec::new(),
            is_over: false,
        }
    }
}

pub(super) struct Counted<'a, R> {
    from: R,
    budget: &'a mut Budget,
    read: Vec<u8>,
    is_over: bool,
}

impl<R> Counted<'_, R> {
    /// What was read.
    pub(super) fn end(self) -> Result<Vec<u8>, TooLong> {
        match self.is_over {
            true => Err(TooLong),
            false => Ok(self.read),
        }
    }
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(self.budget.left);
        if length == 0 && !buffer.is_empty() {
            self.is_over = true;
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let place = buffer.get_mut(..length).unwrap_or_default();
        let count = self.from.read(place)?;
        self.budget.left -= count;
        self.read
            .extend_from_slice(buffer.get(..count).unwrap_or_default());
        Ok(count)
    }
}
