//! Custom resources: their life, their values, and what is left after a failure.

mod chosen;
mod configuration;
mod crash;
mod dependencies;
mod excess;
pub(crate) mod kill;
mod lookup;
mod naming;
mod previews;
mod recovery;
mod refusals;
mod secrets;
mod state;
