//! Fails in every way in which a component can, and leaves behind what it is told.

use pulumi_wasm_provider::prelude::*;

use crate::cargo::Cargo;
use crate::engine::Engine;

mod cargo;
mod engine;

provider!(
    Provider::new("crash")
        .resource::<Engine>()
        .resource::<Cargo>()
);
