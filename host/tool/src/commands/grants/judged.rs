//! The lines about the plugin's judgement of a value.

use pulumi_wasm_packages::{ParameterValue, ValueReview};

use crate::terminal::print_line;

/// Prints the permissions of a value's components, and their access beyond the grants.
pub(super) fn print_reach(value: &ParameterValue, review: &ValueReview) {
    for key in &review.configured {
        line("configured", &format!("the address in `{key}`"));
    }
    let grants = &value.grants;
    if grants.net.is_empty() && grants.env.is_empty() {
        match (review.configured.is_empty(), review.missing.is_empty()) {
            (true, true) => line("reaches", "nothing"),
            (false, _) => line("reaches", "only the addresses in its configuration"),
            (true, false) => line(
                "reaches",
                "only addresses in its configuration, if a component that is not on this machine names some",
            ),
        }
    }
    for permission in &review.permissions {
        line("permissions", permission);
    }
    for used in &review.uses {
        line(
            "makes",
            &format!("resources of {used}, with the credentials of the stack"),
        );
    }
    for path in &review.missing {
        let text = format!(
            "the component {path} is not on this machine: its permissions, the packages of its resources, its version and its signatures were not judged"
        );
        line("UNKNOWN", &text);
    }
}

/// Prints why the plugin refuses the package, and its warnings.
pub(super) fn print_judgement(review: &ValueReview) {
    for refusal in &review.refusals {
        lines("FORBIDDEN", &refusal.to_string());
    }
    for warning in &review.warnings {
        lines("WARNING", warning);
    }
}

/// Prints a text of several lines. Only the first line has a label.
fn lines(label: &str, text: &str) {
    let mut label = label;
    for text in text.lines() {
        line(label, text);
        label = "";
    }
}

/// Prints a line about a package, with a label.
pub(super) fn line(label: &str, text: &str) {
    print_line(format_args!("  {label:<12} {text}"));
}
