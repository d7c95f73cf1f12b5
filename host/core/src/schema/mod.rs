//! The host's native answers, from a package's schema alone.
//!
//! [`PackageSchema::parse`] compiles the Pulumi schema once, when a component is first seen. The other functions run
//! per call and never call a guest: [`check()`] inputs, [`diff()`] them, decode provider configuration ([`config`]),
//! predict the outputs of a preview and mark secret outputs ([`outputs`]), and turn read outputs into inputs
//! ([`inputs`]). The manifest's rules beside the schema ([`rules`]) are stored in the same tables and applied at the
//! same places.
//!
//! Nothing here knows protobuf, WIT or a component: property values come in, property values and failures go out.

pub mod check;
pub mod config;
pub mod diff;
mod identifiers;
mod import_id;
pub mod inputs;
mod matching;
mod model;
mod naming;
pub mod outputs;
pub(crate) mod parse;
pub mod rules;
mod secrets;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod values;

pub use check::deprecation::deprecations;
pub use check::{CheckedInputs, check, check_import, no_environment};
pub use config::{Decoded, MissingKey, apply_defaults, missing};
pub use diff::{diff, diff_without_defaults, reset_ignored};
pub use identifiers::{Language, SdkFault, names_for_dotnet, sdk_faults, snake_case};
pub use import_id::{ImportId, inputs_from_id};
pub use inputs::{
    Refreshed, Taken, TakenParts, absent_with_defaults, inputs_from_outputs, leave_to_server,
    reconcile_with_record, refreshed_inputs, taken_over, with_chosen, without_servers_parts,
};
pub use model::named_types::{EnumType, ObjectType, Types};
pub use model::object::{ObjectSchema, PropertySchema};
pub(crate) use model::references::NamedType;
pub(crate) use model::table::Slot;
pub use model::table::Table;
pub use model::types::{Discriminator, EnumId, ObjectId, Primitive, Type, UnionType};
pub use model::{FunctionOutputs, FunctionSchema, PackageSchema, ResourceSchema};
pub use naming::{Autonaming, NameRequest, Naming, deletes_before_replace, name};
pub use outputs::planned_outputs::differences_from_plan;
pub use outputs::{
    mark_secrets, merge_preview, mismatches, preview, preview_update, stable_outputs,
};
pub use parse::reader::SchemaMistake;
pub use rules::{
    Comparison, Comparisons, Consistency, Constraint, Format, NameRule, Pattern, Quantity,
    ResourceTraits, Rules,
};
pub use secrets::exposed::exposed;
pub(crate) use secrets::exposed::has_secrets;
pub(crate) use secrets::keep_secrets::mark_parts;
pub use secrets::keep_secrets::{keep_secrets, nearest};
pub use secrets::write_only::{keep_write_only, without_placeholders};
pub use values::current_form::{lacking, may_be};
pub use values::json::{from_property as to_json, to_property as from_json};
