//! How much the host keeps of what a guest declares.

use super::declare::{Declaration, Derivation, GroupOutputs};
use crate::size_limits;

impl Declaration {
    /// About how many bytes the host keeps of it.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let values = size_limits::size(&self.inputs) + size_limits::size(&self.options);
        values + self.token.len() + self.name.len() + self.position.len()
    }
}

impl GroupOutputs {
    /// About how many bytes the host keeps of them.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_limits::size(&self.outputs)
    }
}

impl Derivation {
    /// About how many bytes the host keeps of it.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_limits::size_of_value(&self.source) + self.position.len()
    }
}
