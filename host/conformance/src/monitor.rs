//! The resource monitor of a call for a component resource: it answers registrations and look-ups as the case says, and compares them.
//!
//! | of a registration | is compared as |
//! | --- | --- |
//! | the features that each registration declares | not at all, because the monitor reports a registration without one of them |
//! | `packageRef` | `package`, the name of the announced package |
//! | `transforms` | their number, because their tokens are random |

use anyhow::Context as _;
use prost_types::Struct;
use pulumi_wasm_stand_in::monitor::{ALL, Looked, Monitor, Reply, urn};
use pulumi_wasm_stand_in::protocol::pulumirpc as pb;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::compare::Comparison;
use crate::notation::{Names, readable};
use crate::protocol::{read, transcode};

/// The features that the host declares with each registration. The monitor checks them.
const DECLARED: [&str; 6] = [
    "acceptSecrets",
    "acceptResources",
    "acceptsByteString",
    "aliasSpecs",
    "supportsPartialValues",
    "supportsResultReporting",
];

/// The expected requests to the monitor, with its answers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Expected {
    /// All registrations, sorted by their names.
    #[serde(default)]
    registers: Vec<Registration>,
    /// The URN and the outputs of each component and group that is completed, sorted by the URN. If it is left out, they are not compared.
    #[serde(default)]
    completes: Option<Value>,
    /// All look-ups, in order. Look-ups that the case allows at the same time are sorted by their tokens.
    #[serde(default)]
    looks_up: Vec<LookUp>,
    /// The runs of hooks, in order.
    #[serde(default)]
    hooks: Vec<Value>,
}

/// A registration, and the outcome.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Registration {
    /// The fields as JSON has them.
    request: Value,
    /// The registration after all transforms, if they change it.
    #[serde(default)]
    becomes: Option<Value>,
    /// The outputs in addition to the inputs.
    #[serde(default)]
    outputs: Map<String, Value>,
    #[serde(default)]
    outcome: Outcome,
}

/// The outcome of a registration.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Outcome {
    /// It exists, with its inputs as outputs.
    #[default]
    Exists,
    /// Its provider has not created it yet, as in a preview: all its outputs are unknown.
    Unknown,
    /// Its provider failed.
    Failed,
}

/// A look-up, and the answer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct LookUp {
    /// `Invoke`, `Call` or `ReadResource`.
    call: String,
    request: Value,
    answer: Value,
}

/// A running monitor of one call.
pub(crate) struct Monitored(Monitor);

impl Monitored {
    /// Starts it.
    ///
    /// # Errors
    /// If the case is not written as cases are, or no port is free.
    pub(crate) fn start(expected: &Expected, names: &Names) -> anyhow::Result<Self> {
        let mut outcomes = Vec::new();
        for registration in &expected.registers {
            let outputs = names.to_wire(&registration.outputs.clone().into())?;
            let outputs: Struct = read("google.protobuf.Struct", &outputs)?;
            outcomes.push((
                text(&registration.request, "type"),
                text(&registration.request, "name"),
                registration.outcome,
                outputs,
            ));
        }
        let mut findings = Vec::new();
        for look_up in &expected.looks_up {
            let answer = names.to_wire(&look_up.answer)?;
            let answer: Struct = read("google.protobuf.Struct", &answer)?;
            findings.push((key(&look_up.call, &look_up.request), answer));
        }
        let script = move |request: &pb::RegisterResourceRequest| {
            let mut all = outcomes.iter();
            let is_it = |token: &str, name: &str| token == request.r#type && name == request.name;
            match all.find(|(token, name, ..)| is_it(token, name)) {
                Some((_, _, outcome, outputs)) => reply(request, *outcome, outputs),
                None => Reply::made(),
            }
        };
        let find = move |looked: &Looked| {
            let mut all = findings.iter();
            let asked = asked(looked).ok();
            let found = all.find(|(key, _)| asked.as_ref().is_some_and(|asked| asked.1 == *key));
            found
                .map(|(_, answer)| answer.clone())
                .ok_or_else(|| refusal("the case has no answer to this look-up"))
        };
        let monitor = Monitor::start(ALL, script, find).context("cannot start a monitor")?;
        Ok(Self(monitor))
    }

