//! The traits of a component, and its row in the provider's table.

use serde_json::Value as JsonValue;

use super::cx::ComponentContext;
use super::kind::OwnType;
use crate::encoding::Text;
use crate::error::{Error, Result};
use crate::fields::{self, Field, Properties, read_struct};
use crate::manifest::rules::Constraint;
use crate::manifest::types::Types;
use crate::property::Property;
use crate::resource::state::ResourceSpec;

/// A component resource. Written by `#[derive(Component)]`, which also writes the two other types.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a component",
    label = "no component",
    note = "derive `Component` for the struct with its inputs and outputs"
)]
pub trait ComponentState: OwnType + 'static {
    #[doc(hidden)]
    const SPEC: ResourceSpec;
    #[doc(hidden)]
    const FIELDS: &'static [Field];
    #[doc(hidden)]
    const CONSTRAINTS: &'static [Constraint];

    /// The properties that the program sets.
    type Inputs: Properties;
    /// The properties that the component sets.
    type Outputs: Properties;
}

/// How a component is constructed.
#[diagnostic::on_unimplemented(
    message = "the component `{Self}` does not implement `Construct`",
    label = "write `impl Construct for {Self}`"
)]
pub trait Construct: ComponentState {
    /// Declares the resources of the component, and returns its outputs. Also called in previews, and must then declare
    /// the same resources: the clock stands still, and random numbers follow from the URN.
    ///
    /// # Errors
    /// Any error ends the deployment. [`Error::invalid`] names an input.
    fn construct(inputs: Self::Inputs, cx: &ComponentContext) -> Result<Self::Outputs>;
}

/// One component: its part of the schema, and where its calls go.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct ComponentEntry {
    pub(crate) spec: ResourceSpec,
    pub(crate) fields: &'static [Field],
    pub(crate) constraints: &'static [Constraint],
    pub(crate) construct: fn(String, &ComponentContext) -> Result<String>,
}

impl ComponentEntry {
    pub const fn of<C: Construct>() -> Self {
        Self {
            spec: C::SPEC,
            fields: C::FIELDS,
            constraints: C::CONSTRAINTS,
            construct: construct::<C>,
        }
    }
}

fn construct<C: Construct>(inputs: String, cx: &ComponentContext) -> Result<String> {
    let inputs = read_struct(&Text::new(inputs))?;
    let outputs = C::construct(inputs, cx)?;
    let text = fields::print(|target| outputs.write_to(target));
    text.map_err(|failure| {
        let name = C::SPEC.name;
        Error::other(format!(
            "`{name}` gave an output that cannot be used: {failure}"
        ))
    })
}

/// The schema of an input that is never an output: its value has to be known when the program runs.
#[doc(hidden)]
pub fn plain_schema<T: Property>(types: &mut Types) -> JsonValue {
    let mut schema = T::schema(types);
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("plain".to_owned(), true.into());
    }
    schema
}
