//! The packages whose resources a component may register. They are its authority in a deployment: the engine lets it
//! act with the credentials of any provider in the stack.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::{Deserialize, Serialize};

use crate::schema::parse::reader::{Members, Reader};
use crate::text::Excerpt;

/// The key with a plugin's download address. A component must not set it.
const ADDRESS: &str = "downloadUrl";

/// The maximum number of packages, because people review them.
const MAX_PACKAGES: usize = 100;

/// A package that a component may use.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedPackage {
    /// The version of the package; empty for the program's version.
    pub version: String,
    /// The parameter for a package of a parameterized plugin; `None` if the plugin has the package's name.
    pub parameter: Option<Parameter>,
}

impl UsedPackage {
    /// The package for people: `random 4.18.0`.
    #[must_use]
    pub fn shown(&self, name: &str) -> String {
        let name = Excerpt::name(name);
        if self.version.is_empty() {
            format!("{name}, in the version of the program")
        } else {
            format!("{name} {}", Excerpt::name(&self.version))
        }
    }
}

/// The parameter that turns a plugin into a package.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameter {
    /// The name of the plugin.
    pub plugin: String,
    /// The plugin's version at build time. The host that serves the component uses its own version.
    pub version: String,
    pub value: Vec<u8>,
}

/// Reads the part `packages`.
pub(super) fn read(
    reader: &mut Reader,
    root: &Members,
    own: &str,
) -> BTreeMap<String, UsedPackage> {
    let mut uses = BTreeMap::new();
    let Some(section) = reader.object_member(root, "packages", "") else {
        return uses;
    };
    if section.len() > MAX_PACKAGES {
        reader.mistake(
            "/packages",
            format!("names more than {MAX_PACKAGES} packages"),
        );
        return uses;
    }
    for (name, spec) in section {
        let place = format!("/packages/{name}");
        if name == own {
            reader.mistake(&place, "a component may use its own package anyway");
        }
        if !is_package_name(name) {
            let shown = Excerpt::name(name);
            reader.mistake(&place, format!("`{shown}` is not the name of a package"));
        } else if is_of_engine(name) {
            let message = format!(
                "`{name}` is not the name of a package that a component may use: the engine and its languages serve it, and its resources may \
                 run code that is in their inputs"
            );
            reader.mistake(&place, message);
        }
        if let Some(spec) = reader.members(spec, &place) {
            let used = package(reader, spec, &place);
            uses.insert(name.clone(), used);
        }
    }
    uses
}

fn package(reader: &mut Reader, spec: &Members, place: &str) -> UsedPackage {
    if spec.contains_key(ADDRESS) {
        let message = format!(
            "`{ADDRESS}` is refused, because a component does not decide where plugins come from: the program's user installs a plugin that is \
             elsewhere, or gives the component a provider"
        );
        reader.mistake(place, message);
    } else {
        reader.only(spec, &["version", "parameter"], place);
    }
    let version = version(reader, spec, place);
    let parameter = reader.object_member(spec, "parameter", place).map(|spec| {
        let place = format!("{place}/parameter");
        reader.only(spec, &["plugin", "version", "value"], &place);
        let plugin = text(reader, spec, "plugin", &place);
        if plugin.is_empty() {
            reader.mistake(&place, "the name of the `plugin` is missing");
        }
        let value = text(reader, spec, "value", &place);
        let value = BASE64.decode(value).unwrap_or_else(|_| {
            reader.mistake(&format!("{place}/value"), "is not base64");
            Vec::new()
        });
        Parameter {
            plugin,
            version: self::version(reader, spec, &place),
            value,
        }
    });
    UsedPackage { version, parameter }
}

/// Whether a text is a valid package name. The engine takes other texts for repository addresses.
fn is_package_name(name: &str) -> bool {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    name.starts_with(|first: char| first.is_ascii_alphabetic()) && name.chars().all(fits)
}

/// Whether the engine or a language runtime serves a package. Dynamic providers, for example in `pulumi-nodejs`, run code from inputs.
fn is_of_engine(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name == "pulumi" || name.starts_with("pulumi-") || name.starts_with("pulumi_")
}

fn text(reader: &mut Reader, spec: &Members, key: &str, place: &str) -> String {
    reader.text(spec, key, place).unwrap_or_default().to_owned()
}

fn version(reader: &mut Reader, spec: &Members, place: &str) -> String {
    let version = text(reader, spec, "version", place);
    if !version.is_empty()
        && let Err(error) = semver::Version::parse(&version)
    {
        let message = format!("`{version}` is not a semantic version such as `1.2.3`: {error}");
        reader.mistake(&format!("{place}/version"), message);
    }
    version
}
