//! Compares a server's answer with the expected one before any measurement: figures of servers that do different work
//! cannot be compared.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result, ensure};
use prost::Message as _;
use prost_types::value::Kind;
use prost_types::{ListValue, Struct, Value};

use crate::message::{CheckResponse, CreateResponse, DiffResponse};
use crate::plan::{Method, Scenario};
use crate::request::{self, Fields, SECRET, SIGNATURE};

/// `DIFF_SOME` of the protocol.
const SOME: i32 = 2;

/// Compares an answer, as it came over the connection, with the scenario.
pub(crate) fn judge(scenario: &Scenario, answer: &[u8]) -> Result<()> {
    let message = answer.get(5..).context("the answer has no message")?;
    match scenario.method {
        Method::Check => {
            let answer = CheckResponse::decode(message)?;
            ensure!(
                answer.failures.is_empty(),
                "failures: {:?}",
                answer.failures
            );
            same(answer.inputs, request::checked(scenario), "inputs")
        }
        Method::Diff => {
            let answer = DiffResponse::decode(message)?;
            ensure!(answer.changes == SOME, "changes: {}", answer.changes);
            ensure!(
                answer.replaces.is_empty(),
                "replaces: {:?}",
                answer.replaces
            );
            let paths = answer.diffs.iter().chain(answer.detailed_diff.keys());
            let changed: BTreeSet<&str> = paths
                .filter_map(|path| path.split(['.', '[']).next())
                .collect();
            let expected: BTreeSet<&str> = if scenario.leaves < 8 {
                ["tags"].into()
            } else {
                ["items", "tags"].into()
            };
            // The SDK for Node has no field for the changes.
            ensure!(
                changed.is_empty() || changed == expected,
                "changed: {changed:?}"
            );
            Ok(())
        }
        Method::Create => {
            let answer = CreateResponse::decode(message)?;
            ensure!(!answer.id.is_empty(), "there is no id");
            let expected = request::outputs(&request::inputs(scenario));
            same(answer.properties, expected, "properties")
        }
    }
}

/// Whether properties are equal, apart from secrecy and the framework's notes.
fn same(answer: Option<Struct>, expected: Fields, what: &str) -> Result<()> {
    let mut answer = answer
        .map(|answer| plain_fields(answer.fields))
        .unwrap_or_default();
    answer.retain(|name, _| !name.starts_with("__"));
    let expected = plain_fields(expected);
    for (name, value) in &expected {
        ensure!(
            answer.get(name) == Some(value),
            "the {what} have another `{name}`: {:?}",
            answer.get(name)
        );
    }
    let more = answer.keys().find(|name| !expected.contains_key(*name));
    ensure!(more.is_none(), "the {what} have `{more:?}` too");
    Ok(())
}

fn plain_fields(fields: Fields) -> Fields {
    let fields = fields.into_iter();
    fields.map(|(name, value)| (name, plain(value))).collect()
}

/// A value without the envelopes of secrets.
fn plain(value: Value) -> Value {
    let kind = match value.kind {
        Some(Kind::StructValue(mut object)) => {
            let is_secret = object.fields.get(SIGNATURE).is_some_and(|signature| {
                signature.kind == Some(Kind::StringValue(SECRET.to_owned()))
            });
            if is_secret && let Some(inner) = object.fields.remove("value") {
                return plain(inner);
            }
            Some(Kind::StructValue(Struct {
                fields: plain_fields(object.fields),
            }))
        }
        Some(Kind::ListValue(list)) => Some(Kind::ListValue(ListValue {
            values: list.values.into_iter().map(plain).collect(),
        })),
        other => other,
    };
    Value { kind }
}
