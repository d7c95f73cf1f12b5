//! The values that are put in if the program gives none.

use pulumi_wasm_provider::prelude::*;

/// Properties with defaults of each type.
#[derive(Resource)]
pub(crate) struct Defaults {
    /// Has to be given.
    label: String,
    /// A text.
    #[property(default = "pear")]
    fruit: String,
    /// A whole number.
    #[property(default = 3)]
    count: i64,
    /// A fraction.
    #[property(default = 0.5)]
    share: f64,
    /// A choice.
    #[property(default = true)]
    ripe: bool,
    /// Always the same.
    #[property(constant = "v1")]
    format: String,
    /// Replaced by `fruit`.
    #[property(deprecated = "use fruit")]
    vegetable: Option<String>,
}

#[resource]
impl Lifecycle for Defaults {
    fn create(_: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        Ok(Created::new("defaults", DefaultsOutputs))
    }
}
