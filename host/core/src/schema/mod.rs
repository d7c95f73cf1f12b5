//! The host's native answers, from a package's schema alone.
//!
//! [`PackageSchema::parse`] compiles the Pulumi schema once, when a component is first seen. The other functions run
//! per call and never call a guest: [`check()`] inputs, [`diff()`] them, decode provider configuration ([`config`]),
//! predict the outputs of a preview and mark secret outputs ([`outputs`]), and turn read outputs into inputs
//! ([`inputs`]). The manifest's rules beside the schema ([`rules`]) are stored in the same tables and applied at the
//! same places.
//!
//! Nothing here knows protobuf, WIT or a component: property values come in, property values and failures go out.

#[cfg(test)]
mod bad_input;
pub mod check;
pub mod config;
mod decode;
mod dependencies;
mod deprecation;
pub mod diff;
mod exact;
mod expected;
mod exposed;
mod fingerprint;
mod identifiers;
mod import_id;
pub mod inputs;
mod json;
mod keep_secrets;
mod location;
mod mark;
mod matching;
mod member;
mod model;
mod named_types;
mod naming;
mod object;
pub mod outputs;
mod pairs;
mod parse;
mod planned_outputs;
pub(crate) mod reader;
mod references;
pub mod rules;
mod scalar;
mod suggest;
mod table;
#[cfg(test)]
pub(crate) mod testing;
mod today;
mod types;
mod write_only;

pub use check::{CheckedInputs, check, check_import, no_environment};
pub use config::{Decoded, MissingKey, apply_defaults, missing};
pub use deprecation::deprecations;
pub use diff::{diff, diff_without_defaults, reset_ignored};
pub use exposed::exposed;
pub(crate) use exposed::has_secrets;
pub use identifiers::{Language, SdkFault, names_for_dotnet, sdk_faults, snake_case};
pub use import_id::{ImportId, inputs_from_id};
pub use inputs::{
    Refreshed, Taken, TakenParts, absent_with_defaults, inputs_from_outputs, leave_to_server,
    reconcile_with_record, refreshed_inputs, taken_over, with_chosen, without_servers_parts,
};
pub use json::{from_property as to_json, to_property as from_json};
pub use keep_secrets::{keep_secrets, nearest};
pub use model::{FunctionOutputs, FunctionSchema, PackageSchema, ResourceSchema};
pub use named_types::{EnumType, ObjectType, Types};
pub use naming::{Autonaming, NameRequest, Naming, deletes_before_replace, name};
pub use object::{ObjectSchema, PropertySchema};
pub use outputs::{
    mark_secrets, merge_preview, mismatches, preview, preview_update, stable_outputs,
};
pub use planned_outputs::differences_from_plan;
pub use reader::SchemaMistake;
pub(crate) use references::NamedType;
pub use rules::{
    Comparison, Comparisons, Consistency, Constraint, Format, NameRule, Pattern, Quantity,
    ResourceTraits, Rules,
};
pub(crate) use table::Slot;
pub use table::Table;
pub use today::{lacking, may_be};
pub use types::{Discriminator, EnumId, ObjectId, Primitive, Type, UnionType};
pub use write_only::{keep_write_only, without_placeholders};
