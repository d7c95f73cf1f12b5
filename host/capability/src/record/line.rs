//! The contents of the lines of a recording.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use pulumi_wasm_core::call::{Call, Operation};
use pulumi_wasm_core::error::GuestError;
use serde::{Deserialize, Serialize};

/// The version of the format. A reader refuses newer versions.
pub(super) const FORMAT: u32 = 2;

/// The beginning of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordingHead {
    /// The format's version. A recording is recognised by this key.
    #[serde(rename = "pulumi-wasm-recording")]
    pub format: u32,
    /// Distinguishes the runs of a file.
    pub run: String,
    pub package: String,
    pub version: String,
    pub components: Vec<HeadComponent>,
    /// The host's version.
    pub host: String,
}

/// A component that was run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeadComponent {
    pub file: String,
    /// SHA-256, in lower-case hex.
    pub digest: String,
}

/// Every line that is not a head.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Line {
    pub(super) run: String,
    /// Counts the lines of the run, from 1 on.
    pub(super) seq: u64,
    /// `None` while no call is running: when an instance starts, and when the host reads a default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) call: Option<CallName>,
    #[serde(flatten)]
    pub(super) event: Event,
}

/// Identifies the call in a way that another run can repeat.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct CallName {
    pub(super) operation: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) preview: bool,
    /// Empty if the call has no resource.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) urn: String,
    /// The type's token, or the function's.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) token: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) name: String,
}

impl CallName {
    pub(super) fn of(call: &Call) -> Self {
        let operation = call.operation.name().to_owned();
        // An instance is configured before the call that happens to need it first, and is not about that one.
        if matches!(
            call.operation,
            Operation::Configure | Operation::CheckConfig
        ) {
            return Self {
                operation,
                preview: false,
                urn: String::new(),
                token: String::new(),
                name: String::new(),
            };
        }
        let subject = &call.subject;
        Self {
            operation,
            preview: call.preview,
            urn: subject.urn.clone(),
            token: subject.token.clone(),
            name: subject.name.clone(),
        }
    }

    /// Whether several such calls may run at once, so that their host calls come in any order.
    pub(super) fn may_overlap(&self) -> bool {
        self.urn.is_empty()
    }
}

impl std::fmt::Display for CallName {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            operation,
            preview,
            urn,
            token,
            name,
        } = self;
        formatter.write_str(operation)?;
        let subject = [name, urn, token].into_iter().find(|text| !text.is_empty());
        if let Some(subject) = subject {
            write!(formatter, " of `{subject}`")?;
        }
        if *preview {
            formatter.write_str(" in a preview")?;
        }
        Ok(())
    }
}

/// The event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Event {
    /// A request that was allowed is sent.
    Request(Request),
    /// The body of a request that was streamed, once it was sent.
    Sent { to: u64, body: Body },
    /// A response is complete.
    Answer(Answer),
    /// The request got no response.
    Failed {
        /// The request's line.
        to: u64,
        kind: String,
        message: String,
        /// Whether the request never reached the server.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unsent: bool,
    },
    /// The time of day: nanoseconds since the beginning of 1970.
    Time(u64),
    /// Nanoseconds since an arbitrary moment.
    Monotonic(u64),
    /// Random bytes, in Base64: in format 1.
    Random(String),
    /// The seed of all random bytes for calls with this name, in Base64.
    Seed(String),
    /// An environment variable was read; its value is not kept.
    Variable { name: String, set: bool },
    /// Nothing after this is recorded.
    Ended { reason: String },
}

/// A sent request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Request {
    pub(super) method: String,
    pub(super) url: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) headers: Vec<(String, String)>,
    /// `None` without a body, or if the body is on a separate line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) body: Option<Body>,
}

/// An answer as the guest got it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Answer {
    /// The request's line.
    pub(super) to: u64,
    pub(super) status: u16,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) headers: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) body: Option<Body>,
    /// Why the body ended early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) incomplete: Option<String>,
}

/// A body, as text if it is text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Body {
    Text(String),
    Base64(String),
}

impl Body {
    /// `None` for an empty body.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        if bytes.is_empty() {
            return None;
        }
        Some(match std::str::from_utf8(bytes) {
            Ok(text) => Body::Text(text.to_owned()),
            Err(_) => Body::Base64(STANDARD.encode(bytes)),
        })
    }
}

/// The name of an error's kind.
pub(super) fn kind(error: &GuestError) -> &'static str {
    match error {
        GuestError::Invalid(_)
        | GuestError::Partial(_)
        | GuestError::AwaitFailed(_)
        | GuestError::Other(_) => "other",
        GuestError::NotFound(_) => "not-found",
        GuestError::AlreadyExists(_) => "already-exists",
        GuestError::Denied(_) => "denied",
        GuestError::Unavailable(_) => "unavailable",
        GuestError::TimedOut(_) => "timed-out",
        GuestError::Cancelled(_) => "cancelled",
        GuestError::Unsupported(_) => "unsupported",
    }
}

/// The error of that kind.
pub(super) fn error_of(kind: &str, message: String) -> GuestError {
    match kind {
        "not-found" => GuestError::NotFound(message),
        "already-exists" => GuestError::AlreadyExists(message),
        "denied" => GuestError::Denied(message),
        "unavailable" => GuestError::Unavailable(message),
        "timed-out" => GuestError::TimedOut(message),
        "cancelled" => GuestError::Cancelled(message),
        "unsupported" => GuestError::Unsupported(message),
        _ => GuestError::Other(message),
    }
}
