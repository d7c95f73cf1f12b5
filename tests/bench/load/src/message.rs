//! The messages of the provider protocol that the load is made of, with the fields that it needs.
//!
//! Numbers and types as in `proto/pulumi/provider.proto`; unknown fields are skipped.

use std::collections::BTreeMap;

use prost_types::Struct;

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct CheckRequest {
    #[prost(string, tag = "1")]
    pub(crate) urn: String,
    #[prost(message, optional, tag = "2")]
    pub(crate) olds: Option<Struct>,
    #[prost(message, optional, tag = "3")]
    pub(crate) news: Option<Struct>,
    #[prost(bytes = "vec", tag = "5")]
    pub(crate) random_seed: Vec<u8>,
    #[prost(string, tag = "6")]
    pub(crate) name: String,
    #[prost(string, tag = "7")]
    pub(crate) r#type: String,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct CheckResponse {
    #[prost(message, optional, tag = "1")]
    pub(crate) inputs: Option<Struct>,
    #[prost(message, repeated, tag = "2")]
    pub(crate) failures: Vec<CheckFailure>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct CheckFailure {
    #[prost(string, tag = "1")]
    pub(crate) property: String,
    #[prost(string, tag = "2")]
    pub(crate) reason: String,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct DiffRequest {
    #[prost(string, tag = "1")]
    pub(crate) id: String,
    #[prost(string, tag = "2")]
    pub(crate) urn: String,
    #[prost(message, optional, tag = "3")]
    pub(crate) olds: Option<Struct>,
    #[prost(message, optional, tag = "4")]
    pub(crate) news: Option<Struct>,
    #[prost(message, optional, tag = "6")]
    pub(crate) old_inputs: Option<Struct>,
    #[prost(string, tag = "7")]
    pub(crate) name: String,
    #[prost(string, tag = "8")]
    pub(crate) r#type: String,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct DiffResponse {
    #[prost(string, repeated, tag = "1")]
    pub(crate) replaces: Vec<String>,
    /// 2 if something would change.
    #[prost(int32, tag = "4")]
    pub(crate) changes: i32,
    #[prost(string, repeated, tag = "5")]
    pub(crate) diffs: Vec<String>,
    #[prost(btree_map = "string, message", tag = "6")]
    pub(crate) detailed_diff: BTreeMap<String, PropertyDiff>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct PropertyDiff {
    #[prost(int32, tag = "1")]
    pub(crate) kind: i32,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct CreateRequest {
    #[prost(string, tag = "1")]
    pub(crate) urn: String,
    #[prost(message, optional, tag = "2")]
    pub(crate) properties: Option<Struct>,
    #[prost(string, tag = "5")]
    pub(crate) name: String,
    #[prost(string, tag = "6")]
    pub(crate) r#type: String,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct CreateResponse {
    #[prost(string, tag = "1")]
    pub(crate) id: String,
    #[prost(message, optional, tag = "2")]
    pub(crate) properties: Option<Struct>,
}
