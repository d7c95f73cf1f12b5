//! Recorded state beyond the properties: private state, the state version, and missing outputs.

pub(crate) mod exposed_secrets;
pub(crate) mod imports;
pub(crate) mod input_origin;
pub(crate) mod migrated_outputs;
pub(crate) mod missing_outputs;
pub(crate) mod private_state;
mod stored;
pub(crate) mod unknown_values;
pub(crate) mod unreadable;
pub(crate) mod upgrade;

pub use stored::StoredProperties;
