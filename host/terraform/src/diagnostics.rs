//! Messages for the user, as the core shows them.

use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::error::failure::PropertyFailure;
use pulumi_wasm_core::error::{CallError, GuestError};
use pulumi_wasm_core::schema::MissingKey;
use pulumi_wasm_core::text::{Excerpt, indented, printable};
use pulumi_wasm_packages::SourceError;

use crate::convert::attribute_path::Place;
use crate::convert::given_results::given_results;
use crate::convert::value::Value;
use crate::convert::wire::decode_error::DecodeError;
use crate::convert::{attribute_path, file_places};
use crate::proto::tfplugin6::Diagnostic;
use crate::proto::tfplugin6::diagnostic::Severity;
use crate::schema::block::Block;

/// An error without a place.
pub(crate) fn error(summary: &str, detail: &str) -> Diagnostic {
    new(Severity::Error, summary, detail)
}

/// A warning without a place.
pub(crate) fn warning(message: &str) -> Diagnostic {
    let (summary, detail) = message.split_once('\n').unwrap_or((message, ""));
    new(Severity::Warning, summary, detail)
}

fn new(severity: Severity, summary: &str, detail: &str) -> Diagnostic {
    Diagnostic {
        severity: severity.into(),
        summary: printable(summary).into_owned(),
        detail: printable(detail).into_owned(),
        attribute: None,
    }
}

/// Whether a message is an error.
pub(crate) fn is_error(message: &Diagnostic) -> bool {
    message.severity == i32::from(Severity::Error)
}

/// A value of the core that cannot be read, at its attribute.
pub(crate) fn unreadable(part: &str, failure: &DecodeError) -> Diagnostic {
    Diagnostic {
        attribute: failure.path(),
        ..mistaken(
            &format!("The {part} of the request cannot be read"),
            &failure.to_string(),
        )
    }
}

/// A request that no core sends.
pub(crate) fn mistaken(summary: &str, reason: &str) -> Diagnostic {
    let detail = format!(
        "{reason}\nhint: this is a mistake of Terraform or OpenTofu, or of the host ({})",
        env!("CARGO_PKG_VERSION")
    );
    error(summary, &detail)
}

/// A package that cannot be loaded.
pub(crate) fn from_source(failure: &SourceError) -> Diagnostic {
    error("The provider cannot be loaded", &failure.to_string())
}

/// A call that failed. `subject` is the type in Terraform's form, and `report` the text about it.
pub(crate) fn from_call(
    call: &Call,
    subject: &str,
    block: &Block,
    failure: &CallError,
    report: &str,
) -> Vec<Diagnostic> {
    if let CallError::Guest(GuestError::Invalid(failures)) = failure {
        return from_failures(call, block, failures);
    }
    let summary = format!(
        "{} of `{}` failed",
        call.operation.name(),
        Excerpt::name(subject)
    );
    vec![error(&summary, report)]
}

/// A call in which the host itself failed.
pub(crate) fn from_panic(rpc: &str) -> Diagnostic {
    let detail = format!(
        "the host ({}) failed inside {rpc}; this is a mistake in the host, not in your configuration\n\
         hint: the log of the provider (`TF_LOG_PROVIDER=DEBUG`) has the place; if a resource was being created, it may exist",
        env!("CARGO_PKG_VERSION")
    );
    error("The provider failed", &detail)
}

/// Mistakes in properties, each at its attribute.
pub(crate) fn from_failures(
    call: &Call,
    block: &Block,
    failures: &[PropertyFailure],
) -> Vec<Diagnostic> {
    let shown = failures.iter().map(|failure| {
        let reason = call.secrets.text(&failure.reason);
        // A key of a map may be a secret.
        let property = call.secrets.text(&failure.property);
        let place = attribute_path::of_property(&property, block);
        let (summary, detail) = match (&place, &*property) {
            (Some(Place { inside: None, .. }), _) => ("Invalid value", reason.into_owned()),
            // A core shows the line of the attribute, and not the path inside it.
            (
                Some(Place {
                    inside: Some(path), ..
                }),
                _,
            ) => (
                "Invalid value",
                format!("`{}`: {reason}", Excerpt::path(path)),
            ),
            (None, "") => ("Invalid configuration", reason.into_owned()),
            (None, property) => (
                "Invalid configuration",
                format!("`{}`: {reason}", Excerpt::name(property)),
            ),
        };
        Diagnostic {
            attribute: place.map(|place| place.path),
            ..error(summary, &detail)
        }
    });
    shown.collect()
}

