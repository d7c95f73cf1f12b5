//! Tests of the component as a whole.

mod adopted;
mod changes;
mod facts;
mod lives;
mod whole_lives;
