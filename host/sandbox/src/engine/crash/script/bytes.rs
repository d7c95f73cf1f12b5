//! The memory of a guest, read by its 32-bit addresses.

use memchr::memmem::find_iter;

/// How far a search reads.
const SEARCHED: usize = 64 << 20;
/// The maximum number of places that a search finds.
const MAX_FOUND: usize = 1 << 10;

/// Bytes that a guest wrote. Reading beyond the end returns nothing.
#[derive(Clone, Copy)]
pub(super) struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    /// A whole linear memory.
    pub(super) fn of(memory: &'a [u8]) -> Self {
        Self(memory)
    }

    /// The number of bytes.
    pub(super) fn size(self) -> usize {
        self.0.len()
    }

    /// This many bytes from an address on.
    pub(super) fn slice(self, at: u32, count: usize) -> Option<&'a [u8]> {
        let begin = usize::try_from(at).ok()?;
        self.0.get(begin..begin.checked_add(count)?)
    }

    /// A byte.
    pub(super) fn u8(self, at: u32) -> Option<u8> {
        self.slice(at, 1)?.first().copied()
    }

    /// A number, or a pointer.
    pub(super) fn u32(self, at: u32) -> Option<u32> {
        let bytes = self.slice(at, 4)?.try_into().ok()?;
        Some(u32::from_le_bytes(bytes))
    }

    /// A pointer that is not null.
    pub(super) fn pointer(self, at: u32) -> Option<u32> {
        self.u32(at).filter(|address| *address != 0)
    }

    /// A number of 64 bits that is a small one, such as an offset.
    pub(super) fn small(self, at: u32, most: u32) -> Option<u32> {
        let bytes = self.slice(at, 8)?.try_into().ok()?;
        let number = u32::try_from(u64::from_le_bytes(bytes)).ok()?;
        (number <= most).then_some(number)
    }

    /// The addresses of eight bytes that begin at a multiple of eight, in the first 64 MiB.
    pub(super) fn find(self, wanted: [u8; 8]) -> impl Iterator<Item = u32> {
        let beginning = self.0.get(..SEARCHED).unwrap_or(self.0);
        let found: Vec<usize> = find_iter(beginning, &wanted).take(MAX_FOUND).collect();
        let aligned = found.into_iter().filter(|at| at.is_multiple_of(8));
        aligned.filter_map(|at| u32::try_from(at).ok())
    }
}
