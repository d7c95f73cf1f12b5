//! The text of a call that failed: the reason, the guest's last messages, advice, and the component.

use pulumi_wasm_core::call::{Call, Operation};
use pulumi_wasm_core::component;
use pulumi_wasm_core::error::{CallError, GuestError};
use pulumi_wasm_core::operations::create::ChangeFailure;
use pulumi_wasm_core::package::Package;
use pulumi_wasm_core::text::Excerpt;

/// The largest part of a report that is shown.
const MAX_BYTES: usize = 64 << 10;

/// The report of a call that failed, without secrets.
pub(crate) fn of(package: &Package, call: &Call, failure: &CallError) -> String {
    clean(call, &text(package, call, failure))
}

/// The report of a change that left nothing to record. A create may have made a resource nevertheless.
pub(crate) fn of_unrecorded(package: &Package, call: &Call, failure: &ChangeFailure) -> String {
    let error = &failure.failure.error;
    let mut report = text(package, call, error);
    let exists = matches!(error, CallError::Guest(GuestError::AlreadyExists(_)));
    let may_exist = error.is_uncertain() || call.changes.are_possible();
    if call.operation == Operation::Create && !call.preview && (exists || may_exist) {
        let id = package.import_id(&call.subject.token, &failure.inputs.values);
        let id = id.map_or("ID".to_owned(), |id| Excerpt::id(&id).to_string());
        let when = if exists {
            "if it is yours, take it over"
        } else {
            "it may have been created: look, and if it exists, take it over"
        };
        report.push_str(&format!("\nhint: {when}: `terraform import ADDRESS {id}`"));
    }
    clean(call, &report)
}

fn text(package: &Package, call: &Call, failure: &CallError) -> String {
    let mut text = failure.to_string();
    let is_orderly = matches!(failure, CallError::Guest(_));
    let has_ended = failure.is_uncertain();
    if has_ended {
        text.push_str(&call.other_last_messages(&text));
    }
    if let Some(hint) = failure.hint() {
        text.push_str(&format!("\nhint: {hint}"));
    }
    if !is_orderly && let Some(component) = package.component_of(&call.subject.token) {
        text.push_str(&format!("\ncomponent: {}", component::described(component)));
        if has_ended {
            text.push_str("\nmore: `TF_LOG_PROVIDER=DEBUG` shows its whole log");
        }
    }
    text
}

fn clean(call: &Call, text: &str) -> String {
    call.secrets.excerpt(text, MAX_BYTES).into_owned()
}
