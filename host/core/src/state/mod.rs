//! What is recorded of a resource beside its properties: our private notes, the version, and outputs that are not there.

pub(crate) mod missing_outputs;
pub(crate) mod moved;
pub(crate) mod private_state;
pub(crate) mod upgrade;
