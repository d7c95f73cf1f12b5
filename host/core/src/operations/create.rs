//! Create: making a thing, or saying what it would be.

use std::sync::Arc;

use crate::call::{Call, Effects};
use crate::component::{CallFailure, Checkpoint, CreateRequest, Created, Updated};
use crate::error::{CallError, PartialState};
use crate::package::Package;
use crate::recovery::journal::CheckpointSink;
use crate::resource_binding::ResourceBinding;
use crate::state::private_state::PrivateState;
use crate::value::PropertyMap;

/// A call that failed, and the thing that is known to exist nevertheless: it goes into the state.
#[derive(Debug, Clone)]
pub struct ChangeFailure {
    pub failure: CallFailure,
    pub partial: Option<PartialState>,
    /// Whether the engine should refresh the resource before it next updates it.
    pub refresh_before_update: bool,
}

impl From<CallFailure> for ChangeFailure {
    fn from(failure: CallFailure) -> Self {
        Self {
            partial: failure.partial_state(),
            failure,
            refresh_before_update: false,
        }
    }
}

impl From<CallError> for ChangeFailure {
    fn from(error: CallError) -> Self {
        CallFailure::from(error).into()
    }
}

impl Package {
    /// Creates a resource. In a preview, outputs that are inputs too are shown, and all others are unknown, unless the
    /// component's own hook knows better.
    ///
    /// # Errors
    /// When no component serves the type or the call fails; with the thing that the guest had noted.
    pub async fn create(
        &self,
        call: &Call,
        mut inputs: PropertyMap,
    ) -> Result<Created, ChangeFailure> {
        let route = self.resource(&call.subject.token)?;
        PrivateState::take(&mut inputs);
        if call.preview {
            route.tell_of_left_over(call);
            return Ok(Created {
                outputs: route.preview_create(call, &inputs).await?,
                ..Created::default()
            });
        }
        let left_over = route.left_over(call).await?;
        let inputs = Arc::new(inputs);
        let notes = route.notes(call, &inputs);
        route.make(call, &inputs, left_over.as_ref(), notes).await
    }
}

impl ResourceBinding<'_> {
    /// Makes a thing, or completes one that an earlier create left behind. Checkpoints also go to `notes`.
    pub(crate) async fn make(
        &self,
        call: &Call,
        inputs: &PropertyMap,
        resume: Option<&Checkpoint>,
        notes: Option<Arc<dyn CheckpointSink>>,
    ) -> Result<Created, ChangeFailure> {
        self.ready()?;
        let promise = self.promise_create(call, inputs).await;
        let call = Call {
            effects: Effects::All,
            notes,
            ..call.clone()
        };
        let request = CreateRequest {
            inputs,
            resume,
            preview: None,
        };
        let place = self.place(&call).await?;
        let outcome = self.component.create(&call, request).await;
        drop(place);
        let made = match &outcome {
            Ok(created) => Some(created.id.clone()),
            Err(failure) => failure.partial_state().map(|partial| partial.id),
        };
        if let Some(id) = made.or_else(|| resume.map(|resume| resume.id.clone())) {
            self.is_answered(&call, &id).await;
        }
        let created = match outcome {
            Ok(created) => created,
            Err(failure) => {
                return Err(self.unfinished(&call, failure.into(), resume, inputs).await);
            }
        };
        if let Some(resume) = resume.filter(|resume| resume.id != created.id) {
            let error = CallError::BadAnswer(format!(
                "resuming `{}` gave the id `{}`; an id cannot change",
                resume.id, created.id
            ));
            return Err(self
                .unfinished(&call, error.into(), Some(resume), inputs)
                .await);
        }
        let Created {
            id,
            outputs,
            refresh_before_update,
        } = created;
        let done = Updated {
            outputs,
            refresh_before_update,
        };
        let nothing = PropertyMap::new();
        let done = self
            .completed(&call, &promise, inputs, (&id, &nothing), done)
            .await?;
        Ok(Created {
            id,
            outputs: done.outputs,
            refresh_before_update: done.refresh_before_update,
        })
    }

    /// Marks what a failed create left behind, so that later calls know that it is not whole, unless only its outputs
    /// could not be recorded. Known values stay, unless the guest gives newer ones.
    async fn unfinished(
        &self,
        call: &Call,
        mut failure: ChangeFailure,
        before: Option<&Checkpoint>,
        inputs: &PropertyMap,
    ) -> ChangeFailure {
        if let (None, Some(before)) = (&failure.partial, before) {
            failure.partial = Some(PartialState {
                id: before.id.clone(),
                outputs: before.outputs.clone(),
                reasons: vec![failure.failure.error.to_string()],
                is_cut: before.is_cut,
                ..PartialState::default()
            });
        }
        let is_whole = failure.partial.as_ref().is_some_and(PartialState::is_whole);
        let marks = PrivateState {
            partial: !is_whole,
            ..self.marks()
        };
        self.left_behind(
            call,
            failure,
            before.map(|before| before.id.as_str()),
            inputs,
            marks,
        )
        .await
    }
}
