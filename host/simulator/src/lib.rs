//! Leads resources through their lives as the engine does, one at a time and without an engine: for the test kit, and
//! for the author's tool.
//!
//! It sends the core the same requests that the engine would cause for `pulumi`, in the engine's order, and keeps the
//! state that an engine would keep. The caller provides the package, the receiver of messages and the runtime.

mod change;
pub mod conformance;
mod construction;
mod failure;
mod provider;
mod recorded;
mod requests;
mod resource;
mod state;
mod values;

pub use change::{Change, Difference, Drift, Step};
pub use construction::{
    Child, ComponentBehaviour, Constructed, Construction, LookUp, MethodBehaviour, MethodCall,
    MethodExample, Mock, Mocks, Receiver, broken_promises, judge_component, judge_method,
    name_in_urn,
};
pub use failure::{Failure, FailureKind};
pub use provider::{FailedChange, Listed, Provider};
pub use recorded::{RecordedResource, resources_of_export};
pub use resource::{Preview, Resource};
pub use state::{State, without_private_state};
pub use values::{
    Mismatch, Reveal, compare, from_map, from_value, is_secret, is_unknown, same, secret, show,
    to_map, to_value, unknown,
};
