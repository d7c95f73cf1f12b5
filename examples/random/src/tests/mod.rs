//! Tests of the component as a whole.

mod adopted;
mod facts;
