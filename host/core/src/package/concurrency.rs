//! Limits how many calls of one resource type change resources at once, if the manifest sets such a limit.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::call::{Call, Severity};
use crate::error::{CallError, GuestError};

/// The semaphores of resource types that have a limit. Waiting calls proceed in order of arrival.
#[derive(Debug, Default)]
pub(crate) struct Crowds(Mutex<BTreeMap<String, Arc<Semaphore>>>);

impl Crowds {
    fn of(&self, token: &str, places: u32) -> Arc<Semaphore> {
        let mut crowds = self.0.lock();
        if let Some(known) = crowds.get(token) {
            return Arc::clone(known);
        }
        let places = usize::try_from(places).unwrap_or(usize::MAX);
        let crowd = Arc::new(Semaphore::new(places.min(Semaphore::MAX_PERMITS)));
        crowds.insert(token.to_owned(), Arc::clone(&crowd));
        crowd
    }

    /// Waits for a permit to change a resource of this type. The time limit of the call begins afterwards, when the
    /// component is entered.
    ///
    /// # Errors
    /// If the call is cancelled while it waits. Nothing was changed.
    pub(crate) async fn permit(
        &self,
        call: &Call,
        token: &str,
        places: Option<u32>,
    ) -> Result<Permit, CallError> {
        let Some(places) = places else {
            return Ok(Permit(None));
        };
        let crowd = self.of(token, places);
        if let Ok(permit) = Arc::clone(&crowd).try_acquire_owned() {
            return Ok(Permit(Some(permit)));
        }
        let message = format!(
            "waiting: {places} of this type {} being changed, which is as many as the component allows",
            if places == 1 { "is" } else { "are" }
        );
        let urn = &call.subject.urn;
        call.log.log(Severity::Info, urn, &message, true);
        let cancelled =
            || CallError::Guest(GuestError::Cancelled("the call was cancelled".to_owned()));
        tokio::select! {
            biased;
            () = call.cancellation.cancelled() => Err(cancelled()),
            permit = crowd.acquire_owned() => {
                permit.map(|permit| Permit(Some(permit))).map_err(|_| cancelled())
            }
        }
    }
}

/// A permit to change a resource of a type, until it is dropped.
pub(crate) struct Permit(
    #[expect(dead_code, reason = "kept to be dropped")] Option<OwnedSemaphorePermit>,
);
