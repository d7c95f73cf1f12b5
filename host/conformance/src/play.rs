//! Plays a case: makes its calls, and compares the results.

use std::ops::Range;

use anyhow::{Context as _, bail};
use base64::Engine as _;
use serde_json::{Map, Value, json};

use crate::case::{Call, Case, ExpectedError};
use crate::compare::Comparison;
use crate::guest::{Guest, PACKAGE, configuration, usual_configuration};
use crate::monitor::Monitored;
use crate::notation::{Names, readable};
use crate::plugin::Plugin;
use crate::protocol::{self, Failure};
use crate::report::{self, Played};
use crate::server::Server;

/// Plays one case with one guest.
///
/// # Errors
/// With the report, if an answer is not as the case says. Also if the plugin does not serve.
pub async fn play(case: &Case, guest: &Guest, server: &Server) -> anyhow::Result<()> {
    let part = format!("{}/{}", guest.name, case.name);
    let mut names = Names {
        server: format!("{}/{part}", server.address),
        stack: format!("urn:pulumi:{}::{PACKAGE}", case.name),
        ..Names::default()
    };
    if !case.needs_own_process() {
        let stage = Stage {
            case,
            server,
            part,
            plugin: guest.shared().await?,
        };
        return stage.play(0..case.calls.len(), &mut names).await;
    }
    let calls = case.calls.iter().enumerate();
    let mut starts: Vec<usize> = calls
        .filter(|(number, call)| *number == 0 || call.in_a_new_process)
        .map(|(number, _)| number)
        .collect();
    starts.push(case.calls.len());
    for (start, end) in starts.iter().zip(starts.iter().skip(1)) {
        let plugin = guest.launch().await?;
        if !case.configures() {
            let values = case.configuration.clone();
            let values = names.to_wire(&values.unwrap_or_else(usual_configuration))?;
            plugin.expect("Configure", &configuration(&values)).await?;
        }
        let stage = Stage {
            case,
            server,
            part: part.clone(),
            plugin: &plugin,
        };
        let outcome = stage.play(*start..*end, &mut names).await;
        plugin.stop().await?;
        outcome?;
    }
    Ok(())
}

/// The stage of a case.
struct Stage<'a> {
    case: &'a Case,
    server: &'a Server,
    /// The case's part of the server.
    part: String,
    plugin: &'a Plugin,
}

impl Stage<'_> {
    /// Makes these calls.
    async fn play(&self, calls: Range<usize>, names: &mut Names) -> anyhow::Result<()> {
        let all = self.case.calls.iter().enumerate();
        for (number, call) in all.skip(calls.start).take(calls.len()) {
            self.call(number, call, names).await?;
        }
        Ok(())
    }

    async fn call(&self, number: usize, call: &Call, names: &mut Names) -> anyhow::Result<()> {
        let engine = &self.plugin.engine;
        let mut request = self.complete(call, names.to_wire(&call.request)?)?;
        let expected_of_monitor = call.monitor.as_ref();
        let monitor = expected_of_monitor
            .map(|expected| Monitored::start(expected, names))
            .transpose()?;
        if let (Some(monitor), Some(members)) = (&monitor, request.as_object_mut()) {
            members.insert("monitorEndpoint".to_owned(), monitor.address().into());
            monitor.prepare(&request);
        }
        let urn = self.urn(call, &request, names);
        let mut exchanges = call.http.clone();
        for exchange in &mut exchanges {
            for text in exchange.answer.headers.values_mut() {
                *text = text.replace("${server}", &names.server);
            }
        }
        self.server.script(&self.part, &exchanges);
        let since = engine.now();
        let answer = self.plugin.call(&call.call, &request);
        let outcome = match &call.cancel_after {
            None => answer.await?,
            Some(text) => {
                let cancel = async {
                    engine.hears(&urn, since, text).await?;
                    self.plugin.expect("Cancel", &json!({})).await
                };
                let (answer, cancelled) = tokio::join!(answer, cancel);
                cancelled?;
                answer?
            }
        };

        let mut comparison = Comparison::new(names);
        let (expected, given) = outcomes(call, &outcome);
        comparison.compare("", &expected, &given)?;
        if let (Some(error), Err(failure)) = (&call.error, &outcome) {
            let shown = error.hides.iter();
            for text in shown.filter(|text| failure.message.contains(*text)) {
                let difference = format!("message: has `{text}` in it");
                comparison.differences.push(difference);
            }
        }
        let messages = engine.messages(&urn, since);
        match &call.log {
            Some(log) => comparison.compare("log", log, &messages.into())?,
            None => {
                let is_loud = |message: &&Value| {
                    message.get("warning").is_some() || message.get("error").is_some()
                };
                for message in messages.iter().filter(is_loud) {
                    let message = report::short(message);
                    comparison.differences.push(format!(
                        "log: the component logged {message}, which the case does not expect"
                    ));
                }
            }
        }
        let (wanted, requests) = comparable(call, self.server.requests(&self.part));
        comparison.compare("http", &wanted, &requests)?;
        if let (Some(monitor), Some(expected)) = (&monitor, expected_of_monitor) {
            monitor.compare(expected, &mut comparison)?;
        }
        if let Some(views) = &call.views {
            comparison.compare("views", views, &engine.views(&urn, since)?.into())?;
        }
        if comparison.differences.is_empty() {
            return Ok(());
        }
        let differences = comparison.differences;
        let played = Played {
            case: self.case,
            number,
            call: &call.call,
            request: &readable(&request),
            expected: &expected,
            given: &given,
        };
        bail!("{}", report::failure(&played, &differences))
    }

    /// The resource that a call is about.
    fn urn(&self, call: &Call, request: &Value, names: &Names) -> String {
        let member = |name: &str| request.get(name).and_then(Value::as_str);
        match call.call.as_str() {
            "Construct" => format!(
                "{}::{}::{}",
                names.stack,
                member("type").unwrap_or_default(),
                member("name").unwrap_or_default()
            ),
            _ => member("urn").unwrap_or_default().to_owned(),
        }
    }

    /// Fills in the members that every engine sends: the resource, the seed, the address for views.
    fn complete(&self, call: &Call, mut request: Value) -> anyhow::Result<Value> {
        let fields = protocol::request_of(&call.call)?;
        let members = request.as_object_mut().context("a request is an object")?;
        let mut fill = |name: &str, value: Value| {
            if fields.get_field_by_name(name).is_some() && !members.contains_key(name) {
                members.insert(name.to_owned(), value);
            }
            members.get(name).cloned().unwrap_or_default()
        };
        let resource = call.resource.as_ref().or(self.case.resource.as_ref());
        let package = &self.case.package;
        let token = resource.map(|resource| format!("{package}:index:{resource}"));
        if let Some(token) = &token {
            let name = fill("name", "one".into());
            let name = name.as_str().unwrap_or_default();
            fill("type", token.as_str().into());
            let urn = format!("urn:pulumi:{}::{PACKAGE}::{token}::{name}", self.case.name);
            let urn = fill("urn", urn.into());
            fill("resource_status_token", urn);
            fill(
                "resource_status_address",
                self.plugin.engine.address().into(),
            );
        }
        let seed = base64::engine::general_purpose::STANDARD.encode([7; 32]);
        fill("randomSeed", seed.into());
        if CALLS_OF_COMPONENTS.contains(&&*call.call) {
            fill("project", PACKAGE.into());
            fill("stack", self.case.name.as_str().into());
            fill("accepts_output_values", true.into());
            let stack = format!("{PACKAGE}-{}", self.case.name);
            let parent = format!(
                "urn:pulumi:{}::{PACKAGE}::pulumi:pulumi:Stack::{stack}",
                self.case.name
            );
            fill("parent", parent.into());
        }
        if call.call == "List" {
            fill("token", token.unwrap_or_default().into());
        }
        if ["Invoke", "Call"].contains(&&*call.call) {
            let function = members.get("tok").and_then(Value::as_str);
            let function =
                function.with_context(|| format!("`{}` needs `tok`, the function", call.call))?;
            if !function.contains(':') {
                let token = format!("{package}:index:{function}");
                members.insert("tok".to_owned(), token.into());
            }
        }
        Ok(request)
    }
}

