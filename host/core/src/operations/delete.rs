//! Delete: removing a thing.

use crate::call::{Call, Effects, Severity};
use crate::component::DeleteRequest;
use crate::error::CallError;
use crate::manifest::Hook;
use crate::package::Package;
use crate::state::missing_outputs::Filled;
use crate::value::PropertyMap;
use crate::view::View;

/// The thing to be deleted.
#[derive(Debug, Clone, Default)]
pub struct DeleteQuestion {
    pub id: String,
    /// `None` if the engine has recorded outputs only.
    pub inputs: Option<PropertyMap>,
    pub outputs: PropertyMap,
    /// Views as last published.
    pub old_views: Vec<View>,
}

impl Package {
    /// Deletes a resource. Without the component's hook there is nothing outside to remove.
    ///
    /// # Errors
    /// When no component serves the type, the recorded state is newer than the component, or the call fails.
    pub async fn delete(&self, call: &Call, question: DeleteQuestion) -> Result<(), CallError> {
        let route = self.resource(&call.subject.token)?;
        if self
            .pending_creates
            .has_taken_over(&call.subject.urn, &question.id)
        {
            let message = format!(
                "`{}` is not deleted: it was found to exist when its replacement was to be made, and was completed in \
                 its place\nhint: to have it made anew, replace it once more",
                question.id
            );
            call.log(Severity::Warning, &message);
            return Ok(());
        }
        let DeleteQuestion { id, outputs, .. } = &question;
        self.pending_creates.confirm(&call.subject.urn, id, outputs);
        if !route.has(Hook::Delete) {
            return Ok(());
        }
        route.ready()?;
        let DeleteQuestion {
            id,
            inputs,
            outputs,
            old_views,
        } = question;
        let recorded = route.recorded(call, inputs, Some(outputs)).await?;
        let outputs = recorded.outputs.unwrap_or_default();
        let inputs = route.old_inputs(recorded.inputs, &outputs);
        let outputs = match route.filled(call, &id, &inputs, &outputs).await {
            Filled::Whole => outputs,
            Filled::With(outputs) => outputs,
            Filled::Gone => return Ok(()),
        };
        let call = Call {
            effects: Effects::All,
            ..call.clone()
        };
        let request = DeleteRequest {
            id: &id,
            inputs: &inputs,
            outputs: &outputs,
            old_views: &old_views,
        };
        let _place = route.place(&call).await?;
        let deleted = route.component.delete(&call, request).await;
        deleted.map_err(|error| route.of_record(&id, &outputs, error))
    }
}
