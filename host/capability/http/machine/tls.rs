//! Whom this machine trusts.

use std::path::Path;
use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};

/// TLS with the system's authorities, the bundled ones where the system has none, and those of a file. `SSL_CERT_FILE`
/// and `SSL_CERT_DIR` take the place of the system's, as elsewhere.
///
/// # Errors
/// When the file cannot be read or has no certificate in it.
pub(super) fn configuration(ca_file: Option<&Path>) -> Result<ClientConfig, String> {
    let mut roots = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    let (used, _) = roots.add_parsable_certificates(found.certs);
    if used == 0 {
        roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    }
    if let Some(file) = ca_file {
        for certificate in certificates(file)? {
            roots
                .add(certificate)
                .map_err(|error| unusable(file, &error.to_string()))?;
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?;
    let mut configuration = builder.with_root_certificates(roots).with_no_client_auth();
    configuration.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(configuration)
}

fn certificates(file: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let found: Result<Vec<_>, _> = CertificateDer::pem_file_iter(file)
        .map_err(|error| unusable(file, &error.to_string()))?
        .collect();
    let found = found.map_err(|error| unusable(file, &error.to_string()))?;
    match found.is_empty() {
        true => Err(unusable(file, "there is no certificate in it")),
        false => Ok(found),
    }
}

fn unusable(file: &Path, reason: &str) -> String {
    format!(
        "the certificates of `PULUMI_WASM_CA_FILE` ({}) cannot be used: {reason}",
        file.display()
    )
}
