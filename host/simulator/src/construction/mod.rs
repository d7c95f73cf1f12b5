//! Constructs component resources as an engine does, with a mock of its resource monitor. The mock notes the component's
//! registrations, and answers with values from the user of this crate.

mod behaviour;
mod call;
mod constructed;
mod hooks;
mod method_behaviour;
#[cfg(test)]
mod method_tests;
mod mocks;
mod monitor;
mod own;
mod promise;
mod run;
#[cfg(test)]
mod tests;
mod transforms;

pub use behaviour::{ComponentBehaviour, judge_component};
pub use call::{MethodCall, Receiver};
pub use constructed::{Child, Constructed, LookUp, name_in_urn};
pub use method_behaviour::{MethodBehaviour, MethodExample, judge_method};
pub use mocks::{Mock, Mocks};
pub use promise::broken_promises;
pub use run::Construction;
