//! Component resources: the API for authors to build a resource from other resources.
//!
//! No function here waits. An author declares resources and values that are derived from them. Each declaration is a
//! node in the host's graph, and an [`Output`] is a place in a node. The host computes the values. Unknowns, secrets
//! and dependencies propagate with them.
//!
//! | part | responsibility |
//! | --- | --- |
//! | `expression` | a value that may contain outputs of nodes |
//! | `output` | `Output` and `Input`, and their functions |
//! | `declared` | the properties of a child or a group, as `properties!` writes them |
//! | `cx` | `ComponentContext`: the component that is constructed |
//! | `declare`, `register` | declares children with `ComponentContext`, and with options |
//! | `lookup` | looks up existing resources, and calls functions and methods |
//! | `reference_to` | references to resources |
//! | `child` | the handle of a resource |
//! | `options`, `alias` | options of resources, and earlier identities |
//! | `kind` | the type of a resource: a token, or a type of your package |
//! | `component` | the trait that an author implements, and the table of components for calls |
//! | `method` | methods as an author writes them, and the table of methods for calls |
//! | `transform` | functions that change children |
//! | `hook` | functions that run before or after a child is created or updated |
//! | `values` | the properties that transforms and hooks receive |
//! | `session` | the callbacks of one construction |
//! | `place` | places in the author's source |
//! | `guest` | the exported functions |
//! | `manifest` | a component in the manifest |

mod alias;
mod child;
mod component;
mod cx;
mod declare;
mod declared;
mod expression;
mod guest;
mod hook;
mod kind;
mod lookup;
pub(crate) mod manifest;
mod method;
mod options;
mod output;
mod place;
mod reference_to;
mod register;
mod session;
mod transform;
mod values;

pub use alias::Alias;
pub use child::Child;
pub use component::{ComponentEntry, ComponentState, Construct, plain_schema};
pub use cx::ComponentContext;
pub use declared::{ChildInputs, Declared, DeclaredList, Expressible};
pub use hook::HookArguments;
pub(crate) use kind::Placed;
pub use kind::{OwnType, ResourceType, Typed, of};
pub use method::{Method, MethodEntry, MethodResult, MethodSpec, Receiver, This};
pub use options::Options;
pub use output::{All, Applied, Input, Interpolated, Known, Output, all, interpolate};
pub use reference_to::ReferenceTo;
pub use transform::ChildRegistration;
