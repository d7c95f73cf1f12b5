//! The plugin that serves the package of a child, as the engine identifies packages.

use std::collections::BTreeMap;

use prost::bytes::Bytes;
use pulumi_wasm_core::manifest::UsedPackage;
use pulumi_wasm_packages::{DOWNLOAD_URL, Loaded, PLUGIN};

/// The package of provider resources. The rest of such a token names the package that the provider serves.
const PROVIDERS: &str = "pulumi:providers:";

/// A package in requests to the engine. The engine identifies default providers by name, version and address, so they
/// must be exactly the same for a package that the engine already knows.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::pulumi) struct Announcement {
    /// The name of the plugin.
    pub(in crate::pulumi) plugin: String,
    /// The version of the plugin, or empty for the program's version.
    pub(in crate::pulumi) version: String,
    /// Empty for the usual places.
    pub(in crate::pulumi) download_url: String,
    /// The parameter that makes the plugin serve the package; `None` for a plugin of the package's name.
    pub(in crate::pulumi) parameter: Option<PackageParameter>,
}

impl Announcement {
    /// A package that its plugin serves without a parameter, from the usual places.
    pub(in crate::pulumi) fn plugin(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            plugin: name.into(),
            version: version.into(),
            download_url: String::new(),
            parameter: None,
        }
    }

    /// A package that this host serves with a parameter.
    pub(in crate::pulumi) fn component(parameter: PackageParameter) -> Self {
        Self {
            download_url: DOWNLOAD_URL.to_owned(),
            parameter: Some(parameter),
            ..Self::plugin(PLUGIN, env!("CARGO_PKG_VERSION"))
        }
    }
}

/// The parameter that makes a plugin a package.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::pulumi) struct PackageParameter {
    /// The name of the package.
    pub(in crate::pulumi) name: String,
    /// The version of the package.
    pub(in crate::pulumi) version: String,
    pub(in crate::pulumi) value: Bytes,
}

impl PackageParameter {
    /// The parameter that leads back to a package, as its schema has it.
    pub(in crate::pulumi) fn of(loaded: &Loaded) -> Self {
        let parameter = loaded.parameter();
        Self {
            value: parameter.to_bytes().into(),
            name: parameter.name,
            version: parameter.version,
        }
    }
}

/// The packages whose resources a component may register, by name.
#[derive(Debug, Clone, Default)]
pub(in crate::pulumi) struct Packages(BTreeMap<String, Announcement>);

impl Packages {
    /// The packages that a manifest uses, and the component's own package.
    pub(in crate::pulumi) fn new(
        name: &str,
        own: Announcement,
        uses: &BTreeMap<String, UsedPackage>,
    ) -> Self {
        let used = uses
            .iter()
            .map(|(name, used)| (name.clone(), of(name, used)));
        let mut packages: BTreeMap<_, _> = used.collect();
        packages.insert(name.to_owned(), own);
        Self(packages)
    }

    /// The package that a type token belongs to.
    pub(super) fn of_token(&self, token: &str) -> Option<&Announcement> {
        let package = match token.strip_prefix(PROVIDERS) {
            Some(package) => package,
            None => token.split(':').next().unwrap_or_default(),
        };
        self.0.get(package)
    }
}

/// A package that a manifest names. A package with a parameter is a component, which this host serves: the manifest
/// decides neither on the plugin nor on its version and its source. The engine looks for all other plugins in the usual
/// places.
fn of(name: &str, used: &UsedPackage) -> Announcement {
    match &used.parameter {
        None => Announcement::plugin(name, &used.version),
        Some(parameter) => Announcement::component(PackageParameter {
            name: name.to_owned(),
            version: used.version.clone(),
            value: parameter.value.clone().into(),
        }),
    }
}
