//! Configuration values that only the host gets.

use crate::manifest::types::Types;
use crate::provider::ConfigEntry;
use crate::provider::declaration::Net;
use crate::value::path::PropertyPath;

/// The values that the host keeps: secrets that it sends, and keys of client certificates.
pub(super) fn names(net: &[Net]) -> Vec<&'static str> {
    let mut names = Vec::new();
    for host in net {
        let credential = host.credential.filter(|credential| credential.host_only);
        let tls = host.tls.filter(|tls| tls.host_only);
        names.extend(credential.map(|credential| credential.config));
        names.extend(tls.and_then(|tls| tls.key));
    }
    names
}

/// Reports values that the host withholds although their fields need them, and fields whose type says that the host
/// withholds their value although it does not.
pub(super) fn judge(config: Option<&ConfigEntry>, kept: &[&str], types: &mut Types) {
    for field in config.map(|config| config.fields).unwrap_or_default() {
        let name = field.name;
        let path = PropertyPath::Root;
        match kept.contains(&name) {
            true if (field.fits)(None, &path.key(name)).is_err() => types.problem(format!(
                "the host keeps `{name}` of the configuration, so the provider does not get it: make it `HostOnly`, or an \
                 `Option` that programs may leave out"
            )),
            false if field.host_only => types.problem(format!(
                "`{name}` of the configuration is `HostOnly`, but the provider would get it: write \
                 `.credential(Credential::bearer(…).host_only())` in `.net(…)` of `provider!`"
            )),
            _ => {}
        }
    }
}
