//! Cases as they are written: `tests/conformance/cases/NAME.yaml`.

use std::collections::BTreeMap;

use anyhow::Context as _;
use serde::Deserialize;
use serde_json::Value;

use crate::guest::PACKAGE;
use crate::monitor::Expected;

/// The names of the files in `tests/conformance/cases`, with their texts.
const CASES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/cases.rs"));

/// One behaviour: a sequence of calls with their required results.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Case {
    /// Its folder's name.
    #[serde(skip)]
    pub name: String,
    /// The behaviour, in a sentence.
    pub title: String,
    /// The rule that it shows: a rule of `docs/contribute/protocol-rules.md` or `docs/contribute/components.md`, or
    /// `docs/author/manifest.md: KEY`.
    pub rule: String,
    /// The package of the component that plays it.
    #[serde(default = "usual_package")]
    pub package: String,
    /// The resource that its calls are about, without package and module.
    #[serde(default)]
    pub(crate) resource: Option<String>,
    /// The provider's configuration, if the case needs one: it gets a separate process then.
    #[serde(default)]
    pub(crate) configuration: Option<Value>,
    pub(crate) calls: Vec<Call>,
}

/// A call, and its required result.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Call {
    /// The RPC.
    pub(crate) call: String,
    /// Another resource than the case's.
    #[serde(default)]
    pub(crate) resource: Option<String>,
    /// The request's fields by their names in `proto/`. The fields for the resource and the seed are filled in.
    #[serde(default = "nothing")]
    pub(crate) request: Value,
    /// The whole answer; for `List`, one per message.
    #[serde(default)]
    pub(crate) answer: Option<Value>,
    /// The expected error instead.
    #[serde(default)]
    pub(crate) error: Option<ExpectedError>,
    /// All messages that the user sees for the resource, in order. If it is left out, all messages but warnings and errors are allowed.
    #[serde(default)]
    pub(crate) log: Option<Value>,
    /// All requests that the server gets, in order, and its answers.
    #[serde(default)]
    pub(crate) http: Vec<Exchange>,
    /// The steps of views that are published.
    #[serde(default)]
    pub(crate) views: Option<Value>,
    /// The requests to the engine's resource monitor, for `Construct` and `Call`.
    #[serde(default)]
    pub(crate) monitor: Option<Expected>,
    /// Whether another process gets the call, as after a deployment; it is configured as in the case.
    #[serde(default)]
    pub(crate) in_a_new_process: bool,
    /// The deployment is cancelled when the resource shows this text.
    #[serde(default)]
    pub(crate) cancel_after: Option<String>,
}

/// The expected error of a call.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct ExpectedError {
    /// A status of gRPC, such as `NOT_FOUND`.
    pub(crate) code: String,
    /// Parts of the message.
    #[serde(default)]
    pub(crate) says: Vec<String>,
    /// The texts that the message must not have.
    #[serde(default)]
    pub(crate) hides: Vec<String>,
    /// The only detail, by the name of its message. Without it, no detail is expected.
    #[serde(default)]
    pub(crate) detail: Option<Value>,
}

/// A request to the server of the case, and its answer.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Exchange {
    /// `method`, `path`, `headers` (those that matter), `body` (a text, or an object for JSON).
    pub(crate) request: Value,
    #[serde(default)]
    pub(crate) answer: ScriptedAnswer,
}

/// The server's answer.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct ScriptedAnswer {
    pub(crate) status: u16,
    pub(crate) headers: BTreeMap<String, String>,
    /// A text, or an object that is sent as JSON.
    pub(crate) body: Value,
    /// Closes the connection instead.
    pub(crate) hangs_up: bool,
}

impl Default for ScriptedAnswer {
    fn default() -> Self {
        Self {
            status: 200,
            headers: BTreeMap::new(),
            body: Value::String(String::new()),
            hangs_up: false,
        }
    }
}

fn usual_package() -> String {
    PACKAGE.to_owned()
}

fn nothing() -> Value {
    Value::Object(serde_json::Map::new())
}

impl Case {
    fn read(name: &str, text: &str) -> anyhow::Result<Self> {
        let case: Self = serde_saphyr::from_str(text)
            .with_context(|| format!("the case `{name}` cannot be read"))?;
        Ok(Self {
            name: name.to_owned(),
            ..case
        })
    }

    /// The resources that its calls are about, without package and module.
    pub(crate) fn resources(&self) -> impl Iterator<Item = &String> {
        let of_calls = self.calls.iter().filter_map(|call| call.resource.as_ref());
        self.resource.iter().chain(of_calls)
    }

    /// The functions that it calls.
    pub(crate) fn functions(&self) -> impl Iterator<Item = &str> {
        let calls = self.calls.iter();
        calls.filter_map(|call| call.request.get("tok")?.as_str())
    }

    /// Whether it needs a separate process, because its calls and other cases would disturb each other.
    pub(crate) fn needs_own_process(&self) -> bool {
        self.configuration.is_some()
            || self.calls.iter().any(|call| {
                call.cancel_after.is_some()
                    || call.in_a_new_process
                    || ["Configure", "Cancel"].contains(&&*call.call)
                    // Only messages of resources name their subject.
                    || (call.log.is_some() && call.call == "Invoke")
            })
    }

    /// Whether a separate call configures the provider.
    pub(crate) fn configures(&self) -> bool {
        self.calls.iter().any(|call| call.call == "Configure")
    }
}

/// All cases, by name.
///
/// # Errors
/// If a case is not written as cases are.
pub fn all() -> anyhow::Result<Vec<Case>> {
    CASES
        .iter()
        .map(|(name, text)| Case::read(name, text))
        .collect()
}
