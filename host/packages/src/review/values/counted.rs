//! Readers that count what is read in attempts, and keep it.

use std::fmt;
use std::io::{self, Read};

use super::super::budget::{Allowance, MAX_VALUES};

/// Why a file was not searched to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GivenUp {
    TooLong,
    TooMany,
}

impl fmt::Display for GivenUp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => formatter.write_str("it is made so that reading it takes too long"),
            Self::TooMany => write!(formatter, "it holds more than {MAX_VALUES} values"),
        }
    }
}

pub(super) struct Counted<'a, R> {
    from: R,
    allowance: &'a mut Allowance,
    read: Vec<u8>,
    is_over: bool,
}

impl<'a, R> Counted<'a, R> {
    pub(super) fn new(from: R, allowance: &'a mut Allowance) -> Self {
        Self {
            from,
            allowance,
            read: Vec::new(),
            is_over: false,
        }
    }

    /// The bytes that were read.
    pub(super) fn end(self) -> Result<Vec<u8>, GivenUp> {
        match self.is_over {
            true => Err(GivenUp::TooLong),
            false => Ok(self.read),
        }
    }
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(self.allowance.left());
        if length == 0 && !buffer.is_empty() {
            self.is_over = true;
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let place = buffer.get_mut(..length).unwrap_or_default();
        let count = self.from.read(place)?;
        self.is_over |= !self.allowance.take(count);
        self.read
            .extend_from_slice(buffer.get(..count).unwrap_or_default());
        Ok(count)
    }
}
