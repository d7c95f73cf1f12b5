//! The name of a registry alone.

use std::fmt;
use std::str::FromStr;

use super::reference::check_registry;

/// `HOST` or `HOST:PORT` of a registry, in the one form that it has in requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegistryHost(String);

impl FromStr for RegistryHost {
    type Err = String;

    /// Reads the name of a registry.
    ///
    /// # Errors
    /// A sentence: the mistake, and the form.
    fn from_str(text: &str) -> Result<Self, String> {
        if text.contains('/') {
            return Err("give the host of the registry alone, as in `ghcr.io`".to_owned());
        }
        check_registry(text).map(|()| Self(text.to_owned()))
    }
}

impl RegistryHost {
    /// The name, as it is typed.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RegistryHost {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
