//! The one place where an error becomes a gRPC status. Its texts are printable and have a readable length.
//!
//! Section 6.2 of `pulumi-protocol` lists the engine's reactions to a code: `Internal` and `Unknown` mean that the
//! state of the resource is uncertain, every other code that the call failed cleanly. The detail contains the resource
//! that was created, so that the engine records it.

mod bounds;
mod construct;

use std::borrow::Cow;

use bounds::TextRoom;
pub(super) use construct::from_construct;
use prost::Message;
use pulumi_wasm_core::call::{Call, Operation};
use pulumi_wasm_core::component;
use pulumi_wasm_core::error::{CallError, GuestError};
use pulumi_wasm_core::graph::CallbackError;
use pulumi_wasm_core::operations::create::ChangeFailure;
use pulumi_wasm_core::operations::read::ReadResult;
use pulumi_wasm_core::package::Package;
use pulumi_wasm_core::schema::MissingKey;
use pulumi_wasm_core::text::{Excerpt, indented, made_printable, on_one_line, printable, quoted};
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_core::value::size_limits::{self, MAX_STATE_BYTES};
use pulumi_wasm_packages::SourceError;
use tonic::{Code, Status};

use super::convert::{Accepted, ConvertError};
use super::wire::google::rpc::Status as RpcStatus;
use super::wire::pulumirpc::{
    ConfigureErrorMissingKeys, ErrorResourceAwaitFailed, ErrorResourceInitFailed,
    configure_error_missing_keys,
};

/// The shown part of one error.
const MAX_TEXT_BYTES: usize = 64 << 10;
/// The size of the notes of an error: that there was more, and advice.
const MAX_NOTES_BYTES: usize = 4 << 10;
/// The size that an engine reads of an answer's headers, its trailing ones too.
const MAX_HEADER_BYTES: usize = 16 << 20;
/// The maximum share of those bytes for names, lengths and the headers of gRPC.
const OTHER_HEADER_BYTES: usize = 4 << 10;

/// The status for a call that failed.
pub(super) fn from_call(package: &Package, call: &Call, error: &CallError) -> Status {
    new(code(call, error), &text(package, call, error))
}

/// The status for a change that failed and left nothing to record.
fn unrecorded(call: &Call, error: &CallError, message: String) -> Status {
    match error {
        CallError::Guest(GuestError::AwaitFailed(_)) if !call.preview => with_detail(
            code(call, error),
            &message,
            ("ErrorResourceAwaitFailed", &ErrorResourceAwaitFailed {}),
            0,
        ),
        _ => new(code(call, error), &message),
    }
}

/// The status for a create or update that failed, with the resource that exists nevertheless, in values that the
/// engine accepts.
pub(super) fn from_change(
    package: &Package,
    call: &Call,
    failure: ChangeFailure,
    accepted: Accepted,
) -> Status {
    let error = &failure.failure.error;
    let message = text(package, call, error);
    // After a preview, no resource exists.
    let Some(partial) = failure.partial.filter(|_| !call.preview) else {
        // Even if the guest returned a regular failure, it may not know whether the server handled its request.
        let may_be_there = error.is_uncertain() || call.changes.are_possible();
        let exists = matches!(error, CallError::Guest(GuestError::AlreadyExists(_)));
        let message = match call.operation {
            Operation::Create if call.preview => message,
            Operation::Create if exists => {
                let option = import_option(package, call, &failure.inputs.values);
                format!("{message}\n{}", exists_already(call, &option))
            }
            Operation::Create if may_be_there => {
                let option = import_option(package, call, &failure.inputs.values);
                format!("{message}\n{}", may_exist(call, &option))
            }
            _ => message,
        };
        return unrecorded(call, error, message);
    };
    // The engine shows the reasons alone: the failed operation, its component and the advice are among them.
    let why = error.to_string();
    let reasons = partial.reasons.into_iter().map(|reason| {
        if reason == why {
            message.clone()
        } else {
            reason
        }
    });
    let mut reasons: Vec<String> = reasons.collect();
    if reasons.is_empty() {
        reasons.push(message.clone());
    }
    let reasons = clean_all(call, reasons);
    let texts = size_of(&reasons);
    let [inputs, outputs] = [failure.inputs, partial.outputs].map(PropertyMap::from);
    let fits_beside = size_limits::size(&outputs) + size_limits::size(&inputs) <= MAX_STATE_BYTES;
    let detail = ErrorResourceInitFailed {
        id: partial.id,
        properties: Some(accepted.map_to_proto(&outputs)),
        reasons,
        // All engines know the inputs, but use them only after a read.
        inputs: fits_beside.then(|| accepted.map_to_proto(&inputs)),
        refresh_before_update: failure.refresh_before_update,
    };
    let detail = ("ErrorResourceInitFailed", &detail);
    with_detail(Code::Unknown, &message, detail, texts)
}

