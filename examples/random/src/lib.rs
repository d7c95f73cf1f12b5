//! Random values that are made once and stay the same: the resources of Pulumi's `random` package.
//!
//! Tokens, properties, defaults, ids and the forms of imports are those of that package, so that a stack goes on with
//! this component where it left off with another. `generate` makes the values; each other module is one resource.

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

/// How many of something are to be made. The rules keep that within what a component's memory has.
///
/// # Errors
/// When there cannot be so many; never fewer are made than were asked for.
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
