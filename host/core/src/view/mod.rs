//! Views: parts of a resource that Pulumi shows as separate resources below it.

pub(crate) mod publish;

use async_trait::async_trait;

use crate::error::GuestError;
use crate::error::failure::PropertyFailure;
use crate::value::{PropertyMap, PropertyValue};

/// A part of a resource.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct View {
    /// The type token of the view, in the same package.
    pub token: String,
    /// The name of the view. Type and name are unique among the views of one resource.
    pub name: String,
    /// The type and name of the view above this view; both are empty directly below the resource.
    pub parent_token: String,
    pub parent_name: String,
    pub inputs: PropertyMap,
    pub outputs: PropertyMap,
}

/// The operation on a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ViewOperation {
    Same,
    Create,
    Update,
    Delete,
    Replace,
    Read,
    Refresh,
    Import,
}

/// A change of one view, or a planned change in a preview.
#[derive(Debug, Clone, PartialEq)]
pub struct ViewStep {
    pub operation: ViewOperation,
    /// The view before and after; at least one is present.
    pub old: Option<View>,
    pub new: Option<View>,
    /// The reason, if the change failed.
    pub failure: Option<String>,
}

impl View {
    fn contains_unknown(&self) -> bool {
        let mut values = self.inputs.values().chain(self.outputs.values());
        values.any(PropertyValue::contains_unknown)
    }
}

/// Fails if a view has unknown values outside a preview, because the engine would keep them in the state.
///
/// # Errors
/// The steps whose views have unknown values.
pub(crate) fn are_known(steps: &[ViewStep]) -> Result<(), GuestError> {
    let is_unknown = |step: &ViewStep| {
        let mut views = step.old.iter().chain(&step.new);
        views.any(View::contains_unknown)
    };
    let failures: Vec<PropertyFailure> = steps
        .iter()
        .enumerate()
        .filter(|(_, step)| is_unknown(step))
        .map(|(index, _)| PropertyFailure {
            property: format!("steps[{index}]"),
            reason: "the view has unknown values outside of a preview".to_owned(),
        })
        .collect();
    if failures.is_empty() {
        Ok(())
    } else {
        Err(GuestError::Invalid(failures))
    }
}

/// Receives the view steps of a call. `pulumi` implements it with the engine's status service.
#[async_trait]
pub trait ViewSink: Send + Sync {
    /// Marks the secrets of a view by the schema, before it is published.
    fn mark_secrets(&self, view: &mut View);

    /// Publishes steps. The engine has received them when this returns.
    ///
    /// # Errors
    /// If the engine refuses them or has gone.
    async fn publish(&self, steps: Vec<ViewStep>) -> Result<(), GuestError>;
}
