//! When two values are the same.

use pulumi_wasm_provider::prelude::*;

/// Each property is compared in another way.
#[derive(Resource)]
pub(crate) struct Compared {
    /// Small and capital letters are the same.
    #[property(compare = "ignore-case")]
    word: Option<String>,
    /// White space around it does not count.
    #[property(compare = "trim")]
    line: Option<String>,
    /// Nor does a dot at its end.
    #[property(compare = ["ignore-case", "trailing-dot"])]
    domain: Option<String>,
    /// Nor a slash.
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
    /// Nothing is as good as an empty one.
    #[property(compare = "empty")]
    extras: Option<Vec<String>>,
    /// Only that it is there.
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
