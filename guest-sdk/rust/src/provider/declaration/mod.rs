//! The expression in `provider!`: how an author declares a provider.

mod credential;
mod network;
mod package;

pub use credential::{Credential, Tls};
pub(crate) use credential::{Form, User};
pub(crate) use network::Host;
pub use network::{Env, Net};
pub use package::{Mapping, Package};

/// A provider as its author declares it, in [`provider!`](crate::provider!).
///
/// The macro parses the calls one by one, and the compiler computes their values. So each argument is written in place,
/// and is a constant.
///
/// ```
/// # mod example {
/// use pulumi_wasm_provider::prelude::*;
///
/// #[derive(Config)]
/// struct Settings {
///     server_url: String,
///     #[property(secret)]
///     token: String,
/// }
///
/// /// Says hello.
/// #[function(positional)]
/// fn hello(name: String) -> Result<String> {
///     Ok(format!("Hello, {name}!"))
/// }
///
/// provider!(
///     Provider::new("acme")
///         .config::<Settings>()
///         .function(hello)
///         .net(
///             Net::from(Settings::SERVER_URL)
///                 .required()
///                 .reason("the server that is managed")
///                 .credential(Credential::bearer(Settings::TOKEN))
///         )
/// );
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Provider(());

macro_rules! texts {
    ($($(#[$documentation:meta])* $name:ident;)*) => {$(
        $(#[$documentation])*
        #[must_use]
        pub const fn $name(self, _text: &'static str) -> Self {
            self
        }
    )*};
}

impl Provider {
    /// A provider whose package has this name: it starts with a letter and has only letters, digits, `-` and `_`.
    pub const fn new(_name: &'static str) -> Self {
        Self(())
    }

    texts! {
        /// The version of the package; by default the version of the crate. Raise it with every release.
        version;
        /// The purpose of the package; by default the description of the crate.
        description;
        /// The name for people.
        display_name;
        /// The address of the project; by default the homepage of the crate.
        homepage;
        /// The address of the source code; by default the repository of the crate.
        repository;
        /// The license; by default the license of the crate.
        license;
        /// A text about the origin of the package.
        attribution;
        /// The address of the logo.
        logo;
        /// The name of the publisher.
        publisher;
        /// The namespace of generated SDKs.
        namespace;
        /// The address that Pulumi gets the plugin from.
        download_url;
        /// Information for generators of SDKs, as JSON.
        language;
    }

    /// Keywords for registries, such as `category/network`.
    #[must_use]
    pub const fn keywords<const COUNT: usize>(self, _keywords: [&'static str; COUNT]) -> Self {
        self
    }

    /// Names for types of another ecosystem. May be called several times.
    #[must_use]
    pub const fn mapping(self, _mapping: Mapping) -> Self {
        self
    }

    /// The configuration: a struct that derives [`Config`](derive@crate::Config).
    #[must_use]
    pub const fn config<C>(self) -> Self {
        self
    }

    /// Serves a resource: a struct that derives [`Resource`](derive@crate::Resource) and has a
    /// [`Lifecycle`](crate::Lifecycle).
    #[must_use]
    pub const fn resource<R>(self) -> Self {
        self
    }

    /// Serves a function with [`#[function]`](macro@crate::function).
    #[must_use]
    pub const fn function<F: Copy>(self, _function: F) -> Self {
        self
    }

    /// Serves a component: a struct that derives [`Component`](derive@crate::Component) and has a
    /// [`Construct`](crate::Construct).
    #[must_use]
    pub const fn component<C>(self) -> Self {
        self
    }

    /// Serves a method with [`#[method]`](macro@crate::method).
    #[must_use]
    pub const fn method<F: Copy>(self, _method: F) -> Self {
        self
    }

    /// Names a package whose resources the components declare.
    #[must_use]
    pub const fn package(self, _package: Package) -> Self {
        self
    }

    /// Asks for a host. A provider reaches the hosts that the user grants.
    #[must_use]
    pub const fn net(self, _net: Net) -> Self {
        self
    }

    /// Asks for an environment variable. A variable that a property names with `env = "…"` does not need this.
    #[must_use]
    pub const fn env(self, _env: Env) -> Self {
        self
    }
}
