//! Notes of what exists already, taken in the middle of a call.

use super::CallSlot;
use crate::limits::Limit;
use crate::provider::call::Operation;
use crate::provider::component::Checkpoint;
use crate::provider::error::GuestError;
use crate::provider::value::PropertyMap;

/// Lets the checkpoint that was saved last outlive the process, where somebody keeps it.
pub async fn keep(slot: &CallSlot) {
    let saved = slot.with(|active| {
        let notes = active.call.notes.clone()?;
        Some((active.call.clone(), notes, active.checkpoint.clone()?))
    });
    if let Some((call, notes, checkpoint)) = saved.flatten() {
        notes.keep(&call, &checkpoint).await;
    }
}

/// Keeps a checkpoint with the running call; the last one counts. `outputs` is what the guest wrote, which `read` reads.
///
/// # Errors
/// When the id is empty, the whole is larger than its limit, the outputs are no property map, or the call is none that
/// makes or changes a resource.
pub fn save(
    slot: &CallSlot,
    id: String,
    outputs: &str,
    read: impl FnOnce(&str) -> Result<PropertyMap, String>,
) -> Result<(), GuestError> {
    if id.is_empty() {
        return Err(GuestError::Other(
            "a checkpoint needs the resource's id".to_owned(),
        ));
    }
    let fits = slot.with(|active| {
        matches!(active.call.operation, Operation::Create | Operation::Update)
            && !active.call.preview
    });
    if fits != Some(true) {
        return Err(GuestError::Unsupported(
            "a checkpoint can be saved in create and update only".to_owned(),
        ));
    }
    let (limit, bytes) = (Limit::CheckpointSize, (id.len() + outputs.len()) as u64);
    let most = slot.limits.get(limit);
    if bytes > most {
        return Err(GuestError::Other(format!(
            "the checkpoint has {bytes} bytes, which is more than the limit {} of {}\nhint: raise it with {}",
            limit.name(),
            limit.show(most),
            slot.limits.knob(limit)
        )));
    }
    let outputs = read(outputs)
        .map_err(|error| GuestError::Other(format!("the checkpoint's outputs: {error}")))?;
    slot.with(|active| active.checkpoint = Some(Checkpoint { id, outputs }));
    Ok(())
}
