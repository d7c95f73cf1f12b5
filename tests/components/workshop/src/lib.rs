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

/// What several copies of a letter weigh together.
#[function(pure)]
fn weigh(letter: Asset, copies: u32, #[property(default = 1)] unit: f64) -> Result<f64> {
    Ok(letter.size()? as f64 * f64::from(copies) * unit)
}

/// What a text says, of any type: what no language looks at before the host does.
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
