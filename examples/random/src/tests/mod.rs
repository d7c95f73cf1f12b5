//! Tests of the component as a whole.

mod adopted;
mod changes;
mod facts;
mod lives;
