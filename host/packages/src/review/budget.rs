//! The work that a review may do. A hostile file may be small and take long. So each file has an allowance in
//! proportion to its size, and all files of a review share another allowance.

/// The bytes that may be read in attempts to parse a document: for each byte of a file, and shared by all files.
/// Hostile text may look like the beginning of a long document at every position.
const READ_PER_BYTE: usize = 64;
const READ_SHARED: usize = 128 << 20;
/// The bytes that may be unpacked: for each byte of a file, and shared by all files.
const UNPACKED_PER_BYTE: usize = 16;
const UNPACKED_SHARED: usize = 128 << 20;
/// The number of values in one file, and in all files.
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

    /// Begins a file of `bytes` bytes. All files that are unpacked from it share its allowance.
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

    /// The allowance that is left for the file.
    pub(super) fn left(&self) -> usize {
        self.of_file.saturating_add(self.shared)
    }

    /// Takes `count`, first from the file's allowance. `false` if less is left.
    #[must_use]
    pub(super) fn take(&mut self, count: usize) -> bool {
        let own = count.min(self.of_file);
        self.of_file -= own;
        let left = self.shared.checked_sub(count - own);
        self.shared = left.unwrap_or_default();
        left.is_some()
    }
}
