mod names;
mod parts;
mod places;
mod types;

use serde_json::Value;

use crate::schema::PackageSchema;
use crate::schema::testing::acme_document;

/// A package with one part replaced, as lines of `place: message`.
fn mistakes(change: impl FnOnce(&mut Value)) -> Vec<String> {
    let mut document = acme_document();
    change(&mut document);
    match PackageSchema::parse(&document) {
        Ok(_) => Vec::new(),
        Err(mistakes) => mistakes.iter().map(ToString::to_string).collect(),
    }
}

/// The mistakes of one input property, without the property's place.
fn in_property(property: Value) -> Vec<String> {
    let place = "/resources/acme:index:Thing/inputProperties/extra";
    mistakes(|document| {
        document["resources"]["acme:index:Thing"]["inputProperties"]["extra"] = property;
    })
    .iter()
    .map(|mistake| mistake.strip_prefix(place).unwrap_or(mistake).to_owned())
    .collect()
}
