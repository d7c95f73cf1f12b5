//! Constructs component resources as an engine lets them be constructed, with a mock in the place of its resource monitor: what
//! the component registers is noted, and answered with values that the user of this crate gives.

mod behaviour;
mod constructed;
mod mocks;
mod monitor;
mod options;
mod promise;
mod run;
#[cfg(test)]
mod tests;
mod urn;

pub use behaviour::{ComponentBehaviour, judge_component};
pub use constructed::{Child, Constructed, LookUp};
pub use mocks::{Mock, Mocks};
pub use promise::broken_promises;
pub use run::Construction;
pub use urn::name_in_urn;
