//! The places of policies.

use std::path::PathBuf;

/// The places of policies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PolicyFiles {
    /// Files that apply if they exist.
    pub optional: Vec<PathBuf>,
    /// A file that a setting names: it must be there.
    pub named: Option<PathBuf>,
}

/// The policy of the machine, which holds for every user.
const MACHINE: &str = "/etc/pulumi-wasm/policy.yaml";

impl PolicyFiles {
    /// The machine's policy, and the named one, or, without one, the user's.
    #[must_use]
    pub fn of_machine(named: Option<PathBuf>, users: Option<PathBuf>) -> Self {
        let users = users.filter(|_| named.is_none());
        Self {
            optional: std::iter::once(PathBuf::from(MACHINE))
                .chain(users)
                .collect(),
            named,
        }
    }
}
