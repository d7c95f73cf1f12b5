//! The operations of the provider protocol: each is a function in the file of the same name, with its request and
//! result. A package finds the component of a token, and the operation does the work.
//!
//! Create and update share the planned outputs of a preview and the comparison with the actual outputs. Construct and
//! call share the session. Invoke and call share the handling of results.

pub mod call_method;
pub(crate) mod change;
pub mod check;
mod check_config;
pub mod configure;
pub mod construct;
pub mod create;
pub mod delete;
pub mod diff;
mod diff_config;
mod exposure;
pub mod invoke;
pub mod list;
pub mod read;
mod read_result;
mod results;
mod session;
pub mod update;

pub use call_method::call_method;
pub use check::check;
pub use check_config::check_config;
pub use configure::configure;
pub use construct::construct;
pub use create::create;
pub use delete::delete;
pub use diff::{compares_inputs_alone, diff};
pub use diff_config::{ConfigDifferences, diff_config};
pub use exposure::Exposure;
pub use invoke::{invoke, look_up};
pub use list::{list, list_query};
pub use read::read;
pub use update::update;
