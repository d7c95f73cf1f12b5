//! Components: compiled, cached, entered under limits and ended, with all that their interface offers.
//!
//! [`guest`] stands above [`engine`]: it knows the versions of the interface, and translates their values to the core's
//! terms. [`scheduler`] chooses the thread that works on a request while its guest computes.

pub mod engine;
pub mod guest;
mod preinitialize;
pub mod scheduler;

pub use preinitialize::{Preinitialized, preinitialize};
