//! Values of the configuration that the host keeps to itself.

use serde_json::Value as JsonValue;

use crate::path::PropertyPath;
use crate::provider::ConfigEntry;
use crate::types::Types;

/// The values that these wants withhold: secrets that are sent, and keys of client certificates.
pub(super) fn names(wants: &[JsonValue]) -> Vec<String> {
    let specs = wants
        .iter()
        .flat_map(|want| [(&want["credential"], "config"), (&want["tls"], "key")]);
    specs
        .filter(|(spec, _)| spec["hostOnly"] == true)
        .filter_map(|(spec, member)| Some(spec[member].as_str()?.to_owned()))
        .collect()
}

/// Tells of withheld values whose fields would need one, and of fields whose type says that they are withheld and which
/// nothing withholds.
pub(super) fn judge(config: Option<&ConfigEntry>, withheld: &[String], types: &mut Types) {
    for field in config.map(|config| config.fields).unwrap_or_default() {
        let name = field.name;
        let path = PropertyPath::Root;
        match withheld.iter().any(|withheld| withheld == name) {
            true if (field.fits)(None, &path.key(name)).is_err() => types.problem(format!(
                "`{name}` of the configuration is withheld, so the provider does not get it: make it `Withheld`, or an \
                 `Option` that programs may leave out"
            )),
            false if field.withheld => types.problem(format!(
                "`{name}` of the configuration is `Withheld`, but no credential withholds it: write `#[property(credential(…, withhold))]`"
            )),
            _ => {}
        }
    }
}
