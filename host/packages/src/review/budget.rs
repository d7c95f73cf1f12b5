//! How much a review does. A small file may be made so that it takes long, and many of them even more so: each file has
//! an allowance in proportion to its size, and beyond that all files of a review share one.

/// How many bytes may be read in attempts, for each byte of a file and beyond that for all files together. Text can be
/// made so that each of its parts looks like the beginning of a long document.
const READ_PER_BYTE: usize = 64;
const READ_SHARED: usize = 128 << 20;
/// How many bytes may be unpacked, likewise.
const UNPACKED_PER_BYTE: usize = 16;
const UNPACKED_SHARED: usize = 128 << 20;
/// How many values one file may hold, and all files together.
pub(super) const MAX_VALUES: usize = 1000;
pub(super) const MAX_FINDINGS: usize = 20_000;

/// The remaining work of a review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Budget {
    /// Bytes to be read in attempts.
    pub(super) read: Allowance,
    /// Bytes to be unpacked.
    pub(super) unpacked: Allowance,
}

impl Default for Budget {
    fn default() -> Self {
        Self::shared(READ_SHARED, UNPACKED_SHARED)
    }
}

impl Budget {
    /// The share of all files, in bytes, before the first of them.
    pub(super) fn shared(read: usize, unpacked: usize) -> Self {
        Self {
            read: Allowance::new(read),
            unpacked: Allowance::new(unpacked),
        }
    }

    /// Begins with a file of so many bytes. All files that are unpacked from it count as this file.
    pub(super) fn begin_file(&mut self, bytes: usize) {
        self.read.of_file = bytes.saturating_mul(READ_PER_BYTE);
        self.unpacked.of_file = bytes.saturating_mul(UNPACKED_PER_BYTE);
    }
}

/// One resource of a budget.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Allowance {
    of_file: usize,
    shared: usize,
}

impl Allowance {
    fn new(shared: usize) -> Self {
        Self { of_file: 0, shared }
    }

    /// How much is left for the file.
    pub(super) fn left(&self) -> usize {
        self.of_file.saturating_add(self.shared)
    }

    /// Takes so much, the file's own first; false if less is left.
    #[must_use]
    pub(super) fn take(&mut self, count: usize) -> bool {
        let own = count.min(self.of_file);
        self.of_file -= own;
        let left = self.shared.checked_sub(count - own);
        self.shared = left.unwrap_or_default();
        left.is_some()
    }
}
