//! What a transform is asked, and its answer.

use super::registration_options::RegistrationOptions;
use crate::output_values::OutputValues;
use crate::value::PropertyMap;

/// A registration, before the engine has looked at it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TransformRequest {
    pub token: String,
    pub name: String,
    /// Whether a provider makes it.
    pub is_custom: bool,
    /// The URN of the parent.
    pub parent: String,
    /// May be unknown and secret at any depth.
    pub properties: PropertyMap,
    /// The output values among the properties.
    pub outputs: OutputValues,
    pub options: TransformOptions,
}

/// The options that a transform may change.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TransformOptions {
    /// The URNs that the resource as a whole depends on.
    pub depends_on: Vec<String>,
    /// The others, as far as a registration of a guest may have them.
    pub others: RegistrationOptions,
}

/// What a registration shall be instead; what is absent stays as it is.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Transformed {
    /// With the output values among them.
    pub properties: Option<(PropertyMap, OutputValues)>,
    pub options: Option<TransformOptions>,
}
