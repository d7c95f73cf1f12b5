//! Hooks of a session: the engine asks for them before and after it has a child created or updated.

use super::engine_questions::about;
use super::session::{Event, Session, Work};
use crate::component::{CallbackKind, CallbackRequest};
use crate::error::CallError;
use crate::graph::{HookMoment, HookRequest, Question};
use crate::text::Excerpt;

impl<'a> Work<'a> {
    /// Runs a hook. A guest that says an error fails the resource, which the engine tells; any other failure ends the session as well.
    pub(super) async fn hook(
        &self,
        mut session: Session<'a>,
        moment: HookMoment,
        question: Question<HookRequest, ()>,
    ) -> Event<'a> {
        let Question {
            callback,
            request,
            answer,
        } = question;
        let what = format!(
            "the hook `{}` of `{}` of type `{}`",
            moment.name(),
            Excerpt::name(&request.name),
            Excerpt::name(&request.token)
        );
        let ran = self.hooked(&mut session, moment, callback, request).await;
        let ran = ran.map_err(|error| about(&what, error));
        // The engine may have given up, such as at the end of the deployment.
        drop(answer.send(ran.as_ref().copied().map_err(|error| self.told(error))));
        let ended = match ran {
            Err(CallError::Guest(_)) => Ok(()),
            ended => ended,
        };
        Event::Called(session, ended)
    }

    async fn hooked(
        &self,
        session: &mut Session<'a>,
        moment: HookMoment,
        callback: u32,
        request: HookRequest,
    ) -> Result<(), CallError> {
        for values in request.values() {
            self.call.secrets.learn(values);
        }
        let subject = format!("{}::{}", moment.name(), request.urn);
        let argument = self.graph.lock().begin_hook(moment, request);
        let callback = CallbackRequest {
            kind: CallbackKind::Hook,
            number: callback,
            subject: &subject,
            argument: &argument,
        };
        let ran = session.run_callback(self.call, callback).await;
        self.graph.lock().end_hook();
        ran.map(drop)
    }
}
