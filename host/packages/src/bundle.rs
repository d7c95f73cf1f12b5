//! A component as an ordinary plugin: the host's program under the provider's name, with the component and [`FILE`] beside it.
//!
//! The program is the released host, byte for byte, so that its signature and its checksum stay those of the release, and
//! so that a start reads nothing more than it did. [`FILE`] fixes what a user of the package would say as arguments: the
//! components by their digests, grants and limits. It lies beside the program, and to change it takes no less than to change
//! the program itself.

mod place;

use pulumi_wasm_core::text::Excerpt;
use serde::{Deserialize, Serialize};

pub use place::BundlePlace;

use super::{ParameterValue, project};

/// The file that says what a bundle serves.
pub const FILE: &str = "bundle.json";
/// The start of the name of every plugin's program.
const PREFIX: &str = "pulumi-resource-";
/// The format that this host reads and writes.
const FORMAT: u64 = 1;
/// Far more than any bundle says.
const MAX_BYTES: u64 = 1 << 20;

/// What a bundle serves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PluginBundle {
    /// The package, as a parameter value would say it; the paths are names of files beside the program.
    pub package: ParameterValue,
    /// The address that Pulumi downloads the plugin from, if the maker of the bundle gave it.
    pub download_url: Option<String>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Document {
    v: u64,
    /// The version of the program, for people.
    host: String,
    #[serde(
        default,
        rename = "pluginDownloadURL",
        skip_serializing_if = "Option::is_none"
    )]
    download_url: Option<String>,
    package: serde_json::Value,
}

impl PluginBundle {
    /// Reads the text of [`FILE`].
    ///
    /// # Errors
    /// A sentence: it is not ours, of a newer format, or names files elsewhere.
    pub fn parse(text: &[u8]) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Probe {
            v: u64,
        }
        let malformed = |error: serde_json::Error| Excerpt::reason(&error.to_string()).to_string();
        let probe: Probe = serde_json::from_slice(text).map_err(malformed)?;
        if probe.v != FORMAT {
            return Err(format!(
                "it has format {}, and this program ({}) reads format {FORMAT}",
                probe.v,
                env!("CARGO_PKG_VERSION")
            ));
        }
        let document: Document = serde_json::from_slice(text).map_err(malformed)?;
        let package = document.package.to_string();
        let package = ParameterValue::parse(package.as_bytes()).map_err(|error| error.reason)?;
        for component in &package.components {
            if !component.place.path().is_some_and(is_file_name) {
                return Err(format!(
                    "`{}` is not the name of a file beside it",
                    Excerpt::name(&component.place.to_string())
                ));
            }
        }
        Ok(Self {
            package,
            download_url: document.download_url,
        })
    }

    /// Writes the text of [`FILE`]; equal bundles are written alike.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let package = serde_json::from_slice(&self.package.to_bytes()).unwrap_or_default();
        let document = Document {
            v: FORMAT,
            host: env!("CARGO_PKG_VERSION").to_owned(),
            download_url: self.download_url.clone(),
            package,
        };
        // A document of strings and numbers can always be written.
        let mut text = serde_json::to_vec_pretty(&document).unwrap_or_default();
        text.push(b'\n');
        text
    }

    /// The name of the program in a bundle of this provider, without the ending that Windows wants.
    #[must_use]
    pub fn program(name: &str) -> String {
        format!("{PREFIX}{name}")
    }
}

/// Whether a recorded path is the name of a file, without a folder.
pub(super) fn is_file_name(path: &str) -> bool {
    project::is_recorded_form(path) && !path.contains('/')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ComponentReference, Digest, Place};

    pub(super) fn bundle() -> PluginBundle {
        PluginBundle {
            package: ParameterValue {
                name: "acme".to_owned(),
                version: "1.2.3".to_owned(),
                components: vec![ComponentReference {
                    digest: Digest::of(b"x"),
                    place: Place::File("acme.wasm".to_owned()),
                }],
                grants: pulumi_wasm_capability::Grants::default(),
                limits: pulumi_wasm_capability::limits::Limits::default(),
            },
            download_url: Some("https://example.com/${VERSION}".to_owned()),
        }
    }

    #[test]
    fn a_bundle_is_read_as_it_was_written() {
        assert_eq!(PluginBundle::parse(&bundle().to_bytes()), Ok(bundle()));
    }

    #[test]
    fn what_is_not_a_bundle_is_said() {
        let text = String::from_utf8(bundle().to_bytes()).expect("UTF-8");
        for (bad, expected) in [
            (String::new(), "EOF"),
            (
                text.replacen("\"v\": 1", "\"v\": 2", 1),
                "it has format 2, and this program",
            ),
            (text.replace("\"host\"", "\"hosts\""), "unknown field"),
            (
                text.replace("acme.wasm", "lib/acme.wasm"),
                "not the name of a file beside it",
            ),
            (
                text.replace("acme.wasm", "../acme.wasm"),
                "not a path inside",
            ),
        ] {
            let reason = PluginBundle::parse(bad.as_bytes()).expect_err("an error");
            assert!(reason.contains(expected), "{expected}: {reason}");
        }
    }
}
