//! The time that all requests for one component may take together.

use pulumi_wasm_capability::limits::Limit;

use super::{RegistryContext, RegistryError};

/// Bounds work by the rest of the limit `fetch-time`. `subject` is what is fetched, and `server` what takes the time.
///
/// # Errors
/// When the work fails, or takes longer.
pub(crate) async fn bounded<T>(
    context: &RegistryContext,
    (subject, server): (&str, &str),
    work: impl Future<Output = Result<T, RegistryError>>,
) -> Result<T, RegistryError> {
    let limit = Limit::FetchTime;
    let limits = &context.limits;
    let done = tokio::time::timeout(context.time_left(), work)
        .await
        .unwrap_or_else(|_| {
            Err(RegistryError::unavailable(format!(
                "`{subject}`: {server} takes longer than the limit {} of {}",
                limit.name(),
                limit.show(limits.get(limit))
            ))
            .hint(limits.hint(limit)))
        });
    done.map_err(|error| error.without(&context.secrets))
}
