//! The servers that tests run against, and their clients: PowerDNS, sqlite3, dig; a registry, skopeo, htpasswd; a web server for Git.

use std::path::PathBuf;

use anyhow::{Context, Result};

use super::debian;
use crate::process;

/// The servers that tests run against.
pub(crate) struct Servers {
    /// For the provider `powerdns`.
    pub(crate) pdns_server: PathBuf,
    /// For components in registries.
    pub(crate) docker_registry: PathBuf,
}

const SCHEMA: &str = "/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql";

const TLS_MODULE: &str = "/usr/lib/lighttpd/mod_openssl.so";

const ELSEWHERE: &str = "\
Put pdns_server (with its gsqlite3 backend), sqlite3, dig, docker-registry, skopeo, htpasswd and lighttpd (with mod_openssl) on PATH, and PowerDNS's \
database schema at
  /usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql";

pub(crate) fn find_or_install() -> Result<Servers> {
    let missing: Vec<&str> = [
        ("pdns-server", process::find("pdns_server").is_some()),
        ("pdns-backend-sqlite3", PathBuf::from(SCHEMA).is_file()),
        ("sqlite3", process::find("sqlite3").is_some()),
        ("bind9-dnsutils", process::find("dig").is_some()),
        (
            "docker-registry",
            process::find("docker-registry").is_some(),
        ),
        ("skopeo", process::find("skopeo").is_some()),
        ("apache2-utils", process::find("htpasswd").is_some()),
        ("lighttpd", process::find("lighttpd").is_some()),
        ("lighttpd-mod-openssl", PathBuf::from(TLS_MODULE).is_file()),
    ]
    .into_iter()
    .filter_map(|(package, is_there)| (!is_there).then_some(package))
    .collect();
    if !missing.is_empty() {
        debian::install("a server for the tests", &missing, ELSEWHERE)?;
    }
    let pdns_server = process::find("pdns_server")
        .context("the package pdns-server brought no program pdns_server")?;
    let docker_registry = process::find("docker-registry")
        .context("the package docker-registry brought no program docker-registry")?;
    Ok(Servers {
        pdns_server,
        docker_registry,
    })
}
