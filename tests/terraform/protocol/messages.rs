//! The messages of protocol 5.0, by the names, numbers and types of the source document.

use std::collections::BTreeMap;

use prost::Message;

/// The severity of an error.
pub(super) const ERROR: i32 = 1;

#[derive(Clone, PartialEq, Message)]
pub(super) struct Empty {}

#[derive(Clone, PartialEq, Message)]
pub(super) struct DynamicValue {
    #[prost(bytes = "vec", tag = "1")]
    pub(super) msgpack: Vec<u8>,
    #[prost(bytes = "vec", tag = "2")]
    pub(super) json: Vec<u8>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct Diagnostic {
    #[prost(int32, tag = "1")]
    pub(super) severity: i32,
    #[prost(string, tag = "2")]
    pub(super) summary: String,
    #[prost(string, tag = "3")]
    pub(super) detail: String,
    #[prost(message, optional, tag = "4")]
    pub(super) attribute: Option<AttributePath>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct AttributePath {
    #[prost(message, repeated, tag = "1")]
    pub(super) steps: Vec<Step>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct Step {
    #[prost(string, optional, tag = "1")]
    pub(super) attribute_name: Option<String>,
    #[prost(string, optional, tag = "2")]
    pub(super) element_key_string: Option<String>,
    #[prost(int64, optional, tag = "3")]
    pub(super) element_key_int: Option<i64>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct RawState {
    #[prost(bytes = "vec", tag = "1")]
    pub(super) json: Vec<u8>,
    #[prost(btree_map = "string, string", tag = "2")]
    pub(super) flatmap: BTreeMap<String, String>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct Schema {
    #[prost(int64, tag = "1")]
    pub(super) version: i64,
    #[prost(message, optional, tag = "2")]
    pub(super) block: Option<Block>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct Block {
    #[prost(message, repeated, tag = "2")]
    pub(super) attributes: Vec<Attribute>,
    #[prost(message, repeated, tag = "3")]
    pub(super) block_types: Vec<NestedBlock>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct Attribute {
    #[prost(string, tag = "1")]
    pub(super) name: String,
    /// The type as JSON.
    #[prost(bytes = "vec", tag = "2")]
    pub(super) value_type: Vec<u8>,
    #[prost(bool, tag = "4")]
    pub(super) required: bool,
    #[prost(bool, tag = "5")]
    pub(super) optional: bool,
    #[prost(bool, tag = "6")]
    pub(super) computed: bool,
    #[prost(bool, tag = "7")]
    pub(super) sensitive: bool,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct NestedBlock {
    #[prost(string, tag = "1")]
    pub(super) type_name: String,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct GetSchemaResponse {
    #[prost(message, optional, tag = "1")]
    pub(super) provider: Option<Schema>,
    #[prost(btree_map = "string, message", tag = "2")]
    pub(super) resource_schemas: BTreeMap<String, Schema>,
    #[prost(btree_map = "string, message", tag = "3")]
    pub(super) data_source_schemas: BTreeMap<String, Schema>,
    #[prost(message, repeated, tag = "4")]
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// The requests with a type and its configuration.
#[derive(Clone, PartialEq, Message)]
pub(super) struct TypedConfig {
    #[prost(string, tag = "1")]
    pub(super) type_name: String,
    #[prost(message, optional, tag = "2")]
    pub(super) config: Option<DynamicValue>,
}

/// The request of PrepareProviderConfig.
#[derive(Clone, PartialEq, Message)]
pub(super) struct Config {
    #[prost(message, optional, tag = "1")]
    pub(super) config: Option<DynamicValue>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct ConfigureRequest {
    #[prost(string, tag = "1")]
    pub(super) terraform_version: String,
    #[prost(message, optional, tag = "2")]
    pub(super) config: Option<DynamicValue>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct ReadRequest {
    #[prost(string, tag = "1")]
    pub(super) type_name: String,
    #[prost(message, optional, tag = "2")]
    pub(super) current_state: Option<DynamicValue>,
    #[prost(bytes = "vec", tag = "3")]
    pub(super) private: Vec<u8>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct PlanRequest {
    #[prost(string, tag = "1")]
    pub(super) type_name: String,
    #[prost(message, optional, tag = "2")]
    pub(super) prior_state: Option<DynamicValue>,
    #[prost(message, optional, tag = "3")]
    pub(super) proposed_new_state: Option<DynamicValue>,
    #[prost(message, optional, tag = "4")]
    pub(super) config: Option<DynamicValue>,
    #[prost(bytes = "vec", tag = "5")]
    pub(super) prior_private: Vec<u8>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct PlanResponse {
    #[prost(message, optional, tag = "1")]
    pub(super) planned_state: Option<DynamicValue>,
    #[prost(message, repeated, tag = "2")]
    pub(super) requires_replace: Vec<AttributePath>,
    #[prost(bytes = "vec", tag = "3")]
    pub(super) planned_private: Vec<u8>,
    #[prost(message, repeated, tag = "4")]
    pub(super) diagnostics: Vec<Diagnostic>,
    #[prost(bool, tag = "5")]
    pub(super) legacy_type_system: bool,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct ApplyRequest {
    #[prost(string, tag = "1")]
    pub(super) type_name: String,
    #[prost(message, optional, tag = "2")]
    pub(super) prior_state: Option<DynamicValue>,
    #[prost(message, optional, tag = "3")]
    pub(super) planned_state: Option<DynamicValue>,
    #[prost(message, optional, tag = "4")]
    pub(super) config: Option<DynamicValue>,
    #[prost(bytes = "vec", tag = "5")]
    pub(super) planned_private: Vec<u8>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct ApplyResponse {
    #[prost(message, optional, tag = "1")]
    pub(super) new_state: Option<DynamicValue>,
    #[prost(bytes = "vec", tag = "2")]
    pub(super) private: Vec<u8>,
    #[prost(message, repeated, tag = "3")]
    pub(super) diagnostics: Vec<Diagnostic>,
    #[prost(bool, tag = "4")]
    pub(super) legacy_type_system: bool,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct UpgradeRequest {
    #[prost(string, tag = "1")]
    pub(super) type_name: String,
    #[prost(int64, tag = "2")]
    pub(super) version: i64,
    #[prost(message, optional, tag = "3")]
    pub(super) raw_state: Option<RawState>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct ImportRequest {
    #[prost(string, tag = "1")]
    pub(super) type_name: String,
    #[prost(string, tag = "2")]
    pub(super) id: String,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct ImportResponse {
    #[prost(message, repeated, tag = "1")]
    pub(super) imported_resources: Vec<ImportedResource>,
    #[prost(message, repeated, tag = "2")]
    pub(super) diagnostics: Vec<Diagnostic>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct ImportedResource {
    #[prost(string, tag = "1")]
    pub(super) type_name: String,
    #[prost(message, optional, tag = "2")]
    pub(super) state: Option<DynamicValue>,
    #[prost(bytes = "vec", tag = "3")]
    pub(super) private: Vec<u8>,
}

/// The answers with a value first: of reads, of upgrades, of data sources, and of PrepareProviderConfig.
#[derive(Clone, PartialEq, Message)]
pub(super) struct ValueResponse {
    #[prost(message, optional, tag = "1")]
    pub(super) value: Option<DynamicValue>,
    #[prost(message, repeated, tag = "2")]
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Only in the answer to a read.
    #[prost(bytes = "vec", tag = "3")]
    pub(super) private: Vec<u8>,
}

/// The answers with messages alone: of validations, and of Configure.
#[derive(Clone, PartialEq, Message)]
pub(super) struct DiagnosticsResponse {
    #[prost(message, repeated, tag = "1")]
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// The answer to Stop.
#[derive(Clone, PartialEq, Message)]
pub(super) struct StopResponse {
    #[prost(string, tag = "1")]
    pub(super) error: String,
}
