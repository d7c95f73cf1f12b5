//! The engine's checks of a component's requests, and rules that the engine does not check and that cause failures later.

use std::collections::{BTreeMap, BTreeSet};

use prost_types::value::Kind;
use prost_types::{Struct, Value};

use super::STACK;
use crate::protocol::pulumirpc as pb;

pub(super) const SIGNATURE: &str = "4dabf18193072939515e22adb298388d";
pub(super) const OUTPUT: &str = "d0e6a833031e9bbcd3f4e8bde6ca49a4";

/// The type of a stack's own resource.
const STACK_TYPE: &str = "pulumi:pulumi:Stack";

/// A registered resource.
#[derive(Debug, Clone)]
struct Known {
    is_group: bool,
    parent: String,
    has_answered: bool,
    is_complete: bool,
}

/// The resources so far, and the mistakes.
#[derive(Debug, Default)]
pub(super) struct Checks {
    resources: BTreeMap<String, Known>,
    references: BTreeSet<String>,
    faults: Vec<String>,
}

/// The URN that the engine generates for a registration.
#[must_use]
pub fn urn(request: &pb::RegisterResourceRequest) -> String {
    let above = request.parent.split("::").nth(2);
    let above = above.filter(|token| *token != STACK_TYPE);
    let above = above.map(|above| format!("{above}$")).unwrap_or_default();
    let token = format!("{above}{}", request.r#type);
    urn_beside(&request.parent, &token, &request.name)
}

/// The URN of a resource in the stack of its parent.
pub(super) fn urn_beside(parent: &str, token: &str, name: &str) -> String {
    let parent = if parent.is_empty() { STACK } else { parent };
    let stack: Vec<&str> = parent.split("::").take(2).collect();
    format!("{}::{token}::{name}", stack.join("::"))
}

/// Whether a resource is a stack, which the engine itself registers.
fn is_stack(urn: &str) -> bool {
    urn.split("::").nth(2) == Some(STACK_TYPE)
}

impl Checks {
    pub(super) fn faults(&self) -> Vec<String> {
        self.faults.clone()
    }

    fn fault(&mut self, urn: &str, what: &str) {
        self.faults.push(format!("{urn}: {what}"));
    }

    /// A component that the program has registered.
    pub(super) fn knows(&mut self, urn: &str) {
        let known = Known {
            is_group: false,
            parent: STACK.to_owned(),
            has_answered: true,
            is_complete: true,
        };
        self.resources.insert(urn.to_owned(), known);
    }

    pub(super) fn announced(&mut self, reference: &str) {
        self.references.insert(reference.to_owned());
    }

    pub(super) fn registers(&mut self, request: &pb::RegisterResourceRequest) {
        let urn = urn(request);
        if !request.parent.is_empty() && !is_stack(&request.parent) {
            let parent = self.resources.get(&request.parent);
            if !parent.is_some_and(|parent| parent.has_answered) {
                self.fault(&urn, "could not find parent resource");
            }
        }
        if self.resources.contains_key(&urn) {
            self.fault(&urn, "duplicate resource URN");
        }
        let understood = [
            request.accept_secrets,
            request.accept_resources,
            request.supports_partial_values,
            request.supports_result_reporting,
            request.alias_specs,
            request.accepts_byte_string,
        ];
        if understood.contains(&false) {
            self.fault(&urn, "says less than it understands");
        }
        if request.custom && request.remote {
            self.fault(&urn, "is both made and constructed");
        }
        let inputs = request.object.clone().unwrap_or_default();
        let properties: BTreeSet<_> = inputs.fields.keys().collect();
        let entries: BTreeSet<_> = request.property_dependencies.keys().collect();
        if properties != entries {
            self.fault(
                &urn,
                "does not have an entry of dependencies for each property",
            );
        }
        self.dependencies(&urn, request);
        if inputs.fields.values().any(has_output) {
            self.fault(&urn, "has an output value");
        }
        if !request.package_ref.is_empty() {
            if !self.references.contains(&request.package_ref) {
                self.fault(&urn, "has an unknown package");
            }
            if !request.version.is_empty() || !request.plugin_download_url.is_empty() {
                self.fault(&urn, "names its plugin twice");
            }
        }
        let known = Known {
            is_group: !request.custom && !request.remote,
            parent: request.parent.clone(),
            has_answered: false,
            is_complete: false,
        };
        self.resources.insert(urn, known);
    }

    /// Each dependency appears once, and is not a group, because the engine does not order groups.
    fn dependencies(&mut self, urn: &str, request: &pb::RegisterResourceRequest) {
        let entries = request.property_dependencies.values();
        let lists = entries.map(|entry| &entry.urns);
        for urns in lists.chain([&request.dependencies]) {
            let distinct: BTreeSet<_> = urns.iter().collect();
            if distinct.len() < urns.len() {
                self.fault(urn, "has a dependency twice");
            }
            for behind in distinct {
                if self.resources.get(behind).is_some_and(|one| one.is_group) {
                    self.fault(urn, &format!("depends on the group {behind}"));
                }
            }
        }
    }

    pub(super) fn answered(&mut self, urn: &str) {
        if let Some(known) = self.resources.get_mut(urn) {
            known.has_answered = true;
        }
    }

    pub(super) fn completes(&mut self, urn: &str, outputs: &Struct) {
        let children = self.resources.values();
        let is_waiting = children
            .filter(|child| child.parent == urn)
            .any(|child| !child.has_answered);
        if is_waiting {
            self.fault(urn, "is completed before its children are there");
        }
        if outputs.fields.values().any(has_output) {
            self.fault(urn, "is completed with an output value");
        }
        match self.resources.get_mut(urn) {
            Some(known) if known.is_group && !known.is_complete => known.is_complete = true,
            _ => self.fault(
                urn,
                "a resource whose registration isn't pending is completed",
            ),
        }
    }
}

/// Whether a value is an output value, or has one inside.
fn has_output(value: &Value) -> bool {
    match &value.kind {
        Some(Kind::StructValue(object)) => {
            let signature = object.fields.get(SIGNATURE);
            let signature = signature.and_then(|signature| signature.kind.as_ref());
            signature == Some(&Kind::StringValue(OUTPUT.to_owned()))
                || object.fields.values().any(has_output)
        }
        Some(Kind::ListValue(list)) => list.values.iter().any(has_output),
        _ => false,
    }
}
