//! The engine's own record of the RPCs of one command (`PULUMI_DEBUG_GRPC`).

use std::fmt;
use std::fs;
use std::path::Path;

use serde_json::Value;

const PROVIDER: &str = "/pulumirpc.ResourceProvider/";

/// One RPC to a provider.
#[derive(Clone)]
pub struct Call {
    /// The name of the RPC, such as `Check`.
    pub method: String,
    pub request: Value,
    /// None if it failed, or was not answered before the engine ended.
    pub response: Option<Value>,
    pub errors: Vec<String>,
}

/// RPCs to providers, in the order in which they were begun.
#[derive(Clone, Default)]
pub struct Calls(Vec<Call>);

impl Calls {
    /// Reads a record; the record is missing if the command made no call.
    pub fn read(record: &Path) -> Self {
        let text = fs::read_to_string(record).unwrap_or_default();
        let mut calls = Self::default();
        for line in text.lines() {
            let entry: Value = serde_json::from_str(line)
                .unwrap_or_else(|error| panic!("{}: {error}\n{line}", record.display()));
            calls.note(&entry);
        }
        calls
    }

    /// Adds one line: the beginning or the end of a call.
    fn note(&mut self, entry: &Value) {
        let method = entry["method"].as_str().unwrap_or_default();
        let Some(method) = method.strip_prefix(PROVIDER) else {
            return;
        };
        let request = &entry["request"];
        if entry["progress"] == "request_started" {
            self.0.push(Call {
                method: method.to_owned(),
                request: request.clone(),
                response: None,
                errors: Vec::new(),
            });
            return;
        }
        let errors = entry["errors"].as_array().map_or(&[][..], Vec::as_slice);
        let errors: Vec<String> = errors
            .iter()
            .map(|error| {
                error
                    .as_str()
                    .map_or_else(|| error.to_string(), str::to_owned)
            })
            .collect();
        let response = entry.get("response").filter(|response| !response.is_null());
        let open = self.0.iter_mut().find(|call| {
            call.method == method
                && call.request == *request
                && call.response.is_none()
                && call.errors.is_empty()
        });
        if let Some(call) = open {
            call.response = response.cloned();
            call.errors = errors;
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Call> {
        self.0.iter()
    }

    /// The names of the RPCs, in order.
    pub fn methods(&self) -> Vec<&str> {
        self.iter().map(|call| call.method.as_str()).collect()
    }

    /// The calls of one RPC.
    pub fn of(&self, method: &str) -> Vec<&Call> {
        self.iter().filter(|call| call.method == method).collect()
    }

    /// The only call of one RPC.
    #[track_caller]
    pub fn only(&self, method: &str) -> &Call {
        match self.of(method).as_slice() {
            [call] => call,
            calls => panic!("{method} was called {} times\n{self}", calls.len()),
        }
    }

    pub fn count(&self, method: &str) -> usize {
        self.of(method).len()
    }

    /// The calls for the resource of this name.
    pub fn about(&self, name: &str) -> Self {
        let suffix = format!("::{name}");
        let calls = self.iter().filter(|call| {
            let urn = call.request["urn"].as_str();
            urn.is_some_and(|urn| urn.ends_with(&suffix))
        });
        Self(calls.cloned().collect())
    }

    /// Asserts that these RPCs are among the calls, in this order, with any calls between them.
    #[track_caller]
    pub fn are_in_order(&self, methods: &[&str]) {
        let mut wanted = methods.iter().peekable();
        for method in self.methods() {
            if wanted.peek() == Some(&&method) {
                wanted.next();
            }
        }
        let missing = wanted.peek();
        assert!(
            missing.is_none(),
            "{missing:?} was not called after the earlier methods of {methods:?}\n{self}"
        );
    }

    /// Asserts that these RPCs were not called.
    #[track_caller]
    pub fn are_without(&self, methods: &[&str]) {
        for method in methods {
            assert_eq!(self.count(method), 0, "{method} need not be called\n{self}");
        }
    }

    /// Asserts that resources of this number were looked at once and left alone, by one process.
    #[track_caller]
    pub fn are_idle(&self, resources: usize) {
        self.are_without_errors();
        self.are_without(&["Create", "Update", "Delete", "Read", "Invoke", "GetSchema"]);
        for method in ["Handshake", "Parameterize", "CheckConfig", "Configure"] {
            assert_eq!(self.count(method), 1, "{method} is called once\n{self}");
        }
        for method in ["Check", "Diff"] {
            assert_eq!(
                self.count(method),
                resources,
                "{method} is called once for each\n{self}"
            );
        }
    }

    /// Asserts that every call was answered without an error.
    #[track_caller]
    pub fn are_without_errors(&self) {
        let failed: Vec<&Call> = self.iter().filter(|call| !call.errors.is_empty()).collect();
        assert!(failed.is_empty(), "calls failed\n{self}");
    }
}

impl Call {
    /// The answer of a call that did not fail.
    #[track_caller]
    pub fn answer(&self) -> &Value {
        let answer = self.response.as_ref();
        answer.unwrap_or_else(|| panic!("{} failed: {:?}", self.method, self.errors))
    }
}

/// Whether a value is marked as a secret.
pub fn is_secret(value: &Value) -> bool {
    value["4dabf18193072939515e22adb298388d"] == "1b47061264138c4ac30d75fd1eb44270"
}

impl fmt::Display for Calls {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for call in self.iter() {
            let answer = match &call.response {
                Some(response) => shortened(response),
                None => format!("{:?}", call.errors),
            };
            let request = shortened(&call.request);
            writeln!(formatter, "{} {request}\n    -> {answer}", call.method)?;
        }
        Ok(())
    }
}

/// A message on one line; a schema would fill pages.
fn shortened(message: &Value) -> String {
    const SHOWN: usize = 600;
    let text = message.to_string();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
