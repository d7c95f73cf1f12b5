//! The messages that come before the calls for a resource, with the fields that the engine fills in.
//!
//! Numbers and types as in `proto/pulumi/provider.proto`.

use prost_types::Struct;

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Empty {}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct HandshakeRequest {
    #[prost(string, tag = "1")]
    pub(crate) engine_address: String,
    #[prost(bool, tag = "4")]
    pub(crate) configure_with_urn: bool,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct ParameterizeRequest {
    #[prost(oneof = "Parameters", tags = "1, 2")]
    pub(crate) parameters: Option<Parameters>,
}

#[derive(Clone, PartialEq, prost::Oneof)]
pub(crate) enum Parameters {
    #[prost(message, tag = "1")]
    Args(ParametersArgs),
    #[prost(message, tag = "2")]
    Value(ParametersValue),
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct ParametersArgs {
    #[prost(string, repeated, tag = "1")]
    pub(crate) args: Vec<String>,
}

/// The value that `pulumi package add` finds, and that every later process begins with.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct ParametersValue {
    #[prost(string, tag = "1")]
    pub(crate) name: String,
    #[prost(string, tag = "2")]
    pub(crate) version: String,
    #[prost(bytes = "vec", tag = "3")]
    pub(crate) value: Vec<u8>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct ParameterizeResponse {
    #[prost(string, tag = "1")]
    pub(crate) name: String,
    #[prost(string, tag = "2")]
    pub(crate) version: String,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct GetSchemaRequest {
    #[prost(string, tag = "2")]
    pub(crate) subpackage_name: String,
    #[prost(string, tag = "3")]
    pub(crate) subpackage_version: String,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct GetSchemaResponse {
    #[prost(string, tag = "1")]
    pub(crate) schema: String,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct CheckConfigRequest {
    #[prost(string, tag = "1")]
    pub(crate) urn: String,
    #[prost(message, optional, tag = "2")]
    pub(crate) olds: Option<Struct>,
    #[prost(message, optional, tag = "3")]
    pub(crate) news: Option<Struct>,
}

#[derive(Clone, PartialEq, prost::Message)]
#[allow(clippy::struct_excessive_bools, reason = "they are the protocol's")]
pub(crate) struct ConfigureRequest {
    #[prost(message, optional, tag = "2")]
    pub(crate) args: Option<Struct>,
    #[prost(bool, tag = "3")]
    pub(crate) accept_secrets: bool,
    #[prost(bool, tag = "4")]
    pub(crate) accept_resources: bool,
    #[prost(bool, tag = "5")]
    pub(crate) sends_old_inputs: bool,
    #[prost(bool, tag = "6")]
    pub(crate) sends_old_inputs_to_delete: bool,
}

/// The fields that every kind of component needs.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct ConstructRequest {
    #[prost(string, tag = "1")]
    pub(crate) project: String,
    #[prost(string, tag = "2")]
    pub(crate) stack: String,
    #[prost(int32, tag = "5")]
    pub(crate) parallel: i32,
    #[prost(string, tag = "6")]
    pub(crate) monitor_endpoint: String,
    #[prost(string, tag = "7")]
    pub(crate) r#type: String,
    #[prost(string, tag = "8")]
    pub(crate) name: String,
    #[prost(string, tag = "9")]
    pub(crate) parent: String,
    #[prost(message, optional, tag = "10")]
    pub(crate) inputs: Option<Struct>,
    #[prost(string, tag = "17")]
    pub(crate) organization: String,
    #[prost(bool, tag = "25")]
    pub(crate) accepts_output_values: bool,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct ConstructResponse {
    #[prost(string, tag = "1")]
    pub(crate) urn: String,
    #[prost(message, optional, tag = "2")]
    pub(crate) state: Option<Struct>,
}
