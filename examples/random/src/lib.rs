//! Random values that are made once and stay the same: the resources of Pulumi's `random` package.
//!
//! Tokens, properties, defaults, ids and import ids equal the package's, so a stack can switch to this component and keep
//! its resources. `generate` makes the values; each other module is one resource.

mod generate;

mod bytes;
mod characters;
mod id;
mod integer;
mod password;
mod pet;
mod recorded;
mod shuffle;
mod string;
mod uuid;

#[cfg(test)]
mod tests;

use pulumi_wasm_provider::prelude::*;

use crate::bytes::RandomBytes;
use crate::id::RandomId;
use crate::integer::RandomInteger;
use crate::password::RandomPassword;
use crate::pet::RandomPet;
use crate::shuffle::RandomShuffle;
use crate::string::RandomString;
use crate::uuid::{RandomUuid, RandomUuid4, RandomUuid7};

/// The number of values to make. The rules keep it within the memory of a component.
///
/// # Errors
/// If the number is too large. The provider never makes fewer values than requested.
pub(crate) fn count(number: i64) -> Result<usize> {
    usize::try_from(number).map_err(|_| Error::other(format!("{number} cannot be made")))
}

provider!(
    Provider::new("random")
        .resource::<RandomBytes>()
        .resource::<RandomId>()
        .resource::<RandomInteger>()
        .resource::<RandomPassword>()
        .resource::<RandomPet>()
        .resource::<RandomShuffle>()
        .resource::<RandomString>()
        .resource::<RandomUuid>()
        .resource::<RandomUuid4>()
        .resource::<RandomUuid7>()
);
