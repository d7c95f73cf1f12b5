//! List: things of a type that exist, page by page.

use super::call::{Call, Effects};
use super::component::{ListPage, ListRequest};
use super::error::{CallError, GuestError};
use super::manifest::Hook;
use super::package::Package;

impl Package {
    /// Finds one page of the things of a type.
    ///
    /// # Errors
    /// When no component serves the type, its author wrote no `list`, or the call fails.
    pub async fn list(&self, call: &Call, request: ListRequest<'_>) -> Result<ListPage, CallError> {
        let token = &call.subject.token;
        let route = self.resource(token)?;
        if !route.has(token, Hook::List) {
            return Err(CallError::Guest(GuestError::Unsupported(format!(
                "`{token}` cannot be listed: its component has no `list`"
            ))));
        }
        let call = Call {
            effects: Effects::Read,
            ..call.clone()
        };
        route.component.list(&call, request).await
    }
}
