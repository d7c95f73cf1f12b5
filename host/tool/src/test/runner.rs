//! A case that is being run: what its parts share.

use std::sync::Arc;

use pulumi_wasm_capability::Grants;
use pulumi_wasm_capability::record::Player;
use pulumi_wasm_simulator::conformance::Outcome;
use pulumi_wasm_simulator::{Provider, Resource};
use serde_json::{Map, Value};

use super::format::Expect;
use super::located_case::LocatedCase;
use super::outcome::{Kind, Part};
use crate::local_provider::{Kept, Message};

/// The stack and project in URNs.
pub(super) const STACK: &str = "test";

/// How cases are run.
pub(super) struct Manner {
    pub(super) grants: Grants,
    /// The configuration of the command line, which replaces values that cases give.
    pub(super) config: Map<String, Value>,
    pub(super) limits: Vec<String>,
    /// Whether recordings are made again, with the real network.
    pub(super) records: bool,
    /// Whether behaviours are judged.
    pub(super) behaviours: bool,
}

/// A case that is being run.
pub(super) struct Runner<'a> {
    pub(super) found: &'a LocatedCase,
    pub(super) provider: &'a Arc<Provider>,
    pub(super) log: &'a Kept,
    pub(super) parts: Vec<Part>,
    pub(super) messages: Vec<Message>,
    pub(super) player: Option<Arc<Player>>,
    /// The resources that the case prepares.
    pub(super) others: Vec<Resource>,
    /// How many differences from the recording were told.
    pub(super) told: usize,
}

impl Runner<'_> {
    /// The resource's name.
    pub(super) fn name(&self) -> String {
        let case = &self.found.case;
        case.name
            .clone()
            .unwrap_or_else(|| plain(&self.found.title))
    }

    /// A case of refused inputs is not an example of a provider's behaviour.
    pub(super) fn first_step_succeeds(&self) -> bool {
        let expect = self.found.case.expect.as_ref();
        expect.is_none_or(Expect::is_of_success)
    }

    pub(super) fn add(&mut self, kind: Kind, name: &str, rule: &str, outcome: Outcome) {
        self.parts.push(Part {
            kind,
            name: name.to_owned(),
            rule: rule.to_owned(),
            outcome,
        });
    }
}

/// A title as a resource's name.
fn plain(title: &str) -> String {
    let letters = title.chars().map(|letter| match letter {
        letter if letter.is_ascii_alphanumeric() => letter.to_ascii_lowercase(),
        _ => '-',
    });
    let text: String = letters.collect();
    let parts: Vec<&str> = text.split('-').filter(|part| !part.is_empty()).collect();
    if parts.is_empty() {
        "example".to_owned()
    } else {
        parts.join("-")
    }
}