/// The calls that register resources.
const CALLS_OF_COMPONENTS: [&str; 2] = ["Construct", "Call"];

/// The expected and the given outcome, as two values that can be compared.
fn outcomes(call: &Call, outcome: &Result<Value, Failure>) -> (Value, Value) {
    let expected = match (&call.answer, &call.error) {
        (_, Some(error)) => error_of(error),
        (Some(answer), None) => answer.clone(),
        (None, None) => json!({}),
    };
    let given = match outcome {
        Ok(answer) => readable(answer),
        Err(Failure {
            code,
            message,
            details,
        }) => {
            let mut error = Map::new();
            error.insert("code".to_owned(), code.as_str().into());
            error.insert("message".to_owned(), message.as_str().into());
            if let Some(detail) = details.first() {
                error.insert("detail".to_owned(), readable(detail));
            }
            json!({ "error": error })
        }
    };
    (expected, given)
}

fn error_of(error: &ExpectedError) -> Value {
    let mut expected = Map::new();
    expected.insert("code".to_owned(), error.code.as_str().into());
    expected.insert("message".to_owned(), json!({ "$says": error.says }));
    if let Some(detail) = &error.detail {
        expected.insert("detail".to_owned(), detail.clone());
    }
    json!({ "error": expected })
}

/// The expected and the received requests, with only the headers that the case names.
fn comparable(call: &Call, mut given: Vec<Value>) -> (Value, Value) {
    let wanted: Vec<Value> = call
        .http
        .iter()
        .map(|exchange| exchange.request.clone())
        .collect();
    for (index, request) in given.iter_mut().enumerate() {
        let nothing = Value::Null;
        let wanted = wanted.get(index).unwrap_or(&nothing);
        if let Some(members) = request.as_object_mut() {
            reduce(members, wanted);
        }
    }
    (wanted.into(), given.into())
}

/// Leaves the parts of a received request that the case compares.
fn reduce(members: &mut Map<String, Value>, wanted: &Value) {
    match wanted.get("headers").and_then(Value::as_object) {
        Some(named) => {
            if let Some(headers) = members.get_mut("headers").and_then(Value::as_object_mut) {
                headers.retain(|name, _| named.contains_key(name));
            }
        }
        None => drop(members.remove("headers")),
    }
    let body = members
        .get("body")
        .and_then(Value::as_str)
        .unwrap_or_default();
    match wanted.get("body") {
        Some(wanted) if wanted.is_object() || wanted.is_array() => {
            let body = serde_json::from_str(body).unwrap_or_default();
            members.insert("body".to_owned(), body);
        }
        None if body.is_empty() => drop(members.remove("body")),
        _ => {}
    }
}
