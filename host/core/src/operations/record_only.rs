//! Updates that change nothing outside, and only record what a migration changed, or what has become a secret.

use crate::call::Call;
use crate::component::{DiffRequest, UpdateRequest};
use crate::error::CallError;
use crate::failure::PropertyDifference;
use crate::manifest::Hook;
use crate::operations::diff;
use crate::package::resource_binding::ResourceBinding;
use crate::state::private_state::{Failed, PrivateState};

/// Whether an update would do nothing but record outputs in the form of today: nothing else differs, also by the
/// component's own word, and the engine has no failure to make up for. The private state is that of the
/// recorded inputs and outputs.
pub(crate) async fn is_record_only(
    binding: &ResourceBinding<'_>,
    call: &Call,
    (of_inputs, private): (&PrivateState, &PrivateState),
    moved: &[PropertyDifference],
    request: UpdateRequest<'_>,
) -> Result<bool, CallError> {
    if moved.is_empty() || private.partial || private.failed != Failed::Not {
        return Ok(false);
    }
    let UpdateRequest {
        id,
        old_inputs,
        old_outputs,
        inputs,
        ..
    } = request;
    let differences = diff::differences(
        binding,
        (old_inputs, &of_inputs.vanished),
        old_outputs,
        inputs,
    );
    if !differences.is_empty() || !binding.has(Hook::Diff) {
        return Ok(differences.is_empty());
    }
    if !binding.asks(Hook::Diff) {
        return Ok(false);
    }
    let request = DiffRequest {
        id,
        old_inputs,
        old_outputs,
        inputs,
        differences: &[],
        delete_before_replace: false,
    };
    let answer = diff::corrected(binding, call, request).await?;
    Ok(answer.differences.is_empty())
}
