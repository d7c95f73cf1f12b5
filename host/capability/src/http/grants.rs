//! The addresses that a component may reach, and the requests that it may send there: the grants of the user, the rules
//! of the operator, and the rules of the manifest.

pub(super) mod address;
pub(super) mod allowlist;
pub(super) mod bounds;
pub(super) mod host_rule;
pub(super) mod manifest_rules;
pub(super) mod pattern;
