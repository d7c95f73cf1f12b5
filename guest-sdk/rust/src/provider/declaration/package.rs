//! Other packages: packages whose resources components declare, and packages of other ecosystems.

/// A package whose resources the components of this provider declare, in [`Provider::package`](crate::Provider::package).
///
/// ```
/// use pulumi_wasm_provider::Package;
///
/// const RANDOM: Package = Package::new("random").version("4.18.0");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Package {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
    /// The plugin that becomes the package by its parameter.
    pub(crate) plugin: Option<&'static str>,
    pub(crate) plugin_version: &'static str,
    pub(crate) parameter: Option<&'static str>,
}

impl Package {
    /// The package of this name, in any version.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            version: "",
            plugin: None,
            plugin_version: "",
            parameter: None,
        }
    }

    /// The version that the engine installs, such as `4.18.0`.
    #[must_use]
    #[track_caller]
    pub const fn version(self, version: &'static str) -> Self {
        check_version(version);
        Self { version, ..self }
    }

    /// The plugin that becomes the package by a [`parameter`](Self::parameter), such as `wasm`.
    #[must_use]
    pub const fn plugin(self, plugin: &'static str) -> Self {
        Self {
            plugin: Some(plugin),
            ..self
        }
    }

    /// The version of that plugin, such as `0.1.0`.
    #[must_use]
    #[track_caller]
    pub const fn plugin_version(self, version: &'static str) -> Self {
        check_version(version);
        Self {
            plugin_version: version,
            ..self
        }
    }

    /// The parameter that makes the plugin this package, in base64.
    #[must_use]
    pub const fn parameter(self, parameter: &'static str) -> Self {
        Self {
            parameter: Some(parameter),
            ..self
        }
    }

    /// Fails the compilation if only one of plugin and parameter is set. For the code of `provider!`.
    #[doc(hidden)]
    #[must_use]
    #[track_caller]
    #[expect(
        clippy::panic,
        reason = "ends the compilation, with an error at the author's line"
    )]
    pub const fn checked(self) -> Self {
        match (self.plugin, self.parameter) {
            (Some(_), None) => {
                panic!("a `plugin` needs the `parameter` that makes it a package, in base64")
            }
            (None, Some(_)) => panic!("a `parameter` needs the name of the `plugin`"),
            _ => self,
        }
    }
}

/// Fails the compilation unless the version is three numbers, with an optional part after `-` or `+`: the engine
/// installs exactly this version.
#[track_caller]
#[expect(
    clippy::panic,
    reason = "ends the compilation, with an error at the author's line"
)]
const fn check_version(version: &str) {
    let mut rest = version.as_bytes();
    let (mut numbers, mut digits) = (0, 0);
    while let [byte, behind @ ..] = rest {
        match byte {
            b'0'..=b'9' => digits += 1,
            b'.' if digits > 0 => {
                numbers += 1;
                digits = 0;
            }
            b'-' | b'+' => break,
            _ => numbers = 3,
        }
        rest = behind;
    }
    if numbers != 2 || digits == 0 {
        panic!("a version has three numbers, such as `4.18.0`")
    }
}

/// The names of another ecosystem's types in this package, for [`Provider::mapping`](crate::Provider::mapping): the
/// answer to converters.
#[derive(Clone, Copy, Debug)]
pub struct Mapping {
    pub(crate) key: &'static str,
    pub(crate) provider: Option<&'static str>,
    pub(crate) data: &'static str,
}

impl Mapping {
    /// The names for the ecosystem `key`, such as `terraform`. The `data` may be `include_str!("mapping.json")`.
    pub const fn new(key: &'static str, data: &'static str) -> Self {
        Self {
            key,
            provider: None,
            data,
        }
    }

    /// The name of the provider there; by default the name of this package.
    #[must_use]
    pub const fn provider(self, name: &'static str) -> Self {
        Self {
            provider: Some(name),
            ..self
        }
    }
}
