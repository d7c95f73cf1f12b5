//! The manifest's rules, which Pulumi's schema cannot express.
//!
//! [`ResourceTraits`] apply to a whole resource, [`Rules`] to a property's value, and a [`Constraint`] to several
//! properties. They are read from a manifest ([`attach`]) once, when a component is loaded.

mod attach;
mod comparison;
mod constraint;
mod format;
mod pattern;
mod read;
mod read_traits;
mod soundness;
#[cfg(test)]
mod tests;
mod traits;
mod value;
mod value_kinds;

pub(crate) use attach::{Target, attach, attach_to_outputs};
pub(super) use comparison::canonical;
pub use comparison::{Comparison, Comparisons};
pub use constraint::{Constraint, Quantity};
pub use format::Format;
pub use pattern::Pattern;
pub(super) use pattern::{Match, PatternWork};
pub(crate) use read_traits::read_traits;
pub use traits::{Consistency, NameRule, ResourceTraits};
pub use value::Rules;