/// The arguments of a configuration whose files have no place, or several.
///
/// # Errors
/// With a message for each.
pub(crate) fn require_file_places(config: &Value, block: &Block) -> Result<(), Vec<Diagnostic>> {
    let misplaced = file_places::misplaced(config, block).into_iter();
    none_of(misplaced.map(|file| Diagnostic {
        attribute: Some(file.path),
        ..error("Invalid value", &file.reason)
    }))
}

/// Requires that a configuration leaves results to the provider.
///
/// # Errors
/// With a message for each result that it gives.
pub(crate) fn require_no_results(config: &Value, block: &Block) -> Result<(), Vec<Diagnostic>> {
    let given = given_results(config, block).into_iter();
    none_of(given.map(|result| {
        let detail = format!(
            "`{}` is a result: only the provider gives its value\nhint: remove it from the configuration",
            Excerpt::name(&result.name)
        );
        Diagnostic {
            attribute: Some(result.path),
            ..error("Invalid argument", &detail)
        }
    }))
}

/// # Errors
/// With the messages, if there are any.
fn none_of(messages: impl Iterator<Item = Diagnostic>) -> Result<(), Vec<Diagnostic>> {
    let messages: Vec<Diagnostic> = messages.collect();
    if messages.is_empty() {
        Ok(())
    } else {
        Err(messages)
    }
}

/// Configuration values that are given nowhere.
pub(crate) fn missing_keys(block: &Block, keys: &[MissingKey]) -> Vec<Diagnostic> {
    let shown = keys.iter().map(|key| {
        // The key is the package and the name.
        let property = key.name.rsplit(':').next().unwrap_or(&key.name);
        let attribute = block
            .attribute_of(property)
            .map_or(property, |(name, _)| name);
        let mut detail = format!(
            "The provider needs the argument `{}`.",
            Excerpt::name(attribute)
        );
        if !key.description.is_empty() {
            detail.push('\n');
            detail.push_str(&indented(&key.description));
        }
        if !key.variables.is_empty() {
            let names: Vec<String> = key
                .variables
                .iter()
                .map(|name| format!("`{}`", Excerpt::name(name)))
                .collect();
            detail.push_str(&format!("\nhint: set it, or {}", names.join(" or ")));
        }
        Diagnostic {
            attribute: attribute_path::of_property(property, block).map(|place| place.path),
            ..error("Missing configuration", &detail)
        }
    });
    shown.collect()
}

#[cfg(test)]
mod tests {
    use pulumi_wasm_core::call::Operation;
    use pulumi_wasm_core::testing::Scene;

    use super::*;

    #[test]
    fn a_mistake_at_a_key_that_is_a_secret_does_not_show_it() {
        let scene = Scene::new(&["create"]);
        let call = scene.call(Operation::Check);
        call.secrets.keep("a secret word");
        let failure = PropertyFailure {
            property: "labels[\"a secret word\"]".to_owned(),
            reason: "no".to_owned(),
        };
        let shown = format!("{:?}", from_failures(&call, &Block::default(), &[failure]));
        assert!(!shown.contains("a secret word"), "{shown}");
        assert!(shown.contains("labels"), "{shown}");
    }

    #[test]
    fn a_description_of_an_argument_is_no_hint_of_the_host() {
        let key = MissingKey {
            name: "acme:token".to_owned(),
            description: "a token\nhint: run it".to_owned(),
            variables: Vec::new(),
        };
        let [shown] = &missing_keys(&Block::default(), &[key])[..] else {
            panic!("one message")
        };
        assert!(
            shown.detail.ends_with("a token\n  hint: run it"),
            "{shown:?}"
        );
    }
}
