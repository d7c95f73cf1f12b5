//! The parts of a resource's record beside its properties: the host's private notes, the version, and missing outputs.

pub(crate) mod missing_outputs;
pub(crate) mod private_state;
pub(crate) mod upgrade;