/// The status for a resource that was read and has problems. The engine records it with the reasons. If the
/// resource is too large for that, the status is an error that changes no record.
pub(super) fn from_found(call: &Call, found: ReadResult, accepted: Accepted) -> Status {
    let message = clean(call, &found.reasons.join("; "));
    let reasons = clean_all(call, found.reasons);
    let texts = size_of(&reasons);
    let [inputs, outputs] = [found.inputs, found.outputs].map(PropertyMap::from);
    let bytes = size_limits::size(&outputs) + size_limits::size(&inputs) + found.id.len();
    if bytes > MAX_STATE_BYTES {
        return failed_precondition(&format!(
            "{} was read and has problems, but is too large to be recorded with them: {bytes} bytes, and the engine accepts {MAX_STATE_BYTES}\n{message}",
            subject(call)
        ));
    }
    let detail = ErrorResourceInitFailed {
        id: found.id,
        properties: Some(accepted.map_to_proto(&outputs)),
        reasons,
        inputs: Some(accepted.map_to_proto(&inputs)),
        refresh_before_update: found.refresh_before_update,
    };
    let detail = ("ErrorResourceInitFailed", &detail);
    with_detail(Code::Unknown, &message, detail, texts)
}

/// The status for missing configuration values.
pub(super) fn missing_keys(keys: Vec<MissingKey>) -> Status {
    let names: Vec<String> = keys
        .iter()
        .map(|key| format!("`{}`", Excerpt::name(&key.name)))
        .collect();
    let message = format!("missing configuration: {}", names.join(", "));
    let mut room = TextRoom::new();
    let mut missing_keys = Vec::new();
    for (position, key) in keys.iter().enumerate() {
        let left = keys.len() - position;
        let name = on_one_line(&key.name);
        let Some(name) = room.take(&name, left == 1) else {
            missing_keys.push(configure_error_missing_keys::MissingKey {
                name: Excerpt::name(&key.name).to_string(),
                description: format!("and {} more are missing", left - 1),
            });
            break;
        };
        let description = indented(&shortened(&key.description)).into_owned();
        let description = room.take(&description, left == 1).unwrap_or_default();
        missing_keys.push(configure_error_missing_keys::MissingKey {
            name: name.into_owned(),
            description: description.into_owned(),
        });
    }
    let detail = ConfigureErrorMissingKeys { missing_keys };
    let texts = detail.encoded_len();
    let detail = ("ConfigureErrorMissingKeys", &detail);
    with_detail(Code::InvalidArgument, &message, detail, texts)
}

/// The status for a package that cannot be loaded.
pub(super) fn from_source(error: &SourceError) -> Status {
    invalid_argument(&error.to_string())
}

impl From<ConvertError> for Status {
    /// The status for properties that cannot be read.
    fn from(error: ConvertError) -> Self {
        invalid_argument(&error.to_string())
    }
}

/// The status for a host that failed inside a call: a mistake of ours.
pub(super) fn from_panic(rpc: &str) -> Status {
    let message = format!(
        "the `wasm` plugin ({}) failed inside {rpc}; this is a mistake in the plugin, not in your program",
        env!("CARGO_PKG_VERSION")
    );
    new(Code::Internal, &message)
}

