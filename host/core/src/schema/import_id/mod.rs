//! Import ids: the form that a resource type may declare, and the inputs in an id of that form.

mod form;
mod inputs;
#[cfg(test)]
mod tests;

pub use form::ImportId;
pub use inputs::inputs_from_id;
