//! The texts of a registration that the engine stores in plain text: names, types, and options that are not property
//! values.

use crate::graph::{Alias, AliasParent, LookupRequest, Registration, RegistrationOptions};

/// The hint for a text that contains a secret.
pub(super) const ADVICE: &str =
    "this is for the component's author: a secret can only be in a value, such as an input";

/// A text, and its name in messages.
pub(super) struct OpenText<'a> {
    pub(super) what: &'static str,
    pub(super) text: &'a str,
}

/// The reason why a text is refused. The text itself is not shown.
pub(super) fn refusal(what: &str, owner: &str) -> String {
    format!("the {what}{owner} contains a secret, and the engine keeps it in plain text")
}

/// The reason why every text is refused after more secrets than the host can search for.
pub(super) fn uncertain(owner: &str) -> String {
    format!(
        "the names and options{owner} cannot be searched for secrets, and the engine keeps them in plain text: the component \
         has got more secrets from its children and callbacks than the host can search for"
    )
}

/// The texts of a registration.
pub(super) fn of_registration(registration: &Registration) -> Vec<OpenText<'_>> {
    let mut texts = vec![
        OpenText {
            what: "name",
            text: &registration.name,
        },
        OpenText {
            what: "type",
            text: &registration.token,
        },
    ];
    texts.extend(of_options(&registration.options));
    texts
}

/// The texts of a look-up.
pub(super) fn of_lookup(request: &LookupRequest) -> Vec<OpenText<'_>> {
    let text = |what, text| OpenText { what, text };
    vec![
        text("name", &*request.name),
        text("type", &*request.token),
        text("option `provider`", &*request.provider),
    ]
}

/// The texts of options, except the id of an import: a secret in it only causes a warning.
pub(super) fn of_options(options: &RegistrationOptions) -> Vec<OpenText<'_>> {
    let RegistrationOptions {
        protect: _,
        retain_on_delete: _,
        delete_before_replace: _,
        provider,
        providers,
        deleted_with,
        replace_with,
        ignore_changes,
        replace_on_changes,
        additional_secret_outputs,
        hide_diffs,
        timeouts,
        aliases,
        import: _,
        replacement_trigger: _,
        // A text from the program itself.
        hooks: _,
    } = options;
    let mut texts = Vec::new();
    let mut add = |what, text| texts.push(OpenText { what, text });
    add("option `provider`", provider.as_str());
    for (package, provider) in providers {
        add("option `providers`", package.as_str());
        add("option `providers`", provider.as_str());
    }
    add("option `deletedWith`", deleted_with.as_str());
    for urn in replace_with {
        add("option `replaceWith`", urn.as_str());
    }
    for (what, list) in [
        ("option `ignoreChanges`", ignore_changes),
        ("option `replaceOnChanges`", replace_on_changes),
        (
            "option `additionalSecretOutputs`",
            additional_secret_outputs,
        ),
        ("option `hideDiffs`", hide_diffs),
    ] {
        for text in list {
            add(what, text.as_str());
        }
    }
    for text in [
        &timeouts.create,
        &timeouts.update,
        &timeouts.delete,
        &timeouts.read,
    ] {
        add("option `customTimeouts`", text.as_str());
    }
    for alias in aliases {
        const ALIAS: &str = "option `aliases`";
        match alias {
            Alias::Urn(urn) => add(ALIAS, urn.as_str()),
            Alias::Spec(spec) => {
                for text in [&spec.name, &spec.token, &spec.stack, &spec.project] {
                    add(ALIAS, text.as_str());
                }
                if let AliasParent::Urn(urn) = &spec.parent {
                    add(ALIAS, urn.as_str());
                }
            }
        }
    }
    texts
}
