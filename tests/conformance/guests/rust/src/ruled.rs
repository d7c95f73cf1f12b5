//! Rules and constraints.

use std::collections::BTreeMap;

use pulumi_wasm_provider::prelude::*;

/// Each property has its own rule.
#[derive(Resource)]
pub(crate) struct Ruled {
    /// From 0 to 10.
    #[property(minimum = 0, maximum = 10)]
    level: Option<i64>,
    /// Between 0 and 1, without them.
    #[property(exclusive_minimum = 0, exclusive_maximum = 1)]
    share: Option<f64>,
    /// A multiple of 5.
    #[property(multiple_of = 5)]
    step: Option<i64>,
    /// Two to four characters.
    #[property(min_length = 2, max_length = 4)]
    short: Option<String>,
    /// Small letters.
    #[property(pattern = "^[a-z]+$", pattern_reason = "must be small letters")]
    word: Option<String>,
    /// A host.
    #[property(format = "hostname")]
    host: Option<String>,
    /// One or two, none twice.
    #[property(min_items = 1, max_items = 2, unique_items, items(min_length = 1))]
    tags: Option<Vec<String>>,
    /// At most one, with a key that begins with `x-`.
    #[property(max_properties = 1, key_pattern = "^x-")]
    extras: Option<BTreeMap<String, String>>,
    /// Secret, and still has a rule.
    #[property(secret, min_length = 8)]
    password: Option<String>,
}

#[resource]
impl Lifecycle for Ruled {
    fn create(_: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        Ok(Created::new("ruled", RuledOutputs))
    }
}

/// Some properties require or exclude others.
#[derive(Resource)]
#[resource(
    exactly_one_of(password, key),
    at_least_one_of(mail, phone),
    conflicts(copy_of, content),
    all_or_none(from, until),
    requires(key => key_id)
)]
pub(crate) struct Constrained {
    /// One way in.
    password: Option<String>,
    /// The other way in.
    key: Option<String>,
    /// Which key.
    key_id: Option<String>,
    /// An address.
    mail: Option<String>,
    /// A number.
    phone: Option<String>,
    /// Another one.
    copy_of: Option<String>,
    /// Its contents.
    content: Option<String>,
    /// The beginning.
    from: Option<String>,
    /// The end.
    until: Option<String>,
}

#[resource]
impl Lifecycle for Constrained {
    fn create(_: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        Ok(Created::new("constrained", ConstrainedOutputs))
    }
}
