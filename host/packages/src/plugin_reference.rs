//! The plugin as schemas and SDKs name it.

use base64::Engine as _;
use serde_json::{Value, json};

/// The name of this plugin in Pulumi's plugin cache.
pub const PLUGIN: &str = "wasm";

/// The address that Pulumi downloads this plugin from: the releases of this project, unless `PULUMI_WASM_DOWNLOAD_URL`
/// names another address for the build, as in a fork. An empty address leaves it out. SDKs and programs get it with the
/// schema. A component does not choose where native programs come from.
///
/// It does not contain `${VERSION}`, because a program in YAML, as `pulumi import` writes it, would take that for an
/// expression.
pub const DOWNLOAD_URL: &str = match option_env!("PULUMI_WASM_DOWNLOAD_URL") {
    Some(address) => address,
    None => "github://api.github.com/pulumi-wasm/pulumi-wasm",
};

/// The key `parameterization` of a schema: this plugin, and the parameter value of the package.
#[must_use]
pub fn parameterization(parameter: &[u8]) -> Value {
    json!({
        "baseProvider": { "name": PLUGIN, "version": env!("CARGO_PKG_VERSION") },
        "parameter": base64::engine::general_purpose::STANDARD.encode(parameter),
    })
}
