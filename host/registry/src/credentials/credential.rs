//! Credentials that were found for a registry.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use pulumi_wasm_core::redaction::Secrets;
use pulumi_wasm_core::text::Excerpt;

/// A credential of the user.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Credential {
    Password {
        user: String,
        password: String,
    },
    /// The result of a login with a browser, which can only be exchanged for tokens.
    IdentityToken(String),
}

/// A credential, and where it was found.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct FoundCredential {
    pub(crate) credential: Credential,
    /// The file or helper, for messages.
    pub(crate) place: String,
}

impl FoundCredential {
    /// Adds the credential's secrets to the set of known secrets.
    pub(crate) fn tell(&self, secrets: &Secrets) {
        match &self.credential {
            Credential::Password { user, password } => {
                secrets.keep(password);
                secrets.keep(&STANDARD.encode(format!("{user}:{password}")));
            }
            Credential::IdentityToken(token) => secrets.keep(token),
        }
    }

    /// The user, as a part of a message.
    pub(crate) fn of_user(&self) -> String {
        match &self.credential {
            Credential::Password { user, .. } => format!(" of `{}`", Excerpt::name(user)),
            Credential::IdentityToken(_) => String::new(),
        }
    }
}
