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
    /// Reads a record; there is none if the command called nobody.
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

    /// Takes up one line: the beginning or the end of a call.
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

    pub fn count(&self, method: &str) -> usize {
        self.of(method).len()
    }

    /// The calls that are about the resource of this name.
    pub fn about(&self, name: &str) -> Self {
        let suffix = format!("::{name}");
        let calls = self.iter().filter(|call| {
            let urn = call.request["urn"].as_str();
            urn.is_some_and(|urn| urn.ends_with(&suffix))
        });
        Self(calls.cloned().collect())
    }

    /// What each provider process was asked, as far as the order tells: from one Handshake to the next.
    pub fn sessions(&self) -> Vec<Self> {
        let mut sessions: Vec<Self> = Vec::new();
        for call in self.iter() {
            if call.method == "Handshake" || sessions.is_empty() {
                sessions.push(Self::default());
            }
            if let Some(session) = sessions.last_mut() {
                session.0.push(call.clone());
            }
        }
        sessions
    }

    /// Asserts that these RPCs are among the calls, in this order, whatever lies between them.
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
            "{missing:?} was not called after what comes before it in {methods:?}\n{self}"
        );
    }

    /// Asserts that none of these RPCs was called.
    #[track_caller]
    pub fn are_without(&self, methods: &[&str]) {
        for method in methods {
            assert_eq!(self.count(method), 0, "{method} need not be called\n{self}");
        }
    }

    /// Asserts that every call was answered without an error.
    #[track_caller]
    pub fn are_without_errors(&self) {
        let failed: Vec<&Call> = self.iter().filter(|call| !call.errors.is_empty()).collect();
        assert!(failed.is_empty(), "calls failed\n{self}");
    }
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
