//! Retries requests while the server is overloaded or the network fails.

use std::time::SystemTime;

use pulumi_wasm_core::call::Severity;
use pulumi_wasm_core::error::{GuestError, readable};

use crate::requests::exchange::{Answer, Exchange, NotAnswered, RegistryRequest};
use crate::requests::retry;
use crate::{RegistryContext, RegistryError};

/// Sends a request, and retries it: after the time that the server asks for, or after a network error if the
/// request only reads. `server` is the server's name in messages.
///
/// # Errors
/// If the last attempt gets no answer, or the request must not be sent.
pub(crate) async fn send(
    exchange: &Exchange,
    request: &RegistryRequest,
    authorization: Option<&str>,
    server: &str,
) -> Result<Answer, RegistryError> {
    let once = || exchange.send(request, authorization);
    let may_be_repeated = request.may_be_repeated();
    repeated(
        &exchange.context,
        (may_be_repeated, request.attempts),
        server,
        once,
    )
    .await
}

/// Sends a request to a token endpoint, and retries it in the same way. Such a request changes nothing.
///
/// # Errors
/// As for [`send`].
pub(crate) async fn send_to_realm(
    exchange: &Exchange,
    request: &RegistryRequest,
    authorization: Option<&str>,
    server: &str,
) -> Result<Answer, RegistryError> {
    let once = || exchange.send_to_realm(request, authorization);
    repeated(&exchange.context, (true, request.attempts), server, once).await
}

async fn repeated<Sending: Future<Output = Result<Answer, NotAnswered>>>(
    context: &RegistryContext,
    (may_be_repeated, max): (bool, u32),
    server: &str,
    once: impl Fn() -> Sending,
) -> Result<Answer, RegistryError> {
    let mut attempts = 1;
    loop {
        let answer = once().await;
        let (error, retry_after) = match answer {
            Err(NotAnswered::Refused(error)) => return Err(error),
            Err(NotAnswered::Failed(failure)) => {
                let passes = matches!(
                    failure.error,
                    GuestError::Unavailable(_) | GuestError::TimedOut(_)
                );
                let error = RegistryError::of_network(&failure.error);
                if !passes || failure.was_sent && !may_be_repeated {
                    return Err(error);
                }
                (error, None)
            }
            Ok(answer) if retry::is_passing(answer.status) => {
                let error = RegistryError::unavailable(format!(
                    "{server} answers with status {}",
                    answer.status
                ));
                (error, answer.header("retry-after").map(str::to_owned))
            }
            Ok(answer) => return Ok(answer),
        };
        let reason = &error.reason;
        let wait = retry::wait(
            context.first_wait,
            attempts,
            retry_after.as_deref(),
            SystemTime::now(),
        );
        let Some(wait) = wait else {
            return Err(RegistryError::unavailable(format!(
                "{reason}, and asks to wait for longer than {}",
                readable(retry::MAX_WAIT)
            )));
        };
        if attempts >= max {
            return Err(RegistryError {
                reason: format!("{reason}, also at attempt {attempts}"),
                ..error
            });
        }
        attempts += 1;
        let message = format!("{reason}; attempt {attempts} follows in {}", readable(wait));
        context.log.log(Severity::Info, "", &message, true);
        tokio::time::sleep(wait).await;
    }
}
