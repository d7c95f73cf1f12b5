//! Constructs component resources as an engine lets them be constructed, with a mock in the place of its resource monitor: what
//! the component registers is noted, and answered with values that the user of this crate gives.

mod behaviour;
mod call;
mod constructed;
mod hooks;
mod method_behaviour;
#[cfg(test)]
mod method_tests;
mod mocks;
mod monitor;
mod options;
mod own;
mod promise;
mod run;
#[cfg(test)]
mod tests;
mod transforms;
mod urn;

pub use behaviour::{ComponentBehaviour, judge_component};
pub use call::{MethodCall, Receiver};
pub use constructed::{Child, Constructed, LookUp};
pub use method_behaviour::{MethodBehaviour, MethodExample, judge_method};
pub use mocks::{Mock, Mocks};
pub use promise::broken_promises;
pub use run::Construction;
pub use urn::name_in_urn;
