//! Requests that are sent again if the server has no time, or the network fails.

use std::time::SystemTime;

use pulumi_wasm_core::call::Severity;
use pulumi_wasm_core::error::{GuestError, readable};

use super::exchange::{Answer, Ask, Exchange, NotAnswered};
use super::{RegistryContext, RegistryError, retry};

/// Sends a request. An answer that asks to wait is waited for, and a request that only reads is sent again if there is none.
/// `server` is its name in messages.
///
/// # Errors
/// When there is no answer, or it may not be sent.
pub(crate) async fn send(
    exchange: &Exchange,
    ask: &Ask,
    authorization: Option<&str>,
    server: &str,
) -> Result<Answer, RegistryError> {
    let once = || exchange.send(ask, authorization);
    let may_be_repeated = ask.may_be_repeated();
    repeated(
        &exchange.context,
        (may_be_repeated, ask.attempts),
        server,
        once,
    )
    .await
}

/// Sends a request to a server of tokens in the same way. It changes nothing there.
///
/// # Errors
/// Likewise.
pub(crate) async fn send_to_realm(
    exchange: &Exchange,
    ask: &Ask,
    authorization: Option<&str>,
    server: &str,
) -> Result<Answer, RegistryError> {
    let once = || exchange.send_to_realm(ask, authorization);
    repeated(&exchange.context, (true, ask.attempts), server, once).await
}

async fn repeated<Sending: Future<Output = Result<Answer, NotAnswered>>>(
    context: &RegistryContext,
    (may_be_repeated, most): (bool, u32),
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
                readable(retry::MOST_WAIT)
            )));
        };
        if attempts >= most {
            return Err(RegistryError {
                reason: format!("{reason}, also at the attempt number {attempts}"),
                ..error
            });
        }
        attempts += 1;
        let message = format!(
            "{reason}; attempt number {attempts} follows in {}",
            readable(wait)
        );
        context.log.log(Severity::Info, "", &message, true);
        tokio::time::sleep(wait).await;
    }
}
