//! The results of the cases.

use std::path::PathBuf;
use std::time::Duration;

use pulumi_wasm_simulator::conformance::{Behaviour, Breach, Outcome};
use pulumi_wasm_simulator::is_secret;
use serde_json::Value;

use crate::local_provider::Message;

/// A case that was run.
pub(super) struct Result {
    pub(super) file: PathBuf,
    pub(super) title: String,
    /// The token of the resource type or function.
    pub(super) token: String,
    pub(super) parts: Vec<Part>,
    /// The log messages, for a reader who looks for a mistake.
    pub(super) messages: Vec<Message>,
    pub(super) took: Duration,
}

/// A step of a case, or a behaviour.
pub(super) struct Part {
    pub(super) kind: Kind,
    /// Its name, such as `up` or `import`.
    pub(super) name: String,
    /// The expectation, as a sentence.
    pub(super) rule: String,
    pub(super) outcome: Outcome,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The author's own.
    Step,
    /// A behaviour that every provider must have.
    Behaviour,
}

impl Part {
    pub(super) fn breaches(&self) -> &[Breach] {
        match &self.outcome {
            Outcome::Broken(breaches) => breaches,
            Outcome::Holds | Outcome::NotJudged(_) => &[],
        }
    }

    pub(super) fn is_broken(&self) -> bool {
        matches!(self.outcome, Outcome::Broken(_))
    }

    /// Whether it is an import that finds everything except secrets, which many servers never return.
    pub(super) fn lacks_secrets_alone(&self) -> bool {
        let is_secret = |value: &Option<Value>| value.as_ref().is_some_and(is_secret);
        let differences = self
            .breaches()
            .iter()
            .flat_map(|breach| &breach.differences);
        let mut secrets = differences.map(|difference| is_secret(&difference.expected));
        self.kind == Kind::Behaviour
            && self.name == Behaviour::Import.name()
            && secrets.next() == Some(true)
            && secrets.all(|is_secret| is_secret)
    }
}

impl Result {
    pub(super) fn passed(&self) -> bool {
        !self.parts.iter().any(Part::is_broken)
    }
}

#[cfg(test)]
mod tests {
    use pulumi_wasm_simulator::{Mismatch, secret};
    use serde_json::json;

    use super::*;

    fn import(expected: &[Value]) -> Part {
        let mismatch = |expected: &Value| Mismatch {
            path: "pin".to_owned(),
            expected: Some(expected.clone()),
            found: None,
        };
        let breach = Breach {
            asked: "an import".to_owned(),
            came: "nothing".to_owned(),
            differences: expected.iter().map(mismatch).collect(),
        };
        Part {
            kind: Kind::Behaviour,
            name: "import".to_owned(),
            rule: String::new(),
            outcome: Outcome::Broken(vec![breach]),
        }
    }

    #[test]
    fn an_import_that_lacks_other_values_as_well_is_told_apart() {
        let hidden = secret(json!("1234"));
        assert!(import(&[hidden.clone(), hidden.clone()]).lacks_secrets_alone());
        assert!(!import(&[hidden, json!("a")]).lacks_secrets_alone());
        assert!(!import(&[]).lacks_secrets_alone());
    }
}
