//! Credentials that were found.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use pulumi_wasm_core::redaction::Secrets;
use pulumi_wasm_core::text::Excerpt;

/// Proof of the user's identity.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Credential {
    Password {
        user: String,
        password: String,
    },
    /// What a login by browser leaves: good for tokens alone.
    IdentityToken(String),
}

/// A credential, and its place.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct FoundCredential {
    pub(crate) credential: Credential,
    /// The file or helper, for messages.
    pub(crate) place: String,
}

impl FoundCredential {
    /// Tells its secret.
    pub(crate) fn tell(&self, secrets: &Secrets) {
        match &self.credential {
            Credential::Password { user, password } => {
                secrets.keep(password);
                secrets.keep(&STANDARD.encode(format!("{user}:{password}")));
            }
            Credential::IdentityToken(token) => secrets.keep(token),
        }
    }

    /// The user, for messages.
    pub(crate) fn of_user(&self) -> String {
        match &self.credential {
            Credential::Password { user, .. } => format!(" of `{}`", Excerpt::name(user)),
            Credential::IdentityToken(_) => String::new(),
        }
    }
}
