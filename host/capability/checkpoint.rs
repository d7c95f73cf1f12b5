//! Notes of what exists already, taken in the middle of a call.

use super::CallSlot;
use crate::provider::call::Operation;
use crate::provider::component::Checkpoint;
use crate::provider::error::GuestError;

/// Keeps a checkpoint with the running call; the last one counts.
///
/// # Errors
/// When the id is empty, or the call is none that makes or changes a resource.
pub fn save(slot: &CallSlot, checkpoint: Checkpoint) -> Result<(), GuestError> {
    if checkpoint.id.is_empty() {
        return Err(GuestError::Other(
            "a checkpoint needs the resource's id".to_owned(),
        ));
    }
    let saved = slot.with(|active| {
        let fits = matches!(active.call.operation, Operation::Create | Operation::Update)
            && !active.call.preview;
        if fits {
            active.checkpoint = Some(checkpoint);
        }
        fits
    });
    if saved == Some(true) {
        Ok(())
    } else {
        Err(GuestError::Unsupported(
            "a checkpoint can be saved in create and update only".to_owned(),
        ))
    }
}
