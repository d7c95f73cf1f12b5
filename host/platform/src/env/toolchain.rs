//! The environment variables that the toolchains of a build get.
//!
//! A build runs code of the project's author and of its packages: build scripts, macros, modules. So a toolchain
//! gets only the variables that it needs: no tokens, no cloud credentials, and no variables of Pulumi.

use std::ffi::{OsStr, OsString};

/// Names and paths of the system, of toolchains, and of certificates.
const PLAIN: [&str; 81] = [
    "APPDATA",
    "CARGO_BUILD_JOBS",
    "CARGO_HOME",
    "CARGO_HTTP_CAINFO",
    "CARGO_NET_OFFLINE",
    "CARGO_TARGET_DIR",
    "COLORTERM",
    "COMSPEC",
    "CURL_CA_BUNDLE",
    "DEVELOPER_DIR",
    "DYLD_LIBRARY_PATH",
    "FNM_DIR",
    "GIT_SSL_CAINFO",
    "GOCACHE",
    "GOENV",
    "GOINSECURE",
    "GOMODCACHE",
    "GONOPROXY",
    "GONOSUMDB",
    "GOPATH",
    "GOPRIVATE",
    "GOROOT",
    "GOTOOLCHAIN",
    "GOVCS",
    "GOWORK",
    "HOME",
    "INCLUDE",
    "LANG",
    "LANGUAGE",
    "LD_LIBRARY_PATH",
    "LIB",
    "LIBPATH",
    "LOCALAPPDATA",
    "NIX_SSL_CERT_FILE",
    "NODE_EXTRA_CA_CERTS",
    "NO_COLOR",
    "NPM_CONFIG_CACHE",
    "NPM_CONFIG_CAFILE",
    "NPM_CONFIG_OFFLINE",
    "NPM_CONFIG_PREFER_OFFLINE",
    "NPM_CONFIG_PREFIX",
    "NPM_CONFIG_USERCONFIG",
    "NUMBER_OF_PROCESSORS",
    "NVM_DIR",
    "PATH",
    "PATHEXT",
    "PIP_CACHE_DIR",
    "PIP_CERT",
    "PIP_CONFIG_FILE",
    "PIP_DEFAULT_TIMEOUT",
    "PIP_NO_INDEX",
    "PROCESSOR_ARCHITECTURE",
    "PROGRAMDATA",
    "PROGRAMFILES",
    "PROGRAMFILES(X86)",
    "PYENV_ROOT",
    "PYENV_VERSION",
    "REQUESTS_CA_BUNDLE",
    "RUSTC",
    "RUSTUP_AUTO_INSTALL",
    "RUSTUP_HOME",
    "RUSTUP_TOOLCHAIN",
    "RUST_BACKTRACE",
    "SDKROOT",
    "SOURCE_DATE_EPOCH",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "TERM",
    "TMP",
    "TMPDIR",
    "TZ",
    "USERPROFILE",
    "VOLTA_HOME",
    "WINDIR",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
];

/// Addresses of proxies and package indexes. An address with a user or a password in it is left out.
const ADDRESSES: [&str; 11] = [
    "ALL_PROXY",
    "GOPROXY",
    "GOSUMDB",
    "HTTPS_PROXY",
    "HTTP_PROXY",
    "NO_PROXY",
    "NPM_CONFIG_REGISTRY",
    "PIP_EXTRA_INDEX_URL",
    "PIP_FIND_LINKS",
    "PIP_INDEX_URL",
    "RUSTUP_DIST_SERVER",
];

/// The prefix of variables that set the language of messages.
const LOCALE: &str = "LC_";

/// Selects the variables for a toolchain, and adds the ones that the user names.
pub(super) fn kept(
    all: impl Iterator<Item = (OsString, OsString)>,
    named: &[String],
) -> Vec<(OsString, OsString)> {
    all.filter(|(name, value)| {
        name.to_str()
            .is_some_and(|name| named.iter().any(|known| known == name) || is_harmless(name, value))
    })
    .map(|(name, value)| {
        if name.eq_ignore_ascii_case("PATH") {
            (name, without_relative(value))
        } else {
            (name, value)
        }
    })
    .collect()
}

