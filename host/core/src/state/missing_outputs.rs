//! Recorded outputs that lack values which the current component requires: another version recorded them, or they could
//! not be recorded.
//!
//! The author's code receives typed values, so the host fills the missing outputs by reading the resource, if the
//! component can read it. If not, the failure names the missing outputs and the remedy.

use crate::call::{Call, Effects, Operation};
use crate::component::ReadRequest;
use crate::error::advice::{Advice, Version};
use crate::error::{CallError, GuestError};
use crate::manifest::Hook;
use crate::operations::change::outcome;
use crate::package::resource_binding::ResourceBinding;
use crate::schema;
use crate::state::unknown_values::take_unknown;
use crate::text::Excerpt;
use crate::value::PropertyMap;

/// The result of filling recorded outputs.
pub(crate) enum Filled {
    /// Unchanged: no outputs are missing, or no more can be found.
    Whole,
    /// The filled outputs.
    With(PropertyMap),
    /// The resource no longer exists.
    Gone,
}

/// The error of an update whose resource no longer exists.
pub(crate) fn gone(call: &Call, id: &str) -> CallError {
    CallError::Refused {
        reason: format!("`{}` does not exist any more", Excerpt::id(id)),
        hint: Some(call.advice(Advice::RefreshToForget)),
    }
}

/// Reads the resource if required outputs are missing or have the wrong type.
pub(crate) async fn filled(
    binding: &ResourceBinding<'_>,
    call: &Call,
    id: &str,
    inputs: &PropertyMap,
    outputs: &PropertyMap,
) -> Filled {
    let lacking = schema::lacking(binding.package, &binding.schema.outputs, outputs);
    if lacking.is_empty() || !binding.asks(Hook::Read) {
        return Filled::Whole;
    }
    let look = Call {
        operation: Operation::Read,
        effects: Effects::Read,
        views: None,
        ..call.clone()
    };
    let request = ReadRequest {
        id,
        old_inputs: Some(inputs),
        old_outputs: Some(outputs),
        old_views: &[],
    };
    let mut found = match binding.component.read(&look, request).await {
        Ok(Some(found)) => found.outputs,
        Ok(None) => return Filled::Gone,
        Err(CallError::Guest(GuestError::Partial(state))) => state.outputs,
        // The call itself reports the missing outputs.
        Err(_) => return Filled::Whole,
    };
    take_unknown(&mut found);
    let mut found = outcome::secret(binding, call, inputs, found);
    let mut outputs = outputs.clone();
    for name in lacking {
        if let Some(value) = found.remove(name) {
            outputs.insert(name.to_owned(), value);
        }
    }
    Filled::With(outputs)
}

/// Adds the missing outputs and the remedy to a component's error.
pub(crate) fn of_record(
    binding: &ResourceBinding<'_>,
    call: &Call,
    id: &str,
    outputs: &PropertyMap,
    error: CallError,
) -> CallError {
    let CallError::Guest(GuestError::Invalid(_) | GuestError::Other(_)) = &error else {
        return error;
    };
    let lacking = schema::lacking(binding.package, &binding.schema.outputs, outputs);
    let Some(first) = lacking.first() else {
        return error;
    };
    let names: Vec<String> = lacking
        .iter()
        .map(|name| format!("`{}`", Excerpt::path(name)))
        .collect();
    let manifest = binding.component.manifest();
    let hint = call.advice(if binding.has(Hook::Read) {
        Advice::RefreshToRecord
    } else {
        Advice::UseOtherVersion {
            file: &binding.component.origin().file,
            package: manifest.name(),
            which: Version::Recording { property: first },
        }
    });
    CallError::Refused {
        reason: format!(
            "{error}\nthe recorded state of `{}` has no usable {}, which `{}` {} requires: another version of the \
             component recorded it",
            Excerpt::id(id),
            names.join(", "),
            manifest.name(),
            manifest.version()
        ),
        hint: Some(hint),
    }
}
