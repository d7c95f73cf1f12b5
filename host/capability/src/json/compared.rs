//! Computes the same value in two ways, for tests and fuzz targets.

use pulumi_wasm_core::value::PropertyMap;

use super::assets::Assets;
use super::delta::{Sent, delta};
use super::read::{from_json, from_json_in};
use super::write::write;

/// The value of a guest's text, and the value that is read again from its written form: for tests that compare the two.
/// `None` for a malformed text. References in the text count as given.
#[must_use]
pub fn read_twice(text: &str) -> Option<(PropertyMap, Option<PropertyMap>)> {
    let read = from_json(text, &Assets::taking_any()).ok()?;
    let mut assets = Assets::default();
    let written = write(&read, &mut assets, None).ok();
    let again = written.and_then(|written| from_json(&written.text, &assets).ok());
    Some((read, again))
}

/// The value of an answer instead of properties, parsed on its own and as a delta of the sent properties: for tests
/// that compare the two. The references in `sent` count as given; `None` for a malformed text.
#[must_use]
pub fn read_both_ways(sent: &str, answer: &str) -> Option<[Result<PropertyMap, String>; 2]> {
    let assets = Assets::taking_any();
    let map = from_json_in(&assets.room(), sent, &assets).ok()?;
    both_ways(&map, answer)
}

pub(super) fn both_ways(
    map: &PropertyMap,
    answer: &str,
) -> Option<[Result<PropertyMap, String>; 2]> {
    let mut assets = Assets::default();
    let written = write(map, &mut assets, None).ok()?;
    let sent = Sent {
        map,
        text: &written.text,
        places: &written.places,
    };
    let revised = delta(&assets.room(), answer, sent, &assets).map(|delta| delta.of(map));
    Some(
        [from_json_in(&assets.room(), answer, &assets), revised]
            .map(|read| read.map_err(|error| error.to_string())),
    )
}
