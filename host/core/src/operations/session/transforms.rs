//! Transforms of a session: the engine calls them while it registers a child.

use super::context::{Event, Session, Work};
use crate::component::{CallbackKind, CallbackRequest};
use crate::error::CallError;
use crate::graph::{CallbackInvocation, TransformRequest, Transformed};
use crate::text::Excerpt;
use crate::value::size_limits;

impl<'a> Work<'a> {
    /// Runs a transform. If the guest fails, the session and the resource fail too.
    pub(super) async fn transform(
        &self,
        mut session: Session<'a>,
        question: CallbackInvocation<TransformRequest, Transformed>,
    ) -> Event<'a> {
        let CallbackInvocation {
            callback,
            request,
            answer,
        } = question;
        let what = format!(
            "the transform of `{}` of type `{}`",
            Excerpt::name(&request.name),
            Excerpt::name(&request.token)
        );
        let transformed = self.transformed(&mut session, callback, request).await;
        let transformed = self.answer(answer, &what, transformed);
        Event::Called(session, transformed.map(drop))
    }

    async fn transformed(
        &self,
        session: &mut Session<'a>,
        callback: u32,
        request: TransformRequest,
    ) -> Result<Transformed, CallError> {
        let size = size_limits::size(&request.properties);
        self.timed_beside(size, || {
            self.call.secrets.meet(&request.properties);
            if let Some(trigger) = &request.options.others.replacement_trigger {
                self.call.secrets.meet_part(trigger);
            }
        });
        let TransformRequest {
            parent,
            token,
            name,
            ..
        } = &request;
        let subject = format!("{parent}::{token}::{name}");
        let begun = self.timed_beside(size, || self.graph.lock().begin_transform(request.clone()));
        let Some(argument) = begun else {
            return Ok(Transformed::default());
        };
        let excess = self.graph.lock().excess();
        let given = match excess {
            Some(excess) => Err(excess),
            None => {
                let callback = CallbackRequest {
                    kind: CallbackKind::Transform,
                    number: callback,
                    subject: &subject,
                    argument: &argument,
                };
                session.run_callback(self.call, callback).await
            }
        };
        let given_size = given.as_ref().map_or(0, size_limits::size_of_value);
        self.timed_beside(size + given_size, || {
            let mut graph = self.graph.lock();
            let transformed = given.and_then(|given| {
                let transformed = graph.transformed(given);
                let transformed = transformed.map_err(CallError::Guest)?;
                graph.excess().map_or(Ok(transformed), Err)
            });
            graph.end_transform();
            drop(graph);
            let mut transformed = transformed?;
            self.exits.transformed(&request, &mut transformed)?;
            Ok(transformed)
        })
    }
}
