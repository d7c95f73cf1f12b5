//! The state of a resource, and what of it can be recorded.

use std::fmt::Debug;

use crate::failure::PropertyFailure;
use crate::fields::{Properties, Target};
use crate::rules::RuleTable;

/// What can be recorded of a thing: its whole state, or its outputs alone, which are recorded beside the inputs of the
/// call. Written by `#[derive(Resource)]`, for the struct and for its `…Outputs`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither the state nor the outputs of a resource",
    label = "not a state",
    note = "give the struct that derives `Resource`, or the `…Outputs` that the derive writes beside it"
)]
pub trait Recordable: Properties {
    /// Whether the inputs of the call are recorded beside it, as they were given.
    #[doc(hidden)]
    const BESIDE_INPUTS: bool;
}

/// The state of a resource. Written by `#[derive(Resource)]`, which also writes the four other types.
pub trait ResourceState: Recordable + 'static {
    #[doc(hidden)]
    const SPEC: ResourceSpec;

    /// The properties that the program sets.
    type Inputs: Properties;
    /// The properties that the provider sets: those marked `output` or `computed`.
    type Outputs: Recordable + Clone + Debug + From<Self>;
    /// The inputs while some may be unknown or absent.
    type Draft: Properties + Default;
    /// The outputs as far as a preview knows them.
    type Preview: Properties + for<'a> From<&'a Self::Draft>;

    /// Writes the inputs that the state has.
    #[doc(hidden)]
    fn write_inputs(&self, target: &mut Target<'_>) -> Result<(), PropertyFailure>;
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
