//! Files that servers have attached to a manifest.

/// Signatures or documents of a manifest, as far as they are of use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attached<T> {
    pub found: Vec<T>,
    /// Those that are of no use, each with the reason, in words for people.
    pub skipped: Vec<String>,
}

impl<T> Default for Attached<T> {
    fn default() -> Self {
        Self {
            found: Vec::new(),
            skipped: Vec::new(),
        }
    }
}

impl<T: PartialEq> Attached<T> {
    /// Adds what another server has, each once.
    pub fn add(&mut self, others: Self) {
        for other in others.found {
            if !self.found.contains(&other) {
                self.found.push(other);
            }
        }
        self.skipped.extend(others.skipped);
    }
}
