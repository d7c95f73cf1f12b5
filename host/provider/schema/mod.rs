//! What the host answers natively, from a package's schema alone.
//!
//! [`PackageSchema::parse`] compiles the Pulumi schema once, when a component is loaded. The rest runs per call and
//! never calls a guest: [`check()`] inputs, [`diff()`] them, decode provider configuration ([`config`]), and say what
//! outputs a preview shows and which of them are secret ([`outputs`]).
//!
//! Nothing here knows protobuf, WIT or a component: property values come in, property values and failures go out.

pub mod check;
pub mod config;
mod decode;
pub mod diff;
pub mod inputs;
mod json;
mod mark;
mod member;
mod model;
pub mod outputs;
mod parse;
mod place;
mod scalar;
mod suggest;
#[cfg(test)]
mod testing;

pub use check::{Checked, check, no_environment};
pub use diff::diff;
pub use model::{
    Discriminator, EnumId, EnumType, FunctionOutputs, FunctionSchema, ObjectId, ObjectSchema,
    ObjectType, PackageSchema, Primitive, PropertySchema, ResourceSchema, Type, Types, UnionType,
};
pub use parse::SchemaMistake;
