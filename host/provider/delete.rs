//! Delete: removing a thing.

use super::call::{Call, Effects};
use super::component::DeleteRequest;
use super::error::CallError;
use super::manifest::Hook;
use super::marks::Marks;
use super::package::Package;
use super::value::PropertyMap;

impl Package {
    /// Deletes a resource. Without the component's hook there is nothing outside to remove.
    ///
    /// # Errors
    /// When no component serves the type, or the call fails.
    pub async fn delete(
        &self,
        call: &Call,
        id: &str,
        mut inputs: PropertyMap,
        mut outputs: PropertyMap,
    ) -> Result<(), CallError> {
        let route = self.resource(&call.subject.token)?;
        if !route.has(&call.subject.token, Hook::Delete) {
            return Ok(());
        }
        Marks::take(&mut inputs);
        Marks::take(&mut outputs);
        let call = Call {
            effects: Effects::All,
            ..call.clone()
        };
        let request = DeleteRequest {
            id,
            inputs: &inputs,
            outputs: &outputs,
            old_views: &[],
        };
        route.component.delete(&call, request).await
    }
}
