//! Recorded state beyond the properties: private state, the state version, and missing outputs.

pub(crate) mod imports;
pub(crate) mod input_origin;
pub(crate) mod missing_outputs;
pub(crate) mod moved;
pub(crate) mod opened;
pub(crate) mod private_state;
mod stored;
pub(crate) mod unknown_values;
pub(crate) mod unseen;
pub(crate) mod upgrade;

pub use stored::StoredProperties;
