//! Hooks of a session: the engine calls them before and after it creates or updates a child.

use super::context::{Event, Session, Work};
use crate::component::{CallbackKind, CallbackRequest};
use crate::error::{CallError, GuestError};
use crate::graph::{CallbackInvocation, HookMoment, HookRequest};
use crate::text::Excerpt;
use crate::value::size_limits;

impl<'a> Work<'a> {
    /// Runs a hook. If the guest returns an error, the engine decides about it and reports it. Any other failure also
    /// ends the session.
    pub(super) async fn hook(
        &self,
        mut session: Session<'a>,
        moment: HookMoment,
        question: CallbackInvocation<HookRequest, ()>,
    ) -> Event<'a> {
        let CallbackInvocation {
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
        let ended = match self.answer(answer, &what, ran) {
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
        let size = request.values().map(size_limits::size).sum();
        self.timed_beside(size, || {
            for values in request.values() {
                self.call.secrets.meet(values);
            }
            for secret in request.values_of_secret_outputs() {
                self.call.secrets.meet_value(secret);
            }
        });
        if self.call.preview {
            let reason = "hooks do not run in previews, because previews create nothing".to_owned();
            return Err(CallError::Guest(GuestError::Unsupported(reason)));
        }
        // A cancellation waits for the running hook, which has a time limit, but not for later hooks.
        let _running = self.hooks.lock().await;
        let subject = format!("{}::{}", moment.name(), request.urn);
        let argument = self.timed_beside(size, || self.graph.lock().begin_hook(moment, request));
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
