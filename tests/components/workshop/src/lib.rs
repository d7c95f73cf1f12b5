//! Uses what few examples use, each resource another part of the SDK.

use pulumi_wasm_provider::prelude::*;

use crate::cupboard::Cupboard;
use crate::glue::Glue;
use crate::parcel::Parcel;
use crate::shelf::Shelf;

mod cupboard;
mod glue;
mod parcel;
mod shelf;

/// The weight of several copies of a letter.
#[function(pure)]
fn weigh(letter: Asset, copies: u32, #[property(default = 1)] unit: f64) -> Result<f64> {
    Ok(letter.size()? as f64 * f64::from(copies) * unit)
}

/// The value of a JSON text, of any type, which only the host checks.
#[function(pure, positional)]
fn parse(text: String) -> Result<Json> {
    serde_json::from_str(&text).map(Json).map_err(Error::other)
}

provider!(
    Provider::new("workshop")
        .resource::<Parcel>()
        .resource::<Glue>()
        .resource::<Cupboard>()
        .component::<Shelf>()
        .function(weigh)
        .function(parse)
);