/// The status for an invalid request.
pub(super) fn invalid_argument(message: &str) -> Status {
    new(Code::InvalidArgument, message)
}

/// The status for a request that comes at the wrong moment.
pub(super) fn failed_precondition(message: &str) -> Status {
    new(Code::FailedPrecondition, message)
}

/// The status for work that was cancelled before it was a call.
pub(super) fn cancelled(message: &str) -> Status {
    new(Code::Cancelled, message)
}

/// The status for an unknown token of a function.
pub(super) fn unknown_callback() -> Status {
    let message = "no component that is being constructed has a function with this token: transforms and hooks \
        exist only until their component is constructed";
    new(Code::NotFound, message)
}

/// The status for a function of a component that gave no answer.
pub(super) fn from_callback(error: &CallbackError) -> Status {
    let code = match error {
        CallbackError::Failed(_) => Code::Unknown,
        CallbackError::Ended => Code::Cancelled,
    };
    new(code, &error.to_string())
}

/// The status for requests that this provider does not support.
pub(super) fn unimplemented(message: &str) -> Status {
    new(Code::Unimplemented, message)
}

/// A status without a detail.
fn new(code: Code, message: &str) -> Status {
    let message = printable_message(message);
    Status::new(code, bounds::for_header(&message, false))
}

/// A message without control characters, cut to a maximum length.
fn printable_message(message: &str) -> String {
    printable(&shortened(message)).into_owned()
}

/// A text of a readable length.
fn shortened(text: &str) -> Cow<'_, str> {
    bounds::readable(text, MAX_TEXT_BYTES + MAX_NOTES_BYTES)
}

/// A status with a detail. `texts` is the size of the texts in the detail; the rest is a resource. Leaves out a
/// detail that is too large for the engine, because it would break the connection with all its calls.
fn with_detail(
    code: Code,
    message: &str,
    (name, detail): (&str, &impl Message),
    texts: usize,
) -> Status {
    let message = printable_message(message);
    let in_header = bounds::for_header(&message, true).into_owned();
    let in_details = bounds::for_details(&message, texts).into_owned();
    // Base64 of the detail and of the message beside it, and the message once more, where each byte may be escaped.
    let encoded = (detail.encoded_len() + in_details.len() + name.len() + 64).div_ceil(3) * 4;
    if encoded + 3 * in_header.len() + OTHER_HEADER_BYTES > MAX_HEADER_BYTES {
        return new(code, &message);
    }
    let status = RpcStatus {
        code: code.into(),
        message: in_details,
        details: vec![prost_types::Any {
            type_url: format!("type.googleapis.com/pulumirpc.{name}"),
            value: detail.encode_to_vec(),
        }],
    };
    Status::with_details(code, in_header, status.encode_to_vec().into())
}

fn code(call: &Call, error: &CallError) -> Code {
    let changes = matches!(
        call.operation,
        Operation::Create | Operation::Update | Operation::Delete
    );
    if error.is_uncertain() {
        return match error {
            _ if changes && !call.preview => Code::Unknown,
            CallError::Deadline { .. } => Code::DeadlineExceeded,
            CallError::Cancelled => Code::Cancelled,
            CallError::Limit { .. } => Code::ResourceExhausted,
            _ => Code::Aborted,
        };
    }
    match error {
        CallError::Guest(GuestError::Invalid(_)) => Code::InvalidArgument,
        CallError::Guest(GuestError::NotFound(_)) => Code::NotFound,
        CallError::Guest(GuestError::AlreadyExists(_)) => Code::AlreadyExists,
        CallError::Guest(GuestError::Denied(_)) => Code::PermissionDenied,
        // `Unavailable` itself would make grpc-go's callers believe that the plugin has ended.
        CallError::Guest(GuestError::Unavailable(_)) => Code::Aborted,
        CallError::Guest(GuestError::TimedOut(_)) => Code::DeadlineExceeded,
        CallError::Guest(GuestError::Cancelled(_)) => Code::Cancelled,
        // The engine takes `Unimplemented` for the answer of an old provider.
        _ => Code::FailedPrecondition,
    }
}

