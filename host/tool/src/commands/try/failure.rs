//! How a failure is shown to somebody who tries a provider.

use std::fmt::Display;

/// The place of flags in the hints of the plugin. `try` itself accepts the same flags.
const PLACE: &str = " after `--` of `pulumi package add`";

/// A failure with hints about the flags of this command.
pub(super) fn shown(failure: &impl Display) -> String {
    failure.to_string().replace(PLACE, "")
}

#[cfg(test)]
mod tests {
    use pulumi_wasm_capability::limits::Limit;

    use super::*;

    #[test]
    fn a_hint_names_the_flag_of_this_command() {
        let hint = format!("hint: {}", Limit::CallTime.hint(5_000));
        assert!(hint.contains(PLACE), "{hint}");
        assert_eq!(
            shown(&hint),
            "hint: raise it with `--limit call-time=10s` (or another value)"
        );
    }
}
