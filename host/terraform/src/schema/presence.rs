//! The sides that give an attribute its value.

use pulumi_wasm_core::schema::{ObjectSchema, PropertySchema};

use super::shape::has_implied_value;

/// The sides that give an attribute its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    Required,
    Optional,
    /// The user may, and the provider does otherwise.
    OptionalComputed,
    Computed,
}

impl Presence {
    /// Whether the provider may give a value.
    pub(crate) fn is_computed(self) -> bool {
        matches!(self, Self::Computed | Self::OptionalComputed)
    }

    /// The presence of an input of a resource or function. `is_output` is whether the result has it as well.
    pub(crate) fn of_input(
        inputs: &ObjectSchema,
        name: &str,
        property: &PropertySchema,
        is_output: bool,
    ) -> Self {
        match Self::of_member(inputs, name, property) {
            Self::Optional if is_output && !property.write_only => Self::OptionalComputed,
            presence => presence,
        }
    }

    /// The presence of a configuration value. The core gives the provider no chance to fill it in.
    pub(crate) fn of_configuration(
        config: &ObjectSchema,
        name: &str,
        property: &PropertySchema,
    ) -> Self {
        match Self::of_member(config, name, property) {
            Self::Required => Self::Required,
            _ => Self::Optional,
        }
    }

    /// The presence of a member of an object that the user writes.
    pub(crate) fn of_member(object: &ObjectSchema, name: &str, property: &PropertySchema) -> Self {
        let may_be_filled = has_implied_value(property) || property.computed;
        if object.required.contains(name) && !may_be_filled {
            Self::Required
        } else if may_be_filled && !property.write_only {
            Self::OptionalComputed
        } else {
            Self::Optional
        }
    }
}
