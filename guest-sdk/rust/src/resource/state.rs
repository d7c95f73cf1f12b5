//! The state of a resource, and its part that can be recorded.

use std::fmt::Debug;

use crate::error::PropertyFailure;
use crate::fields::{Properties, Target};
use crate::manifest::rules::RuleTable;

/// A state that can be recorded: the whole state, or all or some outputs, which are recorded beside the inputs of the
/// call. `#[derive(Resource)]` implements it for the struct, its `…Outputs` and its `…Partial`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither the state nor the outputs of a resource",
    label = "not a state",
    note = "give the struct that derives `Resource`, or the `…Outputs` or `…Partial` that the derive writes beside it"
)]
pub trait Recordable: Properties {
    /// Whether the inputs of the call are recorded beside it, as they were given.
    #[doc(hidden)]
    const BESIDE_INPUTS: bool;
    /// The resource that it belongs to.
    type Of: ResourceState;

    /// Writes the inputs that it has.
    ///
    /// # Errors
    /// If Pulumi cannot store a value, such as a number that is not finite.
    #[doc(hidden)]
    fn write_inputs(&self, target: &mut Target<'_>) -> Result<(), PropertyFailure>;
}

/// The state of a resource. Written by `#[derive(Resource)]`, which also writes the five other types.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the state of a resource",
    label = "not the struct that derives `Resource`"
)]
pub trait ResourceState:
    Recordable + RecordsOutputs<<Self as ResourceState>::Outputs> + 'static
{
    #[doc(hidden)]
    const SPEC: ResourceSpec;

    /// The properties that the program sets.
    type Inputs: Properties;
    /// The properties that the provider sets: those with `output` or `server_default`.
    type Outputs: Recordable + Clone + Debug + From<Self>;
    /// The inputs while some may be unknown or absent.
    type Draft: Properties + Default;
    /// The outputs in a preview, where each may be unknown.
    type Preview: Properties + for<'a> From<&'a Self::Draft>;
    /// The state of an incomplete resource: inputs and outputs, each of which may be absent.
    type Partial: Recordable + Clone + Debug + Default;
}

/// A resource whose outputs are an `O`. Implemented by `#[derive(Resource)]` for exactly one type, so that the compiler
/// can name the problem if a value has another type:
///
/// ```compile_fail,E0277
/// # use pulumi_wasm_provider::prelude::*;
/// #[derive(Resource)]
/// struct Zone { name: String }
///
/// #[resource]
/// impl Lifecycle for Zone {
///     fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
///         let zone = Zone { name: request.inputs.name };
///         Ok(Created::new("zone", zone))
///     }
/// }
/// ```
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the outputs of `{Self}` have another type than `{O}`",
    label = "expected `{Self}Outputs`, found `{O}`",
    note = "`new` takes the `{Self}Outputs` that `#[derive(Resource)]` writes beside `{Self}`",
    note = "to record a whole `{Self}`, call `with_state` instead of `new`"
)]
pub trait RecordsOutputs<O> {
    /// The same outputs, by the name that they have in [`ResourceState`].
    fn outputs(outputs: O) -> Self::Outputs
    where
        Self: ResourceState;
}

/// The author's options for a resource.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct ResourceSpec {
    /// The type's name, the last part of its token.
    pub name: &'static str,
    /// The token, if the author chose one.
    pub token: Option<&'static str>,
    pub description: &'static str,
    pub deprecated: Option<&'static str>,
    /// Information for generators of SDKs, as JSON.
    pub language: Option<&'static str>,
    /// Tokens that the type had before.
    pub aliases: &'static [&'static str],
    /// The manifest's traits of it beside the schema.
    pub traits: RuleTable,
}
