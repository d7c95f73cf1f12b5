//! The items that the macros' code refers to. For that code only: they change without notice.

pub use serde_json::Value as JsonValue;

pub use crate::deployment::{
    ComponentEntry, Method, MethodEntry, MethodResult, MethodSpec, Receiver, interpolate,
    plain_schema,
};
pub use crate::dispatch::list::{Listing, WithoutList};
pub use crate::fields::{
    Field, NoArguments, Source, Target, check_constant, check_input, check_optional,
    constraints_length, debug, fits, join_constraints, join_fields, joined_length, unknown,
};
pub use crate::manifest::rules::{Constant, Constraint, Rule, RuleTable};
pub use crate::property::{Alternative, EnumRow, Kind, Union, check_kind};
pub use crate::property::{decode_enum, decode_object, decode_union, fits_object};
pub use crate::property::{encode_enum, encode_object, encode_union};
pub use crate::property::{natural_length, natural_rules};
pub use crate::provider::function::{
    Function, FunctionOutput, FunctionResult, FunctionSpec, object_result_schema, scalar_result,
};
pub use crate::provider::{
    ConfigEntry, Configuration, FunctionEntry, PackageFacts, ResourceEntry, WithConfigure,
    WithoutConfigure,
};
pub use crate::resource::state::{RecordsOutputs, ResourceSpec};