    /// Host and port.
    pub(crate) fn address(&self) -> &str {
        &self.0.address
    }

    /// Lets a component exist, or runs no hooks, as the request says.
    pub(crate) fn prepare(&self, request: &Value) {
        if let Some(receiver) = request
            .pointer("/args/__self__/urn")
            .and_then(Value::as_str)
        {
            self.0.knows(receiver);
        }
        if request.get("dryRun").and_then(Value::as_bool) == Some(true) {
            self.0.only_previews();
        }
    }

    /// Compares the requests with the expected ones.
    ///
    /// # Errors
    /// If the case is not written as cases are.
    pub(crate) fn compare(
        &self,
        expected: &Expected,
        comparison: &mut Comparison<'_>,
    ) -> anyhow::Result<()> {
        let packages = self.packages();
        let mut registered = self.0.registered();
        registered
            .sort_by(|one, other| (&one.name, &one.r#type).cmp(&(&other.name, &other.r#type)));
        let shown = registered.iter().map(|one| written(one, &packages));
        let given: Value = shown.collect::<anyhow::Result<Vec<_>>>()?.into();
        let wanted = expected.registers.iter().map(|one| one.request.clone());
        comparison.compare("monitor.registers", &wanted.collect(), &given)?;

        let changed = expected.registers.iter();
        let changed: Vec<&Registration> = changed.filter(|one| one.becomes.is_some()).collect();
        if !changed.is_empty() {
            let all = self.0.all_transformed();
            for one in changed {
                let name = text(&one.request, "name");
                let mut found = all.iter().filter(|request| request.name == name);
                let given = found.next().map(|request| written(request, &packages));
                let given = given.transpose()?.unwrap_or_default();
                let path = format!("monitor.transformed.{name}");
                comparison.compare(&path, one.becomes.as_ref().unwrap_or(&Value::Null), &given)?;
            }
        }
        if let Some(completes) = &expected.completes {
            comparison.compare("monitor.completes", completes, &self.completed()?)?;
        }
        let looked = self.0.looked();
        let looked = looked
            .iter()
            .map(|looked| asked(looked).map(|(shown, _)| shown));
        let mut looked = looked.collect::<anyhow::Result<Vec<_>>>()?;
        looked
            .sort_by_key(|shown| key(&text(shown, "call"), shown.get("request").unwrap_or(shown)));
        let wanted = expected.looks_up.iter().map(|one| {
            Value::Object(Map::from_iter([
                ("call".to_owned(), one.call.as_str().into()),
                ("request".to_owned(), one.request.clone()),
            ]))
        });
        comparison.compare("monitor.looks-up", &wanted.collect(), &looked.into())?;
        let hooks = self.0.hooked().into_iter().map(|run| {
            let mut shown = transcode("pulumirpc.ResourceHookRequest", &run.request)?;
            if let (Some(members), false) = (shown.as_object_mut(), run.error.is_empty()) {
                members.insert("error".to_owned(), run.error.into());
            }
            Ok(readable(&shown))
        });
        let hooks = hooks.collect::<anyhow::Result<Vec<_>>>()?;
        comparison.compare(
            "monitor.hooks",
            &expected.hooks.clone().into(),
            &hooks.into(),
        )?;
        for fault in self.0.faults() {
            let difference = format!("monitor: an engine refuses it: {fault}");
            comparison.differences.push(difference);
        }
        Ok(())
    }

    /// The names of the announced packages, in the order of their references.
    fn packages(&self) -> Vec<String> {
        let packages = self.0.packages().into_iter();
        let name = |package: pb::RegisterPackageRequest| match package.parameterization {
            Some(parameter) => parameter.name,
            None => package.name,
        };
        packages.map(name).collect()
    }

    /// The completed components and groups, by their URNs.
    fn completed(&self) -> anyhow::Result<Value> {
        let mut completed = self.0.completed();
        completed.sort_by(|one, other| one.0.cmp(&other.0));
        let shown = completed.into_iter().map(|(urn, outputs)| {
            let outputs = readable(&transcode("google.protobuf.Struct", &outputs)?);
            Ok(Value::Object(Map::from_iter([
                ("urn".to_owned(), urn.into()),
                ("outputs".to_owned(), outputs),
            ])))
        });
        Ok(shown.collect::<anyhow::Result<Vec<_>>>()?.into())
    }
}

fn text(value: &Value, name: &str) -> String {
    let found = value.get(name).and_then(Value::as_str);
    found.unwrap_or_default().to_owned()
}

/// The parts of a look-up that select its answer: the call, the token, the name and the receiver of a method.
fn key(call: &str, request: &Value) -> (String, String, String, String) {
    let token = match call {
        "ReadResource" => text(request, "type"),
        _ => text(request, "tok"),
    };
    let of = request.pointer("/args/urn").and_then(Value::as_str);
    let of = of.unwrap_or_default().rsplit("::").next();
    let of = of.unwrap_or_default().to_owned();
    (call.to_owned(), token, text(request, "name"), of)
}

/// A look-up as a case writes it, and the parts that select its answer.
fn asked(looked: &Looked) -> anyhow::Result<(Value, (String, String, String, String))> {
    let (call, request) = match looked {
        Looked::Invoked(request) => (
            "Invoke",
            transcode("pulumirpc.ResourceInvokeRequest", request)?,
        ),
        Looked::Read(request) => (
            "ReadResource",
            transcode("pulumirpc.ReadResourceRequest", request)?,
        ),
        Looked::Called(request) => ("Call", transcode("pulumirpc.ResourceCallRequest", request)?),
    };
    let mut request = readable(&request);
    if let Some(members) = request.as_object_mut() {
        members.retain(|name, _| !DECLARED.contains(&name.as_str()) && name != "packageRef");
    }
    let key = key(call, &request);
    let shown = Map::from_iter([
        ("call".to_owned(), call.into()),
        ("request".to_owned(), request),
    ]);
    Ok((shown.into(), key))
}

/// A registration as a case writes it.
fn written(request: &pb::RegisterResourceRequest, packages: &[String]) -> anyhow::Result<Value> {
    let mut shown = readable(&transcode("pulumirpc.RegisterResourceRequest", request)?);
    let members = shown.as_object_mut().context("a message is an object")?;
    members.retain(|name, _| !DECLARED.contains(&name.as_str()));
    if let Some(reference) = members.remove("packageRef") {
        let number = reference
            .as_str()
            .and_then(|text| text.strip_prefix("ref-"));
        let number = number.and_then(|number| number.parse::<usize>().ok());
        let package = number.and_then(|number| packages.get(number.checked_sub(1)?));
        let package = package.map_or(reference, |name| name.as_str().into());
        members.insert("package".to_owned(), package);
    }
    if let Some(Value::Array(transforms)) = members.get("transforms") {
        let count = transforms.len();
        members.insert("transforms".to_owned(), count.into());
    }
    Ok(shown)
}

/// The answer to a registration.
fn reply(request: &pb::RegisterResourceRequest, outcome: Outcome, outputs: &Struct) -> Reply {
    let mut made = pb::RegisterResourceResponse::default();
    match outcome {
        Outcome::Exists if outputs.fields.is_empty() => {}
        Outcome::Exists => {
            let mut object = request.object.clone().unwrap_or_default();
            object.fields.extend(outputs.fields.clone());
            made.object = Some(object);
        }
        Outcome::Unknown => made.unknown = true,
        Outcome::Failed => made.result = pb::Result::Fail.into(),
    }
    made.urn = urn(request);
    Reply::Made(made)
}

fn refusal(reason: &str) -> pb::CheckFailure {
    pb::CheckFailure {
        property: String::new(),
        reason: reason.to_owned(),
    }
}
