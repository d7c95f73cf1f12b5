//! Credentials that were found.

use pulumi_wasm_core::text::Excerpt;

/// Proof of who asks.
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
pub(crate) struct Found {
    pub(crate) credential: Credential,
    /// The file or helper, for messages.
    pub(crate) place: String,
}

impl Found {
    /// The user, for messages.
    pub(crate) fn of_user(&self) -> String {
        match &self.credential {
            Credential::Password { user, .. } => format!(" of `{}`", Excerpt::name(user)),
            Credential::IdentityToken(_) => String::new(),
        }
    }
}
