//! Values of the configuration that the host uses, so that the provider need not.

use crate::context::config::ConfigState;
use crate::property::Property;
use crate::value::path::PropertyName;

/// A secret value of the configuration that the host attaches to requests, in
/// [`Net::credential`](crate::Net::credential).
///
/// The field of the configuration is `secret`. With [`host_only`](Self::host_only) the provider never gets the value.
#[derive(Clone, Copy, Debug)]
pub struct Credential {
    pub(crate) form: Form,
    /// The name of the value.
    pub(crate) config: &'static str,
    pub(crate) user: Option<User>,
    pub(crate) host_only: bool,
    /// Whether the field cannot be without the value.
    needs_value: bool,
}

/// How a credential is sent.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    Bearer,
    Basic,
    Header(&'static str),
}

/// The user of a basic authorization.
#[derive(Clone, Copy, Debug)]
pub(crate) enum User {
    Named(&'static str),
    /// A value of the configuration.
    Configured(&'static str),
}

const NEEDS_VALUE: &str = "the host keeps the value, so the provider does not get it: make the field `HostOnly`, or an `Option` if programs may leave it out";

impl Credential {
    /// A bearer token: `Credential::bearer(Settings::TOKEN)`.
    pub const fn bearer<C: ConfigState, T: Property>(value: PropertyName<C, T>) -> Self {
        Self::new(Form::Bearer, value)
    }

    /// The password of a basic authorization, which also has a [`user`](Self::user) or a
    /// [`user_config`](Self::user_config).
    pub const fn basic<C: ConfigState, T: Property>(password: PropertyName<C, T>) -> Self {
        Self::new(Form::Basic, password)
    }

    /// A header: `Credential::header("x-api-key", Settings::API_KEY)`.
    pub const fn header<C: ConfigState, T: Property>(
        name: &'static str,
        value: PropertyName<C, T>,
    ) -> Self {
        Self::new(Form::Header(name), value)
    }

    const fn new<C: ConfigState, T: Property>(form: Form, value: PropertyName<C, T>) -> Self {
        Self {
            form,
            config: value.as_str(),
            user: None,
            host_only: false,
            needs_value: T::REQUIRED && !T::HOST_ONLY,
        }
    }

    /// The user of a basic authorization.
    #[must_use]
    pub const fn user(self, name: &'static str) -> Self {
        Self {
            user: Some(User::Named(name)),
            ..self
        }
    }

    /// The user of a basic authorization, in a value of the configuration.
    #[must_use]
    pub const fn user_config<C: ConfigState, T>(self, value: PropertyName<C, T>) -> Self {
        Self {
            user: Some(User::Configured(value.as_str())),
            ..self
        }
    }

    /// Hides the value from the provider. Its field is a [`HostOnly`](crate::HostOnly), or an `Option`, which is always
    /// `None`.
    ///
    /// ```compile_fail,E0080
    /// use pulumi_wasm_provider::prelude::*;
    ///
    /// #[derive(Config)]
    /// struct Settings {
    ///     #[property(secret)]
    ///     token: String,
    /// }
    ///
    /// const TOKEN: Credential = Credential::bearer(Settings::TOKEN).host_only();
    /// ```
    #[must_use]
    #[track_caller]
    #[expect(
        clippy::panic,
        reason = "ends the compilation, with an error at the author's line"
    )]
    pub const fn host_only(self) -> Self {
        if self.needs_value {
            panic!("{}", NEEDS_VALUE)
        }
        Self {
            host_only: true,
            ..self
        }
    }

    /// Ends the compilation if the user is missing, or there without a basic authorization.
    #[track_caller]
    #[expect(
        clippy::panic,
        reason = "ends the compilation, with an error at the author's line"
    )]
    pub(super) const fn checked(self) -> Self {
        match (self.form, self.user) {
            (Form::Basic, None) => panic!(
                "a basic authorization has a user: add `.user(\"…\")` or `.user_config(Settings::USER)`"
            ),
            (Form::Bearer | Form::Header(_), Some(_)) => {
                panic!(
                    "only a basic authorization has a user: remove it, or write `Credential::basic(…)`"
                )
            }
            _ => self,
        }
    }
}

/// The values of the configuration that TLS with a host follows, in [`Net::tls`](crate::Net::tls).
#[derive(Clone, Copy, Debug, Default)]
pub struct Tls {
    pub(crate) ca: Option<&'static str>,
    pub(crate) certificate: Option<&'static str>,
    pub(crate) key: Option<&'static str>,
    pub(crate) insecure: Option<&'static str>,
    pub(crate) host_only: bool,
    /// Whether the field of the key cannot be without the value.
    needs_key: bool,
}

impl Tls {
    /// TLS as this machine does it.
    pub const fn new() -> Self {
        Self {
            ca: None,
            certificate: None,
            key: None,
            insecure: None,
            host_only: false,
            needs_key: false,
        }
    }

    /// Certificates of authorities that are trusted as well, as PEM.
    #[must_use]
    pub const fn ca<C: ConfigState, T>(self, value: PropertyName<C, T>) -> Self {
        Self {
            ca: Some(value.as_str()),
            ..self
        }
    }

    /// The certificate that the host shows to the server, as PEM. It has a [`key`](Self::key).
    #[must_use]
    pub const fn certificate<C: ConfigState, T>(self, value: PropertyName<C, T>) -> Self {
        Self {
            certificate: Some(value.as_str()),
            ..self
        }
    }

    /// The secret key of the certificate, as PEM.
    #[must_use]
    pub const fn key<C: ConfigState, T: Property>(self, value: PropertyName<C, T>) -> Self {
        Self {
            key: Some(value.as_str()),
            needs_key: T::REQUIRED && !T::HOST_ONLY,
            ..self
        }
    }

    /// Whether any certificate of the server is accepted. The user has to grant that.
    #[must_use]
    pub const fn insecure<C: ConfigState, T>(self, value: PropertyName<C, T>) -> Self {
        Self {
            insecure: Some(value.as_str()),
            ..self
        }
    }

    /// Hides the key from the provider. Its field is a [`HostOnly`](crate::HostOnly), or an `Option`, which is always
    /// `None`.
    #[must_use]
    pub const fn host_only(self) -> Self {
        Self {
            host_only: true,
            ..self
        }
    }

    /// Ends the compilation if certificate and key are not both there, or the provider needs a key that it does not
    /// get.
    #[track_caller]
    #[expect(
        clippy::panic,
        reason = "ends the compilation, with an error at the author's line"
    )]
    pub(super) const fn checked(self) -> Self {
        match (self.certificate, self.key) {
            (Some(_), None) => panic!("a `certificate` needs its `key`"),
            (None, Some(_)) => panic!("a `key` needs its `certificate`"),
            (None, None) if self.host_only => {
                panic!("`host_only` keeps a `key`: add `.key(…)`")
            }
            _ if self.host_only && self.needs_key => panic!("{}", NEEDS_VALUE),
            _ => self,
        }
    }
}
