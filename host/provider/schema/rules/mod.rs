//! What a manifest says beside the schema, because Pulumi's schema has no words for it.

mod traits;

pub use traits::{Consistency, NameRule, ResourceTraits};
