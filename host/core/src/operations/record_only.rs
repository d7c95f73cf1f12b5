//! Updates that change nothing outside, and only record changes of a migration or new secrets.

use crate::call::Call;
use crate::error::CallError;
use crate::failure::PropertyDifference;
use crate::manifest::Hook;
use crate::operations::diff::Comparison;
use crate::package::resource_binding::ResourceBinding;
use crate::state::private_state::{Failed, PrivateState};

/// Whether an update would only record outputs in the current form: nothing else differs, the component's hook agrees,
/// and the engine has recorded no failure. `private` is the private state of the recorded outputs.
pub(crate) async fn is_record_only(
    binding: &ResourceBinding<'_>,
    call: &Call,
    private: &PrivateState,
    moved: &[PropertyDifference],
    comparison: Comparison<'_>,
) -> Result<bool, CallError> {
    let is_whole = !private.partial && private.failed == Failed::Not;
    let can_be_judged = binding.asks(Hook::Diff) || !binding.has(Hook::Diff);
    if moved.is_empty() || !is_whole || !can_be_judged {
        return Ok(false);
    }
    let answer = comparison.answer(binding, call).await?;
    Ok(answer.differences.is_empty())
}
