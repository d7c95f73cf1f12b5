//! Import ids: their form, which a resource type may declare, and the inputs that an id of that form tells.

mod form;
mod inputs;
#[cfg(test)]
mod tests;

pub use form::ImportId;
pub use inputs::inputs_from_id;