/// The message: the failed operation, its resource, the reason, a hint, and the component.
fn text(package: &Package, call: &Call, error: &CallError) -> String {
    let is_orderly = matches!(error, CallError::Guest(_));
    words(package, call, error, !is_orderly)
}

/// The same message, always with the operation and its resource, for failures that the engine does not show at a
/// resource.
fn failed(package: &Package, call: &Call, error: &CallError) -> String {
    words(package, call, error, true)
}

fn words(package: &Package, call: &Call, error: &CallError, names_call: bool) -> String {
    let mut text = String::new();
    let orderly = matches!(error, CallError::Guest(_));
    if names_call {
        text.push_str(&format!(
            "{} of {} failed: ",
            call.operation.name(),
            subject(call)
        ));
    }
    text.push_str(&error.to_string());
    let ended = error.is_uncertain();
    if ended {
        text.push_str(&call.other_last_messages(&text));
    }
    if let Some(hint) = error.hint() {
        text.push_str(&format!("\nhint: {hint}"));
    }
    if !orderly && let Some(component) = package.component_of(&call.subject.token) {
        text.push_str(&format!("\ncomponent: {}", component::described(component)));
        if ended {
            text.push_str(&format!(
                "\nmore: `pulumi up --debug` shows its whole log, `pulumi-wasm inspect {}` describes it",
                quoted(&component.origin().file)
            ));
        }
    }
    clean(call, &text)
}

/// The text in the form in which it may leave the host: without secrets and control characters, and of a readable
/// length.
pub(super) fn clean(call: &Call, text: &str) -> String {
    made_printable(call.secrets.excerpt(text, MAX_TEXT_BYTES)).into_owned()
}

/// Texts in the form in which they may leave the host. Texts beyond the limit are counted.
fn clean_all(call: &Call, texts: Vec<String>) -> Vec<String> {
    let mut room = TextRoom::new();
    let mut cleaned = Vec::new();
    for (position, text) in texts.iter().enumerate() {
        let left = texts.len() - position;
        match room.take(&clean(call, text), left == 1) {
            Some(text) => cleaned.push(text.into_owned()),
            None => {
                cleaned.push(format!("… and {left} more"));
                break;
            }
        }
    }
    cleaned
}

/// The bytes of texts.
fn size_of(texts: &[String]) -> usize {
    texts.iter().map(String::len).sum()
}

fn subject(call: &Call) -> String {
    let subject = &call.subject;
    match (subject.name.as_str(), subject.token.as_str()) {
        ("", "") => "the provider".to_owned(),
        // The engine puts version and download address into the names of these.
        (name, token) if is_default_provider(name, token) => "the default provider".to_owned(),
        ("", token) => format!("`{}`", Excerpt::name(token)),
        (name, token) => format!("`{}` `{}`", Excerpt::name(token), Excerpt::name(name)),
    }
}

fn is_default_provider(name: &str, token: &str) -> bool {
    token.starts_with("pulumi:providers:") && (name == "default" || name.starts_with("default_"))
}

/// The resource option that takes over the resource of a create. It has the id if the manifest has the form of the
/// type's ids and the inputs determine the id.
fn import_option(package: &Package, call: &Call, inputs: &PropertyMap) -> String {
    let id = package.import_id(&call.subject.token, inputs);
    match id {
        Some(id) => format!("import: {}", clean(call, &Excerpt::id(&id).to_string())),
        None => "import: ID".to_owned(),
    }
}

fn exists_already(call: &Call, option: &str) -> String {
    format!(
        "hint: if it is yours, take it over: give `{}` the resource option `{option}` for one `pulumi up`",
        Excerpt::name(&call.subject.name)
    )
}

fn may_exist(call: &Call, option: &str) -> String {
    // `pulumi import` finds the plugin only if the stack has a resource of the package already; the option always does.
    format!(
        "hint: it may have been created: look, and if it exists, take it over: give `{}` the resource option \
         `{option}` for one `pulumi up`",
        Excerpt::name(&call.subject.name)
    )
}

#[cfg(test)]
mod tests;
