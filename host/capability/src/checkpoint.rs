//! Checkpoints: records of existing resources, saved in the middle of a call.

use pulumi_wasm_core::call::Operation;
use pulumi_wasm_core::component::Checkpoint;
use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_core::value::size_limits::MAX_ID_BYTES;
use pulumi_wasm_core::value::special_values;

use super::CurrentCall;
use crate::budget::Reservation;
use crate::limits::Limit;

/// Writes the last saved checkpoint into the call's notes, if the call has notes, so that the checkpoint outlives the
/// process.
pub async fn keep(current_call: &CurrentCall) {
    let saved = current_call.with(|active| {
        let notes = active.call.notes.clone()?;
        Some((active.call.clone(), notes, active.checkpoint.clone()?))
    });
    if let Some((call, notes, checkpoint)) = saved.flatten() {
        notes.keep(&call, &checkpoint).await;
    }
}

/// Saves a checkpoint with the running call. The last one counts. `outputs` is the guest's text, which `read` reads and
/// reserves memory for. If the outputs cannot be kept, the id still is: its thing exists.
///
/// # Errors
/// If the id is empty, too long or the sentinel of an unknown value, the checkpoint exceeds its limit, the outputs are
/// not a property map, or the call does not create or change a resource.
pub fn save(
    current_call: &CurrentCall,
    id: String,
    outputs: &str,
    read: impl FnOnce(&str) -> Result<(PropertyMap, Reservation), String>,
) -> Result<(), GuestError> {
    if id.is_empty() || id.len() > MAX_ID_BYTES || special_values::is_unknown(&id) {
        return Err(GuestError::Other(format!(
            "a checkpoint needs the resource's id, of at most {MAX_ID_BYTES} bytes"
        )));
    }
    let fits = current_call.with(|active| {
        matches!(active.call.operation, Operation::Create | Operation::Update)
            && !active.call.preview
    });
    if fits != Some(true) {
        return Err(GuestError::Unsupported(
            "a checkpoint can be saved in create and update only".to_owned(),
        ));
    }
    let outputs = within_limit(current_call, id.len() + outputs.len())
        .and_then(|()| read(outputs).map_err(|error| format!("the checkpoint's outputs: {error}")));
    let (saved, memory, outcome) = match outputs {
        Ok((outputs, memory)) => (
            Checkpoint {
                id,
                outputs,
                is_cut: false,
            },
            memory,
            Ok(()),
        ),
        Err(error) => (
            Checkpoint {
                id,
                is_cut: true,
                ..Checkpoint::default()
            },
            Reservation::default(),
            Err(GuestError::Other(error)),
        ),
    };
    current_call.with(|active| {
        // An earlier complete checkpoint of the same resource says more than the id alone.
        let says_more = |earlier: &Checkpoint| saved.is_cut && earlier.id == saved.id;
        if !active.checkpoint.as_ref().is_some_and(says_more) {
            active.checkpoint = Some(saved);
            active.checkpoint_memory = memory;
        }
    });
    outcome
}

fn within_limit(current_call: &CurrentCall, bytes: usize) -> Result<(), String> {
    let (limit, bytes) = (Limit::CheckpointSize, bytes as u64);
    let most = current_call.limits.get(limit);
    if bytes <= most {
        return Ok(());
    }
    Err(format!(
        "the checkpoint has {bytes} bytes, which is more than the limit {} of {}: its id alone is kept\nhint: {}",
        limit.name(),
        limit.show(most),
        current_call.limits.hint(limit)
    ))
}
