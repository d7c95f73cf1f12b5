//! The packages that a component may register resources of. This is its authority in a deployment: the engine lets it act with
//! the credentials of any provider of the stack.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::{Deserialize, Serialize};

use crate::schema::reader::{Members, Reader};
use crate::text::Excerpt;

/// More packages than this are a mistake: people review them.
const MOST: usize = 100;

/// A package that a component may use.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedPackage {
    /// The version of the package; empty for the one that the program has.
    pub version: String,
    /// Where to download the plugin from; empty for the usual places.
    pub download_url: String,
    /// How a plugin is made this package, for one that is not a plugin of that name.
    pub parameter: Option<Parameter>,
}

impl UsedPackage {
    /// The package for people: `random 4.18.0`.
    #[must_use]
    pub fn shown(&self, name: &str) -> String {
        let name = Excerpt::name(name);
        match self.version.is_empty() {
            true => format!("{name}, in the version of the program"),
            false => format!("{name} {}", Excerpt::name(&self.version)),
        }
    }
}

/// The parameter that makes a plugin a package.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameter {
    /// The name of the plugin.
    pub plugin: String,
    /// The version of the plugin.
    pub version: String,
    pub value: Vec<u8>,
}

/// The part `uses`.
pub(super) fn read(
    reader: &mut Reader,
    root: &Members,
    own: &str,
) -> BTreeMap<String, UsedPackage> {
    let mut uses = BTreeMap::new();
    let Some(section) = reader.object_member(root, "uses", "") else {
        return uses;
    };
    if section.len() > MOST {
        reader.mistake("/uses", format!("names more than {MOST} packages"));
        return uses;
    }
    for (name, spec) in section {
        let place = format!("/uses/{name}");
        if name == own {
            reader.mistake(&place, "a component may use its own package anyway");
        }
        if name.is_empty() || name == "pulumi" || name.contains([':', '/', '$']) {
            reader.mistake(&place, format!("`{name}` is not the name of a package"));
        }
        if let Some(spec) = reader.members(spec, &place) {
            let used = package(reader, spec, &place);
            uses.insert(name.clone(), used);
        }
    }
    uses
}

fn package(reader: &mut Reader, spec: &Members, place: &str) -> UsedPackage {
    reader.only(spec, &["version", "downloadUrl", "parameter"], place);
    let version = version(reader, spec, place);
    let download_url = text(reader, spec, "downloadUrl", place);
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
    UsedPackage {
        version,
        download_url,
        parameter,
    }
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
