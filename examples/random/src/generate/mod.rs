//! How the random values are made: plain functions over a source of randomness.
//!
//! Nothing here knows of resources, inputs or the host, so everything is tested natively with a seeded source.

pub(crate) mod alphabet;
pub(crate) mod encoding;
pub(crate) mod hash;
pub(crate) mod pet;
pub(crate) mod sampling;
pub(crate) mod seed;
pub(crate) mod text;
