//! The error of a limit.

use crate::limits::{Limit, Limits};

/// A limit on the host's memory was reached.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} more than the limit {} of {}\nhint: {hint}", limit.name(), limit.show(*value))]
pub struct LimitReached {
    pub limit: Limit,
    /// The value in force.
    pub value: u64,
    /// The text of the `hint:` line.
    pub hint: String,
    /// The subject of the sentence, as in "the host keeps".
    what: &'static str,
}

impl LimitReached {
    /// A limit with its current value. `what` begins a sentence that ends with "more than the limit".
    pub fn of(limits: &Limits, limit: Limit, what: &'static str) -> Self {
        Self {
            limit,
            value: limits.get(limit),
            hint: limits.hint(limit),
            what,
        }
    }
}
