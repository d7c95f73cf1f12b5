//! Components: compiled, cached, entered under limits and ended, with all that their interface offers.
//!
//! [`guest`] stands above [`engine`]: it knows the versions of the interface, and what crosses them in the core's terms.
//! [`scheduler`] says where a request is worked on while its guest computes.

pub mod engine;
pub mod guest;
pub mod scheduler;
