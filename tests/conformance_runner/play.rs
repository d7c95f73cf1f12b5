//! Plays a case: makes its calls, and compares the results.

use std::ops::Range;

use base64::Engine as _;
use serde_json::{Map, Value, json};

use super::case::{Call, Case, ExpectedError};
use super::compare::Comparison;
use super::languages::{Language, configuration, usual};
use super::notation::{Names, readable};
use super::plugin::Plugin;
use super::protocol::{self, Failure};
use super::report;
use super::server::Server;

const PACKAGE: &str = "conformance";

/// Plays one case for one language.
pub(crate) async fn play(case: &Case, language: &Language, server: &Server) -> Result<(), String> {
    let part = format!("{}/{}", language.name, case.name);
    let mut names = Names {
        server: format!("{}/{part}", server.address),
        ..Names::default()
    };
    if !case.needs_own_process() {
        let stage = Stage {
            case,
            server,
            part,
            plugin: language.shared().await,
        };
        return stage.play(0..case.calls.len(), &mut names).await;
    }
    let is_new = |number: &usize| *number == 0 || case.calls[*number].in_a_new_process;
    let mut starts: Vec<usize> = (0..case.calls.len()).filter(is_new).collect();
    starts.push(case.calls.len());
    for range in starts.windows(2) {
        let plugin = language.launch().await;
        if !case.configures() {
            let values = case.configuration.clone().unwrap_or_else(usual);
            let request = configuration(&names.to_wire(&values));
            plugin.expect("Configure", &request).await;
        }
        let stage = Stage {
            case,
            server,
            part: part.clone(),
            plugin: &plugin,
        };
        let outcome = stage.play(range[0]..range[1], &mut names).await;
        plugin.stop().await;
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
    async fn play(&self, calls: Range<usize>, names: &mut Names) -> Result<(), String> {
        for number in calls {
            self.call(number, &self.case.calls[number], names).await?;
        }
        Ok(())
    }

    async fn call(&self, number: usize, call: &Call, names: &mut Names) -> Result<(), String> {
        let engine = &self.plugin.engine;
        let request = self.complete(call, names.to_wire(&call.request));
        let urn = request["urn"].as_str().unwrap_or_default().to_owned();
        let exchanges: Vec<_> = call
            .http
            .iter()
            .cloned()
            .map(|mut exchange| {
                for text in exchange.answer.headers.values_mut() {
                    *text = text.replace("${server}", &names.server);
                }
                exchange
            })
            .collect();
        self.server.script(&self.part, &exchanges);
        let since = engine.now();
        let answer = self.plugin.call(&call.call, &request);
        let outcome = match &call.cancel_after {
            None => answer.await,
            Some(text) => {
                let cancel = async {
                    engine.hears(&urn, since, text).await;
                    self.plugin.expect("Cancel", &json!({})).await;
                };
                tokio::join!(answer, cancel).0
            }
        };

        let mut comparison = Comparison::new(names);
        let (expected, given) = outcomes(call, &outcome);
        comparison.compare("", &expected, &given);
        if let (Some(error), Err(failure)) = (&call.error, &outcome) {
            for text in error
                .hides
                .iter()
                .filter(|text| failure.message.contains(*text))
            {
                comparison
                    .differences
                    .push(format!("message: has `{text}` in it"));
            }
        }
        let messages = engine.messages(&urn, since);
        match &call.log {
            Some(log) => comparison.compare("log", log, &messages.into()),
            None => {
                let is_loud = |message: &&Value| {
                    message.get("warning").is_some() || message.get("error").is_some()
                };
                for message in messages.iter().filter(is_loud) {
                    let message = report::short(message);
                    comparison
                        .differences
                        .push(format!("log: not expected, given {message}"));
                }
            }
        }
        let requests = self.server.requests(&self.part);
        let (wanted, requests) = comparable(call, requests);
        comparison.compare("http", &wanted, &requests);
        if let Some(views) = &call.views {
            comparison.compare("views", views, &engine.views(&urn, since).into());
        }
        if comparison.differences.is_empty() {
            return Ok(());
        }
        let differences = comparison.differences;
        let request = readable(&request);
        Err(report::failure(
            self.case,
            number,
            &request,
            &expected,
            &given,
            &differences,
        ))
    }

    /// Fills in the members that every engine sends: the resource, the seed, the address for views.
    fn complete(&self, call: &Call, mut request: Value) -> Value {
        let fields = protocol::request_of(&call.call);
        let members = request.as_object_mut().expect("a request is an object");
        let mut fill = |name: &str, value: Value| {
            if fields.get_field_by_name(name).is_some() && !members.contains_key(name) {
                members.insert(name.to_owned(), value);
            }
            members.get(name).cloned().unwrap_or_default()
        };
        let resource = call.resource.as_ref().or(self.case.resource.as_ref());
        let token = resource.map(|resource| format!("{PACKAGE}:index:{resource}"));
        if let Some(token) = &token {
            let name = fill("name", "one".into());
            let name = name.as_str().unwrap_or_default();
            fill("type", token.as_str().into());
            let urn = format!("urn:pulumi:{}::{PACKAGE}::{token}::{name}", self.case.name);
            let urn = fill("urn", urn.into());
            fill("resource_status_token", urn);
            fill(
                "resource_status_address",
                self.plugin.engine.address.as_str().into(),
            );
        }
        let seed = base64::engine::general_purpose::STANDARD.encode([7; 32]);
        fill("randomSeed", seed.into());
        if call.call == "List" {
            fill("token", token.unwrap_or_default().into());
        }
        if call.call == "Invoke" {
            let function = members["tok"].as_str().expect("`tok`, the function");
            if !function.contains(':') {
                members["tok"] = format!("{PACKAGE}:index:{function}").into();
            }
        }
        request
    }
}

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
fn comparable(call: &Call, requests: Vec<Value>) -> (Value, Value) {
    let wanted: Vec<Value> = call
        .http
        .iter()
        .map(|exchange| exchange.request.clone())
        .collect();
    let given = requests
        .into_iter()
        .enumerate()
        .map(|(index, mut request)| {
            let wanted = wanted.get(index).cloned().unwrap_or_default();
            let members = request.as_object_mut().expect("an object");
            match wanted["headers"].as_object() {
                Some(named) => {
                    if let Some(headers) = members["headers"].as_object_mut() {
                        headers.retain(|name, _| named.contains_key(name));
                    }
                }
                None => drop(members.remove("headers")),
            }
            if wanted["body"].is_object() || wanted["body"].is_array() {
                let text = members["body"].as_str().unwrap_or_default();
                members["body"] = serde_json::from_str(text).unwrap_or_default();
            } else if wanted.get("body").is_none() && members["body"] == "" {
                members.remove("body");
            }
            request
        });
    let given: Vec<Value> = given.collect();
    (wanted.into(), given.into())
}
