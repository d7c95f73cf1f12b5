//! When two values are equal.

use pulumi_wasm_provider::prelude::*;

/// Each property has its own comparison.
#[derive(Resource)]
pub(crate) struct Compared {
    /// Case does not count.
    #[property(compare = "ignore-case")]
    word: Option<String>,
    /// White space around it does not count.
    #[property(compare = "trim")]
    line: Option<String>,
    /// A dot at its end does not count.
    #[property(compare = ["ignore-case", "trailing-dot"])]
    domain: Option<String>,
    /// A slash at its end does not count.
    #[property(compare = "trailing-slash")]
    path: Option<String>,
    /// A JSON text.
    #[property(compare = "json")]
    document: Option<String>,
    /// A network.
    #[property(compare = "cidr")]
    network: Option<String>,
    /// A time.
    #[property(compare = "duration")]
    delay: Option<String>,
    /// An address.
    #[property(compare = "url")]
    address: Option<String>,
    /// In any order.
    #[property(compare = "set")]
    tags: Option<Vec<String>>,
    /// A missing list equals an empty one.
    #[property(compare = "empty")]
    extras: Option<Vec<String>>,
    /// Only its presence counts.
    #[property(compare = "presence")]
    seal: Option<String>,
}

#[resource]
impl Lifecycle for Compared {
    fn create(_: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        Ok(Created::new("compared", ComparedOutputs))
    }

    fn update(_: UpdateRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        Ok(Updated::new(ComparedOutputs))
    }
}
