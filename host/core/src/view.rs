//! Views: parts of a resource that Pulumi shows as separate resources, below the one that made them.

use async_trait::async_trait;

use super::error::GuestError;
use super::failure::PropertyFailure;
use super::value::{PropertyMap, PropertyValue};

/// A part of a resource.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct View {
    /// The view's type token, of the same package.
    pub token: String,
    /// Its name; with the type it is unique among the views of one resource.
    pub name: String,
    /// Type and name of the view that it is shown below; both empty below the resource itself.
    pub parent_token: String,
    pub parent_name: String,
    pub inputs: PropertyMap,
    pub outputs: PropertyMap,
}

/// The change of a view.
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

/// The change of one view, or, in a preview, its planned change.
#[derive(Debug, Clone, PartialEq)]
pub struct ViewStep {
    pub operation: ViewOperation,
    /// Before and after; one of them is there.
    pub old: Option<View>,
    pub new: Option<View>,
    /// Why it failed.
    pub failure: Option<String>,
}

impl View {
    fn contains_unknown(&self) -> bool {
        let mut values = self.inputs.values().chain(self.outputs.values());
        values.any(PropertyValue::contains_unknown)
    }
}

/// Makes sure that views are known: outside previews, the engine would keep unknown values in the state.
///
/// # Errors
/// Which steps have views that are not.
pub(super) fn are_known(steps: &[ViewStep]) -> Result<(), GuestError> {
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
    match failures.is_empty() {
        true => Ok(()),
        false => Err(GuestError::Invalid(failures)),
    }
}

/// The receiver of the steps of a call's views. Implemented by `rpc` on the engine's status service.
#[async_trait]
pub trait ViewSink: Send + Sync {
    /// Marks what the schema calls secret among a view's properties, before they are published.
    fn mark_secrets(&self, view: &mut View);

    /// Publishes steps; they are with the engine when this returns.
    ///
    /// # Errors
    /// When the engine refuses them or is gone.
    async fn publish(&self, steps: Vec<ViewStep>) -> Result<(), GuestError>;
}
