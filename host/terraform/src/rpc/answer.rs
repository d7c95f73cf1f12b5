//! Answers that carry messages, and the guard around each call.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt;
use pulumi_wasm_sandbox::scheduler;
use tokio::sync::mpsc::{self, Sender};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;
use tonic::codegen::BoxStream;
use tonic::{Response, Status};

use crate::diagnostics;
use crate::proto::tfplugin6::{Diagnostic, FunctionError, list_resource};
use crate::proto::{tfplugin5, tfplugin6};
use crate::provider::Provider;

pub(super) type Answer<T> = Result<Response<T>, Status>;

/// An answer that carries messages for the user.
pub(super) trait WithMessages: Default {
    /// Whether the answer can carry warnings. Otherwise they wait for another answer.
    const CARRIES_WARNINGS: bool = true;

    /// Adds messages before the messages of the answer. An answer without warnings takes the first error alone.
    fn add(&mut self, messages: Vec<Diagnostic>);
}

macro_rules! with_diagnostics {
    ($($message:path),+ $(,)?) => {$(
        impl WithMessages for $message {
            fn add(&mut self, messages: Vec<Diagnostic>) {
                self.diagnostics.splice(0..0, messages);
            }
        }
    )+};
}

with_diagnostics!(
    tfplugin5::get_provider_schema::Response,
    tfplugin5::prepare_provider_config::Response,
    tfplugin6::apply_resource_change::Response,
    tfplugin6::close_ephemeral_resource::Response,
    tfplugin6::configure_provider::Response,
    tfplugin6::get_functions::Response,
    tfplugin6::get_provider_schema::Response,
    tfplugin6::get_resource_identity_schemas::Response,
    tfplugin6::import_resource_state::Response,
    tfplugin6::move_resource_state::Response,
    tfplugin6::open_ephemeral_resource::Response,
    tfplugin6::plan_resource_change::Response,
    tfplugin6::read_data_source::Response,
    tfplugin6::read_resource::Response,
    tfplugin6::renew_ephemeral_resource::Response,
    tfplugin6::upgrade_resource_identity::Response,
    tfplugin6::upgrade_resource_state::Response,
    tfplugin6::validate_data_resource_config::Response,
    tfplugin6::validate_ephemeral_resource_config::Response,
    tfplugin6::validate_list_resource_config::Response,
    tfplugin6::validate_provider_config::Response,
    tfplugin6::validate_resource_config::Response,
);

impl WithMessages for tfplugin6::call_function::Response {
    const CARRIES_WARNINGS: bool = false;

    /// A function has room for one error, and none for warnings.
    fn add(&mut self, messages: Vec<Diagnostic>) {
        if let Some(message) = messages.into_iter().find(diagnostics::is_error) {
            self.error = Some(FunctionError {
                text: format!("{}: {}", message.summary, message.detail),
                function_argument: None,
            });
        }
    }
}

/// Answers a call. Long work gives way to other calls. A failure of the host ends this call alone, with a message.
pub(super) async fn answer<T>(
    rpc: &'static str,
    provider: Arc<Provider>,
    work: impl Future<Output = T> + Send + 'static,
) -> Answer<T>
where
    T: WithMessages + Send + 'static,
{
    let guarded = Box::pin(async move {
        let mut answer = within_guard(rpc, work).await;
        if T::CARRIES_WARNINGS {
            let notes = provider.take_notes();
            if !notes.is_empty() {
                answer.add(notes);
            }
        }
        answer
    });
    Ok(Response::new(scheduler::run(guarded).await))
}

/// The answer of work, or a message if the host itself failed in it.
async fn within_guard<T: WithMessages>(rpc: &str, work: impl Future<Output = T>) -> T {
    let answer = AssertUnwindSafe(work).catch_unwind().await;
    answer.unwrap_or_else(|_| {
        let mut failed = T::default();
        failed.add(vec![diagnostics::from_panic(rpc)]);
        failed
    })
}

/// The number of events that wait for a core.
const WAITING_EVENTS: usize = 16;

/// Answers a call with a stream of events. The work ends with the stream, and a failure of the host is its last event.
pub(super) fn stream<W>(
    rpc: &'static str,
    provider: Arc<Provider>,
    work: impl FnOnce(Sender<list_resource::Event>) -> W,
) -> Response<BoxStream<list_resource::Event>>
where
    W: Future<Output = ()> + Send + 'static,
{
    let (sender, receiver) = mpsc::channel(WAITING_EVENTS);
    let work = work(sender.clone());
    let guarded = Box::pin(async move {
        let done = AssertUnwindSafe(work).catch_unwind().await;
        let mut diagnostic = provider.take_notes();
        if done.is_err() {
            diagnostic.push(diagnostics::from_panic(rpc));
        }
        if !diagnostic.is_empty() {
            let last = list_resource::Event {
                diagnostic,
                ..Default::default()
            };
            // The core may be gone.
            sender.send(last).await.ok();
        }
    });
    tokio::spawn(scheduler::run(guarded));
    Response::new(Box::pin(ReceiverStream::new(receiver).map(Ok)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_failure_of_the_host_is_a_message_of_the_call() {
        let work = async { panic!("a mistake of the host") };
        let answer: tfplugin6::read_resource::Response = within_guard("read_resource", work).await;
        let [message] = answer.diagnostics.as_slice() else {
            panic!("one message: {answer:?}")
        };
        assert!(diagnostics::is_error(message));
        assert!(message.detail.contains("failed inside read_resource"));
        assert_eq!(answer.new_state, None);
    }

    #[test]
    fn a_function_says_its_first_error_alone() {
        let mut answer = tfplugin6::call_function::Response::default();
        answer.add(vec![diagnostics::warning("beware")]);
        assert_eq!(answer.error, None);
        answer.add(vec![diagnostics::from_panic("call_function")]);
        let text = answer.error.expect("an error").text;
        assert!(text.contains("failed inside call_function"), "{text}");
    }
}