/// Removes relative folders from `PATH`: a toolchain would search them below the project.
fn without_relative(path: OsString) -> OsString {
    let absolute: Vec<_> = std::env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .collect();
    // Joining cannot fail, because the parts come from splitting.
    std::env::join_paths(absolute).unwrap_or(path)
}

fn is_harmless(name: &str, value: &OsStr) -> bool {
    // Some of these variables are written in upper or lower case.
    let name = name.to_ascii_uppercase();
    let is_in = |list: &[&str]| list.contains(&name.as_str());
    let has_user = || value.to_string_lossy().contains('@');
    is_in(&PLAIN) || name.starts_with(LOCALE) || is_in(&ADDRESSES) && !has_user()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(all: &[(&str, &str)], named: &[&str]) -> Vec<String> {
        let named: Vec<String> = named.iter().map(|name| (*name).to_owned()).collect();
        let all = all
            .iter()
            .map(|(name, value)| (OsString::from(name), OsString::from(value)));
        let kept = kept(all, &named).into_iter();
        kept.map(|(name, _)| name.into_string().expect("UTF-8"))
            .collect()
    }

    #[test]
    fn a_build_gets_no_token_no_credential_and_nothing_of_pulumi() {
        for name in [
            "AWS_ACCESS_KEY_ID",
            "AWS_SECRET_ACCESS_KEY",
            "AZURE_CLIENT_SECRET",
            "CARGO_REGISTRIES_ACME_TOKEN",
            "CARGO_REGISTRY_TOKEN",
            "DOCKER_AUTH_CONFIG",
            "GITHUB_TOKEN",
            "GITLAB_TOKEN",
            "GOAUTH",
            "GOCACHEPROG",
            "GOFLAGS",
            "GOOGLE_APPLICATION_CREDENTIALS",
            "KUBECONFIG",
            "NODE_AUTH_TOKEN",
            "NODE_OPTIONS",
            "NPM_CONFIG__AUTH",
            "NPM_TOKEN",
            "PULUMI_ACCESS_TOKEN",
            "PULUMI_CONFIG_PASSPHRASE",
            "PULUMI_HOME",
            "PULUMI_WASM_REGISTRY_AUTH",
            "RUSTFLAGS",
            "SSH_AUTH_SOCK",
            "VAULT_TOKEN",
            "npm_config_//registry.npmjs.org/:_authToken",
        ] {
            assert_eq!(names(&[(name, "x")], &[]), [""; 0], "{name}");
            assert_eq!(names(&[(name, "x")], &[name]), [name], "{name}");
        }
    }

    #[test]
    fn a_build_gets_what_toolchains_need() {
        for (name, value) in [
            ("PATH", "/usr/bin"),
            ("HOME", "/home/me"),
            ("LC_ALL", "C"),
            ("CARGO_HOME", "/srv/cargo"),
            // Without these, Go asks public servers for modules of a company, or starts programs that the user forbids.
            ("GOPRIVATE", "*.acme.example"),
            ("GOSUMDB", "off"),
            ("GOVCS", "*:off"),
            ("GOTOOLCHAIN", "local"),
            ("https_proxy", "http://proxy:8080"),
            ("npm_config_registry", "https://npm.example.com/"),
            ("Path", "C:\\Windows"),
        ] {
            assert_eq!(names(&[(name, value)], &[]), [name], "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn programs_are_not_looked_for_in_the_project() {
        let path = (
            OsString::from("PATH"),
            OsString::from(".:/usr/bin::bin:/bin"),
        );
        let kept = kept([path].into_iter(), &[]);
        assert_eq!(kept[0].1, "/usr/bin:/bin");
    }

    #[test]
    fn an_address_with_a_password_in_it_is_left_out() {
        for (name, value) in [
            ("HTTPS_PROXY", "http://me:secret@proxy:8080"),
            ("http_proxy", "me:secret@proxy"),
            ("GOPROXY", "https://me:secret@go.example.com,direct"),
            ("PIP_INDEX_URL", "https://token@pypi.example.com/simple"),
            (
                "PIP_FIND_LINKS",
                "https://a.example.com https://me:secret@b.example.com",
            ),
        ] {
            assert_eq!(names(&[(name, value)], &[]), [""; 0], "{name}");
        }
    }
}
