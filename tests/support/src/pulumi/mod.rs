//! A real Pulumi engine: `engine` finds it; `stack`, in a `stack_folder`, is one isolated project with one stack, created by
//! `builder`, configured by `configuration` and inspected by `state`. `output` is the output of a command, and `calls` the engine's
//! own record of its RPCs. `guest` runs one test for every language of components, `provider` makes two programs from one template,
//! `sdks` are SDKs that Pulumi generates from our schemas, and `inline` is a program in another language that uses them.

pub mod builder;
pub mod calls;
mod configuration;
pub mod engine;
pub mod guest;
mod initial;
pub mod inline;
pub mod output;
pub mod powerdns_stack;
pub mod provider;
pub mod sdks;
pub mod stack;
pub mod stack_folder;
pub mod state;
